//! Who plays and with what, in few words: the rest is in the report.

use super::facts::ContenderFacts;
use crate::chess::limits::PlayLimits;

/// `8+0.08`, `2000 nodes`, `depth 8`, `0.1 s a move`: limits without margin and overhead.
pub(crate) fn limits(line: &str) -> String {
    let words = line.split(' ').filter_map(|word| match word.split_once('=') {
        None => Some(word.to_owned()),
        Some(("nodes", nodes)) => Some(format!("{nodes} nodes")),
        Some(("depth", depth)) => Some(format!("depth {depth}")),
        Some(("movetime", time)) => Some(format!("{time} s a move")),
        Some(_) => None,
    });
    words.collect::<Vec<String>>().join(", ")
}

impl ContenderFacts {
    /// `Stockfish 15.1, Hash 16, 8+0.08`.
    #[must_use]
    pub fn in_few_words(&self) -> String {
        let mut words = vec![match self.configuration.split_once(" by ") {
            Some((program, _)) if self.is_program() => program.to_owned(),
            _ if self.is_program() => {
                self.configuration.split("; ").next().unwrap_or_default().to_owned()
            }
            _ => "ziggurat's search".to_owned(),
        }];
        words.extend(self.options().map(|(name, value)| format!("{name} {value}")));
        words.push(limits(&self.limits));
        words.join(", ")
    }

    /// The setting in the form that testing frameworks have: `8.0+0.08s Threads=1 Hash=16MB`, `N=2000`.
    #[must_use]
    pub fn as_test_setting(&self) -> String {
        let threads = self.option("Threads").or((!self.is_program()).then(|| "1".to_owned()));
        let mut words: Vec<String> = self.limits.split(' ').filter_map(test_limit).collect();
        words.extend(threads.map(|threads| format!("Threads={threads}")));
        words.extend(self.option("Hash").map(|hash| format!("Hash={hash}MB")));
        words.join(" ")
    }

    /// Whether it is a program, by the line of its configuration.
    pub(super) fn is_program(&self) -> bool {
        self.configuration.contains(['/', ';'])
    }

    /// The value of the option of this name, where it is set.
    pub(super) fn option(&self, wanted: &str) -> Option<String> {
        let mut options = self.options();
        options.find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, value)| value)
    }

    /// The options that are set, as `(Hash, 16)`.
    fn options(&self) -> impl Iterator<Item = (String, String)> + '_ {
        let of_program = self.configuration.split("; ").filter_map(|part| part.split_once(" = "));
        let of_preset = self
            .configuration
            .rsplit(' ')
            .next()
            .and_then(|word| word.strip_prefix("hash=")?.strip_suffix("MiB"))
            .filter(|_| !self.is_program());
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        of_program.map(own).chain(of_preset.map(|hash| own(("Hash", hash))))
    }
}

/// A word of a line of limits, as testing frameworks have it.
fn test_limit(word: &str) -> Option<String> {
    match word.split_once('=') {
        None => time_control(word),
        Some(("nodes", nodes)) => Some(format!("N={nodes}")),
        Some(("depth", depth)) => Some(format!("D={depth}")),
        Some(("movetime", time)) => {
            time.parse().ok().map(|seconds: f64| format!("MT={}", (1000.0 * seconds).round()))
        }
        Some(_) => None,
    }
}

/// A time control with its unit, as `8.0+0.08s`; `None` for what is none.
pub(crate) fn time_control(text: &str) -> Option<String> {
    if text == PlayLimits::NO_TIME_CONTROL || !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (base, increment) = text.split_once('+').map_or((text, None), |(a, b)| (a, Some(b)));
    let (period, seconds) = base.split_once('/').map_or(("", base), |(moves, of)| (moves, of));
    let slash = if period.is_empty() { "" } else { "/" };
    let point = if seconds.contains('.') { "" } else { ".0" };
    let increment = increment.map_or(String::new(), |increment| format!("+{increment}"));
    Some(format!("{period}{slash}{seconds}{point}{increment}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(configuration: &str, limits: &str) -> ContenderFacts {
        ContenderFacts {
            name: "new".to_owned(),
            configuration: configuration.to_owned(),
            limits: limits.to_owned(),
            time_control: String::new(),
            signature: 0,
            files: None,
        }
    }

    #[test]
    fn a_program_is_its_name_its_options_and_its_time() {
        let program = facts(
            "Stockfish 15.1 by the Stockfish developers (see AUTHORS file), sha256=af67e5f96d92cf6a: \
             /usr/games/stockfish; Hash = 16; Threads = 1",
            "8+0.08 margin=0.000999 overhead=0",
        );
        assert_eq!(program.in_few_words(), "Stockfish 15.1, Hash 16, Threads 1, 8+0.08");
        assert_eq!(program.as_test_setting(), "8.0+0.08s Threads=1 Hash=16MB");
        let preset = facts("null_move{reduction=3} hash=8MiB", "nodes=2000 depth=9");
        assert_eq!(preset.in_few_words(), "ziggurat's search, Hash 8, 2000 nodes, depth 9");
        assert_eq!(preset.as_test_setting(), "N=2000 D=9 Threads=1 Hash=8MB");
        let fixed = facts("x by y, sha256=00: /x", "movetime=0.1 margin=0 overhead=0");
        assert_eq!(fixed.in_few_words(), "x, 0.1 s a move");
        assert_eq!(fixed.as_test_setting(), "MT=100");
    }

    #[test]
    fn time_controls_have_their_unit() {
        let text = |text| time_control(text).unwrap();
        assert_eq!((text("40/60+0.6"), text("300")), ("40/60.0+0.6s".into(), "300.0s".into()));
        assert_eq!(text("0.5+0.01"), "0.5+0.01s");
        assert_eq!((time_control("-"), time_control("?")), (None, None));
    }
}
