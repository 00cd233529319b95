#include "engines/ed/worker.h"

#include "engines/ed/loop.h"

#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_worker_init(struct gravel_worker *w, int32_t number, size_t n_particles, size_t most, struct gravel_error *error)
{
    *w = (struct gravel_worker){.number = number, .most = most};
    w->cells.candidates = malloc((n_particles + GRAVEL_CANDIDATE_PADDING) * sizeof *w->cells.candidates);
    w->saved = malloc(2 * most * sizeof *w->saved);
    w->outcome = malloc(most * sizeof *w->outcome);
    w->trace = malloc(most * sizeof *w->trace);
    w->born.capacity = 2 * most;
    w->born.item = malloc(w->born.capacity * sizeof *w->born.item);
    w->moved = malloc(2 * most * sizeof *w->moved);
    bool complete = w->cells.candidates != NULL && w->saved != NULL && w->outcome != NULL && w->trace != NULL &&
                    w->born.item != NULL && w->moved != NULL;
    for (int half = 0; half < 2; half++) {
        w->deferred[half] = malloc(most * sizeof *w->deferred[half]);
        complete = complete && w->deferred[half] != NULL;
    }
    return complete ? GRAVEL_OK : gravel_no_memory(error);
}

void
gravel_worker_free(struct gravel_worker *w)
{
    free(w->cells.candidates);
    free(w->saved);
    free(w->outcome);
    free(w->trace);
    free(w->born.item);
    free(w->moved);
    for (int half = 0; half < 2; half++)
        free(w->deferred[half]);
}

/* The sink of the view: the next outcome. */
static void
note_event(void *self, const struct gravel_event *event)
{
    struct gravel_worker *w = self;
    w->outcome[w->n_outcomes].event = *event;
    w->outcome[w->n_outcomes].has_event = true;
}

static void
note_push(void *self, const struct gravel_push *push)
{
    struct gravel_worker *w = self;
    w->outcome[w->n_outcomes].push = *push;
    w->outcome[w->n_outcomes].has_push = true;
}

void
gravel_worker_begin(struct gravel_worker *w, const struct gravel_ed *ed, double limit)
{
    int32_t *candidates = w->cells.candidates;
    w->view = *ed;
    w->cells = *(struct gravel_cells *)ed->neighbours;
    w->cells.candidates = candidates;
    w->view.neighbours = &w->cells;
    w->view.counters = (struct gravel_counters){0};
    w->view.weak_collisions = w->view.touches = 0;
    w->view.sink = (struct gravel_sink){.self = w,
                                        .event = ed->sink.event != NULL ? note_event : NULL,
                                        .push = ed->sink.push != NULL ? note_push : NULL};
    w->limit = limit;
    w->n_saved = w->n_outcomes = w->n_traces = w->n_events = 0;
    w->n_deferred[0] = w->n_deferred[1] = 0;
    w->failed = false;
}

void
gravel_worker_save(struct gravel_worker *w, int32_t i, double time)
{
    const struct gravel_ed *ed = &w->view;
    const bool spins = ed->rotation != NULL, by_time = ed->last_contact != NULL;
    w->saved[w->n_saved++] = (struct gravel_saved_particle){.i = i,
                                                            .time = time,
                                                            .body = ed->body[i],
                                                            .record = ed->record[i],
                                                            .later = ed->later[i],
                                                            .count = ed->count[i],
                                                            .omega = spins ? ed->rotation[i].omega : v3(0, 0, 0),
                                                            .last_contact = by_time ? ed->last_contact[i] : 0.0};
}

void
gravel_worker_handle(struct gravel_worker *w, double t, int32_t i)
{
    struct gravel_ed *ed = &w->view;
    struct gravel_error error;
    const struct gravel_record *record = &ed->record[i];
    gravel_worker_save(w, i, t);
    if (record->partner >= 0 && gravel_ed_collisions(ed, record->partner) == record->stamp)
        gravel_worker_save(w, record->partner, w->calendar->time[record->partner]);
    struct gravel_outcome *outcome = &w->outcome[w->n_outcomes];
    outcome->has_event = outcome->has_push = false;
    ed->now = t;
    ed->work = ed->dissipated = 0.0;
    w->failed = gravel_ed_handle(ed, i, &error) != GRAVEL_OK || w->failed;
    ed->counters.events++;
    w->n_events++;
    if (ed->work != 0.0 || ed->dissipated != 0.0 || outcome->has_event || outcome->has_push) {
        outcome->at = (struct gravel_event_time){t, i};
        outcome->work = ed->work;
        outcome->dissipated = ed->dissipated;
        w->n_outcomes++;
    }
}

void
gravel_worker_undo(struct gravel_worker *w, size_t from, size_t to)
{
    struct gravel_ed *ed = &w->view;
    for (size_t k = to; k-- > from;) {
        const struct gravel_saved_particle *saved = &w->saved[k];
        const int32_t i = saved->i;
        struct gravel_record *const record = &ed->record[i];
        const int32_t next = record->cell.next;
        const bool in_cell = memcmp(record->cell.wrapped, saved->record.cell.wrapped, sizeof record->cell.wrapped) == 0;
        if (!in_cell)
            gravel_cells_remove(&w->cells, i);
        *record = saved->record;
        record->cell.next = next; /* of the members as they are now */
        if (!in_cell)
            gravel_cells_insert(&w->cells, i);
        ed->later[i] = saved->later;
        ed->count[i] = saved->count;
        ed->body[i] = saved->body;
        if (ed->rotation != NULL)
            ed->rotation[i].omega = saved->omega;
        if (ed->last_contact != NULL)
            ed->last_contact[i] = saved->last_contact;
        gravel_split_calendar_set(w->calendar, i, saved->time);
    }
}
