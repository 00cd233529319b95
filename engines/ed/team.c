#include "engines/ed/team.h"

#include "engines/ed/loop.h"
#include "engines/ed/neighbour_cells.h"
#include "engines/ed/phases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Particles, as a fraction of all, that have an event in a window; with fewer than LEAST_EVENTS to a thread, starting
 * the threads would take longer than they work. */
static const double EVENTS = 0.006;
enum { LEAST_EVENTS = 150, ROOM = 4 }; /* ROOM: events of a window, over those that are aimed at */

struct gravel_team {
    int32_t n;
    struct gravel_slabs slabs;
    struct gravel_split_calendar calendar;
    struct gravel_worker *worker;  /* n */
    double span;                   /* length of a window; 0: unknown [s] */
    double aim, most;              /* events of a window: aimed at, and at most */
    uint64_t windows, repeated;    /* by threads; of them undone and repeated by one */
    uint64_t events, second_phase; /* of windows that stand; of them by the second phase */
    char note[160];
};

const char *
gravel_team_note(struct gravel_team *team)
{
    snprintf(team->note, sizeof team->note,
             "%d threads: %llu windows of %.3g events, %.3g of them at borders; %llu windows repeated by one thread",
             (int)team->n, (unsigned long long)team->windows,
             (double)team->events / fmax(1.0, (double)(team->windows - team->repeated)),
             (double)team->second_phase / fmax(1.0, (double)team->events), (unsigned long long)team->repeated);
    return team->note;
}

void
gravel_team_destroy(struct gravel_ed *ed)
{
    struct gravel_team *team = ed->team;
    if (team == NULL)
        return;
    for (int32_t k = 0; team->worker != NULL && k < team->n; k++)
        gravel_worker_free(&team->worker[k]);
    gravel_slabs_free(&team->slabs);
    free(team->worker);
    free(team);
    ed->team = NULL;
}

/* What particle i's event reads is in the thread's own slab unless it is near a border.  From stage 1 on its place is
 * in the cache. */
static void
prefetch(void *self, int32_t i, int stage)
{
    struct gravel_worker *w = self;
    if (stage == 0 || gravel_worker_depth(w, i) >= GRAVEL_SLAB_EDGE)
        w->view.neighbour_ops->prefetch(&w->view, i, stage);
}

static enum gravel_status
create_parts(struct gravel_ed *ed, struct gravel_team *team, struct gravel_error *error)
{
    const struct gravel_cells *cells = ed->neighbours;
    const size_t n = (size_t)ed->n;
    struct gravel_prefetcher prefetchers[GRAVEL_SLABS_MAX] = {{0}};
    enum gravel_status status = gravel_slabs_init(&team->slabs, &cells->axes, ed->system.gravity, team->n, error);
    if (status != GRAVEL_OK)
        return status;
    team->aim = team->most = fmax(EVENTS * (double)n, (double)LEAST_EVENTS * team->n);
    for (int32_t k = 0; k < team->n && status == GRAVEL_OK; k++) {
        struct gravel_worker *w = &team->worker[k];
        status = gravel_worker_init(w, k, n, (size_t)(ROOM * team->most) / (size_t)team->n, error);
        w->calendar = &team->calendar;
        w->slabs = &team->slabs;
        w->below = &team->worker[(k + team->n - 1) % team->n];
        w->above = &team->worker[(k + 1) % team->n];
        w->view = *ed;
        w->cells.record = ed->record;
        if (ed->n >= ed->neighbour_ops->prefetch_least)
            prefetchers[k] = (struct gravel_prefetcher){w, prefetch};
    }
    if (status != GRAVEL_OK)
        return status;
    ed->calendar_ops = &gravel_calendar_split;
    ed->calendar = &team->calendar;
    return gravel_split_calendar_init(&team->calendar, n, &team->slabs, ed->record, prefetchers, error);
}

