#!/usr/bin/env bash
# Plays matches/ablation.toml (with --deep matches/ablation-deep.toml) once for every technique of the
# default preset, or for those named, and prints the matches side by side. Techniques joined by commas are
# left out together. Journals go to matches/results/ablation-TECHNIQUE (ablation-deep-TECHNIQUE); a match
# that is there already is resumed, so that nothing is played twice.
set -euo pipefail

cd "$(dirname "$0")/.."
base=ablation
if [ "${1-}" = --deep ]; then
    base=ablation-deep
    shift
fi
case "${1-}" in
    -*) echo 'usage: matches/ablation.sh [--deep] [TECHNIQUE[,TECHNIQUE...]...], the keys of docs/guide/src/techniques.md' >&2; exit 2 ;;
esac
techniques=("$@")
[ $# -gt 0 ] || techniques=(
    null_move late_move_reductions late_move_pruning futility reverse_futility exchange_pruning
    history_pruning delta_pruning singular_extension internal_iterative_reductions
    check_extension correction_history aspiration
)

results=matches/results
journals=()
for technique in "${techniques[@]}"; do
    match=$results/$base-$technique
    # A contender's name has a limit.
    case $technique in
        *,*) without='several' ;;
        *) without=$technique ;;
    esac
    journals+=("$match")
    cargo run --release --quiet -- run "matches/$base.toml" --out "$match" \
        --set "contender.2.name=without $without" \
        --set "contender.2.search={ ${technique//,/ = false, } = false }"
done
cargo run --release --quiet -- report --compare --quiet "${journals[@]}"
