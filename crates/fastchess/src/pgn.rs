//! A game in the format of the file of games.

use std::fmt::Write as _;
use std::time::Duration;

use crate::language::command::{Command, Pgn, Variant};
use crate::language::engine_arguments::{Clock as ClockArguments, EngineArguments};
use crate::language::text::significant;
use shakmaty::fen::Fen;
use shakmaty::{ByColor, Chess, Color, EnPassantMode, Position};

use super::info::in_comment;
use super::notes::{GameNotes, MoveNotes};
use super::text::{fen, fen_fields, written};
use super::variation::read;
use super::{Dialect, dates};
use arena::chess::clock::Clock;
use arena::chess::limits::PlayLimits;
use arena::chess::openings::Opening;
use arena::chess::runner_rules::RunnerRules;

/// Columns of a line of moves.
const WIDTH: usize = 80;

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finished<'a> {
    pub command: &'a Command,
    pub engines: [&'a EngineArguments; 2],
    pub limits: [&'a PlayLimits; 2],
    pub opening: &'a Opening,
    pub notes: &'a GameNotes,
    /// The number of its pair, from 1.
    pub round: u32,
    pub result: &'a str,
    pub reason: &'a str,
    /// The word of the tag `Termination`.
    pub termination: &'a str,
}

/// A move with its comment; either may be empty.
struct Token {
    text: String,
    comment: String,
}

impl Finished<'_> {
    /// The text of the game, with the empty line after it.
    pub(super) fn pgn(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.tags() {
            if !value.is_empty() {
                let _ = writeln!(text, "[{name} \"{value}\"]");
            }
        }
        text.push('\n');
        self.write_moves(&mut text);
        text.push_str("\n\n");
        text
    }

    /// The final position as EPD, with the counters of moves; as FEN for cutechess-cli.
    pub(super) fn epd(&self) -> String {
        let mut position = self.opening.position.clone();
        for m in &self.notes.moves {
            let Some(m) = read(&position, position.castles().mode(), &m.text) else { break };
            position.play_unchecked(m);
        }
        let (half, full) = (position.halfmoves(), position.fullmoves());
        match self.command.dialect() {
            Dialect::Fastchess => format!("{} hmvc {half}; fmvn {full};\n", fen_fields(&position)),
            Dialect::Cutechess => self.fen(&position) + "\n",
        }
    }

    /// A position as the tag has it: in Chess960 fastchess names the files of rooks in its castling rights, and
    /// cutechess-cli only those that the usual letters do not tell.
    fn fen(&self, position: &Chess) -> String {
        match self.command.dialect() {
            Dialect::Fastchess => fen(position),
            Dialect::Cutechess => Fen::from_position(position, EnPassantMode::Legal).to_string(),
        }
    }

    fn is_chess960(&self) -> bool {
        self.command.tournament.variant == Variant::FischerRandom
    }

    fn options(&self) -> &Pgn {
        &self.command.tournament.pgn
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        let (options, notes) = (self.options(), self.notes);
        let players = &notes.players;
        let [white, black] = self.engines;
        let mut tags = vec![
            ("Event", options.event_name.clone()),
            ("Site", options.site.clone()),
            ("Date", dates::date(&notes.begun)),
            ("Round", self.round.to_string()),
            ("White", white.title().to_owned()),
            ("Black", black.title().to_owned()),
            ("Result", self.result.to_owned()),
        ];
        if !options.min {
            tags.push(("EngineWhiteName", players.white.id_name.clone()));
            tags.push(("EngineWhiteAuthor", players.white.id_author.clone()));
            tags.push(("EngineBlackName", players.black.id_name.clone()));
            tags.push(("EngineBlackAuthor", players.black.id_author.clone()));
        }
        let start = self.fen(&self.opening.start);
        if self.is_chess960() || start != fen(&Chess::default()) {
            tags.push(("SetUp", "1".to_owned()));
            tags.push(("FEN", start));
        }
        if self.is_chess960() {
            let variant = match self.command.dialect() {
                Dialect::Fastchess => "Chess960",
                Dialect::Cutechess => "fischerandom",
            };
            tags.push(("Variant", variant.to_owned()));
        }
        if !options.min {
            let plies = self.opening.moves.len() + notes.moves.len();
            tags.push(("GameDuration", dates::duration(notes.clock.elapsed().as_secs())));
            tags.push(("GameStartTime", dates::moment(&notes.begun)));
            tags.push(("GameEndTime", dates::moment(&dates::now())));
            tags.push(("PlyCount", plies.to_string()));
            tags.push(("Termination", self.termination.to_owned()));
            let [one, other] = [white, black].map(|engine| &engine.limit.tc);
            if one == other {
                tags.push(("TimeControl", time_control(one)));
            } else {
                tags.push(("WhiteTimeControl", time_control(one)));
                tags.push(("BlackTimeControl", time_control(other)));
            }
        }
        tags
    }

    fn write_moves(&self, text: &mut String) {
        let start = &self.opening.start;
        let black_first = start.turn().is_black();
        let first = 2 * u32::from(start.fullmoves()) - u32::from(!black_first);
        let mut column = 0;
        let mut append = |piece: &str| {
            if column > 0 && column + piece.len() + 1 > WIDTH {
                text.push('\n');
                column = 0;
            }
            if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(piece);
            column += piece.len();
        };
        for (number, Token { text: m, comment }) in (first..).zip(self.tokens()) {
            let is_white = number % 2 == 1;
            let mut piece = match () {
                () if m.is_empty() => String::new(),
                () if is_white => format!("{}. {m}", number.div_ceil(2)),
                () if number == first => format!("{}... {m}", number.div_ceil(2)),
                () => m.clone(),
            };
            if !comment.is_empty() {
                let gap = if m.is_empty() { "" } else { " " };
                let _ = write!(piece, "{gap}{{{comment}}}");
            }
            append(&piece);
        }
        append(self.result);
    }

    fn tokens(&self) -> Vec<Token> {
        let moves = &self.notes.moves;
        let mut tokens = Vec::with_capacity(self.opening.moves.len() + moves.len());
        let mut position = self.opening.start.clone();
        let notation = self.options().notation;
        let legal = moves.iter().take_while(|m| m.legal).count();
        let illegal = moves.get(legal).map(|m| format!("{}: {}", self.reason, m.text));
        if self.opening.moves.is_empty()
            && legal == 0
            && let Some(illegal) = illegal
        {
            return vec![Token { text: String::new(), comment: illegal }];
        }
        let ending = illegal.unwrap_or_else(|| self.reason.to_owned());
        for &m in &self.opening.moves {
            let text = written(&position, m, notation);
            let comment = if self.options().min { "" } else { "book" }.to_owned();
            tokens.push(Token { text, comment });
            position.play_unchecked(m);
        }
        let mut clocks = ByColor::new_with(|color: Color| {
            let [white, black] = self.limits;
            Clock::new(color.fold_wb(white, black)).under(RunnerRules::Fastchess)
        });
        for (at, notes) in moves[..legal].iter().enumerate() {
            let Some(m) = read(&position, position.castles().mode(), &notes.text) else { break };
            let left = time_left(&mut clocks[position.turn()], notes.elapsed);
            let reason = if at + 1 == legal { ending.as_str() } else { "" };
            let comment = self.comment(notes, left, reason);
            tokens.push(Token { text: written(&position, m, notation), comment });
            position.play_unchecked(m);
        }
        tokens
    }

    fn comment(&self, notes: &MoveNotes, left: i64, reason: &str) -> String {
        let options = self.options();
        if options.min {
            return String::new();
        }
        let score = notes.score.map_or_else(String::new, in_comment);
        let elapsed = i64::try_from(notes.elapsed.as_millis()).unwrap_or(i64::MAX);
        let mut comment = format!("{score}/{} {}", notes.depth, seconds(elapsed));
        let mut add = |wanted: bool, part: &dyn Fn() -> String| {
            if wanted {
                let _ = write!(comment, ", {}", part());
            }
        };
        add(options.track_timeleft, &|| format!("tl={}", seconds(left)));
        add(options.track_latency, &|| format!("latency={}", seconds(notes.latency)));
        add(options.track_nodes, &|| format!("n={}", notes.nodes));
        add(options.track_seldepth, &|| format!("sd={}", notes.seldepth));
        add(options.track_nps, &|| format!("nps={}", notes.nps));
        add(options.track_hashfull, &|| format!("hashfull={}", notes.hashfull));
        add(options.track_tbhits, &|| format!("tbhits={}", notes.tbhits));
        add(options.track_pv, &|| format!("pv=\"{}\"", notes.pv));
        let lines: Vec<String> =
            notes.lines.iter().map(|line| format!("line=\"{line}\"")).collect();
        add(!lines.is_empty(), &|| lines.join(", "));
        add(!reason.is_empty(), &|| reason.to_owned());
        comment
    }
}

