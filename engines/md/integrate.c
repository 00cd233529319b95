/* Integrators.
 *
 * Velocity Verlet with the velocity-dependent forces taken at the full step: x(t+dt) = x + v dt + a dt^2/2, then
 * forces at x(t+dt) with the velocity v + a dt, whose error is O(dt^2), then the trapezoidal velocity.  Of second
 * order also with dashpots, where forces at the half step's velocity would be of first order.
 *
 * Position Verlet (half a drift, the force, half a drift): the force points lie in the middle of the steps, with the
 * velocity extrapolated from the last force point; also of second order with dashpots.
 *
 * Nordsieck-Gear predictor-corrector of fifth order (S3 App. B with B3 corrected, PHYSICS.md section 2).  Spins and the
 * energy ledger's integrals are first-order equations; they use the same coefficients with the integrated
 * quantity in the place of the velocity.
 *
 * On a smooth contact the orders are 2, 2 and between 4 and 5 (tests/unit/test_md.c: at t_c/50 the errors of a damped
 * oscillation are 6e-4, 6e-4 and 8e-8).  A whole collision begins and ends inside a step, where the dashpot's force
 * jumps; contact.c corrects the jumps, and all are of second order.  Dashpots like x^gamma, gamma < 1, have a branch
 * point there: order 1 + gamma. */
#include "engines/md/parallel.h"
#include "engines/md/state.h"
#include "engines/md/width.h"

#include <string.h>

static const double gear[6] = {3.0 / 16.0, 251.0 / 360.0, 1.0, 11.0 / 18.0, 1.0 / 6.0, 1.0 / 60.0};

/* One variable's values g0 (NULL: not wanted), its first and second derivative (unscaled) and the scaled
 * derivatives g_k = dt^k/k! d^k/dt^k of order 3, 4, 5. */
struct nordsieck {
    size_t n;
    double *value, *rate, *rate2, *g3, *g4, *g5;
};

static void
predict(const struct nordsieck *g, double dt)
{
    const double half = 0.5 * dt * dt;
    for (size_t k = 0; k < g->n; k++) {
        const double g1 = g->rate[k] * dt, g2 = g->rate2[k] * half, g3 = g->g3[k], g4 = g->g4[k], g5 = g->g5[k];
        if (g->value != NULL)
            g->value[k] += g1 + g2 + g3 + g4 + g5;
        g->rate[k] = (g1 + 2.0 * g2 + 3.0 * g3 + 4.0 * g4 + 5.0 * g5) / dt;
        g->rate2[k] = (g2 + 3.0 * g3 + 6.0 * g4 + 10.0 * g5) / half;
        g->g3[k] = g3 + 4.0 * g4 + 10.0 * g5;
        g->g4[k] = g4 + 5.0 * g5;
    }
}

/* On a free flight the higher derivatives decay for ever; denormal numbers would make every step tens of times
 * slower. */
static double
flush(double g)
{
    return fabs(g) < 1e-290 ? 0.0 : g;
}

/* `actual` is the second derivative at the predicted state. */
static void
correct(const struct nordsieck *g, const double *actual, double dt)
{
    const double half = 0.5 * dt * dt;
    for (size_t k = 0; k < g->n; k++) {
        const double delta = (actual[k] - g->rate2[k]) * half;
        if (g->value != NULL)
            g->value[k] += gear[0] * delta;
        g->rate[k] += gear[1] * delta / dt;
        g->g3[k] = flush(g->g3[k] + gear[3] * delta);
        g->g4[k] = flush(g->g4[k] + gear[4] * delta);
        g->g5[k] = flush(g->g5[k] + gear[5] * delta);
    }
}

/* Positions, spins (n = 0 when off) and ledger as Nordsieck variables; `predicted` holds the second
 * derivatives. */
enum { VARIABLES = 3 };
static void
variables(struct gravel_md *md, struct gravel_md_rates *predicted, struct nordsieck g[VARIABLES])
{
    const size_t n = 3 * md->n, n_spin = md->system.material.rotation ? n : 0, m = md->n_higher;
    double *const h = md->higher, *const h_spin = h + n, *const h_power = h + n + n_spin;
    g[0] = (struct nordsieck){n, &md->x[0].x, &md->v[0].x, &predicted->a[0].x, h, h + m, h + 2 * m};
    g[1] = (struct nordsieck){0};
    if (n_spin > 0)
        g[1] = (struct nordsieck){n, NULL, &md->omega[0].x, &predicted->alpha[0].x, h_spin, h_spin + m, h_spin + 2 * m};
    g[2] = (struct nordsieck){GRAVEL_MD_POWERS, NULL,        md->integral,   predicted->power,
                              h_power,          h_power + m, h_power + 2 * m};
}

