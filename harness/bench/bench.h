/* Speed of the engines, one file each: they print rates and judge nothing. */
#ifndef GRAVEL_HARNESS_BENCH_BENCH_H
#define GRAVEL_HARNESS_BENCH_BENCH_H

#include <malloc.h>
#include <stddef.h>

enum { GRAVEL_BENCH_BEADS_MAX = 4096 };

/* Run the bench and print its lines on stdout.  argv[0] is the bench's name; the other arguments have been checked
 * against its forms (harness/cli/cmd_bench.c).  Returns an exit code of the program. */
int gravel_bench_ed(int argc, char **argv);
int gravel_bench_md(int argc, char **argv);
int gravel_bench_column(int argc, char **argv);

/* Memory that is allocated in this process [B], from the allocator's own count. */
static inline size_t
gravel_bench_bytes_held(void)
{
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

#endif
