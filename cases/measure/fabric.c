/* The network of contacts: their mean number at a free particle, and the fabric tensor, the mean of n_a n_b over the
 * contacts of pairs, n the unit normal (Satake 1982); its trace is 1, and 1/d on the diagonal is isotropic. */
#include "cases/measure/tensor.h"
#include "cases/measure/touching.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_key keys[] = {GRAVEL_TOUCH_KEY, {0}};

struct fabric {
    double touch;
    size_t n;
    struct gravel_component components[GRAVEL_TENSOR_MAX];
    struct gravel_mean means[3 + 2 * GRAVEL_TENSOR_MAX];
    char names[GRAVEL_TENSOR_MAX][16];
    int32_t *contacts; /* [n_particles] of the present sample; owned */
    double *values;    /* borrowed: those of the present sample */
    bool lost;         /* memory ran out in a sample */
};

/* Values of a sample: contacts of a free particle, contacts of pairs, part of free particles without contact, then
 * sums of n_a n_b. */
enum { NUMBER, PAIRS, LOOSE, SUMS };

/* Means: the three numbers, the sums, then the components. */
static double
component_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)k;
    const struct fabric *m = measure;
    return s[PAIRS] > 0.0 ? s[mean - m->n] / s[PAIRS] : 0.0;
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters;
    struct fabric *m = measure;
    m->touch = gravel_options_real(options, "touch");
    m->contacts = calloc(system->n_particles + 1, sizeof *m->contacts);
    if (m->contacts == NULL)
        return gravel_no_memory(error);
    m->n = gravel_tensor_components(system->dimension, m->components);
    m->means[NUMBER] = (struct gravel_mean){.name = "contact_number", .unit = "1", .n = 1};
    m->means[PAIRS] = (struct gravel_mean){.name = "pair_contacts", .unit = "1", .n = 1};
    m->means[LOOSE] = (struct gravel_mean){.name = "loose_fraction", .unit = "1", .n = 1};
    for (size_t c = 0; c < m->n; c++) {
        snprintf(m->names[c], sizeof m->names[c], "fabric.%s", m->components[c].name);
        m->means[SUMS + c] = (struct gravel_mean){.n = 1};
        m->means[SUMS + m->n + c] = (struct gravel_mean){.name = m->names[c], .unit = "1", .n = 1, .of = component_of};
    }
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    free(((struct fabric *)measure)->contacts);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct fabric *m = measure;
    *count = SUMS + 2 * m->n;
    return m->means;
}

static void
add_contact(void *self, int32_t i, int32_t j, struct vec3 normal)
{
    struct fabric *m = self;
    m->contacts[i]++;
    if (j < 0)
        return;
    m->contacts[j]++;
    m->values[PAIRS] += 1.0;
    gravel_tensor_add(m->n, m->components, 1.0, normal, normal, m->values + SUMS);
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct fabric *m = measure;
    struct gravel_error error;
    double n_free = 0.0;
    m->values = values;
    memset(m->contacts, 0, state->system->n_particles * sizeof *m->contacts);
    for (size_t k = 0; k < SUMS + m->n; k++)
        values[k] = 0.0;
    if (gravel_touching_visit(state, m->touch, add_contact, m, &error) != GRAVEL_OK)
        m->lost = true;
    for (size_t k = 0; k < state->system->n_particles; k++)
        if (state->particles[k].attached == GRAVEL_FREE) {
            n_free += 1.0;
            values[NUMBER] += m->contacts[k];
            values[LOOSE] += m->contacts[k] == 0;
        }
    values[NUMBER] /= fmax(n_free, 1.0);
    values[LOOSE] /= fmax(n_free, 1.0);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)r;
    return ((const struct fabric *)measure)->lost ? gravel_no_memory(error) : GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct fabric *m = measure;
    GRAVEL_ARCHIVE(archive, m->lost);
}

static const struct gravel_yield yields[] = {
    {"contact_number", "1"}, {"pair_contacts", "1"}, {"loose_fraction", "1"}, {"fabric.*", "1"}, {0}};

const struct gravel_measure_ops gravel_measure_fabric = {
    .name = "fabric",
    .what = "Contacts of a free particle with others and with walls, contacts of pairs in the system, fraction of free "
            "particles without contact, and the fabric tensor <n_a n_b> over the contacts of pairs, components as in "
            "the stress.",
    .reference = "Satake 1982",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct fabric),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .finish = finish,
};
