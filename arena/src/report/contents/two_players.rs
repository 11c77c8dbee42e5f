//! The numbers of two players, of a match or of a foreign file: the verdict, the tables, and the numbers that lead a page.

use crate::report::from_counts::CountsReport;
use crate::report::outlook::TestSummary;
use crate::report::pgn_results::EncounterSummary;
use crate::report::section::{self, Card};
use crate::report::stopped::StopSummary;
use crate::report::summary::{Ends, Headline, Method, Summary};
use document::Table;
use stats::headline::{Gap, Kind, NamedInterval, Names, Pace, Prospect, Tested, Verdict};
use stats::{Estimates, Interval, Pentanomial, Unit, Wdl, anytime, words};

/// The numbers, from the first player's view.
#[derive(Clone, Debug)]
pub(in crate::report) struct TwoPlayers<'a> {
    pub(in crate::report) names: [&'a str; 2],
    pub(in crate::report) all: Wdl,
    pub(in crate::report) as_white: Wdl,
    pub(in crate::report) as_black: Wdl,
    /// Complete pairs that are evidence.
    pub(in crate::report) pairs: Pentanomial,
    /// Complete pairs, and games without a partner.
    complete: u64,
    unpaired: u64,
    /// Games planned, where a schedule is known.
    planned: Option<u64>,
    pub(in crate::report) on_games: &'a Estimates,
    pub(in crate::report) on_pairs: &'a Estimates,
    /// The Elo difference that is shown.
    pub(in crate::report) elo: Option<f64>,
    headline: &'a Headline,
    clustered: Option<Ends>,
    /// The interval in force.
    pub(in crate::report) interval: NamedInterval,
    /// The anytime-valid interval, with its name and the games it rests on.
    anytime: Option<(String, Interval)>,
    pub(in crate::report) test: Option<TestSummary>,
    /// The decision of a rule.
    tested: Option<Tested<'a>>,
    /// Games that the verdict counts.
    games: u64,
    prospect: Option<Prospect>,
    pace: Option<Pace>,
    /// That one side was White more often, which leads the verdict.
    imbalance: Option<String>,
}

impl<'a> From<&'a Summary> for TwoPlayers<'a> {
    fn from(summary: &'a Summary) -> TwoPlayers<'a> {
        let seen = words::several(summary.anytime.pairs, "pair");
        let earlier = if is_tighter(summary) { "; narrowed by earlier looks" } else { "" };
        let decided = summary.stop.as_ref().and_then(StopSummary::pairs_of_decision);
        TwoPlayers {
            names: summary.names(),
            all: summary.counted(),
            as_white: summary.games.as_white,
            as_black: summary.games.as_black,
            pairs: decided.unwrap_or(summary.pairs.counts),
            complete: summary.pairs.complete,
            unpaired: summary.pairs.unpaired_games,
            planned: Some(summary.games.planned),
            on_games: &summary.on_games,
            on_pairs: &summary.on_pairs,
            elo: summary.elo(),
            headline: &summary.headline,
            clustered: summary.clustered_by_opening,
            interval: summary.interval(),
            anytime: Some((
                format!("anytime-valid ({seen}{earlier})"),
                summary.anytime.ends.interval(),
            )),
            test: summary.stop.as_ref().and_then(|stop| stop.sprt),
            tested: summary.stop.as_ref().and_then(StopSummary::tested),
            games: summary.counted().games(),
            prospect: prospect(summary),
            pace: pace(summary),
            imbalance: None,
        }
    }
}

