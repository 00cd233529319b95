#include "engines/ed/cells.h"

#include "engines/ed/memory.h"
#include "engines/ed/state.h"
#include "engines/ed/touch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 1, RIGHT = 4, ALL_THREE = 7 }; /* cells of a row */
enum { LEAST_CELLS = 5 };                    /* an axis: members of adjacent cells then have one nearest image */

static const double FARTHEST = 0x1p40;      /* cells from the origin: a position is then good to 2^-12 of a cell */
static const double CELLS_A_PARTICLE = 8.0; /* at most: 32 bytes */

/* Where the row of three begins that is `step` (-1, 0 or 1) rows away on the axes y and z. */
static int32_t
way(const int32_t n[3], int brink, const int step[2])
{
    int32_t way = -1, stride = n[0] + 2;
    for (int d = 0; d < 2; d++) {
        const int end = brink % 3 - 1;
        way += stride * (step[d] != 0 && step[d] == end ? step[d] * (1 - n[d + 1]) : step[d]);
        stride *= n[d + 1];
        brink /= 3;
    }
    return way;
}

static void
lay_rows(struct gravel_cells *cells)
{
    for (int brink = 0; brink < GRAVEL_BRINKS; brink++) {
        int32_t(*behind)[GRAVEL_ROWS] = cells->behind[brink], *row = cells->row[brink];
        /* Rows that do not count: the cell's own, which begins at -1. */
        memset(row, 0xff, sizeof cells->row[brink]);
        memset(behind, 0xff, sizeof cells->behind[brink]);
        for (int k = 0; k < 9; k++)
            row[k] = way(cells->n, brink, (int[2]){k % 3 - 1, k / 3 - 1});
        for (int k = 0; k < 3; k++) {
            behind[0][k] = way(cells->n, brink, (int[2]){-1, k - 1});
            behind[1][k] = way(cells->n, brink, (int[2]){1, k - 1});
            behind[2][k] = way(cells->n, brink, (int[2]){k - 1, -1});
            behind[3][k] = way(cells->n, brink, (int[2]){k - 1, 1});
        }
    }
}

/* The period of axis d, or as far as the particles reach on an open axis. */
static double
extent_of(const struct gravel_ed *ed, int d)
{
    double low = INFINITY, high = -INFINITY;
    if (v3_component(ed->query.length, d) > 0.0)
        return v3_component(ed->query.length, d);
    for (int32_t i = 0; i < ed->n; i++) {
        low = fmin(low, v3_component(ed->body[i].x, d));
        high = fmax(high, v3_component(ed->body[i].x, d));
    }
    return high - low;
}

/* Nobody is attached or absorbed, now or later. */
static bool
all_bounce(const struct gravel_ed *ed)
{
    bool bounce = ed->system.n_walls <= GRAVEL_CELL_WALLS;
    for (size_t w = 0; w < ed->system.n_walls; w++)
        bounce = bounce && ed->system.walls[w].touch == GRAVEL_BOUNCE;
    for (int32_t i = 0; i < ed->n; i++)
        bounce = bounce && ed->agent[i].attached == GRAVEL_FREE;
    return bounce;
}

