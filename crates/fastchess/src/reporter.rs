//! Reports a tournament: the stream on standard output, the files of games and positions, and the
//! file from which it is resumed.

mod closing;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::language::command::{LogLevel, Tournament};
use crate::language::sprt::Decision;
use crate::language::state::games_counted;
use crate::language::stream::{self, Settings};
use shakmaty::{Color, KnownOutcome};

use super::Dialect;
use super::context::TournamentContext;
use super::files::Growing;
use super::notes::{GameNotes, MoveNotes};
use super::pgn::Finished;
use super::results::{Counted, Results, single};
use super::verdict::{Verdict, verdict};
use crate::language::cutechess::voice::{self, Standing};
use arena::chess::record::{GameRecord, GameSpec, Termination};
use arena::config::Match;
use arena::config::pairing_order::PairingOrder;
use arena::runner::events::{Event, Reporter};
use uci_client::Score;

/// The numbers of an engine's late moves and failures.
#[derive(Clone, Copy, Debug, Default)]
struct Faults {
    timeouts: u32,
    crashes: u32,
}

/// The reporter of a tournament.
pub(super) struct StreamReporter {
    context: Arc<TournamentContext>,
    settings: Arc<Match>,
    /// Lines of the book that are not positions, by their openings.
    bad_openings: BTreeMap<usize, String>,
    results: Results,
    pgn: Option<Growing>,
    epd: Option<Growing>,
    /// Counted games, those of earlier runs included, and games in all.
    played: u64,
    total: u64,
    /// The settings of each engine in reports.
    engines: Vec<Settings>,
    faults: Vec<Faults>,
    /// The results as cutechess-cli tells them.
    standings: Vec<Standing>,
    /// Games after which the state is written next.
    next_save: u64,
}

impl StreamReporter {
    pub(super) fn new(
        context: Arc<TournamentContext>,
        settings: Arc<Match>,
        bad_openings: BTreeMap<usize, String>,
        earlier: &[GameRecord],
    ) -> StreamReporter {
        let (command, console) = (&context.command, &context.console);
        let tournament = &command.tournament;
        let played = games_counted(&command.stats);
        let resumed = played + earlier.len() as u64;
        let open = |file: &str, appends: bool, option: &str| {
            if file.is_empty() {
                return None;
            }
            let resumes = !appends && resumed > 0;
            if resumes {
                let text =
                    format!("Resuming from {resumed} games, ignoring {option} append=false.");
                console.say(LogLevel::Info, &text);
            }
            let opened = Growing::open(file, appends || resumes);
            opened
                .inspect_err(|error| console.complain(&format!("cannot write {file}: {error}")))
                .ok()
        };
        let pgn = open(&tournament.pgn.file, tournament.pgn.append_file, "-pgnout");
        let epd = open(&tournament.epd.file, tournament.epd.append_file, "-epdout");
        let names = command.engines.iter().map(|engine| engine.name.clone()).collect();
        let blank = |limit| Settings { limit, threads: None, hash: None };
        let interval = u64::try_from(tournament.autosaveinterval).unwrap_or(0);
        let mut reporter = StreamReporter {
            results: Results::new(names, tournament.report_penta, &command.stats),
            engines: command.engines.iter().map(|engine| blank(engine.limit)).collect(),
            faults: vec![Faults::default(); command.engines.len()],
            standings: command.engines.iter().map(|engine| Standing::new(engine.title())).collect(),
            total: u64::from(settings.all_games()),
            next_save: resumed + interval,
            pgn,
            epd,
            played,
            bad_openings,
            settings,
            context,
        };
        for game in earlier {
            reporter.recount(game);
            let reason = verdict(game, reporter.context.command.dialect()).reason;
            reporter.stand(game, &reason);
            // A game that was in progress when the test was decided does not count.
            if reporter.decision([0, 1]).is_some() {
                break;
            }
        }
        reporter
    }

    /// Whether all games have been played.
    pub(super) fn is_complete(&self) -> bool {
        self.played >= self.total
    }

    /// Whether the games of two engines have decided the sequential test.
    pub(super) fn is_decided(&self) -> bool {
        self.decision([0, 1]).is_some()
    }

    /// Prints the ending of a match of two engines.
    pub(super) fn say_end(&self, players: [usize; 2]) {
        // cutechess-cli's ending is written when the run is closed.
        if self.context.command.dialect() == Dialect::Cutechess {
            return;
        }
        self.say_score(players);
        self.say_report(players);
        if let Some(decision) = self.decision(players) {
            self.context.console.write(&stream::test_ended(&self.context.command, decision));
        }
    }

