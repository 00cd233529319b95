/* The adaptive integrator: GSL's Runge-Kutta method of Prince and Dormand, order 8(7), with error control, for small
 * systems.  The time-driven program of S4 used LSODA, whose multistep formulas restart at first order after every
 * kink; contacts begin and end all the time, so a one-step method is better, and nothing is stiff
 * here: the dashpot's rate is of the size of the spring's.  The high order pays because a contact then needs two or
 * three steps: a linear collision, e = 0.9, with its ends located, takes 87 force evaluations for an error of 1e-7 and
 * 190 for 2e-10, where Cash and Karp's order 5(4) takes 118 for 5e-7 and 225 for 5e-9.
 *
 * Between two events the equations are smooth: the force of a live contact is continued smoothly beyond its end, until
 * the end has been located (adaptive_events.c); the same holds for the Coulomb bound and for clipping.  The step is
 * then cut at the first event, so no step contains a kink and the error is within the tolerance.  When nothing touches,
 * bodies fly on parabolas and are not integrated at all (flight.c).
 *
 * The state belongs to the time t, the start of the next step.  A step that leads beyond the end time is kept for the
 * next call; what is reported in between is a shorter step of the same method, so that results do not depend on the
 * sampling times. */
#include "engines/md/adaptive.h"
#include "engines/md/adaptive_contact.h"
#include "engines/md/adaptive_equations.h"
#include "engines/md/adaptive_events.h"
#include "engines/md/adaptive_friction.h"
#include "engines/md/attached.h"
#include "engines/md/extrapolate.h"
#include "engines/md/flight.h"
#include "engines/md/pair.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More events than this for each live contact without a step between them mean that their forces contradict each other.
 */
enum { MOST_AT_ONCE = 16 };

/* Least number of steps in a contact: a contact that begins and ends within one step is found by the minimum of the
 * distance. */
enum { STEPS_PER_CONTACT = 3 };

/* Steps below this part of the largest one mean that the tolerance cannot be reached. */
static const double smallest_step = 1e-9;

static enum gravel_status
change_friction(struct gravel_md *md, const struct gravel_md_located_event *event, struct gravel_error *error)
{
    size_t k;
    const struct gravel_md_list *list = gravel_md_adaptive_list(md, event->k, &k);
    const enum gravel_status status = gravel_md_adaptive_start(md, error);
    if (status != GRAVEL_OK)
        return status;
    gravel_md_adaptive_set_trial_state(md, md->t, gravel_md_adaptive_of(md)->y0);
    gravel_md_adaptive_change_friction(md, list, k, event->which);
    return GRAVEL_OK;
}

static enum gravel_status
apply_event(struct gravel_md *md, const struct gravel_md_located_event *event, struct gravel_error *error)
{
    if (event->what == GRAVEL_MD_FRICTION_CHANGES)
        return change_friction(md, event, error);
    if (event->what == GRAVEL_MD_CONTACT_ENDS)
        gravel_md_adaptive_contact_end(md, event->k);
    return event->what == GRAVEL_MD_CONTACT_BEGINS ? gravel_md_adaptive_contact_begin(md, event->k, error) : GRAVEL_OK;
}

/* Go to the end of the pending step; overlaps are checked there and where they are largest. */
static enum gravel_status
complete_step(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method;
    const size_t pairs = gravel_md_adaptive_pairs(md);
    for (size_t pair = 0; pair < pairs; pair++)
        gravel_md_adaptive_record_overlap(md, pair);
    if (md->fault_i >= 0)
        return gravel_md_overlap_fault(md, error);
    gravel_md_adaptive_accept_step(md);
    md->t += a->event.h;
    gravel_md_attached_move(md, md->t, gravel_md_all(md), md->x, md->v, md->omega);
    md->counters.steps++;
    md->counters.particle_steps += md->n;
    a->pending = false;
    if (a->event.h > smallest_step * md->dt)
        a->n_at_once = 0;
    return apply_event(md, &a->event, error);
}

/* Shorten the step until its error is within the tolerance; returns its length, or 0 when none is. */
static double
step_within_tolerance(struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->method;
    while (a->h > smallest_step * md->dt && md->t + a->h > md->t) {
        const double h = a->h;
        const bool finite = gravel_md_adaptive_trial(md, h, a->y);
        if (finite)
            gravel_md_adaptive_scale_errors(md, h);
        const int verdict = finite ? gsl_odeiv2_control_hadjust(a->control, a->step, a->y, a->error, a->slope0, &a->h)
                                   : GSL_ODEIV_HADJ_DEC;
        if (!finite)
            a->h = 0.2 * h;
        a->h = fmin(a->h, md->dt);
        if (verdict != GSL_ODEIV_HADJ_DEC)
            return h;
    }
    return 0.0;
}

