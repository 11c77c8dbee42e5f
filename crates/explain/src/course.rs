//! An account from the games of a match to its files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use arena::chess::record::Contender;
use arena::config::Match;
use arena::player;
use arena::storage::facts::{ContenderFacts, EngineFacts, MatchFacts};
use arena::storage::results::Results;
use serde::{Deserialize, Serialize};

use crate::account::{Account, Games, Measured, PRICE_OF_A_DOUBLING, Price, Terms};
use crate::evidence::{self, Evidence};
use crate::explanation::{Explanation, Missing, PairingAccount, PlayedTerm, SCHEMA};
use crate::games::{self, LEAST};
use crate::nodes::{Nodes, Searches};
use crate::report;

/// Games of the pilot of each term, unless the price is too small for that.
const PILOT: u32 = 100;
/// Positions that are searched at most, and for each game of the price: the searches of one are some twentieth of a game.
const POSITIONS: u32 = 2000;
const POSITIONS_A_GAME: u32 = 5;

/// Plays the games of a term.
pub trait TermPlayer {
    /// Makes the players that search positions; `stderr` is a directory for the standard errors of programs.
    fn factory(&self, pairing: &Match, stderr: &Path) -> player::MakePlayer;

    /// Plays those that the journal in this directory lacks; `false` when the user stopped them.
    ///
    /// # Errors
    /// They cannot be played.
    fn play(&mut self, settings: Match, directory: &Path) -> anyhow::Result<bool>;

    /// Tells the user something.
    fn say(&mut self, text: &str);
}

/// An account to be made.
pub struct Course<'a> {
    /// The match, its programs identified.
    pub settings: &'a Match,
    /// Its journal.
    pub journal: &'a Path,
    /// The directory of the account.
    pub directory: PathBuf,
    /// The price, in games of the match; as many as it has where it is not given.
    pub games: Option<u32>,
    /// Positions that are searched, at most.
    pub positions: Option<u32>,
    /// Positions that are searched at a time.
    pub concurrency: usize,
    /// Whether no progress is shown.
    pub quiet: bool,
}

/// The price of an account, and how it is divided.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Plan {
    price: u32,
    #[serde(flatten)]
    games: Games,
}

impl Course<'_> {
    /// Makes the account, with its files; `None` when the user stopped it.
    ///
    /// # Errors
    /// When a term cannot be measured at all, or a file cannot be read or written.
    pub fn run(&self, player: &mut impl TermPlayer) -> anyhow::Result<Option<Explanation>> {
        let positions = self.positions.unwrap_or(POSITIONS);
        let pairings = evidence::read(self.journal, positions as usize)?;
        let mut accounts = Vec::new();
        let is_tournament = self.settings.pairings.len() > 1;
        for (number, evidence) in &pairings {
            let directory = match is_tournament {
                true => self.directory.join(format!("pairing-{}", number + 1)),
                false => self.directory.clone(),
            };
            let players = self.settings.pairings.get(*number as usize).copied().unwrap_or([0, 1]);
            let pairing = games::pairing(self.settings, players);
            let of_pairing = OfPairing { course: self, evidence, pairing, directory };
            let Some(account) = of_pairing.run(player)? else { return Ok(None) };
            accounts.push(account);
        }
        let Some(first) = pairings.values().next() else {
            bail!("the match has no game");
        };
        let explanation = Explanation {
            schema: SCHEMA,
            name: first.facts.name.clone(),
            question: first.facts.question.clone(),
            fingerprint: first.facts.fingerprint.clone(),
            games: accounts.iter().filter_map(|one| Some(one.played.first()?.games)).sum(),
            why: accounts.iter().flat_map(PairingAccount::sentences).collect(),
            pairings: accounts,
        };
        let results = Results::of_matches(self.directory.clone())?;
        for (extension, text) in report::files(&explanation)? {
            results.write(&format!("explain.{extension}"), &text)?;
        }
        Ok(Some(explanation))
    }
}

/// The account of one pairing, to be made.
struct OfPairing<'a> {
    course: &'a Course<'a>,
    evidence: &'a Evidence,
    pairing: Match,
    directory: PathBuf,
}

/// The measurements so far.
struct Found {
    depths: Vec<(u32, f64)>,
    nodes_a_move: u64,
    nodes: Nodes,
}