    fn player(&self, spec: &GameSpec, color: Color) -> usize {
        self.settings.player_index(spec, color)
    }

    fn name(&self, engine: usize) -> &str {
        self.context.command.engines[engine].title()
    }

    /// The number of a game's pair, from 0.
    fn pair(&self, spec: &GameSpec) -> u32 {
        match self.settings.pairing_order {
            PairingOrder::Pairs => spec.pair(),
            PairingOrder::Rounds(rounds) => spec.game / rounds.games,
            PairingOrder::Encounters(encounters) => encounters.round(spec.game),
        }
    }

    fn started(&self, spec: &GameSpec) {
        let console = &self.context.console;
        let [white, black] = Color::ALL.map(|color| self.name(self.player(spec, color)));
        console.write(&stream::started(u64::from(spec.game) + 1, self.total, white, black));
        if let Some(line) = self.bad_openings.get(&spec.opening) {
            let problem =
                format!("Failed to set position from opening book, invalid FEN or EPD: {line}");
            console.stop(true);
            console.say(LogLevel::Fatal, &problem);
            console.say(LogLevel::Error, &format!("Error while creating match: {problem}"));
        }
    }

    fn finished(&mut self, record: &GameRecord) {
        let notes = self.context.notebook.take(record.spec.game);
        let Some(notes) = notes else { return };
        let fails = matches!(record.termination, Termination::Abandoned(_));
        let is_last = fails && !self.context.command.tournament.recover;
        if !self.context.console.is_stopped() {
            self.note_fault(record);
        }
        if self.context.console.is_stopped() {
            // The game does not count, but its fault does: with -strict it is the fault that has stopped the tournament.
            if !is_last {
                self.blame(record);
            }
            return;
        }
        for color in Color::ALL {
            let engine = self.player(&record.spec, color);
            self.engines[engine].threads.clone_from(&notes.players[color].threads);
            self.engines[engine].hash.clone_from(&notes.players[color].hash);
        }
        let mut verdict = verdict(record, self.context.command.dialect());
        let is_cutechess = self.context.command.dialect() == Dialect::Cutechess;
        if is_cutechess && let Some(last) = notes.moves.last() {
            verdict.reason += &detail(record.termination, last);
        }
        // fastchess does not keep a game that ends the tournament.
        if is_last && !is_cutechess {
            self.context.console.warn(&format!(
                "Game {} stalled / disconnected and no recover option set for engine, stopping \
                 tournament.",
                record.spec.game + 1
            ));
        } else {
            self.keep(record, &notes, &verdict);
        }
        self.count(record, &verdict);
        match is_last {
            true => self.context.console.stop(true),
            false => self.blame(record),
        }
    }

    /// Adds a game to its files.
    fn keep(&mut self, record: &GameRecord, notes: &GameNotes, verdict: &Verdict) {
        let players = Color::ALL.map(|color| self.player(&record.spec, color));
        let command = &self.context.command;
        let game = Finished {
            command,
            engines: players.map(|player| &command.engines[player]),
            limits: players.map(|player| &self.settings.contenders[player].limits),
            opening: &self.settings.opening(&record.spec),
            notes,
            round: self.pair(&record.spec) + 1,
            result: verdict.result,
            reason: &verdict.reason,
            termination: verdict.termination,
        };
        if let Some(file) = &mut self.pgn {
            file.add(&game.pgn(), &self.context.console);
            if command.tournament.pgn.crc {
                let line = stream::checksum(file.path(), file.checksum());
                self.context.console.say(LogLevel::Info, line.trim_end());
            }
        }
        if let Some(file) = &mut self.epd {
            file.add(&game.epd(), &self.context.console);
        }
    }

    /// Prints the ending of a game, counts it, and reports if it is time for that.
    fn count(&mut self, record: &GameRecord, verdict: &Verdict) {
        let (spec, pair) = (&record.spec, self.pair(&record.spec));
        let [white, black] = Color::ALL.map(|color| self.player(spec, color));
        let [white_name, black_name] = [white, black].map(|player| self.name(player));
        let number = u64::from(spec.game) + 1;
        let line =
            stream::finished(number, white_name, black_name, verdict.result, &verdict.reason);
        self.context.console.write(&line);
        self.recount(record);
        if self.context.command.dialect() == Dialect::Cutechess {
            return self.say_as_cutechess(record, &verdict.reason);
        }
        let tournament = &self.context.command.tournament;
        let is_last = self.is_complete();
        let players = [white.min(black), white.max(black)];
        if is_last || is_due(self.played, tournament.scoreinterval) {
            self.say_score(players);
        }
        let is_whole = !tournament.report_penta || self.results.is_whole(pair);
        let index = if tournament.report_penta { u64::from(pair) + 1 } else { self.played };
        if is_last || is_whole && is_due(index, tournament.ratinginterval) {
            self.say_report(players);
        }
        self.test(players);
    }

