//! The defaults of the command line.

use crate::language::command::{
    BookSettings, Draw, Epd, Log, MaxMoves, Pgn, Resign, Sprt, Tournament, Unsaved,
};

impl Tournament {
    /// The default settings, with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Tournament {
        Tournament {
            resign: Resign { move_count: 1, ..Resign::default() },
            draw: Draw { move_count: 1, ..Draw::default() },
            maxmoves: MaxMoves { move_count: 1, enabled: false },
            opening: BookSettings { plies: -1, start: 1, ..BookSettings::default() },
            pgn: Pgn {
                event_name: "Fastchess Tournament".to_owned(),
                site: "?".to_owned(),
                append_file: true,
                ..Pgn::default()
            },
            epd: Epd { append_file: true, ..Epd::default() },
            sprt: Sprt { model: "normalized".to_owned(), ..Sprt::default() },
            config_name: "config.json".to_owned(),
            seed,
            gauntlet_seeds: 1,
            ratinginterval: 10,
            scoreinterval: 1,
            autosaveinterval: 20,
            games: 2,
            rounds: 2,
            concurrency: 1,
            report_penta: true,
            log: Log { append_file: true, realtime: true, ..Log::default() },
            unsaved: Unsaved::new(),
            ..Tournament::default()
        }
    }
}

impl Unsaved {
    /// The default settings, also for a tournament from a file.
    pub(super) fn new() -> Unsaved {
        let (startup, new_game, ping) = (10_000, 60_000, 60_000);
        Unsaved { startup, new_game, ping, ..Unsaved::default() }
    }
}
