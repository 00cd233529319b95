#include "harness/run/advance.h"

#include "harness/run/restart.h"
#include "harness/run/run_length.h"
#include "harness/util/clock.h"

#include <math.h>

/* The parts of the time between two checkpoints that an advance of the engine takes, at least and at most. */
static const double shortest_advance = 0.01, longest_advance = 0.1;

/* The number of strides in the time between two samples, at first and at most. */
static const double first_strides = 64.0, most_strides = 4096.0;

static double
between_samples(const struct gravel_running *run)
{
    return run->length / (double)run->samples;
}

/* The engine is advanced by strides that take little time, so that checkpoints can be written between them; results do
 * not depend on where an engine stops on its way. */
static void
adapt_stride(struct gravel_running *run, double taken)
{
    const double interval = run->checkpoints->interval;
    if (taken < shortest_advance * interval)
        run->stride *= 2.0;
    else if (taken > longest_advance * interval)
        run->stride = fmax(0.5 * run->stride, between_samples(run) / most_strides);
}

static bool
writes_checkpoints(const struct gravel_running *run)
{
    return run->checkpoints != NULL && run->checkpoints->folder[0] != '\0' && isfinite(run->checkpoints->interval) &&
           run->point->engine->archive != NULL;
}

static enum gravel_status
advance_engine(struct gravel_running *run, double t_end, struct gravel_error *error)
{
    const bool writes = writes_checkpoints(run);
    double t;
    if (run->stride == 0.0)
        run->stride = between_samples(run) / first_strides;
    do {
        const double before = writes ? gravel_clock_elapsed() : 0.0;
        t = writes && run->now + run->stride < t_end ? run->now + run->stride : t_end;
        const enum gravel_status status = run->point->engine->advance(run->engine, t, error);
        if (status != GRAVEL_OK)
            return status;
        run->now = t;
        if (writes) {
            adapt_stride(run, gravel_clock_elapsed() - before);
            gravel_restart_checkpoint(run);
        }
    } while (t < t_end);
    return GRAVEL_OK;
}

/* A run until separation need not reach the next sample where that takes more time steps than this: beads that stay
 * together with no relative motion would be integrated for hours.  Shorter intervals are not cut. */
static const double steps_to_a_sample = 1e6;

/* Advance to time *t, or to an earlier one, which replaces it, at which a run until separation has ended.  The times of
 * the tests for that follow from the last sample; the engine may be beyond some of them. */
static enum gravel_status
advance_to(struct gravel_running *run, double *t, struct gravel_error *error)
{
    double piece = steps_to_a_sample * run->counters.time_step;
    if (run->until_separated && piece > 0.0)
        for (double end = run->t + piece; end < *t; end += piece *= 2.0) {
            if (end < run->now)
                continue;
            const enum gravel_status status = advance_engine(run, end, error);
            if (status != GRAVEL_OK)
                return status;
            run->point->engine->snapshot(run->engine, run->particles);
            if (gravel_count_unseparated(&run->system, run->particles, end) == 0) {
                *t = end;
                return GRAVEL_OK;
            }
        }
    return advance_engine(run, *t, error);
}

/* With the frames that are due on the way. */
enum gravel_status
gravel_point_advance(struct gravel_running *run, double *t, struct gravel_error *error)
{
    for (double due; (due = gravel_output_next(run->output, *t)) < *t;) {
        double reached = due;
        enum gravel_status status = advance_to(run, &reached, error);
        if (status == GRAVEL_OK && reached < due) {
            *t = reached;
            return GRAVEL_OK;
        }
        if (status == GRAVEL_OK)
            status = gravel_output_write(run->output, run->engine, due, false, error);
        if (status != GRAVEL_OK)
            return status;
    }
    return advance_to(run, t, error);
}
