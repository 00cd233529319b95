/* Fields by layers: number density, mean velocity, temperature and stress (kinetic, contact and total, compression
 * positive), averages over the volume of each layer.
 *
 * The kinetic part is that of velocities relative to the layer's own mean velocity, which is a time average; the
 * temperature is m <(v - V)^2>/d a particle.  A contact gives each layer the part of its branch vector that lies in it
 * (Irving and Kirkwood 1950), so that at rest the stress of a layer along gravity is the mean weight above: the table
 * `layer_weight`, `weight_ratio` of the sums over all layers, and `weight_deviation`, the largest difference of a layer
 * over the largest weight. */
#include "cases/measure/measure.h"
#include "cases/measure/tensor.h"

#include <stdio.h>
#include <stdlib.h>

static const struct gravel_key keys[] = {GRAVEL_LAYERS_KEYS, {0}};

/* Values of a sample, each an array over the layers: number and mass density, momentum density [3], and per component
 * momentum flux and contact stress; then the weight above. */
enum { COUNT, MASS, MOMENTUM, FLUX = MOMENTUM + 3 };
enum { MEANS = 5 + 5 + 5 * GRAVEL_TENSOR_MAX };

struct fields {
    struct gravel_layers layers;
    int dimension;
    size_t n_components, n_means;
    struct gravel_component components[GRAVEL_TENSOR_MAX];
    size_t weight_component; /* the diagonal one of the layers' axis */
    double gravity;          /* along the axis, downwards [m/s^2]; 0: no weight */
    double *contact;         /* [n_components][layers.n], sums of r J [N m s]; owned */
    struct gravel_mean means[MEANS];
    char names[MEANS][28];
};

static size_t
contact_at(const struct fields *m)
{
    return FLUX + m->n_components;
}

static size_t
weight_at(const struct fields *m)
{
    return FLUX + 2 * m->n_components;
}

/* The average of quantity q in layer b. */
static double
at(const struct fields *m, const double *averages, size_t q, size_t b)
{
    return averages[q * m->layers.n + b];
}

static double
velocity_of(const void *measure, const double *s, size_t mean, size_t b)
{
    const struct fields *m = measure;
    const char *name = m->names[mean];
    size_t end = 0;
    while (name[end] != '\0')
        end++;
    return at(m, s, MOMENTUM + (size_t)(name[end - 1] - 'x'), b) / at(m, s, MASS, b);
}

static double
kinetic(const struct fields *m, const double *s, size_t c, size_t b)
{
    const double mass = at(m, s, MASS, b);
    const double pa = at(m, s, MOMENTUM + (size_t)m->components[c].a, b);
    const double pb = at(m, s, MOMENTUM + (size_t)m->components[c].b, b);
    return at(m, s, FLUX + c, b) - (mass > 0.0 ? pa * pb / mass : 0.0);
}

static double
temperature_of(const void *measure, const double *s, size_t mean, size_t b)
{
    (void)mean;
    const struct fields *m = measure;
    double sum = 0.0;
    for (size_t c = 0; c < m->n_components; c++)
        sum += m->components[c].a == m->components[c].b ? kinetic(m, s, c, b) : 0.0;
    return sum / (m->dimension * at(m, s, COUNT, b));
}

/* The component that the name of a mean ends with. */
static size_t
component_of(const struct fields *m, size_t mean)
{
    const char *name = m->names[mean];
    size_t c = 0, end = 0;
    while (name[end] != '\0')
        end++;
    while (m->components[c].name[0] != name[end - 2] || m->components[c].name[1] != name[end - 1])
        c++;
    return c;
}

static double
kinetic_of(const void *measure, const double *s, size_t mean, size_t b)
{
    return kinetic(measure, s, component_of(measure, mean), b);
}

static double
stress(const struct fields *m, const double *s, size_t c, size_t b)
{
    return kinetic(m, s, c, b) + at(m, s, contact_at(m) + c, b);
}