    /// Prints the score after a game, and the ranking where that is wanted, as cutechess-cli does.
    fn say_as_cutechess(&mut self, record: &GameRecord, reason: &str) {
        self.stand(record, reason);
        if let [_, _] = self.standings[..] {
            self.say_score([0, 1]);
        }
        let tournament = &self.context.command.tournament;
        if self.has_said(tournament.ratinginterval) {
            self.say_ranking();
        }
        if self.has_said(tournament.unsaved.outcomeinterval) {
            self.say_outcomes();
        }
        if self.decision([0, 1]).is_some() {
            self.context.console.stop(false);
        }
    }

    /// Adds a game to the standings.
    fn stand(&mut self, record: &GameRecord, reason: &str) {
        let of_white = single(points_of_white(record));
        for (color, counts) in Color::ALL.into_iter().zip([of_white, !of_white]) {
            let player = self.player(&record.spec, color);
            self.standings[player].add(color.fold_wb(0, 1), counts, reason);
        }
    }

    fn say_ranking(&self) {
        let tournament = &self.context.command.tournament;
        self.context.console.write(&voice::results(&self.standings, tournament));
    }

    /// Whether cutechess-cli prints a text of this interval after the last game; of 0 it does so at the end alone.
    fn has_said(&self, interval: i32) -> bool {
        interval != 0 && is_due(self.played, interval)
    }

    fn say_outcomes(&self) {
        self.context.console.write(&voice::outcomes(&self.standings));
    }

    /// Counts a game, and says nothing.
    fn recount(&mut self, record: &GameRecord) {
        let [white, black] = Color::ALL.map(|color| self.player(&record.spec, color));
        let points = points_of_white(record);
        self.results.add(Counted { pair: self.pair(&record.spec), white, black, points });
        self.played += 1;
    }

    /// The score of cutechess's format.
    fn say_score(&self, [first, second]: [usize; 2]) {
        if self.context.command.tournament.output == crate::language::command::Output::Cutechess {
            let counts = self.results.between(first, second);
            let line = stream::score(self.name(first), self.name(second), counts);
            self.context.console.write(&line);
        }
    }

    fn say_report(&self, [first, second]: [usize; 2]) {
        let command = &self.context.command;
        let text = match &self.engines[..] {
            [one, other] => {
                stream::report(command, self.results.between(first, second), [one, other])
            }
            _ => {
                let last = self.results.between(first, second);
                stream::table(command, &self.results.totals(), last)
            }
        };
        self.context.console.write(&text);
    }

    /// Ends the tournament if the sequential test is decided.
    fn test(&self, players: [usize; 2]) {
        if self.decision(players).is_some() {
            self.context.console.stop(false);
            self.say_end(players);
        }
    }

    /// The decision of the sequential test, if there is one.
    fn decision(&self, [first, second]: [usize; 2]) -> Option<Decision> {
        let Tournament { sprt, report_penta, .. } = &self.context.command.tournament;
        let counts = || self.results.between(first, second);
        sprt.enabled.then(|| sprt.decision(sprt.llr(counts(), *report_penta))).flatten()
    }
}

/// Whether text that belongs after so many games belongs after this one.
fn is_due(count: u64, interval: i32) -> bool {
    count.is_multiple_of(u64::from(interval.unsigned_abs()).max(1))
}

/// The end of a reason that cutechess-cli gives, after the game's last answer.
fn detail(termination: Termination, last: &MoveNotes) -> String {
    match (termination, last.score) {
        (Termination::IllegalMove(_), _) => format!(": {}", last.text),
        // A player that resigns has said that the game is lost.
        (Termination::ResignAdjudication(_), Some(Score::Mate(1..))) => {
            ": trusted mate score".to_owned()
        }
        _ => String::new(),
    }
}

/// Half points of White.
fn points_of_white(record: &GameRecord) -> u8 {
    match record.outcome {
        KnownOutcome::Decisive { winner: Color::White } => 2,
        KnownOutcome::Decisive { winner: Color::Black } => 0,
        KnownOutcome::Draw => 1,
    }
}

impl Reporter for StreamReporter {
    fn report(&mut self, event: &Event<'_>) {
        match event {
            Event::GameStarted { spec } if !self.context.console.is_stopped() => self.started(spec),
            Event::GameFinished { record, .. } => self.finished(record),
            Event::Progress(_) => self.save_at_times(),
            _ => {}
        }
    }
}
