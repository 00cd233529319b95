#include "harness/util/clock.h"

#include <sys/resource.h>
#include <time.h>

static double
seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double
gravel_clock_elapsed(void)
{
    return seconds(CLOCK_MONOTONIC);
}

double
gravel_clock_cpu(void)
{
    return seconds(CLOCK_PROCESS_CPUTIME_ID);
}

double
gravel_clock_children(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

void
gravel_clock_date(char text[GRAVEL_DATE_SIZE])
{
    const time_t now = time(NULL);
    struct tm utc;
    strftime(text, GRAVEL_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}
