/* Neighbour lists, kept by shell crossings (Donev, Torquato and Stillinger 2005, J. Comput. Phys. 202, 737).
 */
#include "engines/ed/state.h"
#include "engines/ed/touch.h"

#include <math.h>

struct vec3
gravel_ed_position(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    const int32_t attached = ed->agent[i].attached;
    if (attached == GRAVEL_FREE)
        return gravel_body_position(body, ed->query.half_gravity, ed->now);
    if (attached == GRAVEL_ABSORBED)
        return body->x;
    struct vec3 x, v, omega;
    gravel_wall_carry(&ed->system.walls[attached], ed->epoch + body->t, body->x, ed->epoch + ed->now, &x, &v, &omega);
    return x;
}

static void
unlink_all(struct gravel_lists *lists, int32_t i)
{
    int32_t n;
    const int32_t *items = gravel_lists_items(lists, i, &n);
    for (int32_t k = 0; k < n; k++)
        gravel_lists_remove(lists, items[k], i);
    gravel_lists_clear(lists, i);
}

void
gravel_ed_withdraw(struct gravel_ed *ed, int32_t i)
{
    unlink_all(&ed->free_near, i);
    if (ed->has_attached)
        unlink_all(&ed->attached_near, i);
    gravel_grid_remove(&ed->grid, i);
}

double
gravel_ed_wall_distance(const struct gravel_ed *ed, size_t w, struct vec3 centre, double radius)
{
    const struct gravel_wall *wall = &ed->system.walls[w];
    return gravel_wall_nearest(wall, ed->epoch + ed->now, centre).distance - radius -
           2.0 * fabs(wall->motion.amplitude);
}

/* Walls that the particle may reach while it stays in its shell, and how long the others stay away. */
static enum gravel_status
list_walls(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    struct gravel_trait *trait = &ed->trait[i];
    const double reach = gravel_ed_reach(ed, i);
    trait->deadline = INFINITY;
    gravel_lists_clear(&ed->wall_near, i);
    for (size_t w = 0; w < ed->system.n_walls; w++) {
        const double speed = v3_norm(ed->system.walls[w].motion.velocity);
        const double away = gravel_ed_wall_distance(ed, w, ed->shell[i].centre, ed->body[i].radius) - reach;
        if (away > reach) {
            if (speed > 0.0)
                trait->deadline = fmin(trait->deadline, ed->now + away / speed);
        } else if (away <= 0.0 || speed > 0.0) {
            const enum gravel_status status = gravel_lists_add(&ed->wall_near, i, (int32_t)w, error);
            if (status != GRAVEL_OK)
                return status;
        }
    }
    return GRAVEL_OK;
}

/* Let i's list be near[0..n-1], and keep the others' lists in step. */
static enum gravel_status
replace_list(struct gravel_ed *ed, struct gravel_lists *lists, int32_t i, const int32_t *near, int32_t n,
             struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    int32_t n_old;
    const int32_t *old = gravel_lists_items(lists, i, &n_old);
    const uint32_t was = ++ed->search_number, stays = ++ed->search_number;
    for (int32_t k = 0; k < n_old; k++)
        ed->mark[old[k]] = was;
    for (int32_t k = 0; k < n; k++) {
        if (ed->mark[near[k]] != was)
            status = status == GRAVEL_OK ? gravel_lists_add(lists, near[k], i, error) : status;
        ed->mark[near[k]] = stays;
    }
    old = gravel_lists_items(lists, i, &n_old);
    for (int32_t k = 0; k < n_old; k++)
        if (ed->mark[old[k]] != stays)
            gravel_lists_remove(lists, old[k], i);
    return status == GRAVEL_OK ? gravel_lists_set(lists, i, near, n, error) : status;
}

/* Free particles among found[0..n-1] come first; returns how many they are. */
static int32_t
free_first(struct gravel_ed *ed, int32_t n)
{
    int32_t n_free = 0, n_attached = 0;
    for (int32_t k = 0; k < n; k++)
        if (ed->agent[ed->found[k]].attached == GRAVEL_FREE)
            ed->found[n_free++] = ed->found[k];
        else
            ed->sorted[n_attached++] = ed->found[k];
    for (int32_t k = 0; k < n_attached; k++)
        ed->found[n_free + k] = ed->sorted[k];
    return n_free;
}

