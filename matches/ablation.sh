#!/usr/bin/env bash
# Plays matches/ablation.toml once for every technique of the default preset, or for those named, and
# prints the matches side by side. The journals go to matches/results/ablation-TECHNIQUE; one that is
# there already is gone on with, so that nothing is played twice.
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

# The match file names the book from its own directory, so that the copies are put beside it.
copy=matches/.ablation.$$.toml
trap 'rm -f "$copy"' EXIT
journals=()
for technique in "${techniques[@]}"; do
    sed "s/null_move/$technique/" matches/ablation.toml >"$copy"
    journals+=("matches/results/ablation-$technique")
    cargo run --release --quiet -- run "$copy" --out "${journals[-1]}"
done
cargo run --release --quiet -- report --compare --quiet "${journals[@]}"
