//! Probes: work that another machine has done must have the same result here.

use engine::Stop;
use shakmaty::ByColor;

use crate::fingerprint::fingerprint;
use crate::job::AcceptedMatch;
use crate::protocol::Probe;
use crate::worker::pair::{self, Pair};
use arena::player::{MakePlayer, Player};
use arena::runner::{BoardFeed, play};

/// Plays a probe, and names the difference if its games are not the same.
///
/// # Errors
/// A sentence, where they are not, or cannot be played.
pub(super) fn check_games(
    accepted: &AcceptedMatch,
    probe: &Probe,
    make_player: &MakePlayer,
) -> Result<(), String> {
    let pair = probe.work.pairs.first().ok_or("a probe without a pair")?;
    let Pair { ticket, settings, .. } = pair::open(&accepted.settings, pair)?;
    for (spec, expected) in ticket.games().zip(&probe.fingerprints) {
        let mut players =
            ByColor::new_with(|color| make_player(settings.player(&spec, color), Stop::new()));
        let players = players.as_mut().map(|player| player.as_mut() as &mut dyn Player);
        let record = play(&settings, (spec, 0), players, &Stop::new(), &BoardFeed::closed());
        let record = record.ok_or("the probe was given up")?;
        if fingerprint(&record) != *expected {
            let programs =
                settings.contenders.iter().filter(|contender| contender.program().is_some());
            let names: Vec<&str> = programs.map(|contender| contender.name.as_str()).collect();
            let game = format!("game {} goes another way here than it was played", spec.game + 1);
            return Err(different(&game, &names.join(" or ")));
        }
    }
    Ok(())
}

fn different(what: &str, programs: &str) -> String {
    format!(
        "{what}, although the program of {programs} is the same: a file beside it, the processor or its \
         threads make the difference"
    )
}
