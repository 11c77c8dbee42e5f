//! The defaults of the command line.

use crate::language::command::{
    BookFormat, BookOrder, BookSettings, Draw, Epd, Format, Log, LogLevel, MaxMoves, Notation,
    Output, Pgn, Resign, Sprt, Tables, Tournament, Unsaved, Variant,
};

impl Tournament {
    /// The default settings, with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Tournament {
        Tournament {
            resign: Resign { move_count: 1, score: 0, twosided: false, enabled: false },
            draw: Draw { move_number: 0, move_count: 1, score: 0, enabled: false },
            maxmoves: MaxMoves { move_count: 1, enabled: false },
            tb_adjudication: Tables {
                syzygy_dirs: String::new(),
                max_pieces: 0,
                ignore_50_move_rule: false,
                enabled: false,
            },
            opening: BookSettings {
                file: String::new(),
                format: BookFormat::None,
                order: BookOrder::Sequential,
                plies: -1,
                start: 1,
            },
            pgn: Pgn {
                additional_lines_rgx: Vec::new(),
                event_name: "Fastchess Tournament".to_owned(),
                site: "?".to_owned(),
                file: String::new(),
                notation: Notation::San,
                append_file: true,
                track_nodes: false,
                track_seldepth: false,
                track_nps: false,
                track_hashfull: false,
                track_tbhits: false,
                track_timeleft: false,
                track_latency: false,
                track_pv: false,
                min: false,
                crc: false,
            },
            epd: Epd { file: String::new(), append_file: true },
            sprt: Sprt {
                alpha: 0.0,
                beta: 0.0,
                elo0: 0.0,
                elo1: 0.0,
                model: "normalized".to_owned(),
                enabled: false,
            },
            config_name: "config.json".to_owned(),
            output: Output::Fastchess,
            seed,
            variant: Variant::Standard,
            format: Format::RoundRobin,
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
            log: Log {
                file: String::new(),
                level: LogLevel::Warn,
                append_file: true,
                compress: false,
                realtime: true,
                engine_coms: false,
            },
            unsaved: Unsaved::default(),
        }
    }
}