static void
evaluate_middle(struct gravel_md *md, double h)
{
    struct gravel_md_adaptive *a = md->method;
    if (a->has_springs && gravel_md_adaptive_trial(md, 0.5 * h, a->scratch))
        gravel_md_adaptive_evaluate_switches(md, md->t + 0.5 * h, a->scratch, a->middle);
}

/* The next step, cut at the first event in it, as the pending one. */
static enum gravel_status
find_step(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method;
    const enum gravel_status status = gravel_md_adaptive_start(md, error);
    if (status != GRAVEL_OK)
        return status;
    gravel_md_adaptive_evaluate_switches(md, md->t, a->y0, a->before);
    a->event = gravel_md_adaptive_event_at_start(md);
    if (a->event.what != GRAVEL_MD_NO_EVENT && ++a->n_at_once > MOST_AT_ONCE * (a->n_live + 1))
        return gravel_fail(error, GRAVEL_PHYSICS, "contacts begin, end, stick or slide without end at t = %g s", md->t);
    if (a->event.what != GRAVEL_MD_NO_EVENT)
        return apply_event(md, &a->event, error);
    const double h = step_within_tolerance(md);
    if (h == 0.0)
        return gravel_fail(error, GRAVEL_PHYSICS, "no step from t = %g s is within the tolerance %g: it is below %g s",
                           md->t, a->tolerance, smallest_step * md->dt);
    gravel_md_adaptive_evaluate_switches(md, md->t + h, a->y, a->after);
    evaluate_middle(md, h);
    a->event = gravel_md_adaptive_first_event(md, h);
    while (a->event.what != GRAVEL_MD_NO_EVENT) {
        if (!gravel_md_adaptive_trial(md, a->event.h, a->y))
            return gravel_fail(error, GRAVEL_PHYSICS, "the forces are not finite at t = %g s", md->t);
        gravel_md_adaptive_evaluate_switches(md, md->t + a->event.h, a->y, a->after);
        evaluate_middle(md, a->event.h);
        if (!a->has_springs || !gravel_md_adaptive_earlier_friction_change(md, &a->event))
            break;
    }
    a->pending = true;
    return GRAVEL_OK;
}

static enum gravel_status
advance(struct gravel_md *md, double t_end, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method;
    enum gravel_status status = GRAVEL_OK;
    while (status == GRAVEL_OK) {
        if (a->n_live == 0 && !a->pending) {
            if (md->flight_end <= md->t)
                md->flight_end = gravel_md_flight_end(md);
            if (md->flight_end > t_end)
                break;
            if (md->flight_end > md->t)
                gravel_md_flight_move(md);
        }
        if (!a->pending)
            status = find_step(md, error);
        if (status != GRAVEL_OK || (a->pending && md->t + a->event.h > t_end))
            break;
        md->flight_end = -INFINITY;
        if (a->pending)
            status = complete_step(md, error);
    }
    md->counters.contact_steps = a->contact_steps;
    return status;
}

/* The trial state, and the state vector `scratch`, at md->t + h; not counted as evaluations of forces. */
static void
evaluate_at(const struct gravel_md *md, double h)
{
    struct gravel_md_adaptive *a = md->method;
    const uint64_t counted = a->contact_steps;
    if (!gravel_md_adaptive_trial(md, h, a->scratch))
        a->scratch[0] = NAN;
    gravel_md_adaptive_set_trial_state(md, md->t + h, a->scratch);
    a->contact_steps = counted;
}

/* `of` is all particles: engines of this integrator are small. */
static void
extrapolate(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x, struct vec3 *v,
            struct vec3 *omega)
{
    const struct gravel_md_adaptive *a = md->method;
    const size_t n = 3 * md->n;
    (void)of;
    memcpy(omega, md->omega, md->n * sizeof *omega);
    if (a->n_live == 0) {
        for (size_t i = 0; i < md->n; i++) {
            const struct vec3 g = gravel_md_is_free(md, i) ? md->system.gravity : v3(0, 0, 0);
            x[i] = v3_axpy(md->x[i], h, v3_axpy(md->v[i], 0.5 * h, g));
            v[i] = v3_axpy(md->v[i], h, g);
        }
        return;
    }
    evaluate_at(md, h);
    memcpy(x, a->scratch, n * sizeof *a->scratch);
    memcpy(v, a->scratch + n, n * sizeof *a->scratch);
    if (a->n_spins > 0)
        memcpy(omega, a->scratch + 2 * n, n * sizeof *a->scratch);
}

