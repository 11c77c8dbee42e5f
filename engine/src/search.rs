//! The search.

pub mod aspiration;
pub mod check_extension;