enum gravel_status
gravel_team_create(struct gravel_ed *ed, int threads, struct gravel_error *error)
{
    if (ed->neighbour_ops != &gravel_neighbour_cells || ed->query.shear_rate != 0.0)
        return GRAVEL_OK;
    const struct gravel_cells *cells = ed->neighbours;
    const int32_t n = gravel_slabs_possible(&cells->axes, threads);
    if (n < 2)
        return GRAVEL_OK;
    struct gravel_team *team = ed->team = calloc(1, sizeof *team);
    if (team == NULL)
        return gravel_no_memory(error);
    team->n = n;
    team->worker = calloc((size_t)n, sizeof *team->worker);
    return team->worker != NULL ? create_parts(ed, team, error) : gravel_no_memory(error);
}

typedef void phase_function(struct gravel_worker *worker);

static void
for_all(struct gravel_team *team, phase_function *phase)
{
#ifdef _OPENMP
#pragma omp parallel for schedule(static) num_threads(team->n)
#endif
    for (int32_t k = 0; k < team->n; k++)
        phase(&team->worker[k]);
}

static void
enter_all_moved(struct gravel_team *team)
{
    for (int32_t k = 0; k < team->n; k++) {
        struct gravel_worker *w = &team->worker[k];
        for (size_t m = 0; m < w->n_moved; m++)
            gravel_calendar_part_enter(team->calendar.part[team->calendar.owner[w->moved[m]]], w->moved[m]);
        w->n_moved = 0;
    }
}

/* Set everything back to the beginning of the window. */
static void
undo(struct gravel_team *team)
{
    struct gravel_split_calendar *calendar = &team->calendar;
    for (int32_t k = 0; k < team->n; k++)
        gravel_worker_undo(&team->worker[k], team->worker[k].first_saved, team->worker[k].n_saved);
    for (int32_t k = 0; k < team->n; k++)
        gravel_worker_undo(&team->worker[k], 0, team->worker[k].first_saved);
    for (int32_t k = 0; k < team->n; k++) {
        struct gravel_worker *w = &team->worker[k];
        w->n_moved = 0;
        for (size_t m = 0; m < w->n_saved; m++)
            gravel_calendar_part_enter(calendar->part[calendar->owner[w->saved[m].i]], w->saved[m].i);
        for (int half = 0; half < 2; half++)
            for (size_t m = 0; m < w->n_deferred[half]; m++) {
                const int32_t i = w->deferred[half][m].i;
                gravel_calendar_part_enter(calendar->part[calendar->owner[i]], i);
            }
    }
}

/* Add the outcomes of all threads in order of time, and pass them to the sink. */
static void
deliver(struct gravel_ed *ed)
{
    struct gravel_team *team = ed->team;
    size_t from[2 * GRAVEL_SLABS_MAX], to[2 * GRAVEL_SLABS_MAX];
    for (int32_t k = 0; k < team->n; k++) {
        const struct gravel_worker *w = &team->worker[k];
        from[2 * k] = 0;
        to[2 * k] = from[2 * k + 1] = w->first_outcomes;
        to[2 * k + 1] = w->n_outcomes;
    }
    for (;;) {
        const struct gravel_outcome *first = NULL;
        int32_t at = 0;
        for (int32_t k = 0; k < 2 * team->n; k++)
            if (from[k] < to[k]) {
                const struct gravel_outcome *one = &team->worker[k / 2].outcome[from[k]];
                if (first == NULL || gravel_event_before(one->at, first->at)) {
                    first = one;
                    at = k;
                }
            }
        if (first == NULL)
            return;
        from[at]++;
        ed->work += first->work;
        ed->dissipated += first->dissipated;
        if (first->has_push)
            ed->sink.push(ed->sink.self, &first->push);
        if (first->has_event)
            ed->sink.event(ed->sink.self, &first->event);
    }
}

/* Add a worker's counters. */
static void
count(struct gravel_counters *sum, const struct gravel_counters *one)
{
    sum->events += one->events;
    sum->pair_collisions += one->pair_collisions;
    sum->wall_collisions += one->wall_collisions;
    sum->rebuilds += one->rebuilds;
    sum->predictions += one->predictions;
    sum->stale += one->stale;
    sum->max_overlap = fmax(sum->max_overlap, one->max_overlap);
}

