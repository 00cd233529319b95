#!/bin/sh
# Judge the code of this repository; the exit code gates: 0 nothing unexpected, 1 a failure that the baseline does not have, or one that
# is mended.  Renew the baseline by `sh gravel/judge.sh baseline > new && mv new gravel/baseline.yaml`, and review the difference.
set -eu
store=$(mktemp -d)
trap 'rm -rf "$store"' EXIT
${CC:-cc} -O2 adapter.c -o adapter -lm
judge() {
    gravel check pair-linear pair-unequal --engine 'exec:./adapter' --store "$store/points.sqlite" --quiet "$@"
}
case ${1-} in
baseline) judge --format baseline || true ;;
*) judge --baseline gravel/baseline.yaml --format junit >gravel.xml ;;
esac
