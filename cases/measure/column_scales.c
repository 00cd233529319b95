/* The numbers that a column's results are plotted against. */
#include "cases/measure/column.h"

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    (void)parameters, (void)options;
    return gravel_column_of(system, "column_scales", measure, error);
}

/* Mean gap between neighbouring surfaces. */
static double
mean_gap(const struct gravel_column *c, const struct gravel_particle *p)
{
    double gap = p[c->n - 1].x.z - p[0].x.z;
    for (size_t k = 1; k < c->n; k++)
        gap -= p[k].radius + p[k - 1].radius;
    return fmax(gap, 0.0) / (double)(c->n - 1);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)error;
    const struct gravel_column *c = measure;
    const struct gravel_particle *p = state->system->particles;
    r->number(r->self, "X", "1", c->dissipation, 0.0);
    r->number(r->self, "pair_restitution", "1", c->restitution, 0.0);
    r->number(r->self, "plate_restitution", "1", c->plate_restitution, 0.0);
    r->number(r->self, "pair_contact_time", "s", c->contact_time, 0.0);
    if (c->amplitude > 0.0) {
        r->number(r->self, "alpha", "1", c->acceleration, 0.0);
        r->number(r->self, "peak_velocity", "m/s", c->peak_velocity, 0.0);
    }
    const double speed = fabs(p[0].v.z);
    if (speed > 0.0)
        r->number(r->self, "speed", "m/s", speed, 0.0);
    if (c->n > 1) {
        const double gap = mean_gap(c, p);
        r->number(r->self, "separation", "m", gap, 0.0);
        if (c->amplitude == 0.0 && speed > 0.0)
            r->number(r->self, "sigma", "1", gap / (speed * c->contact_time), 0.0);
    }
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"X", "1", .is_determined = true},
    {"pair_restitution", "1", .is_determined = true},
    {"plate_restitution", "1", .is_determined = true},
    {"pair_contact_time", "s", .is_determined = true},
    {"alpha", "1", .is_determined = true},
    {"peak_velocity", "m/s", .is_determined = true},
    {"speed", "m/s", .is_determined = true},
    {"separation", "m", .is_determined = true},
    {"sigma", "1", .is_determined = true},
    {0},
};

const struct gravel_measure_ops gravel_measure_column_scales = {
    .name = "column_scales",
    .what =
        "X = (N-1)(1-e) + (1-e_p), alpha = A0 w^2/g, A0 w, initial speed |v|, separation s0 and sigma = s0/(|v| t_c).",
    .reference = "S3 Eqs. 8, 38 and Sec. 3.2.1",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .size = sizeof(struct gravel_column),
    .create = create,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
