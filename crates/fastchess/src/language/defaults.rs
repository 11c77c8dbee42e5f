//! The defaults of the command line.

use crate::language::command::{
    BookSettings, Draw, Epd, Format, Log, MaxMoves, Output, Pgn, Resign, Sprt, Tables, Tournament,
    Unsaved, Variant,
};

impl Tournament {
    /// The default settings, with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Tournament {
        Tournament {
            resign: Resign { move_count: 1, ..Resign::default() },
            draw: Draw { move_count: 1, ..Draw::default() },
            maxmoves: MaxMoves { move_count: 1, enabled: false },
            tb_adjudication: Tables::default(),
            opening: BookSettings { plies: -1, start: 1, ..BookSettings::default() },
            pgn: Pgn {
                event_name: "Fastchess Tournament".to_owned(),
                site: "?".to_owned(),
                append_file: true,
                ..Pgn::default()
            },
            epd: Epd { file: String::new(), append_file: true },
            sprt: Sprt { model: "normalized".to_owned(), ..Sprt::default() },
            config_name: "config.json".to_owned(),
            output: Output::default(),
            seed,
            variant: Variant::default(),
            format: Format::default(),
            gauntlet_seeds: 1,
            ratinginterval: 10,
            scoreinterval: 1,
            wait: 0,
            autosaveinterval: 20,
            games: 2,
            rounds: 2,
            concurrency: 1,
            force_concurrency: false,
            recover: false,
            noswap: false,
            reverse: false,
            report_penta: true,
            affinity: false,
            check_mate_pvs: false,
            show_latency: false,
            log: Log { append_file: true, realtime: true, ..Log::default() },
            unsaved: Unsaved::default(),
        }
    }
}