/// A file tells no schedule: its games are taken for those that were planned.
impl<'a> From<&'a EncounterSummary> for TwoPlayers<'a> {
    fn from(encounter: &'a EncounterSummary) -> TwoPlayers<'a> {
        let (headline, pairs) = (&encounter.headline, encounter.pairs.pairs());
        TwoPlayers {
            names: encounter.players.each_ref().map(String::as_str),
            all: encounter.all,
            as_white: encounter.as_white,
            as_black: encounter.as_black,
            pairs: encounter.pairs,
            complete: pairs,
            unpaired: encounter.unpaired_games,
            planned: None,
            on_games: &encounter.on_games,
            on_pairs: &encounter.on_pairs,
            elo: headline.elo.0,
            headline,
            clustered: encounter.clustered_by_opening,
            interval: NamedInterval::fixed(headline.ends.interval()),
            anytime: None,
            test: encounter.test,
            tested: None,
            games: headline.games,
            prospect: (!matches!(headline.method, Method::Openings | Method::Colours))
                .then_some(Prospect::Narrows(headline.games)),
            pace: None,
            imbalance: encounter.imbalance(),
        }
    }
}

/// Counts without a schedule are taken for the end of a planned length.
impl<'a> From<&'a CountsReport> for TwoPlayers<'a> {
    fn from(report: &'a CountsReport) -> TwoPlayers<'a> {
        let (headline, pairs) = (&report.headline, report.pairs.pairs());
        let anytime = report.anytime.map(|anytime| {
            let seen = words::several(anytime.pairs, "pair");
            (format!("anytime-valid ({seen})"), anytime.ends.interval())
        });
        TwoPlayers {
            names: report.players.each_ref().map(String::as_str),
            all: report.all,
            as_white: Wdl::default(),
            as_black: Wdl::default(),
            pairs: report.pairs,
            complete: pairs,
            unpaired: report.all.games().saturating_sub(2 * pairs),
            planned: None,
            on_games: &report.on_games,
            on_pairs: &report.on_pairs,
            elo: report.exit.map_or(headline.elo, |exit| exit.elo).0,
            headline,
            clustered: None,
            interval: report.interval(),
            anytime,
            test: report.sprt,
            tested: report.stopped.as_ref().and_then(|stop| Tested::of(stop.decision, &stop.rule)),
            games: headline.games,
            prospect: report.is_without_rules.then_some(Prospect::Narrows(headline.games)),
            pace: None,
            imbalance: None,
        }
    }
}

/// The prospect of further games; more games from the same openings say little that is new.
fn prospect(summary: &Summary) -> Option<Prospect> {
    match &summary.stop {
        Some(stop) => {
            let games_left = stop.prospect?.games_left.0?;
            Some(Prospect::Decides(games_left.ceil() as u64))
        }
        None => (summary.pairs.repeated == 0 && summary.headline.method != Method::Openings)
            .then_some(Prospect::Narrows(summary.headline.games)),
    }
}

/// The thinking time of a game. Games on a clock tell the number of game threads.
fn pace(summary: &Summary) -> Option<Pace> {
    let seconds: f64 = summary.contenders.iter().map(|effort| effort.seconds).sum();
    let timings = summary.contenders.iter().filter_map(|effort| effort.timing.as_ref());
    let threads = timings.filter_map(|timing| timing.tables.keys().next_back().copied());
    let games = summary.games.played as f64;
    let is_known = seconds > 0.0 && games > 0.0;
    is_known.then(|| Pace { seconds_a_game: seconds / games, at_a_time: threads.max() })
}

/// Whether the anytime-valid interval, which never grows again, is narrower on a side than
/// the interval of the present look.
fn is_tighter(summary: &Summary) -> bool {
    let (anytime, once) = (summary.anytime.ends.interval(), summary.on_pairs.likelihood_elo());
    let keeps_looks = summary.facts.anytime != anytime::Method::Mixture;
    let is_tighter = |anytime: f64, once: f64| once.is_finite() && anytime > once;
    keeps_looks && (is_tighter(anytime.low, once.low) || is_tighter(-anytime.high, -once.high))
}

