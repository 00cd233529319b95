#include "engines/ed/shell.h"

#include "engines/ed/memory.h"
#include "engines/ed/particle.h"
#include "engines/ed/spacing.h"
#include "engines/ed/wall_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Large shells mean long lists, small ones frequent rebuilds.  Both formulas were fitted to the speed with spheres at
 * packing fractions 0.1, 0.3 and 0.49; it varies by 5 % where they vary by 30 %. */
static void
choose_width(struct gravel_shells *shells, const struct gravel_ed *ed)
{
    const struct gravel_box *box = &ed->system.box;
    const double spacing = gravel_mean_spacing(&ed->system, false);
    double smallest = INFINITY;
    for (int32_t i = 0; i < ed->n; i++)
        smallest = fmin(smallest, ed->body[i].radius);
    shells->width = fmax(0.6, 0.6 + 1.2 * (spacing - 1.02)) * gravel_mean_radius(&ed->system);
    shells->shell_offset = fmin(0.7, fmax(0.0, 1.0 - 1.1 / pow(spacing, 3)));
    shells->largest_shell = INFINITY;
    for (int d = 0; d < 3; d++) {
        const double length = v3_component(box->high, d) - v3_component(box->low, d);
        if (box->periodic[d])
            shells->largest_shell = fmin(shells->largest_shell, 0.125 * length);
    }
    shells->width = fmin(shells->width, shells->largest_shell - 0.5 * smallest);
}

enum gravel_status
gravel_shells_init(struct gravel_shells *shells, const struct gravel_ed *ed, struct gravel_error *error)
{
    const size_t n = (size_t)ed->n;
    memset(shells, 0, sizeof *shells);
    choose_width(shells, ed);
    shells->candidates =
        gravel_ed_memory(n + GRAVEL_CELL_CAPACITY + GRAVEL_CANDIDATE_PADDING, sizeof *shells->candidates);
    shells->attached_candidates = gravel_ed_memory(ed->has_attached ? n : 0, sizeof *shells->attached_candidates);
    shells->last_search = calloc(n + 1, sizeof *shells->last_search);
    if (shells->candidates == NULL || shells->attached_candidates == NULL || shells->last_search == NULL)
        return gravel_no_memory(error);
    for (size_t i = 0; i < n; i++) {
        const double radius = ed->body[i].radius;
        ed->record[i].shell =
            (struct gravel_shell){ed->body[i].x, radius + gravel_shell_width(shells, radius), INFINITY};
    }
    enum gravel_status status = gravel_lists_init(&shells->free_near, n, error);
    if (status == GRAVEL_OK)
        status = gravel_lists_init(&shells->attached_near, ed->has_attached ? n : 0, error);
    if (status == GRAVEL_OK)
        status = gravel_lists_init(&shells->wall_near, ed->system.n_walls > 0 ? n : 0, error);
    if (status == GRAVEL_OK)
        status = gravel_grid_init(&shells->grid, &ed->system, ed->body, 2.0 * shells->width, error);
    return status;
}

void
gravel_shells_free(struct gravel_shells *shells)
{
    gravel_grid_free(&shells->grid);
    gravel_lists_free(&shells->free_near);
    gravel_lists_free(&shells->attached_near);
    gravel_lists_free(&shells->wall_near);
    free(shells->candidates);
    free(shells->attached_candidates);
    free(shells->last_search);
}