static void
integrals(const struct gravel_md *md, double h, const double power[GRAVEL_MD_POWERS], double integral[GRAVEL_MD_POWERS])
{
    const struct gravel_md_adaptive *a = md->method;
    (void)power;
    memcpy(integral, md->integral, sizeof md->integral);
    if (a->n_live == 0)
        return;
    evaluate_at(md, h);
    memcpy(integral, a->scratch + 6 * md->n + a->n_spins, sizeof md->integral);
}

/* A tangential spring whose stiffness begins at zero cannot take up the jump of a dashpot. */
static enum gravel_status
check_spring(const struct gravel_system *system, size_t k, struct gravel_error *error)
{
    int32_t species, partner;
    char path[GRAVEL_SECTION_MAX + 32], section[GRAVEL_SECTION_MAX];
    const struct gravel_contact c = gravel_system_contact_at(system, k, &species, &partner);
    const double e_t = gravel_material_tangential(c.material, c.wall), damping = c.material->tangential_damping;
    if ((e_t == 1.0 && damping == 0.0) || c.material->tangential != GRAVEL_TANGENTIAL_SPRING ||
        !(c.material->beta > 0.0))
        return GRAVEL_OK;
    if (damping > 0.0)
        return gravel_fail_at(error, GRAVEL_INPUT, "material.tangential_damping",
                              "found %g N s/m with the adaptive integrator, a tangential spring and a nonlinear law, "
                              "allowed: none",
                              damping);
    snprintf(path, sizeof path, "%s.tangential_restitution",
             gravel_system_contact_section(system, species, partner, section));
    return gravel_fail_at(error, GRAVEL_INPUT, path,
                          "found %g with the adaptive integrator, a tangential spring and a nonlinear law, allowed: 1",
                          e_t);
}

static enum gravel_status
check(const struct gravel_system *system, struct gravel_error *error)
{
    if (system->n_particles > GRAVEL_MD_SMALL)
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.integrator",
                              "found adaptive with %zu particles, allowed with at most %d", system->n_particles,
                              (int)GRAVEL_MD_SMALL);
    if (system->thermostat.strength > 0.0)
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.integrator",
                              "found adaptive with a thermostat, allowed: an integrator of fixed steps");
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].servo.mass > 0.0)
            return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.integrator",
                                  "found adaptive with wall %s under a servo, allowed: an integrator of fixed steps",
                                  system->walls[w].name);
    if (system->box.shear_rate != 0.0)
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.integrator",
                              "found adaptive in a sheared box, allowed: velocity-verlet or position-verlet");
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < gravel_system_n_contacts(system) && status == GRAVEL_OK; k++)
        status = check_spring(system, k, error);
    return status;
}

static bool
has_springs(const struct gravel_system *system)
{
    int32_t species, partner;
    bool found = false;
    for (size_t k = 0; k < gravel_system_n_contacts(system); k++)
        found = found || gravel_system_contact_at(system, k, &species, &partner).material->tangential ==
                             GRAVEL_TANGENTIAL_SPRING;
    return found;
}

static enum gravel_status
create(struct gravel_md *md, const struct gravel_md_method_setup *setup, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method = calloc(1, sizeof *a);
    const size_t n = md->n, pairs = n * (n + md->system.n_walls); /* and never more */
    bool complete = a != NULL;
    if (complete) {
        struct vec3 **const vectors[] = {&a->x, &a->v, &a->omega, &a->rates.a, &a->rates.alpha};
        for (size_t k = 0; k < (md->system.material.rotation ? 5 : 4); k++)
            complete = (*vectors[k] = calloc(n, sizeof **vectors[k])) != NULL && complete;
        a->before = calloc(pairs, sizeof *a->before);
        a->after = calloc(pairs, sizeof *a->after);
        a->middle = calloc(pairs, sizeof *a->middle);
        a->root = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
        complete = complete && a->before != NULL && a->after != NULL && a->middle != NULL && a->root != NULL;
    }
    if (!complete)
        return gravel_no_memory(error);
    a->tolerance = setup->tolerance;
    /* Where nothing moves, the speed of a fall through a diameter.  A speed that a fall through a negligible part of it
     * gives is none: errors in units of the rounding errors of bodies at rest are never small. */
    const double fall = sqrt(2.0 * v3_norm(md->system.gravity) * 2.0 * gravel_md_radius(md, 0));
    a->speed = setup->speed > fall * sqrt(a->tolerance) ? setup->speed : fall;
    if (!(a->speed > 0.0))
        a->speed = gravel_md_radius(md, 0) / md->dt;
    a->n_spins = md->system.material.rotation ? 3 * n : 0;
    a->has_springs = has_springs(&md->system);
    a->h = md->dt;
    memcpy(a->omega, md->omega, n * sizeof *a->omega);
    return gravel_md_adaptive_resize(md, error);
}

