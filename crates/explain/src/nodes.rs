//! Nodes at equal depth: positions of the match's own games, searched by both contenders to the depth that the one
//! reached there, with the table that searches of the same player's positions before it leave.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use anyhow::anyhow;
use engine::Stop;
use lab::progress::ProgressDisplay;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Move};
use stats::clustered::Cluster;

use arena::chess::phase::Phase;
use arena::chess::record::Contender;
use arena::config::ContenderSettings;
use arena::player::{MakePlayer, MoveRequest, Player, PlayerFailure};
use arena::storage::json_lines::{JournalFacts, JournalKind, JsonLines};

use crate::account::Measured;
use crate::evidence::{EARLIER, Earlier, Place};

/// Positions that are searched before it is asked whether the ratio is known well enough.
const BATCH: usize = 100;
/// Failed searches that are left out: so many, and one in so many of those that succeed. With more of them the account ends.
const FEW: usize = 3;
const RARE: usize = 50;
/// A search is given up after this many times the nodes a move of the match.
const PATIENCE: u64 = 200;
/// Searching ends when the interval of log2 of the ratio is this narrow either way: 2 % of nodes.
pub const NARROW: f64 = 0.03;

/// The facts of the searches of a journal; it begins with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodesFacts {
    /// Fingerprint of the match.
    pub fingerprint: String,
    /// The names of the contenders.
    pub contenders: [String; 2],
    /// Nodes after which a search is given up.
    pub most_nodes: u64,
    /// Positions of the same player that are searched before, at most; 0 where a search began with an empty table, as it
    /// did in earlier versions.
    #[serde(default)]
    pub earlier: usize,
}

impl JournalFacts for NodesFacts {
    const KIND: JournalKind = JournalKind {
        commands: "`arena explain`",
        other: "searches by other contenders",
        keep: "to keep them, choose another directory with --out DIR",
        mend: "delete the line to have its position searched again",
    };

    fn differences(&self, there: &NodesFacts) -> Vec<String> {
        match there == self {
            true => Vec::new(),
            false if there.earlier == 0 => {
                vec![
                    "they began with an empty table, by an earlier version (without this file the \
                      positions are searched again)"
                        .to_owned(),
                ]
            }
            false => vec!["the contenders or the games are others".to_owned()],
        }
    }
}

/// The nodes of both contenders for one depth in one position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Number of the game, from 1.
    pub game: u32,
    /// Its moves before the position, without the opening's.
    pub ply: usize,
    /// The depth, in plies.
    pub depth: u32,
    /// The contender that reached it in the match: 0 or 1.
    pub searched_by: usize,
    /// Phase of the game.
    pub phase: Phase,
    /// Nodes of both contenders.
    pub nodes: [u64; 2],
}

/// A row of the ratios.
#[derive(Clone, Debug, Serialize)]
pub struct Ratio {
    /// A depth, a phase, or the contender that reached the depth.
    pub name: String,
    /// Positions.
    pub positions: usize,
    /// log2 of the first contender's nodes over the second's.
    pub log2: Measured,
}

/// The ratios of a match.
#[derive(Clone, Debug, Serialize)]
pub struct Nodes {
    /// The mean over all positions, in the match's mix of phases; `None` with positions of fewer than two pairs.
    pub all: Option<Measured>,
    /// Positions that both searched.
    pub positions: usize,
    /// Positions in which a search was given up: their ratio counts as far as it went.
    pub given_up: usize,
    /// Positions left out because a search of them failed in this run; the next run tries them again.
    pub unanswered: usize,
    /// By depth.
    pub by_depth: Vec<Ratio>,
    /// By phase.
    pub by_phase: Vec<Ratio>,
    /// By the contender that reached the depth in the match.
    pub by_direction: Vec<Ratio>,
}

/// The means of the searches.
pub struct Searches<'a> {
    /// The contenders.
    pub contenders: [ContenderSettings; 2],
    /// Makes their players.
    pub make_player: MakePlayer,
    /// Nodes a move of each in the match.
    pub nodes_a_move: [u64; 2],
    /// Positions that are searched at a time.
    pub concurrency: usize,
    /// Whether no progress is shown.
    pub quiet: bool,
    /// The journal of the searches.
    pub journal: &'a Path,
    /// Fingerprint of the match.
    pub fingerprint: &'a str,
}

