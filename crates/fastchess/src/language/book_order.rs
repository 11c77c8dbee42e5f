//! The order of the openings. Workers of one test share a seed and split the book by their first
//! opening, so that any other order would make them overlap.

use rand_mt::Mt64;

/// The numbers of the openings of a book of this length, from 0, in the order they are played in;
/// after the last one the first one comes again.
///
/// The book is shuffled by the seed where one is given, begins with opening `start`, counted from 0,
/// and is cut to one opening a round.
#[must_use]
pub fn book_order(length: usize, seed: Option<u64>, start: usize, rounds: usize) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    if let Some(seed) = seed {
        shuffle(&mut order, seed);
    }
    if length > 0 {
        order.rotate_left(start % length);
    }
    order.truncate(rounds);
    order
}

/// Fisher and Yates, forwards: each place gets one of the remaining openings.
fn shuffle(order: &mut [usize], seed: u64) {
    let mut random = Mt64::new(seed);
    let length = order.len();
    for place in 0..length {
        let left = (length - place) as u64;
        // The remainder favours small numbers a little; it is the reference's.
        let chosen = place + (random.next_u64() % left) as usize;
        order.swap(place, chosen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_standard_one() {
        // ISO C++, [rand.predef]: the 10000th number of a default mt19937_64.
        let mut random = Mt64::new(5489);
        let last = (0..10_000).map(|_| random.next_u64()).last();
        assert_eq!(last, Some(9_981_545_732_273_789_042));
    }

    #[test]
    fn a_book_is_shuffled_then_rotated_then_cut() {
        let whole = book_order(100, Some(7), 0, 100);
        let mut sorted = whole.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        assert_ne!(whole, sorted);
        let part = book_order(100, Some(7), 98, 5);
        assert_eq!(part, [whole[98], whole[99], whole[0], whole[1], whole[2]]);
        assert_eq!(book_order(5, None, 7, 3), [2, 3, 4]);
        assert!(book_order(0, Some(1), 3, 10).is_empty());
    }
}
