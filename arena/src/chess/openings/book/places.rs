//! The places of the openings in a book's text, each checked, and each position once.

use std::ops::Range;
use std::thread;

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Chess, EnPassantMode, Outcome, Position};

use super::super::Opening;
use super::super::format::Format;
use super::super::line_error::LineError;
use super::source::Source;
use super::{Chess960Openings, Duplicate};

/// Bytes of a part that a thread reads, at least.
const PART: usize = 1 << 20;

/// The place of an opening. No text that is read has more bytes than these numbers count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    begin: u32,
    /// The first byte of the next opening.
    end: u32,
    line: u32,
}

impl Place {
    /// Its bytes in the text.
    pub(super) fn bytes(&self) -> Range<usize> {
        self.begin as usize..self.end as usize
    }

    /// Its line, from 1.
    pub(super) fn line(&self) -> usize {
        self.line as usize
    }
}

/// An opening with all that a book needs.
struct Seen {
    place: Place,
    position: u64,
    is_chess960: bool,
}

/// The openings of a text.
pub(super) struct Checked {
    /// The places of those that repeat no position.
    pub(super) places: Vec<Place>,
    /// The others.
    pub(super) duplicates: Vec<Duplicate>,
    pub(super) chess960: Option<Chess960Openings>,
}

/// Reads and checks all openings of a text.
///
/// # Errors
/// The first line that is no opening, or one in which the game is over.
pub(super) fn checked(source: &Source) -> Result<Checked, LineError> {
    let seen = seen(source)?;
    let mut earlier = earlier(&seen).into_iter().peekable();
    let (mut places, mut duplicates) = (Vec::with_capacity(seen.len()), Vec::new());
    let mut chess960: Option<Chess960Openings> = None;
    let ends = seen.iter().skip(1).map(|next| next.place.begin);
    let ends = ends.chain([source.bytes.len() as u32]);
    for ((index, Seen { place, is_chess960, .. }), end) in seen.iter().enumerate().zip(ends) {
        match earlier.next_if(|(double, _)| *double as usize == index) {
            None => {
                places.push(Place { end, ..*place });
                if *is_chess960 {
                    let first = Chess960Openings { count: 0, first: place.line() };
                    chess960.get_or_insert(first).count += 1;
                }
            }
            Some((_, first)) => {
                let [line, earlier] = [place, &seen[first as usize].place].map(Place::line);
                duplicates.push(Duplicate { line, earlier });
            }
        }
    }
    Ok(Checked { places, duplicates, chess960 })
}

/// The openings that repeat the position of an earlier one, in order, each with the first that has it.
fn earlier(seen: &[Seen]) -> Vec<(u32, u32)> {
    let threads = threads_for(size_of_val(seen));
    // Equal positions are of one part.
    let part = |number: u64| {
        let positions = seen.iter().map(|seen| seen.position).zip(0..);
        let of_part = positions.filter(|(position, _)| position % threads as u64 == number);
        let mut sorted: Vec<(u64, u32)> = of_part.collect();
        sorted.sort_unstable();
        let equal = sorted.chunk_by(|(one, _), (other, _)| one == other);
        let doubles = equal.map(|same| (same[0].1, &same[1..]));
        doubles
            .flat_map(|(first, rest)| rest.iter().map(move |(_, double)| (*double, first)))
            .collect::<Vec<_>>()
    };
    let mut doubles: Vec<(u32, u32)> = on_threads(0..threads as u64, part).concat();
    doubles.sort_unstable();
    doubles
}

/// All openings of a text. Lines of positions are read by several threads.
fn seen(source: &Source) -> Result<Vec<Seen>, LineError> {
    let length = source.bytes.len();
    match source.reading.format {
        Format::Epd => seen_by(source, threads_for(length)),
        Format::Pgn => seen_in(source, 0..length),
    }
}

/// The number of threads that read a text of this length: one for each [`PART`], as far as there are processors.
fn threads_for(bytes: usize) -> usize {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    threads.min(bytes / PART).max(1)
}

/// Does each piece of work on a thread of its own.
fn on_threads<W: Clone + Send, R: Send>(
    all: impl IntoIterator<Item = W>,
    work: impl Fn(W) -> R + Sync,
) -> Vec<R> {
    let work = &work;
    thread::scope(|scope| {
        let start = |one: W| (one.clone(), scope.spawn(move || work(one)));
        let running: Vec<_> = all.into_iter().map(start).collect();
        // A thread ends early only by a bug; then its work is done here, where it shows.
        running.into_iter().map(|(one, done)| done.join().unwrap_or_else(|_| work(one))).collect()
    })
}

/// All openings of a text with one a line, read by this many threads.
fn seen_by(source: &Source, threads: usize) -> Result<Vec<Seen>, LineError> {
    let parts = parts(&source.bytes, threads);
    let read = on_threads(parts.iter().cloned(), |part| seen_in(source, part));
    let mut all = Vec::new();
    let mut lines_before = 0;
    for (part, seen) in parts.into_iter().zip(read) {
        let seen = seen.map_err(|error| LineError { line: error.line + lines_before, ..error })?;
        let behind = |seen: Seen| {
            let line = seen.place.line + lines_before as u32;
            Seen { place: Place { line, ..seen.place }, ..seen }
        };
        match all.is_empty() {
            true => all = seen,
            false => all.extend(seen.into_iter().map(behind)),
        }
        lines_before += line_ends(&source.bytes[part]);
    }
    Ok(all)
}

