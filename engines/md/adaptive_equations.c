/* The adaptive integrator's equations: the state as one vector y (see adaptive_state.h), and its time derivative.
 * Contacts keep their forces beyond their ends, so that the slope is smooth in every step. */
#include "engines/md/adaptive_equations.h"
#include "engines/md/adaptive_friction.h"
#include "engines/md/attached.h"
#include "engines/md/force.h"

#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

static size_t
base_size(const struct gravel_md_adaptive *a, size_t n)
{
    return 6 * n + a->n_spins + GRAVEL_MD_POWERS;
}

static size_t
springs_at(const struct gravel_md_adaptive *a, size_t n)
{
    return base_size(a, n) + 2 * a->slots;
}

void
gravel_md_adaptive_set_trial_state(const struct gravel_md *md, double t, const double *y)
{
    struct gravel_md_adaptive *a = md->method;
    const size_t n = 3 * md->n;
    memcpy(a->x, y, n * sizeof *y);
    memcpy(a->v, y + n, n * sizeof *y);
    if (a->n_spins > 0)
        memcpy(a->omega, y + 2 * n, n * sizeof *y);
    for (size_t c = 0; a->has_springs && c < md->pool.n; c++)
        memcpy(&md->pool.records[c].trial, y + springs_at(a, md->n) + 3 * c, sizeof md->pool.records[c].trial);
    gravel_md_attached_move(md, t, gravel_md_all(md), a->x, a->v, a->omega);
}

bool
gravel_md_adaptive_trial_rates(const struct gravel_md *md, double t)
{
    struct gravel_md_adaptive *a = md->method;
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_TRIAL, .t = t, .x = a->x, .v = a->v, .omega = a->omega, .rates = &a->rates};
    gravel_md_evaluate_forces(md, &at);
    a->contact_steps += a->rates.contacts;
    double sum = a->rates.elastic; /* each force that is not finite has a power that is not */
    for (int k = 0; k < GRAVEL_MD_POWERS; k++)
        sum += a->rates.power[k];
    return isfinite(sum);
}

/* Context of derivative(). */
struct equations {
    const struct gravel_md *md;
};

/* The equations of motion, of the ledger's integrals and of the contacts' impulses and losses. */
static int
derivative(double t, const double y[], double slope[], void *context)
{
    const struct gravel_md *md = ((const struct equations *)context)->md;
    struct gravel_md_adaptive *a = md->method;
    const size_t n = 3 * md->n;
    gravel_md_adaptive_set_trial_state(md, t, y);
    if (!gravel_md_adaptive_trial_rates(md, t))
        return GSL_EFAILED;
    memset(slope, 0, a->size * sizeof *slope);
    memcpy(slope, a->v, n * sizeof *slope);
    memcpy(slope + n, a->rates.a, n * sizeof *slope);
    if (a->n_spins > 0)
        memcpy(slope + 2 * n, a->rates.alpha, n * sizeof *slope);
    memcpy(slope + 2 * n + a->n_spins, a->rates.power, sizeof a->rates.power);
    double *const contacts = slope + base_size(a, md->n);
    const struct gravel_md_list *lists[] = {&md->pairs, &md->wall_pairs};
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < lists[l]->n; k++) {
            const int32_t c = lists[l]->contact[k];
            if (c < 0)
                continue;
            contacts[2 * c] = md->pool.records[c].normal_force;
            contacts[2 * c + 1] = md->pool.records[c].power_lost;
            if (a->has_springs) {
                struct vec3 rate;
                gravel_md_adaptive_spring_slope(md, t, lists[l], k, &rate);
                memcpy(slope + springs_at(a, md->n) + 3 * c, &rate, sizeof rate);
            }
        }
    return GSL_SUCCESS;
}

enum gravel_status
gravel_md_adaptive_start(const struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method;
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
        if (a->has_springs)
            memcpy(a->y0 + springs_at(a, md->n) + 3 * c, &md->pool.records[c].spring,
                   sizeof md->pool.records[c].spring);
    }
    struct equations context = {md};
    return derivative(md->t, a->y0, a->slope0, &context) == GSL_SUCCESS
               ? GRAVEL_OK
               : gravel_fail(error, GRAVEL_PHYSICS, "the forces are not finite at t = %g s", md->t);
}

