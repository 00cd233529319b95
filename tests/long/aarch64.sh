#!/bin/sh
# The engines on AArch64: a cross build with the libraries of Debian's arm64, its tests under qemu, and the same bits as the
# native build.  Exit code 77: no cross compiler or no emulator (packages gcc-aarch64-linux-gnu, qemu-user).
# usage: aarch64.sh SOURCE FOLDER NATIVE_BUILD
set -eu
source=$1 folder=$2 native=$3
command -v aarch64-linux-gnu-gcc && command -v qemu-aarch64 || exit 77
root=$folder/root state=$folder/state cache=$folder/cache
mkdir -p "$root" "$state/lists/partial" "$cache/archives/partial"
: >"$state/status"

# Packages for another architecture, without telling this machine's own list of packages about it.
arm64() {
    apt-get -q -o Dir::State="$state" -o Dir::State::status="$state/status" -o Dir::Cache="$cache" -o Debug::NoLocking=1 \
        -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root "$@"
}
if [ ! -e "$root/usr/include/gsl" ]; then
    arm64 update
    arm64 install -y --download-only --no-install-recommends libc6-dev libgomp1 libgsl-dev libfyaml-dev libsqlite3-dev \
        libjansson-dev libcmocka-dev
    for package in "$cache"/archives/*.deb; do dpkg -x "$package" "$root"; done
fi

cat >"$folder/cross.ini" <<END
[binaries]
c = 'aarch64-linux-gnu-gcc'
ar = 'aarch64-linux-gnu-gcc-ar'
strip = 'aarch64-linux-gnu-strip'
pkgconfig = 'pkg-config'
exe_wrapper = ['qemu-aarch64', '-L', '$root']
[properties]
sys_root = '$root'
pkg_config_libdir = '$root/usr/lib/aarch64-linux-gnu/pkgconfig:$root/usr/share/pkgconfig'
[built-in options]
c_args = ['--sysroot=$root']
c_link_args = ['--sysroot=$root']
[host_machine]
system = 'linux'
cpu_family = 'aarch64'
cpu = 'aarch64'
endian = 'little'
END
[ -e "$folder/build/build.ninja" ] || meson setup "$folder/build" "$source" --werror --cross-file "$folder/cross.ini" -Dhdf5=disabled
ninja -C "$folder/build"
# Emulated, a test takes twenty times its time: those of the engines alone.
meson test -C "$folder/build" --no-rebuild -t 40 --print-errorlogs core material root system wall_table contacts \
    md md_contact md_dense md_neighbours md_paths md_touching md_walls md_image ed ed_cells ed_collision ed_contact ed_walls column
bits() { "$@" 2>&1 | grep '^# bits of the crowds'; }
there=$(bits qemu-aarch64 -L "$root" "$folder/build/tests/unit/test_md_dense")
here=$(bits "$native/tests/unit/test_md_dense")
echo "AArch64 $there; here $here"
test "$there" = "$here"
