#include "engines/ed/neighbour_lists.h"

#include "engines/ed/particle.h"
#include "engines/ed/shell.h"
#include "engines/ed/wall_time.h"

#include <math.h>
#include <stdlib.h>

/* Fewer particles than this are in a cache near the core, where prefetching them costs more time than it saves. */
enum { PREFETCH_LEAST = 4000 };

/* See gravel_shell_width() for the factor of four radii. */
static enum gravel_status
supports(const struct gravel_ed *ed, struct gravel_error *error)
{
    const struct gravel_box *box = &ed->system.box;
    double largest = 0.0;
    if (box->shear_rate != 0.0)
        return gravel_fail(error, GRAVEL_UNSUPPORTED,
                           "a sheared box needs the neighbour search by cells: similar spheres and five cells of 1.01 "
                           "(1 + (L_x/2 L_z)^2)^(1/2) diameters on every axis");
    for (int32_t i = 0; i < ed->n; i++)
        largest = fmax(largest, ed->body[i].radius);
    for (int d = 0; d < 3; d++) {
        const double length = v3_component(box->high, d) - v3_component(box->low, d);
        if (box->periodic[d] && 0.125 * length - 0.5 * largest < 0.01 * largest)
            return gravel_fail(error, GRAVEL_UNSUPPORTED,
                               "the periodic box is %g m long in direction %c; it must be longer than four "
                               "radii of the largest particle, %g m",
                               length, "xyz"[d], 4.08 * largest);
    }
    return GRAVEL_OK;
}

static bool
preferred(const struct gravel_ed *ed)
{
    (void)ed;
    return true;
}

static enum gravel_status
create(struct gravel_ed *ed, struct gravel_error *error)
{
    struct gravel_shells *shells = calloc(1, sizeof *shells);
    if (shells == NULL)
        return gravel_no_memory(error);
    ed->neighbours = shells;
    return gravel_shells_init(shells, ed, error);
}

static void
destroy(struct gravel_ed *ed)
{
    gravel_shells_free(ed->neighbours);
    free(ed->neighbours);
    ed->neighbours = NULL;
}

static enum gravel_status
fill(struct gravel_ed *ed, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (int32_t i = 0; i < ed->n && status == GRAVEL_OK; i++)
        if (ed->record[i].attached != GRAVEL_ABSORBED)
            status = gravel_shell_rebuild(ed, ed->neighbours, i, error);
    return status;
}

static void
prefetch_particle(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i)
{
    __builtin_prefetch(&ed->body[i]);
    __builtin_prefetch(&ed->record[i]);
    __builtin_prefetch(&ed->later[i], 1);
    __builtin_prefetch(&shells->free_near.list[i]);
    if (ed->system.n_walls > 0)
        __builtin_prefetch(&shells->wall_near.list[i]);
}

static void
prefetch_lists(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i)
{
    int32_t n;
    const int32_t *near = gravel_lists_items(&shells->free_near, i, &n);
    __builtin_prefetch(near);
    __builtin_prefetch(near + 16);
    if (ed->system.n_walls > 0)
        __builtin_prefetch(gravel_lists_items(&shells->wall_near, i, &n));
}

static void
prefetch_neighbours(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i)
{
    int32_t n;
    const int32_t *near = gravel_lists_items(&shells->free_near, i, &n);
    for (int32_t k = 0; k < n; k += GRAVEL_LIST_LANES)
        for (int32_t m = 0; m < GRAVEL_LIST_LANES; m++)
            __builtin_prefetch(&ed->body[near[k + m]]);
}

/* Each stage uses the data of the stage before it.  The neighbours of a partner are mostly prefetched for its own
 * pending event, which is this collision too or comes earlier. */
static void
prefetch(void *self, int32_t i, int stage)
{
    const struct gravel_ed *ed = self;
    const struct gravel_shells *shells = ed->neighbours;
    const int32_t partner = ed->record[i].partner;
    switch (stage) {
    case 0: prefetch_particle(ed, shells, i); break;
    case 1:
        prefetch_lists(ed, shells, i);
        if (partner >= 0)
            prefetch_particle(ed, shells, partner);
        else if (partner == GRAVEL_NEIGHBOUR_EVENT && ed->record[i].attached != GRAVEL_ABSORBED)
            gravel_grid_prefetch(&shells->grid, i);
        break;
    default:
        prefetch_neighbours(ed, shells, i);
        if (partner >= 0)
            prefetch_lists(ed, shells, partner);
        break;
    }
}

/* Replace the event (*tau, *partner) by this one if it is earlier. */
static void
take_earlier(double *tau, int32_t *partner, double other_tau, int32_t other_partner)
{
    if (other_tau < *tau) {
        *tau = other_tau;
        *partner = other_partner;
    }
}

