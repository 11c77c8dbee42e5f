#!/usr/bin/env bash
# Plays matches/regression.toml: the present engine against that of the last tag, both built from their
# commits, each once. More options are those of `arena run`. Exit code 3 is a regression.
set -euo pipefail
cd "$(dirname "$0")/.."
tag=$(git describe --tags --abbrev=0)
exec cargo run --release --locked --quiet --bin arena -- run matches/regression.toml --exit-code --set "contender.2.revision=$tag" "$@"
