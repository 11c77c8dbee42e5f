#!/usr/bin/env bash
# Makes the pictures of the README and the manual anew: plays a small match, and photographs its report and,
# while a second match runs, the live page. With --all it photographs every kind of page instead, as a phone, a
# wide window, a dark screen and paper show it. Needs chromium with its driver, curl and pngquant; --all needs
# pdftoppm too.
#
#   docs/pictures.sh                  with a release build of arena
#   docs/pictures.sh ARENA            with this program
#   docs/pictures.sh --all DIR        every kind of page, as DIR/KIND-390.png, -1300, -dark and -paper-1, -2 ..
#   docs/pictures.sh --all DIR ARENA  what lies in DIR/pages is not played again
set -euo pipefail

cd "$(dirname "$0")/.."
repository=$PWD
all=
if [ "${1-}" = --all ]; then
    mkdir -p "$2"
    all=$(realpath "$2")
    shift 2
fi
arena=${1-}
if [ -z "$arena" ]; then
    cargo build --release --quiet
    arena=target/release/arena
fi
arena=$(realpath "$arena")

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

# The browser. The live page gets its boards after it is loaded, so that a driver has to wait for them.

driver=http://127.0.0.1:$driver_port
ask() { # METHOD PATH [JSON]
    curl --silent --show-error --fail --request "$1" "$driver$2" \
        ${3:+--header 'Content-Type: application/json' --data "$3"}
}
start_browser() {
    chromedriver --port="$driver_port" >/dev/null &
    jobs+=($!)
    until curl --silent --output /dev/null "$driver/status"; do sleep 0.2; done
    session=$(ask POST /session '{"capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": [
        "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
        "--disable-background-networking", "--force-device-scale-factor=1", "--window-size=1100,1250",
        "--user-data-dir='"$work"'/profile"]}}}}' | sed 's/.*"sessionId":"\([^"]*\)".*/\1/')
}
devtools() { # COMMAND JSON
    ask POST "/session/$session/goog/cdp/execute" "{\"cmd\": \"$1\", \"params\": $2}"
}
open() { # ADDRESS
    # A page that differs from the present one by its anchor alone would not be loaded anew.
    ask POST "/session/$session/url" '{"url": "about:blank"}' >/dev/null
    ask POST "/session/$session/url" "{\"url\": \"$1\"}" >/dev/null
    sleep "${2-5}"
}
decoded() { # FIELD
    sed 's/.*"'"$1"'":"\([^"]*\)".*/\1/' | base64 -d
}

photograph() { # ADDRESS NAME
    open "$1"
    ask GET "/session/$session/screenshot" | decoded value >"$work/$2.png"
    pngquant 128 --speed 1 --strip --force --output "docs/pictures/$2.png" "$work/$2.png"
}

look() { # WIDTH light|dark
    local mobile=false
    [ "$1" -ge 600 ] || mobile=true
    devtools Emulation.setEmulatedMedia \
        '{"media": "", "features": [{"name": "prefers-color-scheme", "value": "'"$2"'"}]}' >/dev/null
    devtools Emulation.setDeviceMetricsOverride \
        "{\"width\": $1, \"height\": 900, \"deviceScaleFactor\": 1, \"mobile\": $mobile}" >/dev/null
}

photograph_all() { # ADDRESS KIND
    local widths=("390 light 390" "1300 light 1300" "1300 dark dark") width scheme name
    for look in "${widths[@]}"; do
        read -r width scheme name <<<"$look"
        look "$width" "$scheme"
        open "$1" 1.5
        devtools Page.captureScreenshot '{"captureBeyondViewport": true}' | decoded data >"$all/$2-$name.png"
    done
    rm -f "$all/$2"-paper-*.png
    ask POST "/session/$session/print" '{"page": {"width": 21, "height": 29.7}}' | decoded value >"$work/paper.pdf"
    pdftoppm -r 60 -png "$work/paper.pdf" "$all/$2-paper"
    echo "$2"
}

# The matches.

games() { # GAMES NODES
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
TOML
}

match() { # GAMES NODES
    games "$1" "$2"
    cat <<TOML

[[contender]]
name = "null move"
preset = "null-move"

[[contender]]
name = "no pruning"
preset = "none"
TOML
}

