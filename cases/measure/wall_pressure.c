/* Force and pressure on every wall: the momentum that particles give it along the normal at their point of contact,
 * over the sampling interval; the pressure where the wall's area follows from its shape, or for a plane from the ends
 * of the system on the other axes.  In a gas between planes the mean pressure of the planes gives
 * Z = p V/(N T), V the volume that the centres reach. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

#include <stdio.h>
#include <stdlib.h>

struct one {
    double area;  /* [m^(d-1)]; 0: unknown */
    double force; /* sum of normal momenta since the last sample [N s] */
    bool plane;
    char force_name[56], pressure_name[56];
};

struct walls {
    int dimension;
    size_t n, n_means;
    double volume;             /* that the centres reach; 0: the system is not closed by planes and periodic faces */
    double packing;            /* part of it that the particles fill */
    double area;               /* of all planes, as far as centres reach */
    struct one *walls;         /* [n]; owned */
    struct gravel_mean *means; /* [2 n + 2]; owned */
};

/* Of a plane from the ends of the system on the axes along it. */
static double
plane_area(const struct gravel_system *system, const struct gravel_wall *wall)
{
    double low, high, area = 1.0;
    for (int d = 0; d < 3; d++) {
        if (!gravel_has_axis(system->dimension, d) || fabs(v3_component(wall->axis, d)) == 1.0)
            continue;
        if (v3_component(wall->axis, d) != 0.0 || !gravel_extent(system, d, &low, &high))
            return 0.0;
        area *= high - low;
    }
    return area;
}

static double
area_of(const struct gravel_system *system, const struct gravel_wall *wall)
{
    const bool flat = system->dimension == 2;
    switch (wall->shape) {
    case GRAVEL_PLANE: return plane_area(system, wall);
    case GRAVEL_DISK: return M_PI * wall->radius * wall->radius;
    case GRAVEL_CYLINDER: return 2.0 * M_PI * wall->radius * (flat ? 1.0 : wall->length);
    case GRAVEL_CONE:
        return flat ? 0.0
                    : M_PI * (wall->radius + wall->radius_end) * hypot(wall->length, wall->radius_end - wall->radius);
    case GRAVEL_RECTANGLE: return wall->length * wall->width;
    case GRAVEL_SEGMENT: return flat ? wall->length : 0.0;
    default: return 0.0;
    }
}

/* Values of a sample: a force for each wall, then N T. */
static double
pressure_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)k;
    const struct walls *m = measure;
    for (size_t w = 0; w < m->n; w++)
        if (m->means[mean].name == m->walls[w].pressure_name)
            return s[w] / m->walls[w].area;
    return NAN;
}

static double
compressibility_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)mean, (void)k;
    const struct walls *m = measure;
    double force = 0.0;
    for (size_t w = 0; w < m->n; w++)
        force += m->walls[w].plane ? s[w] : 0.0;
    return force / m->area * m->volume / s[m->n];
}

static void
destroy(void *measure)
{
    struct walls *m = measure;
    free(m->walls);
    free(m->means);
}

/* The length of the system on an axis that centres reach [m]: particles of radius r stay that far from planes; 0: it
 * has no ends there. */
static double
reach(const struct gravel_system *system, int axis, double radius)
{
    double low, high;
    return gravel_extent(system, axis, &low, &high) ? high - low - (system->box.periodic[axis] ? 0.0 : 2.0 * radius)
                                                    : 0.0;
}

/* The volume that centres reach, and of every plane the area that they do. */
static void
find_volume(struct walls *m, const struct gravel_system *system)
{
    double radius = 0.0, filled = 0.0;
    for (size_t k = 0; k < system->n_particles; k++) {
        radius += system->particles[k].radius / (double)system->n_particles;
        filled += gravel_unit_ball(m->dimension) * pow(system->particles[k].radius, m->dimension);
    }
    m->volume = 1.0;
    for (int d = 0; d < 3; d++)
        m->volume *= gravel_has_axis(m->dimension, d) ? reach(system, d, radius) : 1.0;
    for (size_t w = 0; w < m->n && m->volume > 0.0; w++)
        for (int d = 0; d < 3; d++)
            if (m->walls[w].plane && fabs(v3_component(system->walls[w].axis, d)) == 1.0)
                m->area += m->volume / reach(system, d, radius);
    m->volume = m->area > 0.0 ? m->volume : 0.0;
    m->packing = m->volume > 0.0 ? filled / m->volume : 0.0;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct walls *m = measure;
    const size_t n = system->n_walls;
    const char *const pressure = system->dimension == 2 ? "N/m" : "Pa";
    *m = (struct walls){.dimension = system->dimension,
                        .n = n,
                        .walls = calloc(n, sizeof *m->walls),
                        .means = calloc(2 * n + 2, sizeof *m->means)};
    if (m->walls == NULL || m->means == NULL)
        return gravel_no_memory(error);
    for (size_t w = 0; w < n; w++) {
        struct one *const one = &m->walls[w];
        one->area = area_of(system, &system->walls[w]);
        one->plane = system->walls[w].shape == GRAVEL_PLANE && one->area > 0.0;
        snprintf(one->force_name, sizeof one->force_name, "wall_force.%s", system->walls[w].name);
        snprintf(one->pressure_name, sizeof one->pressure_name, "wall_pressure.%s", system->walls[w].name);
        m->means[m->n_means++] = (struct gravel_mean){.name = one->force_name, .unit = "N", .n = 1};
    }
    find_volume(m, system);
    m->means[m->n_means++] = (struct gravel_mean){.n = 1};
    for (size_t w = 0; w < n; w++)
        if (m->walls[w].area > 0.0)
            m->means[m->n_means++] =
                (struct gravel_mean){.name = m->walls[w].pressure_name, .unit = pressure, .n = 1, .of = pressure_of};
    if (m->volume > 0.0)
        m->means[m->n_means++] =
            (struct gravel_mean){.name = "wall_compressibility", .unit = "1", .n = 1, .of = compressibility_of};
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct walls *m = measure;
    *count = m->n_means;
    return m->means;
}

static void
push(void *measure, const struct gravel_push *p)
{
    struct walls *m = measure;
    const double distance = v3_norm(p->branch);
    if (p->j < 0 && distance > 0.0)
        m->walls[-1 - p->j].force += v3_dot(p->impulse, p->branch) / distance;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct walls *m = measure;
    for (size_t w = 0; w < m->n; w++) {
        values[w] = state->since > 0.0 ? m->walls[w].force / state->since : 0.0;
        m->walls[w].force = 0.0;
    }
    values[m->n] = 2.0 * gravel_kinetic_energy(state->particles, state->system->n_particles) / m->dimension;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct walls *m = measure;
    if (m->volume > 0.0)
        r->number(r->self, "wall_packing_fraction", "1", m->packing, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct walls *m = measure;
    GRAVEL_ARCHIVE_COLUMN(archive, m->walls, m->n, force);
}

static const struct gravel_yield yields[] = {
    {"wall_force.*", "N"},
    {"wall_pressure.*", "Pa|N/m"},
    {"wall_compressibility", "1"},
    {"wall_packing_fraction", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_wall_pressure = {
    .name = "wall_pressure",
    .what = "Of every wall: the normal force of the particles, and the pressure where its area is known; of a system "
            "between planes and periodic faces Z = p V/(N T) from the mean pressure of the planes, T = m <v^2>/d, "
            "and the packing fraction in the volume V that the centres reach.",
    .reference = "momentum balance",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_WALL,
    .yields = yields,
    .size = sizeof(struct walls),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .push = push,
    .finish = finish,
};
