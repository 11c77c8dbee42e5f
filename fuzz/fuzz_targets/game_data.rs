//! Games to learn from.

#![no_main]

use game_data::GameReader;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in GameReader::new(bytes).into_games().map_while(Result::ok) {
        let mut written = Vec::new();
        game_data::write(&game, &mut written).expect("memory, and a game of standard chess");
        let again = GameReader::new(&written[..]).next_game().expect("what was written");
        assert_eq!(again, Some(game));
    }
});