enum gravel_status
gravel_cells_init(struct gravel_ed *ed, double edge, struct gravel_error *error)
{
    struct gravel_cells *cells = &ed->cells;
    size_t n_cells = 1;
    if (ed->query.growth > 0.0 || !all_bounce(ed))
        return GRAVEL_OK;
    double extent[3], volume = 1.0;
    for (int d = 0; d < 3; d++) {
        extent[d] = extent_of(ed, d);
        volume *= extent[d];
    }
    edge = fmax(edge, cbrt(volume / fmin(CELLS_A_PARTICLE * ed->n, 1e9)));
    for (int d = 0; d < 3; d++) {
        const double n = floor(extent[d] / edge);
        if (!(n >= LEAST_CELLS))
            return GRAVEL_OK;
        cells->n[d] = (int32_t)n;
        cells->edge[d] = extent[d] / n;
        cells->inverse[d] = 1.0 / cells->edge[d];
        n_cells *= (size_t)cells->n[d] + (d == 0 ? 2 : 0);
    }
    cells->stay = gravel_ed_memory((size_t)ed->n, sizeof *cells->stay);
    cells->first = gravel_ed_memory(n_cells + 1, sizeof *cells->first);
    cells->next = gravel_ed_memory((size_t)ed->n, sizeof *cells->next);
    if (cells->stay == NULL || cells->first == NULL || cells->next == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for %zu cells", n_cells);
    memset(cells->first, 0xff, (n_cells + 1) * sizeof *cells->first); /* all -1 */
    lay_rows(cells);
    return GRAVEL_OK;
}

void
gravel_cells_free(struct gravel_cells *cells)
{
    free(cells->stay);
    free(cells->first);
    free(cells->next);
    memset(cells, 0, sizeof *cells);
}

static int32_t
first_member(const struct gravel_cells *cells, int32_t index)
{
    const int32_t first = cells->first[index];
    return first >= 0 ? first & ~GRAVEL_CROWDED : -1;
}

/* Let i, or nobody, be the first member of the cell of a stay, and of its repetition if it is at an end of its row. */
static void
put_first(struct gravel_cells *cells, const struct gravel_stay *stay, int32_t i)
{
    const int32_t n = cells->n[0], entry = i >= 0 && cells->next[i] >= 0 ? i | GRAVEL_CROWDED : i;
    cells->first[stay->index] = entry;
    if (stay->at[0] == 0)
        cells->first[stay->index + n] = entry;
    else if (stay->at[0] == n - 1)
        cells->first[stay->index - n] = entry;
}

static void
enter(struct gravel_cells *cells, int32_t i)
{
    struct gravel_stay *stay = &cells->stay[i];
    const int32_t *n = cells->n, *at = stay->at;
    stay->index = (at[2] * n[1] + at[1]) * (n[0] + 2) + 1 + at[0];
    stay->brink = (int16_t)(4 - (at[1] == 0) + (at[1] == n[1] - 1) - 3 * (at[2] == 0) + 3 * (at[2] == n[2] - 1));
    cells->next[i] = first_member(cells, stay->index);
    put_first(cells, stay, i);
}

static void
leave(struct gravel_cells *cells, int32_t i)
{
    const struct gravel_stay *stay = &cells->stay[i];
    int32_t first = first_member(cells, stay->index), before = first;
    if (first == i) {
        first = cells->next[i];
    } else {
        while (cells->next[before] != i)
            before = cells->next[before];
        cells->next[before] = cells->next[i];
    }
    put_first(cells, stay, first);
}

/* Walls within reach of particle i in its cell.  One that moves on may come at any time. */
static void
note_walls(struct gravel_ed *ed, int32_t i)
{
    const double *edge = ed->cells.edge;
    struct gravel_stay *stay = &ed->cells.stay[i];
    const struct vec3 centre =
        v3((stay->cell[0] + 0.5) * edge[0], (stay->cell[1] + 0.5) * edge[1], (stay->cell[2] + 0.5) * edge[2]);
    const double reach = 0.5 * v3_norm(v3(edge[0], edge[1], edge[2]));
    stay->walls = 0;
    for (size_t w = 0; w < ed->system.n_walls; w++)
        if (v3_norm2(ed->system.walls[w].motion.velocity) > 0.0 ||
            gravel_ed_wall_distance(ed, w, centre, ed->body[i].radius) <= reach)
            stay->walls |= 1u << w;
}

/* Contact with the members of cells around i's, if it comes before the one that the stay records. */
static void
meet(struct gravel_ed *ed, int32_t i, const int32_t *row, int32_t n_rows, unsigned which)
{
    const struct gravel_cells *cells = &ed->cells;
    struct gravel_stay *stay = &ed->cells.stay[i];
    const int32_t n = ed->search.members(cells->first + stay->index, cells->next, row, n_rows, which, ed->found);
    ed->counters.predictions += (uint64_t)n;
    for (int32_t k = 0; k < GRAVEL_LIST_LANES; k++)
        ed->found[n + k] = i; /* nobody meets itself */
    const struct gravel_meeting meeting = ed->search.meet(ed->body, ed->found, n, &ed->query);
    if (ed->now + meeting.tau < stay->contact) {
        stay->contact = ed->now + meeting.tau;
        stay->partner = meeting.partner;
        stay->stamp = ed->count[meeting.partner];
    }
}

/* Time until the particle, at x with velocity v, leaves its cell.  Rounding may put it behind the face that
 * it has just gone through; only the face ahead counts, and one behind only when it falls back. */
static double
crossing_time(const struct gravel_ed *ed, struct gravel_stay *stay, struct vec3 x, struct vec3 v)
{
    const struct gravel_cells *cells = &ed->cells;
    double first = INFINITY;
    for (int d = 0; d < 3; d++) {
        const double speed = v3_component(v, d), g = v3_component(ed->system.gravity, d), edge = cells->edge[d];
        bool up = speed > 0.0;
        double tau = INFINITY;
        if (g != 0.0) {
            const double down_time = gravel_touch_fall_time(v3_component(x, d) - stay->cell[d] * edge, speed, g);
            const double up_time =
                gravel_touch_fall_time((stay->cell[d] + 1.0) * edge - v3_component(x, d), -speed, -g);
            up = up_time < down_time;
            tau = fmin(up_time, down_time);
        } else if (speed != 0.0) {
            tau = ((stay->cell[d] + up) * edge - v3_component(x, d)) / speed;
        }
        if (tau < first) {
            first = tau;
            stay->face = (int16_t)(2 * d + up);
        }
    }
    return fmax(0.0, first);
}

/* The query of particle i at present. */
static void
ask(struct gravel_ed *ed, int32_t i)
{
    const struct gravel_body *body = &ed->body[i];
    ed->query.x = gravel_body_position(body, ed->query.half_gravity, ed->now);
    ed->query.v = gravel_body_velocity(body, ed->query.half_gravity, ed->now);
    ed->query.radius = body->radius;
    ed->query.now = ed->now;
}

/* The first wall that the asking particle touches before `time`, if any: that is then the time. */
static int32_t
meet_walls(struct gravel_ed *ed, const struct gravel_stay *stay, int32_t partner, double *time)
{
    const struct gravel_flight flight = {ed->query.x, ed->query.v, ed->system.gravity, ed->query.radius};
    for (uint32_t walls = stay->walls, w = 0; walls != 0; walls >>= 1, w++) {
        if ((walls & 1u) == 0)
            continue;
        const double tau = gravel_touch_wall(&ed->system.walls[w], ed->epoch + ed->now, &flight, *time - ed->now);
        ed->counters.predictions++;
        if (ed->now + tau < *time) {
            *time = ed->now + tau;
            partner = -1 - (int32_t)w;
        }
    }
    return partner;
}

static void
schedule(struct gravel_ed *ed, int32_t i)
{
    struct gravel_stay *stay = &ed->cells.stay[i];
    struct gravel_agent *agent = &ed->agent[i];
    double time = ed->now + crossing_time(ed, stay, ed->query.x, ed->query.v);
    int32_t partner = GRAVEL_RENEWAL;
    if (stay->walls != 0 && time > ed->now + ed->patience) {
        time = ed->now + ed->patience;
        stay->face = -1;
    }
    if (stay->contact < time) {
        time = stay->contact;
        partner = stay->partner;
    }
    if (stay->walls != 0)
        partner = meet_walls(ed, stay, partner, &time);
    agent->partner = partner;
    agent->stamp = stay->stamp;
    ed->calendar_ops->schedule(ed->calendar, i, time);
}

void
gravel_cells_predict(struct gravel_ed *ed, int32_t i)
{
    struct gravel_stay *stay = &ed->cells.stay[i];
    stay->contact = INFINITY;
    stay->partner = -1;
    ask(ed, i);
    meet(ed, i, ed->cells.row[stay->brink], 9, ALL_THREE);
    schedule(ed, i);
}

/* A recorded contact stands: the path is the same. */
void
gravel_cells_cross(struct gravel_ed *ed, int32_t i)
{
    struct gravel_cells *cells = &ed->cells;
    struct gravel_stay *stay = &cells->stay[i];
    if (stay->face < 0) {
        ask(ed, i);
        schedule(ed, i);
        return;
    }
    const int32_t face = stay->face, d = face / 2, step = 2 * (face % 2) - 1, n = cells->n[d], at = stay->at[d] + step;
    ed->counters.rebuilds++;
    leave(cells, i);
    stay->cell[d] += step;
    stay->at[d] = at < 0 ? n - 1 : at == n ? 0 : at;
    enter(cells, i);
    if (ed->system.n_walls > 0)
        note_walls(ed, i);
    ask(ed, i);
    if (d == 0)
        meet(ed, i, cells->row[stay->brink], 9, step < 0 ? LEFT : RIGHT);
    else
        meet(ed, i, cells->behind[stay->brink][face - 2], 3, ALL_THREE);
    schedule(ed, i);
}

static void
fetch(const struct gravel_ed *ed, int32_t i)
{
    __builtin_prefetch(&ed->body[i]);
    __builtin_prefetch(&ed->agent[i]);
    __builtin_prefetch(&ed->cells.stay[i]);
}

/* Each stage uses what the one before it has brought.  What is around a partner is mostly around i too. */
void
gravel_cells_foresee(struct gravel_ed *ed, int32_t i, int stage)
{
    const struct gravel_cells *cells = &ed->cells;
    const struct gravel_stay *stay = &cells->stay[i];
    if (stage == 0) {
        fetch(ed, i);
        return;
    }
    const int32_t *first = cells->first + stay->index, *row = cells->row[stay->brink];
    if (stage == 1) {
        if (ed->agent[i].partner >= 0)
            fetch(ed, ed->agent[i].partner);
        for (int k = 0; k < 9; k++)
            __builtin_prefetch(first + row[k] + 1);
    } else {
        const int32_t n = ed->search.members(first, cells->next, row, 9, ALL_THREE, ed->found);
        for (int32_t k = 0; k < n; k++)
            __builtin_prefetch(&ed->body[ed->found[k]]);
    }
}

enum gravel_status
gravel_cells_fill(struct gravel_ed *ed, struct gravel_error *error)
{
    struct gravel_cells *cells = &ed->cells;
    for (int32_t i = 0; i < ed->n; i++) {
        for (int d = 0; d < 3; d++) {
            const double k = floor(v3_component(ed->body[i].x, d) * cells->inverse[d]);
            if (!(fabs(k) < FARTHEST))
                return gravel_fail(error, GRAVEL_INPUT,
                                   "particle %d is so far from the origin that its position does not tell cells of "
                                   "%g m apart",
                                   (int)ed->trait[i].name, cells->edge[d]);
            cells->stay[i].cell[d] = k;
            cells->stay[i].at[d] = gravel_grid_wrap(k, cells->n[d]);
        }
        enter(cells, i);
        note_walls(ed, i);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_cells_check(const struct gravel_ed *ed, struct gravel_error *error)
{
    const struct gravel_cells *cells = &ed->cells;
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_stay *stay = &cells->stay[i];
        const struct vec3 x = gravel_ed_position(ed, i);
        int32_t member = first_member(cells, stay->index);
        while (member >= 0 && member != i)
            member = cells->next[member];
        bool inside = member == i;
        for (int d = 0; d < 3; d++) {
            const double place = v3_component(x, d) * cells->inverse[d] - stay->cell[d];
            inside = inside && place >= -1e-9 && place <= 1.0 + 1e-9 &&
                     gravel_grid_wrap(stay->cell[d], cells->n[d]) == stay->at[d];
        }
        if (!inside)
            return gravel_fail(error, GRAVEL_PHYSICS, "particle %d is not in its cell", (int)ed->trait[i].name);
    }
    return GRAVEL_OK;
}
