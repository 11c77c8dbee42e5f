//! An engine as bad as can be: it plays no move, ignores the end of its input, and has a child that
//! does nothing for ever. Its argument is a word by which its processes are found.

use std::io::{BufRead, stdin};
use std::process::Command;
use std::time::Duration;
use std::{env, thread};

fn main() {
    let word = env::args().nth(1).unwrap_or_default();
    if env::args().nth(2).is_none() {
        let own = env::current_exe().expect("the path of this program");
        Command::new(own).args([&word, "child"]).spawn().expect("a child");
        for line in stdin().lock().lines().map_while(Result::ok) {
            match line.trim() {
                "uci" => println!("id name Stubborn\nuciok"),
                "isready" => println!("readyok"),
                _ => {}
            }
        }
    }
    loop {
        thread::sleep(Duration::from_secs(3600));
    }
}