# Plays a match that runs until the script ends, and watches a directory.
watch() { # NAME DIRECTORY
    match 20000 5000 >"$1.toml"
    "$arena" run "$1.toml" --quiet >/dev/null 2>&1 &
    jobs+=($!)
    # A few games, so that there is something to see.
    until [ "$(grep -c '^\[Result ' "results/$1/games.pgn" 2>/dev/null || true)" -ge 20 ] 2>/dev/null; do
        sleep 1
    done
    "$arena" watch "$2" --listen "$address" >/dev/null &
    jobs+=($!)
    until curl --silent --output /dev/null "http://$address/"; do sleep 0.2; done
}

of_readme() {
    mkdir -p docs/pictures
    match 200 1000 >"$work/report.toml"
    "$arena" run "$work/report.toml" --quiet >/dev/null
    photograph "file://$work/results/report/report.html" report
    (cd "$work" && watch live results/live)
    photograph "http://$address/" live
    du -cb docs/pictures/*.png
}

# An engine that is gone in the middle of every other game or so.
flaky='"sh", "-c", "sed -u 120q | ./ziggurat"'

players() { # NAME=PRESET..
    local player
    for player; do
        printf '\n[[contender]]\nname = "%s"\npreset = "%s"\n' "${player%%=*}" "${player#*=}"
    done
    printf '\n[[contender]]\nname = "crashes"\ncommand = [%s]\n' "$flaky"
}

tuning() {
    cat <<TOML
question = "Which late move reductions suit 200 nodes a move?"
preset = "default"
iterations = 60
pairs = 2

[limits]
nodes = 200

[openings]
file = "builtin:balanced"
order = "shuffled"

[[parameter]]
name = "late_move_reductions.base"
range = [0, 200]

[[parameter]]
name = "late_move_reductions.divisor"
range = [100, 500]

[[parameter]]
name = "late_move_reductions.history"
range = [1024, 16384]
TOML
}

# Plays everything below the present directory, or only writes the pages anew.
play_all() {
    local suite=$repository/arena/suites/self-play.epd
    ln -sf "$(dirname "$arena")/ziggurat" .
    { match 600 1000 && printf '\n[stop]\nsprt = [0, 20]\n'; } >match.toml
    { match 600 1000 | sed 's/Does .*?/Does it gain as much with other openings?/'; } >other.toml
    match 20000 1000 >unfinished.toml
    { games 20 1000 && players "null move=null-move"; } >faults.toml
    { games 20 1000 | sed "1i supervision = { faults_in_a_row = 0 }" && players "modern=modern" "default=default" "null move=null-move" "no pruning=none"; } \
        >tournament.toml
    tuning >tuning.toml
    run() { "$arena" "$@" --quiet >/dev/null; }
    run run match.toml
    run run other.toml --seed 7
    # Void by their faults, which the exit code says.
    run run faults.toml || true
    run run tournament.toml || true
    [ -d results/unfinished ] || timeout --signal=INT 8 "$arena" run unfinished.toml --quiet >/dev/null 2>&1 || true
    "$arena" report results/unfinished --format html >unfinished.html
    run explain results/match --games 200
    "$arena" report --compare results/match results/other --format html >comparison.html
    "$arena" report "$repository/arena/tests/data/fastchess-searched.pgn" --format html >foreign.html
    run suite "$suite" --nodes 5000 --config null-move,modern,none --out results/suite
    run suite "$suite" --depths 3..6 --config null-move,modern --out results/depths
    run sweep "$suite" --depth 5 --config null-move --vary 'multi_cut.moves=4..12/2' --vary multi_cut.cutoffs=2,3 \
        --out results/sweep
    run run "$repository/matches/papers/winands/figure-5.toml" --sample 8 --max-depth 5 --out results/experiment
    run tune tuning.toml
}

of_every_kind() {
    mkdir -p "$all/pages"
    cd "$all/pages"
    play_all
    start_browser
    for kind in match faults tournament; do
        photograph_all "file://$PWD/results/$kind/report.html" "$kind"
    done
    photograph_all "file://$PWD/results/match/explain/explain.html" explained
    for kind in unfinished comparison foreign; do photograph_all "file://$PWD/$kind.html" "$kind"; done
    for kind in suite sweep experiment depths; do
        photograph_all "file://$PWD/results/$kind/$kind.html" "$kind"
    done
    photograph_all "file://$PWD/results/tuning/parameters.html" tuning
    rm -rf results/live
    watch live .
    photograph_all "http://$address/m/live/" live
    photograph_all "http://$address/" overview
}

if [ -n "$all" ]; then of_every_kind; else start_browser && of_readme; fi
