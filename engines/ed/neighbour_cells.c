#include "engines/ed/neighbour_cells.h"

#include "engines/ed/cell_path.h"
#include "engines/ed/cell_shape.h"
#include "engines/ed/cells.h"
#include "engines/ed/lists.h"
#include "engines/ed/particle.h"
#include "engines/ed/shear.h"
#include "engines/ed/spacing.h"
#include "engines/ed/wall_time.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WALLS_MAX = 32 }; /* bits of gravel_cell_entry.walls */

/* Fitted to the speed with spheres: cells are faster than lists where neighbours are farther apart than this, in mean
 * diameters (packing fraction 0.41). */
static const double DILUTE = 1.085;

/* Fewer particles than this are in a cache near the core, where prefetching them costs more time than it saves. */
enum { PREFETCH_LEAST = 12000 };

/* No particle is attached or absorbed, now or later. */
static bool
all_bounce(const struct gravel_ed *ed)
{
    bool bounce = ed->system.n_walls <= WALLS_MAX;
    for (size_t w = 0; w < ed->system.n_walls; w++)
        bounce = bounce && ed->system.walls[w].touch == GRAVEL_BOUNCE;
    for (int32_t i = 0; i < ed->n; i++)
        bounce = bounce && ed->record[i].attached == GRAVEL_FREE;
    return bounce;
}

static enum gravel_status
supports(const struct gravel_ed *ed, struct gravel_error *error)
{
    double reach;
    struct gravel_cell_axes axes;
    if (ed->query.growth > 0.0 || !all_bounce(ed) || !gravel_cell_shape(ed, &axes, &reach))
        return gravel_fail(error, GRAVEL_UNSUPPORTED,
                           "cells instead of neighbour lists need similar spheres that are never attached or absorbed "
                           "and do not grow, at most %d walls, and 5 to %d cells on every axis",
                           (int)WALLS_MAX, INT16_MAX);
    return GRAVEL_OK;
}

static bool
preferred(const struct gravel_ed *ed)
{
    return ed->query.shear_rate != 0.0 || gravel_mean_spacing(&ed->system, true) > DILUTE;
}

static enum gravel_status
create(struct gravel_ed *ed, struct gravel_error *error)
{
    double reach;
    struct gravel_cell_axes axes;
    struct gravel_cells *cells = calloc(1, sizeof *cells);
    if (cells == NULL)
        return gravel_no_memory(error);
    ed->neighbours = cells;
    (void)gravel_cell_shape(ed, &axes, &reach); /* supports() has seen that they suit */
    return gravel_cells_init(cells, &axes, reach, ed->kernel.part_members, ed->record, ed->n, error);
}

static void
destroy(struct gravel_ed *ed)
{
    gravel_cells_free(ed->neighbours);
    free(ed->neighbours);
    ed->neighbours = NULL;
}

/* List the walls that particle i can touch in its cell.  One with a steady velocity may do so at any time. */
static void
list_walls(const struct gravel_ed *ed, struct gravel_cells *cells, int32_t i)
{
    const double *edge = cells->axes.edge;
    struct gravel_cell_entry *entry = &cells->record[i].cell;
    const double *slack = cells->slack;
    const struct vec3 centre = v3((gravel_cells_coordinate(cells, entry, 0) + 0.5) * edge[0],
                                  (gravel_cells_coordinate(cells, entry, 1) + 0.5) * edge[1],
                                  (gravel_cells_coordinate(cells, entry, 2) + 0.5) * edge[2]);
    const double half_diagonal =
        v3_norm(v3(0.5 * edge[0] + slack[0], 0.5 * edge[1] + slack[1], 0.5 * edge[2] + slack[2]));
    entry->walls = 0;
    for (size_t w = 0; w < ed->system.n_walls; w++)
        if (v3_norm2(ed->system.walls[w].motion.velocity) > 0.0 ||
            gravel_ed_wall_gap(ed, w, centre, ed->body[i].radius) <= half_diagonal)
            entry->walls |= 1u << w;
}

