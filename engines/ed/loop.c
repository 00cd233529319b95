/* The event loop. */
#include "engines/ed/state.h"
#include "engines/ed/touch.h"

#include <math.h>
#include <stdio.h>

static const double STALL = 1e-9; /* of the time a particle needs to cross its own radius */
static const double JAM = 1e-6;   /* growth, in units of the full size, that is progress */

static void
fetch_particle(const struct gravel_ed *ed, int32_t i)
{
    __builtin_prefetch(&ed->body[i]);
    __builtin_prefetch(&ed->agent[i]);
    __builtin_prefetch(&ed->shell[i]);
    __builtin_prefetch(&ed->free_near.list[i]);
}

static void
fetch_list(const struct gravel_ed *ed, int32_t i)
{
    int32_t n;
    const int32_t *near = gravel_lists_items(&ed->free_near, i, &n);
    __builtin_prefetch(near);
    __builtin_prefetch(near + 16);
}

static void
fetch_neighbours(const struct gravel_ed *ed, int32_t i)
{
    int32_t n;
    const int32_t *near = gravel_lists_items(&ed->free_near, i, &n);
    for (int32_t k = 0; k < n; k += GRAVEL_LIST_LANES)
        for (int32_t m = 0; m < GRAVEL_LIST_LANES; m++)
            __builtin_prefetch(&ed->body[near[k + m]]);
}

/* Each stage uses what the one before it has brought.  The neighbours of a partner are mostly brought by its own
 * event, which is this contact too or comes earlier. */
void
gravel_ed_foresee(void *self, int32_t i, int stage)
{
    struct gravel_ed *ed = self;
    if (ed->cells.stay != NULL) {
        gravel_cells_foresee(ed, i, stage);
        return;
    }
    const int32_t partner = ed->agent[i].partner;
    switch (stage) {
    case 0: fetch_particle(ed, i); break;
    case 1:
        fetch_list(ed, i);
        if (partner >= 0)
            fetch_particle(ed, partner);
        else if (partner == GRAVEL_RENEWAL && ed->agent[i].attached != GRAVEL_ABSORBED)
            gravel_grid_fetch(&ed->grid, i);
        break;
    default: fetch_neighbours(ed, i); break;
    }
}

static void
consider(double *tau, int32_t *partner, double candidate, int32_t who)
{
    if (candidate < *tau) {
        *tau = candidate;
        *partner = who;
    }
}

/* Contacts of a free particle with attached ones and walls. */
static void
meet_the_carried(struct gravel_ed *ed, int32_t i, double *tau, int32_t *partner)
{
    const double t = ed->epoch + ed->now;
    const struct gravel_flight *flight =
        &(struct gravel_flight){ed->query.x, ed->query.v, ed->system.gravity, ed->query.radius};
    int32_t n;
    const int32_t *near = ed->has_attached ? gravel_lists_items(&ed->attached_near, i, &n) : (n = 0, NULL);
    for (int32_t k = 0; k < n; k++) {
        const int32_t j = near[k];
        const struct vec3 xj = gravel_ed_position(ed, j);
        const struct vec3 image = v3_add(flight->x, gravel_query_separation(&ed->query, flight->x, xj));
        consider(tau, partner,
                 gravel_touch_attached(&ed->system.walls[ed->agent[j].attached], t, xj, v3_sub(image, xj),
                                       flight->radius + ed->body[j].radius, flight, *tau),
                 j);
    }
    ed->counters.predictions += (uint64_t)n;
    near = gravel_lists_items(&ed->wall_near, i, &n);
    for (int32_t k = 0; k < n; k++)
        consider(tau, partner, gravel_touch_wall(&ed->system.walls[near[k]], t, flight, *tau), -1 - near[k]);
    ed->counters.predictions += (uint64_t)n;
}

/* Whether a free particle at x with velocity v is sure to be in its shell for the time tau; costs less than
 * asking when it leaves.  The same bounds as in gravel_ed_shell_time(). */
