#!/usr/bin/env bash
# A release: dist/ziggurat-VERSION-TARGET.tar.gz, and its SHA-256. It has the match runner and the engine as programs
# that need no library of the system, the manual pages, and completions for shells. A match is played with it in an
# empty root directory, where that is allowed.
#
# With musl where the toolchain has that target (`rustup target add x86_64-unknown-linux-musl`) and the system a C
# compiler for it (`apt install musl-tools`), else with the static libraries of glibc, which distributions have in the
# package that C programs are built with.
set -euo pipefail
cd "$(dirname "$0")"

LARGEST_PROGRAM=$((25 * 1000 * 1000)) # bytes

host=$(rustc -vV | sed -n 's/^host: //p')
musl=${host%-*}-musl
target=$host
compiler=${host%%-*}-linux-musl-gcc
if [ -d "$(rustc --print sysroot)/lib/rustlib/$musl" ] && command -v "$compiler" >/dev/null; then
    target=$musl
fi
# Added to the flags of .cargo/config.toml, and not in their place.
cargo build --profile dist --locked --target "$target" -p ziggurat-cli -p ziggurat \
    --config "target.$target.rustflags=['-C', 'target-feature=+crt-static']"

programs=${CARGO_TARGET_DIR:-target}/$target/dist
version=$("$programs/arena" --version | cut -d' ' -f2)
name=ziggurat-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/$name
mkdir -p "$tree/bin" "$tree/share/man/man1" "$tree/share/completions"
for program in arena ziggurat; do
    cp "$programs/$program" "$tree/bin/"
    if readelf --dynamic "$tree/bin/$program" 2>/dev/null | grep -q NEEDED; then
        echo "$program still needs libraries of the system" >&2
        exit 1
    fi
    size=$(stat --format %s "$tree/bin/$program")
    if [ "$size" -gt "$LARGEST_PROGRAM" ]; then
        echo "$program has $size bytes: more than $LARGEST_PROGRAM" >&2
        exit 1
    fi
done
arena=$tree/bin/arena
"$arena" man "$tree/share/man/man1"
"$arena" completions bash >"$tree/share/completions/arena.bash"
"$arena" completions zsh >"$tree/share/completions/_arena"
"$arena" completions fish >"$tree/share/completions/arena.fish"
cp README.md CHANGELOG.md LICENSE "$tree/"

# Root may change the root directory; another user may where the system has user namespaces for all.
in_root() { if [ "$(id -u)" = 0 ]; then chroot "$@"; else unshare --map-root-user --root="$1" "${@:2}"; fi; }
root=$work/root
mkdir "$root"
cp "$arena" "$tree/bin/ziggurat" "$root/"
if in_root "$root" /arena --version >/dev/null; then
    in_root "$root" /arena run --first null-move --second none --nodes 500 --games 4 --out /results --quiet
    in_root "$root" /ziggurat bench | tail -1
    test -s "$root/results/report.html"
else
    echo "no match was tried in an empty root directory: this user may not change it" >&2
fi

mkdir -p dist
# Sorted, without owners and with one time, so that the same programs make the same archive.
tar --create --gzip --file "dist/$name.tar.gz" --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner \
    --mtime="@$(git log -1 --format=%ct 2>/dev/null || echo 0)" "$name"
(cd dist && sha256sum "$name.tar.gz" | tee "$name.tar.gz.sha256")
ls -l "$tree/bin" dist