/* Collisions of a free particle with attached ones and walls. */
static void
predict_attached_and_walls(struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i, double *tau,
                           int32_t *partner)
{
    const double t = ed->epoch + ed->now;
    const struct gravel_flight *flight =
        &(struct gravel_flight){ed->query.x, ed->query.v, ed->system.gravity, ed->query.radius};
    struct gravel_rigid_motion carrier = {.wall = NULL};
    int32_t n;
    const int32_t *near = ed->has_attached ? gravel_lists_items(&shells->attached_near, i, &n) : (n = 0, NULL);
    for (int32_t k = 0; k < n; k++) {
        const int32_t j = near[k];
        const struct gravel_wall *wall = &ed->system.walls[ed->record[j].attached];
        const double from = ed->epoch + ed->body[j].t;
        if (carrier.wall != wall || carrier.from != from)
            carrier = gravel_wall_rigid_motion(wall, from, t);
        const struct vec3 xj = gravel_rigid_position(&carrier, ed->body[j].x);
        const struct vec3 image = v3_add(flight->x, gravel_query_separation(&ed->query, flight->x, xj));
        take_earlier(tau, partner,
                     gravel_wall_time_attached(&carrier, xj, v3_sub(image, xj), flight->radius + ed->body[j].radius,
                                               flight, *tau),
                     j);
    }
    ed->counters.predictions += (uint64_t)n;
    near = gravel_lists_items(&shells->wall_near, i, &n);
    for (int32_t k = 0; k < n; k++)
        take_earlier(tau, partner, gravel_wall_time(&ed->system.walls[near[k]], t, flight, *tau), -1 - near[k]);
    ed->counters.predictions += (uint64_t)n;
}

/* Whether a free particle at x with velocity v is certain to be in its shell for the time tau, by the bounds of
 * gravel_shell_exit_time(); cheaper than the exit time itself. */
static bool
stays_in_shell(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i, struct vec3 x, struct vec3 v,
               double tau)
{
    const struct vec3 d = v3_axpy(v3_sub(x, ed->record[i].shell.centre), tau, v);
    const double width = gravel_shell_width(shells, ed->body[i].radius);
    const double radius = ed->gravity > 0.0 ? 0.75 * width : width;
    return v3_norm2(d) < radius * radius && ed->gravity * tau * tau < 0.5 * width;
}

/* Schedule the earliest event of the query's particle i: this collision with a free one, or one with an attached one or
 * a wall, or the shell exit.  Returns whether it is this collision. */
static inline bool
schedule_first(struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i, double tau, int32_t partner,
               uint32_t stamp)
{
    struct gravel_record *record = &ed->record[i];
    int32_t first = partner >= 0 ? partner : GRAVEL_NEIGHBOUR_EVENT;
    if (!stays_in_shell(ed, shells, i, ed->query.x, ed->query.v, tau))
        take_earlier(&tau, &first, gravel_shell_exit_time(ed, shells, i, ed->query.x, ed->query.v),
                     GRAVEL_NEIGHBOUR_EVENT);
    if (ed->system.n_walls > 0) {
        const double valid = fmin(record->shell.expiry - ed->now, ed->look_ahead);
        take_earlier(&tau, &first, fmax(0.0, valid), GRAVEL_NEIGHBOUR_EVENT);
        predict_attached_and_walls(ed, shells, i, &tau, &first);
    }
    record->partner = first;
    record->stamp = first == partner ? stamp : first >= 0 ? ed->count[first] : 0;
    ed->calendar_ops->schedule(ed->calendar, i, ed->now + tau);
    return first == partner;
}

static void
predict_free(struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i)
{
    struct gravel_later_collision *later = &ed->later[i];
    int32_t n;
    const int32_t *near = gravel_lists_items(&shells->free_near, i, &n);
    gravel_ed_set_query(ed, i);
    const struct gravel_next_collisions collisions = ed->kernel.predict(ed->body, near, n, &ed->query);
    const struct gravel_predicted_collision *next = collisions.item;
    ed->counters.predictions += (uint64_t)n;
    if (schedule_first(ed, shells, i, next->tau, next->partner, gravel_ed_stamp(ed, i, next->partner)))
        next++;
    later->time = ed->now + next->tau;
    later->partner = next->partner;
    later->stamp = gravel_ed_stamp(ed, i, next->partner);
}

static void
predict(struct gravel_ed *ed, int32_t i)
{
    const struct gravel_shells *shells = ed->neighbours;
    struct gravel_record *record = &ed->record[i];
    if (ed->record[i].attached == GRAVEL_FREE) {
        predict_free(ed, shells, i);
        return;
    }
    double tau = INFINITY;
    if (ed->record[i].attached >= 0)
        tau = gravel_shell_exit_time(ed, shells, i, gravel_ed_position(ed, i), v3(0, 0, 0));
    record->partner = GRAVEL_NEIGHBOUR_EVENT;
    record->stamp = 0;
    ed->calendar_ops->schedule(ed->calendar, i, ed->now + tau);
}

