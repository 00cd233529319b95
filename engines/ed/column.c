/* Event-driven column of beads on the z axis, above a plate or free (S3 Sec. 2.2 and App. A). */
#include "engines/ed/column.h"

#include <math.h>
#include <stdlib.h>

static const double overlap_tolerance = 1e-9; /* in diameters */

static const struct gravel_key options[] = {
    {.name = "cutoff_velocity",
     .type = GRAVEL_TYPE_REAL,
     .flags = GRAVEL_ABOVE_MIN,
     .unit = "m/s",
     .min = 0.0,
     .max = 1.0,
     .fallback = "1e-7",
     .help = "Touching beads that separate or approach more slowly move on as a cluster."},
    {.name = NULL},
};

static struct column_due
earlier(struct column_due a, struct column_due b)
{
    return b.t < a.t ? b : a;
}

/* Restore the tree above the leaves of pairs first .. last. */
static void
calendar_update(struct column *column, size_t first, size_t last)
{
    size_t low = column->n_leaves + first, high = column->n_leaves + last;
    while (low > 1) {
        low /= 2;
        high /= 2;
        for (size_t j = low; j <= high; j++)
            column->calendar[j] = earlier(column->calendar[2 * j], column->calendar[2 * j + 1]);
    }
}

static void
predict_landing(struct column *column, size_t k, double from)
{
    const struct column_bead *bead = &column->beads[k];
    const struct column_landing landing = column_plate_landing(&column->plate, bead->t, bead->z, bead->v, from);
    column->counters.predictions++;
    column->landing_exact = landing.exact;
    column->calendar[column->n_leaves + k].t = landing.t;
}

/* Next event of pair k, seen from time t. */
static void
predict(struct column *column, size_t k, double t, double landing_from)
{
    double *due = &column->calendar[column->n_leaves + k].t;
    *due = INFINITY;
    if (column->pairs[k].linked) {
        if (k == 0)
            *due = column_plate_liftoff(&column->plate, t);
    } else if (column->has_plate && k == column->n_resting) {
        predict_landing(column, k, landing_from);
    } else if (k > 0) {
        const struct column_motion low = column_flight(column, k - 1, t), high = column_flight(column, k, t);
        const double gap = high.z - low.z, u = low.v - high.v;
        column->counters.predictions++;
        if (u > 0.0)
            *due = gap > 0.0 ? t + gap / u : t;
    }
}

void
column_predict(struct column *column, double t, struct column_change change)
{
    for (size_t k = change.first; k <= change.last && k < column->n; k++)
        predict(column, k, t, change.landing_from);
    calendar_update(column, change.first, change.last);
}

/* Move the origin of time on by a whole number of periods that brings time t to within one horizon. */
static void
move_origin(struct column *column, double t)
{
    const double laps = floor(t / column->horizon), shift = column->horizon * laps;
    column->laps += laps;
    column->origin = column->horizon * column->laps; /* the sum of the shifts would drift against the plate's phase */
    column->now -= shift;
    column->resting_since -= shift;
    column->plate.mean += column->plate.velocity * shift;
    for (size_t i = 0; i < column->n; i++)
        column->beads[i].t -= shift;
    for (size_t k = 0; k < column->n; k++)
        column->calendar[column->n_leaves + k].t -= shift;
    calendar_update(column, 0, column->n_leaves - 1);
}

/* Do the event of pair k, which is due at time t. */
static void
handle(struct column *column, size_t k, double t)
{
    const bool landing = column->has_plate && k == column->n_resting;
    if (landing && !column->landing_exact) {
        predict_landing(column, k, t);
        calendar_update(column, k, k);
        return;
    }
    if (column->now - t > column->counters.backward)
        column->counters.backward = column->now - t;
    column->now = t;
    column->counters.events++;
    const bool resting = column->pairs[k].linked;
    column_predict(column, t, resting ? column_lift_off(column, t) : column_contact(column, k, t));
}

static enum gravel_status
column_advance(void *engine, double t_end, struct gravel_error *error)
{
    struct column *column = engine;
    if (!(t_end - column->origin >= column->now))
        return gravel_fail(error, GRAVEL_INPUT, "ed-column cannot go back from t = %g s to %g s",
                           column->origin + column->now, t_end);
    for (;;) {
        const struct column_due next = column->calendar[1];
        if (next.t > t_end - column->origin || next.t == INFINITY)
            break;
        if (next.t > column->horizon)
            move_origin(column, next.t);
        else
            handle(column, next.pair, next.t);
    }
    column->now = t_end - column->origin;
    return GRAVEL_OK;
}

