//! The contents of a report: their order and their words.

mod counts;
pub(super) mod efforts;
mod setting;
mod strength;
pub(super) mod techniques;
mod unused_time;
mod verdict;

use super::MatchReport;
use super::differs_in;
use super::effort::Effort;
use super::summary::Summary;
use document::{Block, Document};
use strength::{score, sequential_test};

pub(super) use counts::{colours, pairs, terminations};
pub(super) use setting::setting;
pub(super) use strength::strength;
pub(super) use verdict::{
    bias, caveats, headlines, named_interval, news, notices, verdict_and_support,
};

/// The report of a journal.
pub(super) fn of_match(report: &MatchReport) -> Document {
    let mut document = of(&report.summary);
    let divergences = &report.analysis.divergences;
    if let Some(touched) = divergences.without_effect().or_else(|| divergences.untouched_in_words())
    {
        // After the title, the differing settings and the headlines.
        let place = 2 + headlines(&report.summary).count();
        document.0.insert(place, Block::Paragraph(touched));
    }
    if report.summary.games.played > 0 {
        // The setting stays at the end.
        let setting = document.0.pop();
        if let Some(price) = &report.analysis.node_time {
            let names = [first(&report.summary), second(&report.summary)];
            document.0.push(Block::Paragraph(price.sentence(names)));
        }
        document.0.extend(
            report
                .analysis
                .tables([first(&report.summary), second(&report.summary)])
                .map(Block::Table),
        );
        document.0.extend(setting);
    }
    document
}

/// The report of the numbers alone.
pub(super) fn of(summary: &Summary) -> Document {
    let mut blocks = vec![Block::Title(format!("{} vs {}", first(summary), second(summary)))];
    blocks.push(Block::Paragraph(differs_in::sentence(&summary.differs_in)));
    blocks.extend(headlines(summary).map(Block::Paragraph));
    blocks.extend(caveats(summary).into_iter().map(Block::Paragraph));
    if summary.games.played > 0 {
        blocks.extend(
            [
                score(summary),
                strength(summary),
                colours(summary),
                pairs(summary),
                terminations(summary),
                efforts::per_move(&sides(summary)),
            ]
            .map(Block::Table),
        );
        blocks.extend(summary.stop.iter().flat_map(sequential_test).map(Block::Table));
        let sides = sides(summary);
        blocks.extend(techniques::blocks(summary));
        blocks.extend(efforts::clocks(&sides).map(Block::Table));
    }
    blocks.push(Block::Table(setting(summary)));
    Document(blocks)
}

fn first(summary: &Summary) -> &str {
    &summary.facts.contenders[0].name
}

fn second(summary: &Summary) -> &str {
    &summary.facts.contenders[1].name
}

/// The contenders' names and what they did.
fn sides(summary: &Summary) -> [(&str, &Effort); 2] {
    let efforts = &summary.contenders;
    [(first(summary), &efforts.first), (second(summary), &efforts.second)]
}