/* Unit vector along the particle's velocity, or zero. */
static struct vec3
direction_of(const struct gravel_ed *ed, int32_t i)
{
    const struct vec3 v = gravel_body_velocity(&ed->body[i], ed->query.half_gravity, ed->now);
    const double speed = v3_norm(v);
    return speed > 0.0 ? v3_scale(1.0 / speed, v) : v3(0, 0, 0);
}

/* In a dilute system the shell is centred ahead of the particle, which so has a longer way through it. */
enum gravel_status
gravel_ed_renew(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    struct gravel_query query = ed->query;
    query.x = gravel_ed_position(ed, i);
    query.radius = ed->shell[i].radius;
    ed->counters.rebuilds++;
    if (ed->ahead > 0.0 && ed->agent[i].attached == GRAVEL_FREE)
        query.x = v3_axpy(query.x, ed->ahead * gravel_ed_reach(ed, i), direction_of(ed, i));
    ed->shell[i].centre = query.x;
    enum gravel_status status = gravel_grid_move(&ed->grid, i, query.x, error);
    if (status != GRAVEL_OK)
        return status;
    int32_t n = gravel_grid_gather(&ed->grid, query.x, query.radius + ed->reach, ed->found);
    for (int32_t k = 0; k < GRAVEL_LIST_LANES; k++)
        ed->found[n + k] = i;
    n = ed->search.select(ed->shell, ed->found, n, i, &query);
    const bool is_free = ed->agent[i].attached == GRAVEL_FREE;
    const int32_t n_free = ed->has_attached ? free_first(ed, n) : n;
    if (is_free)
        status = replace_list(ed, &ed->free_near, i, ed->found, n_free, error);
    if (ed->has_attached && status == GRAVEL_OK)
        status = replace_list(ed, &ed->attached_near, i, is_free ? ed->found + n_free : ed->found,
                              is_free ? n - n_free : n_free, error);
    if (ed->system.n_walls > 0 && is_free && status == GRAVEL_OK)
        status = list_walls(ed, i, error);
    return status;
}

/* Time at which |d + v h| = radius, with |d| <= radius. */
static double
exit_time(struct vec3 d, struct vec3 v, double radius)
{
    const double v2 = v3_norm2(v), b = v3_dot(d, v), c = v3_norm2(d) - radius * radius;
    if (v2 == 0.0)
        return INFINITY;
    if (c >= 0.0)
        return b >= 0.0 ? 0.0 : -2.0 * b / v2;
    const double root = sqrt(b * b - v2 * c);
    return b > 0.0 ? -c / (root + b) : (root - b) / v2;
}

/* Exact without gravity.  With it, three quarters of the shell are for the straight path and the rest for
 * the fall g h^2/2.  A carried particle moves no faster than its wall allows. */
double
gravel_ed_shell_time(const struct gravel_ed *ed, int32_t i, struct vec3 x, struct vec3 v)
{
    const int32_t attached = ed->agent[i].attached;
    const struct vec3 d = v3_sub(x, ed->shell[i].centre);
    const double reach = gravel_ed_reach(ed, i);
    if (attached >= 0) {
        const struct gravel_wall *wall = &ed->system.walls[attached];
        const struct gravel_motion *m = &wall->motion;
        if (m->spin == 0.0 && v3_norm2(m->velocity) == 0.0 && 2.0 * fabs(m->amplitude) <= reach)
            return INFINITY;
        const struct vec3 origin = v3_add(wall->origin, gravel_wall_shift(wall, ed->epoch + ed->now));
        const double arm = v3_norm(v3_reject(v3_sub(x, origin), wall->axis));
        return fmax(0.0, reach - v3_norm(d)) / gravel_touch_wall_speed(wall, arm);
    }
    if (ed->gravity == 0.0)
        return exit_time(d, v, reach);
    if (v3_norm(d) >= 0.75 * reach)
        return 0.0;
    return fmin(exit_time(d, v, 0.75 * reach), sqrt(0.5 * reach / ed->gravity));
}
