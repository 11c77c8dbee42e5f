//! Aspiration windows.

use crate::parameters::parameters;

parameters! {
    /// Parameters of aspiration windows.
    Aspiration {
        /// Half the width of the first window, in centipawns.
        window = 20 in 1..=1000;
        /// The first iteration with a narrow window, in plies.
        min_depth = 5 in 2..=100;
    }
}
