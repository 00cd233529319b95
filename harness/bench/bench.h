/* Speed of the engines, one file each: they print rates, never verdicts.  argv[0] is the bench's name; the others have
 * been checked against its forms (harness/cli/cmd_bench.c).  Returns an exit code of the program. */
#ifndef GRAVEL_HARNESS_BENCH_BENCH_H
#define GRAVEL_HARNESS_BENCH_BENCH_H

#include <malloc.h>
#include <stddef.h>
#include <time.h>

enum { GRAVEL_BENCH_BEADS_MAX = 4096 };

int gravel_bench_ed(int argc, char **argv);
int gravel_bench_md(int argc, char **argv);
int gravel_bench_column(int argc, char **argv);

/* What the program holds, from the allocator's own count. */
static inline size_t
gravel_bench_bytes_held(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static inline double
gravel_bench_seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline double
gravel_bench_cpu_seconds(void)
{
    return gravel_bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
