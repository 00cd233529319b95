/* The soft-sphere engine: its options, the time loop, and what it reports. */
#include "engines/md/state.h"

#include <stdlib.h>

static const struct gravel_key options[] = {
    {.name = "integrator",
     .type = GRAVEL_TYPE_CHOICE,
     .fallback = "velocity-verlet",
     .choices = "velocity-verlet|position-verlet|gear|adaptive",
     .help = "velocity Verlet with full-step damping (second order), position Verlet with forces in the middle of "
             "the step (second order), the fifth-order Nordsieck-Gear predictor-corrector, or for up to 64 particles "
             "a Runge-Kutta method with error control and located contacts"},
    {.name = "steps_per_contact",
     .type = GRAVEL_TYPE_REAL,
     .unit = "1",
     .min = 5.0,
     .max = 1e6,
     .fallback = "50",
     .help = "the time step is the shortest contact time divided by this; not for adaptive"},
    {.name = "tolerance",
     .type = GRAVEL_TYPE_REAL,
     .unit = "1",
     .min = 1e-12,
     .max = 1e-2,
     .fallback = "1e-8",
     .help =
         "adaptive: largest error of a step, of velocities over the fastest body's and of positions over its way in "
         "a contact time"},
    {.name = "threads",
     .type = GRAVEL_TYPE_INT,
     .unit = "1",
     .min = 1,
     .max = 1024,
     .fallback = "1",
     .help = "threads for systems of thousands of particles; the results do not depend on it"},
    {.name = NULL},
};

static enum gravel_status
finish(struct gravel_md *md, enum gravel_status status, struct gravel_error *error)
{
    if (status != GRAVEL_OK)
        return status;
    if (md->n_changes > 0)
        gravel_md_settle(md);
    md->quiet = md->rates.contacts > 0 ? 0 : md->quiet + 1;
    return md->n_caught > 0 ? gravel_md_catch(md, error) : GRAVEL_OK;
}

/* A kick of NaN or Inf would otherwise make contacts vanish silently. */
static enum gravel_status
check_finite(const struct gravel_md *md, struct gravel_error *error)
{
    for (size_t i = 0; i < md->n; i++)
        if (!v3_finite(md->x[i]) || !v3_finite(md->v[i]) || !v3_finite(md->omega[i]))
            return gravel_fail(error, GRAVEL_PHYSICS, "the state of particle %d is not finite at t = %g s",
                               (int)md->id[i], md->t);
    return GRAVEL_OK;
}

static enum gravel_status
advance(void *engine, double t_end, struct gravel_error *error)
{
    struct gravel_md *md = engine;
    enum gravel_status status = GRAVEL_OK;
    if (md->adaptive != NULL) {
        status = gravel_md_adaptive_advance(md, t_end, error);
        md->now = t_end;
        return status == GRAVEL_OK ? check_finite(md, error) : status;
    }
    const unsigned needed = md->integrator == GRAVEL_MD_GEAR ? GRAVEL_MD_GEAR_MEMORY : 0;
    while (status == GRAVEL_OK) {
        if (md->small && md->rates.contacts == 0 && md->quiet >= needed) {
            if (md->flight_end <= md->t) {
                md->flight_end = gravel_md_flight_end(md);
                gravel_md_restart(md);
            }
            if (md->flight_end > t_end)
                break;
            if ((status = finish(md, gravel_md_fly(md, error), error)) != GRAVEL_OK)
                break;
        }
        if (md->t + md->dt > t_end)
            break;
        md->flight_end = -INFINITY;
        status = finish(md, gravel_md_step(md, error), error);
    }
    md->now = t_end;
    return status == GRAVEL_OK ? check_finite(md, error) : status;
}

/* Into the box, without disturbing positions that are inside it. */
static double
wrap(double x, double low, double high)
{
    if (x >= low && x < high)
        return x;
    const double wrapped = x - (high - low) * floor((x - low) / (high - low));
    return wrapped < high ? wrapped : low;
}

static struct vec3
wrap_into(const struct gravel_box *box, struct vec3 x)
{
    return v3(box->periodic[0] ? wrap(x.x, box->low.x, box->high.x) : x.x,
              box->periodic[1] ? wrap(x.y, box->low.y, box->high.y) : x.y,
              box->periodic[2] ? wrap(x.z, box->low.z, box->high.z) : x.z);
}

/* Small systems at once, which the adaptive integrator asks for, others in parts. */
static void
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct gravel_md *md = engine;
    struct vec3 x[GRAVEL_MD_SMALL], v[GRAVEL_MD_SMALL], omega[GRAVEL_MD_SMALL];
    for (size_t begin = 0; begin < md->n; begin += GRAVEL_MD_SMALL) {
        const size_t left = md->n - begin, n = left < GRAVEL_MD_SMALL ? left : GRAVEL_MD_SMALL;
        gravel_md_extrapolate(md, md->now - md->t, (struct gravel_md_span){begin, begin + n}, x, v, omega);
        for (size_t k = 0; k < n; k++) {
            const struct gravel_md_body *body = gravel_md_body(md, begin + k);
            particles[md->id[begin + k]] = (struct gravel_particle){.x = wrap_into(&md->system.box, x[k]),
                                                                    .v = v[k],
                                                                    .omega = omega[k],
                                                                    .radius = body->radius,
                                                                    .mass = body->mass,
                                                                    .inertia = body->inertia,
                                                                    .species = body->species,
                                                                    .attached = gravel_md_holder(md, begin + k)};
        }
    }
}

/* The ledger at the present time, whose state goes into x, v, omega and the rates; positions are not wrapped, so that
 * the potential energy does not jump. */