/* Predict the collisions of particle i with the members of the cells that this shift has brought around it. */
static struct gravel_next_collisions
predict_members(struct gravel_ed *ed, struct gravel_cells *cells, int32_t i, int shift)
{
    const int32_t n = gravel_cells_collect(cells, ed->kernel.members, &cells->record[i].cell, shift);
    ed->counters.predictions += (uint64_t)n;
    for (int32_t k = 0; k < GRAVEL_LIST_LANES; k++)
        cells->candidates[n + k] = i; /* padding: a particle does not collide with itself */
    return ed->kernel.predict(ed->body, cells->candidates, n, &ed->query);
}

/* Record the collisions of particle i. */
static inline void
set_collisions(struct gravel_ed *ed, int32_t i, const struct gravel_next_collisions *next)
{
    struct gravel_record *record = &ed->record[i];
    struct gravel_later_collision *later = &ed->later[i];
    const struct gravel_predicted_collision *first = &next->item[0], *second = &next->item[1];
    record->cell.contact = ed->now + first->tau;
    record->cell.partner = first->partner;
    record->stamp = gravel_ed_stamp(ed, i, first->partner);
    later->time = ed->now + second->tau;
    later->partner = second->partner;
    later->stamp = gravel_ed_stamp(ed, i, second->partner);
}

/* Record another collision of particle i if it is earlier than one of the two that are recorded. */
static inline void
add_collision(struct gravel_ed *ed, int32_t i, struct gravel_predicted_collision collision)
{
    struct gravel_record *record = &ed->record[i];
    struct gravel_later_collision *later = &ed->later[i];
    const double time = ed->now + collision.tau;
    if (time < record->cell.contact) {
        later->time = record->cell.contact;
        later->partner = record->cell.partner;
        later->stamp = record->stamp;
        record->cell.contact = time;
        record->cell.partner = collision.partner;
        record->stamp = ed->count[collision.partner];
    } else if (time < later->time) {
        later->time = time;
        later->partner = collision.partner;
        later->stamp = ed->count[collision.partner];
    }
}

/* In coordinates that move with a shear flow x' = x - (tilt + rate t) z the path is a parabola: with z = z_0 + w t the
 * acceleration is -2 rate w. */
static inline struct gravel_cell_path
path_of(const struct gravel_ed *ed)
{
    const struct gravel_query *q = &ed->query;
    if (q->shear_rate == 0.0)
        return (struct gravel_cell_path){q->x, q->v, ed->system.gravity};
    struct vec3 v = gravel_ed_tilted(q, q->now, q->v);
    v.x -= q->shear_rate * q->x.z;
    return (struct gravel_cell_path){gravel_ed_tilted(q, q->now, q->x), v, v3(-2.0 * q->shear_rate * q->v.z, 0, 0)};
}

/* Predict the collisions of the query's particle with walls.  Returns the partner of the first one before *time, which
 * becomes its time, or else `partner`. */
static int32_t
predict_walls(struct gravel_ed *ed, const struct gravel_cell_entry *entry, int32_t partner, double *time)
{
    const struct gravel_flight flight = {ed->query.x, ed->query.v, ed->system.gravity, ed->query.radius};
    for (uint32_t walls = entry->walls, w = 0; walls != 0; walls >>= 1, w++) {
        if ((walls & 1u) == 0)
            continue;
        const double tau = gravel_wall_time(&ed->system.walls[w], ed->epoch + ed->now, &flight, *time - ed->now);
        ed->counters.predictions++;
        if (ed->now + tau < *time) {
            *time = ed->now + tau;
            partner = -1 - (int32_t)w;
        }
    }
    return partner;
}

