/* How densely a heap between periodic sides is packed, and by how many contacts it holds.
 *
 * The packing fraction is that of the slab from <= z <= to: spheres (disks) are cut exactly where its faces cut them.
 * A contact is a pair, or a grain and a wall, whose surfaces are apart by at most `touch` of the smaller diameter.
 * Frictionless hard grains at rest under gravity are isostatic: d N force balances, of which d - 1 (the sum of all
 * along the floor) hold of themselves, fix the forces of as many contacts: N_c = d N - (d - 1), whatever the heap
 * (Moukarzel 1998; Silbert et al. 2002). */
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

static double
mean_diameter(const struct gravel_state *state)
{
    double sum = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++)
        sum += 2.0 * state->particles[k].radius;
    return sum / (double)state->system->n_particles;
}

/* Of `n` values; unknown for a single one. */
static double
error_of_mean(double sum, double sum_of_squares, double n)
{
    const double mean = sum / n;
    return n > 1.0 ? sqrt(fmax(sum_of_squares / n - mean * mean, 0.0) / (n - 1.0)) : -1.0;
}

/* The error comes from the scatter of layers of the slab, each a diameter thick: in thinner ones the density of single
 * grains dominates. */
static void
add_packing_fraction(const struct packing *m, const struct gravel_state *state, const struct gravel_results *r)
{
    const double layers = fmax(1.0, round((m->to - m->from) / mean_diameter(state)));
    const double thickness = (m->to - m->from) / layers;
    double sum = 0.0, squares = 0.0;
    for (double k = 0.0; k < layers; k++) {
        const double from = m->from + k * thickness, phi = packing_fraction(m, state, from, from + thickness);
        sum += phi;
        squares += phi * phi;
    }
    r->number(r->self, "packing_fraction", "1", sum / layers, error_of_mean(sum, squares, layers));
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
static void
add_coordination(const struct packing *m, const struct gravel_state *state, const struct gravel_results *r)
{
    double n = 0.0, sum = 0.0, squares = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++)
        if (state->particles[k].x.z >= m->from && state->particles[k].x.z <= m->to) {
            n += 1.0;
            sum += m->contacts[k];
            squares += (double)m->contacts[k] * m->contacts[k];
        }
    r->number(r->self, "coordination", "1", sum / n, error_of_mean(sum, squares, n));
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    struct packing *m = measure;
    struct counting counting = {.contacts = m->contacts};
    const enum gravel_status status = gravel_touching_visit(state, m->touch, count_contact, &counting, error);
    if (status != GRAVEL_OK)
        return status;
    add_packing_fraction(m, state, r);
    add_coordination(m, state, r);
    r->number(r->self, "contacts_per_grain", "1", (double)counting.total / (double)state->system->n_particles, 0.0);
    return GRAVEL_OK;
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
