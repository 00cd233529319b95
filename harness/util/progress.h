/* Progress of long work on stderr: one line that is rewritten, with the time left, on a terminal; plain lines
 * elsewhere. */
#ifndef GRAVEL_HARNESS_UTIL_PROGRESS_H
#define GRAVEL_HARNESS_UTIL_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct gravel_progress {
    size_t n_done, n_total;
    double under_way; /* parts of the items in work, summed */
    bool quiet, terminal, colour;
    double started, printed; /* monotonic time [s] */
    size_t n_printed;        /* n_done of the last plain line */
};

void gravel_progress_start(struct gravel_progress *progress, size_t n_total, bool quiet);
/* One item more is done; `under_way`: the parts of those in work, summed; `what` names the item; `bad` marks it. */
void gravel_progress_step(struct gravel_progress *progress, double under_way, const char *what, bool bad);
/* No item more is done, but what is under way may have grown. */
void gravel_progress_look(struct gravel_progress *progress, double under_way);
/* Milliseconds after which gravel_progress_look should be called again; -1: never. */
int gravel_progress_patience(const struct gravel_progress *progress);
/* Leave the terminal with a clean line. */
void gravel_progress_end(struct gravel_progress *progress);

/* Seconds as "0.4 s", "42 s", "3 min 20 s", "2 h 05 min". */
void gravel_print_duration(double seconds, char *buffer, size_t size);

/* Monotonic time [s]. */
double gravel_now(void);
/* Processor time of this process [s]. */
double gravel_cpu_seconds(void);

#endif
