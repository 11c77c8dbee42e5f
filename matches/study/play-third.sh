#!/usr/bin/env bash
# Plays the study's third edition in the order of its plan (README.md), one game at a time. Whatever is played already is
# not played again; an interrupted tuning or match is resumed.
#
#   matches/study/play-third.sh               with a release build, to matches/results
#   matches/study/play-third.sh ARENA RESULTS with this program, to this directory
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
play() {
    local command=$1 name
    for name in "${@:2}"; do
        [ -e "matches/study/$name.toml" ] || { echo "not planned in full yet: $name" >&2; return; }
        "$arena" "$command" "matches/study/$name.toml" --out "$results/$name" --concurrency 1 --quiet
    done
}
play tune retune-multi-cut retune-enhanced-multi-cut retune-mc-a
play run fixed-multi-cut fixed-enhanced-multi-cut fixed-mc-a
play run retuned-multi-cut retuned-enhanced-multi-cut retuned-mc-a
for outsider in stockfish ethereal glaurung toga2; do
    play run "outsider-$outsider-modern" "outsider-$outsider-without-singular-multi-cut" \
        "outsider-$outsider-with-multi-cut" "outsider-$outsider-with-enhanced-multi-cut" "outsider-$outsider-with-mc-a"
done
# A match with a table [explain] gets its account at its end.
play run $(basename -s .toml matches/study/effort-5000-*.toml)
play run replicated-uncertainty-safe replicated-uncertainty-unsafe replicated-re-ordering
play run ziggy-by-the-table-20000
forms=(effort-20000-multi-cut effort-20000-enhanced-multi-cut effort-20000-mc-a effort-20000-singular-multi-cut)
play run "${forms[@]}" $(basename -s .toml matches/study/effort-20000-*.toml)
play tune tune-modern-with tune-modern-without
play run both-tuned-singular-multi-cut
