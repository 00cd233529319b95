/* Free flight of small systems: when nothing touches, the state is moved along parabolas to the first contact, so that
 * the cost follows the number of collisions and not the time.
 *
 * Two free particles have no relative acceleration, so their contact time is a quadratic's root.  That of a particle
 * and a plane is exact too (engines/core/plate.h).  Everything else is bounded by speeds: a gap f cannot close before
 * f = V h + G h^2/2; such a flight ends a little before the contact, and is followed by ordinary steps. */
#include "engines/md/flight.h"
#include "engines/core/plate.h"
#include "engines/core/root.h"
#include "engines/md/extrapolate.h"
#include "engines/md/pairs.h"
#include "engines/md/wide.h"

/* Safe steps towards a gap bounded by speeds; every one of them at least this part of a time step.  So many are taken:
 * a particle that falls along the axis of a cylinder never comes nearer, and the search would have no end. */
static const double shortest_step = 0.25;
enum { STEPS_MAX = 1000 };

static struct vec3
position_after(const struct gravel_md *md, size_t i, double h)
{
    return v3_axpy(md->x[i], h, v3_axpy(md->v[i], 0.5 * h, md->system.gravity));
}

/* Two free particles.  In a periodic box the nearest image remains the nearest one for a limited displacement only.  A
 * contact after `latest` may be left out: with b = r.v < 0 the time c / (sqrt(b^2 - v^2 c) - b) is at least c / (-2 b).
 */
static double
pair_flight(const struct gravel_md *md, size_t i, size_t j, double latest)
{
    const struct gravel_box *box = &md->system.box;
    const struct vec3 r = gravel_box_separation(box, md->x[i], md->x[j]);
    const struct vec3 v = v3_sub(md->v[j], md->v[i]);
    const double sum = gravel_md_radius(md, i) + gravel_md_radius(md, j);
    const double b = v3_dot(r, v), c = v3_norm2(r) - sum * sum;
    double end = INFINITY;
    if (b < 0.0 && c <= -2.0 * gravel_md_flight_rounding * b * (latest - md->t))
        end = gravel_pair_contact(b, c, v3_norm2(v));
    const double length[3] = {box->high.x - box->low.x, box->high.y - box->low.y, box->high.z - box->low.z};
    const double speed[3] = {fabs(v.x), fabs(v.y), fabs(v.z)};
    for (int d = 0; d < 3; d++)
        if (box->periodic[d] && speed[d] > 0.0)
            end = fmin(end, fmax(0.5 * length[d] - sum, 0.0) / speed[d]);
    return md->t + end;
}

/* The first contact with a plane, at most `end`, and at most the next knot of the plane's table. */
static double
plane_flight(const struct gravel_md *md, size_t i, const struct gravel_wall *wall, double end)
{
    double knot;
    const struct gravel_wall plane = gravel_wall_segment(wall, md->t, &knot);
    end = fmin(end, knot);
    const double contact = gravel_plate_contact_time(&plane, md->t, md->x[i], md->v[i], md->system.gravity,
                                                     gravel_md_radius(md, i), end - md->t);
    return fmin(md->t + contact, end);
}

/* Gap at time t between particle i and a wall (j < 0) or particle j, and a bound of the speed with which the
 * other body closes it. */
static double
gap_at(const struct gravel_md *md, size_t i, int32_t j, double t, double *speed)
{
    const struct vec3 x = position_after(md, i, t - md->t);
    const struct gravel_wall *wall = &md->system.walls[j < 0 ? -1 - j : gravel_md_attachment(md, j)];
    *speed = gravel_wall_speed_bound(wall, j < 0 ? 0.0 : v3_norm(md->arm[j]));
    if (j < 0)
        return gravel_wall_distance(wall, t, x) - gravel_md_radius(md, i);
    struct vec3 y, v, omega;
    gravel_wall_carry(wall, md->t, md->x[j], t, &y, &v, &omega);
    return v3_norm(gravel_box_separation(&md->system.box, x, y)) - gravel_md_radius(md, i) - gravel_md_radius(md, j);
}

