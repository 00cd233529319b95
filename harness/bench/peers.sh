#!/bin/sh
# Build the peers of `gravel bench` for speed (-Ofast -march=native), and write FOLDER/env, which names their programs:
#   EDMD: Cell, Single and Multi (github.com/FSmallenburg/EDMD), each with event lists of four lengths and, where it
#         has shells, two sizes;
#   LAMMPS: Debian's source package with GRANULAR, OPENMP and OPT, beside lmp where that is installed;
#   DynamO: the program dynarun where it is in PATH.
# What cannot be had is named on stderr and left out.   usage: peers.sh FOLDER
set -eu
[ $# -eq 1 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0" >&2; exit 2; }
mkdir -p "$1"
cd "$1"
folder=$PWD

# edmd NAME DIRECTORY FILE SED-EXPRESSION: a program without end, a line every tenth of a unit of time
edmd() {
    mkdir -p "edmd/$1"
    cp EDMD/"$2"/*.[ch] "edmd/$1/"
    sed -i -E "s/^double maxtime = [^;]*;/double maxtime = 1e9;/; s/^double writeinterval = [^;]*;/double writeinterval = 0.1;/
        s/^int initialconfig = [^;]*;/int initialconfig = 0;/; s/const int usethermostat = [^;]*;/const int usethermostat = 0;/
        s/MAXCEL [0-9]+/MAXCEL 260/; $4" "edmd/$1/$3"
    (cd "edmd/$1" && gcc -w -Ofast -funroll-loops -march=native "$3" -o "../$1.program" -lm)
}

programs=""
if [ -d EDMD ] || git clone -q --depth 1 https://github.com/FSmallenburg/EDMD; then
    for length in 1 5 10 20; do
        list="s/^double eventlisttimemultiplier = [^;]*;/double eventlisttimemultiplier = $length;/"
        edmd "cell-$length" Cell mdCell.c "$list"
        for shell in 1.2 1.5; do
            edmd "single-$shell-$length" Single mdSingle.c "s/shellsize = [0-9.]+/shellsize = $shell/; $list"
            edmd "multi-$shell-$length" Multi mdMulti.c "s/shellsize = [0-9.]+/shellsize = $shell/; $list"
        done
    done
    for program in "$folder"/edmd/*.program; do programs=$programs:$program; done
else
    echo "peers.sh: EDMD left out" >&2
fi

lammps=$(command -v lmp || :)
[ -d lammps ] || { apt-get source -q lammps && mv lammps-*/ lammps; } || echo "peers.sh: LAMMPS's source left out (deb-src)" >&2
if [ -d lammps ]; then
    cmake -S lammps/cmake -B lammps/build -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS="-Ofast -march=native" -DBUILD_MPI=off \
        -DBUILD_OMP=on -DPKG_GRANULAR=on -DPKG_OPENMP=on -DPKG_OPT=on >/dev/null
    cmake --build lammps/build --target lmp --parallel "${JOBS:-1}" >/dev/null
    lammps=$folder/lammps/build/lmp${lammps:+:$lammps}
fi

{
    echo "export EDMD_PROGRAMS='${programs#:}'"
    echo "export LAMMPS_PROGRAMS='$lammps'"
    dynarun=$(command -v dynarun) && echo "export DYNARUN='$dynarun'" || echo "peers.sh: DynamO left out" >&2
} >"$folder/env"