/// The time on a clock after a move, in milliseconds; below zero if the flag fell.
fn time_left(clock: &mut Clock, elapsed: Duration) -> i64 {
    let milliseconds = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    match clock.charge(elapsed, Duration::ZERO) {
        Err(late) => -milliseconds(late.by),
        Ok(_) => clock.left().map_or(0, milliseconds),
    }
}

/// `0.002s`, `-0.001s`.
fn seconds(milliseconds: i64) -> String {
    format!("{:.3}s", milliseconds as f64 / 1000.0)
}

/// The tag `TimeControl`.
fn time_control(tc: &ClockArguments) -> String {
    let seconds = |milliseconds: i64, digits| significant(milliseconds as f64 / 1000.0, digits);
    if tc.fixed_time > 0 {
        return format!("{}/move", seconds(tc.fixed_time, 8));
    }
    if let Some(stages) = tc.stages {
        return stages.to_string();
    }
    let mut text = String::new();
    if tc.moves == 0 && tc.time == 0 && tc.increment == 0 {
        text.push('-');
    }
    if tc.moves > 0 {
        let _ = write!(text, "{}/", tc.moves);
    }
    if tc.time + tc.increment > 0 {
        text.push_str(&seconds(tc.time, 6));
    }
    if tc.increment > 0 {
        let _ = write!(text, "+{}", seconds(tc.increment, 6));
    }
    text
}
