//! Looks up settings that do not precede the games that refer to them: in a journal that was put
//! together from others, or whose first game was played again.

use std::io::{self, BufReader};
use std::path::Path;

use crate::storage::journal::block::read_block;
use crate::storage::journal::flaw::check;
use crate::storage::journal::replay::{self, Replayed};
use crate::storage::journal::settings::KnownSettings;
use crate::storage::journal::tags;

/// Looks through a whole journal for the game that has these settings; says whether there is one.
pub(super) fn look_up(wanted: &str, journal: &Path, known: &mut KnownSettings) -> io::Result<bool> {
    let mut source = BufReader::new(bounded::open(journal)?);
    let (mut game, mut next) = (Vec::new(), Vec::new());
    let line = tags::pair(tags::SETTINGS, wanted) + "[" + tags::MATCH;
    while known.get(wanted).is_none() {
        read_block(&mut source, &mut game, &mut next)?;
        if game.is_empty() {
            return Ok(false);
        }
        let names_it = game.windows(line.len()).any(|window| window == line.as_bytes());
        if names_it
            && check(&game).is_ok()
            && let Ok(Replayed { game, settings, .. }) = replay::game(&game, known)
        {
            known.take(settings, &game.facts);
        }
    }
    Ok(true)
}
