//! The accounts in every form.

use document::{Block, Document, FORMATS, Table, html_table, number};
use maud::html;
use stats::words;

use arena::report::RenderError;
use arena::report::html::Section;
use arena::report::html::shell::Page;

use crate::account::Account;
use crate::explanation::{Explanation, PairingAccount, PlayedTerm, elo, end, share, with_interval};
use crate::nodes::Ratio;

impl PairingAccount {
    /// The account in one sentence, and its end in another.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let Some(account) = &self.account else {
            return self.missing.iter().map(|missing| missing.sentence().to_owned()).collect();
        };
        let Account { terms, cost, speed, together, rest, verdict } = account;
        let name = words::name(&self.contenders[0]);
        let given = match (self.timed, terms.log2_given.value) {
            (false, 0.0) => String::new(),
            (false, _) => format!(
                ", it had {} nodes ({} Elo)",
                share(terms.log2_given, ["more", "fewer"]),
                with_interval(*speed)
            ),
            (true, _) => {
                format!(
                    ", a node takes {} ({} Elo)",
                    share(terms.log2_given.negative(), ["longer", "less time"]),
                    with_interval(*speed)
                )
            }
        };
        let why = format!(
            "Why: at equal depth {name} plays {} Elo, it needs {} nodes for a depth ({} Elo){given}; together {} of {}.",
            with_interval(terms.at_equal_depth),
            share(terms.log2_nodes, ["more", "fewer"]),
            with_interval(*cost),
            elo(together.value),
            with_interval(terms.whole),
        );
        vec![why, end(*rest, *verdict)]
    }

    /// The numbers in tables.
    fn tables(&self) -> Vec<Table> {
        let mut tables: Vec<Table> =
            self.account.iter().map(|account| terms(account, self.timed)).collect();
        tables.push(games(&self.played));
        let mut ratios = Table::new([
            "Nodes at equal depth",
            "positions",
            &format!("{} needs", self.contenders[0]),
        ]);
        let nodes = &self.nodes;
        let groups = [&nodes.by_direction, &nodes.by_phase, &nodes.by_depth];
        for (number, rows) in groups.into_iter().enumerate() {
            for Ratio { name, positions, log2 } in rows {
                let name = if number == 2 { format!("depth {name}") } else { name.clone() };
                ratios.row([
                    name,
                    number::count(*positions as u64),
                    share(*log2, ["more", "fewer"]),
                ]);
            }
        }
        tables.push(ratios);
        tables
    }
}

/// The files of the accounts, by their endings.
///
/// # Errors
/// On a bug.
pub fn files(explanation: &Explanation) -> Result<Vec<(&'static str, String)>, RenderError> {
    let document = document(explanation);
    let formats = FORMATS.into_iter().filter(|format| !matches!(format.name(), "csv" | "html"));
    let mut files: Vec<(&'static str, String)> =
        formats.map(|format| (format.extension(), format.render(&document))).collect();
    files.push(("json", arena::report::json(explanation)?));
    files.push(("html", page(explanation)));
    Ok(files)
}

/// The accounts as sentences and tables.
#[must_use]
pub fn document(explanation: &Explanation) -> Document {
    let mut document = Document::titled(format!("Why: {}", explanation.name));
    for pairing in &explanation.pairings {
        document.0.extend(pairing.sentences().into_iter().map(Block::Paragraph));
        document.0.extend(pairing.tables().into_iter().map(Block::Table));
    }
    document
}

fn page(explanation: &Explanation) -> String {
    let head = html! {
        p.kicker { (explanation.name) ": " a href="../report.html" { "the report of the match" } }
        @if let Some(question) = &explanation.question { p.question { (question) } }
        h1 #verdict { "Why" }
        @for pairing in &explanation.pairings {
            @for sentence in pairing.sentences() { p.intervals { (sentence) } }
        }
    };
    let content = html! {
        @for pairing in &explanation.pairings {
            @for table in pairing.tables() { (html_table(&table)) }
        }
        p.note {
            "Intervals are at 95 %, with pairs of games as units. A rest that is wider than 30 Elo either way decides nothing."
        }
    };
    let page = Page {
        title: format!("Why: {}", explanation.name),
        head,
        sections: vec![Section { id: "terms", title: "The terms", content }],
        replays: None,
        live: None,
        note: "Elo differences are from the first contender's view.",
    };
    page.render()
}

/// The counts of matches.
fn games(played: &[PlayedTerm]) -> Table {
    let mut games = Table::new(["Games", "number", "pairs [0, 1/2, 1, 3/2, 2]", "weight"]);
    for term in played {
        let ptnml = term.ptnml.map(|pairs| pairs.to_string()).join(", ");
        let weight = number::decimal(term.weight, 2);
        games.row([term.name.clone(), number::count(term.games), ptnml, weight]);
    }
    games
}

fn terms(account: &Account, timed: bool) -> Table {
    let Account { terms, cost, speed, together, rest, .. } = account;
    let mut table = Table::new(["Term", "Elo, 95 % CI"]);
    let mut row = |name: &str, measured| table.row([name.to_owned(), with_interval(measured)]);
    row("at equal depth", terms.at_equal_depth);
    row("cost: nodes for a depth", *cost);
    match (timed, terms.log2_given.value) {
        (true, _) => row("speed: nodes a second", *speed),
        (false, 0.0) => {}
        (false, _) => row("nodes that the match gave", *speed),
    }
    row("together", *together);
    row("the match", terms.whole);
    row("rest", *rest);
    row("a doubling of the second's nodes", terms.doubling);
    table
}
