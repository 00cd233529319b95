/* Progress of long work on stderr: one line that is rewritten, with the time left, on a terminal; plain lines
 * elsewhere. */
#ifndef GRAVEL_HARNESS_UTIL_PROGRESS_H
#define GRAVEL_HARNESS_UTIL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct gravel_progress {
    size_t n_done, n_total;
    double under_way;        /* sum over the unfinished items of the part of each that is done, 0 to 1 */
    bool quiet;              /* print nothing but bad items */
    bool terminal, colour;   /* of stderr */
    double started, printed; /* gravel_clock_elapsed() at the start and at the last line [s] */
    size_t n_printed;        /* n_done at the last plain line */
};

/* Begin with no item done.  Reads isatty(stderr), $TERM and $NO_COLOR.  Nothing is owned. */
void gravel_progress_start(struct gravel_progress *progress, size_t n_total, bool quiet);
/* Count one more item as done and print a line when one is due.  `under_way` as in the struct, without this item;
 * `what` names the item; a bad item is always printed, in red on a terminal with colours. */
void gravel_progress_step(struct gravel_progress *progress, double under_way, const char *what, bool bad);
/* Print a line when one is due, with a new `under_way`; no item is counted. */
void gravel_progress_update(struct gravel_progress *progress, double under_way);
/* Time until the next call of gravel_progress_update() [ms], as poll() takes it; -1 (quiet): none is needed. */
int gravel_progress_interval(const struct gravel_progress *progress);
/* Erase the line on a terminal. */
void gravel_progress_end(struct gravel_progress *progress);

/* Write a duration [s] into `buffer` as "0.4 s", "42 s", "3 min 20 s", "2 h 05 min". */
void gravel_print_duration(double seconds, char *buffer, size_t size);

#endif
