/* Event-driven column of beads on the z axis, above a plate or free (S3 Sec. 2.2 and App. A). */
#include "engines/core/material_check.h"
#include "engines/ed/column_calendar.h"
#include "engines/ed/column_create.h"
#include "engines/ed/column_lrv.h"

#include <math.h>

static const double overlap_tolerance = 1e-9; /* in diameters */

static const struct gravel_key options[] = {
    {.name = "cutoff_ratio",
     .type = GRAVEL_TYPE_REAL,
     .flags = GRAVEL_ABOVE_MIN,
     .unit = "1",
     .min = 0.0,
     .max = 1.0,
     .fallback = "4e-7", /* 1e-7 m/s at A0 w = 0.25 m/s (S3 App. A) */
     .help =
         "cutoff velocity over A0 w of the plate, or over the fastest relative velocity of the start where the plate "
         "does not oscillate: touching beads that separate or approach more slowly move on as a cluster; beyond "
         "inelastic collapse a larger one costs "
         "fewer collisions"},
    {.name = NULL},
};

/* Advance the origin of time by a whole number of horizons, so that time t is less than one horizon after it. */
static void
move_origin(struct gravel_column *column, double t)
{
    const double n_horizons = floor(t / column->horizon), shift = column->horizon * n_horizons;
    column->n_horizons += n_horizons;
    /* A sum of shifts would drift against the phase of the plate. */
    column->origin = column->horizon * column->n_horizons;
    column->now -= shift;
    column->resting_since -= shift;
    column->plate.mean += column->plate.velocity * shift;
    for (size_t i = 0; i < column->n; i++)
        column->beads[i].t -= shift;
    gravel_column_calendar_rebase(column, shift);
}

/* Execute the event of pair k at time t. */
static void
handle(struct gravel_column *column, size_t k, double t)
{
    const bool landing = column->has_plate && k == column->n_resting;
    if (landing && !column->landing_exact) {
        gravel_column_predict_landing(column, k, t);
        return;
    }
    if (column->now - t > column->counters.backward)
        column->counters.backward = column->now - t;
    column->now = t;
    column->counters.events++;
    const bool resting = column->pairs[k].linked;
    gravel_column_predict(column, t, resting ? gravel_column_lift_off(column, t) : gravel_column_contact(column, k, t));
}

