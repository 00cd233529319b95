/* The first contact of two particles in a run: when it begins, and how fast they approach. */
#include "cases/measure/measure.h"

struct first_pair_contact {
    bool seen;
    double t, approach;
};

static void
event(void *measure, const struct gravel_event *e)
{
    struct first_pair_contact *m = measure;
    const double begun = e->t - e->duration;
    if (e->j < 0 || (m->seen && begun >= m->t))
        return;
    *m = (struct first_pair_contact){true, begun, e->approach};
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct first_pair_contact *m = measure;
    if (!m->seen)
        return gravel_fail(error, GRAVEL_PHYSICS, "measure.first_pair_contact: no two particles met and parted");
    r->number(r->self, "pair_contact_time", "s", m->t, 0.0);
    r->number(r->self, "pair_approach", "m/s", m->approach, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct first_pair_contact *m = measure;
    GRAVEL_ARCHIVE(archive, m->seen);
    GRAVEL_ARCHIVE(archive, m->t);
    GRAVEL_ARCHIVE(archive, m->approach);
}

static const struct gravel_yield yields[] = {
    {"pair_contact_time", "s"},
    {"pair_approach", "m/s"},
    {0},
};

const struct gravel_measure_ops gravel_measure_first_pair_contact = {
    .name = "first_pair_contact",
    .what = "Of the first contact of two particles: its begin and the normal approach speed.",
    .reference = "S1 Sec. 2",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct first_pair_contact),
    .archive = archive_state,
    .event = event,
    .finish = finish,
};
