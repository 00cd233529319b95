/* Clocks of the harness: the only place in harness/ that reads one. */
#ifndef GRAVEL_HARNESS_UTIL_CLOCK_H
#define GRAVEL_HARNESS_UTIL_CLOCK_H

/* Elapsed time since an arbitrary start [s]; it never decreases. */
double gravel_clock_elapsed(void);

/* Processor time of this process, all its threads summed [s]. */
double gravel_clock_cpu(void);

/* Processor time of the child processes that have ended and were waited for [s]. */
double gravel_clock_children(void);

/* The present date and time, UTC, ISO 8601: "2024-05-31T12:00:00Z". */
enum { GRAVEL_DATE_SIZE = 24 };
void gravel_clock_date(char text[GRAVEL_DATE_SIZE]);

#endif
