#!/usr/bin/env bash
# usage: PORTS=DIR ./platforms.sh [linux|windows|arm]..
#
# Makes the releases for Linux, Windows and Linux on ARM64, plays the same matches with each, the last two under wine and
# qemu, and prints one table. Not a part of the gate: DIR, which takes 7 GB, keeps a Debian with wine, qemu and the
# linkers, made at the first time, and what was built.
#
# Needs root, debootstrap, Linux 6.7, and the standard libraries of the toolchain:
# rustup target add x86_64-pc-windows-gnu aarch64-unknown-linux-gnu
set -euo pipefail
cd "$(dirname "$0")"

: "${PORTS:?names no directory: PORTS=DIR ./platforms.sh}"
mkdir -p "$PORTS"
PORTS=$(realpath "$PORTS")
root=$PORTS/chroot toolchain=$(rustc --print sysroot) cargo=$(realpath "${CARGO_HOME:-$HOME/.cargo}")
PACKAGES=(gcc libc6-dev gcc-mingw-w64-x86-64-win32 gcc-aarch64-linux-gnu libc6-dev-arm64-cross wine64 wine qemu-user
    git zip procps jq bsdextrautils)

declare -A TARGETS=([linux]=x86_64-unknown-linux-gnu [windows]=x86_64-pc-windows-gnu [arm]=aarch64-unknown-linux-gnu)

# Runs a command in the chroot, which has the project, the toolchain and its packages in the places where they are here,
# in namespaces of its own: its processes end with it, and what it mounts or registers is seen by nobody else.
inside() { # CMD..
    local seen=("$PWD" "$PORTS" "$(realpath "$(git rev-parse --git-common-dir)")" "$toolchain" "$cargo")
    root=$root seen=${seen[*]} unshare --map-root-user --mount --pid --fork --kill-child bash -euc '
        mount --make-rprivate /
        for part in dev sys; do mount --rbind /$part "$root/$part"; done
        mount -t proc proc "$root/proc"
        for part in $seen; do
            mkdir -p "$root$part"
            mount --bind "$part" "$root$part"
        done
        exec chroot "$root" "$@"' inside /usr/bin/env -i --chdir="$PWD" HOME=/root LC_ALL=C.UTF-8 \
        PATH="$toolchain/bin:/usr/sbin:/usr/bin:/sbin:/bin" CARGO_HOME="$cargo" CARGO_INCREMENTAL=0 \
        CARGO_TARGET_DIR="$PORTS/target" CARGO_NET_OFFLINE=true PORTS="$PORTS" "$@"
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

# Makes a release for a system, and takes its programs.
build() { # SYSTEM
    local target=${TARGETS[$1]} programs=$PORTS/$1 ending= linker=()
    if [ "$1" = windows ]; then ending=.exe; fi
    if [ "$1" = arm ]; then linker=(-C linker=aarch64-linux-gnu-gcc); fi
    inside ./release.sh "$target"
    mkdir -p "$programs"
    cp "$PORTS/target/$target/dist/"{arena,ziggurat}"$ending" "$programs/"
    inside rustc --edition 2024 --target "$target" "${linker[@]}" -C target-feature=+crt-static \
        -o "$programs/stubborn$ending" .ci/platforms/stubborn.rs
    rustc --version >"$programs/compiler"
}

[ -e "$root/ready" ] || make_chroot
[ "$#" -gt 0 ] || set -- linux windows arm
cargo fetch --locked
for system; do build "$system"; done
for system; do inside .ci/platforms/play "$system"; done
inside .ci/platforms/table "$@"