static enum gravel_status
advance(void *engine, double t_end, struct gravel_error *error)
{
    struct gravel_column *column = engine;
    if (!(t_end - column->origin >= column->now))
        return gravel_fail(error, GRAVEL_INPUT, "ed-column cannot go back from t = %g s to %g s",
                           column->origin + column->now, t_end);
    for (;;) {
        const struct gravel_column_node next = column->calendar[1];
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
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct gravel_column *column = engine;
    for (size_t i = 0; i < column->n; i++) {
        const size_t p = column->particle[i];
        const struct gravel_vertical motion = gravel_column_motion(column, i, column->now);
        particles[p] = column->system.particles[p];
        particles[p].x.z = motion.z + column->offset[i];
        particles[p].v.z = motion.v;
    }
}

static enum gravel_status
energy(const void *engine, struct gravel_energy *energy)
{
    const struct gravel_column *column = engine;
    *energy = (struct gravel_energy){
        .work = column->work.value + gravel_column_pending_work(column, column->now),
        .dissipated = column->dissipated.value,
    };
    for (size_t i = 0; i < column->n; i++) {
        const double mass = column->beads[i].mass;
        const struct gravel_vertical motion = gravel_column_motion(column, i, column->now);
        energy->kinetic += 0.5 * mass * motion.v * motion.v;
        energy->potential += mass * column->gravity * (motion.z + column->offset[i]);
    }
    return GRAVEL_OK;
}

static void
counters(const void *engine, struct gravel_counters *counters)
{
    *counters = ((const struct gravel_column *)engine)->counters;
}

static void
archive_column(void *engine, struct gravel_archive *archive)
{
    struct gravel_column *column = engine;
    gravel_archive_part(archive, "ed-column", 1);
    GRAVEL_ARCHIVE_SAME(archive, column->n);
    GRAVEL_ARCHIVE_COLUMN(archive, column->beads, column->n, t);
    GRAVEL_ARCHIVE_COLUMN(archive, column->beads, column->n, z);
    GRAVEL_ARCHIVE_COLUMN(archive, column->beads, column->n, v);
    GRAVEL_ARCHIVE_COLUMN(archive, column->pairs, column->n, linked);
    GRAVEL_ARCHIVE_COLUMN(archive, column->calendar, 2 * column->n_leaves, t);
    GRAVEL_ARCHIVE_COLUMN(archive, column->calendar, 2 * column->n_leaves, pair);
    GRAVEL_ARCHIVE(archive, column->plate.mean);
    GRAVEL_ARCHIVE(archive, column->now);
    GRAVEL_ARCHIVE(archive, column->n_horizons);
    GRAVEL_ARCHIVE(archive, column->origin);
    GRAVEL_ARCHIVE(archive, column->landing_exact);
    GRAVEL_ARCHIVE(archive, column->n_resting);
    GRAVEL_ARCHIVE(archive, column->resting_since);
    GRAVEL_ARCHIVE(archive, column->work.value);
    GRAVEL_ARCHIVE(archive, column->work.carry);
    GRAVEL_ARCHIVE(archive, column->dissipated.value);
    GRAVEL_ARCHIVE(archive, column->dissipated.carry);
    gravel_counters_archive(&column->counters, archive);
}

static enum gravel_status
self_check(const void *engine, struct gravel_error *error)
{
    const struct gravel_column *column = engine;
    const struct gravel_column_node *leaf = column->calendar + column->n_leaves;
    for (size_t k = 0; k < column->n; k++) {
        if ((column->pairs[k].linked && column->n_resting >= k) != (k < column->n_resting))
            return gravel_fail(error, GRAVEL_PHYSICS, "bead %zu: wrong count of resting beads", k);
        if (leaf[k].t < column->now || leaf[k].pair != k)
            return gravel_fail(error, GRAVEL_PHYSICS, "pair %zu is due at %g s, before the present", k,
                               leaf[k].t + column->origin);
        if (k == 0 && !column->has_plate)
            continue;
        const struct gravel_vertical high = gravel_column_motion(column, k, column->now);
        const struct gravel_vertical low =
            k > 0 ? gravel_column_motion(column, k - 1, column->now) : gravel_plate_motion(&column->plate, column->now);
        if (high.z - low.z < -overlap_tolerance * column->pairs[k].diameter)
            return gravel_fail(error, GRAVEL_PHYSICS, "pair %zu overlaps by %g m", k, low.z - high.z);
        if (column->pairs[k].linked && (high.z != low.z || high.v != low.v))
            return gravel_fail(error, GRAVEL_PHYSICS, "pair %zu of a cluster has come apart", k);
    }
    for (size_t j = 1; j < column->n_leaves; j++) {
        const struct gravel_column_node node =
            gravel_column_earlier(column->calendar[2 * j], column->calendar[2 * j + 1]);
        if (column->calendar[j].t != node.t || column->calendar[j].pair != node.pair)
            return gravel_fail(error, GRAVEL_PHYSICS, "node %zu of the calendar is not its earlier child", j);
    }
    return GRAVEL_OK;
}

/* The operation `check`. */
static enum gravel_status
check_material(const struct gravel_system *system, const struct gravel_options *set, struct gravel_error *error)
{
    (void)set;
    return gravel_column_check_material(system, error);
}

extern const struct gravel_engine_ops gravel_ed_column;

static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options_given,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    *engine = NULL;
    const enum gravel_status status =
        gravel_system_check_needs(system, gravel_ed_column.capabilities, gravel_ed_column.name, error);
    return status == GRAVEL_OK ? gravel_column_create(engine, system, options_given, sink, error) : status;
}

const struct gravel_engine_ops gravel_ed_column = {
    .name = "ed-column",
    .label = "ED",
    .kind = GRAVEL_ED,
    .method = "hard beads on a line, event by event, clusters resolved by the largest relative velocity; beyond "
              "inelastic collapse, N (1 - e) above about 3, the cost grows as about N^4.5",
    .reference = "S3 Sec. 2.2 and App. A",
    .capabilities = GRAVEL_CAP_1D | GRAVEL_CAP_GRAVITY | GRAVEL_CAP_VIBRATION | GRAVEL_CAP_TRANSLATION |
                    GRAVEL_CAP_NONLINEAR | GRAVEL_CAP_COLLISION_LAW | GRAVEL_CAP_SHAPE_FIRST << GRAVEL_PLANE,
    .options = options,
    .check = check_material,
    .create = create,
    .advance = advance,
    .snapshot = snapshot,
    .energy = energy,
    .counters = counters,
    .destroy = gravel_column_destroy,
    .archive = archive_column,
    .self_check = self_check,
};