static void
swap_rates(struct gravel_md *md)
{
    const struct gravel_md_rates old = md->rates;
    md->rates = md->predicted;
    md->predicted = old;
}

/* Positions over a step, and velocities a half step on; returns the largest displacement of a particle. */
EVERY_WIDTH static double
drift(size_t n, double dt, struct vec3 *restrict x, struct vec3 *restrict v, const struct vec3 *restrict a)
{
    const double half = 0.5 * dt;
    double largest = 0.0;
    for (size_t i = 0; i < n; i++) {
        v[i] = v3(v[i].x + half * a[i].x, v[i].y + half * a[i].y, v[i].z + half * a[i].z);
        const double sx = dt * v[i].x, sy = dt * v[i].y, sz = dt * v[i].z, s2 = sx * sx + sy * sy + sz * sz;
        x[i] = v3(x[i].x + sx, x[i].y + sy, x[i].z + sz);
        largest = s2 > largest ? s2 : largest;
    }
    return sqrt(largest);
}

/* On flat arrays: v += h a. */
EVERY_WIDTH static void
kick(size_t n, double h, double *restrict v, const double *restrict a)
{
    for (size_t k = 0; k < n; k++)
        v[k] += h * a[k];
}

/* Predict: v goes on by h a, and what that is goes into lead. */
EVERY_WIDTH static void
lean(size_t n, double h, double *restrict v, float *restrict lead, const double *restrict a)
{
    for (size_t k = 0; k < n; k++) {
        lead[k] = (float)(h * a[k]);
        v[k] += (double)lead[k];
    }
}

/* v comes back by its lead, and goes on by h a. */
EVERY_WIDTH static void
kick_back(size_t n, double h, double *restrict v, const float *restrict lead, const double *restrict a)
{
    for (size_t k = 0; k < n; k++)
        v[k] = (v[k] - (double)lead[k]) + h * a[k];
}

/* The same for beads on a line, whose other components are zero; their lists serve for ever, whatever the way. */
static void
drift_line(size_t n, double dt, struct vec3 *restrict x, struct vec3 *restrict v, float *restrict lead,
           const struct vec3 *restrict a)
{
    const double half = 0.5 * dt;
    for (size_t i = 0; i < n; i++) {
        const double gain = half * a[i].z, v_half = v[i].z + gain;
        lead[3 * i + 2] = (float)gain;
        x[i].z += dt * v_half;
        v[i].z = v_half + (double)lead[3 * i + 2];
    }
}

/* Particles that one thread integrates at a time: few, so that all threads get as many.  Equal parts, as the blocks of
 * dense.c are: a thread integrates the particles whose forces it computes. */
enum { CHUNK = 512 };

static int
chunks(const struct gravel_md *md)
{
    return (int)((md->n + CHUNK - 1) / CHUNK);
}

static struct gravel_md_span
chunk_span(const struct gravel_md *md, int chunk)
{
    const size_t c = (size_t)chunk, n = (size_t)chunks(md);
    return (struct gravel_md_span){c * md->n / n, (c + 1) * md->n / n};
}

static double
drift_chunk(void *self, int chunk)
{
    struct gravel_md *md = self;
    const struct gravel_md_span span = chunk_span(md, chunk);
    const size_t i = span.begin, n = span.end - span.begin;
    const double half = 0.5 * md->dt, way = drift(n, md->dt, md->x + i, md->v + i, md->rates.a + i);
    lean(3 * n, half, &md->v[i].x, md->lead + 3 * i, &md->rates.a[i].x);
    if (md->system.material.rotation) {
        kick(3 * n, half, &md->omega[i].x, &md->rates.alpha[i].x);
        lean(3 * n, half, &md->omega[i].x, md->lead_spin + 3 * i, &md->rates.alpha[i].x);
    }
    return way;
}

static double
kick_chunk(void *self, int chunk)
{
    struct gravel_md *md = self;
    const struct gravel_md_span span = chunk_span(md, chunk);
    const size_t i = span.begin, n = span.end - span.begin;
    const double half = 0.5 * md->dt;
    kick_back(3 * n, half, &md->v[i].x, md->lead + 3 * i, &md->rates.a[i].x);
    if (md->system.material.rotation)
        kick_back(3 * n, half, &md->omega[i].x, md->lead_spin + 3 * i, &md->rates.alpha[i].x);
    return 0.0;
}

