/* Loops over blocks of particles that threads share; without OpenMP, ordinary loops. */
#ifndef GRAVEL_MD_PARALLEL_H
#define GRAVEL_MD_PARALLEL_H

#ifdef _OPENMP
#include <omp.h>
#define GRAVEL_PRAGMA(text) _Pragma(#text)
/* Blocks are handed out one at a time, so that a thread that has to wait for its processor does not hold up the rest. */
#define GRAVEL_PARALLEL_FOR(n_threads)                                                                          \
    GRAVEL_PRAGMA(omp parallel for schedule(dynamic, 1) num_threads(n_threads) if (n_threads > 1))
/* The same, and the threads' values of the variable `most` become the largest one. */
#define GRAVEL_PARALLEL_FOR_MOST(n_threads, most)                                                               \
    GRAVEL_PRAGMA(omp parallel for schedule(dynamic, 1) num_threads(n_threads) if (n_threads > 1) reduction(max : most))

static inline int
gravel_thread(void)
{
    return omp_get_thread_num();
}
#else
#define GRAVEL_PARALLEL_FOR(n_threads)
#define GRAVEL_PARALLEL_FOR_MOST(n_threads, most)

static inline int
gravel_thread(void)
{
    return 0;
}
#endif

#endif
