/* A body that meets nothing on its free path has that path: the first body to leave its own would have to touch, before
 * it does, a wall, another body on its free path, or one that has left its own already.  The latter can be anywhere
 * within its reach, the largest speed that the energy of all bodies allows it times dt.  The same holds backward in
 * time, with the last one to come onto its path. */
#include "harness/run/free_paths.h"

#include "engines/core/cell_grid.h"

#include <math.h>

/* Bodies nearer than this part of their radii count as touching: hard spheres of other codes may be as inexact. */
static const double gap = 1e-5;
/* Round walls of other codes may have sides: with 128 of them the middle of one is 3e-4 of the wall's radius inside. */
static const double gap_of_round_walls = 1e-3;
/* Distances to a wall that are looked at along one path, at most: a path that is not known to be free by then counts as
 * one that is not. */
enum { LOOKS = 48 };

static struct vec3
place(const struct gravel_free_paths *p, size_t i, double tau)
{
    const struct gravel_particle *b = &p->from[i];
    return v3_axpy(v3_axpy(b->x, p->sense * tau, b->v), 0.5 * tau * tau, p->system->gravity);
}

/* Upper bound of the speed on the path [m/s]. */
static double
speed(const struct gravel_free_paths *p, size_t i)
{
    return v3_norm(p->from[i].v) + v3_norm(p->system->gravity) * p->dt;
}

/* Whether two bodies on their free paths, or their images, touch.  Gravity moves both alike: the path of one as seen
 * from the other is straight.  Where it is shorter than half a box less both radii, one image alone can be met: the one
 * that is nearest to its middle. */
static bool
pair_meets(const struct gravel_free_paths *p, size_t i, size_t j)
{
    const struct gravel_particle *a = &p->from[i], *b = &p->from[j];
    const struct gravel_box *box = &p->system->box;
    const double sum = (1.0 + gap) * (a->radius + b->radius) + p->slack;
    const struct vec3 w = v3_scale(p->sense, v3_sub(b->v, a->v)), way = v3_scale(p->dt, w);
    const struct vec3 size = v3_sub(box->high, box->low);
    if ((box->periodic[0] && !(fabs(way.x) < 0.5 * size.x - sum)) ||
        (box->periodic[1] && !(fabs(way.y) < 0.5 * size.y - sum)) ||
        (box->periodic[2] && !(fabs(way.z) < 0.5 * size.z - sum)))
        return true;
    const struct vec3 middle = gravel_box_separation(box, a->x, v3_axpy(b->x, 0.5, way));
    const struct vec3 r = v3_axpy(middle, -0.5, way);
    const double square = v3_norm2(way), along = -v3_dot(r, way);
    const double part = square > 0.0 ? fmin(fmax(along / square, 0.0), 1.0) : 0.0;
    return !(v3_norm2(v3_axpy(r, part, way)) > sum * sum);
}

/* Upper bound of the speed of the wall's surface at points within `arm` of its origin [m/s].  Turning about its axis
 * moves no surface but that of a rectangle. */
static double
wall_speed(const struct gravel_wall *wall, double arm)
{
    return gravel_wall_speed_bound(wall, wall->shape == GRAVEL_RECTANGLE ? arm : 0.0);
}

/* Whether the body touches the wall on its free path.  Their distance changes by no more than both move: an interval is
 * halved until at its middle they are further apart than that. */
static bool
wall_meets(const struct gravel_free_paths *p, size_t w, size_t i)
{
    const struct gravel_wall *wall = &p->system->walls[w];
    const struct gravel_particle *b = &p->from[i];
    const double round = wall->shape == GRAVEL_PLANE ? 0.0 : gap_of_round_walls * (wall->radius + wall->radius_end);
    const double near = (1.0 + gap) * b->radius + round + p->slack, own = speed(p, i);
    const double arm = 2.0 * (v3_norm(v3_sub(b->x, wall->origin)) + own * p->dt) + wall->length + wall->width;
    const double rate = own + wall_speed(wall, arm);
    if (wall->touch == GRAVEL_CARRY)
        return false;
    double begin = 0.0, part = p->dt;
    for (int looks = 0; looks < LOOKS && begin < p->dt; looks++) {
        const double tau = begin + 0.5 * part;
        const double d = gravel_wall_distance(wall, p->t + p->sense * tau, place(p, i, tau));
        if (!(d > near))
            return true;
        if (d - 0.5 * rate * part > near) {
            begin += part;
            part = fmin(2.0 * part, p->dt - begin);
        } else {
            part *= 0.5;
        }
    }
    return begin < p->dt;
}

