#!/usr/bin/env bash
# Builds the two engines of matches/regression.toml: the present one from the working tree, the other
# from the last annotated or plain tag that is an ancestor of HEAD. Both go to fixed places under
# target/regression, so that the match file need not know the tag.
#
#   matches/regression.sh          builds them; an engine that is there already is not built again
#   matches/regression.sh --run    builds them and plays the match, or goes on with it, in
#                                  matches/results/regression-TAG-COMMIT
#
# Exit code of --run: 0 where no regression was found or the match is to be gone on with, 1 where
# something does not work, 3 where the test has found a regression, 130 or 143 where a signal stopped
# the match.
set -euo pipefail

fail() { printf 'regression.sh: %s\n' "$*" >&2; exit 1; }

run=no
case "${1-}" in
    '') ;;
    --run) run=yes ;;
    *) fail "unknown argument $1; there is --run, or none" ;;
esac
[ $# -le 1 ] || fail 'one argument at most'

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
git rev-parse --git-dir >/dev/null 2>&1 || fail "$root is no git repository: there is no last tag to build"
tag=$(git describe --tags --abbrev=0 2>/dev/null) || fail \
    "no tag is an ancestor of HEAD: make one at the commit to compare with, as: git tag -a v0.1.0 -m v0.1.0 COMMIT
(a shallow clone has no tags: git fetch --tags --unshallow)"

places=target/regression
mkdir -p "$places/present" "$places/tagged"

# The package of the engine's program in a source tree; none in a tree without one.
package() { # SOURCE
    if [ -e "$1/crates/ziggurat/Cargo.toml" ]; then
        echo ziggurat
    elif [ -e "$1/engine/src/main.rs" ]; then
        echo engine
    fi
}

# The engine of a source tree, copied to the place of one side. The copy is put there by a rename,
# for a running match has the old one open.
build() { # SOURCE SIDE
    echo "building $2: $1"
    (cd "$1" && cargo build --release --locked -p "$(package .)" --target-dir "$root/$places/build-$2") ||
        fail "the engine in $1 does not build"
    cp "$places/build-$2/release/ziggurat" "$places/$2/ziggurat.new"
    mv "$places/$2/ziggurat.new" "$places/$2/ziggurat"
}

commit=$(git rev-parse "$tag^{commit}")
if [ -x "$places/tagged/ziggurat" ] && [ "$(cat "$places/tagged/commit" 2>/dev/null)" = "$commit" ]; then
    echo "$tag is built already"
else
    rm -rf "$places/source" "$places/tagged/commit"
    mkdir "$places/source"
    git archive "$commit" | tar -x -C "$places/source"
    [ -n "$(package "$places/source")" ] ||
        fail "$tag has no UCI engine (crates/ziggurat or engine/src/main.rs): compare with a later tag"
    build "$places/source" tagged
    echo "$commit" >"$places/tagged/commit"
fi
build . present

present=$(git describe --always --dirty --abbrev=10 --exclude '*')
echo "present: $present; last tag: $tag"
[ "$run" = yes ] || exit 0

results=matches/results/regression-$tag-$present
code=0
cargo run --release --locked --quiet --bin arena -- \
    run matches/regression.toml --out "$results" --exit-code || code=$?
case $code in
    # H1, no decision in the whole match, or none yet.
    0 | 4 | 5) ;;
    3)
        echo "REGRESSION: $present is weaker than $tag; the report is in $results" >&2
        exit 3
        ;;
    130 | 143) exit "$code" ;;
    *) fail "the match could not be played (exit code $code)" ;;
esac
