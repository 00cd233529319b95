/* The bed in a rotating drum: slope of its surface, and how much of it flows (S1 Sec. 3.2).
 *
 * surface_angle: straight line (median of pairwise slopes, Theil and Sen) through the highest particles of columns
 * two diameters wide; a particle that touches nothing flies and is no surface.
 * bed_angle: direction of the bed's centre of mass seen from the axis, which for a flat surface is the same.
 * flowing depth: in the slice through the axis normal to the surface, the part that moves downhill. */
#include "cases/measure/drum.h"

#include <gsl/gsl_sort.h>

static const struct gravel_key options_list[] = {
    {"from", GRAVEL_TYPE_REAL, 0, "1", -1, 1, "-0.2", NULL, "lower end of the fitted surface, in drum radii uphill"},
    {"to", GRAVEL_TYPE_REAL, 0, "1", -1, 1, "0.6", NULL, "upper end of the fitted surface, in drum radii uphill"},
    {0},
};

enum { COLUMNS_MAX = 64 };

struct bed {
    struct gravel_drum drum;
    double from, width; /* of the columns [m] */
    size_t n_columns;
    double diameter; /* of the largest free particle [m] */
    double slopes[COLUMNS_MAX * (COLUMNS_MAX - 1) / 2];
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct gravel_drum drum;
    const enum gravel_status status = gravel_drum_of(system, "bed", &drum, error);
    if (status != GRAVEL_OK)
        return status;
    const double from = gravel_options_real(options, "from"), to = gravel_options_real(options, "to");
    if (!(to > from))
        return gravel_fail(error, GRAVEL_INPUT, "measure.bed.to: found %g, allowed above from = %g", to, from);
    struct bed *m = measure;
    m->drum = drum;
    for (size_t k = 0; k < system->n_particles; k++)
        if (system->particles[k].attached == GRAVEL_FREE)
            m->diameter = fmax(m->diameter, 2.0 * system->particles[k].radius);
    const double length = (to - from) * drum.radius;
    m->n_columns = (size_t)fmax(3.0, fmin(COLUMNS_MAX, floor(length / (2.0 * m->diameter))));
    m->from = from * drum.radius;
    m->width = length / (double)m->n_columns;
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "surface_angle", .unit = "deg", .n = 1},
                                              {.name = "bed_angle", .unit = "deg", .n = 1},
                                              {.name = "flowing_depth", .unit = "m", .n = 1},
                                              {.name = "flowing_fraction", .unit = "1", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

/* Whether some other particle is within a tenth of a diameter of the surface of particle k. */
static bool
has_neighbour(const struct gravel_state *state, size_t k)
{
    const struct gravel_particle *p = state->particles;
    for (size_t j = 0; j < state->system->n_particles; j++) {
        const double reach = 1.1 * (p[j].radius + p[k].radius);
        if (j != k && p[j].attached != GRAVEL_ABSORBED && v3_norm2(v3_sub(p[j].x, p[k].x)) < reach * reach)
            return true;
    }
    return false;
}

/* The highest particle of one column that touches another, below `limit`; false: none. */
static bool
column_top(const struct bed *m, const struct gravel_state *state, size_t column, struct vec3 *top)
{
    const double low = m->from + (double)column * m->width, high = low + m->width;
    double limit = INFINITY;
    for (;;) {
        size_t best = SIZE_MAX;
        double z = -INFINITY;
        for (size_t k = 0; k < state->system->n_particles; k++) {
            const struct gravel_particle *p = &state->particles[k];
            const double side = gravel_drum_side(&m->drum, p->x), height = gravel_drum_height(&m->drum, p->x);
            if (p->attached == GRAVEL_FREE && side >= low && side < high && height > z && height < limit) {
                best = k;
                z = height;
            }
        }
        if (best == SIZE_MAX)
            return false;
        *top = state->particles[best].x;
        if (has_neighbour(state, best))
            return true;
        limit = z;
    }
}

/* [deg]; NaN when fewer than three columns hold particles. */
static double
surface_angle(struct bed *m, const struct gravel_state *state)
{
    double side[COLUMNS_MAX], height[COLUMNS_MAX];
    size_t n = 0, n_slopes = 0;
    for (size_t c = 0; c < m->n_columns; c++) {
        struct vec3 top;
        if (column_top(m, state, c, &top)) {
            side[n] = gravel_drum_side(&m->drum, top);
            height[n++] = gravel_drum_height(&m->drum, top);
        }
    }
    if (n < 3)
        return NAN;
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < a; b++)
            m->slopes[n_slopes++] = (height[a] - height[b]) / (side[a] - side[b]);
    gsl_sort(m->slopes, 1, n_slopes);
    const double median = 0.5 * (m->slopes[n_slopes / 2] + m->slopes[(n_slopes - 1) / 2]);
    return atan(median) * 180.0 / M_PI;
}

/* Angle of the centre of mass from the vertical, positive uphill [rad]. */
static double
bed_angle(const struct bed *m, const struct gravel_state *state)
{
    double side = 0.0, height = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        side += p->mass * gravel_drum_side(&m->drum, p->x);
        height += p->mass * gravel_drum_height(&m->drum, p->x);
    }
    return atan2(side, -height);
}

static void
flow(const struct bed *m, const struct gravel_state *state, double angle, double *depth, double *fraction)
{
    const struct gravel_drum *d = &m->drum;
    const struct vec3 along = v3_axpy(v3_scale(cos(angle), d->uphill), sin(angle), d->up); /* up the surface */
    const struct vec3 normal = v3_axpy(v3_scale(cos(angle), d->up), -sin(angle), d->uphill);
    double low = INFINITY, high = -INFINITY;
    size_t n = 0, n_down = 0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const struct vec3 x = v3_sub(p->x, d->origin);
        if (p->attached != GRAVEL_FREE || fabs(v3_dot(x, along)) > 1.5 * m->diameter)
            continue;
        low = fmin(low, v3_dot(x, normal));
        high = fmax(high, v3_dot(x, normal));
        n_down += v3_dot(p->v, along) < 0.0;
        n++;
    }
    *fraction = n > 0 ? (double)n_down / (double)n : 0.0;
    *depth = n > 0 ? *fraction * (high - low + m->diameter) : 0.0;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct bed *m = measure;
    const double angle = bed_angle(m, state);
    values[0] = surface_angle(m, state);
    values[1] = angle * 180.0 / M_PI;
    flow(m, state, angle, &values[2], &values[3]);
}

static const struct gravel_yield yields[] = {
    {"surface_angle", "deg"}, {"bed_angle", "deg"}, {"flowing_depth", "m"}, {"flowing_fraction", "1"}, {0},
};

const struct gravel_measure_ops gravel_measure_bed = {
    .name = "bed",
    .what = "Slope of a drum's bed from its surface and from its centre of mass, depth and fraction of the layer that "
            "moves downhill below the axis.",
    .reference = "S1 Sec. 3.2",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_CYLINDER | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .options = options_list,
    .size = sizeof(struct bed),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .means = means,
    .sample = sample,
};
