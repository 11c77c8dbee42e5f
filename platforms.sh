#!/usr/bin/env bash
# usage: PORTS=DIR ./platforms.sh [linux|windows|arm]..
#
# Plays the same matches on Linux, on Windows, which is wine here, and on Linux for ARM64, which is qemu, and prints one table.
# Without a name it does so on all three. Not a part of the gate: DIR, which takes 5 GB, keeps a Debian with wine, qemu
# and the linkers, made at the first time, and the programs.
#
# Needs root, debootstrap, Linux 6.7, and the standard libraries of the toolchain:
# rustup target add x86_64-pc-windows-gnu aarch64-unknown-linux-gnu
set -euo pipefail
cd "$(dirname "$0")"

: "${PORTS:?names no directory: PORTS=DIR ./platforms.sh}"
mkdir -p "$PORTS"
PORTS=$(realpath "$PORTS")
root=$PORTS/chroot
PACKAGES=(gcc libc6-dev gcc-mingw-w64-x86-64-win32 gcc-aarch64-linux-gnu libc6-dev-arm64-cross wine64 wine qemu-user procps jq bsdextrautils)

declare -A TARGETS=([linux]=x86_64-unknown-linux-gnu [windows]=x86_64-pc-windows-gnu [arm]=aarch64-unknown-linux-gnu)

# Runs a command in the chroot, in namespaces of its own: its processes end with it, and what it mounts or registers is
# seen by nobody else.
inside() { # CMD..
    local part
    mkdir -p "$root"/{toolchain,cargo,source,ports}
    PORTS=$PORTS root=$root toolchain=$(rustc --print sysroot) cargo=${CARGO_HOME:-$HOME/.cargo} unshare --map-root-user \
        --mount --pid --fork --kill-child bash -euc '
        mount --make-rprivate /
        mount --rbind /dev "$root/dev"
        mount --rbind /sys "$root/sys"
        mount -t proc proc "$root/proc"
        for part in toolchain cargo source; do
            mount --bind "${!part:-$PWD}" "$root/$part"
            mount -o remount,bind,ro "$root/$part"
        done
        mount --bind "$PORTS" "$root/ports"
        exec chroot "$root" /usr/bin/env -i HOME=/root LC_ALL=C.UTF-8 PATH=/toolchain/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            CARGO_HOME=/cargo CARGO_INCREMENTAL=0 CARGO_TARGET_DIR=/ports/target "$@"' inside "$@"
}

# The system with wine, qemu and the linkers.
make_chroot() {
    local mirror
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | head -1)
    [ -e "$root/etc/debian_version" ] ||
        debootstrap --variant=minbase --include=ca-certificates sid "$root" "$mirror"
    cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    # A mirror may be kept at a day; its signatures are checked all the same.
    local apt=(chroot "$root" env DEBIAN_FRONTEND=noninteractive apt-get -o Acquire::Check-Valid-Until=false)
    "${apt[@]}" update
    "${apt[@]}" install --yes --no-install-recommends "${PACKAGES[@]}"
    touch "$root/ready"
}

build() { # SYSTEM
    local target=${TARGETS[$1]} programs=$PORTS/$1 ending=
    local flags=(-C target-feature=+crt-static)
    if [ "$1" = windows ]; then ending=.exe; fi
    if [ "$1" = arm ]; then flags+=(-C linker=aarch64-linux-gnu-gcc); fi
    local listed
    printf -v listed "'%s', " "${flags[@]}"
    inside bash -euc 'cd /source; cargo "$@"' cargo build --release --locked --offline --target "$target" -p ziggurat-cli \
        -p ziggurat --config "target.$target.rustflags=[${listed%, }]"
    mkdir -p "$programs"
    cp "$PORTS/target/$target/release/"{arena,ziggurat}"$ending" "$programs/"
    inside rustc --edition 2024 --target "$target" "${flags[@]}" -o "/ports/$1/stubborn$ending" /source/.ci/platforms/stubborn.rs
    inside rustc --version >"$programs/compiler"
}

[ -e "$root/ready" ] || make_chroot
[ "$#" -gt 0 ] || set -- linux windows arm
cargo fetch --locked
for system; do build "$system"; done
for system; do inside /source/.ci/platforms/play "$system"; done
inside /source/.ci/platforms/table "$@"