bool
gravel_md_adaptive_trial(const struct gravel_md *md, double h, double *y)
{
    struct gravel_md_adaptive *a = md->method;
    struct equations context = {md};
    const gsl_odeiv2_system equations = {derivative, NULL, a->size, &context};
    memcpy(y, a->y0, a->size * sizeof *y);
    return h == 0.0 ||
           gsl_odeiv2_step_apply(a->step, md->t, h, y, a->error, a->slope0, NULL, &equations) == GSL_SUCCESS;
}

void
gravel_md_adaptive_scale_errors(const struct gravel_md *md, double h)
{
    struct gravel_md_adaptive *a = md->method;
    const size_t pairs = a->has_springs ? gravel_md_adaptive_pairs(md) : 0;
    for (size_t pair = 0; pair < pairs; pair++) {
        size_t k;
        const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
        if (!gravel_md_adaptive_has_friction_bound(md, list, k))
            continue;
        gravel_md_adaptive_set_trial_state(md, md->t, a->y0);
        const double before = gravel_md_adaptive_direction_weight(md, md->t, list, k);
        gravel_md_adaptive_set_trial_state(md, md->t + h, a->y);
        const double after = gravel_md_adaptive_direction_weight(md, md->t + h, list, k);
        for (int d = 0; d < 3; d++)
            a->error[springs_at(a, md->n) + 3 * (size_t)list->contact[k] + (size_t)d] *= fmax(before, after);
    }
}

/* Errors are measured in units of the fastest body's speed and of its displacement in the largest step. */
static void
set_scales(const struct gravel_md *md)
{
    struct gravel_md_adaptive *a = md->method;
    double heaviest = 0.0, smallest = INFINITY;
    for (size_t b = 0; b < md->n_bodies; b++) {
        heaviest = fmax(heaviest, md->bodies[b].mass);
        smallest = fmin(smallest, md->bodies[b].radius);
    }
    const double energy = heaviest * a->speed * a->speed, impulse = heaviest * a->speed;
    const size_t n = 3 * md->n, base = base_size(a, md->n), springs = springs_at(a, md->n);
    for (size_t k = 0; k < a->size; k++)
        a->scale[k] = k < n || k >= springs             ? a->speed * md->dt
                      : k < 2 * n                       ? a->speed
                      : k < 2 * n + a->n_spins          ? a->speed / smallest
                      : k < base || (k - base) % 2 == 1 ? energy
                                                        : impulse;
}

enum gravel_status
gravel_md_adaptive_resize(const struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->method;
    if (a->step != NULL && a->slots >= md->pool.capacity)
        return GRAVEL_OK;
    a->slots = md->pool.capacity;
    a->size = springs_at(a, md->n) + (a->has_springs ? 3 * a->slots : 0);
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
    return a->control != NULL ? GRAVEL_OK : gravel_no_memory(error);
}

void
gravel_md_adaptive_accept_step(struct gravel_md *md)
{
    const struct gravel_md_adaptive *a = md->method;
    const size_t n = 3 * md->n;
    memcpy(md->x, a->y, n * sizeof *a->y);
    memcpy(md->v, a->y + n, n * sizeof *a->y);
    if (a->n_spins > 0)
        memcpy(md->omega, a->y + 2 * n, n * sizeof *a->y);
    memcpy(md->integral, a->y + 2 * n + a->n_spins, sizeof md->integral);
    const double *const contacts = a->y + base_size(a, md->n);
    for (size_t c = 0; c < md->pool.n; c++) {
        md->pool.records[c].impulse = contacts[2 * c];
        md->pool.records[c].dissipated = contacts[2 * c + 1];
        if (a->has_springs)
            memcpy(&md->pool.records[c].spring, a->y + springs_at(a, md->n) + 3 * c, sizeof md->pool.records[c].spring);
    }
}
