#!/usr/bin/env bash
# Plays the study's matches one after the other, one game at a time: the primary ones, the same with a network
# as the evaluation, the papers' on a clock, the additions of MC-A by themselves, the factorial, the papers' at
# equal nodes, those by depth, and those at equal cost. What is played already is not played again; an interrupted
# match is resumed.
#
#   matches/study/play.sh                     with a release build, to matches/results
#   matches/study/play.sh ARENA RESULTS       with this program, to this directory
#
# Afterwards, for each that is finished:
#   cargo run --release -p ziggurat-study -- publish RESULTS/NAME
#   cargo run --release -p ziggurat-study -- write
set -euo pipefail

cd "$(dirname "$0")/../.."
arena=${1-}
results=${2-matches/results}
if [ -z "$arena" ]; then
    cargo build --release --quiet
    arena=target/release/arena
fi
for file in matches/study/primary-*.toml matches/study/network-*.toml matches/study/printed-*.toml \
    matches/study/additions-*.toml matches/study/factorial-*.toml matches/study/equal-nodes-*.toml \
    matches/study/depth-*-5000.toml matches/study/depth-*-50000.toml matches/study/cost-*.toml; do
    name=$(basename "$file" .toml)
    "$arena" run "$file" --out "$results/$name" --concurrency 1 --quiet
done
