/* Whether a column of beads has stuck together: the largest relative velocity of neighbours at the end, over that at
 * the start.  Below the critical restitution collisions never end and it falls to zero. */
#include "cases/measure/measure.h"

static const double stuck = 1e-11; /* of the first relative velocity: a collapse, in double precision */

struct collapsed {
    double first; /* [m/s] */
};

static double
largest_relative(const struct gravel_particle *p, size_t n)
{
    double largest = 0.0;
    for (size_t k = 0; k + 1 < n; k++)
        largest = fmax(largest, v3_norm(v3_sub(p[k + 1].v, p[k].v)));
    return largest;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    const double first = largest_relative(system->particles, system->n_particles);
    if (system->dimension != 1 || !(first > 0.0))
        return gravel_fail(error, GRAVEL_INPUT,
                           "measure.collapsed: needs beads in one dimension that move relative to "
                           "each other");
    struct collapsed *m = measure;
    m->first = first;
    return GRAVEL_OK;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)error;
    const struct collapsed *m = measure;
    const double left = largest_relative(state->particles, state->system->n_particles) / m->first;
    r->number(r->self, "relative_velocity", "1", left, 0.0);
    r->number(r->self, "collapsed", "1", left < stuck, 0.0);
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"relative_velocity", "1"},
    {"collapsed", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_collapsed = {
    .name = "collapsed",
    .what =
        "Largest relative velocity of neighbours at the end over that at the start; 1 if it is below 1e-11, else 0.",
    .reference = "McNamara and Young 1992",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct collapsed),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
