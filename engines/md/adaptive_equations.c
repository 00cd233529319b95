/* The adaptive integrator's equations: the state as one vector y (see adaptive.h), and its slope.  Contacts keep their
 * forces beyond their ends, so that the slope is smooth in every step. */
#include "engines/md/adaptive.h"

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
gravel_md_adaptive_show(struct gravel_md *md, double t, const double *y)
{
    struct gravel_md_adaptive *a = md->adaptive;
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
gravel_md_adaptive_rates(struct gravel_md *md, double t)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const struct gravel_md_instant at = {
        .mode = GRAVEL_MD_CONTINUED, .t = t, .x = a->x, .v = a->v, .omega = a->omega, .rates = &a->rates};
    return gravel_md_forces(md, &at, NULL) == GRAVEL_OK;
}

/* The equations of motion, of the ledger's integrals and of the contacts' impulses and losses. */
static int
derivative(double t, const double y[], double slope[], void *context)
{
    struct gravel_md *md = context;
    struct gravel_md_adaptive *a = md->adaptive;
    const size_t n = 3 * md->n;
    gravel_md_adaptive_show(md, t, y);
    if (!gravel_md_adaptive_rates(md, t))
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
            if (a->has_springs) {
                struct vec3 rate;
                gravel_md_adaptive_spring_slope(md, t, lists[l], k, &rate);
                memcpy(slope + springs_at(a, md->n) + 3 * c, &rate, sizeof rate);
            }
        }
    return GSL_SUCCESS;
}

bool
gravel_md_adaptive_start(struct gravel_md *md)
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
        if (a->has_springs)
            memcpy(a->y0 + springs_at(a, md->n) + 3 * c, &md->pool.records[c].spring,
                   sizeof md->pool.records[c].spring);
    }
    return derivative(md->t, a->y0, a->slope0, md) == GSL_SUCCESS;
}

bool
gravel_md_adaptive_trial(struct gravel_md *md, double h, double *y)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const gsl_odeiv2_system equations = {derivative, NULL, a->size, md};
    memcpy(y, a->y0, a->size * sizeof *y);
    return h == 0.0 ||
           gsl_odeiv2_step_apply(a->step, md->t, h, y, a->error, a->slope0, NULL, &equations) == GSL_SUCCESS;
}

void
gravel_md_adaptive_weigh(struct gravel_md *md, double h)
{
    struct gravel_md_adaptive *a = md->adaptive;
    const size_t pairs = a->has_springs ? gravel_md_adaptive_pairs(md) : 0;
    for (size_t pair = 0; pair < pairs; pair++) {
        size_t k;
        const struct gravel_md_list *list = gravel_md_adaptive_list(md, pair, &k);
        if (!gravel_md_adaptive_is_capped(md, list, k))
            continue;
        gravel_md_adaptive_show(md, md->t, a->y0);
        const double before = gravel_md_adaptive_weight(md, md->t, list, k);
        gravel_md_adaptive_show(md, md->t + h, a->y);
        const double after = gravel_md_adaptive_weight(md, md->t + h, list, k);
        for (int d = 0; d < 3; d++)
            a->error[springs_at(a, md->n) + 3 * (size_t)list->contact[k] + (size_t)d] *= fmax(before, after);
    }
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
    const size_t n = 3 * md->n, base = base_size(a, md->n), springs = springs_at(a, md->n);
    for (size_t k = 0; k < a->size; k++)
        a->scale[k] = k < n || k >= springs             ? a->speed * md->dt
                      : k < 2 * n                       ? a->speed
                      : k < 2 * n + a->n_spins          ? a->speed / smallest
                      : k < base || (k - base) % 2 == 1 ? energy
                                                        : impulse;
}

enum gravel_status
gravel_md_adaptive_make_room(struct gravel_md *md, struct gravel_error *error)
{
    struct gravel_md_adaptive *a = md->adaptive;
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
    return a->control != NULL ? GRAVEL_OK : gravel_fail(error, GRAVEL_MEMORY, "no memory for %zu equations", a->size);
}

void
gravel_md_adaptive_take_in(struct gravel_md *md)
{
    const struct gravel_md_adaptive *a = md->adaptive;
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
