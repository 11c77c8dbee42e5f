//! Is a pair played here as it was played elsewhere?

use engine::Stop;
use shakmaty::ByColor;

use crate::config::{ContenderSettings, Match};
use crate::player::Player;
use crate::remote::fingerprint::fingerprint;
use crate::remote::job::AcceptedMatch;
use crate::remote::protocol::Probe;
use crate::remote::worker::pair::{self, Pair};
use crate::runner::{BoardTap, play};

/// Plays a probe, and says what is wrong if its games are not the same.
///
/// # Errors
/// A sentence, where they are not, or cannot be played.
pub(super) fn check<P: Player>(
    accepted: &AcceptedMatch,
    probe: &Probe,
    make_player: &impl Fn(&ContenderSettings, Stop) -> P,
) -> Result<(), String> {
    let Pair { ticket, settings } = pair::open(&accepted.settings, &probe.pair)?;
    for (spec, expected) in ticket.games().zip(&probe.fingerprints) {
        let mut players =
            ByColor::new_with(|color| make_player(settings.player(&spec, color), Stop::new()));
        let record = play(&settings, spec, players.as_mut(), &Stop::new(), &BoardTap::closed());
        let record = record.ok_or("the probe was given up")?;
        if fingerprint(&record) != *expected {
            return Err(different(&settings, spec.game + 1));
        }
    }
    Ok(())
}

fn different(settings: &Match, game: u32) -> String {
    let programs = settings.contenders.iter().filter(|of| of.program().is_some());
    let names: Vec<&str> = programs.map(|of| of.name.as_str()).collect();
    format!(
        "game {game} goes another way here than it was played, although the program of {} is the same: a \
         file beside it, the processor or its threads make the difference",
        names.join(" or ")
    )
}