/* Bounded by speeds; -INFINITY < result <= the first contact. */
static double
bounded_flight(const struct gravel_md *md, size_t i, int32_t j, double end)
{
    const double g = v3_norm(md->system.gravity);
    double t = md->t;
    for (int k = 0; k < STEPS_MAX && t < end; k++) {
        double closing;
        const double gap = gap_at(md, i, j, t, &closing);
        closing += v3_norm(v3_axpy(md->v[i], t - md->t, md->system.gravity));
        if (gap <= 0.0)
            return t;
        const double h = 2.0 * gap / (closing + sqrt(closing * closing + 2.0 * g * gap));
        if (h < shortest_step * md->dt)
            return t;
        t += h;
    }
    return fmin(t, end);
}

/* The first contact of particle i with a wall (j < 0) or particle j, at most `end`. */
static double
flight_of(const struct gravel_md *md, int32_t i, int32_t j, double end)
{
    const bool free_i = gravel_md_is_free(md, (size_t)i), free_j = j >= 0 && gravel_md_is_free(md, (size_t)j);
    if (free_i && free_j)
        return pair_flight(md, (size_t)i, (size_t)j, end);
    if (j < 0 && md->system.walls[-1 - j].shape == GRAVEL_PLANE)
        return plane_flight(md, (size_t)i, &md->system.walls[-1 - j], end);
    return free_i ? bounded_flight(md, (size_t)i, j, end) : bounded_flight(md, (size_t)j, i, end);
}

/* Of all pairs of free particles. */
static double
flight_of_free(const struct gravel_md *md)
{
    struct gravel_md_columns all;
    double end = INFINITY;
    gravel_md_columns_of(md, &all);
    for (size_t i = 0; i < md->n; i++)
        for (uint64_t bits = md->wide->scan_flight(&all, i, end - md->t); bits != 0; bits &= bits - 1)
            end = fmin(end, pair_flight(md, i, (size_t)__builtin_ctzll(bits), end));
    return end;
}

/* The same where some particles are attached or absorbed. */
static double
flight_of_pairs(const struct gravel_md *md)
{
    const int32_t n = (int32_t)md->n;
    double end = INFINITY;
    for (int32_t i = 0; i < n; i++)
        for (int32_t j = i + 1; j < n; j++)
            if (gravel_md_may_touch(md, (size_t)i, (size_t)j))
                end = fmin(end, flight_of(md, i, j, end));
    return end;
}

/* Without lists of all pairs. */
static double
flight_of_all(const struct gravel_md *md)
{
    const int32_t n = (int32_t)md->n, n_walls = (int32_t)md->system.n_walls;
    double end = md->attached == NULL ? flight_of_free(md) : flight_of_pairs(md);
    for (int32_t i = 0; i < n; i++)
        for (int32_t w = 0; w < n_walls && gravel_md_is_free(md, (size_t)i); w++)
            if (md->system.walls[w].touch != GRAVEL_CARRY)
                end = fmin(end, flight_of(md, i, -1 - w, end));
    return end;
}

double
gravel_md_flight_end(const struct gravel_md *md)
{
    double end = INFINITY;
    if (!md->lists_all)
        return flight_of_all(md);
    for (size_t k = 0; k < md->pairs.n; k++)
        end = fmin(end, flight_of(md, md->pairs.i[k], md->pairs.j[k], end));
    for (size_t k = 0; k < md->wall_pairs.n; k++)
        end = fmin(end, flight_of(md, md->wall_pairs.i[k], md->wall_pairs.j[k], end));
    return end;
}

void
gravel_md_flight_move(struct gravel_md *md)
{
    gravel_md_extrapolate(md, md->flight_end - md->t, gravel_md_all(md), md->x, md->v, md->omega);
    md->t = md->flight_end;
}
