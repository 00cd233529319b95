/* A simple shear flow in a sheared box, of velocities c relative to the flow v_x = shear_rate z:
 *     T/m = sum m c^2/(d sum m),   P_ab = (sum m c_a c_b + sum_collisions r_a J_b/t)/V,
 * with the impulse J of each collision on the first body and the vector r to it from the second.  The pressure is p =
 * tr P/d, the shear stress s = -P_xz, the viscosity s/shear_rate.  A soft contact acts at the mean distance of gas.c.
 */
#include "cases/measure/gas_box.h"
#include "cases/measure/measure.h"
#include "engines/core/shear.h"

struct shear_flow {
    int dimension;
    const struct gravel_system *system; /* borrowed: the harness keeps it */
    double volume, packing, diameter;
    double virial, shear; /* sums of r.J and r_x J_z since the last sample [J] */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct shear_flow *m = measure;
    if (system->material.rotation)
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.shear_flow",
                              "found rotation, allowed: contacts with normal forces only");
    const struct vec3 l = v3_sub(system->box.high, system->box.low);
    m->dimension = system->dimension;
    m->system = system;
    m->volume = l.x * l.z * (system->dimension == 3 ? l.y : 1.0);
    m->packing = gravel_gas_packing(system);
    m->diameter = gravel_mean_diameter(system);
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    static const struct gravel_mean list[] = {{.name = "temperature_over_mass", .unit = "m2/s2", .n = 1},
                                              {.name = "shear_temperature", .unit = "1", .n = 1},
                                              {.name = "shear_stress", .unit = "Pa", .n = 1},
                                              {.name = "pressure", .unit = "Pa", .n = 1},
                                              {.name = "stress_ratio", .unit = "1", .n = 1},
                                              {.name = "viscosity", .unit = "Pa s", .n = 1}};
    (void)measure;
    *count = sizeof list / sizeof *list;
    return list;
}

static void
event(void *measure, const struct gravel_event *e)
{
    struct shear_flow *m = measure;
    if (e->j < 0)
        return;
    const struct gravel_particle *p = m->system->particles;
    const double virial = e->impulse * (p[e->i].radius + p[e->j].radius - 0.25 * M_PI * e->overlap);
    m->virial += virial;
    m->shear += virial * e->normal.x * e->normal.z;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct shear_flow *m = measure;
    const struct gravel_box *box = &m->system->box;
    const size_t n = state->system->n_particles;
    const double rate = box->shear_rate, d = m->dimension;
    double mass = 0.0, square = 0.0, product = 0.0;
    struct vec3 drift = v3(0, 0, 0);
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &state->particles[k];
        drift = v3_axpy(drift, p->mass, v3_sub(p->v, gravel_shear_flow(box, p->x)));
        mass += p->mass;
    }
    drift = v3_scale(1.0 / mass, drift);
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const struct vec3 c = v3_sub(v3_sub(p->v, gravel_shear_flow(box, p->x)), drift);
        square += p->mass * v3_norm2(c);
        product += p->mass * c.x * c.z;
    }
    const double per_time = state->since > 0.0 ? 1.0 / state->since : 0.0;
    const double stress = -(product + m->shear * per_time) / m->volume;
    const double pressure = (square + m->virial * per_time) / (d * m->volume);
    const double temperature = square / (d * mass);
    values[0] = temperature;
    values[1] = temperature / (m->diameter * m->diameter * rate * rate);
    values[2] = stress;
    values[3] = pressure;
    values[4] = pressure > 0.0 ? stress / pressure : 0.0;
    values[5] = stress / rate;
    m->virial = m->shear = 0.0;
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct shear_flow *m = measure;
    r->number(r->self, "packing_fraction", "1", m->packing, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct shear_flow *m = measure;
    GRAVEL_ARCHIVE(archive, m->virial);
    GRAVEL_ARCHIVE(archive, m->shear);
}

static const struct gravel_yield yields[] = {
    {"temperature_over_mass", "m2/s2"},
    {"shear_temperature", "1"},
    {"shear_stress", "Pa"},
    {"pressure", "Pa"},
    {"stress_ratio", "1"},
    {"viscosity", "Pa s"},
    {"packing_fraction", "1", .is_determined = true},
    {0},
};

const struct gravel_measure_ops gravel_measure_shear_flow = {
    .name = "shear_flow",
    .what =
        "Of a sheared box: T/m relative to the flow, T/(m d^2 rate^2), shear stress s = -P_xz, pressure p = tr P/d, "
        "s/p, viscosity s/rate, packing fraction.",
    .reference = "F.shear.temperature",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_PERIODIC | GRAVEL_NEEDS_SHEAR,
    .yields = yields,
    .sheared = true,
    .size = sizeof(struct shear_flow),
    .create = create,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .event = event,
    .finish = finish,
};