static void
column_snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct column *column = engine;
    for (size_t i = 0; i < column->n; i++) {
        const size_t p = column->particle[i];
        const struct column_motion motion = column_motion(column, i, column->now);
        particles[p] = column->system.particles[p];
        particles[p].x.z = motion.z + column->offset[i];
        particles[p].v.z = motion.v;
    }
}

static void
column_energy(const void *engine, struct gravel_energy *energy)
{
    const struct column *column = engine;
    *energy = (struct gravel_energy){
        .work = column->work.value + column_pending_work(column, column->now),
        .dissipated = column->dissipated.value,
    };
    for (size_t i = 0; i < column->n; i++) {
        const double mass = column->beads[i].mass;
        const struct column_motion motion = column_motion(column, i, column->now);
        energy->kinetic += 0.5 * mass * motion.v * motion.v;
        energy->potential += mass * column->gravity * (motion.z + column->offset[i]);
    }
}

static void
column_counters(const void *engine, struct gravel_counters *counters)
{
    *counters = ((const struct column *)engine)->counters;
}

void
column_destroy(void *engine)
{
    struct column *column = engine;
    if (column == NULL)
        return;
    gravel_system_free(&column->system);
    free(column->particle);
    free(column->offset);
    free(column->beads);
    free(column->pairs);
    free(column->calendar);
    free(column);
}

static enum gravel_status
column_self_check(const void *engine, struct gravel_error *error)
{
    const struct column *column = engine;
    const struct column_due *leaf = column->calendar + column->n_leaves;
    for (size_t k = 0; k < column->n; k++) {
        if ((column->pairs[k].linked && column->n_resting >= k) != (k < column->n_resting))
            return gravel_fail(error, GRAVEL_PHYSICS, "bead %zu: wrong count of resting beads", k);
        if (leaf[k].t < column->now || leaf[k].pair != k)
            return gravel_fail(error, GRAVEL_PHYSICS, "pair %zu is due at %g s, before the present", k,
                               leaf[k].t + column->origin);
        if (k == 0 && !column->has_plate)
            continue;
        const struct column_motion high = column_motion(column, k, column->now);
        const struct column_motion low =
            k > 0 ? column_motion(column, k - 1, column->now) : column_plate_motion(&column->plate, column->now);
        if (high.z - low.z < -overlap_tolerance * column->pairs[k].diameter)
            return gravel_fail(error, GRAVEL_PHYSICS, "pair %zu overlaps by %g m", k, low.z - high.z);
        if (column->pairs[k].linked && (high.z != low.z || high.v != low.v))
            return gravel_fail(error, GRAVEL_PHYSICS, "pair %zu of a cluster has come apart", k);
    }
    for (size_t j = 1; j < column->n_leaves; j++) {
        const struct column_due node = earlier(column->calendar[2 * j], column->calendar[2 * j + 1]);
        if (column->calendar[j].t != node.t || column->calendar[j].pair != node.pair)
            return gravel_fail(error, GRAVEL_PHYSICS, "node %zu of the calendar is not its earlier child", j);
    }
    return GRAVEL_OK;
}

const struct gravel_engine_ops gravel_ed_column = {
    .name = "ed-column",
    .label = "ED",
    .kind = GRAVEL_ED,
    .method = "hard beads on a line, event by event, clusters resolved by the largest relative velocity",
    .reference = "S3 Sec. 2.2 and App. A",
    .capabilities = GRAVEL_CAP_1D | GRAVEL_CAP_GRAVITY | GRAVEL_CAP_VIBRATION | GRAVEL_CAP_TRANSLATION |
                    GRAVEL_CAP_NONLINEAR | GRAVEL_CAP_SHAPE_FIRST << GRAVEL_PLANE,
    .options = options,
    .create = column_create,
    .advance = column_advance,
    .snapshot = column_snapshot,
    .energy = column_energy,
    .counters = column_counters,
    .destroy = column_destroy,
    .self_check = column_self_check,
};
