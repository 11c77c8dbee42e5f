//! How weights are declared: in named blocks, one after the other.

/// Declares weights in blocks: each name stands for the index of its first weight.
macro_rules! weights {
    ($($(#[doc = $meaning:literal])* $name:ident[$length:literal] = [$(($middlegame:literal, $endgame:literal)),* $(,)?];)*) => {
        /// As long in bytes as there are weights, so that offsets are indices.
        #[allow(non_snake_case)]
        #[repr(C)]
        struct Layout { $($name: [u8; $length],)* }

        $(
            $(#[doc = $meaning])*
            pub(crate) const $name: usize = std::mem::offset_of!(Layout, $name);
        )*

        const COUNT: usize = std::mem::size_of::<Layout>();

        /// Every weight, as the blocks have them one after the other.
        pub(crate) static WEIGHTS: [$crate::weights::tapered::Tapered; COUNT] = VALUES;

        /// The same where a constant is computed from them.
        pub(crate) const VALUES: [$crate::weights::tapered::Tapered; COUNT] =
            [$($($crate::weights::tapered::tapered($middlegame, $endgame),)*)*];
    };
}

pub(crate) use weights;