impl OfPairing<'_> {
    fn run(&self, player: &mut impl TermPlayer) -> anyhow::Result<Option<PairingAccount>> {
        let own = |contender: &arena::config::ContenderSettings| contender.limits;
        if self.pairing.contenders.iter().all(|one| {
            own(one).depth.is_some() && !own(one).is_timed() && own(one).nodes_a_move().is_none()
        }) {
            bail!(
                "the match was played at equal depth, so that its result is that term alone: `arena explain` is of \
                 matches by nodes or time"
            );
        }
        let told = |what: &str| {
            format!("the journal tells no {what} of the searches, and the terms rest on it")
        };
        let depth = self.evidence.depth().with_context(|| told("depth"))?;
        let nodes_of = |contender: Contender| {
            let limit = own(&self.pairing.contenders[contender as usize]).nodes_a_move();
            limit.or_else(|| self.evidence.nodes_a_move(contender)).with_context(|| told("nodes"))
        };
        let of_second = nodes_of(Contender::Second)?;
        // Of a first contender that tells no nodes there is no account; a sentence says so.
        let nodes_a_move = [nodes_of(Contender::First).unwrap_or(of_second), of_second];
        fs::create_dir_all(&self.directory)
            .with_context(|| self.directory.display().to_string())?;
        let nodes = self.nodes(nodes_a_move, player)?;
        let found = Found { depths: games::depths(depth), nodes_a_move: of_second, nodes };
        self.take_over(&found);
        let price = self.price();
        let pilot = (price / 8 * 2).clamp(2, PILOT);
        let pilot = Games { at_equal_depth: pilot, doubling: pilot };
        let plan = match self.known_plan(price) {
            Some(plan) => plan,
            None => {
                if !self.play(self.matches(&found, pilot), player)? {
                    return Ok(None);
                }
                self.plan(&found, pilot, price, player)?
            }
        };
        if !self.play(self.matches(&found, plan), player)? {
            return Ok(None);
        }
        Ok(Some(self.account(&found)))
    }

    /// The price, in games of the match.
    fn price(&self) -> u32 {
        let of_match = u32::try_from(self.evidence.tally.games().games()).unwrap_or(u32::MAX);
        self.course.games.unwrap_or(of_match).max(8)
    }

    fn nodes(&self, nodes_a_move: [u64; 2], player: &impl TermPlayer) -> anyhow::Result<Nodes> {
        let mut places = evidence::places(self.course.journal, self.evidence)?;
        if self.course.positions.is_none() {
            places.truncate((POSITIONS_A_GAME * self.price()) as usize);
        }
        let stderr = self.directory.join("stderr");
        let [first, second] = self.pairing.contenders.as_slice() else {
            bail!("a pairing has two contenders");
        };
        let searches = Searches {
            contenders: [first.clone(), second.clone()],
            make_player: player.factory(&self.pairing, &stderr),
            nodes_a_move,
            concurrency: self.course.concurrency,
            quiet: self.course.quiet,
            journal: &self.directory.join("positions.jsonl"),
            fingerprint: &self.evidence.facts.fingerprint,
        };
        searches.run(places)
    }

    /// The matches of the terms, each with its directory and the games that it has of these.
    fn matches(&self, found: &Found, games: Games) -> Vec<(String, Match)> {
        let at_depth = |&(depth, weight): &(u32, f64)| {
            let share = 2 * (weight * f64::from(games.at_equal_depth) / 2.0).round() as u32;
            (format!("depth-{depth}"), games::at_depth(&self.pairing, depth, share.max(LEAST)))
        };
        let doubling =
            games::doubling(&self.pairing, found.nodes_a_move, games.doubling.max(LEAST));
        found.depths.iter().map(at_depth).chain([(DOUBLING.to_owned(), doubling)]).collect()
    }

    /// Takes the games of the doubling from another account of the same contender.
    fn take_over(&self, found: &Found) {
        let settings = games::doubling(&self.pairing, found.nodes_a_move, 2);
        let signatures = player::signatures(&settings);
        let others = self.course.journal.parent().and_then(Path::parent).unwrap_or(Path::new(""));
        games::take_over(
            &MatchFacts::of(&settings, &signatures),
            others,
            &self.directory,
            DOUBLING,
        );
    }

    /// Plays these matches, each in its directory, as far as its games are not played yet.
    fn play(
        &self,
        matches: Vec<(String, Match)>,
        player: &mut impl TermPlayer,
    ) -> anyhow::Result<bool> {
        for (name, settings) in matches {
            let directory = self.directory.join(&name);
            let has = games::counts(&Results::journal_in(&directory));
            if has.is_some_and(|(_, played)| played >= u64::from(settings.games)) {
                continue;
            }
            if !player.play(settings, &directory).context(name)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn plan(
        &self,
        found: &Found,
        pilot: Games,
        price: u32,
        player: &mut impl TermPlayer,
    ) -> anyhow::Result<Games> {
        let Ok(terms) = self.terms(found) else { return Ok(pilot) };
        let by_pilot = Price::of(&terms, pilot);
        let games = by_pilot.split(price);
        let Games { at_equal_depth, doubling } = games;
        player.say(&format!(
            "for the price of {price} games: {at_equal_depth} at equal depth and {doubling} of a doubling (each takes {PRICE_OF_A_DOUBLING} \
             times as long); the rest will be known to within {:.0} Elo either way",
            by_pilot.half_width(games)
        ));
        let text = arena::report::json(&Plan { price, games })?;
        Results::of_matches(self.directory.clone())?.write(PLAN, &text)?;
        Ok(games)
    }

    /// The plan of an account of this price that was stopped.
    fn known_plan(&self, price: u32) -> Option<Games> {
        let text = bounded::read_text(self.directory.join(PLAN), bounded::SMALL).ok()?;
        let plan: Plan = serde_json::from_str(&text).ok()?;
        (plan.price == price).then_some(plan.games)
    }

    fn journal(&self, name: &str) -> PathBuf {
        Results::journal_in(&self.directory.join(name))
    }

    /// The terms, or the first that cannot be had.
    fn terms(&self, found: &Found) -> Result<Terms, Missing> {
        let whole = Measured::elo(self.evidence.tally.pairs()).ok_or(Missing::Match)?;
        let at_depth = |(depth, weight): &(u32, f64)| {
            Some((*weight, games::elo(&self.journal(&format!("depth-{depth}")))?))
        };
        let depths: Option<Vec<_>> = found.depths.iter().map(at_depth).collect();
        let doubling = games::elo(&self.journal(DOUBLING)).ok_or(Missing::Doubling)?;
        let terms = Terms {
            whole,
            at_equal_depth: Measured::weighted(&depths.ok_or(Missing::Depth)?),
            doubling,
            log2_nodes: found.nodes.all.ok_or(Missing::Nodes)?,
            log2_given: self.evidence.log2_given().ok_or(Missing::Given)?,
        };
        let is_program = |facts: &ContenderFacts| matches!(facts.engine, EngineFacts::Program(_));
        let has_program = self.evidence.facts.contenders.iter().any(is_program);
        match has_program && !terms.are_alike() {
            true => Err(Missing::Unlike),
            false => Ok(terms),
        }
    }

    /// The games of a match of this account.
    fn played(&self, name: String, weight: f64) -> Option<PlayedTerm> {
        let (pairs, games) = games::counts(&self.journal(&name))?;
        Some(PlayedTerm::new(name, weight, pairs, games))
    }

    /// The games of the match.
    fn of_match(&self) -> PlayedTerm {
        let tally = &self.evidence.tally;
        PlayedTerm::new("match".to_owned(), 1.0, tally.pairs(), tally.games().games())
    }

    fn account(&self, found: &Found) -> PairingAccount {
        let depths: Vec<PlayedTerm> = found
            .depths
            .iter()
            .filter_map(|(depth, weight)| self.played(format!("depth-{depth}"), *weight))
            .collect();
        let doubling = self.played(DOUBLING.to_owned(), 1.0);
        let games = Games {
            at_equal_depth: depths.iter().map(|term| term.games as u32).sum(),
            doubling: doubling.as_ref().map_or(0, |term| term.games as u32),
        };
        let terms = self.terms(found);
        PairingAccount {
            contenders: self.evidence.facts.contenders.each_ref().map(|one| one.name.clone()),
            timed: self.evidence.facts.is_timed(),
            depth: self.evidence.depth().unwrap_or_default(),
            nodes_a_move: found.nodes_a_move,
            account: terms.as_ref().ok().map(|terms| Account::new(*terms, games)),
            missing: terms.err(),
            played: [self.of_match()].into_iter().chain(depths).chain(doubling).collect(),
            nodes: found.nodes.clone(),
        }
    }
}

/// The directory of the games of the doubling.
const DOUBLING: &str = "doubling";
/// The file with the division of the price.
const PLAN: &str = "plan.json";
