/* Neighbour lists, kept by shell crossings (Donev, Torquato and Stillinger 2005, J. Comput. Phys. 202, 737). */
#include "engines/ed/state.h"
#include "engines/ed/touch.h"

#include <math.h>

struct vec3
gravel_ed_position(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    const int32_t held = ed->trait[i].held;
    if (held == GRAVEL_FREE)
        return gravel_body_position(body, ed->query.half_gravity, ed->now);
    if (held == GRAVEL_ABSORBED)
        return body->x;
    struct vec3 x, v, omega;
    gravel_wall_carry(&ed->system.walls[held], ed->epoch + body->t, body->x, ed->epoch + ed->now, &x, &v, &omega);
    return x;
}

/* The list in which a pair is kept; NULL for two held particles, which never meet. */
static struct gravel_lists *
list_of(struct gravel_ed *ed, int32_t i, int32_t j)
{
    if (!ed->has_held)
        return &ed->free_near;
    const bool i_free = ed->trait[i].held == GRAVEL_FREE, j_free = ed->trait[j].held == GRAVEL_FREE;
    return i_free && j_free ? &ed->free_near : i_free || j_free ? &ed->held_near : NULL;
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
    if (ed->has_held)
        unlink_all(&ed->held_near, i);
    gravel_grid_remove(&ed->grid, i);
}

/* Walls that the particle may reach while it stays in its shell, and how long the others stay away. */
static enum gravel_status
list_walls(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    const double t = ed->epoch + ed->now;
    struct gravel_trait *trait = &ed->trait[i];
    trait->deadline = INFINITY;
    gravel_lists_clear(&ed->wall_near, i);
    for (size_t w = 0; w < ed->system.n_walls; w++) {
        const struct gravel_wall *wall = &ed->system.walls[w];
        const double speed = v3_norm(wall->motion.velocity);
        const double away = gravel_wall_nearest(wall, t, ed->centre[i]).distance - ed->body[i].radius -
                            ed->shell - 2.0 * fabs(wall->motion.amplitude);
        if (away > ed->shell) {
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

enum gravel_status
gravel_ed_renew(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    unlink_all(&ed->free_near, i);
    if (ed->has_held)
        unlink_all(&ed->held_near, i);
    const struct vec3 x = gravel_ed_position(ed, i);
    ed->centre[i] = x;
    gravel_grid_move(&ed->grid, i, x);
    ed->counters.rebuilds++;
    for (int level = 0; level < ed->grid.n_levels && status == GRAVEL_OK; level++) {
        struct gravel_grid_walk walk;
        const double margin = ed->body[i].radius + 2.0 * ed->shell;
        gravel_grid_walk_start(&walk, &ed->grid, level, x, margin + ed->grid.level[level].radius);
        for (int32_t j; status == GRAVEL_OK && (j = gravel_grid_walk_next(&walk)) >= 0;) {
            const double range = margin + ed->body[j].radius;
            if (j == i || v3_norm2(gravel_box_separation(&ed->system.box, x, ed->centre[j])) > range * range)
                continue;
            struct gravel_lists *lists = list_of(ed, i, j);
            if (lists == NULL)
                continue;
            status = gravel_lists_add(lists, i, j, error);
            if (status == GRAVEL_OK)
                status = gravel_lists_add(lists, j, i, error);
        }
    }
    if (status == GRAVEL_OK && ed->trait[i].held == GRAVEL_FREE && ed->system.n_walls > 0)
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
    const int32_t held = ed->trait[i].held;
    const struct vec3 d = v3_sub(x, ed->centre[i]);
    if (held >= 0) {
        const struct gravel_wall *wall = &ed->system.walls[held];
        const struct gravel_motion *m = &wall->motion;
        if (m->spin == 0.0 && v3_norm2(m->velocity) == 0.0 && 2.0 * fabs(m->amplitude) <= ed->shell)
            return INFINITY;
        const struct vec3 origin = v3_add(wall->origin, gravel_wall_shift(wall, ed->epoch + ed->now));
        const double arm = v3_norm(v3_reject(v3_sub(x, origin), wall->axis));
        return fmax(0.0, ed->shell - v3_norm(d)) / gravel_touch_wall_speed(wall, arm);
    }
    const double g = 2.0 * v3_norm(ed->query.half_gravity);
    if (g == 0.0)
        return exit_time(d, v, ed->shell);
    return fmin(exit_time(d, v, 0.75 * ed->shell), sqrt(0.5 * ed->shell / g));
}
