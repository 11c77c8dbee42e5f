//! The order of openings compared with fastchess's for 50 books, seeds and starts:
//! `crates/fastchess/reference/shuffles.py` recorded it, and holds the whole program against it,
//! too.

use fastchess::language::book_order::{Shuffle, book_order};

/// A line each: openings of the book, seed, start from 1, rounds; then the numbers of the rounds' openings.
const RECORDED: &str = include_str!("shuffles.txt");

#[test]
fn books_are_shuffled_as_the_reference_shuffles_them() {
    for line in RECORDED.lines() {
        let (case, order) = line.split_once(": ").unwrap();
        let [length, seed, start, rounds] = <[u64; 4]>::try_from(
            case.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<_>>(),
        )
        .unwrap();
        let [length, start, rounds] =
            [length, start, rounds].map(|number| usize::try_from(number).unwrap());
        let expected: Vec<usize> = order.split(' ').map(|number| number.parse().unwrap()).collect();
        let played = book_order(length, Some(Shuffle::Fastchess(seed)), start - 1, rounds);
        // After the last opening the first one comes again.
        let played: Vec<usize> = played.iter().copied().cycle().take(rounds).collect();
        assert_eq!(played, expected, "{case}");
    }
    assert_eq!(RECORDED.lines().count(), 50);
}
