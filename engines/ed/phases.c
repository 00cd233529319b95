#include "engines/ed/phases.h"

#include "engines/ed/neighbour_cells.h"

#include <math.h>
#include <stdlib.h>

/* --- the first phase: a slab --- */

/* Whether the first phase leaves an event to the second one. */
static bool
must_wait(const struct gravel_worker *w, const struct gravel_trace *trace)
{
    const struct gravel_slabs *slabs = w->slabs;
    bool wait = false;
    for (int k = 0; k < 2; k++) {
        const int32_t layer = trace->touched[k][slabs->axis];
        wait = wait || slabs->of_layer[layer] != w->number ||
               gravel_slab_depth(slabs, w->number, layer) < GRAVEL_SLAB_EDGE ||
               gravel_slab_is_marked(slabs, trace->touched[k]);
    }
    return wait;
}

static void
defer(struct gravel_worker *w, const struct gravel_trace *trace, int32_t i)
{
    const int half = gravel_slab_half(w->slabs, w->number, trace->touched[0][w->slabs->axis]);
    w->calendar->time[i] = trace->t; /* the calendar has just removed it */
    w->deferred[half][w->n_deferred[half]++] = (struct gravel_event_time){trace->t, i};
    w->failed = w->failed || gravel_worker_depth(w, i) >= w->slabs->deferred;
    for (int k = 0; k < 2; k++)
        gravel_slab_mark(w->slabs, w->number, trace->touched[k]);
}

/* How far beyond those that are deferred the cells touched by events that may come too early begin. */
enum { ZONE = 3 };

/* Handle or defer an event that the calendar has just removed. */
static void
take(struct gravel_worker *w, double t, int32_t i)
{
    if (gravel_worker_depth(w, i) < w->slabs->deferred + ZONE) {
        struct gravel_trace *trace = &w->trace[w->n_traces];
        w->view.now = trace->t = t;
        gravel_cells_touched(&w->view, i, trace->touched);
        if (must_wait(w, trace)) {
            defer(w, trace, i);
            return;
        }
        w->n_traces++;
    }
    gravel_worker_handle(w, t, i);
}

static bool
has_room(const struct gravel_worker *w)
{
    return w->n_events < w->most && w->n_deferred[0] < w->most && w->n_deferred[1] < w->most;
}

/* Enter the events that the second phase of the last window has scheduled at this border into the slab's calendar. */
static void
enter_moved(struct gravel_worker *w, const struct gravel_worker *border)
{
    for (size_t k = 0; k < border->n_moved; k++)
        if (w->calendar->owner[border->moved[k]] == w->number)
            gravel_calendar_part_enter(w->calendar->part[w->number], border->moved[k]);
}

void
gravel_first_phase(struct gravel_worker *w)
{
    void *part = w->calendar->part[w->number];
    double t;
    int32_t i;
    w->view.calendar = part;
    w->view.calendar_ops = &gravel_calendar_fast;
    enter_moved(w, w);
    enter_moved(w, w->above);
    while (has_room(w) && gravel_calendar_fast.next(part, w->limit, &i, &t))
        take(w, t, i);
    w->failed = w->failed || !has_room(w);
    w->first_saved = w->n_saved;
    w->first_outcomes = w->n_outcomes;
    w->first_events = w->n_events;
}

/* --- the second phase: a border --- */

static void
schedule_at_border(void *self, int32_t i, double t)
{
    struct gravel_worker *w = self;
    gravel_split_calendar_set(w->calendar, i, t);
    if (t > w->limit)
        w->moved[w->n_moved++] = i; /* there is room for two of each event */
    else if (w->born.n < w->born.capacity)
        gravel_event_heap_push(&w->born, (struct gravel_event_time){t, i});
    else
        w->failed = true;
}

static const struct gravel_calendar_ops border_calendar = {
    .name = "border",
    .method = "the events that the second phase of a window has scheduled",
    .reference = "none needed",
    .schedule = schedule_at_border,
};

/* Whether one of two events may read what the other changes. */
static bool
are_near(const struct gravel_cell_axes *axes, const struct gravel_trace *a, const struct gravel_trace *b)
{
    for (int k = 0; k < 2; k++)
        for (int m = 0; m < 2; m++) {
            bool near = true;
            for (int d = 0; d < 3; d++) {
                const int32_t apart = abs(a->touched[k][d] - b->touched[m][d]);
                near = near && (apart <= 1 || apart == axes->n[d] - 1);
            }
            if (near)
                return true;
        }
    return false;
}

/* Whether the first phase has handled an event in this slab that should have come after this one. */
static bool
is_too_late(const struct gravel_worker *slab, const struct gravel_trace *event)
{
    for (size_t k = slab->n_traces; k-- > 0 && slab->trace[k].t >= event->t;)
        if (are_near(slab->slabs->axes, &slab->trace[k], event))
            return true;
    return false;
}

/* Whether the second phase may handle the event of particle i at time t.  Those that were deferred have kept others
 * off; one that it has scheduled itself (`born`) may be too late. */
static bool
may_handle(struct gravel_worker *w, double t, int32_t i, bool born)
{
    const struct gravel_slabs *slabs = w->slabs;
    const int32_t layer = w->cells.record[i].cell.wrapped[slabs->axis];
    if (w->n_events == w->most || gravel_slab_depth(slabs, slabs->of_layer[layer], layer) >= slabs->deferred)
        return false;
    if (!born)
        return true;
    struct gravel_trace event = {.t = t};
    w->view.now = t;
    gravel_cells_touched(&w->view, i, event.touched);
    return !is_too_late(w->below, &event) && !is_too_late(w, &event);
}

/* Take the earliest event of two sorted lists and the heap; false when there is none.  *born: it is from the heap. */
static bool
take_first(struct gravel_worker *w, const struct gravel_event_time *list[2], size_t n[2],
           struct gravel_event_time *first, bool *born)
{
    const struct gravel_event_time none = {INFINITY, INT32_MAX};
    const struct gravel_event_time a = n[0] > 0 ? *list[0] : none, b = n[1] > 0 ? *list[1] : none,
                                   c = w->born.n > 0 ? w->born.item[0] : none;
    const int k = gravel_event_before(b, a);
    *first = k ? b : a;
    *born = gravel_event_before(c, *first);
    if (*born) {
        *first = c;
        gravel_event_heap_pop(&w->born);
    } else if (n[k] > 0) {
        list[k]++;
        n[k]--;
    }
    return first->i != INT32_MAX;
}

void
gravel_second_phase(struct gravel_worker *w)
{
    const struct gravel_event_time *list[2] = {w->below->deferred[1], w->deferred[0]};
    size_t n[2] = {w->below->n_deferred[1], w->n_deferred[0]};
    struct gravel_event_time at;
    bool born;
    w->view.calendar = w;
    w->view.calendar_ops = &border_calendar;
    w->n_moved = w->born.n = 0;
    while (!w->failed && take_first(w, list, n, &at, &born)) {
        if (w->calendar->time[at.i] != at.t)
            continue; /* replaced meanwhile */
        if (may_handle(w, at.t, at.i, born))
            gravel_worker_handle(w, at.t, at.i);
        else
            w->failed = true;
    }
}
