#include "engines/ed/column_lrv.h"

#include <math.h>

/* Pairs first .. last, which touch at time t; `plate` is valid if first == 0. */
struct run {
    size_t first, last;
    double t;
    struct gravel_vertical plate;
};

/* Normal restitution of pair k at approach speed u [m/s]. */
static double
restitution_of(const struct gravel_column *column, size_t k, double u)
{
    const struct gravel_column_pair *pair = &column->pairs[k];
    if (!isnan(pair->restitution))
        return pair->restitution;
    const struct gravel_contact c = gravel_column_pair_contact(column, k);
    return gravel_material_restitution(c.material, c.wall, pair->m_red, pair->diameter, u);
}

double
gravel_column_pending_work(const struct gravel_column *column, double t)
{
    if (column->n_resting == 0)
        return 0.0;
    const struct gravel_vertical a = gravel_plate_motion(&column->plate, column->resting_since);
    const struct gravel_vertical b = gravel_plate_motion(&column->plate, t);
    double mass = 0.0;
    for (size_t i = 0; i < column->n_resting; i++)
        mass += column->beads[i].mass;
    return mass * (0.5 * (b.v - a.v) * (b.v + a.v) + column->gravity * (b.z - a.z));
}

/* Record the plate's work on the resting beads up to time t. */
static void
record_work(struct gravel_column *column, double t)
{
    if (column->n_resting > 0)
        gravel_column_sum_add(&column->work, gravel_column_pending_work(column, t));
    column->resting_since = t;
}

/* Pass a collision to the sink. */
static void
report_event(const struct gravel_column *column, size_t k, double t, double approach, double rebound, double dissipated)
{
    const struct gravel_column_pair *pair = &column->pairs[k];
    const struct gravel_event event = {
        .t = column->origin + t,
        .i = (int32_t)column->particle[k],
        .j = k > 0 ? (int32_t)column->particle[k - 1] : -1 - (int32_t)column->wall,
        .normal = v3(0, 0, 1),
        .approach = approach,
        .rebound = rebound,
        .impulse = pair->m_red * (approach + rebound),
        .dissipated = dissipated,
    };
    column->sink.event(column->sink.self, &event);
}

/* Collide pair k, whose bodies approach each other at speed u > 0; the plate has the velocity `plate_v`.
 * Returns the speed at which they separate. */
static inline double
collide(struct gravel_column *column, size_t k, double t, double u, double plate_v)
{
    const struct gravel_column_pair *pair = &column->pairs[k];
    const double e = restitution_of(column, k, u);
    const double dissipated = 0.5 * pair->m_red * (1.0 - e) * (1.0 + e) * u * u;
    const double change = (1.0 + e) * u;
    column->beads[k].v += pair->high_share * change;
    if (k > 0) {
        column->beads[k - 1].v -= pair->low_share * change;
        column->counters.pair_collisions++;
    } else {
        gravel_column_sum_add(&column->work, pair->m_red * change * plate_v);
        column->counters.wall_collisions++;
    }
    gravel_column_sum_add(&column->dissipated, dissipated);
    if (column->sink.event != NULL)
        report_event(column, k, t, u, e * u, dissipated);
    return e * u;
}

/* Speed at which pair k of the run approaches. */
static double
approach(const struct gravel_column *column, const struct run *run, size_t k)
{
    return (k > 0 ? column->beads[k - 1].v : run->plate.v) - column->beads[k].v;
}

static void
resolve(struct gravel_column *column, const struct run *run)
{
    for (;;) {
        double largest = column->cutoff;
        size_t pair = SIZE_MAX;
        for (size_t k = run->first; k <= run->last; k++) {
            const double u = approach(column, run, k);
            if (u > largest) {
                largest = u;
                pair = k;
            }
        }
        if (pair == SIZE_MAX)
            return;
        collide(column, pair, run->t, largest, run->plate.v);
    }
}

/* Set the velocity of beads low .. high to that of their centre of mass, or to the plate's. */
static void
equalise(struct gravel_column *column, const struct run *run, size_t low, size_t high, bool on_plate)
{
    double mass = 0.0, momentum = 0.0;
    for (size_t i = low; i <= high; i++) {
        mass += column->beads[i].mass;
        momentum += column->beads[i].mass * column->beads[i].v;
    }
    const double common = on_plate ? run->plate.v : momentum / mass;
    double lost = 0.0;
    for (size_t i = low; i <= high; i++) {
        const double dv = column->beads[i].v - common;
        lost += 0.5 * column->beads[i].mass * dv * dv;
        column->beads[i].v = common;
    }
    gravel_column_sum_add(&column->dissipated, lost);
    if (on_plate)
        gravel_column_sum_add(&column->work, (mass * common - momentum) * common);
}

/* Link the pairs that do not separate faster than the cutoff, and pair `colliding` in any case, and equalise the
 * velocities of each cluster.  Returns whether an unlinked pair then no longer separates faster than the cutoff. */
