//! The examples of `arena --help`.

/// The text below the list of commands.
pub(super) const TEXT: &str = "\
Examples:
  arena run matches/smoke.toml                play a match; its journal and report go to
                                              matches/results/smoke/
  arena run matches/smoke.toml                again: resume where it was stopped (even by
                                              kill -9), or print the report of a finished match
  arena run matches/smoke.toml --games 400    make a match longer
  arena new > my.toml                         a template of a match file, every key explained
  arena help match-file                       every key of a match file, with its default
  arena run x.toml --set limits.nodes=2000 --set contender.1.preset=modern
                                              another match: some keys changed, the file untouched
  arena run matches/papers/winands/figure-5.toml --sample 16 --max-depth 8
                                              a small run of a paper's experiment on a test suite
  arena run x.toml --seed 2 --out x-seed-2    another sample, in a directory of its own
  arena run x.toml --shard 1/4                a quarter of a match, for a later merge
  arena merge x.toml DIR..                    the games of shards into the match's own journal
  arena run x.toml --workers nats://host      a match played by many machines: this one hands out pairs,
  arena worker nats://host                    and each of the others plays
  arena report matches/results/smoke/games.pgn
                                              print the report, from nothing but the journal
  arena report matches/results/smoke --format latex
                                              the same as tables for a paper
  arena report --compare matches/results/*    compare several matches, a row each
  arena explain matches/results/smoke         why it ended so: an account
  arena watch                                 the live page of the running match in a browser
  arena report monday.pgn tuesday.pgn         the games of any match runner: pairs, scores, and
                                              ratings of more than two players
  arena book measure a.epd b.epd --match x.toml
                                              the book that needs fewer games
  arena check stockfish \"gnuchess -u\"       check that engines speak UCI as a match requires
  arena suite wac.epd --depth 8 --config none,null-move
                                              compare nodes and positions solved
  arena sweep wac.epd --depth 6 --config null-move --vary multi_cut.moves=4..16/2
                                              the same over a range of a parameter
  arena tune matches/tune-reductions.toml     find better values of parameters, by games
  arena book make --count 5000 --centipawns 0..30 --out balanced.epd
                                              an opening book by the engine's own evaluation
  arena datagen --out data --positions 10000000
                                              training games for an evaluation
  arena report --pentanomial 45,228,420,247,60 --sprt 0,5
                                              the statistics of such counts
  arena plan --elo 5 --draws 0.6 --games-per-hour 200
                                              the number of games needed

A match file names the games, two contenders or more, their limits and the openings:

  games = 100
  limits = { nodes = 20000 }
  openings = { file = \"builtin:fifty\", order = \"shuffled\" }

  [[contender]]
  name = \"null move, R = 3\"
  preset = \"null-move\"
  search = { null_move = { reduction = 3 } }

  [[contender]]
  name = \"no pruning\"
  preset = \"none\"

Ctrl-C stops after the games in progress, a second one at once. No finished game is lost.";
