/* Height of disks over a vibrating floor, and what it is scaled with (S3 Sec. 5.1). */
#include "cases/measure/box.h"
#include "cases/measure/series.h"

#include <math.h>
enum { N_MEANS = 5 };

struct vibrated_box {
    struct gravel_flat_box box;
    struct gravel_mean means[N_MEANS];
    struct gravel_series series; /* a sample: h_cm - h_cm0, <v^2>, (h_cm - h_cm0)/(N d) */
};

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    struct gravel_flat_box box;
    const enum gravel_status status = gravel_flat_box_of(system, "vibrated_box", &box, error);
    if (status != GRAVEL_OK)
        return status;
    struct vibrated_box *m = measure;
    *m = (struct vibrated_box){.box = box,
                               .series.width = 3,
                               .means = {{.name = "height", .unit = "m", .n = 1},
                                         {.name = "mean_square_velocity", .unit = "m2/s2", .n = 1},
                                         {.name = "reduced_height", .unit = "s^1.5/m^0.5", .n = 1},
                                         {.name = "box_prefactor", .unit = "s^1.5/m^0.5", .n = 1},
                                         {.name = "dilute_prefactor", .unit = "1", .n = 1}}};
    return GRAVEL_OK;
}

static void
destroy(void *measure)
{
    struct vibrated_box *m = measure;
    gravel_series_free(&m->series);
}

/* Without dissipation there is no X to scale with. */
static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    const struct vibrated_box *m = measure;
    *count = m->box.dissipation > 0.0 ? N_MEANS : 3;
    return m->means;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct vibrated_box *m = measure;
    const struct gravel_flat_box *b = &m->box;
    double h = 0.0, v2 = 0.0, mass = 0.0;
    for (size_t k = 0; k < b->n; k++) {
        const struct gravel_particle *p = &state->particles[k];
        mass += p->mass;
        h += p->mass * (p->x.z - b->floor);
        v2 += v3_norm2(p->v) / (double)b->n;
    }
    values[0] = h / mass - b->rest_height;
    values[1] = v2;
    values[2] = values[0] / pow(b->peak_velocity, 1.5);
    if (b->dissipation > 0.0) {
        values[3] = values[2] * b->dissipation;
        values[4] = values[3] * b->gravity / sqrt(b->peak_velocity);
    }
    double *row = gravel_series_next(&m->series);
    if (row != NULL) {
        row[0] = values[0];
        row[1] = v2;
        row[2] = values[0] / ((double)b->n * b->diameter);
    }
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct vibrated_box *m = measure;
    const struct gravel_flat_box *b = &m->box;
    const enum gravel_status status = gravel_series_check(&m->series, error);
    if (status != GRAVEL_OK)
        return status;
    r->number(r->self, "peak_velocity", "m/s", b->peak_velocity, 0.0);
    r->number(r->self, "alpha", "1", b->acceleration, 0.0);
    r->number(r->self, "X", "1", b->dissipation, 0.0);
    r->number(r->self, "row", "1", b->row, 0.0);
    r->number(r->self, "rest_height", "m", b->rest_height, 0.0);
    gravel_series_report(&m->series, 2, m->series.n / 2, "free_path", "1", r);
    const double row = (double)b->n * b->diameter / b->width;
    return gravel_series_report_sigma(&m->series, m->series.n / 2, 1.0 / (row * b->contact_time), r, error);
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct vibrated_box *m = measure;
    gravel_series_archive(&m->series, archive);
}

static const struct gravel_yield yields[] = {
    {"height", "m"},
    {"mean_square_velocity", "m2/s2"},
    {"reduced_height", "s^1.5/m^0.5"},
    {"box_prefactor", "s^1.5/m^0.5"},
    {"dilute_prefactor", "1"},
    {"peak_velocity", "m/s", .is_determined = true},
    {"alpha", "1", .is_determined = true},
    {"X", "1", .is_determined = true},
    {"row", "1", .is_determined = true},
    {"rest_height", "m", .is_determined = true},
    {"free_path", "1"},
    {"sigma", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_vibrated_box = {
    .name = "vibrated_box",
    .what = "h_cm - h_cm0 of disks over a vibrating floor, that over (A0 w)^1.5, "
            "(h_cm - h_cm0) X/(A0 w)^1.5 and (h_cm - h_cm0) g X/(A0 w)^2, X = (N/n_b)(1-e); mean free path l/L and "
            "sigma = l/(v t_c).",
    .reference = "S3 Eqs. 51, 54 and Sec. 5.1",
    .dimensions = GRAVEL_IN_2D,
    .needs = GRAVEL_NEEDS_VIBRATION | GRAVEL_NEEDS_GRAVITY,
    .yields = yields,
    .size = sizeof(struct vibrated_box),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .finish = finish,
};