static bool
stays(const struct gravel_ed *ed, int32_t i, struct vec3 x, struct vec3 v, double tau)
{
    const struct vec3 d = v3_axpy(v3_sub(x, ed->shell[i].centre), tau, v);
    const double reach = gravel_ed_reach(ed, i), radius = ed->gravity > 0.0 ? 0.75 * reach : reach;
    return v3_norm2(d) < radius * radius && ed->gravity * tau * tau < 0.5 * reach;
}

/* Find and schedule the next event of particle i. */
void
gravel_ed_predict(struct gravel_ed *ed, int32_t i)
{
    if (ed->cells.stay != NULL) {
        gravel_cells_predict(ed, i);
        return;
    }
    struct gravel_agent *agent = &ed->agent[i];
    double tau = INFINITY;
    int32_t partner = GRAVEL_RENEWAL;
    if (agent->attached >= 0) {
        tau = gravel_ed_shell_time(ed, i, gravel_ed_position(ed, i), v3(0, 0, 0));
    } else if (agent->attached == GRAVEL_FREE) {
        const struct gravel_body *body = &ed->body[i];
        const struct vec3 x = gravel_body_position(body, ed->query.half_gravity, ed->now),
                          v = gravel_body_velocity(body, ed->query.half_gravity, ed->now);
        int32_t n;
        const int32_t *near = gravel_lists_items(&ed->free_near, i, &n);
        ed->query.x = x;
        ed->query.v = v;
        ed->query.radius = body->radius;
        ed->query.now = ed->now;
        const struct gravel_meeting meeting = ed->search.meet(ed->body, near, n, &ed->query);
        ed->counters.predictions += (uint64_t)n;
        consider(&tau, &partner, meeting.tau, meeting.partner);
        if (!stays(ed, i, x, v, tau))
            consider(&tau, &partner, gravel_ed_shell_time(ed, i, x, v), GRAVEL_RENEWAL);
        if (ed->system.n_walls > 0) {
            consider(&tau, &partner, fmax(0.0, fmin(ed->trait[i].deadline - ed->now, ed->patience)), GRAVEL_RENEWAL);
            meet_the_carried(ed, i, &tau, &partner);
        }
    }
    agent->partner = partner;
    agent->stamp = partner >= 0 ? ed->count[partner] : 0;
    ed->calendar_ops->schedule(ed->calendar, i, ed->now + tau);
}

/* Free particles around an attached one have not seen it where it is now. */
static void
predict_neighbours(struct gravel_ed *ed, int32_t i)
{
    int32_t n;
    const int32_t *near = gravel_lists_items(&ed->attached_near, i, &n);
    for (int32_t k = 0; k < n; k++)
        gravel_ed_predict(ed, near[k]);
}

static enum gravel_status
renewal(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    if (ed->cells.stay != NULL) {
        gravel_cells_cross(ed, i);
        return GRAVEL_OK;
    }
    const double moved = v3_norm(v3_sub(gravel_ed_position(ed, i), ed->shell[i].centre));
    if (moved > 0.5 * gravel_ed_reach(ed, i) || ed->now >= ed->trait[i].deadline) {
        const enum gravel_status status = gravel_ed_renew(ed, i, error);
        if (status != GRAVEL_OK)
            return status;
        if (ed->agent[i].attached >= 0)
            predict_neighbours(ed, i);
    }
    gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}

/* A particle has been caught: it changes from the free to the attached lists, or leaves. */
static enum gravel_status
settle(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    gravel_ed_withdraw(ed, i);
    ed->trait[i].deadline = INFINITY;
    if (ed->agent[i].attached >= 0) {
        const enum gravel_status status = gravel_ed_renew(ed, i, error);
        if (status != GRAVEL_OK)
            return status;
        predict_neighbours(ed, i);
    }
    gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}

