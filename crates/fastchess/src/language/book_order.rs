//! The order of the openings. Workers of one test share a seed and split the book by their first
//! opening, so that any other order would make them overlap.

use rand_mt::Mt64;

/// The generator by which a book is shuffled, with its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// Of fastchess: 64 bits a number.
    Fastchess(u64),
    /// Of cutechess-cli: 32 bits, and a Mersenne twister of its own.
    Cutechess(u32),
}

/// The numbers of the openings of a book of this length, from 0, in the order they are played in;
/// after the last one the first one comes again.
///
/// The book is shuffled where that is wanted, begins with opening `start`, counted from 0, and is cut to `most`
/// openings.
#[must_use]
pub fn book_order(
    length: usize,
    shuffle: Option<Shuffle>,
    start: usize,
    most: usize,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..length).collect();
    match shuffle {
        Some(Shuffle::Fastchess(seed)) => {
            let mut random = Mt64::new(seed);
            exchange(&mut order, || random.next_u64());
        }
        Some(Shuffle::Cutechess(seed)) => {
            let mut random = Twister::new(seed);
            exchange(&mut order, || random.next().into());
        }
        None => {}
    }
    if length > 0 {
        order.rotate_left(start % length);
    }
    order.truncate(most);
    order
}

/// The generator of cutechess-cli: the Mersenne Twister of 32 bits, but a word takes the lowest bit of its own where the
/// standard one takes the highest. A library has none like it.
#[derive(Clone, Debug)]
struct Twister {
    words: [u32; Twister::WORDS],
    at: usize,
}

impl Twister {
    const WORDS: usize = 624;
    const MIDDLE: usize = 397;

    fn new(seed: u32) -> Twister {
        let mut words = [seed; Twister::WORDS];
        for at in 1..Twister::WORDS {
            let before = words[at - 1];
            let mixed = (before ^ (before >> 30)).wrapping_mul(0x6C07_8965);
            words[at] = mixed.wrapping_add(at as u32);
        }
        Twister { words, at: 0 }
    }

    fn next(&mut self) -> u32 {
        if self.at == 0 {
            self.renew();
        }
        let mut word = self.words[self.at];
        word ^= word >> 11;
        word ^= (word << 7) & 0x9D2C_5680;
        word ^= (word << 15) & 0xEFC6_0000;
        word ^= word >> 18;
        self.at = (self.at + 1) % Twister::WORDS;
        word
    }

    fn renew(&mut self) {
        for at in 0..Twister::WORDS {
            let following = self.words[(at + 1) % Twister::WORDS];
            let joined = (self.words[at] & 1) + (following & 0x7FFF_FFFF);
            let twist = if joined.is_multiple_of(2) { 0 } else { 0x9908_B0DF };
            let other = self.words[(at + Twister::MIDDLE) % Twister::WORDS];
            self.words[at] = other ^ (joined >> 1) ^ twist;
        }
    }
}

/// Fisher and Yates, forwards: each place gets one of the remaining openings.
fn exchange(order: &mut [usize], mut random: impl FnMut() -> u64) {
    let length = order.len();
    for place in 0..length {
        let left = (length - place) as u64;
        // The remainder favours small numbers a little; it is the reference's.
        let chosen = place + (random() % left) as usize;
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

    /// The orders of books of seven positions, seen in games of cutechess-cli.
    #[test]
    fn a_book_is_shuffled_as_cutechess_shuffles_it() {
        let order = |seed, start, most| book_order(7, Some(Shuffle::Cutechess(seed)), start, most);
        assert_eq!(order(7, 0, 7), [1, 0, 5, 2, 4, 6, 3]);
        assert_eq!(order(99, 5, 3), [4, 1, 3]);
    }

    #[test]
    fn a_book_is_shuffled_then_rotated_then_cut() {
        let shuffle = Some(Shuffle::Fastchess(7));
        let whole = book_order(100, shuffle, 0, 100);
        let mut sorted = whole.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..100).collect::<Vec<_>>());
        assert_ne!(whole, sorted);
        let part = book_order(100, shuffle, 98, 5);
        assert_eq!(part, [whole[98], whole[99], whole[0], whole[1], whole[2]]);
        assert_eq!(book_order(5, None, 7, 3), [2, 3, 4]);
        assert!(book_order(0, shuffle, 3, 10).is_empty());
    }
}
