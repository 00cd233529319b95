#!/bin/sh
# clang's sanitizers see other faults than gcc's: all tests of the engines and the program, failing allocations with leaks looked for, and
# the corpora of the fuzzers, which search without sanitizers, fifty times as fast.
# usage: clang.sh SOURCE FOLDER
set -eu
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
CC=clang meson setup "$2/fast" "$1" --werror -Dfuzz=true
CC=clang meson setup "$2/sanitized" "$1" --werror -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=true
ninja -C "$2/sanitized"
meson test -C "$2/sanitized" --no-rebuild -t 4 --print-errorlogs --suite unit --suite conform --suite corpus
meson test -C "$2/sanitized" --no-rebuild -t 4 --print-errorlogs "attack memory"
for name in case reference; do
    meson test -C "$2/fast" --setup long "fuzzing of the loader, $name files, 1e7"
    "$2/sanitized/tests/fuzz/fuzz_$name" -runs=0 -max_len=4000 "$2/fast/tests/fuzz/found-$name"
done