static double
verlet_drift(struct gravel_md *md)
{
    if (md->system.dimension == 1) {
        drift_line(md->n, md->dt, md->x, md->v, md->lead, md->rates.a);
        return 0.0;
    }
    return gravel_parallel_most(md->n_threads, chunks(md), drift_chunk, md);
}

/* `before`: the powers at the step's start. */
static void
verlet_kick(struct gravel_md *md, const double before[GRAVEL_MD_POWERS])
{
    const double half = 0.5 * md->dt;
    if (md->system.dimension == 1)
        for (size_t i = 0; i < md->n; i++)
            md->v[i].z = (md->v[i].z - (double)md->lead[3 * i + 2]) + half * md->rates.a[i].z;
    else
        gravel_parallel_most(md->n_threads, chunks(md), kick_chunk, md);
    for (size_t k = 0; k < GRAVEL_MD_POWERS; k++)
        md->integral[k] += half * (before[k] + md->rates.power[k]);
}

/* To the middle of the step, with velocities extrapolated to it; returns the largest way between two middles. */
static double
middle_drift(struct gravel_md *md)
{
    const double half = 0.5 * md->dt;
    double v2 = 0.0;
    for (size_t i = 0; i < md->n; i++) {
        v2 = fmax(v2, v3_norm2(md->v[i]));
        md->x[i] = v3_axpy(md->x[i], half, md->v[i]);
    }
    lean(3 * md->n, half, &md->v[0].x, md->lead, &md->rates.a[0].x);
    if (md->system.material.rotation)
        lean(3 * md->n, half, &md->omega[0].x, md->lead_spin, &md->rates.alpha[0].x);
    return sqrt(v2) * md->dt;
}

/* From the middle of the step to its end, where the state is at home. */
static void
middle_kick(struct gravel_md *md, double t)
{
    const double half = 0.5 * md->dt;
    kick_back(3 * md->n, md->dt, &md->v[0].x, md->lead, &md->rates.a[0].x);
    kick(3 * md->n, half, &md->x[0].x, &md->v[0].x);
    if (md->system.material.rotation)
        kick_back(3 * md->n, md->dt, &md->omega[0].x, md->lead_spin, &md->rates.alpha[0].x);
    for (size_t k = 0; k < GRAVEL_MD_POWERS; k++)
        md->integral[k] += md->dt * md->rates.power[k];
    gravel_md_attached_move(md, t, gravel_md_all(md), md->x, md->v, md->omega);
}

/* The largest displacement in a step of the predictor. */
static double
predicted_way(const struct gravel_md *md)
{
    double v2 = 0.0;
    for (size_t i = 0; i < md->n; i++) {
        const struct vec3 before = v3_axpy(md->v[i], -md->dt, md->predicted.a[i]);
        v2 = fmax(v2, fmax(v3_norm2(md->v[i]), v3_norm2(before)));
    }
    return sqrt(v2) * md->dt;
}

/* Walls move, and particles attached by them. */
static double
carried_way(const struct gravel_md *md)
{
    double way = md->wall_speed * md->dt;
    for (size_t i = 0; i < md->n && md->any_attached; i++)
        if (gravel_md_holder(md, i) >= 0)
            way = fmax(way, v3_norm(md->v[i]) * md->dt);
    return way;
}

/* Shorten the reach of the neighbour lists by the way of the fastest bodies; rebuild them when it is used up. */
static enum gravel_status
look_around(struct gravel_md *md, double way, struct gravel_error *error)
{
    if (md->reach == INFINITY)
        return GRAVEL_OK;
    md->reach -= 2.0 * fmax(way, carried_way(md));
    return md->reach < 0.0 ? gravel_md_neighbours_used_up(md, error) : GRAVEL_OK;
}

