/* Net flux through a plane normal to an axis: particles that cross it upwards less those that cross it downwards, per
 * area and time.  Crossings are those of the straight way between samples, of the nearest image on a periodic axis: in
 * one interval a particle must not move by half the box.  What crosses and comes back within an interval cancels, as
 * it does in the net flux. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"
#include "cases/measure/way.h"

#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"axis", GRAVEL_TYPE_CHOICE, 0, NULL, 0, 0, "z", "x|y|z", "the plane is normal to this axis"},
    {"at", GRAVEL_TYPE_REAL, GRAVEL_REQUIRED, "m", 0, 0, NULL, NULL, "where it cuts the axis"},
    {0},
};

struct flux {
    int axis;
    double at, area, period; /* period of the box on the axis, or 0 */
    size_t n;                /* of particles */
    struct vec3 *last;       /* [n] positions at the last sample; owned */
    double momentum;         /* sum of the velocities on the axis at the last sample [m/s] */
    double longest_way;      /* between two samples, of a periodic length */
    struct gravel_mean means[4];
};

/* Values of a sample: number flux, mass flux and, on a periodic axis, density times mean velocity. */
static double
ratio_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)measure, (void)mean, (void)k;
    return s[0] / s[2];
}

static void
destroy(void *measure)
{
    free(((struct flux *)measure)->last);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct flux *m = measure;
    double low, high;
    const bool flat = system->dimension == 2;
    m->axis = gravel_options_text(options, "axis")[0] - 'x';
    m->at = gravel_options_real(options, "at");
    m->area = 1.0;
    if (!gravel_has_axis(system->dimension, m->axis))
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.flux.axis", "found %c, allowed an axis of %dD",
                              'x' + m->axis, system->dimension);
    for (int d = 0; d < 3; d++)
        if (d != m->axis && gravel_has_axis(system->dimension, d)) {
            if (!gravel_extent(system, d, &low, &high))
                return gravel_fail_at(error, GRAVEL_INPUT, "measure.flux",
                                      "found no ends of the system on %c, needs a periodic box or two planes", 'x' + d);
            m->area *= high - low;
        }
    if (system->box.periodic[m->axis] && gravel_extent(system, m->axis, &low, &high))
        m->period = high - low;
    m->n = system->n_particles;
    m->last = calloc(system->n_particles + 1, sizeof *m->last);
    if (m->last == NULL)
        return gravel_no_memory(error);
    m->means[0] = (struct gravel_mean){.name = "flux", .unit = flat ? "1/(m s)" : "1/(m2 s)", .n = 1};
    m->means[1] = (struct gravel_mean){.name = "mass_flux", .unit = flat ? "kg/(m s)" : "kg/(m2 s)", .n = 1};
    m->means[2] = (struct gravel_mean){.n = 1};
    m->means[3] = (struct gravel_mean){.name = "flux_over_momentum", .unit = "1", .n = 1, .of = ratio_of};
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct flux *m = measure;
    *count = m->period > 0.0 ? 4 : 2;
    return m->means;
}

/* On which side of the plane, or between which of its images, a height above it lies. */
static double
side(const struct flux *m, double height)
{
    return m->period > 0.0 ? floor(height / m->period) : height >= 0.0;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct flux *m = measure;
    double momentum = 0.0;
    values[0] = values[1] = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const bool is_free = p->attached == GRAVEL_FREE;
        momentum += is_free ? v3_component(p->v, m->axis) : 0.0;
        if (state->since > 0.0) { /* there was a sample before */
            const double from = v3_component(m->last[k], m->axis) - m->at;
            const struct vec3 way = gravel_way(&state->system->box, m->last[k], p->x, &m->longest_way);
            const double crossings = side(m, from + v3_component(way, m->axis)) - side(m, from);
            values[0] += is_free ? crossings / (m->area * state->since) : 0.0;
            values[1] += is_free ? p->mass * crossings / (m->area * state->since) : 0.0;
        }
        m->last[k] = p->x;
    }
    if (m->period > 0.0)
        values[2] = 0.5 * (m->momentum + momentum) / (m->area * m->period);
    m->momentum = momentum;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)r;
    return gravel_way_check(((const struct flux *)measure)->longest_way, "flux", "more run.samples", error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct flux *m = measure;
    GRAVEL_ARCHIVE_ARRAY(archive, m->last, m->n);
    GRAVEL_ARCHIVE(archive, m->momentum);
    GRAVEL_ARCHIVE(archive, m->longest_way);
}

static const struct gravel_yield yields[] = {
    {"flux", "1/(m2 s)|1/(m s)"}, {"mass_flux", "kg/(m2 s)|kg/(m s)"}, {"flux_over_momentum", "1"}, {0}};

const struct gravel_measure_ops gravel_measure_flux = {
    .name = "flux",
    .what =
        "Net flux of particles and of mass through a plane, per area and time, upwards positive; on a "
        "periodic axis the flux of particles over their density times mean velocity, by the trapezoidal rule, which is "
        "1 on average over long times.  Between two samples no particle may move by 0.4 of a periodic box.",
    .reference = "continuity",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct flux),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .finish = finish,
};
