/* First contact of particle k with wall k, for every k: when it begins, and how fast the particle leaves. */
#include "cases/measure/measure.h"

#include <stdio.h>
#include <stdlib.h>

struct contact {
    bool seen;
    double t, rebound;
};

struct first_contact {
    size_t n;
    struct contact *contacts; /* [n]; owned */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    if (system->n_walls == 0 || system->n_particles < system->n_walls)
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.first_contact: found %zu particles and %zu walls, allowed a "
                           "particle for every wall",
                           system->n_particles, system->n_walls);
    struct first_contact *m = measure;
    m->n = system->n_walls;
    m->contacts = calloc(m->n, sizeof *m->contacts);
    if (m->contacts == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct first_contact *m = measure;
    free(m->contacts);
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct first_contact *m = measure;
    if (e->j >= 0 || e->i != -1 - e->j || m->contacts[e->i].seen)
        return;
    m->contacts[e->i] = (struct contact){true, e->t - e->duration, e->rebound};
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct first_contact *m = measure;
    for (size_t w = 0; w < m->n; w++) {
        const char *wall = state->system->walls[w].name;
        char name[64];
        if (!m->contacts[w].seen)
            return gravel_fail(error, GRAVEL_PHYSICS, "measure.first_contact: particle %zu never met wall %s", w, wall);
        snprintf(name, sizeof name, "contact_time.%s", wall);
        r->number(r->self, name, "s", m->contacts[w].t, 0.0);
        snprintf(name, sizeof name, "rebound.%s", wall);
        r->number(r->self, name, "m/s", m->contacts[w].rebound, 0.0);
    }
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct first_contact *m = measure;
    GRAVEL_ARCHIVE_COLUMN(archive, m->contacts, m->n, seen);
    GRAVEL_ARCHIVE_COLUMN(archive, m->contacts, m->n, t);
    GRAVEL_ARCHIVE_COLUMN(archive, m->contacts, m->n, rebound);
}

static const struct gravel_yield yields[] = {
    {"contact_time.*", "s"},
    {"rebound.*", "m/s"},
    {0},
};

const struct gravel_measure_ops gravel_measure_first_contact = {
    .name = "first_contact",
    .what = "For every wall: time of the first contact of the particle with the same number, and its normal speed "
            "after it.",
    .reference = "S1 Sec. 2",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_WALL,
    .yields = yields,
    .size = sizeof(struct first_contact),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .event = event,
    .finish = finish,
};
