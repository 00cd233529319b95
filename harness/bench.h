/* Speed of the engines, one file each: they print rates, never verdicts.  argv[0] is "gravel bench"'s argument; returns an exit
 * code of the program. */
#ifndef GRAVEL_HARNESS_BENCH_H
#define GRAVEL_HARNESS_BENCH_H

int gravel_bench_ed(int argc, char **argv);     /* [scaling | N PHI [KIND [COLLISIONS]] | endure N PHI COLLISIONS] */
int gravel_bench_md(int argc, char **argv);     /* [CASE [THREADS [FILE]] | settle FILE] */
int gravel_bench_column(int argc, char **argv); /* [N [X [ALPHA [SECONDS]]]] */

#endif