enum gravel_status
gravel_md_step(struct gravel_md *md, struct gravel_error *error)
{
    struct nordsieck g[VARIABLES];
    enum gravel_status status;
    const double t = md->t + md->dt;
    double way, before[GRAVEL_MD_POWERS];
    memcpy(before, md->rates.power, sizeof before);
    if (md->integrator == GRAVEL_MD_GEAR) {
        swap_rates(md);
        variables(md, &md->predicted, g);
        for (int k = 0; k < VARIABLES; k++)
            predict(&g[k], md->dt);
        way = md->small ? 0.0 : predicted_way(md);
    } else {
        way = md->integrator == GRAVEL_MD_VERLET ? verlet_drift(md) : middle_drift(md);
    }
    gravel_md_attached_move(md, t - md->lag, gravel_md_all(md), md->x, md->v, md->omega);
    if ((status = look_around(md, way, error)) != GRAVEL_OK)
        return status;
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_STEP, t - md->lag);
    if ((status = gravel_md_forces(md, &here, error)) != GRAVEL_OK)
        return status;
    if (md->integrator == GRAVEL_MD_GEAR) {
        correct(&g[0], &md->rates.a[0].x, md->dt);
        if (g[1].n > 0)
            correct(&g[1], &md->rates.alpha[0].x, md->dt);
        correct(&g[2], md->rates.power, md->dt);
    } else if (md->integrator == GRAVEL_MD_VERLET) {
        verlet_kick(md, before);
    } else {
        middle_kick(md, t);
    }
    md->t = t;
    if (++md->counters.steps % GRAVEL_MD_OLD == 0)
        gravel_md_contacts_grow_old(md);
    md->counters.particle_steps += md->n;
    return GRAVEL_OK;
}

/* The Verlet methods forget at once.  The predictor-corrector goes on correcting for some steps (its stray roots
 * are zero); they are gone through with the present acceleration. */
struct vec3
gravel_md_settled_velocity(const struct gravel_md *md, int32_t i)
{
    const size_t m = md->n_higher;
    struct vec3 v = md->v[i], a = md->rates.a[i], higher[3];
    if (md->integrator != GRAVEL_MD_GEAR)
        return v;
    for (size_t k = 0; k < 3; k++)
        memcpy(&higher[k], md->higher + k * m + 3 * (size_t)i, sizeof higher[k]);
    const struct nordsieck g = {3, NULL, &v.x, &a.x, &higher[0].x, &higher[1].x, &higher[2].x};
    for (int step = 0; step < GRAVEL_MD_GEAR_MEMORY; step++) {
        predict(&g, md->dt);
        correct(&g, &md->rates.a[i].x, md->dt);
        a = md->rates.a[i];
    }
    return v3_axpy(v, -GRAVEL_MD_GEAR_MEMORY * md->dt, md->rates.a[i]);
}

void
gravel_md_restart(struct gravel_md *md)
{
    if (md->higher != NULL)
        memset(md->higher, 0, 3 * md->n_higher * sizeof *md->higher);
}

/* The predictor's terms of third and higher order; `offset` is the first value's place among the higher
 * derivatives. */
static void
add_higher(const struct gravel_md *md, size_t offset, double h, size_t n, double *value, double *rate)
{
    const double s = h / md->dt, s2 = s * s;
    const double *const g3 = md->higher + offset, *const g4 = g3 + md->n_higher, *const g5 = g4 + md->n_higher;
    for (size_t k = 0; k < n; k++) {
        if (value != NULL)
            value[k] += s2 * s * (g3[k] + s * (g4[k] + s * g5[k]));
        rate[k] += s2 * (3.0 * g3[k] + s * (4.0 * g4[k] + s * 5.0 * g5[k])) / md->dt;
    }
}

void
gravel_md_extrapolate(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x, struct vec3 *v,
                      struct vec3 *omega)
{
    const size_t first = of.begin, n = of.end - of.begin;
    const bool spins = md->system.material.rotation;
    if (md->adaptive != NULL) {
        double integral[GRAVEL_MD_POWERS];
        gravel_md_adaptive_state(md, h, x, v, omega, integral);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        const size_t i = first + k;
        const struct vec3 a = md->rates.a[i];
        x[k] = v3_axpy(md->x[i], h, v3_axpy(md->v[i], 0.5 * h, a));
        v[k] = v3_axpy(md->v[i], h, a);
        omega[k] = spins ? v3_axpy(md->omega[i], h, md->rates.alpha[i]) : md->omega[i];
    }
    if (md->higher != NULL) {
        add_higher(md, 3 * first, h, 3 * n, &x[0].x, &v[0].x);
        if (spins)
            add_higher(md, 3 * (md->n + first), h, 3 * n, NULL, &omega[0].x);
    }
    gravel_md_attached_move(md, md->t + h, of, x, v, omega);
}
