/* The adaptive integrator: GSL's Runge-Kutta method of Prince and Dormand, order 8(7), with error control, for small
 * systems.  The time-driven program of S4 used LSODA, whose multistep formulas have to begin anew, at first order, after
 * every kink; contacts begin and end all the time, so a method of one step serves better, and nothing is stiff here: the
 * dashpot's rate is of the size of the spring's.  The high order pays because a contact is then two or three steps: for a
 * linear collision, e = 0.9, with its ends located, it takes 87 forces for an error of 1e-7 and 190 for 2e-10, where Cash
 * and Karp's order 5(4) takes 118 for 5e-7 and 225 for 5e-9.
 *
 * Between two events the equations are smooth: a contact once begun keeps its force, continued beyond its end, until the
 * end has been located (adaptive_events.c); so do the bounds of Coulomb and of clipping.  The step is then cut at the first
 * event, so no step leads over a kink and the error is that of the tolerance.  When nothing touches, bodies fly on
 * parabolas and are not integrated at all (flight.c).
 *
 * The state belongs to the time t, the start of the next step.  A step that leads beyond the time asked for is kept and
 * taken later; what is reported in between is a shorter step of the same method, so that results do not depend on the
 * sampling times. */
#include "engines/md/adaptive.h"
#include "engines/md/meeting.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* Steps below this part of the largest one mean that the tolerance cannot be reached. */
static const double smallest_step = 1e-9;

static size_t
base_size(const struct gravel_md_adaptive *a, size_t n)
{
    return 6 * n + a->n_spins + GRAVEL_MD_POWERS;
}

void
gravel_md_adaptive_show(struct gravel_md *md, double t, const double *y)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const size_t n = 3 * md->n;
    memcpy(a->x, y, n * sizeof *y);
    memcpy(a->v, y + n, n * sizeof *y);
    if (a->n_spins > 0)
        memcpy(a->omega, y + 2 * n, n * sizeof *y);
    gravel_md_held_move(md, t, gravel_md_all(md), a->x, a->v, a->omega);
}

/* The equations of motion, of the ledger's integrals and of the contacts' impulses and losses. */
static int
derivative(double t, const double y[], double slope[], void *context)
{
    struct gravel_md *md = context;
    struct gravel_md_adaptive *a = md->adaptive;
    const size_t n = 3 * md->n;
    gravel_md_adaptive_show(md, t, y);
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_CONTINUED, .t = t, .x = a->x, .v = a->v, .omega = a->omega, .rates = &a->rates};
    if (gravel_md_forces(md, &at, NULL) != GRAVEL_OK)
        return GSL_EFAILED;
    memset(slope, 0, a->size * sizeof *slope);
    memcpy(slope, a->v, n * sizeof *slope);
    memcpy(slope + n, a->rates.a, n * sizeof *slope);
    if (a->n_spins > 0)
        memcpy(slope + 2 * n, a->rates.alpha, n * sizeof *slope);
    memcpy(slope + 2 * n + a->n_spins, a->rates.power, sizeof a->rates.power);
    double *const contacts = slope + base_size(a, md->n);
    const struct gravel_md_list *lists[] = {&md->pairs, &md->touches};
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < lists[l]->n; k++) {
            const int32_t c = lists[l]->contact[k];
            if (c < 0)
                continue;
            contacts[2 * c] = md->pool.records[c].push;
            contacts[2 * c + 1] = md->pool.records[c].loss;
        }
    return GSL_SUCCESS;
}

/* The state at the step's start as y0, and its slope. */
static bool
start_step(struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const size_t n = 3 * md->n;
    memcpy(a->y0, md->x, n * sizeof *a->y0);
    memcpy(a->y0 + n, md->v, n * sizeof *a->y0);
    if (a->n_spins > 0)
        memcpy(a->y0 + 2 * n, md->omega, n * sizeof *a->y0);
    memcpy(a->y0 + 2 * n + a->n_spins, md->integral, sizeof md->integral);
    double *const contacts = a->y0 + base_size(a, md->n);
    for (size_t c = 0; c < md->pool.n; c++) {
        contacts[2 * c] = md->pool.records[c].impulse;
        contacts[2 * c + 1] = md->pool.records[c].dissipated;
    }
    return derivative(md->t, a->y0, a->slope0, md) == GSL_SUCCESS;
}