/// Parts of about equal length that end where a line ends.
fn parts(bytes: &[u8], count: usize) -> Vec<Range<usize>> {
    let mut ends = Vec::new();
    for part in 1..count {
        let from = part * bytes.len() / count;
        let end = bytes[from..].iter().position(|byte| *byte == b'\n');
        ends.extend(end.map(|end| from + end + 1));
    }
    ends.push(bytes.len());
    ends.dedup();
    let begins = std::iter::once(0).chain(ends.clone());
    begins.zip(ends).map(|(begin, end)| begin..end).collect()
}

/// CR, LF and CR LF each end a line.
fn line_ends(bytes: &[u8]) -> usize {
    let count = |wanted: u8| bytes.iter().filter(|byte| **byte == wanted).count();
    match count(b'\r') {
        0 => count(b'\n'),
        returns => returns + count(b'\n') - bytes.windows(2).filter(|two| two == b"\r\n").count(),
    }
}

/// The openings of a part of a text; lines count from its beginning, bytes from that of the text.
fn seen_in(source: &Source, part: Range<usize>) -> Result<Vec<Seen>, LineError> {
    let mut all = Vec::new();
    source.reading.each(&source.bytes[part.clone()], |at, opening| {
        if let Some(how) = is_over(&opening) {
            let problem = format!("the game is already over {how}");
            return Err(LineError::new(opening.line, problem));
        }
        let (begin, line) = ((part.start + at) as u32, opening.line as u32);
        let place = Place { begin, end: part.end as u32, line };
        let is_chess960 = opening.castling_mode().is_chess960();
        all.push(Seen { place, position: key(&opening.position).0, is_chess960 });
        Ok(())
    })?;
    Ok(all)
}

fn key(position: &Chess) -> Zobrist64 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// The reason that the game is over where an opening ends; `None` if it is not.
fn is_over(opening: &Opening) -> Option<&'static str> {
    match opening.position.outcome() {
        Outcome::Unknown if opening.position.halfmoves() >= 100 => Some("by the fifty-move rule"),
        Outcome::Unknown if is_third_occurrence(opening) => Some("by threefold repetition"),
        Outcome::Unknown => None,
        Outcome::Known(_) if opening.position.is_checkmate() => Some("by checkmate"),
        Outcome::Known(_) if opening.position.is_stalemate() => Some("by stalemate"),
        Outcome::Known(_) => Some("by insufficient material"),
    }
}

/// Whether the moves lead to a threefold repetition of the final position.
fn is_third_occurrence(opening: &Opening) -> bool {
    // The shortest way to a third occurrence.
    if opening.moves.len() < 8 {
        return false;
    }
    let mut position = opening.start.clone();
    let mut keys = vec![key(&position)];
    for &m in &opening.moves {
        position.play_unchecked(m);
        keys.push(key(&position));
    }
    keys.iter().filter(|&&earlier| earlier == key(&position)).count() >= 3
}

#[cfg(test)]
mod tests {
    use super::super::source::Reading;
    use super::*;

    fn source(text: &str) -> Source {
        Source { bytes: text.into(), reading: Reading { format: Format::Epd, plies: None } }
    }

    fn places(source: &Source, threads: usize) -> Vec<(usize, usize, u64)> {
        let seen = seen_by(source, threads).unwrap_or_else(|error| panic!("{error:?}"));
        seen.iter().map(|one| (one.place.begin as usize, one.place.line(), one.position)).collect()
    }

    #[test]
    fn any_number_of_threads_finds_the_same() {
        let lines = (0..40)
            .map(|line| format!("4k3/8/8/8/8/8/{}P{}/4K3 w - -", line % 7 + 1, 6 - line % 7));
        let lines: Vec<String> = lines.map(|line| line.replace('0', "")).collect();
        for end in ["\n", "\r\n", "\n\n", "\n# remark\n"] {
            let source = source(&lines.join(end));
            let expected = places(&source, 1);
            assert_eq!(expected.len(), 40);
            for threads in [2, 3, 7, 64] {
                assert_eq!(places(&source, threads), expected, "{threads} threads, {end:?}");
            }
            let checked = checked(&source).unwrap_or_else(|error| panic!("{error:?}"));
            assert_eq!((checked.places.len(), checked.duplicates.len()), (7, 33));
            let first = checked.duplicates[0];
            assert_eq!((first.line, first.earlier), (expected[7].1, expected[0].1));
        }
    }

    #[test]
    fn the_first_wrong_line_is_named_whatever_thread_reads_it() {
        let good = "4k3/8/8/8/8/8/4P3/4K3 w - -\n";
        let source = source(&(good.repeat(20) + "nonsense\n" + &good.repeat(3) + "more\n"));
        for threads in [1, 2, 5] {
            assert_eq!(seen_by(&source, threads).err().map(|error| error.line), Some(21));
        }
    }
}