static double
stress_of(const void *measure, const double *s, size_t mean, size_t b)
{
    return stress(measure, s, component_of(measure, mean), b);
}

static double
weight_ratio(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)mean, (void)k;
    const struct fields *m = measure;
    double carried = 0.0, weight = 0.0;
    for (size_t b = 0; b < m->layers.n; b++) {
        carried += stress(m, s, m->weight_component, b);
        weight += at(m, s, weight_at(m), b);
    }
    return carried / weight;
}

static double
weight_deviation(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)mean, (void)k;
    const struct fields *m = measure;
    double largest = 0.0, heaviest = 0.0;
    for (size_t b = 0; b < m->layers.n; b++) {
        largest = fmax(largest, fabs(stress(m, s, m->weight_component, b) - at(m, s, weight_at(m), b)));
        heaviest = fmax(heaviest, at(m, s, weight_at(m), b));
    }
    return largest / heaviest;
}

/* The next mean, a profile over the layers; name NULL: values that others use. */
static void
add(struct fields *m, const char *what, const char *component, const char *unit,
    double (*of)(const void *, const double *, size_t, size_t))
{
    char *name = m->names[m->n_means];
    if (what != NULL)
        snprintf(name, sizeof m->names[0], "%s%s%s", what, component[0] != '\0' ? "." : "", component);
    m->means[m->n_means++] = (struct gravel_mean){.name = what != NULL ? name : NULL,
                                                  .unit = unit,
                                                  .n = m->layers.n,
                                                  .abscissa = m->layers.middle,
                                                  .abscissa_name = "position",
                                                  .abscissa_unit = "m",
                                                  .of = of};
}

static void
declare(struct fields *m)
{
    static const char *const axes[3] = {"x", "y", "z"};
    const bool flat = m->dimension == 2;
    const char *const pressure = flat ? "N/m" : "Pa";
    add(m, "layer_density", "", flat ? "1/m2" : "1/m3", NULL);
    for (int q = MASS; q < FLUX; q++)
        add(m, NULL, "", "", NULL);
    for (size_t c = 0; c < m->n_components; c++)
        add(m, NULL, "", "", NULL);
    for (size_t c = 0; c < m->n_components; c++)
        add(m, "layer_contact_stress", m->components[c].name, pressure, NULL);
    add(m, m->gravity != 0.0 ? "layer_weight" : NULL, "", pressure, NULL);
    for (int d = 0; d < 3; d++)
        if (gravel_has_axis(m->dimension, d))
            add(m, "layer_velocity", axes[d], "m/s", velocity_of);
    add(m, "layer_temperature", "", "J", temperature_of);
    for (size_t c = 0; c < m->n_components; c++)
        add(m, "layer_kinetic_stress", m->components[c].name, pressure, kinetic_of);
    for (size_t c = 0; c < m->n_components; c++)
        add(m, "layer_stress", m->components[c].name, pressure, stress_of);
    if (m->gravity != 0.0) {
        m->means[m->n_means++] = (struct gravel_mean){.name = "weight_ratio", .unit = "1", .n = 1, .of = weight_ratio};
        m->means[m->n_means++] =
            (struct gravel_mean){.name = "weight_deviation", .unit = "1", .n = 1, .of = weight_deviation};
    }
}

static void
destroy(void *measure)
{
    struct fields *m = measure;
    gravel_layers_free(&m->layers);
    free(m->contact);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct fields *m = measure;
    const enum gravel_status status = gravel_layers_init(&m->layers, system, options, "fields", error);
    if (status != GRAVEL_OK)
        return status;
    m->dimension = system->dimension;
    m->n_components = gravel_tensor_components(system->dimension, m->components);
    while (m->components[m->weight_component].a != m->layers.axis ||
           m->components[m->weight_component].b != m->layers.axis)
        m->weight_component++;
    m->gravity = m->layers.period > 0.0 ? 0.0 : -v3_component(system->gravity, m->layers.axis);
    m->contact = calloc(m->n_components * m->layers.n, sizeof *m->contact);
    if (m->contact == NULL)
        return gravel_no_memory(error);
    declare(m);
    return GRAVEL_OK;
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct fields *m = measure;
    *count = m->n_means;
    return m->means;
}