static enum gravel_status
handle(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    const struct gravel_agent pending = ed->agent[i];
    if (pending.partner == GRAVEL_RENEWAL)
        return renewal(ed, i, error);
    if (pending.partner < 0) {
        gravel_ed_collide_wall(ed, i, -1 - pending.partner);
        if (ed->agent[i].attached != GRAVEL_FREE)
            return settle(ed, i, error);
    } else if (ed->count[pending.partner] != pending.stamp) {
        ed->counters.stale++;
    } else {
        gravel_ed_collide_pair(ed, i, pending.partner);
        if (ed->agent[pending.partner].attached == GRAVEL_FREE)
            gravel_ed_predict(ed, pending.partner);
    }
    gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}

/* Inelastic collapse: infinitely many events in finite time.  Time that stands still over many events of
 * every particle is told from a high event rate by comparison with the time a particle needs to cross its
 * own radius. */
static enum gravel_status
watch(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    if (ed->since_watch++ < 64 * (uint64_t)ed->n + 1000)
        return GRAVEL_OK;
    double v2 = 0.0, radius = INFINITY;
    for (int32_t k = 0; k < ed->n; k++) {
        radius = fmin(radius, ed->body[k].radius);
        v2 = fmax(v2, v3_norm2(gravel_body_velocity(&ed->body[k], ed->query.half_gravity, ed->now)));
    }
    const double v = sqrt(v2) + sqrt(v3_norm(ed->system.gravity) * radius);
    const double passed = ed->now - ed->watch_start;
    if (passed > STALL * radius / v && (ed->query.growth == 0.0 || passed * ed->query.growth > JAM)) {
        ed->since_watch = 0;
        ed->watch_start = ed->now;
        return GRAVEL_OK;
    }
    if (ed->query.growth > 0.0)
        return gravel_fail(
            error, GRAVEL_PHYSICS,
            "the growing particles jam at %.6g of their size: %llu events have let them grow by less than "
            "a part in %.0g",
            gravel_ed_size(ed), (unsigned long long)ed->since_watch, 1.0 / JAM);
    const int32_t partner = ed->agent[i].partner;
    char other[96] = "no partner";
    if (partner >= 0)
        snprintf(other, sizeof other, "particle %d", (int)ed->trait[partner].name);
    else if (partner != GRAVEL_RENEWAL)
        snprintf(other, sizeof other, "wall '%s'", ed->system.walls[-1 - partner].name);
    return gravel_fail(error, GRAVEL_PHYSICS,
                       "inelastic collapse at t = %.9g s: %llu events without progress in time, the last of "
                       "particle %d with %s; the TC model (option tc) ends this",
                       ed->epoch + ed->now, (unsigned long long)ed->since_watch, (int)ed->trait[i].name, other);
}

/* Let the present be time 0 of the relative clocks.  The shift is rounded so that the epoch takes it exactly.
 */
static void
rebase(struct gravel_ed *ed)
{
    const double epoch = ed->epoch + ed->now, shift = epoch - ed->epoch;
    for (int32_t i = 0; i < ed->n; i++) {
        ed->body[i].t -= shift;
        ed->agent[i].last_contact -= shift;
        ed->trait[i].deadline -= shift;
        if (ed->cells.stay != NULL)
            ed->cells.stay[i].contact -= shift;
    }
    ed->calendar_ops->rebase(ed->calendar, shift);
    ed->query.size += ed->query.growth * shift;
    ed->watch_start -= shift;
    ed->now -= shift;
    ed->epoch = epoch;
    ed->since_rebase = 0;
}

enum gravel_status
gravel_ed_run(struct gravel_ed *ed, double t_end, struct gravel_error *error)
{
    int32_t i;
    double t;
    while (ed->calendar_ops->next(ed->calendar, t_end - ed->epoch, &i, &t)) {
        if (t < ed->now)
            ed->counters.backward = fmax(ed->counters.backward, ed->now - t);
        else
            ed->now = t;
        ed->counters.events++;
        enum gravel_status status = handle(ed, i, error);
        if (status == GRAVEL_OK)
            status = watch(ed, i, error);
        if (status != GRAVEL_OK)
            return status;
        if (ed->since_rebase++ > 64 * (uint64_t)ed->n + 100000)
            rebase(ed);
    }
    ed->now = t_end - ed->epoch;
    return GRAVEL_OK;
}
