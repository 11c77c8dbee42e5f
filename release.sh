#!/usr/bin/env bash
# usage: ./release.sh [TARGET..]
#
# A release for each target, without one for this machine: dist/ziggurat-VERSION-TARGET.tar.gz, a zip for Windows, and
# its SHA-256. It has the match runner and the engine as programs that need no library but the system's own, the notices
# of all crates in them, and, but for Windows, the manual pages and completions for shells. A match is played with it in
# an empty root directory, where that is allowed.
#
# For this machine with musl where the toolchain has that target (`rustup target add x86_64-unknown-linux-musl`) and the
# system a C compiler for it (`apt install musl-tools`), else with the static libraries of glibc, which distributions
# have in the package that C programs are built with. The others are cross-built with the standard library of the target:
# aarch64-unknown-linux-gnu with gcc-aarch64-linux-gnu, and qemu-user for the manual pages; x86_64-pc-windows-gnu with
# gcc-mingw-w64-x86-64-win32 and zip.
set -euo pipefail
cd "$(dirname "$0")"

LARGEST_PROGRAM=$((25 * 1000 * 1000)) # bytes

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
host=$(rustc -vV | sed -n 's/^host: //p')
commit=$(git rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
git diff --quiet HEAD 2>/dev/null || commit+='+changes'
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
rustc --version

# The target of this machine.
own_target() {
    local musl=${host%-*}-musl
    if [ -d "$(rustc --print sysroot)/lib/rustlib/$musl" ] && command -v "${host%%-*}-linux-musl-gcc" >/dev/null; then
        echo "$musl"
    else
        echo "$host"
    fi
}

# Root may change the root directory; another user may where the system has user namespaces for all.
in_root() { if [ "$(id -u)" = 0 ]; then chroot "$@"; else unshare --map-root-user --root="$1" "${@:2}"; fi; }

# Plays a match in an empty root directory.
try_in_empty_root() { # TREE
    local root=$work/root
    mkdir "$root"
    cp "$1/bin/arena" "$1/bin/ziggurat" "$root/"
    if in_root "$root" /arena --version >/dev/null; then
        in_root "$root" /arena run --first null-move --second none --nodes 500 --games 4 --out /results --quiet
        in_root "$root" /ziggurat bench | tail -1
        test -s "$root/results/report.html"
    else
        echo 'no match was tried in an empty root directory: this user may not change it' >&2
    fi
}

# The libraries that a program needs beside the system's own.
foreign_libraries() { # PROGRAM
    case $1 in
        *.exe) x86_64-w64-mingw32-objdump --private-headers "$1" | sed -n 's/.*DLL Name: \(lib.*\)/\1/p' ;;
        *) readelf --dynamic "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' ;;
    esac
}

release() { # TARGET
    local target=$1 run=() ending=
    case $target in
        "$host" | "${host%-*}-musl") ;;
        aarch64-unknown-linux-gnu)
            export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
            run=(qemu-aarch64)
            ;;
        *-windows-*) ending=.exe run=(wine) ;;
    esac
    local linking="'-C', 'target-feature=+crt-static'"
    # The toolchain's own linker merges functions of the same code, and packs the addresses that
    # loading changes.
    if [ "$target" = "$host" ] && [ -x "$(rustc --print sysroot)/lib/rustlib/$host/bin/gcc-ld/ld.lld" ]; then
        linking+=", '-C', 'link-arg=-Wl,--icf=all', '-C', 'link-arg=-Wl,-z,pack-relative-relocs'"
    fi
    # Added to the flags of .cargo/config.toml, and not in their place.
    ZIGGURAT_BUILD="$version (commit $commit, $target)" cargo build --profile dist --locked --target "$target" \
        -p ziggurat-cli -p ziggurat --config "target.$target.rustflags=[$linking]"

    local programs=${CARGO_TARGET_DIR:-target}/$target/dist name=ziggurat-$version-$target
    local tree=$work/$name
    mkdir -p "$tree/bin"
    cp "$programs/arena$ending" "$programs/ziggurat$ending" "$tree/bin/"
    local program size libraries
    for program in "$tree"/bin/*; do
        libraries=$(foreign_libraries "$program")
        if [ -n "$libraries" ]; then
            echo "$program still needs" $libraries >&2
            exit 1
        fi
        size=$(stat --format %s "$program")
        echo "$target: ${program##*/} has $size bytes"
        if [ "$size" -gt "$LARGEST_PROGRAM" ]; then
            echo "${program##*/} has $size bytes: more than $LARGEST_PROGRAM" >&2
            exit 1
        fi
    done
    cp README.md CHANGELOG.md LICENSE "$tree/"
    cargo metadata --format-version 1 --locked --filter-platform "$target" |
        cargo run --quiet --locked -p ziggurat-document --example notices -- ziggurat-cli ziggurat >"$tree/NOTICES.txt"
    test "$(grep -c '^=====' "$tree/NOTICES.txt")" -gt 20
    if [ "${#run[@]}" = 0 ]; then try_in_empty_root "$tree"; fi

    local arena=("${run[@]}" "$tree/bin/arena$ending")
    if [ "$ending" = '' ] || command -v wine >/dev/null; then "${arena[@]}" --version; fi
    mkdir -p dist
    # With one time, sorted and without owners, so that the same programs make the same archive.
    local time archive=$name.tar.gz
    time=$(git log -1 --format=%ct 2>/dev/null || echo 0)
    if [ "$ending" = .exe ]; then
        # Another program for chess is called Arena.
        mv "$tree/bin/arena.exe" "$tree/ziggurat-arena.exe"
        mv "$tree/bin/ziggurat.exe" "$tree/"
        rmdir "$tree/bin"
        archive=$name.zip
        rm -f "dist/$archive"
        find "$tree" -exec touch --date "@$time" {} +
        (cd "$work" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -@ "$OLDPWD/dist/$archive")
    else
        mkdir -p "$tree/share/man/man1" "$tree/share/completions"
        "${arena[@]}" setup man "$tree/share/man/man1"
        local shell
        for shell in bash zsh fish; do "${arena[@]}" setup completions "$shell" >"$tree/share/completions/arena.$shell"; done
        mv "$tree/share/completions/arena.zsh" "$tree/share/completions/_arena"
        tar --create --gzip --file "dist/$archive" --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner \
            --mtime="@$time" "$name"
    fi
    (cd dist && sha256sum "$archive" | tee "$archive.sha256")
    ls -l "dist/$archive"
}

[ "$#" -gt 0 ] || set -- "$(own_target)"
for target; do release "$target"; done
