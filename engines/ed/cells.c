#include "engines/ed/cells.h"

#include "engines/ed/state.h"

#include <math.h>

enum { LEAST_CELLS = 5 }; /* an axis: members of adjacent cells then have one nearest image */
static const double FARTHEST = 0x1p40; /* cells from the origin: a position is then good to 2^-12 of a cell */

/* Rows of cells, an axis each, that a search goes through. */
struct span {
    int32_t at[3][3];
    int32_t n[3];
};

bool
gravel_cells_suit(const struct gravel_ed *ed)
{
    const int32_t *n = ed->grid.level[0].n;
    return ed->system.n_walls == 0 && !ed->has_held && ed->gravity == 0.0 && ed->query.growth == 0.0 &&
           ed->grid.n_levels == 1 && n[0] >= LEAST_CELLS && n[1] >= LEAST_CELLS && n[2] >= LEAST_CELLS;
}

static double
component(struct vec3 a, int d)
{
    return d == 0 ? a.x : d == 1 ? a.y : a.z;
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
around(const struct gravel_grid_level *level, const int32_t at[3])
{
    struct span span;
    for (int d = 0; d < 3; d++) {
        span.n[d] = 3;
        for (int32_t k = 0; k < 3; k++)
            span.at[d][k] = beside(at[d], k - 1, level->n[d]);
    }
    return span;
}

/* Contact with the members of the span, if it comes before the one that the stay records. */
static void
meet(struct gravel_ed *ed, int32_t i, const struct span *span)
{
    int32_t n = gravel_grid_gather_span(&ed->grid, span->at, span->n, ed->found);
    ed->counters.predictions += (uint64_t)n;
    for (int32_t k = n; k % GRAVEL_LIST_LANES != 0; k++)
        ed->found[k] = i; /* nobody meets itself */
    const struct gravel_meeting meeting = ed->search.meet(ed->body, ed->found, n, &ed->query);
    struct gravel_stay *stay = &ed->stay[i];
    if (ed->now + meeting.tau < stay->contact) {
        stay->contact = ed->now + meeting.tau;
        stay->partner = meeting.partner;
        stay->stamp = ed->agent[meeting.partner].count;
    }
}

/* Time until the particle, at x with velocity v, leaves its cell.  Rounding may put it behind the face that
 * it has just gone through; only the face ahead counts. */
static double
crossing_time(struct gravel_stay *stay, const struct gravel_grid_level *level, struct vec3 x, struct vec3 v)
{
    double first = INFINITY;
    for (int d = 0; d < 3; d++) {
        const double speed = component(v, d);
        if (speed == 0.0)
            continue;
        const double face = (double)(stay->cell[d] + (speed > 0.0)) * level->edge[d];
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
    struct gravel_stay *stay = &ed->stay[i];
    struct gravel_agent *agent = &ed->agent[i];
    const double crossing = ed->now + crossing_time(stay, &ed->grid.level[0], ed->query.x, ed->query.v);
    const bool meets = stay->contact < crossing;
    agent->partner = meets ? stay->partner : GRAVEL_RENEWAL;
    agent->stamp = stay->stamp;
    ed->calendar_ops->schedule(ed->calendar, i, meets ? stay->contact : crossing);
}

void
gravel_cells_predict(struct gravel_ed *ed, int32_t i)
{
    const struct span span = around(&ed->grid.level[0], ed->stay[i].at);
    ed->stay[i].contact = INFINITY;
    ed->stay[i].partner = -1;
    ask(ed, i);
    meet(ed, i, &span);
    schedule(ed, i);
}

/* A recorded contact stands: the path is the same. */
enum gravel_status
gravel_cells_cross(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    struct gravel_stay *stay = &ed->stay[i];
    const struct gravel_grid_level *level = &ed->grid.level[0];
    const int32_t d = stay->axis;
    ed->counters.rebuilds++;
    stay->cell[d] += stay->step;
    stay->at[d] = beside(stay->at[d], stay->step, level->n[d]);
    const enum gravel_status status = gravel_grid_put(&ed->grid, i, gravel_grid_cell(level, stay->at), error);
    if (status != GRAVEL_OK)
        return status;
    struct span span = around(level, stay->at);
    span.at[d][0] = beside(stay->at[d], stay->step, level->n[d]);
    span.n[d] = 1;
    ask(ed, i);
    meet(ed, i, &span);
    schedule(ed, i);
    return GRAVEL_OK;
}

enum gravel_status
gravel_cells_fill(struct gravel_ed *ed, struct gravel_error *error)
{
    const struct gravel_grid_level *level = &ed->grid.level[0];
    for (int32_t i = 0; i < ed->n; i++) {
        for (int d = 0; d < 3; d++) {
            const double k = floor(component(ed->body[i].x, d) * level->inverse[d]);
            if (!(fabs(k) < FARTHEST))
                return gravel_fail(error, GRAVEL_INPUT,
                                   "particle %d is so far from the origin that its position does not tell cells of "
                                   "%g m apart",
                                   (int)ed->trait[i].name, level->edge[d]);
            ed->stay[i].cell[d] = (int64_t)k;
            ed->stay[i].at[d] = gravel_grid_wrap(k, level->n[d]);
        }
        const enum gravel_status status =
            gravel_grid_put(&ed->grid, i, gravel_grid_cell(level, ed->stay[i].at), error);
        if (status != GRAVEL_OK)
            return status;
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_cells_check(const struct gravel_ed *ed, struct gravel_error *error)
{
    const struct gravel_grid_level *level = &ed->grid.level[0];
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_stay *stay = &ed->stay[i];
        const struct vec3 x = gravel_ed_position(ed, i);
        bool inside = ed->grid.cell[i] == gravel_grid_cell(level, stay->at);
        for (int d = 0; d < 3; d++) {
            const double place = component(x, d) * level->inverse[d] - (double)stay->cell[d];
            inside = inside && place >= -1e-9 && place <= 1.0 + 1e-9 &&
                     gravel_grid_wrap((double)stay->cell[d], level->n[d]) == stay->at[d];
        }
        if (!inside)
            return gravel_fail(error, GRAVEL_PHYSICS, "particle %d is not in its cell",
                               (int)ed->trait[i].name);
    }
    return GRAVEL_OK;
}