static void
look(struct gravel_md *md, struct vec3 *x, struct vec3 *v, struct vec3 *omega, struct gravel_md_rates probe,
     struct gravel_energy *energy)
{
    const double h = md->now > md->t ? md->now - md->t : 0.0;
    gravel_md_extrapolate(md, h, gravel_md_all(md), x, v, omega);
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_PROBE, .t = md->t + h, .x = x, .v = v, .omega = omega, .rates = &probe};
    if (gravel_md_forces(md, &at, NULL) != GRAVEL_OK)
        probe.elastic = NAN;
    *energy = (struct gravel_energy){.elastic = probe.elastic + probe.sheared, .potential = md->carried};
    for (size_t i = 0; i < md->n; i++) {
        if (!gravel_md_is_free(md, i))
            continue;
        const struct gravel_md_body *body = gravel_md_body(md, i);
        energy->kinetic += 0.5 * body->mass * v3_norm2(v[i]);
        energy->rotational += 0.5 * body->inertia * v3_norm2(omega[i]);
        energy->potential -= body->mass * v3_dot(md->system.gravity, x[i]);
    }
    double at_now[GRAVEL_MD_POWERS];
    for (int k = 0; k < GRAVEL_MD_POWERS; k++)
        at_now[k] = md->integral[k] + 0.5 * h * (md->rates.power[k] + probe.power[k]);
    if (md->adaptive != NULL)
        gravel_md_adaptive_state(md, h, x, v, omega, at_now);
    energy->work = at_now[GRAVEL_MD_WORK];
    energy->dissipated =
        at_now[GRAVEL_MD_NORMAL] + at_now[GRAVEL_MD_TANGENTIAL] + at_now[GRAVEL_MD_ROLLING] - probe.sheared + md->lost;
}

/* A state takes memory only while it is looked at. */
enum gravel_status
gravel_md_ledger(struct gravel_md *md, struct gravel_energy *energy, struct gravel_error *error)
{
    const size_t n = md->n + 1;
    struct vec3 *state = malloc(5 * n * sizeof *state);
    if (state == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for the energy of %zu particles", md->n);
    const struct gravel_md_rates probe = {.a = state + 3 * n, .alpha = md->rates.alpha != NULL ? state + 4 * n : NULL};
    look(md, state, state + n, state + 2 * n, probe, energy);
    free(state);
    return GRAVEL_OK;
}

/* The engine's state is read only; its contacts' scratch is not. */
static void
energy(const void *engine, struct gravel_energy *out)
{
    struct gravel_error error;
    if (gravel_md_ledger((struct gravel_md *)engine, out, &error) != GRAVEL_OK)
        *out = (struct gravel_energy){.elastic = NAN};
}

static void
counters(const void *engine, struct gravel_counters *out)
{
    const struct gravel_md *md = engine;
    *out = md->counters;
    out->sliding_loss = md->integral[GRAVEL_MD_TANGENTIAL];
    out->rolling_loss = md->integral[GRAVEL_MD_ROLLING];
}

static bool
listed(const struct gravel_md *md, size_t i, size_t j)
{
    const size_t end = gravel_md_first_pair(&md->pairs, i + 1);
    for (size_t k = gravel_md_first_pair(&md->pairs, i); k < end; k++)
        if ((size_t)md->pairs.j[k] == j)
            return true;
    return false;
}

/* Every pair that overlaps must be in the list. */
static enum gravel_status
self_check(const void *engine, struct gravel_error *error)
{
    const struct gravel_md *md = engine;
    for (size_t i = 0; i < md->n; i++)
        for (size_t j = i + 1; j < md->n; j++) {
            const double d = v3_norm(gravel_box_separation(&md->system.box, md->x[i], md->x[j]));
            const int32_t attached_i = gravel_md_holder(md, i), attached_j = gravel_md_holder(md, j);
            const bool relevant =
                attached_i != GRAVEL_ABSORBED && attached_j != GRAVEL_ABSORBED && (attached_i < 0 || attached_j < 0);
            if (relevant && d < gravel_md_radius(md, i) + gravel_md_radius(md, j) && !listed(md, i, j) &&
                !listed(md, j, i))
                return gravel_fail(error, GRAVEL_PHYSICS,
                                   "particles %zu and %zu overlap but are not listed as "
                                   "neighbours",
                                   (size_t)md->id[i], (size_t)md->id[j]);
        }
    return GRAVEL_OK;
}

extern const struct gravel_engine_ops gravel_md;
const struct gravel_engine_ops gravel_md = {
    .name = "md",
    .label = "MD",
    .kind = GRAVEL_MD,
    .method = "Soft spheres: contact forces as functions of overlap and its rate, integrated in time steps.",
    .reference = "Luding 1994, Sec. 2.4, App. B",
    .capabilities = GRAVEL_CAP_1D | GRAVEL_CAP_2D | GRAVEL_CAP_3D | GRAVEL_CAP_GRAVITY | GRAVEL_CAP_ROTATION |
                    GRAVEL_CAP_PERIODIC | GRAVEL_CAP_VIBRATION | GRAVEL_CAP_TRANSLATION | GRAVEL_CAP_WALL_SPIN |
                    GRAVEL_CAP_ATTACHED | GRAVEL_CAP_STICKY | GRAVEL_CAP_FRICTION | GRAVEL_CAP_ROLLING |
                    GRAVEL_CAP_NONLINEAR | ((1u << GRAVEL_SHAPE_COUNT) - 1u) * GRAVEL_CAP_SHAPE_FIRST,
    .options = options,
    .create = gravel_md_create,
    .advance = advance,
    .snapshot = snapshot,
    .energy = energy,
    .counters = counters,
    .destroy = gravel_md_destroy,
    .self_check = self_check,
};