impl Searches<'_> {
    /// Searches positions in their order, until the ratio is known well enough or there are no more.
    ///
    /// # Errors
    /// When a contender fails in more than a few positions, or the journal cannot be used.
    pub fn run(&self, places: Vec<Place>) -> anyhow::Result<Nodes> {
        let most_nodes = self.nodes_a_move[1].saturating_mul(PATIENCE);
        let contenders = self.contenders.each_ref().map(|contender| contender.name.clone());
        let fingerprint = self.fingerprint.to_owned();
        let facts = NodesFacts { fingerprint, contenders, most_nodes, earlier: EARLIER };
        let mut known: BTreeMap<(u32, usize), Searched> = BTreeMap::new();
        let take = |searched: Searched| {
            known.insert((searched.game, searched.ply), searched);
            Ok(())
        };
        let mut journal = JsonLines::open(self.journal, &facts, take)?;
        let (mut used, mut unanswered) = (Vec::<Searched>::new(), 0);
        let mut display = ProgressDisplay::new(places.len(), "positions at most", self.quiet);
        for batch in places.chunks(BATCH) {
            let is_new = |place: &&Place| !known.contains_key(&(place.game, place.ply));
            let new: Vec<Place> = batch.iter().filter(is_new).cloned().collect();
            let mut finished = used.len() + batch.len() - new.len();
            self.search_all(&new, most_nodes, |found| {
                match found {
                    Ok(searched) => {
                        journal.append(std::iter::once(&searched))?;
                        known.insert((searched.game, searched.ply), searched);
                        finished += 1;
                    }
                    Err(failure) => {
                        unanswered += 1;
                        if unanswered > FEW.max(finished / RARE) {
                            return Err(failure);
                        }
                        display.say(&format!("warning: left out: {failure:#}"));
                    }
                }
                display.update(finished, "");
                Ok(())
            })?;
            let of_batch = batch.iter().filter_map(|place| known.get(&(place.game, place.ply)));
            used.extend(of_batch.cloned());
            if measured(used.iter()).is_some_and(|log2| log2.half_width() <= NARROW) {
                break;
            }
        }
        display.end(used.len(), None);
        let names = self.contenders.each_ref().map(|one| one.name.as_str());
        Ok(Nodes { unanswered, ..Nodes::of(&used, most_nodes, names) })
    }

    /// Searches these positions on some threads, each with players of its own.
    fn search_all(
        &self,
        places: &[Place],
        most_nodes: u64,
        mut keep: impl FnMut(anyhow::Result<Searched>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let next = &AtomicUsize::new(0);
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.concurrency.min(places.len()) {
                let (sender, make_player) = (sender.clone(), self.make_player.clone());
                scope.spawn(move || {
                    let start =
                        || self.contenders.each_ref().map(|one| make_player(one, Stop::new()));
                    let mut players = start();
                    while let Some(place) = places.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let found = self.searched(&mut players, place, most_nodes);
                        if found.is_err() {
                            // One that has failed must not be used again.
                            players = start();
                        }
                        if sender.send(found).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            receiver.iter().try_for_each(&mut keep)
        })
    }

    /// Searches a position with both, first with the one that searched it in the match.
    fn searched(
        &self,
        players: &mut [Box<dyn Player>; 2],
        place: &Place,
        most_nodes: u64,
    ) -> anyhow::Result<Searched> {
        let mut nodes = [0; 2];
        let mut before = Before::InTheMatch(self.nodes_a_move[place.searched_by as usize]);
        for contender in [place.searched_by, place.searched_by.other()] {
            let number = contender as usize;
            let found = search(&mut *players[number], place, &before, most_nodes);
            let (own, effort) = found.map_err(|failure| {
                let (name, game) = (&self.contenders[number].name, place.game);
                anyhow!("{name} failed in a position of game {game}: {failure}")
            })?;
            (nodes[number], before) = (own, Before::AtEqualDepth(effort));
        }
        Ok(Searched {
            game: place.game,
            ply: place.ply,
            depth: place.depth,
            searched_by: place.searched_by as usize,
            phase: place.phase,
            nodes,
        })
    }
}

/// The nodes of an earlier search, which fills the table.
struct Effort {
    /// Nodes to its depth.
    to_depth: u64,
    /// Nodes after that.
    beyond: u64,
}

/// The length of the earlier searches.
enum Before {
    /// The contender that reached the depth in the match searches each with this number of nodes.
    InTheMatch(u64),
    /// The other contender searches each to the same depth, and beyond it in proportion to its nodes for that depth.
    AtEqualDepth(Vec<Effort>),
}

/// Searches the positions before it and the position itself to its depth; gives the nodes of that, and of those before.
fn search(
    player: &mut dyn Player,
    place: &Place,
    before: &Before,
    most_nodes: u64,
) -> Result<(u64, Vec<Effort>), PlayerFailure> {
    player.new_game(u64::from(place.game))?;
    let think =
        |player: &mut dyn Player, moves: &[Move], position: &Chess, limits: engine::Limits| {
            let nodes = limits.nodes.map_or(most_nodes, |nodes| nodes.min(most_nodes));
            let (start, limits) = (&place.start, engine::Limits { nodes: Some(nodes), ..limits });
            let request =
                MoveRequest { start, moves, position, limits, opponent_clock: None, flag: None };
            Ok(player.think(&request)?.nodes)
        };
    let mut efforts = Vec::new();
    for (number, Earlier { depth, moves, position }) in place.earlier.iter().enumerate() {
        let moves = &place.moves[..*moves];
        let to_depth = think(player, moves, position, engine::Limits::depth(*depth))?;
        let beyond = match before {
            Before::InTheMatch(nodes) => nodes.saturating_sub(to_depth),
            Before::AtEqualDepth(efforts) => match efforts[number] {
                // A program that does not tell its nodes.
                Effort { to_depth: 0, beyond } => beyond,
                Effort { to_depth: of_other, beyond } => {
                    (beyond as f64 * to_depth as f64 / of_other as f64) as u64
                }
            },
        };
        if beyond > 0 {
            // It fills the table alone. Some programs give no move at few nodes; they begin anew, with an empty one.
            if think(player, moves, position, engine::Limits::nodes(beyond)).is_err() {
                player.new_game(u64::from(place.game))?;
            }
        }
        efforts.push(Effort { to_depth, beyond });
    }
    Ok((think(player, &place.moves, &place.position, engine::Limits::depth(place.depth))?, efforts))
}

impl Nodes {
    fn of(searched: &[Searched], most_nodes: u64, names: [&str; 2]) -> Nodes {
        let depths: BTreeMap<u32, ()> = searched.iter().map(|one| (one.depth, ())).collect();
        let row = |name: String, is_of: &dyn Fn(&Searched) -> bool| {
            let own: Vec<&Searched> = searched.iter().filter(|one| is_of(one)).collect();
            let positions = own.len();
            Some(Ratio { name, positions, log2: measured(own.into_iter())? })
        };
        let by_depth = depths
            .into_keys()
            .filter_map(|depth| row(depth.to_string(), &|one| one.depth == depth));
        let by_phase = Phase::ALL
            .iter()
            .filter_map(|phase| row(phase.name().to_owned(), &|one| one.phase == *phase));
        let by_direction = [Contender::First, Contender::Second].into_iter().filter_map(|by| {
            let name = format!("to the depth of {}", names[by as usize]);
            row(name, &|one| one.searched_by == by as usize)
        });
        Nodes {
            all: measured(searched.iter()),
            positions: searched.len(),
            given_up: searched
                .iter()
                .filter(|one| one.nodes.iter().any(|nodes| *nodes >= most_nodes))
                .count(),
            unanswered: 0,
            by_depth: by_depth.collect(),
            by_phase: by_phase.collect(),
            by_direction: by_direction.collect(),
        }
    }
}

/// The mean over positions of log2 of the ratio; the positions of a pair of games are a cluster.
fn measured<'a>(searched: impl Iterator<Item = &'a Searched>) -> Option<Measured> {
    let mut clusters: BTreeMap<u32, Cluster> = BTreeMap::new();
    for Searched { game, nodes: [first, second], .. } in searched {
        if *first == 0 || *second == 0 {
            // A program that does not tell its nodes.
            return None;
        }
        let cluster = clusters.entry((game - 1) / 2).or_insert(Cluster { pairs: 0.0, total: 0.0 });
        cluster.pairs += 1.0;
        cluster.total += (*first as f64 / *second as f64).log2();
    }
    Measured::mean(&clusters.into_values().collect::<Vec<Cluster>>())
}