/* Schedule the earliest of the recorded collision, collisions with walls and the cell crossing. */
static void
schedule(struct gravel_ed *ed, struct gravel_cells *cells, int32_t i)
{
    struct gravel_cell_entry *entry = &cells->record[i].cell;
    const struct gravel_cell_path path = path_of(ed);
    double time = ed->now + gravel_cell_exit_time(cells, entry, &path);
    int32_t partner = GRAVEL_NEIGHBOUR_EVENT;
    if (entry->walls != 0 && time > ed->now + ed->look_ahead) {
        time = ed->now + ed->look_ahead;
        entry->face = -1;
    }
    /* Without a branch, because it would be mispredicted. */
    const int collides = entry->contact < time;
    time = collides ? entry->contact : time;
    partner ^= (partner ^ entry->partner) & -collides;
    if (entry->walls != 0)
        partner = predict_walls(ed, entry, partner, &time);
    ed->record[i].partner = partner;
    ed->calendar_ops->schedule(ed->calendar, i, time);
}

static void
predict(struct gravel_ed *ed, int32_t i)
{
    struct gravel_cells *cells = ed->neighbours;
    gravel_ed_set_query(ed, i);
    const struct gravel_next_collisions next = predict_members(ed, cells, i, GRAVEL_CELL_AROUND);
    set_collisions(ed, i, &next);
    schedule(ed, cells, i);
}

static void
resume(struct gravel_ed *ed, int32_t i)
{
    struct gravel_record *record = &ed->record[i];
    struct gravel_later_collision *later = &ed->later[i];
    record->cell.contact = later->time;
    record->cell.partner = later->partner;
    record->stamp = later->stamp;
    later->time = -INFINITY;
    gravel_ed_set_query(ed, i);
    schedule(ed, ed->neighbours, i);
}

static enum gravel_status
refuse_place(const struct gravel_ed *ed, int32_t i, enum gravel_status status, struct gravel_error *error)
{
    return gravel_fail(error, status, "particle %d is so far from the origin that rounding makes its cell uncertain",
                       (int)ed->record[i].input_index);
}

/* Leaving a cell.  The recorded collision remains valid: the path does not change. */
static enum gravel_status
handle(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    struct gravel_cells *cells = ed->neighbours;
    struct gravel_cell_entry *entry = &cells->record[i].cell;
    gravel_ed_set_query(ed, i);
    if (entry->face >= 0) {
        if (!gravel_cells_in_range(entry))
            return refuse_place(ed, i, GRAVEL_PHYSICS, error);
        const struct gravel_cell_path path = path_of(ed);
        ed->counters.rebuilds++;
        gravel_cells_remove(cells, i);
        const int shift = gravel_cell_move_on(cells, entry, &path);
        gravel_cells_insert(cells, i);
        if (ed->system.n_walls > 0)
            list_walls(ed, cells, i);
        const struct gravel_next_collisions next = predict_members(ed, cells, i, shift);
        add_collision(ed, i, next.item[0]);
        add_collision(ed, i, next.item[1]);
    }
    schedule(ed, cells, i);
    return GRAVEL_OK;
}

void
gravel_cells_touched(struct gravel_ed *ed, int32_t i, int16_t touched[2][3])
{
    const struct gravel_cells *cells = ed->neighbours;
    const struct gravel_record *record = &ed->record[i];
    struct gravel_cell_entry entry = record->cell;
    memcpy(touched[0], entry.wrapped, sizeof touched[0]);
    if (record->partner >= 0 && gravel_ed_collisions(ed, record->partner) == record->stamp) {
        entry = ed->record[record->partner].cell;
    } else if (record->partner == GRAVEL_NEIGHBOUR_EVENT && entry.face >= 0) {
        gravel_ed_set_query(ed, i);
        const struct gravel_cell_path path = path_of(ed);
        (void)gravel_cell_move_on(cells, &entry, &path);
    }
    memcpy(touched[1], entry.wrapped, sizeof touched[1]);
}

static void
prefetch_particle(const struct gravel_ed *ed, int32_t i)
{
    __builtin_prefetch(&ed->body[i]);
    __builtin_prefetch(&ed->record[i]);
    __builtin_prefetch(&ed->later[i], 1);
}

