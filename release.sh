#!/usr/bin/env bash
# The match runner and the engine as files that need no library of the system: dist/arena and dist/ziggurat.
# With musl where the toolchain has that target (`rustup target add x86_64-unknown-linux-musl`) and the system a C
# compiler for it (`apt install musl-tools`), else with the static libraries of glibc, which distributions have in the
# package that C programs are built with.
set -euo pipefail
cd "$(dirname "$0")"

host=$(rustc -vV | sed -n 's/^host: //p')
musl=${host%-*}-musl
target=$host
compiler=${host%%-*}-linux-musl-gcc
if [ -d "$(rustc --print sysroot)/lib/rustlib/$musl" ] && command -v "$compiler" >/dev/null; then
    target=$musl
fi
# Added to the flags of .cargo/config.toml, and not in their place.
cargo build --release --locked --target "$target" -p ziggurat-cli -p ziggurat \
    --config "target.$target.rustflags=['-C', 'target-feature=+crt-static']"
mkdir -p dist
for program in arena ziggurat; do
    cp "${CARGO_TARGET_DIR:-target}/$target/release/$program" "dist/$program"
    if readelf --dynamic "dist/$program" 2>/dev/null | grep -q NEEDED; then
        echo "dist/$program still needs libraries of the system" >&2
        exit 1
    fi
done
dist/arena --version
ls -l dist
