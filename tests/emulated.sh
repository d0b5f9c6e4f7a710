#!/usr/bin/env bash
# Runs kernels that this machine's processor cannot run, on an emulated one.
#
#   tests/emulated.sh aarch64    the tests in qemu
#   tests/emulated.sh avx512     the tests on an emulated machine with AVX-512 (Bochs), with all three instruction sets
#
# More arguments are tests of the workspace to run instead of `kernel parity models`. What is missing is named as a Debian
# package or a target of rustup. Nothing is installed. Everything is built optimized, as users have it, which takes some
# minutes; the emulated machine takes one, and more for `models`.
#
# Bochs is no real-time machine: 20 to 100 million instructions a second. BOCHS names another one than that of the path.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:-}
shift || true
tests=("${@:-}")
[[ -n "${tests[0]}" ]] || tests=(kernel parity models)
target=${CARGO_TARGET_DIR:-$PWD/target}
work=$target/emulated

missing=()
needs() { # a file or program, and the package that has it
    [[ -e "$1" ]] || command -v "$1" >/dev/null || missing+=("$2")
}

stop_if_missing() {
    if ((${#missing[@]})); then
        echo "missing: ${missing[*]}; install with apt-get install, or rustup target add" >&2
        exit 2
    fi
}

# Builds the tests, statically linked, and prints "name path" for each.
build() {
    local flags=$1 triple=$2 test package
    for test in "${tests[@]}"; do
        package=burtorch
        if [[ -e burtorch-runtime/tests/$test.rs ]]; then package=burtorch-runtime; fi
        RUSTFLAGS=$flags cargo test --release --target "$triple" -p "$package" --test "$test" --no-run 2>&1 |
            tee "$work/build.log" | sed -n "s/^ *Executable .*(\(.*\))$/$test \1/p"
        if ((PIPESTATUS[0])); then
            cat "$work/build.log" >&2
            return 1
        fi
    done
}

on_aarch64() {
    needs qemu-aarch64 qemu-user
    needs aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    [[ -d "$(rustc --print sysroot)/lib/rustlib/aarch64-unknown-linux-gnu" ]] || missing+=(aarch64-unknown-linux-gnu)
    stop_if_missing
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    build "-C target-feature=+crt-static" aarch64-unknown-linux-gnu >"$work/tests"
    local name path
    while read -r name path; do
        echo "==> $name"
        qemu-aarch64 "$path" </dev/null
    done <"$work/tests"
}

on_avx512() {
    local bochs=${BOCHS:-bochs} share=/usr/share/bochs isolinux=/usr/lib/ISOLINUX/isolinux.bin
    local loader=/usr/lib/syslinux/modules/bios/ldlinux.c32
    needs "$bochs" bochs
    needs "$share/BIOS-bochs-latest" bochsbios
    needs "$share/VGABIOS-lgpl-latest" vgabios
    needs "$isolinux" isolinux
    needs "$loader" syslinux-common
    needs xorriso xorriso
    needs cpio cpio
    needs /bin/busybox busybox-static
    stop_if_missing

    # The kernel for clouds is compressed by LZ4, which is emulated in seconds; the other one by XZ, in minutes.
    if [[ ! -e $work/vmlinuz ]]; then
        local package
        package=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: \(linux-image-.*\)/\1/p')
        (cd "$work" && apt-get download "$package" && dpkg-deb -x "$package"_*.deb unpacked)
        cp "$work"/unpacked/boot/vmlinuz-* "$work/vmlinuz"
        rm -rf "$work/unpacked" "$work/$package"_*.deb
    fi

    # Bochs 2.7 and 3.0 refuse a gather whose indices are in one of the upper sixteen registers, which is a valid
    # instruction. So there are none. rustc warns that it does not know these features; its backend does.
    build "-C target-feature=+crt-static,+prefer-no-gather,+prefer-no-scatter" x86_64-unknown-linux-gnu >"$work/tests"

    # A file system in memory: the tests, what they read, and a script that runs them.
    local root=$work/root name path
    rm -rf "$root" "$work/iso" "$work/serial" && mkdir -p "$root"{/bin,/dev,/proc,/run,/tmp,"$PWD/tests"} "$work/iso"
    cp -r tests/data "$root$PWD/tests/"
    cp /bin/busybox "$root/bin/"
    while read -r name path; do
        strip -o "$root/run/$name" "$path"
    done <"$work/tests"
    {
        echo '#!/bin/busybox sh'
        echo '/bin/busybox mount -t proc proc /proc; /bin/busybox mount -t devtmpfs dev /dev'
        echo 'exec </dev/null >/dev/ttyS0 2>&1'
        while read -r name path; do
            echo "for isa in v4 v3 baseline; do echo \"==> $name \$isa\""
            # A tape has no kernels, and takes the longest.
            echo "BURTORCH_ISA=\$isa /run/$name --test-threads=1 --nocapture --skip tape:: || echo \"FAILED: $name \$isa\"; done"
        done <"$work/tests"
        echo 'echo "the end"; /bin/busybox sleep 1; /bin/busybox poweroff -f'
    } >"$root/init"
    chmod +x "$root/init"
    (cd "$root" && find . | cpio -o -H newc --quiet) >"$work/iso/initrd"

    # A disk to start from. The emulated sizes of XSAVEC and XSAVES are not those that Linux expects; it would do without AVX.
    cp "$work/vmlinuz" "$isolinux" "$loader" "$work/iso/"
    printf '%s\n' 'default linux' 'prompt 0' 'label linux' ' kernel vmlinuz' \
        ' append initrd=initrd console=ttyS0 quiet mitigations=off panic=-1 clearcpuid=xsaves,xsavec' >"$work/iso/isolinux.cfg"
    xorriso -as mkisofs -quiet -o "$work/boot.iso" -b isolinux.bin -c boot.cat -no-emul-boot -boot-load-size 4 \
        -boot-info-table "$work/iso" 2>/dev/null

    # Debian's Bochs has a debugger, which waits for a command: go on. Its screen is one that nobody needs to look at.
    printf '%s\n' 'display_library: rfb, options="timeout=0"' 'megs: 512' \
        "romimage: file=$share/BIOS-bochs-latest" "vgaromimage: file=$share/VGABIOS-lgpl-latest" \
        'cpu: model=corei7_skylake_x, count=1, ips=50000000' 'clock: sync=none' \
        "ata0-master: type=cdrom, path=$work/boot.iso, status=inserted" 'boot: cdrom' \
        "com1: enabled=1, mode=file, dev=$work/serial" "log: $work/bochs.log" 'panic: action=fatal' >"$work/bochsrc"
    echo c >"$work/commands"
    # It ends with a panic when the machine is switched off. What counts is what the machine has said.
    "$bochs" -q -f "$work/bochsrc" -rc "$work/commands" </dev/null >"$work/bochs.out" 2>&1 || true
    cat "$work/serial"
    local isa
    for isa in V4 V3 Baseline; do
        if grep -q '^kernel ' "$work/tests" && ! grep -q "the instruction set is $isa" "$work/serial"; then
            echo "no test ran with $isa" >&2
            exit 1
        fi
    done
    grep -q '^the end' "$work/serial" && ! grep -q 'FAILED' "$work/serial"
}

mkdir -p "$work"
case $kind in
aarch64) on_aarch64 ;;
avx512) on_avx512 ;;
*)
    sed -n '2,10s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
echo "==> [${SECONDS}s] all tests passed"
