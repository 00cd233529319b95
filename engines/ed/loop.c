#include "engines/ed/loop.h"

#include "engines/ed/impact.h"
#include "engines/ed/neighbour_search.h"

#include <math.h>
#include <stdio.h>

/* Of the time a particle needs to cross its own radius: what so many events must take at least, and what they must take
 * when most of them are weak collisions; and the approach of a weak one, of the largest speed. */
static const double STALL = 1e-9, WEAK_STALL = 1e-3, WEAK = 1e-6;
enum { FEW = 16 };              /* more events than touches in which any time is progress */
static const double JAM = 1e-6; /* smallest growth, in units of the full size, that counts as progress */

/* Particle i has been attached or absorbed by a wall. */
static enum gravel_status
reinsert(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    ed->neighbour_ops->remove(ed, i);
    if (ed->record[i].attached >= 0) {
        const enum gravel_status status = ed->neighbour_ops->insert(ed, i, error);
        if (status != GRAVEL_OK)
            return status;
    }
    gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}

enum gravel_status
gravel_ed_handle(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    const int32_t partner = ed->record[i].partner;
    if (partner == GRAVEL_NEIGHBOUR_EVENT)
        return ed->neighbour_ops->handle(ed, i, error);
    if (partner < 0) {
        ed->touches++;
        gravel_ed_collide_wall(ed, i, -1 - partner);
        if (ed->record[i].attached != GRAVEL_FREE)
            return reinsert(ed, i, error);
    } else if (gravel_ed_collisions(ed, partner) != ed->record[i].stamp) {
        ed->counters.stale++;
        if (ed->later[i].time > -INFINITY) {
            ed->neighbour_ops->resume(ed, i);
            return GRAVEL_OK;
        }
    } else {
        ed->touches++;
        gravel_ed_collide_pair(ed, i, partner);
        if (ed->record[partner].attached == GRAVEL_FREE)
            gravel_ed_predict(ed, partner);
    }
    gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}

/* Restitution of particle i with its partner, a particle or, negative, a wall. */
static double
restitution_with(const struct gravel_ed *ed, int32_t i, int32_t partner)
{
    const struct gravel_contact c =
        gravel_system_contact(&ed->system, ed->record[i].species, partner < 0 ? partner : ed->record[partner].species);
    const double m_red =
        1.0 / (gravel_ed_inverse_mass(ed, i) + (partner < 0 ? 0.0 : gravel_ed_inverse_mass(ed, partner)));
    const double v = c.material->reference_velocity > 0.0 ? c.material->reference_velocity : 1.0;
    return gravel_material_restitution(c.material, c.wall, m_red, 2.0 * ed->body[i].radius, v);
}

/* Whether nothing has moved since the start: not by STALL radii at the speed that went with what was dissipated, which
 * in a collapse is far above the speed that is left. */
static bool
is_start(const struct gravel_ed *ed)
{
    double mass = 0.0, radius = INFINITY;
    for (int32_t k = 0; k < ed->n; k++) {
        if (ed->record[k].attached != GRAVEL_FREE)
            continue;
        mass += ed->record[k].mass;
        radius = fmin(radius, ed->body[k].radius);
    }
    return ed->epoch + ed->progress_time == 0.0 &&
           (ed->epoch + ed->now) * sqrt(2.0 * ed->dissipated / mass) <= STALL * radius;
}

/* Why events make no progress in time, and what ends it.  A pair that is in contact in the sense of the TC model is
 * elastic, so that TC cannot separate bodies that touch: neither those of e = 0 nor those of a lattice without gaps. */
static void
explain(const struct gravel_ed *ed, double e, char *text, size_t size)
{
    if (e == 0.0)
        snprintf(text, size,
                 "with restitution 0 they stay in contact, which hard spheres of ed cannot do, with tc neither; "
                 "state a restitution above 0 and engines.ed.tc, or run md, or ed-column in one dimension");
    else if (e >= 1.0 || is_start(ed))
        snprintf(text, size,
                 "bodies that touch collide without end at one instant, whatever tc; let the start have gaps "
                 "(separation, gap or jitter of its prepare)");
    else if (ed->contact_time > 0.0)
        snprintf(text, size,
                 "inelastic collapse, which engines.ed.tc = %g s is too small to end; raise it towards the duration "
                 "of a contact",
                 ed->contact_time);
    else
        snprintf(text, size,
                 "inelastic collapse; the TC model ends it: engines.ed.tc above 0, up to the duration of "
                 "a contact");
}

/* Invariant monitor, after so many events: events must make progress in time.  Inelastic collapse, infinitely many
 * events in finite time, is distinguished from a high event rate by comparing the time that many events of every
 * particle take with the time that a particle needs to cross its own radius.  A body that an accelerated wall, or
 * gravity, presses against another one collides with it at intervals down to the rounding of time; these vary, so that
 * time goes on by more than STALL, but the approaches are of the rounding error of velocities; the same holds for a
 * body whose elastic bounces, by the TC model, are lower than the rounding error of positions.  In WEAK_STALL of the
 * time a body at such an approach moves by 1e-9 radii: without collapse it does not collide again.  Only free bodies
 * are looked at: attached ones have no velocity of their own and collide with free ones only.  Where nearly
 * all events are other ones, as inside a turning drum that nothing touches, any time that passes is progress. */
