//! PGN books: one game an opening.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Visitor};
use shakmaty::{Chess, Position};

use super::Opening;
use super::line_error::LineError;
use crate::chess::fen;

pub(super) fn parse(bytes: &[u8], plies: Option<usize>) -> Result<Vec<Opening>, LineError> {
    let mut openings = Vec::new();
    for game in split_games(bytes) {
        let number = openings.len() + 1;
        let mut opening = parse_game(game.text, game.line).map_err(|problem| {
            LineError::new(game.line_of_fault(), format_args!("game {number}: {problem}"))
        })?;
        if let Some(plies) = plies.filter(|&plies| plies < opening.moves.len()) {
            let kept = opening.moves[..plies].to_vec();
            opening.moves.clear();
            opening.position = opening.start.clone();
            kept.into_iter().for_each(|m| opening.push(m));
        }
        openings.push(opening);
    }
    Ok(openings)
}

/// The text of one game and the line it begins on.
struct GameText<'a> {
    text: &'a [u8],
    line: usize,
}

impl GameText<'_> {
    /// The line a faulty game is faulty on: the last one of the shortest beginning that is faulty.
    /// What follows a fault mends nothing, so halving finds it, however long the game is.
    fn line_of_fault(&self) -> usize {
        let line_ends: Vec<usize> = memchr::memchr_iter(b'\n', self.text).collect();
        let is_sound = |end: &usize| parse_game(&self.text[..*end], self.line).is_ok();
        self.line + line_ends.partition_point(is_sound)
    }
}

/// Cuts a file into games: a new one begins with the first line after a blank one that ended a
/// movetext.
fn split_games(bytes: &[u8]) -> Vec<GameText<'_>> {
    let mut games: Vec<GameText<'_>> = Vec::new();
    let mut start: Option<(usize, usize)> = None;
    let mut in_movetext = false;
    let mut offset = 0;
    for (i, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let content = line.trim_ascii();
        let ends_movetext = in_movetext && (content.is_empty() || content.starts_with(b"["));
        if ends_movetext && let Some((from, first)) = start.take() {
            games.push(GameText { text: &bytes[from..offset], line: first });
            in_movetext = false;
        }
        if !content.is_empty() {
            in_movetext |= !content.starts_with(b"[") && !content.starts_with(b"%");
            start.get_or_insert((offset, i + 1));
        }
        offset += line.len();
    }
    if let Some((from, line)) = start {
        games.push(GameText { text: &bytes[from..], line });
    }
    games
}

fn parse_game(text: &[u8], line: usize) -> Result<Opening, String> {
    check_tokens(text)?;
    // Not the length of the whole text: what is read ahead is moved for every tag.
    let longest = text.split(|&byte| byte == b'\n').map(<[u8]>::len).max().unwrap_or(0);
    let mut reader = Reader::build(text).set_supported_tag_line_length(longest + 1).finish();
    match reader.read_game(&mut OpeningVisitor { line }) {
        Ok(Some(opening)) => opening,
        Ok(None) => Err("no moves".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// Refuses words in the movetext that are no moves: the PGN reader would pass over them.
fn check_tokens(text: &[u8]) -> Result<(), String> {
    let text = str::from_utf8(text).map_err(|error| error.to_string())?;
    let movetext = text.lines().filter(|line| !line.starts_with(['[', '%']));
    let mut depth = 0usize;
    let mut in_comment = false;
    for line in movetext {
        let mut word = String::new();
        for c in line.chars().chain([' ']) {
            match c {
                '}' if in_comment => in_comment = false,
                _ if in_comment => {}
                '{' => in_comment = true,
                ';' => break,
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ if depth > 0 => {}
                ' ' | '\t' | '.' => check_word(&std::mem::take(&mut word))?,
                c => word.push(c),
            }
        }
    }
    Ok(())
}

fn check_word(word: &str) -> Result<(), String> {
    let annotation = |c: char| matches!(c, '!' | '?');
    let known = word.is_empty()
        || word.starts_with('$')
        || word.bytes().all(|byte| byte.is_ascii_digit())
        || matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
        || word.trim_end_matches(annotation).parse::<SanPlus>().is_ok()
        || word.chars().all(annotation);
    if known { Ok(()) } else { Err(format!("{word:?} is no move")) }
}

struct OpeningVisitor {
    line: usize,
}

/// What the tags of a game say of its opening.
#[derive(Default)]
struct OpeningTags {
    fen: Option<String>,
    eco: Option<String>,
    name: Option<String>,
}

impl Visitor for OpeningVisitor {
    type Tags = OpeningTags;
    type Movetext = Opening;
    type Output = Result<Opening, String>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, OpeningTags> {
        ControlFlow::Continue(OpeningTags::default())
    }

    fn tag(
        &mut self,
        tags: &mut OpeningTags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let value = value.decode_utf8_lossy().into_owned();
        match name {
            b"FEN" => tags.fen = Some(value),
            b"ECO" => tags.eco = Some(value),
            b"Opening" => tags.name = Some(value),
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: OpeningTags) -> ControlFlow<Self::Output, Opening> {
        let start = match tags.fen.as_deref().map(fen::position) {
            None => Chess::default(),
            Some(Ok(start)) => start,
            Some(Err(problem)) => return ControlFlow::Break(Err(format!("FEN tag: {problem}"))),
        };
        let mut opening = Opening::new(start, self.line);
        opening.eco = tags.eco.filter(|eco| eco != "?");
        opening.name = tags.name.filter(|name| name != "?");
        ControlFlow::Continue(opening)
    }

    fn san(&mut self, opening: &mut Opening, san: SanPlus) -> ControlFlow<Self::Output> {
        match san.san.to_move(&opening.position) {
            Ok(m) => {
                opening.push(m);
                ControlFlow::Continue(())
            }
            Err(_) => {
                let number = opening.position.fullmoves();
                let dots = opening.position.turn().fold_wb(".", "...");
                let problem = format!("{number}{dots} {san} is not a legal move");
                ControlFlow::Break(Err(problem))
            }
        }
    }

    fn end_game(&mut self, opening: Opening) -> Self::Output {
        Ok(opening)
    }
}