void
gravel_shells_archive(struct gravel_shells *shells, struct gravel_record *record, size_t n_particles,
                      struct gravel_archive *archive)
{
    GRAVEL_ARCHIVE_COLUMN(archive, record, n_particles, shell.centre);
    GRAVEL_ARCHIVE_COLUMN(archive, record, n_particles, shell.radius);
    GRAVEL_ARCHIVE_COLUMN(archive, record, n_particles, shell.expiry);
    GRAVEL_ARCHIVE_ARRAY(archive, shells->last_search, n_particles);
    GRAVEL_ARCHIVE(archive, shells->search_number);
    gravel_lists_archive(&shells->free_near, archive);
    gravel_lists_archive(&shells->attached_near, archive);
    gravel_lists_archive(&shells->wall_near, archive);
    gravel_grid_archive(&shells->grid, n_particles, archive);
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
gravel_shell_remove(struct gravel_ed *ed, struct gravel_shells *shells, int32_t i)
{
    unlink_all(&shells->free_near, i);
    if (ed->has_attached)
        unlink_all(&shells->attached_near, i);
    gravel_grid_remove(&shells->grid, i);
    ed->record[i].shell.expiry = INFINITY;
}

/* List the walls that particle i can touch in its shell, and find until when it cannot touch the others. */
static enum gravel_status
list_walls(struct gravel_ed *ed, struct gravel_shells *shells, int32_t i, struct gravel_error *error)
{
    double *expiry = &ed->record[i].shell.expiry;
    const double width = gravel_shell_width(shells, ed->body[i].radius);
    *expiry = INFINITY;
    gravel_lists_clear(&shells->wall_near, i);
    for (size_t w = 0; w < ed->system.n_walls; w++) {
        const double speed = v3_norm(ed->system.walls[w].motion.velocity);
        const double gap = gravel_ed_wall_gap(ed, w, ed->record[i].shell.centre, ed->body[i].radius) - width;
        if (gap > width) {
            if (speed > 0.0)
                *expiry = fmin(*expiry, ed->now + gap / speed);
        } else if (gap <= 0.0 || speed > 0.0) {
            const enum gravel_status status = gravel_lists_add(&shells->wall_near, i, (int32_t)w, error);
            if (status != GRAVEL_OK)
                return status;
        }
    }
    return GRAVEL_OK;
}

/* Set i's list to near[0..n-1], and add i to or remove it from the lists of the particles that come or go. */
static enum gravel_status
replace_list(struct gravel_shells *shells, struct gravel_lists *lists, int32_t i, const int32_t *near, int32_t n,
             struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    int32_t n_old;
    const int32_t *old = gravel_lists_items(lists, i, &n_old);
    const uint32_t listed = ++shells->search_number, kept = ++shells->search_number;
    for (int32_t k = 0; k < n_old; k++)
        shells->last_search[old[k]] = listed;
    for (int32_t k = 0; k < n; k++) {
        if (shells->last_search[near[k]] != listed)
            status = status == GRAVEL_OK ? gravel_lists_add(lists, near[k], i, error) : status;
        shells->last_search[near[k]] = kept;
    }
    old = gravel_lists_items(lists, i, &n_old);
    for (int32_t k = 0; k < n_old; k++)
        if (shells->last_search[old[k]] != kept)
            gravel_lists_remove(lists, old[k], i);
    return status == GRAVEL_OK ? gravel_lists_set(lists, i, near, n, error) : status;
}

/* Reorder the n candidates so that the free particles come first; returns their number. */
static int32_t
free_first(const struct gravel_ed *ed, struct gravel_shells *shells, int32_t n)
{
    int32_t n_free = 0, n_attached = 0;
    for (int32_t k = 0; k < n; k++)
        if (ed->record[shells->candidates[k]].attached == GRAVEL_FREE)
            shells->candidates[n_free++] = shells->candidates[k];
        else
            shells->attached_candidates[n_attached++] = shells->candidates[k];
    for (int32_t k = 0; k < n_attached; k++)
        shells->candidates[n_free + k] = shells->attached_candidates[k];
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

/* In a dilute system the shell is centred ahead of the particle, which then needs more time to leave it. */
enum gravel_status
gravel_shell_rebuild(struct gravel_ed *ed, struct gravel_shells *shells, int32_t i, struct gravel_error *error)
{
    struct gravel_query query = ed->query;
    query.x = gravel_ed_position(ed, i);
    query.radius = ed->record[i].shell.radius;
    ed->counters.rebuilds++;
    if (shells->shell_offset > 0.0 && ed->record[i].attached == GRAVEL_FREE)
        query.x = v3_axpy(query.x, shells->shell_offset * gravel_shell_width(shells, ed->body[i].radius),
                          direction_of(ed, i));
    ed->record[i].shell.centre = query.x;
    enum gravel_status status = gravel_grid_move(&shells->grid, i, query.x, error);
    if (status != GRAVEL_OK)
        return status;
    int32_t n = gravel_grid_gather(&shells->grid, query.x, query.radius + shells->width, shells->candidates);
    for (int32_t k = 0; k < GRAVEL_LIST_LANES; k++)
        shells->candidates[n + k] = i;
    n = ed->kernel.select(ed->record, shells->candidates, n, i, &query);
    const bool is_free = ed->record[i].attached == GRAVEL_FREE;
    const int32_t n_free = ed->has_attached ? free_first(ed, shells, n) : n;
    if (is_free)
        status = replace_list(shells, &shells->free_near, i, shells->candidates, n_free, error);
    if (ed->has_attached && status == GRAVEL_OK)
        status =
            replace_list(shells, &shells->attached_near, i, is_free ? shells->candidates + n_free : shells->candidates,
                         is_free ? n - n_free : n_free, error);
    if (ed->system.n_walls > 0 && is_free && status == GRAVEL_OK)
        status = list_walls(ed, shells, i, error);
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

/* Exact without gravity.  With gravity, a lower bound: three quarters of the shell width for the straight path and the
 * rest for the fall g h^2/2.  The speed of an attached particle is bounded by that of its wall. */
double
gravel_shell_exit_time(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i, struct vec3 x,
                       struct vec3 v)
{
    const int32_t attached = ed->record[i].attached;
    const struct vec3 d = v3_sub(x, ed->record[i].shell.centre);
    const double width = gravel_shell_width(shells, ed->body[i].radius);
    if (attached >= 0) {
        const struct gravel_wall *wall = &ed->system.walls[attached];
        const struct gravel_motion *m = &wall->motion;
        if (m->spin == 0.0 && v3_norm2(m->velocity) == 0.0 && 2.0 * fabs(m->amplitude) <= width)
            return INFINITY;
        const struct vec3 origin = v3_add(wall->origin, gravel_wall_shift(wall, ed->epoch + ed->now));
        const double arm = v3_norm(v3_reject(v3_sub(x, origin), wall->axis));
        return fmax(0.0, width - v3_norm(d)) / gravel_wall_speed_bound(wall, arm);
    }
    if (ed->gravity == 0.0)
        return exit_time(d, v, width);
    if (v3_norm(d) >= 0.75 * width)
        return 0.0;
    return fmin(exit_time(d, v, 0.75 * width), sqrt(0.5 * width / ed->gravity));
}