bool
gravel_md_adaptive_trial(struct gravel_md *md, double h, double *y)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const gsl_odeiv2_system equations = {derivative, NULL, a->size, md};
    memcpy(y, a->y0, a->size * sizeof *y);
    return h == 0.0 || gsl_odeiv2_step_apply(a->step, md->t, h, y, a->error, a->slope0, NULL, &equations) == GSL_SUCCESS;
}

/* Errors are compared with the fastest body's speed and its way in the largest step. */
static void
set_scales(struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->adaptive;
    double heaviest = 0.0, smallest = INFINITY;
    for (size_t b = 0; b < md->n_bodies; b++) {
        heaviest = fmax(heaviest, md->bodies[b].mass);
        smallest = fmin(smallest, md->bodies[b].radius);
    }
    const double energy = heaviest * a->speed * a->speed, impulse = heaviest * a->speed;
    const size_t n = 3 * md->n, base = base_size(a, md->n);
    for (size_t k = 0; k < a->size; k++)
        a->scale[k] = k < n ? a->speed * md->dt
                    : k < 2 * n ? a->speed
                    : k < 2 * n + a->n_spins ? a->speed / smallest
                    : k < base || (k - base) % 2 == 1 ? energy : impulse;
}

/* Room for the equations of all places of the contact pool. */
static enum gravel_status
make_room(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->adaptive;
    if (a->step != NULL && a->slots >= md->pool.capacity)
        return GRAVEL_OK;
    a->slots = md->pool.capacity;
    a->size = base_size(a, md->n) + 2 * a->slots;
    double **const arrays[] = {&a->y0, &a->y, &a->error, &a->slope0, &a->scratch, &a->scale};
    bool complete = true;
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        free(*arrays[k]);
        complete = (*arrays[k] = calloc(a->size, sizeof **arrays[k])) != NULL && complete;
    }
    gsl_odeiv2_step_free(a->step);
    gsl_odeiv2_control_free(a->control);
    a->control = NULL;
    a->step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, a->size);
    if (complete && a->step != NULL) {
        set_scales(md);
        a->control = gsl_odeiv2_control_scaled_new(a->tolerance, 0.0, 1.0, 0.0, a->scale, a->size);
    }
    return a->control != NULL ? GRAVEL_OK : gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu equations", a->size);
}

/* The geometry of a pair at the step's start. */
static struct gravel_md_meeting
meeting_now(struct gravel_md *md, int32_t i, int32_t j)
{
    struct gravel_md_meeting m = {0};
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_PROBE, md->t);
    (void)gravel_md_meet(md, &here, i, j, INFINITY, &m);
    return m;
}

static enum gravel_status
begin(struct gravel_md *md, size_t pair, struct gravel_error *error)
{
    size_t k;
    struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
    const enum gravel_status status = gravel_md_contact_begin(md, list, k, false, error);
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_md_meeting m = meeting_now(md, list->i[k], list->j[k]);
    struct gravel_md_record *r = &md->pool.records[list->contact[k]];
    r->start = md->t;
    r->approach = m.rate;
    r->normal = m.normal;
    md->adaptive->n_live++;
    return make_room(md, error);
}

static void
end(struct gravel_md *md, size_t pair)
{
    size_t k;
    struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
    const int32_t i = list->i[k], j = list->j[k], c = list->contact[k];
    const struct gravel_md_record *r = &md->pool.records[c];
    if (md->sink.event != NULL) {
        const struct gravel_event event = {
            .t = md->t,
            .duration = md->t - r->start,
            .i = md->id[i],
            .j = j >= 0 ? md->id[j] : j,
            .normal = r->normal,
            .approach = r->approach,
            .rebound = -meeting_now(md, i, j).rate,
            .impulse = r->impulse,
            .dissipated = r->dissipated,
            .overlap = r->largest,
        };
        md->sink.event(md->sink.self, &event);
    }
    gravel_md_contact_release(md, i, j, c);
    list->contact[k] = -1;
    md->adaptive->n_live--;
}

static enum gravel_status
happen(struct gravel_md *md, const struct gravel_md_found_event *event, struct gravel_error *error)
{
    if (event->what == GRAVEL_MD_ENDS)
        end(md, event->k);
    return event->what == GRAVEL_MD_BEGINS ? begin(md, event->k, error) : GRAVEL_OK;
}