static void
destroy(struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->method;
    if (a == NULL)
        return;
    gsl_odeiv2_step_free(a->step);
    gsl_odeiv2_control_free(a->control);
    gsl_root_fsolver_free(a->root);
    void *const owned[] = {a->y0,    a->y,       a->error,       a->slope0, a->scratch, a->scale,  a->x, a->v,
                           a->omega, a->rates.a, a->rates.alpha, a->before, a->after,   a->middle, a};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        free(owned[k]);
    md->method = NULL;
}

static void
archive_pending(struct gravel_md_adaptive *a, struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE(archive, a->pending);
    GRAVEL_ARCHIVE(archive, a->event.what);
    GRAVEL_ARCHIVE(archive, a->event.k);
    GRAVEL_ARCHIVE(archive, a->event.h);
    GRAVEL_ARCHIVE(archive, a->event.which);
}

/* The trial state and the estimated error are computed anew in every step.  The state vectors have the size that
 * follows from the contact pool, which has been loaded. */
static void
archive_state(struct gravel_md *md, struct gravel_archive *archive)
{
    struct gravel_md_adaptive *a = md->method;
    const size_t switches = GRAVEL_MD_SWITCHES * gravel_md_adaptive_pairs(md);
    double *const before = a->before->of, *const after = a->after->of, *const middle = a->middle->of;
    if (archive->loads && gravel_archive_ok(archive) && gravel_md_adaptive_resize(md, NULL) != GRAVEL_OK)
        gravel_archive_fail(archive, GRAVEL_MEMORY, "out of memory");
    GRAVEL_ARCHIVE_SAME(archive, a->size);
    GRAVEL_ARCHIVE(archive, a->h);
    GRAVEL_ARCHIVE(archive, a->n_live);
    GRAVEL_ARCHIVE(archive, a->n_at_once);
    GRAVEL_ARCHIVE(archive, a->contact_steps);
    GRAVEL_ARCHIVE_ARRAY(archive, a->y0, a->size);
    GRAVEL_ARCHIVE_ARRAY(archive, a->slope0, a->size);
    GRAVEL_ARCHIVE_ARRAY(archive, a->y, a->size);
    GRAVEL_ARCHIVE_ARRAY(archive, before, switches);
    GRAVEL_ARCHIVE_ARRAY(archive, after, switches);
    GRAVEL_ARCHIVE_ARRAY(archive, middle, switches);
    archive_pending(a, archive);
}

static enum gravel_status
start(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method;
    enum gravel_status status = GRAVEL_OK;
    for (size_t pair;
         status == GRAVEL_OK && (pair = gravel_md_adaptive_first_overlap(md)) < gravel_md_adaptive_pairs(md);)
        status = gravel_md_adaptive_contact_begin(md, pair, error);
    md->counters.contact_steps = a->contact_steps;
    /* Reports before the first step need the step's start; evaluations for reports are not counted. */
    if (status == GRAVEL_OK && a->n_live > 0)
        status = gravel_md_adaptive_start(md, error);
    a->contact_steps = md->counters.contact_steps;
    return status;
}

const struct gravel_md_integrator_ops gravel_md_adaptive = {
    .name = "adaptive",
    .reference = "GSL, odeiv2 rk8pd (Prince and Dormand, order 8(7))",
    .steps_per_contact = STEPS_PER_CONTACT,
    .force_point = 1.0,
    .integrates_springs = true,
    .check = check,
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .start = start,
    .advance = advance,
    .extrapolate = extrapolate,
    .integrals = integrals,
};