/* The window from the present to `limit` by all threads; false when it is undone.  *n_events: of it. */
static bool
try_window(struct gravel_ed *ed, double limit, uint64_t *n_events)
{
    struct gravel_team *team = ed->team;
    bool failed = false;
    gravel_slabs_begin(&team->slabs);
    for (int32_t k = 0; k < team->n; k++)
        gravel_worker_begin(&team->worker[k], ed, limit);
    for_all(team, gravel_first_phase);
    for (int32_t k = 0; k < team->n; k++)
        failed = failed || team->worker[k].failed;
    if (!failed)
        for_all(team, gravel_second_phase);
    team->windows++;
    *n_events = 0;
    for (int32_t k = 0; k < team->n; k++) {
        failed = failed || team->worker[k].failed;
        *n_events += team->worker[k].n_events;
    }
    if (failed) {
        team->repeated++;
        undo(team);
        return false;
    }
    for (int32_t k = 0; k < team->n; k++) {
        count(&ed->counters, &team->worker[k].view.counters);
        team->second_phase += team->worker[k].n_events - team->worker[k].first_events;
    }
    team->events += *n_events;
    ed->since_progress += *n_events;
    for (int32_t k = 0; k < team->n; k++) {
        ed->weak_collisions += team->worker[k].view.weak_collisions;
        ed->touches += team->worker[k].view.touches;
    }
    ed->since_rebase += *n_events;
    ed->now = limit;
    deliver(ed);
    return true;
}

/* The next window has as many events as are aimed at, if they come as often as in this one: a few more than in this
 * one, so that about one in 2 SLOW is repeated where the most would be too many. */
static void
lengthen(struct gravel_team *team, uint64_t n_events)
{
    enum { SLOW = 128 };
    team->aim = fmin(team->most, team->aim * (1.0 + 1.0 / SLOW));
    const double best = n_events > 0 ? team->span * team->aim / (double)n_events : INFINITY;
    team->span = fmin(best, 2.0 * team->span);
}

/* This window was repeated. */
static void
shorten(struct gravel_team *team)
{
    team->aim = fmax(1.0, 0.5 * team->aim);
    team->span *= 0.5;
}

/* One thread, up to `limit` or for as many events as are aimed at. */
static enum gravel_status
run_alone(struct gravel_ed *ed, double t_end, double limit, struct gravel_error *error)
{
    struct gravel_team *team = ed->team;
    const double began = ed->epoch + ed->now, end = fmin(t_end, ed->epoch + limit);
    enter_all_moved(team);
    const enum gravel_status status = gravel_ed_run_some(ed, end, (uint64_t)team->most, error);
    if (!(team->span > 0.0))
        team->span = fmax(0.0, ed->epoch + ed->now - began);
    return status;
}

enum gravel_status
gravel_team_run(struct gravel_ed *ed, double t_end, struct gravel_error *error)
{
    struct gravel_team *team = ed->team;
    enum gravel_status status = GRAVEL_OK;
    while (status == GRAVEL_OK && ed->now < t_end - ed->epoch) {
        const double end = t_end - ed->epoch, limit = fmin(end, ed->now + team->span);
        uint64_t n_events;
        if (!(team->span > 0.0)) {
            status = run_alone(ed, t_end, INFINITY, error);
        } else if ((double)gravel_ed_events_to_monitor(ed) <= ROOM * team->most) {
            status = run_alone(ed, t_end, limit, error);
        } else if (!try_window(ed, limit, &n_events)) {
            shorten(team);
            status = run_alone(ed, t_end, limit, error);
        } else if (limit < end) {
            lengthen(team, n_events);
        }
    }
    if (status == GRAVEL_OK)
        status = gravel_ed_run(ed, t_end, error); /* events at the very end */
    enter_all_moved(team);
    return status;
}
