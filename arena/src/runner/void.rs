//! Games that may be void, because the machine took too much of a side's time.

use crate::config::Match;

/// The number of replays of a pair before its games stand as they are.
pub(crate) const REPLAYS: u32 = 3;

/// Whether games of this match may be void: time limits them, and its callers do not count on the rules of another runner.
pub(crate) fn may_be_void(settings: &Match) -> bool {
    let is_timed = settings.contenders.iter().any(|contender| contender.limits.is_timed());
    is_timed && settings.runner_rules.are_own()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::clock::Clock;
    use crate::chess::limits::PlayLimits;
    use crate::chess::machine_time::MachineTime;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha12Rng;
    use std::time::Duration;

    /// A game between equals on a machine that takes a share of the time of every fourth game.
    struct Simulated {
        /// The first player's half points.
        half_points: u32,
        is_void: bool,
        /// Whether the first player was late by the wall.
        is_late_by_wall: bool,
    }

    fn simulated(random: &mut ChaCha12Rng) -> Simulated {
        let half_points = match random.random_range(0..10) {
            0..3 => 0,
            3..7 => 1,
            _ => 2,
        };
        let is_busy = random.random_range(0..4) == 0;
        let taken = if is_busy { random.random_range(0.0..0.6) } else { 0.0 };
        let control = Some("1+0".parse().unwrap());
        let mut clock = Clock::new(&PlayLimits { time_control: control, ..PlayLimits::default() });
        let (mut machine, mut by_wall) = (MachineTime::default(), Duration::ZERO);
        // Where it stands badly it uses all of its time, and so it is late by the wall there alone.
        let own = if half_points == 0 { 0.999 } else { 0.4 } / 20.0;
        for _ in 0..20 {
            let elapsed = Duration::from_secs_f64(own / (1.0 - taken));
            let stolen = elapsed.mul_f64(taken);
            machine.add(elapsed, stolen);
            by_wall += elapsed;
            if machine.is_void() {
                break;
            }
            assert!(clock.charge(elapsed, stolen).is_ok(), "it kept its time");
        }
        let is_late_by_wall = by_wall > Duration::from_secs(1);
        Simulated { half_points, is_void: machine.is_void(), is_late_by_wall }
    }

    /// The Elo of the first player in pairs of which those are played again in which a game is replayed by this rule.
    fn elo(is_replayed: fn(&Simulated) -> bool) -> f64 {
        let mut random = ChaCha12Rng::seed_from_u64(81);
        let pairs = 20_000;
        let mut half_points = 0;
        for _ in 0..pairs {
            for attempt in 0..=REPLAYS {
                let games = [(); 2].map(|()| simulated(&mut random));
                if attempt == REPLAYS || !games.iter().any(is_replayed) {
                    half_points += games.iter().map(|game| game.half_points).sum::<u32>();
                    break;
                }
            }
        }
        let score = f64::from(half_points) / f64::from(4 * pairs);
        400.0 * (score / (1.0 - score)).log10()
    }

    #[test]
    fn an_engine_that_is_late_in_bad_positions_gains_nothing_by_a_busy_machine() {
        let by_machine = elo(|game| game.is_void);
        assert!(by_machine.abs() < 3.0, "{by_machine}");
        // Playing lost games again would favour it.
        let by_lateness = elo(|game| game.is_late_by_wall);
        assert!(by_lateness > 5.0, "{by_lateness}");
    }
}
