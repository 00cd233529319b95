#!/bin/sh
# A short sample of clang's sanitizers, and ThreadSanitizer: tests of the engines, without the program.  usage: sample.sh SOURCE FOLDER
set -eu
run() {
    folder=$1
    shift
    # shellcheck disable=SC2046  # a list of words
    ninja -C "$folder" $(printf 'tests/unit/test_%s ' "$@") >/dev/null
    for name; do "$folder/tests/unit/test_$name"; done
}
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 TSAN_OPTIONS=halt_on_error=1
CC=clang meson setup "$2/clang" "$1" -Dbuildtype=debug -Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
run "$2/clang" md_contact md_dense ed_collision calendar
# gcc's OpenMP synchronises by futexes that ThreadSanitizer does not see; the dense loops have no other synchronisation than the ends of
# parallel regions, and are clean.  The runner's workers are processes.
meson setup "$2/threads" "$1" -Dbuildtype=debug -Doptimization=1 -Db_sanitize=thread -Db_lundef=false >/dev/null
run "$2/threads" md_dense