impl TwoPlayers<'_> {
    /// The estimates from pairs wherever there are some, and else those from games.
    fn estimates(&self) -> (&Estimates, Unit) {
        match self.on_pairs.n > 0.0 {
            true => (self.on_pairs, Unit::Pair),
            false => (self.on_games, Unit::Game),
        }
    }

    /// Why there is no interval, if so.
    pub(in crate::report) fn gap(&self) -> Gap {
        let (estimates, unit) = self.estimates();
        match self.headline.method {
            Method::Colours => Gap::OneColour,
            _ => Gap::of(estimates, unit),
        }
    }

    /// The likelihood of superiority in words.
    pub(in crate::report) fn superiority(&self) -> String {
        match self.headline.method {
            // That of the games would count White's advantage.
            Method::Colours => "n/a".to_owned(),
            _ => words::probability(self.estimates().0.los.0.unwrap_or(0.5)),
        }
    }

    pub(in crate::report) fn verdict(&self) -> section::Verdict {
        let [first, second] = self.names;
        let verdict = Verdict {
            names: Names { first, second },
            elo: self.elo,
            interval: self.interval,
            gap: self.gap(),
            games: self.games,
            tested: self.tested,
            prospect: self.prospect,
            pace: self.pace,
        };
        let led = |text: String| match &self.imbalance {
            Some(imbalance) => format!("{imbalance} {text}"),
            None => text,
        };
        section::Verdict {
            answer: verdict.answer(),
            sentence: led(verdict.sentence()),
            short: verdict.short(),
            support: (self.all.games() > 0).then(|| led(verdict.support())),
        }
    }

    /// The title of a browser's tab: the score comes first.
    pub(in crate::report) fn tab(&self) -> String {
        let [first, second] = self.names;
        match self.all.games() {
            0 => format!("{first} vs {second}"),
            _ => format!("{}: {first} vs {second}", words::winning_percentage(self.all)),
        }
    }

    pub(in crate::report) fn cards(&self) -> Vec<Card> {
        let played = words::count(self.all.games());
        let pairs = words::several(self.complete, "complete pair") + &unpaired(self.unpaired);
        let games = match self.planned {
            Some(planned) => format!("of {}, {pairs}", words::count(planned)),
            None => pairs,
        };
        let interval = match words::interval(self.interval.ends) {
            text if text == words::NO_INTERVAL => text,
            text => format!("{text} {}", self.interval.name()),
        };
        let mut cards: Vec<Card> = vec![
            ("Elo", words::elo(self.elo), interval),
            ("Score", words::winning_percentage(self.all), words::points(self.all)),
            ("Games", played, games),
            ("LOS", self.superiority(), "likelihood of superiority".to_owned()),
        ];
        cards.extend(self.test.map(|test| {
            let [lower, upper] = [test.lower, test.upper].map(|bound| words::decimal(bound, 2));
            let note = format!("{}, bounds {lower} and {upper}", test.test.bounds());
            ("LLR", words::decimal(test.llr, 2), note)
        }));
        cards
    }

    /// The line of the papers' tables: from games as they have it, and the same from pairs.
    pub(in crate::report) fn score(&self) -> Table {
        let names = self.names.join(" - ");
        let mut table =
            Table::new(["Score", &names, "winning %", "winning ratio", "Elo difference"]);
        let mut row = |name: &str, games: Wdl, estimates: &Estimates| {
            let plus_minus = match (estimates.elo.0, estimates.t_elo_pm.0) {
                (Some(elo), Some(half)) => words::plus_minus(elo, half),
                _ => None,
            };
            // Where Student's t has no error to print, the likelihood still has an interval.
            let elo = plus_minus.unwrap_or_else(|| {
                words::elo_with_interval(estimates.elo.0, estimates.likelihood_elo())
            });
            table.row([
                name,
                &words::points(games),
                &words::winning_percentage(games),
                &words::winning_ratio(games),
                &elo,
            ]);
        };
        row("games", self.all, self.on_games);
        row("pairs", self.pairs.games(), self.on_pairs);
        table
    }

    /// The Elo difference by every method.
    pub(in crate::report) fn strength(&self) -> Table {
        let [first, second] = self.names;
        let heading = format!("Details: Elo of {first} over {second}");
        let mut table = Table::new([heading.as_str(), "Elo", "95 % CI"]);
        let (games, pairs, headline) = (self.on_games, self.on_pairs, self.headline);
        let used = |name: &str, is_used| match is_used {
            true => format!("{name} (used for the verdict)"),
            false => name.to_owned(),
        };
        let is_fixed = self.interval.kind == Kind::Fixed;
        let marked = |name, method: Method| used(name, is_fixed && headline.method == method);
        let mut row = |name: String, elo: Option<f64>, ends: Option<Interval>| {
            let text = ends.map_or_else(|| "n/a".to_owned(), words::interval);
            table.row([name, words::elo(elo), text]);
        };
        if let Some(ends) = self.clustered {
            let name = marked("openings, clustered t", Method::Openings);
            row(name, headline.elo.0, Some(ends.interval()));
        }
        for (method, name) in [
            (Method::Mixed, "single games and pairs, empirical likelihood"),
            (Method::Colours, "single games with a term for White, Student's t"),
        ] {
            if headline.method == method {
                row(marked(name, method), headline.elo.0, Some(headline.ends.interval()));
            }
        }
        if pairs.n > 0.0 {
            let name = marked("pairs, empirical likelihood", Method::Pairs);
            row(name, pairs.elo.0, Some(pairs.likelihood_elo()));
        } else {
            let name = marked("games, empirical likelihood", Method::Games);
            row(name, games.elo.0, Some(games.likelihood_elo()));
        }
        row("games, Student's t (the papers')".to_owned(), games.elo.0, games.student_elo());
        if let Some((name, ends)) = &self.anytime {
            row(used(name, self.interval.kind == Kind::Anytime), pairs.elo.0, Some(*ends));
        }
        if self.interval.kind == Kind::Exit {
            let name = used(&self.interval.name(), true);
            row(name, self.elo, Some(self.interval.ends));
        }
        table.row(self.normalized());
        table.row(["LOS (likelihood of superiority)", &self.superiority(), ""]);
        table
    }

    fn normalized(&self) -> [String; 3] {
        let (estimates, _) = self.estimates();
        let name = "normalized Elo".to_owned();
        match (estimates.nelo.0, estimates.nelo_err_delta.0) {
            (Some(value), Some(half)) if half > 0.0 => {
                let ends = Interval { low: value - half, high: value + half };
                [name, words::decimal(value, 1), words::interval(ends)]
            }
            _ => [name, "n/a".to_owned(), "n/a".to_owned()],
        }
    }

    pub(in crate::report) fn colours(&self) -> Table {
        let heading = format!("Games of {}", self.names[0]);
        let mut table = Table::new([heading.as_str(), "games", "won", "drawn", "lost", "score"]);
        for (name, games) in [
            ("as White", self.as_white),
            ("as Black", self.as_black),
            ("all", self.as_white + self.as_black),
        ] {
            let score = [words::winning_percentage(games)];
            table.row([name.to_owned()].into_iter().chain(results(games)).chain(score));
        }
        table
    }

    pub(in crate::report) fn pairs(&self) -> Table {
        let headings = ["Pairs", "LL", "LD", "DD", "WL", "WD", "WW", "Ptnml(0-2)"];
        let mut table = Table::new(headings.into_iter().chain(["correlation", "pairs ratio"]));
        let counts = self.pairs;
        let cells = [counts.ll, counts.ld, counts.dd, counts.wl, counts.wd, counts.ww];
        let numbers = [self.complete].into_iter().chain(cells).map(words::count);
        let ratios = [stats::ratios::pair_correlation(counts), stats::ratios::pairs_ratio(counts)];
        table.row(numbers.chain([words::ptnml(counts)]).chain(ratios.map(words::ratio)));
        table
    }
}

/// Games, and those of them that were won, drawn and lost.
pub(in crate::report) fn results(games: Wdl) -> [String; 4] {
    [games.games(), games.wins, games.draws, games.losses].map(words::count)
}

/// ` and 1 game without its pair`, where there are any.
pub(in crate::report) fn unpaired(games: u64) -> String {
    match games {
        0 => String::new(),
        1 => " and 1 game without its pair".to_owned(),
        _ => format!(" and {} games without their pairs", words::count(games)),
    }
}
