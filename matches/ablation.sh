#!/usr/bin/env bash
# Plays matches/ablation.toml once for every technique of the default preset, or for those named, and
# prints the matches side by side. Match files and journals go to matches/results/ablation-TECHNIQUE; a
# match that is there already is gone on with, so that nothing is played twice.
set -euo pipefail

cd "$(dirname "$0")/.."
case "${1-}" in
    -*) echo 'usage: matches/ablation.sh [TECHNIQUE...], the keys of the table of techniques in README.md' >&2; exit 2 ;;
esac
techniques=("$@")
[ $# -gt 0 ] || techniques=(
    null_move late_move_reductions late_move_pruning futility reverse_futility exchange_pruning
    history_pruning delta_pruning singular_extension internal_iterative_reductions
    check_extension correction_history aspiration
)

results=matches/results
mkdir -p "$results"
journals=()
for technique in "${techniques[@]}"; do
    match=$results/ablation-$technique
    # The match file names the book from its own directory.
    sed "s/null_move/$technique/; s#\.\./openings#../&#" matches/ablation.toml >"$match.toml"
    journals+=("$match")
    cargo run --release --quiet -- run "$match.toml" --out "$match"
done
cargo run --release --quiet -- report --compare --quiet "${journals[@]}"
