/* How long a group of particles is in touch with walls: from the first contact's beginning to the last one's end. */
#include "cases/measure/measure.h"

struct interaction {
    double first, last; /* [s] */
    size_t n_contacts;
    double scale; /* N t_c [s] */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options, (void)error;
    struct interaction *m = measure;
    const struct gravel_particle *p = &system->particles[0];
    const struct gravel_material *material = gravel_system_contact(system, p->species, p->species).material;
    const double t_c = gravel_material_contact_time(material, NULL, 0.5 * p->mass, 2.0 * p->radius, v3_norm(p->v));
    *m = (struct interaction){.first = INFINITY, .last = -INFINITY, .scale = t_c * (double)system->n_particles};
    return GRAVEL_OK;
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct interaction *m = measure;
    if (e->j >= 0)
        return;
    m->first = fmin(m->first, e->t - e->duration);
    m->last = fmax(m->last, e->t);
    m->n_contacts++;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct interaction *m = measure;
    r->number(r->self, "wall_contacts", "1", (double)m->n_contacts, 0.0);
    if (m->n_contacts == 0)
        return GRAVEL_OK;
    r->number(r->self, "interaction_time", "s", m->last - m->first, 0.0);
    if (m->scale > 0.0 && isfinite(m->scale))
        r->number(r->self, "scaled_interaction_time", "1", (m->last - m->first) / m->scale, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct interaction *m = measure;
    GRAVEL_ARCHIVE(archive, m->first);
    GRAVEL_ARCHIVE(archive, m->last);
    GRAVEL_ARCHIVE(archive, m->n_contacts);
}

static const struct gravel_yield yields[] = {
    {"wall_contacts", "1"},
    {"interaction_time", "s"},
    {"scaled_interaction_time", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_interaction_time = {
    .name = "interaction_time",
    .what = "Time t_k from the first to the last contact with a wall, also as t_k/(N t_c).",
    .reference = "S3 Sec. 3.2.1",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_WALL,
    .yields = yields,
    .size = sizeof(struct interaction),
    .create = create,
    .archive = archive_state,
    .event = event,
    .finish = finish,
};
