#include "engines/ed/cells.h"

#include "engines/ed/memory.h"
#include "engines/ed/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_CELLS = 5 }; /* an axis: members of adjacent cells then have one nearest image */

static const double FARTHEST = 0x1p40; /* cells from the origin: a position is then good to 2^-12 of a cell */
static const double CELLS_A_PARTICLE = 8.0; /* at most: 32 bytes */

/* Rows of cells, an axis each, that a search goes through. */
struct span {
    int32_t at[3][3];
    int32_t n[3];
};

static double
component(struct vec3 a, int d)
{
    return d == 0 ? a.x : d == 1 ? a.y : a.z;
}

/* The period of axis d, or as far as the particles reach on an open axis. */
static double
extent_of(const struct gravel_ed *ed, int d)
{
    double low = INFINITY, high = -INFINITY;
    if (component(ed->query.length, d) > 0.0)
        return component(ed->query.length, d);
    for (int32_t i = 0; i < ed->n; i++) {
        low = fmin(low, component(ed->body[i].x, d));
        high = fmax(high, component(ed->body[i].x, d));
    }
    return high - low;
}

enum gravel_status
gravel_cells_init(struct gravel_ed *ed, double edge, struct gravel_error *error)
{
    struct gravel_cells *cells = &ed->cells;
    size_t n_cells = 1;
    if (ed->system.n_walls > 0 || ed->has_held || ed->gravity > 0.0 || ed->query.growth > 0.0)
        return GRAVEL_OK;
    double extent[3], volume = 1.0;
    for (int d = 0; d < 3; d++) {
        extent[d] = extent_of(ed, d);
        volume *= extent[d];
    }
    edge = fmax(edge, cbrt(volume / fmin(CELLS_A_PARTICLE * ed->n, INT32_MAX)));
    for (int d = 0; d < 3; d++) {
        const double n = floor(extent[d] / edge);
        if (!(n >= LEAST_CELLS))
            return GRAVEL_OK;
        cells->n[d] = (int32_t)n;
        cells->edge[d] = extent[d] / n;
        cells->inverse[d] = 1.0 / cells->edge[d];
        n_cells *= (size_t)cells->n[d];
    }
    cells->stay = gravel_ed_memory((size_t)ed->n, sizeof *cells->stay);
    cells->first = gravel_ed_memory(n_cells, sizeof *cells->first);
    cells->next = gravel_ed_memory((size_t)ed->n, sizeof *cells->next);
    if (cells->stay == NULL || cells->first == NULL || cells->next == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for %zu cells", n_cells);
    memset(cells->first, 0xff, n_cells * sizeof *cells->first); /* all -1 */
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

/* Index of the first cell of the row with coordinates y and z. */
static int32_t
row(const struct gravel_cells *cells, int32_t y, int32_t z)
{
    return (z * cells->n[1] + y) * cells->n[0];
}

static int32_t *
first_of(const struct gravel_cells *cells, const struct gravel_stay *stay)
{
    return &cells->first[row(cells, stay->at[1], stay->at[2]) + stay->at[0]];
}

static void
enter(struct gravel_cells *cells, int32_t i)
{
    int32_t *first = first_of(cells, &cells->stay[i]);
    cells->next[i] = *first;
    *first = i;
}

static void
leave(struct gravel_cells *cells, int32_t i)
{
    int32_t *link = first_of(cells, &cells->stay[i]);
    while (*link != i)
        link = &cells->next[*link];
    *link = cells->next[i];
}

/* The neighbour of coordinate k to either side. */
static int32_t
beside(int32_t k, int32_t step, int32_t n)
{
    k += step;
    return k < 0 ? k + n : k >= n ? k - n : k;
}

/* The three cells around `at` on every axis. */
static struct span
around(const struct gravel_cells *cells, const int32_t at[3])
{
    struct span span;
    for (int d = 0; d < 3; d++) {
        span.n[d] = 3;
        for (int32_t k = 0; k < 3; k++)
            span.at[d][k] = beside(at[d], k - 1, cells->n[d]);
    }
    return span;
}

/* All members of the span's cells into found[], which has room for one more; returns how many.  Most cells are
 * empty or have one member: no branch depends on that. */
static int32_t
gather(const struct gravel_cells *cells, const struct span *span, int32_t *found)
{
    int32_t n = 0;
    for (int32_t z = 0; z < span->n[2]; z++)
        for (int32_t y = 0; y < span->n[1]; y++) {
            const int32_t *first = cells->first + row(cells, span->at[1][y], span->at[2][z]);
            for (int32_t x = 0; x < span->n[0]; x++) {
                found[n] = first[span->at[0][x]];
                n += found[n] >= 0;
            }
        }
    for (int32_t k = 0; k < n; k++) {
        found[n] = cells->next[found[k]];
        n += found[n] >= 0;
    }
    return n;
}

/* Contact with the members of the span, if it comes before the one that the stay records. */
static void
meet(struct gravel_ed *ed, int32_t i, const struct span *span)
{
    int32_t n = gather(&ed->cells, span, ed->found);
    ed->counters.predictions += (uint64_t)n;
    for (int32_t k = n; k % GRAVEL_LIST_LANES != 0; k++)
        ed->found[k] = i; /* nobody meets itself */
    const struct gravel_meeting meeting = ed->search.meet(ed->body, ed->found, n, &ed->query);
    struct gravel_stay *stay = &ed->cells.stay[i];
    if (ed->now + meeting.tau < stay->contact) {
        stay->contact = ed->now + meeting.tau;
        stay->partner = meeting.partner;
        stay->stamp = ed->count[meeting.partner];
    }
}

/* Time until the particle, at x with velocity v, leaves its cell.  Rounding may put it behind the face that
 * it has just gone through; only the face ahead counts. */
static double
crossing_time(const struct gravel_cells *cells, struct gravel_stay *stay, struct vec3 x, struct vec3 v)
{
    double first = INFINITY;
    for (int d = 0; d < 3; d++) {
        const double speed = component(v, d);
        if (speed == 0.0)
            continue;
        const double face = (stay->cell[d] + (speed > 0.0)) * cells->edge[d];
        const double tau = (face - component(x, d)) / speed;
        if (tau < first) {
            first = tau;
            stay->axis = d;
            stay->step = speed > 0.0 ? 1 : -1;
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
    ed->query.v = body->v;
    ed->query.radius = body->radius;
    ed->query.now = ed->now;
}

static void
schedule(struct gravel_ed *ed, int32_t i)
{
    struct gravel_stay *stay = &ed->cells.stay[i];
    struct gravel_agent *agent = &ed->agent[i];
    const double crossing = ed->now + crossing_time(&ed->cells, stay, ed->query.x, ed->query.v);
    const bool meets = stay->contact < crossing;
    agent->partner = meets ? stay->partner : GRAVEL_RENEWAL;
    agent->stamp = stay->stamp;
    ed->calendar_ops->schedule(ed->calendar, i, meets ? stay->contact : crossing);
}

void
gravel_cells_predict(struct gravel_ed *ed, int32_t i)
{
    struct gravel_stay *stay = &ed->cells.stay[i];
    const struct span span = around(&ed->cells, stay->at);
    stay->contact = INFINITY;
    stay->partner = -1;
    ask(ed, i);
    meet(ed, i, &span);
    schedule(ed, i);
}

/* A recorded contact stands: the path is the same. */
void
gravel_cells_cross(struct gravel_ed *ed, int32_t i)
{
    struct gravel_cells *cells = &ed->cells;
    struct gravel_stay *stay = &cells->stay[i];
    const int32_t d = stay->axis;
    ed->counters.rebuilds++;
    leave(cells, i);
    stay->cell[d] += stay->step;
    stay->at[d] = beside(stay->at[d], stay->step, cells->n[d]);
    enter(cells, i);
    struct span span = around(cells, stay->at);
    span.at[d][0] = beside(stay->at[d], stay->step, cells->n[d]);
    span.n[d] = 1;
    ask(ed, i);
    meet(ed, i, &span);
    schedule(ed, i);
}

static void
fetch(const struct gravel_ed *ed, int32_t i)
{
    __builtin_prefetch(&ed->body[i]);
    __builtin_prefetch(&ed->agent[i]);
    __builtin_prefetch(&ed->cells.stay[i]);
}

/* Each stage uses what the one before it has brought. */
void
gravel_cells_foresee(const struct gravel_ed *ed, int32_t i, int stage)
{
    const struct gravel_cells *cells = &ed->cells;
    const int32_t partner = ed->agent[i].partner;
    if (stage == 0) {
        fetch(ed, i);
        return;
    }
    const struct span span = around(cells, cells->stay[i].at);
    if (stage == 1 && partner >= 0)
        fetch(ed, partner);
    for (int z = 0; z < 3; z++)
        for (int y = 0; y < 3; y++) {
            const int32_t *first = cells->first + row(cells, span.at[1][y], span.at[2][z]);
            if (stage == 1)
                __builtin_prefetch(&first[span.at[0][1]]);
            else if (stage == 2)
                for (int x = 0; x < 3; x++)
                    __builtin_prefetch(&ed->body[first[span.at[0][x]]]);
        }
}

enum gravel_status
gravel_cells_fill(struct gravel_ed *ed, struct gravel_error *error)
{
    struct gravel_cells *cells = &ed->cells;
    for (int32_t i = 0; i < ed->n; i++) {
        for (int d = 0; d < 3; d++) {
            const double k = floor(component(ed->body[i].x, d) * cells->inverse[d]);
            if (!(fabs(k) < FARTHEST))
                return gravel_fail(error, GRAVEL_INPUT,
                                   "particle %d is so far from the origin that its position does not tell cells of "
                                   "%g m apart",
                                   (int)ed->trait[i].name, cells->edge[d]);
            cells->stay[i].cell[d] = k;
            cells->stay[i].at[d] = gravel_grid_wrap(k, cells->n[d]);
        }
        enter(cells, i);
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
        int32_t member = *first_of(cells, stay);
        while (member >= 0 && member != i)
            member = cells->next[member];
        bool inside = member == i;
        for (int d = 0; d < 3; d++) {
            const double place = component(x, d) * cells->inverse[d] - stay->cell[d];
            inside = inside && place >= -1e-9 && place <= 1.0 + 1e-9 &&
                     gravel_grid_wrap(stay->cell[d], cells->n[d]) == stay->at[d];
        }
        if (!inside)
            return gravel_fail(error, GRAVEL_PHYSICS, "particle %d is not in its cell",
                               (int)ed->trait[i].name);
    }
    return GRAVEL_OK;
}