/* Go to the end of the pending step; overlaps are watched there and where they are largest. */
static enum gravel_status
take(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const size_t n = 3 * md->n, pairs = gravel_md_adaptive_pairs(md);
    for (size_t pair = 0; pair < pairs; pair++)
        gravel_md_adaptive_deepest(md, pair);
    if (md->fault_i >= 0)
        return gravel_md_overlap_fault(md, error);
    memcpy(md->x, a->y, n * sizeof *a->y);
    memcpy(md->v, a->y + n, n * sizeof *a->y);
    if (a->n_spins > 0)
        memcpy(md->omega, a->y + 2 * n, n * sizeof *a->y);
    memcpy(md->integral, a->y + 2 * n + a->n_spins, sizeof md->integral);
    const double *const contacts = a->y + base_size(a, md->n);
    for (size_t c = 0; c < md->pool.n; c++) {
        md->pool.records[c].impulse = contacts[2 * c];
        md->pool.records[c].dissipated = contacts[2 * c + 1];
    }
    md->t += a->event.h;
    gravel_md_held_move(md, md->t, gravel_md_all(md), md->x, md->v, md->omega);
    md->counters.steps++;
    md->counters.particle_steps += md->n;
    a->pending = false;
    return happen(md, &a->event, error);
}

/* Try steps until one is within the tolerance; returns its length, or 0 when none is. */
static double
step_within_tolerance(struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->adaptive;
    while (a->h > smallest_step * md->dt && md->t + a->h > md->t) {
        const double h = a->h;
        const bool finite = gravel_md_adaptive_trial(md, h, a->y);
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

/* The next step, cut at the first event in it, as the pending one. */
static enum gravel_status
find_step(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->adaptive;
    if (!start_step(md))
        return gravel_fail(error, GRAVEL_PHYSICS, "the forces are not finite at t = %g s", md->t);
    gravel_md_adaptive_look(md, md->t, a->y0, a->before);
    a->event = gravel_md_adaptive_now(md);
    if (a->event.what != GRAVEL_MD_NOTHING)
        return happen(md, &a->event, error);
    const double h = step_within_tolerance(md);
    if (h == 0.0)
        return gravel_fail(error, GRAVEL_PHYSICS, "no step from t = %g s is within the tolerance %g: it is below %g s", md->t,
                           a->tolerance, smallest_step * md->dt);
    gravel_md_adaptive_look(md, md->t + h, a->y, a->after);
    a->event = gravel_md_adaptive_first(md, h);
    if (a->event.what != GRAVEL_MD_NOTHING) {
        if (!gravel_md_adaptive_trial(md, a->event.h, a->y))
            return gravel_fail(error, GRAVEL_PHYSICS, "the forces are not finite at t = %g s", md->t);
        gravel_md_adaptive_look(md, md->t + a->event.h, a->y, a->after);
    }
    a->pending = true;
    return GRAVEL_OK;
}

/* To the end of a certified free flight. */
static void
fly(struct gravel_md *md)
{
    gravel_md_extrapolate(md, md->flight_end - md->t, gravel_md_all(md), md->x, md->v, md->omega);
    md->t = md->flight_end;
    md->adaptive->pending = false;
}

enum gravel_status
gravel_md_adaptive_advance(struct gravel_md *md, double t_end, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->adaptive;
    enum gravel_status status = GRAVEL_OK;
    while (status == GRAVEL_OK) {
        if (a->n_live == 0 && !a->pending) {
            if (md->flight_end <= md->t)
                md->flight_end = gravel_md_flight_end(md);
            if (md->flight_end > t_end)
                break;
            if (md->flight_end > md->t)
                fly(md);
        }
        if (!a->pending)
            status = find_step(md, error);
        if (status != GRAVEL_OK || (a->pending && md->t + a->event.h > t_end))
            break;
        md->flight_end = -INFINITY;
        if (a->pending)
            status = take(md, error);
    }
    return status;
}

void
gravel_md_adaptive_state(const struct gravel_md *md, double h, struct vec3 *x, struct vec3 *v, struct vec3 *omega,
                         double integral[GRAVEL_MD_POWERS])
{
    const struct gravel_md_adaptive *a = md->adaptive;
    const size_t n = 3 * md->n;
    memcpy(integral, md->integral, sizeof md->integral);
    memcpy(omega, md->omega, md->n * sizeof *omega);
    if (a->n_live == 0) {
        for (size_t i = 0; i < md->n; i++) {
            const struct vec3 g = gravel_md_is_free(md, i) ? md->system.gravity : v3(0, 0, 0);
            x[i] = v3_axpy(md->x[i], h, v3_axpy(md->v[i], 0.5 * h, g));
            v[i] = v3_axpy(md->v[i], h, g);
        }
    } else {
        struct gravel_md *scratch = (struct gravel_md *)md;
        const uint64_t counted = md->counters.contact_steps;
        if (!gravel_md_adaptive_trial(scratch, h, a->scratch))
            a->scratch[0] = NAN;
        scratch->counters.contact_steps = counted;
        memcpy(x, a->scratch, n * sizeof *a->scratch);
        memcpy(v, a->scratch + n, n * sizeof *a->scratch);
        if (a->n_spins > 0)
            memcpy(omega, a->scratch + 2 * n, n * sizeof *a->scratch);
        memcpy(integral, a->scratch + 2 * n + a->n_spins, sizeof md->integral);
    }
    gravel_md_held_move(md, md->t + h, gravel_md_all(md), x, v, omega);
}

void
gravel_md_adaptive_destroy(struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->adaptive;
    if (a == NULL)
        return;
    gsl_odeiv2_step_free(a->step);
    gsl_odeiv2_control_free(a->control);
    gsl_root_fsolver_free(a->root);
    void *const owned[] = {a->y0, a->y, a->error, a->slope0, a->scratch, a->scale, a->x, a->v, a->omega,
                           a->rates.a, a->rates.alpha, a->before, a->after, a};
    for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
        free(owned[k]);
    md->adaptive = NULL;
}

static enum gravel_status
refuse(const struct gravel_md *md, struct gravel_error *error)
{
    if (!md->small)
        return gravel_fail(error, GRAVEL_INPUT, "engines.md.integrator: found adaptive with %zu particles, allowed at most %d",
                           md->n, (int)GRAVEL_MD_SMALL);
    if (md->system.material.tangential == GRAVEL_TANGENTIAL_SPRING)
        return gravel_fail(error, GRAVEL_INPUT, "engines.md.integrator: found adaptive with material.tangential_stiffness, "
                           "allowed with tangential forces that have no history");
    for (size_t w = 0; w < md->system.n_walls; w++)
        if (md->system.walls[w].touch != GRAVEL_BOUNCE)
            return gravel_fail(error, GRAVEL_INPUT, "engines.md.integrator: found adaptive with wall %s, which holds or absorbs "
                               "what touches it, allowed with walls that bounce", md->system.walls[w].name);
    return GRAVEL_OK;
}

enum gravel_status
gravel_md_adaptive_create(struct gravel_md *md, double tolerance, double speed, struct gravel_error *error)
{
    enum gravel_status status = refuse(md, error);
    if (status != GRAVEL_OK)
        return status;
    struct gravel_md_adaptive *a = md->adaptive = calloc(1, sizeof *a);
    const size_t n = md->n, pairs = gravel_md_adaptive_pairs(md) + 1;
    bool complete = a != NULL;
    if (complete) {
        struct vec3 **const vectors[] = {&a->x, &a->v, &a->omega, &a->rates.a, &a->rates.alpha};
        for (size_t k = 0; k < (md->system.material.rotation ? 5 : 4); k++)
            complete = (*vectors[k] = calloc(n, sizeof **vectors[k])) != NULL && complete;
        a->before = calloc(pairs, sizeof *a->before);
        a->after = calloc(pairs, sizeof *a->after);
        a->root = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
        complete = complete && a->before != NULL && a->after != NULL && a->root != NULL;
    }
    if (!complete)
        return gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu particles", n);
    a->tolerance = tolerance;
    /* Where all is at rest, the speed of a fall through a diameter. */
    a->speed = speed > 0.0 ? speed : sqrt(2.0 * v3_norm(md->system.gravity) * 2.0 * md->radius[0]);
    if (!(a->speed > 0.0))
        a->speed = md->radius[0] / md->dt;
    a->n_spins = md->system.material.rotation ? 3 * n : 0;
    a->h = md->dt;
    memcpy(a->omega, md->omega, n * sizeof *a->omega);
    status = make_room(md, error);
    for (size_t pair = 0; pair + 1 < pairs && status == GRAVEL_OK; pair++) {
        size_t k;
        const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
        if (meeting_now(md, list->i[k], list->j[k]).overlap > 0.0)
            status = begin(md, pair, error);
    }
    return status;
}
