/* Many pairs that collide once each (generator `pairs`): the collision rule seen from outside, in the pairs that differ
 * most from each other.  Only the states at the start and at the end are used: the geometry of a contact follows from
 * the straight course to it. */
#include "cases/measure/measure.h"
#include "engines/core/shear.h"

struct pair_extremes {
    size_t n_pairs;
};

struct outcome {
    double restitution, slip_restitution; /* NAN where nothing slips before */
    double approach, slip;                /* before the contact [m/s] */
};

/* Place and velocity of the image of pair[0] that is nearest to pair[1], relative to that [m, m/s]. */
static struct vec3
relative(const struct gravel_box *box, double t, const struct gravel_particle *pair, struct vec3 *velocity)
{
    *velocity = v3_sub(pair[0].v, pair[1].v);
    if (!gravel_box_is_sheared(box))
        return gravel_box_separation(box, pair[1].x, pair[0].x);
    double slip;
    const struct vec3 r = gravel_shear_separation(box, t, pair[1].x, pair[0].x, &slip);
    velocity->x += slip;
    return r;
}

/* Velocity of the first particle's surface relative to the second's at the point of contact, across the normal, which
 * points from the second to the first; u is that of the centres. */
static struct vec3
surface_slip(const struct gravel_particle *pair, struct vec3 u, struct vec3 normal)
{
    const struct vec3 turn = v3_add(v3_scale(pair[0].radius, pair[0].omega), v3_scale(pair[1].radius, pair[1].omega));
    return v3_reject(v3_sub(u, v3_cross(turn, normal)), normal);
}

/* `after` at time t.  False when the straight course of the pair before[0], before[1] misses. */
static bool
compare(const struct gravel_box *box, const struct gravel_particle *before, const struct gravel_particle *after,
        double t, struct outcome *out)
{
    struct vec3 u, v;
    const struct vec3 r = relative(box, 0.0, before, &u);
    (void)relative(box, t, after, &v);
    const double reach = before[0].radius + before[1].radius;
    const double b = v3_dot(r, u), c = v3_norm2(r) - reach * reach, discriminant = b * b - v3_norm2(u) * c;
    if (b >= 0.0 || discriminant <= 0.0)
        return false;
    const struct vec3 normal = v3_scale(1.0 / reach, v3_axpy(r, fmax(c, 0.0) / (sqrt(discriminant) - b), u));
    const struct vec3 slip = surface_slip(before, u, normal);
    out->approach = -v3_dot(u, normal);
    out->slip = v3_norm(slip);
    out->restitution = v3_dot(v, normal) / out->approach;
    out->slip_restitution =
        out->slip > 1e-9 * out->approach ? v3_dot(slip, surface_slip(after, v, normal)) / v3_norm2(slip) : NAN;
    return true;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    const struct pair_extremes *m = measure;
    struct outcome least = {INFINITY, INFINITY, INFINITY, INFINITY},
                   most = {-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    for (size_t k = 0; k < 2 * m->n_pairs; k += 2) {
        struct outcome one;
        if (!compare(&state->system->box, &state->system->particles[k], &state->particles[k], state->t, &one))
            return gravel_fail(error, GRAVEL_PHYSICS, "measure.pair_extremes: particles %zu and %zu do not meet", k + 1,
                               k + 2);
        least = (struct outcome){fmin(least.restitution, one.restitution),
                                 fmin(least.slip_restitution, one.slip_restitution), fmin(least.approach, one.approach),
                                 fmin(least.slip, one.slip)};
        most = (struct outcome){fmax(most.restitution, one.restitution),
                                fmax(most.slip_restitution, one.slip_restitution), 0.0, fmax(most.slip, one.slip)};
    }
    r->number(r->self, "restitution_least", "1", least.restitution, 0.0);
    r->number(r->self, "restitution_most", "1", most.restitution, 0.0);
    r->number(r->self, "approach", "m/s", least.approach, 0.0);
    r->number(r->self, "slip", "m/s", least.slip, 0.0);
    if (isfinite(least.slip_restitution)) {
        r->number(r->self, "slip_restitution_least", "1", least.slip_restitution, 0.0);
        r->number(r->self, "slip_restitution_most", "1", most.slip_restitution, 0.0);
    }
    return GRAVEL_OK;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    struct pair_extremes *m = measure;
    (void)parameters, (void)options;
    if (system->n_particles == 0 || system->n_particles % 2 != 0)
        return gravel_fail(error, GRAVEL_INPUT, "measure.pair_extremes: found %zu particles, allowed an even number",
                           system->n_particles);
    m->n_pairs = system->n_particles / 2;
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"restitution_least", "1"},
    {"restitution_most", "1"},
    {"slip_restitution_least", "1"},
    {"slip_restitution_most", "1"},
    {"approach", "m/s"},
    {"slip", "m/s"},
    {0},
};

const struct gravel_measure_ops gravel_measure_pair_extremes = {
    .name = "pair_extremes",
    .what = "Many pairs, particles 1 and 2, 3 and 4, .., that collide once each: the least and the most of e and of "
            "the part "
            "of the surfaces' slip that is left, least approach and slip before, from the states at start and end.",
    .reference = "S1 Sec. 2",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .yields = yields,
    .sheared = true,
    .size = sizeof(struct pair_extremes),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
