//! From the text of one game back to its record.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::str::FromStr;

use pgn_reader::{RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{ByColor, Chess, Color, Move, Position};

use super::game::{JournalGame, PlayedOpening};
use super::settings::{KnownSettings, SettingsTag};
use super::{comment, detail, measured, tags};
use crate::chess::conventions::Conventions;
use crate::chess::fen;
use crate::chess::pairings::{CONTENDERS, Format, place};
use crate::chess::record::{Contender, GameRecord, GameSpec, MoveRecord, WorkerFacts};
use crate::storage::facts::{
    BookFacts, ContenderFacts, EngineFacts, LimitFacts, MatchFacts, TournamentFacts,
};
use stats::anytime::Method;

/// Why a game cannot be read.
#[derive(Debug)]
pub(super) enum GameError {
    /// It is no game of a journal, for this reason.
    Unreadable(String),
    /// It refers to settings that are not known.
    UnknownSettings(String),
}

impl From<String> for GameError {
    fn from(problem: String) -> GameError {
        GameError::Unreadable(problem)
    }
}

/// A game that was read.
pub(super) struct Replayed {
    pub(super) game: JournalGame,
    /// How it stands to the settings of its match.
    pub(super) settings: SettingsTag,
    /// The date (UTC), as PGN writes it.
    pub(super) date: String,
}

/// Reads one game, which may refer to settings that are known.
///
/// # Errors
/// When it is not a game of a journal, or refers to other settings.
pub(super) fn game(text: &[u8], known: &KnownSettings) -> Result<Replayed, GameError> {
    // The reader moves up to as many bytes as this for each tag and each comment; none of either goes
    // beyond its line.
    let longest = text.split(|&byte| byte == b'\n').map(<[u8]>::len).max().unwrap_or_default();
    let mut reader = Reader::build(text)
        .set_supported_tag_line_length(longest + 1)
        .set_supported_comment_length(longest + 1)
        .finish();
    match reader.read_game(&mut GameVisitor { known }) {
        Ok(Some(game)) => game,
        Ok(None) => Err("there is no game in it".to_owned().into()),
        Err(error) => Err(error.to_string().into()),
    }
}

/// The tag pairs of one game.
#[derive(Default)]
struct Tags(HashMap<String, String>);

impl Tags {
    fn text(&self, name: &str) -> Result<String, String> {
        self.0.get(name).cloned().ok_or_else(|| format!("the tag {name} is missing"))
    }

    fn number<T: FromStr>(&self, name: &str) -> Result<T, String> {
        let text = self.text(name)?;
        text.parse().map_err(|_| format!("the tag {name} is {text:?}, which is no number"))
    }

    /// A number that counts from 1 in the file and from 0 here.
    fn index(&self, name: &str) -> Result<u32, String> {
        let number: u32 = self.number(name)?;
        number.checked_sub(1).ok_or_else(|| format!("the tag {name} is 0, it counts from 1"))
    }

    /// A tag with its own notation; an absent one is read as an empty text.
    fn read<T>(&self, name: &str, read: fn(&str) -> Option<T>) -> Result<T, String> {
        let text = self.0.get(name).map_or("", String::as_str);
        read(text).ok_or_else(|| format!("the tag {name} is {text:?}, which cannot be read"))
    }

    fn of_colors<T>(&self, name: &str, read: fn(&str) -> Option<T>) -> Result<ByColor<T>, String> {
        Ok(ByColor {
            white: self.read(&format!("White{name}"), read)?,
            black: self.read(&format!("Black{name}"), read)?,
        })
    }

    fn spec(&self) -> Result<GameSpec, String> {
        let game = match self.0.contains_key("Game") {
            true => self.index("Game")?,
            false => self.read("Round", game_of_round)?,
        };
        Ok(GameSpec::new(game, self.index("BookOpening")? as usize))
    }

    /// How it stands to the settings of its match.
    fn settings(&self) -> SettingsTag {
        match self.0.get(tags::SETTINGS) {
            None => SettingsTag::Own,
            Some(of) if self.0.contains_key("MatchFingerprint") => SettingsTag::Given(of.clone()),
            Some(of) => SettingsTag::Referred(of.clone()),
        }
    }

    /// What the game says of its match: by itself, or by the settings that it refers to.
    fn known_facts(&self, spec: &GameSpec, known: &KnownSettings) -> Result<MatchFacts, GameError> {
        let reference = match self.settings() {
            SettingsTag::Own | SettingsTag::Given(_) => return Ok(self.facts(spec)?),
            SettingsTag::Referred(reference) => reference,
        };
        let Some(facts) = known.get(&reference) else {
            return Err(GameError::UnknownSettings(reference));
        };
        let named =
            [("Event", &facts.name)].into_iter().chain([Color::White, Color::Black].map(|color| {
                (color.fold_wb("White", "Black"), &facts.contender(spec.player(color)).name)
            }));
        for (tag, expected) in named {
            let found = self.text(tag)?;
            if tags::pair(tag, &found) != tags::pair(tag, expected) {
                return Err(
                    format!("the tag {tag} is {found:?}, its settings have {expected:?}").into()
                );
            }
        }
        check_pairing(facts.tournament.as_ref(), spec)?;
        Ok(facts.clone())
    }

    fn contender(&self, color: Color) -> Result<ContenderFacts, String> {
        let prefix = color.fold_wb("White", "Black");
        let of_side = self.text(&format!("{prefix}TimeControl"));
        let threads = format!("{prefix}Threads");
        let threads = self.0.contains_key(&threads).then(|| self.number(&threads)).transpose()?;
        let engine = EngineFacts::read(&self.text(&format!("{prefix}Configuration"))?);
        Ok(ContenderFacts {
            name: self.text(prefix)?,
            engine: engine.with_threads(threads),
            limits: LimitFacts::read(&self.text(&format!("{prefix}Limits"))?),
            time_control: of_side.or_else(|_| self.text("TimeControl"))?,
            signature: self.number(&format!("{prefix}Signature"))?,
            files: self.0.get(&format!("{prefix}Files")).cloned(),
        })
    }

    fn facts(&self, spec: &GameSpec) -> Result<MatchFacts, String> {
        let first = if spec.white == Contender::First { Color::White } else { Color::Black };
        let plies = self.0.contains_key("BookPlies").then(|| self.number("BookPlies"));
        Ok(MatchFacts {
            name: self.text("Event")?,
            question: self.0.get("Question").cloned(),
            games: self.number("MatchGames")?,
            seed: self.number("MatchSeed")?,
            contenders: [self.contender(first)?, self.contender(!first)?],
            book: BookFacts {
                file: self.text("BookFile")?,
                openings: self.number("BookOpenings")?,
                order: self.text("BookOrder")?,
                plies: plies.transpose()?,
                start: self.number("BookStart")?,
            },
            adjudication: self.text("Adjudication")?,
            conventions: self.conventions()?,
            stop: self.read("StopRules", |text| text.parse().ok())?,
            anytime: match self.0.contains_key("AnytimeInterval") {
                true => self.read("AnytimeInterval", |text| text.parse().ok())?,
                false => Method::Mixture,
            },
            fingerprint: self.text("MatchFingerprint")?,
            tournament: self.tournament(spec)?,
        })
    }

    /// Whose conventions the match is played by.
    fn conventions(&self) -> Result<Conventions, String> {
        match self.0.contains_key("Conventions") {
            true => self.read("Conventions", Conventions::named),
            false => Ok(Conventions::Own),
        }
    }

    /// The worker, where one played the game.
    fn worker(&self) -> Result<Option<WorkerFacts>, String> {
        let Some(name) = self.0.get("Worker").cloned() else { return Ok(None) };
        let time_scale = match self.0.contains_key("TimeScale") {
            true => self.number("TimeScale")?,
            false => 1.0,
        };
        Ok(Some(WorkerFacts { name, time_scale }))
    }

    /// The pairing, where there are more than two contenders.
    fn tournament(&self, spec: &GameSpec) -> Result<Option<TournamentFacts>, String> {
        if !self.0.contains_key("TournamentFormat") {
            return Ok(None);
        }
        let facts = TournamentFacts {
            format: self.read("TournamentFormat", Format::named)?,
            contenders: self.number("TournamentContenders")?,
            pairing: self.index("Pairing")?,
        };
        if !CONTENDERS.contains(&(facts.contenders as usize)) {
            return Err(format!("the tag TournamentContenders is {}", facts.contenders));
        }
        check_pairing(Some(&facts), spec)?;
        Ok(Some(facts))
    }
}

/// Checks that a game is of its pairing.
fn check_pairing(facts: Option<&TournamentFacts>, spec: &GameSpec) -> Result<(), String> {
    let Some(facts) = facts else { return Ok(()) };
    let (pairing, _) = place(spec.pair(), facts.pairings().len());
    if pairing != facts.pairing as usize {
        let (game, there, here) = (spec.game + 1, facts.pairing + 1, pairing + 1);
        return Err(format!("game {game} is of pairing {here}, the tag Pairing says {there}"));
    }
    Ok(())
}

/// The number, from 0, of a game whose tag `Round` is this: `12.2` is the second of the twelfth pair.
fn game_of_round(round: &str) -> Option<u32> {
    let (pair, game) = round.split_once('.')?;
    let pair = pair.parse::<u32>().ok()?.checked_sub(1)?.checked_mul(2)?;
    match game {
        "1" => Some(pair),
        "2" => pair.checked_add(1),
        _ => None,
    }
}

/// A game while its moves are read.
struct Replay {
    tags: Tags,
    start: Chess,
    position: Chess,
    /// Who is to move after the moves of the book.
    first_mover: Color,
    book: Vec<Move>,
    moves: Vec<MoveRecord>,
    /// The move whose comment is still to come.
    pending: Option<Move>,
}

impl Replay {
    fn new(tags: Tags) -> Result<Replay, String> {
        let position = match tags.0.get("FEN") {
            None => Chess::default(),
            Some(text) => {
                fen::position(text).map_err(|problem| format!("the tag FEN: {problem}"))?
            }
        };
        let first_mover = position.turn();
        Ok(Replay {
            tags,
            start: position.clone(),
            position,
            first_mover,
            book: Vec::new(),
            moves: Vec::new(),
            pending: None,
        })
    }

    fn take_move(&mut self, san: &SanPlus) -> Result<(), String> {
        if self.pending.is_some() {
            return Err(format!("the move before {san} has no comment"));
        }
        let m = san
            .san
            .to_move(&self.position)
            .map_err(|_| format!("move {}: {san} is not legal", self.position.fullmoves()))?;
        self.position.play_unchecked(m);
        self.pending = Some(m);
        Ok(())
    }

    fn take_comment(&mut self, text: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(text);
        let unknown = || format!("the comment {{{text}}} cannot be read");
        if self.pending.is_none()
            && let Some(values) = measured::read_comment(&text)
        {
            self.tags.0.extend(values);
            return Ok(());
        }
        let m = self.pending.take().ok_or_else(unknown)?;
        if text == comment::BOOK && self.moves.is_empty() {
            self.book.push(m);
            self.first_mover = !self.first_mover;
        } else {
            self.moves.push(comment::read(&text, m).ok_or_else(unknown)?);
        }
        Ok(())
    }

    fn finish(self, known: &KnownSettings) -> Result<Replayed, GameError> {
        let Replay { tags, start, position, first_mover, book, moves, pending } = self;
        if pending.is_some() {
            return Err("the last move has no comment".to_owned().into());
        }
        let spec = tags.spec()?;
        let facts = tags.known_facts(&spec, known)?;
        let termination = tags.read("TerminationDetail", detail::read_termination)?;
        let outcome = facts.conventions.outcome(termination, &position);
        let (expected, result) = (detail::result(outcome), tags.text("Result")?);
        if result != expected {
            let problem = format!("the result is {result}, but the game ends as {expected}");
            return Err(problem.into());
        }
        let played = PlayedOpening {
            eco: tags.0.get("ECO").cloned(),
            name: tags.0.get("Opening").cloned(),
            start,
            moves: book,
        };
        let game = JournalGame {
            facts,
            opening: played,
            record: GameRecord {
                spec,
                first_mover,
                moves,
                termination,
                incident: tags.0.get("Incident").cloned(),
                suspect: tags.0.contains_key("Suspect"),
                outcome,
                counters: tags.of_colors("Counters", detail::read_counters)?,
                overruns: tags.of_colors("Overrun", detail::read_overruns)?,
                late: tags.of_colors("Late", detail::read_lateness)?,
                table: tags.0.contains_key("Table").then(|| tags.number("Table")).transpose()?,
                worker: tags.worker()?,
            },
        };
        Ok(Replayed { game, settings: tags.settings(), date: tags.text("Date")? })
    }
}

struct GameVisitor<'a> {
    known: &'a KnownSettings,
}

impl Visitor for GameVisitor<'_> {
    type Tags = Tags;
    type Movetext = Replay;
    type Output = Result<Replayed, GameError>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags::default())
    }

    fn tag(
        &mut self,
        tags: &mut Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let name = String::from_utf8_lossy(name).into_owned();
        tags.0.insert(name, value.decode_utf8_lossy().into_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Replay> {
        match Replay::new(tags) {
            Ok(replay) => ControlFlow::Continue(replay),
            Err(problem) => ControlFlow::Break(Err(problem.into())),
        }
    }

    fn san(&mut self, replay: &mut Replay, san: SanPlus) -> ControlFlow<Self::Output> {
        go_on(replay.take_move(&san))
    }

    fn comment(&mut self, replay: &mut Replay, text: RawComment<'_>) -> ControlFlow<Self::Output> {
        go_on(replay.take_comment(text.as_bytes()))
    }

    fn end_game(&mut self, replay: Replay) -> Self::Output {
        replay.finish(self.known)
    }
}

fn go_on(step: Result<(), String>) -> ControlFlow<Result<Replayed, GameError>> {
    match step {
        Ok(()) => ControlFlow::Continue(()),
        Err(problem) => ControlFlow::Break(Err(problem.into())),
    }
}
