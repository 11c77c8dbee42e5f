//! Check extension.

use crate::parameters::parameters;

parameters! {
    /// Parameters of the check extension.
    CheckExtension {
        /// Depth a check is worth, in plies.
        plies = 1 in 1..=1;
    }
}