/* Whether a body on its free path can meet one that may be anywhere within its reach. */
static bool
is_in_reach(const struct gravel_free_paths *p, size_t i, size_t j)
{
    const struct gravel_particle *a = &p->from[i], *b = &p->from[j];
    if (p->reach[j] < 0.0)
        return false;
    const double apart = v3_norm(gravel_box_separation(&p->system->box, a->x, b->x));
    return !(apart - speed(p, i) * p->dt > p->reach[j] + (1.0 + gap) * (a->radius + b->radius) + p->slack);
}

static void
meet_on_free_paths(const struct gravel_free_paths *p, bool *met)
{
    const size_t n = p->system->n_particles;
    for (size_t i = 0; i < n; i++) {
        if (p->fixed[i])
            continue;
        for (size_t w = 0; w < p->system->n_walls && !met[i]; w++)
            met[i] = wall_meets(p, w, i);
        for (size_t j = 0; j < i; j++)
            if (!p->fixed[j] && !(met[i] && met[j]) && pair_meets(p, i, j))
                met[i] = met[j] = true;
    }
}

void
gravel_free_paths_meet(const struct gravel_free_paths *p, bool *met)
{
    const size_t n = p->system->n_particles;
    for (size_t i = 0; i < n; i++)
        met[i] = met[i] || p->fixed[i];
    meet_on_free_paths(p, met);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n && !met[i]; j++)
                if (met[j] && is_in_reach(p, i, j))
                    more = met[i] = true;
    }
}

/* Neighbours at one instant */

struct neighbours {
    const struct gravel_system *system;
    const struct gravel_particle *particles;
    double slack;
    bool *touching;
};

static bool
visit_pair(void *context, size_t i, size_t j)
{
    const struct neighbours *s = context;
    const struct gravel_particle *a = &s->particles[i], *b = &s->particles[j];
    const double sum = (1.0 + gap) * (a->radius + b->radius) + s->slack;
    const bool there = a->attached != GRAVEL_ABSORBED && b->attached != GRAVEL_ABSORBED;
    if (there && !(v3_norm2(gravel_box_separation(&s->system->box, a->x, b->x)) > sum * sum))
        s->touching[i] = s->touching[j] = true;
    return true;
}

static bool
touches_a_wall(const struct gravel_system *system, const struct gravel_particle *b, double t, double slack)
{
    for (size_t w = 0; w < system->n_walls; w++) {
        const struct gravel_wall *wall = &system->walls[w];
        const double round = wall->shape == GRAVEL_PLANE ? 0.0 : gap_of_round_walls * (wall->radius + wall->radius_end);
        if (wall->touch != GRAVEL_CARRY &&
            !(gravel_wall_distance(wall, t, b->x) > (1.0 + gap) * b->radius + round + slack))
            return true;
    }
    return false;
}

enum gravel_status
gravel_touching(const struct gravel_system *system, const struct gravel_particle *particles, double t, double slack,
                bool *touching)
{
    const struct gravel_cell_points points = gravel_cell_points_of(particles, system->n_particles);
    struct neighbours neighbours = {system, particles, slack, touching};
    struct gravel_cell_grid grid;
    struct gravel_error error;
    double largest = 0.0;
    for (size_t i = 0; i < system->n_particles; i++) {
        largest = fmax(largest, particles[i].radius);
        touching[i] = touching[i] || touches_a_wall(system, &particles[i], t, slack);
    }
    if (system->n_particles <= GRAVEL_FEW) {
        for (size_t i = 0; i < system->n_particles; i++)
            for (size_t j = 0; j < i; j++)
                (void)visit_pair(&neighbours, i, j);
        return GRAVEL_OK;
    }
    if (largest == 0.0) /* points that are to grow */
        return GRAVEL_OK;
    const enum gravel_status status =
        gravel_cell_grid_by_size(&grid, &points, &system->box, 2.0 * gap * largest + slack, &error);
    if (status == GRAVEL_OK)
        gravel_cell_grid_pairs(&grid, &points, visit_pair, &neighbours);
    gravel_cell_grid_free(&grid);
    return status;
}
