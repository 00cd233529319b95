#!/bin/sh
# What a user gets: the archive of `meson dist` builds, and its installation runs from an empty folder.  usage: archive.sh SOURCE FOLDER
set -eu
rm -rf "$2"
meson setup "$2" "$1"
meson dist -C "$2" --no-tests --formats gztar
mkdir "$2/unpacked"
tar -xzf "$2"/meson-dist/gravel-*.tar.gz -C "$2/unpacked" --strip-components 1
cd "$2/unpacked"
meson setup build
ninja -C build
meson test -C build --no-rebuild "installation" "junit" "new cases" "report"
