/* How densely a heap between periodic sides is packed, and by how many contacts it holds.
 *
 * The packing fraction is that of the slab from <= z <= to: spheres (disks) are cut exactly where its faces cut them.
 * A contact is a pair, or a grain and a wall, whose surfaces are apart by at most `touch` of the smaller diameter.
 * Frictionless hard grains at rest under gravity are isostatic: d N force balances, of which d - 1 (the sum of all
 * along the floor) hold of themselves, fix the forces of as many contacts: N_c = d N - (d - 1), whatever the heap
 * (Moukarzel 1998; Silbert et al. 2002). */
#include "cases/measure/series.h"
#include "cases/measure/touching.h"

#include <stdlib.h>

static const struct gravel_key options[] = {
    {"from", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "lower face of the slab"},
    {"to", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "upper face of the slab"},
    GRAVEL_TOUCH_KEY,
    {0},
};

struct packing {
    double from, to, touch, section; /* [m], [m], [1], [m^(d-1)] */
    int32_t *contacts;               /* [n_particles]; owned */
};

static void
destroy(void *measure)
{
    struct packing *m = measure;
    free(m->contacts);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *o, struct gravel_error *error)
{
    (void)parameters;
    const struct vec3 l = v3_sub(system->box.high, system->box.low);
    const int d = system->dimension;
    if (!(gravel_options_real(o, "to") > gravel_options_real(o, "from")))
        return gravel_fail(error, GRAVEL_INPUT, "measure.packing.to: found %g m, allowed above from",
                           gravel_options_real(o, "to"));
    struct packing *m = measure;
    m->from = gravel_options_real(o, "from");
    m->to = gravel_options_real(o, "to");
    m->touch = gravel_options_real(o, "touch");
    m->section = (d > 1 ? l.x : 1.0) * (d > 2 ? l.y : 1.0);
    m->contacts = calloc(system->n_particles + 1, sizeof *m->contacts);
    if (m->contacts == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

/* Volume of the part of a sphere (area of a disk, length of a segment) that is lower than h above its centre. */
static double
part_below(int dimension, double r, double h)
{
    h = fmax(-r, fmin(h, r));
    if (dimension == 1)
        return h + r;
    if (dimension == 2)
        return r * r * (0.5 * M_PI + asin(h / r)) + h * sqrt(r * r - h * h);
    return M_PI * (r * r * (h + r) - (h * h * h + r * r * r) / 3.0);
}

static double
packing_fraction(const struct packing *m, const struct gravel_state *state, double from, double to)
{
    double filled = 0.0;
    const int d = state->system->dimension;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        filled += part_below(d, p->radius, to - p->x.z) - part_below(d, p->radius, from - p->x.z);
    }
    return filled / (m->section * (to - from));
}

/* The error comes from the scatter of layers of the slab, each a diameter thick: in thinner ones the density of single
 * grains dominates. */
static enum gravel_status
add_packing_fraction(const struct packing *m, const struct gravel_state *state, const struct gravel_results *r,
                     struct gravel_error *error)
{
    const double layers = fmax(1.0, round((m->to - m->from) / gravel_mean_diameter(state->system)));
    const double thickness = (m->to - m->from) / layers;
    struct gravel_series fractions = {.width = 1};
    for (double k = 0.0; k < layers; k++) {
        const double from = m->from + k * thickness;
        gravel_series_add(&fractions, packing_fraction(m, state, from, from + thickness));
    }
    return gravel_series_report_function(&fractions, gravel_series_mean(&fractions, 0, 0), "packing_fraction", "1", r,
                                         error);
}

struct counting {
    int32_t *contacts;
    size_t total;
};

static void
count_contact(void *self, int32_t i, int32_t j, struct vec3 normal)
{
    (void)normal;
    struct counting *c = self;
    c->contacts[i]++;
    if (j >= 0)
        c->contacts[j]++;
    c->total++;
}

/* The error comes from the scatter of the grains. */
static enum gravel_status
add_coordination(const struct packing *m, const struct gravel_state *state, const struct gravel_results *r,
                 struct gravel_error *error)
{
    struct gravel_series contacts = {.width = 1};
    for (size_t k = 0; k < state->system->n_particles; k++)
        if (state->particles[k].x.z >= m->from && state->particles[k].x.z <= m->to)
            gravel_series_add(&contacts, m->contacts[k]);
    return gravel_series_report_function(&contacts, gravel_series_mean(&contacts, 0, 0), "coordination", "1", r, error);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    struct packing *m = measure;
    struct counting counting = {.contacts = m->contacts};
    enum gravel_status status = gravel_touching_visit(state, m->touch, count_contact, &counting, error);
    if (status == GRAVEL_OK)
        status = add_packing_fraction(m, state, r, error);
    if (status == GRAVEL_OK)
        status = add_coordination(m, state, r, error);
    if (status == GRAVEL_OK)
        r->number(r->self, "contacts_per_grain", "1", (double)counting.total / (double)state->system->n_particles, 0.0);
    return status;
}

static const struct gravel_yield yields[] = {
    {"packing_fraction", "1"},
    {"coordination", "1"},
    {"contacts_per_grain", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_packing = {
    .name = "packing",
    .what = "Of a heap between periodic sides, at the end: packing fraction and mean number of contacts of a grain in "
            "the slab "
            "from..to, and N_c/N of the whole heap, floor contacts included.",
    .reference = "Silbert et al. 2002, Phys. Rev. E 65, 031304",
    .dimensions = GRAVEL_IN_ANY,
    .needs = GRAVEL_NEEDS_PERIODIC_SIDES,
    .yields = yields,
    .options = options,
    .size = sizeof(struct packing),
    .create = create,
    .destroy = destroy,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