struct pushing {
    struct fields *fields;
    const struct gravel_push *push;
};

static void
add_part(void *self, size_t layer, double part)
{
    const struct pushing *p = self;
    double tensor[GRAVEL_TENSOR_MAX] = {0};
    struct fields *m = p->fields;
    gravel_tensor_add(m->n_components, m->components, part, p->push->branch, p->push->impulse, tensor);
    for (size_t c = 0; c < m->n_components; c++)
        m->contact[c * m->layers.n + layer] += tensor[c];
}

static void
push(void *measure, const struct gravel_push *p)
{
    struct pushing pushing = {measure, p};
    gravel_layers_line(&pushing.fields->layers, p->x, p->branch, add_part, &pushing);
}

/* Weight per area above each layer, its mean over the layer's thickness. */
static void
add_weight(const struct fields *m, const struct gravel_particle *p, double *weight)
{
    const double force = p->mass * m->gravity / m->layers.section;
    const double h = (v3_component(p->x, m->layers.axis) - m->layers.low) / m->layers.width;
    for (size_t b = 0; b < m->layers.n && h > (double)b; b++)
        weight[b] += force * fmin(1.0, h - (double)b);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct fields *m = measure;
    const size_t n = m->layers.n;
    const double volume = m->layers.section * m->layers.width;
    for (size_t k = 0; k < (weight_at(m) + 1) * n; k++)
        values[k] = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        if (m->gravity != 0.0)
            add_weight(m, p, values + weight_at(m) * n);
        const size_t b = gravel_layers_find(&m->layers, p->x);
        if (b == n)
            continue;
        double tensor[GRAVEL_TENSOR_MAX] = {0};
        gravel_tensor_add(m->n_components, m->components, p->mass / volume, p->v, p->v, tensor);
        values[COUNT * n + b] += 1.0 / volume;
        values[MASS * n + b] += p->mass / volume;
        for (int d = 0; d < 3; d++)
            values[(MOMENTUM + (size_t)d) * n + b] += p->mass / volume * v3_component(p->v, d);
        for (size_t c = 0; c < m->n_components; c++)
            values[(FLUX + c) * n + b] += tensor[c];
    }
    for (size_t k = 0; k < m->n_components * n; k++) {
        values[contact_at(m) * n + k] = state->since > 0.0 ? m->contact[k] / (state->since * volume) : 0.0;
        m->contact[k] = 0.0;
    }
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct fields *m = measure;
    GRAVEL_ARCHIVE_ARRAY(archive, m->contact, m->n_components * m->layers.n);
}

#define PROFILE "position|value|err"
static const struct gravel_yield yields[] = {
    {"layer_density", "m|*", PROFILE},
    {"layer_velocity.*", "m|m/s|m/s", PROFILE},
    {"layer_temperature", "m|J|J", PROFILE},
    {"layer_stress.*", "m|*", PROFILE},
    {"layer_kinetic_stress.*", "m|*", PROFILE},
    {"layer_contact_stress.*", "m|*", PROFILE},
    {"layer_weight", "m|*", PROFILE},
    {"weight_ratio", "1"},
    {"weight_deviation", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_fields = {
    .name = "fields",
    .what = "By layers: number density, mean velocity, temperature m <(v - V)^2>/d, stress tensor with its kinetic and "
            "contact part; along gravity the weight above, the ratio of stress to weight summed over all layers, and "
            "the largest deviation of a layer from it.",
    .reference = "Irving and Kirkwood 1950; Luding 2008",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct fields),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .push = push,
};