static void
resume(struct gravel_ed *ed, int32_t i)
{
    struct gravel_later_collision *later = &ed->later[i];
    gravel_ed_set_query(ed, i);
    if (schedule_first(ed, ed->neighbours, i, later->time - ed->now, later->partner, later->stamp))
        later->time = -INFINITY;
}

/* Rebuild the shell of an attached particle.  Its free neighbours have no prediction for its present position. */
static enum gravel_status
insert(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    struct gravel_shells *shells = ed->neighbours;
    const enum gravel_status status = gravel_shell_rebuild(ed, shells, i, error);
    if (status != GRAVEL_OK)
        return status;
    int32_t n;
    const int32_t *near = gravel_lists_items(&shells->attached_near, i, &n);
    for (int32_t k = 0; k < n; k++)
        predict(ed, near[k]);
    return GRAVEL_OK;
}

static void
remove_particle(struct gravel_ed *ed, int32_t i)
{
    gravel_shell_remove(ed, ed->neighbours, i);
}

/* Shell exit, or the end of the time for which the walls were predicted. */
static enum gravel_status
handle(struct gravel_ed *ed, int32_t i, struct gravel_error *error)
{
    struct gravel_shells *shells = ed->neighbours;
    const double moved = v3_norm(v3_sub(gravel_ed_position(ed, i), ed->record[i].shell.centre));
    enum gravel_status status = GRAVEL_OK;
    if (moved > 0.5 * gravel_shell_width(shells, ed->body[i].radius) || ed->now >= ed->record[i].shell.expiry)
        status = ed->record[i].attached >= 0 ? insert(ed, i, error) : gravel_shell_rebuild(ed, shells, i, error);
    if (status == GRAVEL_OK)
        predict(ed, i);
    return status;
}

static void
rebase(struct gravel_ed *ed, double shift)
{
    for (int32_t i = 0; i < ed->n; i++) {
        ed->record[i].shell.expiry -= shift;
        ed->later[i].time -= shift;
    }
}

static void
archive_state(struct gravel_ed *ed, struct gravel_archive *archive)
{
    gravel_shells_archive(ed->neighbours, ed->record, (size_t)ed->n, archive);
}

/* Whether j, near i, is in the list of i. */
static bool
is_listed(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i, int32_t j)
{
    const bool both_free = ed->record[i].attached < 0 && ed->record[j].attached < 0;
    int32_t n;
    const int32_t *near = gravel_lists_items(both_free ? &shells->free_near : &shells->attached_near, i, &n);
    for (int32_t k = 0; k < n; k++)
        if (near[k] == j)
            return true;
    return false;
}

static enum gravel_status
self_check(const struct gravel_ed *ed, struct gravel_error *error)
{
    const struct gravel_shells *shells = ed->neighbours;
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_shell *shell = &ed->record[i].shell;
        if (ed->record[i].attached == GRAVEL_ABSORBED)
            continue;
        if (v3_norm(v3_sub(gravel_ed_position(ed, i), shell->centre)) >
            (1.0 + 1e-9) * gravel_shell_width(shells, ed->body[i].radius))
            return gravel_fail(error, GRAVEL_PHYSICS, "particle %d has left its shell", (int)ed->record[i].input_index);
        for (int32_t j = 0; j < i; j++) {
            if (ed->record[j].attached == GRAVEL_ABSORBED ||
                (ed->record[i].attached >= 0 && ed->record[j].attached >= 0))
                continue;
            const double far =
                v3_norm(gravel_box_separation(&ed->system.box, shell->centre, ed->record[j].shell.centre));
            if (far < (shell->radius + ed->record[j].shell.radius) * (1.0 - 1e-12) && !is_listed(ed, shells, i, j))
                return gravel_fail(error, GRAVEL_PHYSICS, "particles %d and %d are near but not listed",
                                   (int)ed->record[i].input_index, (int)ed->record[j].input_index);
        }
    }
    return GRAVEL_OK;
}

const struct gravel_neighbour_ops gravel_neighbour_lists = {
    .name = "lists",
    .method = "neighbour lists, rebuilt when a particle leaves its shell",
    .reference = "Donev, Torquato and Stillinger 2005, J. Comput. Phys. 202, 737",
    .supports = supports,
    .preferred = preferred,
    .create = create,
    .destroy = destroy,
    .fill = fill,
    .predict = predict,
    .resume = resume,
    .handle = handle,
    .remove = remove_particle,
    .insert = insert,
    .rebase = rebase,
    .archive = archive_state,
    .prefetch = prefetch,
    .prefetch_least = PREFETCH_LEAST,
    .self_check = self_check,
};
