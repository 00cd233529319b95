/* How fast the fastest grain is at the start, as the generator left it, and at the end of the run. */
#include "cases/measure/measure.h"

struct rest {
    double speed, spin; /* largest at t = 0 [m/s], [rad/s] */
};

static struct rest
fastest(const struct gravel_state *state)
{
    struct rest f = {0.0, 0.0};
    for (size_t k = 0; k < state->system->n_particles; k++) {
        f.speed = fmax(f.speed, v3_norm(state->particles[k].v));
        f.spin = fmax(f.spin, v3_norm(state->particles[k].omega));
    }
    return f;
}

static double
root_mean_square_speed(const struct gravel_state *state)
{
    const size_t n = state->system->n_particles;
    double sum = 0.0;
    for (size_t k = 0; k < n; k++)
        sum += v3_norm2(state->particles[k].v);
    return n > 0 ? sqrt(sum / (double)n) : 0.0;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    if (state->t == 0.0)
        *(struct rest *)measure = fastest(state);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)error;
    const struct rest *m = measure, end = fastest(state);
    r->number(r->self, "fastest_at_start", "m/s", m->speed, 0.0);
    r->number(r->self, "spin_at_start", "rad/s", m->spin, 0.0);
    r->number(r->self, "fastest_at_end", "m/s", end.speed, 0.0);
    r->number(r->self, "rms_at_end", "m/s", root_mean_square_speed(state), 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct rest *m = measure;
    GRAVEL_ARCHIVE(archive, m->speed);
    GRAVEL_ARCHIVE(archive, m->spin);
}

static const struct gravel_yield yields[] = {
    {"fastest_at_start", "m/s"}, {"spin_at_start", "rad/s"}, {"fastest_at_end", "m/s"}, {"rms_at_end", "m/s"}, {0},
};

const struct gravel_measure_ops gravel_measure_rest = {
    .name = "rest",
    .what = "largest |v| and |omega| of a grain at the start and at the end largest |v| and its root mean square.",
    .reference = "S2",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .size = sizeof(struct rest),
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
