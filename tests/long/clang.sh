#!/bin/sh
# clang's sanitizers see other faults than gcc's.  The same build has the fuzzers and, with leaks looked for, the failing allocations.
# usage: clang.sh SOURCE FOLDER
set -eu
CC=clang meson setup "$2" "$1" --werror -Dbuildtype=debugoptimized -Db_sanitize=address,undefined -Db_lundef=false -Dfuzz=true
ninja -C "$2"
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
meson test -C "$2" --no-rebuild -t 4 --print-errorlogs --suite unit --suite conform --suite fuzz
meson test -C "$2" --no-rebuild -t 4 --print-errorlogs "attack memory"
