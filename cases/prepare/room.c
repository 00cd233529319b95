#include "cases/prepare/room.h"

#include <stdlib.h>

static void
coordinates(struct vec3 x, double c[3])
{
    c[0] = x.x;
    c[1] = x.y;
    c[2] = x.z;
}

/* Cells as wide as the largest particle, but not more of them than there are particles, roughly. */
static void
divide(struct gravel_room *room, struct vec3 low, struct vec3 high)
{
    const struct gravel_system *s = room->system;
    double to[3], box_low[3], box_high[3], widest = 0.0;
    coordinates(low, room->low);
    coordinates(high, to);
    coordinates(s->box.low, box_low);
    coordinates(s->box.high, box_high);
    for (size_t k = 0; k < s->n_particles; k++)
        widest = fmax(widest, 2.0 * s->particles[k].radius);
    const double most = ceil(pow((double)s->n_particles, 1.0 / s->dimension));
    for (int d = 0; d < 3; d++) {
        if (s->box.periodic[d]) {
            room->low[d] = box_low[d];
            to[d] = box_high[d];
        }
        const double extent = to[d] - room->low[d];
        room->n[d] = (size_t)fmin(fmax(floor(extent / widest), 1.0), most);
        if (s->box.periodic[d] && room->n[d] < 3)
            room->n[d] = 1;
        room->edge[d] = fmax(extent / (double)room->n[d], widest);
    }
}

enum gravel_status
gravel_room_create(struct gravel_room *room, const struct gravel_system *system, struct vec3 low, struct vec3 high,
                   struct gravel_error *error)
{
    *room = (struct gravel_room){.system = system};
    divide(room, low, high);
    const size_t n_cells = room->n[0] * room->n[1] * room->n[2];
    room->first = malloc(n_cells * sizeof *room->first);
    room->next = malloc((system->n_particles + 1) * sizeof *room->next);
    if (room->first == NULL || room->next == NULL) {
        gravel_room_free(room);
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for the places of %zu particles", system->n_particles);
    }
    for (size_t c = 0; c < n_cells; c++)
        room->first[c] = -1;
    return GRAVEL_OK;
}

void
gravel_room_free(struct gravel_room *room)
{
    free(room->first);
    free(room->next);
    *room = (struct gravel_room){0};
}

static void
cell_of(const struct gravel_room *room, size_t k, size_t cell[3])
{
    double x[3];
    coordinates(room->system->particles[k].x, x);
    for (int d = 0; d < 3; d++) {
        const double s = floor((x[d] - room->low[d]) / room->edge[d]);
        cell[d] = s < 0.0 ? 0 : s >= (double)room->n[d] ? room->n[d] - 1 : (size_t)s;
    }
}

static int32_t *
list_at(const struct gravel_room *room, const size_t cell[3])
{
    return &room->first[(cell[2] * room->n[1] + cell[1]) * room->n[0] + cell[0]];
}

static bool
overlap(const struct gravel_system *system, size_t i, size_t j)
{
    const struct gravel_particle *p = system->particles;
    const double s = p[i].radius + p[j].radius;
    return v3_norm2(gravel_box_separation(&system->box, p[j].x, p[i].x)) < s * s;
}

/* The adjacent cell in the direction `offset` (0 to 26); false when there is none. */
static bool
adjacent(const struct gravel_room *room, const size_t cell[3], int offset, size_t other[3])
{
    for (int d = 0; d < 3; d++, offset /= 3) {
        const int step = offset % 3 - 1;
        const bool beyond = (step < 0 && cell[d] == 0) || (step > 0 && cell[d] + 1 == room->n[d]);
        if (step != 0 && (room->n[d] == 1 || (beyond && !room->system->box.periodic[d])))
            return false;
        other[d] = (cell[d] + room->n[d] + (size_t)step) % room->n[d];
    }
    return true;
}

bool
gravel_room_has(const struct gravel_room *room, size_t k)
{
    size_t cell[3], other[3];
    cell_of(room, k, cell);
    for (int offset = 0; offset < 27; offset++)
        if (adjacent(room, cell, offset, other))
            for (int32_t j = *list_at(room, other); j >= 0; j = room->next[j])
                if (overlap(room->system, k, (size_t)j))
                    return false;
    return true;
}

void
gravel_room_take(struct gravel_room *room, size_t k)
{
    size_t cell[3];
    cell_of(room, k, cell);
    int32_t *first = list_at(room, cell);
    room->next[k] = *first;
    *first = (int32_t)k;
}
