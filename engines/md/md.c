/* The soft-sphere engine: its options, and its operations for the harness. */
#include "engines/md/archive.h"
#include "engines/md/check.h"
#include "engines/md/create.h"
#include "engines/md/extrapolate.h"
#include "engines/md/image.h"
#include "engines/md/integrator.h"
#include "engines/md/ledger.h"
#include "engines/md/pairs.h"
#include "engines/md/present.h"
#include "engines/md/shear.h"

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
     .help = "the time step is the shortest contact time divided by this, less where a tangential spring or a dashpot "
             "is faster than the normal spring; not for adaptive"},
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

/* Pairs whose distance is NaN or Inf have no contact: without this check their forces would vanish silently. */
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
    const enum gravel_status status = md->integrator->advance(md, t_end, error);
    md->now = t_end;
    return status == GRAVEL_OK ? check_finite(md, error) : status;
}

/* In parts of at most GRAVEL_MD_SMALL particles, so that the adaptive integrator extrapolates all of its at once. */
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
            if (gravel_box_is_sheared(&md->system.box))
                gravel_shear_wrap(&md->system.box, md->now, &x[k], &v[k]);
            particles[md->id[begin + k]] = (struct gravel_particle){.x = gravel_md_wrapped(md, x[k]),
                                                                    .v = v[k],
                                                                    .omega = omega[k],
                                                                    .radius = body->radius,
                                                                    .mass = body->mass,
                                                                    .inertia = body->inertia,
                                                                    .species = body->species,
                                                                    .attached = gravel_md_attachment(md, begin + k)};
        }
    }
}

static enum gravel_status
energy(const void *engine, struct gravel_energy *out)
{
    struct gravel_error error;
    return gravel_md_ledger(engine, out, &error);
}

/* The contacts of the last step of fixed length; one while the integrator still follows a force that has ended. */
static uint64_t
live_contacts(const struct gravel_md *md)
{
    if (md->integrator->steps_per_contact > 0.0)
        return 0;
    return md->rates.contacts > 0 ? md->rates.contacts : md->steps_without_contact < md->integrator->memory;
}

static void
counters(const void *engine, struct gravel_counters *out)
{
    const struct gravel_md *md = engine;
    *out = md->counters;
    out->sliding_loss = md->integral[GRAVEL_MD_TANGENTIAL];
    out->rolling_loss = md->integral[GRAVEL_MD_ROLLING];
    out->live_contacts = live_contacts(md);
}

static enum gravel_status
contacts(const void *engine, double interval, struct gravel_error *error)
{
    return gravel_md_present_contacts(engine, interval, error);
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
            double slip;
            const double d = v3_norm(gravel_md_separation(md, md->t, md->x[i], md->x[j], &slip));
            if (gravel_md_may_touch(md, i, j) && d < gravel_md_radius(md, i) + gravel_md_radius(md, j) &&
                !listed(md, i, j) && !listed(md, j, i))
                return gravel_fail(error, GRAVEL_PHYSICS,
                                   "particles %zu and %zu overlap but are not listed as "
                                   "neighbours",
                                   (size_t)md->id[i], (size_t)md->id[j]);
        }
    return GRAVEL_OK;
}

extern const struct gravel_engine_ops gravel_md;
static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options_given,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    *engine = NULL;
    const enum gravel_status status = gravel_system_check_needs(system, gravel_md.capabilities, gravel_md.name, error);
    return status == GRAVEL_OK ? gravel_md_create(engine, system, options_given, sink, error) : status;
}

const struct gravel_engine_ops gravel_md = {
    .name = "md",
    .label = "MD",
    .kind = GRAVEL_MD,
    .method = "Soft spheres: contact forces as functions of overlap and its rate, integrated in time steps.",
    .reference = "Luding 1994, Sec. 2.4, App. B",
    .capabilities = GRAVEL_CAP_1D | GRAVEL_CAP_2D | GRAVEL_CAP_3D | GRAVEL_CAP_GRAVITY | GRAVEL_CAP_ROTATION |
                    GRAVEL_CAP_PERIODIC | GRAVEL_CAP_VIBRATION | GRAVEL_CAP_TRANSLATION | GRAVEL_CAP_WALL_SPIN |
                    GRAVEL_CAP_ATTACHED | GRAVEL_CAP_STICKY | GRAVEL_CAP_FRICTION | GRAVEL_CAP_ROLLING |
                    GRAVEL_CAP_NONLINEAR | GRAVEL_CAP_THERMOSTAT | GRAVEL_CAP_SHEAR | GRAVEL_CAP_SERVO |
                    GRAVEL_CAP_CARRIERS | GRAVEL_CAP_TABLE | ((1u << GRAVEL_SHAPE_COUNT) - 1u) * GRAVEL_CAP_SHAPE_FIRST,
    .options = options,
    .check = gravel_md_check,
    .create = create,
    .advance = advance,
    .snapshot = snapshot,
    .energy = energy,
    .counters = counters,
    .destroy = gravel_md_destroy,
    .archive = gravel_md_archive,
    .contacts = contacts,
    .images = gravel_md_images,
    .self_check = self_check,
};
