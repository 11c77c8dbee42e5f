#!/usr/bin/env bash
# Makes the pictures of the README and the manual anew: plays a small match, and photographs its report and,
# while a second match runs, the live page. Needs chromium with its driver, curl and pngquant.
#
#   docs/pictures.sh            with a release build of arena
#   docs/pictures.sh ARENA      with this program
set -euo pipefail

cd "$(dirname "$0")/.."
pictures=$PWD/docs/pictures
address=127.0.0.1:8719
driver_port=8720
work=$(mktemp -d)
jobs=()
end() {
    [ -z "${session-}" ] || ask DELETE "/session/$session" >/dev/null || true
    kill "${jobs[@]}" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap end EXIT

arena=${1-}
if [ -z "$arena" ]; then
    cargo build --release --quiet
    arena=target/release/arena
fi
arena=$(realpath "$arena")
mkdir -p "$pictures"

# The live page gets its boards after it is loaded, so that a driver has to wait for them.
chromedriver --port="$driver_port" >/dev/null &
jobs+=($!)
driver=http://127.0.0.1:$driver_port
until curl --silent --output /dev/null "$driver/status"; do sleep 0.2; done
ask() { # METHOD PATH [JSON]
    curl --silent --show-error --fail --request "$1" "$driver$2" \
        ${3:+--header 'Content-Type: application/json' --data "$3"}
}
session=$(ask POST /session '{"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": [
    "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
    "--disable-background-networking", "--force-device-scale-factor=1", "--window-size=1100,1250",
    "--user-data-dir='"$work"'/profile"]}}}}' | sed 's/.*"sessionId":"\([^"]*\)".*/\1/')

photograph() { # ADDRESS NAME
    ask POST "/session/$session/url" "{\"url\": \"$1\"}" >/dev/null
    sleep 5
    ask GET "/session/$session/screenshot" | sed 's/.*"value":"\([^"]*\)".*/\1/' | base64 -d >"$work/$2.png"
    pngquant 128 --speed 1 --strip --force --output "$pictures/$2.png" "$work/$2.png"
}

match() { # GAMES NODES
    cat <<TOML
question = "Does the null move gain at $2 nodes a move?"
games = $1

[limits]
nodes = $2

[openings]
file = "builtin:balanced"
order = "shuffled"

[adjudication]
draw = { score = 10, moves = 6, from_move = 40 }
resign = { score = 900, moves = 4, two_sided = true }
max_moves = 200

[[contender]]
name = "null move"
preset = "null-move"

[[contender]]
name = "no pruning"
preset = "none"
TOML
}

match 200 1000 >"$work/report.toml"
"$arena" run "$work/report.toml" --quiet >/dev/null
photograph "file://$work/results/report/report.html" report

match 2000 5000 >"$work/live.toml"
"$arena" run "$work/live.toml" --quiet >/dev/null 2>&1 &
jobs+=($!)
# A few games, so that there is something to see.
until [ "$(grep -c '^\[Result ' "$work/results/live/games.pgn" 2>/dev/null || true)" -ge 20 ] 2>/dev/null; do
    sleep 1
done
"$arena" watch "$work/results/live" --listen "$address" >/dev/null &
jobs+=($!)
until curl --silent --output /dev/null "http://$address/"; do sleep 0.2; done
photograph "http://$address/" live

du -cb "$pictures"/*.png
