#include "harness/util/progress.h"

#include "harness/util/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const double plain_interval = 5.0;    /* least time between plain lines [s] */
static const double plain_growth = 0.1;      /* and its part of the elapsed time */
static const double terminal_interval = 0.1; /* time between two states of the terminal's line [s] */
static const double update_interval = 1.0;   /* time between two calls of gravel_progress_update() [s] */

void
gravel_print_duration(double seconds, char *buffer, size_t size)
{
    const long s = lround(seconds);
    if (seconds < 10.0)
        snprintf(buffer, size, "%.1f s", seconds);
    else if (s < 60)
        snprintf(buffer, size, "%ld s", s);
    else if (s < 3600)
        snprintf(buffer, size, "%ld min %02ld s", s / 60, s % 60);
    else
        snprintf(buffer, size, "%ld h %02ld min", s / 3600, s / 60 % 60);
}

void
gravel_progress_start(struct gravel_progress *progress, size_t n_total, bool quiet)
{
    const char *no_colour = getenv("NO_COLOR"), *term = getenv("TERM");
    const bool dumb = term == NULL || term[0] == '\0' || (term[0] == 'd' && term[1] == 'u');
    const bool terminal = isatty(STDERR_FILENO) != 0 && !dumb;
    *progress = (struct gravel_progress){.n_total = n_total,
                                         .quiet = quiet,
                                         .terminal = terminal,
                                         .colour = terminal && (no_colour == NULL || no_colour[0] == '\0'),
                                         .started = gravel_clock_elapsed()};
    progress->printed = progress->started;
}

static void
print_state(struct gravel_progress *progress, double now, const char *what)
{
    char left[48] = "";
    const double elapsed = now - progress->started, n = (double)progress->n_done + progress->under_way;
    if (n > 0.0) {
        char time[32];
        gravel_print_duration(elapsed / n * ((double)progress->n_total - n), time, sizeof time);
        snprintf(left, sizeof left, "  %s left", time);
    }
    fprintf(stderr, "%s%zu/%zu (%.0f %%)%s%s%s%s", progress->terminal ? "\r" : "", progress->n_done, progress->n_total,
            floor(100.0 * n / (double)progress->n_total), left, what[0] != '\0' ? "  " : "", what,
            progress->terminal ? "\033[K" : "\n");
    fflush(stderr);
    progress->printed = now;
    progress->n_printed = progress->n_done;
}

/* Time between two lines [s]: in a log a tenth of the elapsed time, so that its length is limited. */
static double
interval(const struct gravel_progress *progress, double now)
{
    return progress->terminal ? terminal_interval : fmax(plain_interval, plain_growth * (now - progress->started));
}

void
gravel_progress_step(struct gravel_progress *progress, double under_way, const char *what, bool bad)
{
    const double now = gravel_clock_elapsed(), since = now - progress->printed;
    progress->n_done++;
    progress->under_way = under_way;
    if (bad)
        fprintf(stderr, "%s%s%s%s%s\n", progress->terminal ? "\r" : "", progress->colour ? "\033[31m" : "", what,
                progress->colour ? "\033[0m" : "", progress->terminal ? "\033[K" : "");
    if (progress->quiet)
        return;
    const bool last = progress->n_done == progress->n_total;
    const bool tenth =
        !progress->terminal && since >= 1.0 && 10 * (progress->n_done - progress->n_printed) >= progress->n_total;
    if (since >= interval(progress, now) || tenth || last)
        print_state(progress, now, bad ? "" : what);
}

void
gravel_progress_update(struct gravel_progress *progress, double under_way)
{
    const double now = gravel_clock_elapsed();
    progress->under_way = under_way;
    if (!progress->quiet && now - progress->printed >= interval(progress, now))
        print_state(progress, now, "");
}

int
gravel_progress_interval(const struct gravel_progress *progress)
{
    return progress->quiet ? -1 : (int)(1000.0 * update_interval);
}

void
gravel_progress_end(struct gravel_progress *progress)
{
    if (progress->terminal && !progress->quiet)
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}
