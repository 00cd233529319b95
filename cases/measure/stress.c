/* Stress tensor of the whole system, compression positive:
 *     s_ab = (1/V) [ sum m v_a v_b + sum (r_a J_b + r_b J_a)/(2 t) ],
 * v relative to the mean velocity on periodic axes (elsewhere walls hold the system), r the branch vector of a contact
 * and J/t the momentum that passes along it in a second (Irving and Kirkwood 1950; Luding 2008).  V is the volume
 * between the ends of the system: periodic faces or outermost planes. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

#include <stdio.h>

enum { KINDS = 3, MEANS = KINDS * GRAVEL_TENSOR_MAX + 2 };

struct stress {
    int dimension;
    double volume;
    size_t n;
    struct gravel_component components[GRAVEL_TENSOR_MAX];
    double contact[GRAVEL_TENSOR_MAX]; /* sums of r J since the last sample [N m s] */
    struct gravel_mean means[MEANS];
    char names[MEANS][24];
};

/* Values of a sample: kinetic[n], contact[n].  Means 2 n .. 3 n - 1 are their sums. */
static double
total_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)k;
    const struct stress *m = measure;
    const size_t component = mean - 2 * m->n;
    return s[component] + s[m->n + component];
}

static double
pressure_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)mean, (void)k;
    const struct stress *m = measure;
    return (gravel_tensor_trace(m->n, m->components, s) + gravel_tensor_trace(m->n, m->components, s + m->n)) /
           m->dimension;
}

static double
ratio_of(const void *measure, const double *s, size_t mean, size_t k)
{
    const struct stress *m = measure;
    return pressure_of(measure, s, mean, k) * m->dimension / gravel_tensor_trace(m->n, m->components, s);
}

static void
add_mean(struct stress *m, size_t k, const char *what, const char *component, const char *unit,
         double (*of)(const void *, const double *, size_t, size_t))
{
    snprintf(m->names[k], sizeof m->names[k], "%s%s%s", what, component[0] != '\0' ? "." : "", component);
    m->means[k] = (struct gravel_mean){.name = m->names[k], .unit = unit, .n = 1, .of = of};
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct stress *m = measure;
    *m = (struct stress){.dimension = system->dimension, .volume = 1.0};
    for (int d = 0; d < 3; d++) {
        double low, high;
        if (!gravel_has_axis(system->dimension, d))
            continue;
        if (!gravel_extent(system, d, &low, &high))
            return gravel_fail(error, GRAVEL_INPUT,
                               "measure.stress: found no ends of the system on %c, needs a periodic box or two planes",
                               "xyz"[d]);
        m->volume *= high - low;
    }
    const size_t n = m->n = gravel_tensor_components(system->dimension, m->components);
    const char *unit = system->dimension == 2 ? "N/m" : "Pa";
    for (size_t k = 0; k < n; k++) {
        add_mean(m, k, "kinetic_stress", m->components[k].name, unit, NULL);
        add_mean(m, n + k, "contact_stress", m->components[k].name, unit, NULL);
        add_mean(m, 2 * n + k, "stress", m->components[k].name, unit, total_of);
    }
    add_mean(m, 3 * n, "pressure", "", unit, pressure_of);
    add_mean(m, 3 * n + 1, "pressure_over_kinetic", "", "1", ratio_of);
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct stress *m = measure;
    *count = KINDS * m->n + 2;
    return m->means;
}

static void
push(void *measure, const struct gravel_push *p)
{
    struct stress *m = measure;
    gravel_tensor_add(m->n, m->components, 1.0, p->branch, p->impulse, m->contact);
}

/* Mean velocity of the free particles on periodic axes; 0 on the others. */
static struct vec3
drift(const struct gravel_state *state)
{
    const bool *periodic = state->system->box.periodic;
    struct vec3 momentum = v3(0, 0, 0);
    double mass = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        momentum = v3_axpy(momentum, p->mass, p->v);
        mass += p->mass;
    }
    if (!(mass > 0.0))
        return momentum;
    return v3(periodic[0] ? momentum.x / mass : 0.0, periodic[1] ? momentum.y / mass : 0.0,
              periodic[2] ? momentum.z / mass : 0.0);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct stress *m = measure;
    const struct vec3 mean = drift(state);
    for (size_t k = 0; k < m->n; k++) {
        values[k] = 0.0;
        values[m->n + k] = state->since > 0.0 ? m->contact[k] / (state->since * m->volume) : 0.0;
        m->contact[k] = 0.0;
    }
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        const struct vec3 v = v3_sub(p->v, mean);
        if (p->attached == GRAVEL_FREE)
            gravel_tensor_add(m->n, m->components, p->mass / m->volume, v, v, values);
    }
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct stress *m = measure;
    GRAVEL_ARCHIVE_ARRAY(archive, m->contact, m->n);
}

static const struct gravel_yield yields[] = {
    {"stress.*", "Pa|N/m"}, {"kinetic_stress.*", "Pa|N/m"}, {"contact_stress.*", "Pa|N/m"},
    {"pressure", "Pa|N/m"}, {"pressure_over_kinetic", "1"}, {0},
};

const struct gravel_measure_ops gravel_measure_stress = {
    .name = "stress",
    .what = "Stress tensor of the whole system, compression positive, kinetic part sum m v v/V and contact part "
            "sum r J/(V t), as components xx, zz, xz and in 3D yy, xy, yz; pressure, its trace over d, and that over "
            "the kinetic pressure, which in a gas is Z = p V/(N T).",
    .reference = "Irving and Kirkwood 1950; Luding 2008",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .yields = yields,
    .size = sizeof(struct stress),
    .create = create,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .push = push,
};
