/* Progress of long work on stderr: one line that is rewritten, with the time left, on a terminal; plain lines elsewhere. */
#ifndef GRAVEL_HARNESS_PROGRESS_H
#define GRAVEL_HARNESS_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

struct gravel_progress {
    size_t n_done, n_total;
    bool quiet, terminal, colour;
    double started, printed; /* monotonic time [s] */
    size_t n_printed;        /* n_done of the last plain line */
};

void gravel_progress_start(struct gravel_progress *progress, size_t n_total, bool quiet);
/* One item more is done; `what` names it; `bad` marks it. */
void gravel_progress_step(struct gravel_progress *progress, const char *what, bool bad);
/* Leave the terminal with a clean line. */
void gravel_progress_end(struct gravel_progress *progress);

/* Seconds as "0.4 s", "42 s", "3 min 20 s", "2 h 05 min". */
void gravel_print_duration(double seconds, char *buffer, size_t size);

/* Monotonic time [s]. */
double gravel_now(void);

#endif