static bool
regroup(struct gravel_column *column, const struct run *run, size_t colliding)
{
    for (size_t k = run->first; k <= run->last; k++)
        column->pairs[k].linked = k == colliding || approach(column, run, k) >= -column->cutoff;
    for (size_t k = run->first; k <= run->last; k++) {
        if (!column->pairs[k].linked)
            continue;
        size_t high = k;
        while (high < run->last && column->pairs[high + 1].linked)
            high++;
        equalise(column, run, k > 0 ? k - 1 : 0, high, k == 0);
        k = high;
    }
    for (size_t k = run->first; k <= run->last; k++)
        if (!column->pairs[k].linked && approach(column, run, k) >= -column->cutoff)
            return true;
    return false;
}

/* Advance the beads of the run to its time and set them to one reduced height: that of their centre of mass, or the
 * plate's. */
static void
gather(struct gravel_column *column, const struct run *run)
{
    const size_t low = run->first > 0 ? run->first - 1 : 0;
    double mass = 0.0, moment = 0.0;
    for (size_t i = low; i <= run->last; i++) {
        struct gravel_column_bead *bead = &column->beads[i];
        const struct gravel_vertical motion = gravel_column_motion(column, i, run->t);
        bead->t = run->t;
        bead->z = motion.z;
        bead->v = motion.v;
        mass += bead->mass;
        moment += bead->mass * (bead->z - column->beads[low].z);
    }
    const double z = run->first == 0 ? run->plate.z : column->beads[low].z + moment / mass;
    for (size_t i = low; i <= run->last; i++)
        column->beads[i].z = z;
}

/* Count the beads that rest on the plate.  Returns the earliest time of the lowest free bead's next landing: a bead
 * that comes to rest while the plate falls faster than g separates at once with zero gap, which must not be predicted
 * as a landing. */
static double
update_resting(struct gravel_column *column, const struct run *run)
{
    double landing_from = run->t;
    if (column->pairs[0].linked && gravel_plate_drops(&column->plate, run->t)) {
        column->pairs[0].linked = false;
        landing_from = gravel_plate_drop_end(&column->plate, run->t);
    }
    column->n_resting = 0;
    while (column->n_resting < column->n && column->pairs[column->n_resting].linked)
        column->n_resting++;
    column->resting_since = run->t;
    return landing_from;
}

/* Record that pair k overlaps by `depth` [m] at its contact time; a negative depth is a gap. */
static inline void
record_overlap(struct gravel_column *column, size_t k, double depth)
{
    if (2.0 * depth > column->counters.max_overlap * column->pairs[k].diameter)
        column->counters.max_overlap = 2.0 * depth / column->pairs[k].diameter;
}

/* Collide one pair of free single beads.  Returns whether they separate faster than the cutoff; if not, they form a
 * cluster. */
static bool
collide_single(struct gravel_column *column, size_t k, double t)
{
    struct gravel_column_bead *low = &column->beads[k - 1], *high = &column->beads[k];
    const struct gravel_vertical a = gravel_column_flight(column, k - 1, t), b = gravel_column_flight(column, k, t);
    const double u = a.v - b.v;
    record_overlap(column, k, a.z - b.z);
    low->t = high->t = t;
    low->z = high->z = a.z + column->pairs[k].low_share * (b.z - a.z);
    low->v = a.v;
    high->v = b.v;
    return u > column->cutoff && collide(column, k, t, u, 0.0) > column->cutoff;
}

struct gravel_column_change
gravel_column_contact(struct gravel_column *column, size_t k, double t)
{
    struct run run = {.first = k, .last = k, .t = t};
    while (run.first > 0 && column->pairs[run.first - 1].linked)
        run.first--;
    while (run.last + 1 < column->n && column->pairs[run.last + 1].linked)
        run.last++;
    struct gravel_column_change change = {
        .first = run.first > 0 ? run.first - 1 : 0,
        .last = run.last + 1 < column->n ? run.last + 1 : run.last,
        .landing_from = t,
    };
    if (run.first == run.last && k > 0 && collide_single(column, k, t))
        return change;
    if (run.first == 0) {
        run.plate = gravel_plate_motion(&column->plate, t);
        record_work(column, t);
    }
    const double floor = k > 0 ? gravel_column_motion(column, k - 1, t).z : run.plate.z;
    record_overlap(column, k, floor - gravel_column_flight(column, k, t).z);
    gather(column, &run);
    /* Bodies that collide at zero speed stay linked: their gap would not grow beyond its rounding error. */
    if (approach(column, &run, k) <= column->cutoff)
        regroup(column, &run, k);
    do
        resolve(column, &run);
    while (regroup(column, &run, SIZE_MAX));
    if (run.first == 0)
        change.landing_from = update_resting(column, &run);
    return change;
}

struct gravel_column_change
gravel_column_lift_off(struct gravel_column *column, double t)
{
    record_work(column, t);
    const struct gravel_vertical plate = gravel_plate_motion(&column->plate, t);
    for (size_t i = 0; i < column->n_resting; i++) {
        column->beads[i].t = t;
        column->beads[i].z = plate.z;
        column->beads[i].v = plate.v;
    }
    const struct gravel_column_change change = {
        .first = 0,
        .last = column->n_resting < column->n ? column->n_resting : column->n - 1,
        .landing_from = gravel_plate_drop_end(&column->plate, t),
    };
    column->pairs[0].linked = false;
    column->n_resting = 0;
    return change;
}