static enum gravel_status
monitor_progress(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    double v2 = 0.0, radius = INFINITY;
    for (int32_t k = 0; k < ed->n; k++) {
        if (ed->record[k].attached != GRAVEL_FREE)
            continue;
        radius = fmin(radius, ed->body[k].radius);
        v2 = fmax(v2, v3_norm2(gravel_body_velocity(&ed->body[k], ed->query.half_gravity, ed->now)));
    }
    const bool none_free = isinf(radius);
    const double v = none_free ? 0.0 : sqrt(v2) + sqrt(v3_norm(ed->system.gravity) * radius);
    const double passed = ed->now - ed->progress_time;
    const bool few_touch = FEW * ed->touches < ed->since_progress && passed > 0.0;
    const double least = 2 * ed->weak_collisions > ed->since_progress ? WEAK_STALL : STALL;
    ed->weak_approach = WEAK * v;
    ed->weak_collisions = ed->touches = 0;
    const bool moves_on = few_touch || passed > least * radius / v;
    if (none_free || (moves_on && (ed->query.growth == 0.0 || passed * ed->query.growth > JAM))) {
        ed->since_progress = 0;
        ed->progress_time = ed->now;
        return GRAVEL_OK;
    }
    if (ed->query.growth > 0.0)
        return gravel_fail(
            error, GRAVEL_PHYSICS,
            "the growing particles jam at %.6g of their size: they have grown in %llu events by less than "
            "a part in %.0g",
            gravel_ed_size(ed), (unsigned long long)ed->since_progress, 1.0 / JAM);
    const int32_t partner = ed->record[i].partner;
    char other[96] = "no partner", cause[400];
    if (partner >= 0)
        snprintf(other, sizeof other, "particle %d", (int)ed->record[partner].input_index);
    else if (partner != GRAVEL_NEIGHBOUR_EVENT)
        snprintf(other, sizeof other, "wall '%s'", ed->system.walls[-1 - partner].name);
    explain(ed, partner == GRAVEL_NEIGHBOUR_EVENT ? NAN : restitution_with(ed, i, partner), cause, sizeof cause);
    return gravel_fail(
        error, GRAVEL_PHYSICS, "%llu events without progress at t = %.9g s, the last of particle %d with %s: %s",
        (unsigned long long)ed->since_progress, ed->epoch + ed->now, (int)ed->record[i].input_index, other, cause);
}

/* Events after which progress is looked for, and after which the epoch is advanced. */
static uint64_t
monitored(const struct gravel_ed *ed)
{
    return 64 * (uint64_t)ed->n + 1000;
}

static uint64_t
rebased(const struct gravel_ed *ed)
{
    return 64 * (uint64_t)ed->n + 100000;
}

/* Advance the epoch to the present and subtract the difference from all relative times.  The shift is rounded such that
 * its sum with the old epoch is exact. */
static void
rebase(struct gravel_ed *ed)
{
    const double epoch = ed->epoch + ed->now, shift = epoch - ed->epoch;
    for (int32_t i = 0; i < ed->n; i++) {
        ed->body[i].t -= shift;
        if (ed->last_contact != NULL)
            ed->last_contact[i] -= shift;
    }
    ed->neighbour_ops->rebase(ed, shift);
    ed->calendar_ops->rebase(ed->calendar, shift);
    ed->query.size += ed->query.growth * shift;
    ed->query.tilt += ed->query.shear_rate * shift;
    ed->progress_time -= shift;
    ed->now -= shift;
    ed->epoch = epoch;
    ed->since_rebase = 0;
}

uint64_t
gravel_ed_events_to_monitor(const struct gravel_ed *ed)
{
    const uint64_t to_progress = monitored(ed) - ed->since_progress, to_rebase = rebased(ed) + 1 - ed->since_rebase;
    return to_progress < to_rebase ? to_progress : to_rebase;
}

enum gravel_status
gravel_ed_run_some(struct gravel_ed *ed, double t_end, uint64_t most, struct gravel_error *error)
{
    int32_t i;
    double t;
    for (uint64_t k = 0; ed->calendar_ops->next(ed->calendar, t_end - ed->epoch, &i, &t); k++) {
        if (t < ed->now)
            ed->counters.backward = fmax(ed->counters.backward, ed->now - t);
        else
            ed->now = t;
        ed->counters.events++;
        enum gravel_status status = gravel_ed_handle(ed, i, error);
        if (ed->since_progress++ >= monitored(ed) && status == GRAVEL_OK)
            status = monitor_progress(ed, i, error);
        if (status != GRAVEL_OK)
            return status;
        if (ed->since_rebase++ > rebased(ed))
            rebase(ed);
        if (k + 1 == most)
            return GRAVEL_OK;
    }
    ed->now = t_end - ed->epoch;
    return GRAVEL_OK;
}

enum gravel_status
gravel_ed_run(struct gravel_ed *ed, double t_end, struct gravel_error *error)
{
    return gravel_ed_run_some(ed, t_end, UINT64_MAX, error);
}
