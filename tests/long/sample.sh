#!/bin/sh
# A short sample of clang's sanitizers: tests of the engines, without the program.  usage: sample.sh SOURCE FOLDER
set -eu
run() {
    folder=$1
    shift
    # shellcheck disable=SC2046  # a list of words
    ninja -C "$folder" $(printf 'tests/unit/test_%s ' "$@") >/dev/null
    for name; do "$folder/tests/unit/test_$name"; done
}
export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
CC=clang meson setup "$2" "$1" -Dbuildtype=debug -Doptimization=1 -Db_sanitize=address,undefined -Db_lundef=false >/dev/null
run "$2" md_contact md_dense ed_collision calendar