/* Where the pending event of particle i searches, in which shift.  An exit moves it on across one face at least. */
static struct gravel_cell_entry
entry_ahead(const struct gravel_ed *ed, const struct gravel_cells *cells, int32_t i, int *shift)
{
    static const int weight[3] = {1, 3, 9};
    struct gravel_cell_entry entry = cells->record[i].cell;
    *shift = GRAVEL_CELL_AROUND;
    if (ed->record[i].partner == GRAVEL_NEIGHBOUR_EVENT && entry.face >= 0) {
        const int d = entry.face / 2, step = 2 * (entry.face % 2) - 1;
        gravel_cells_step(cells, &entry, d, step);
        gravel_cells_place(cells, &entry);
        *shift += step * weight[d];
    }
    return entry;
}

/* Each stage uses the data of the stage before it.  The cells around a partner are mostly those around i too. */
static void
prefetch(void *self, int32_t i, int stage)
{
    struct gravel_ed *ed = self;
    struct gravel_cells *cells = ed->neighbours;
    if (stage == 0) {
        prefetch_particle(ed, i);
        return;
    }
    int shift;
    const struct gravel_cell_entry entry = entry_ahead(ed, cells, i, &shift);
    if (stage == 1) {
        if (ed->record[i].partner >= 0)
            prefetch_particle(ed, ed->record[i].partner);
        const struct gravel_cell_search *search = &cells->search[entry.place][shift];
        const struct gravel_cell_tile *tile = cells->tile + gravel_cells_tile(cells, &entry);
        for (int32_t k = 0; k < search->n; k++)
            __builtin_prefetch(tile->member + cells->parts[search->first + (uint32_t)k].first);
    } else {
        const int32_t n = gravel_cells_collect(cells, ed->kernel.members, &entry, shift);
        for (int32_t k = 0; k < n; k++) {
            __builtin_prefetch(&ed->body[cells->candidates[k]]);
            __builtin_prefetch(&ed->count[cells->candidates[k]]);
        }
    }
}

static enum gravel_status
fill(struct gravel_ed *ed, struct gravel_error *error)
{
    struct gravel_cells *cells = ed->neighbours;
    gravel_cells_clear(cells);
    for (int32_t i = 0; i < ed->n; i++) {
        if (!gravel_cells_locate(cells, i, gravel_ed_tilted(&ed->query, ed->now, gravel_ed_position(ed, i))))
            return refuse_place(ed, i, GRAVEL_INPUT, error);
        gravel_cells_insert(cells, i);
        list_walls(ed, cells, i);
    }
    return GRAVEL_OK;
}

static void
rebase(struct gravel_ed *ed, double shift)
{
    struct gravel_cells *cells = ed->neighbours;
    for (int32_t i = 0; i < ed->n; i++) {
        cells->record[i].cell.contact -= shift;
        ed->later[i].time -= shift;
    }
}

static void
archive_state(struct gravel_ed *ed, struct gravel_archive *archive)
{
    gravel_cells_archive(ed->neighbours, ed->n, archive);
}

static enum gravel_status
self_check(const struct gravel_ed *ed, struct gravel_error *error)
{
    for (int32_t i = 0; i < ed->n; i++)
        if (!gravel_cells_hold(ed->neighbours, i, gravel_ed_tilted(&ed->query, ed->now, gravel_ed_position(ed, i))))
            return gravel_fail(error, GRAVEL_PHYSICS, "particle %d is not in its cell", (int)ed->record[i].input_index);
    return GRAVEL_OK;
}

const struct gravel_neighbour_ops gravel_neighbour_cells = {
    .name = "cells",
    .method = "members of the cells around a particle, collected for every prediction",
    .reference = "none needed",
    .supports = supports,
    .preferred = preferred,
    .create = create,
    .destroy = destroy,
    .fill = fill,
    .predict = predict,
    .resume = resume,
    .handle = handle,
    .rebase = rebase,
    .archive = archive_state,
    .prefetch = prefetch,
    .prefetch_least = PREFETCH_LEAST,
    .self_check = self_check,
};
