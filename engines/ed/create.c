#include "engines/ed/create.h"

#include "engines/core/material_check.h"
#include "engines/ed/grid.h"
#include "engines/ed/grow.h"
#include "engines/ed/kick.h"
#include "engines/ed/memory.h"
#include "engines/ed/neighbour_lists.h"
#include "engines/ed/neighbour_registry.h"
#include "engines/ed/particle.h"
#include "engines/ed/predict.h"
#include "engines/ed/shear.h"
#include "engines/ed/spacing.h"
#include "engines/ed/table.h"
#include "engines/ed/team.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double OVERLAP_ALLOWED = 1e-9; /* of the radius, at the start */

void
gravel_ed_destroy(void *engine)
{
    struct gravel_ed *ed = engine;
    if (ed == NULL)
        return;
    if (ed->calendar != NULL)
        ed->calendar_ops->destroy(ed->calendar);
    gravel_team_destroy(ed);
    if (ed->neighbours != NULL)
        ed->neighbour_ops->destroy(ed);
    gravel_system_free(&ed->system);
    gravel_system_free(&ed->described);
    free(ed->body);
    free(ed->record);
    free(ed->later);
    free(ed->count);
    free(ed->rotation);
    free(ed->last_contact);
    gravel_kicks_free(&ed->kicks);
    free(ed);
}

/* A particle and its position on a space-filling curve. */
struct place {
    uint64_t key;
    int32_t input_index;
};

static int
compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->input_index > y->input_index) - (x->input_index < y->input_index);
}

/* Copy the particles in an order in which particles that are near in space are near in memory. */
static enum gravel_status
load_particles(struct gravel_ed *ed, struct gravel_error *error)
{
    struct place *place = malloc(((size_t)ed->n + 1) * sizeof *place);
    if (place == NULL)
        return gravel_no_memory(error);
    const double unit = 4.0 * gravel_mean_radius(&ed->system);
    for (int32_t i = 0; i < ed->n; i++)
        place[i] = (struct place){gravel_grid_order(ed->system.particles[i].x, unit), i};
    qsort(place, (size_t)ed->n, sizeof *place, compare_places);
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_particle *p = &ed->system.particles[place[i].input_index];
        const bool free_one = p->attached == GRAVEL_FREE;
        ed->body[i] = (struct gravel_body){p->x, 0.0, free_one ? p->v : v3(0, 0, 0), p->radius};
        ed->later[i] = (struct gravel_later_collision){-INFINITY, -1, 0};
        ed->record[i] = (struct gravel_record){
            .mass = p->mass,
            .input_index = place[i].input_index,
            .attached = (int16_t)p->attached,
            .species = (int16_t)p->species,
        };
        if (ed->rotation != NULL)
            ed->rotation[i] = (struct gravel_rotation){p->inertia, free_one ? p->omega : v3(0, 0, 0)};
        if (ed->last_contact != NULL)
            ed->last_contact[i] = -INFINITY;
    }
    free(place);
    return GRAVEL_OK;
}

/* Contacts of every two species; their restitution once for all collisions where it is the same for all. */
static void
set_contacts(struct gravel_ed *ed)
{
    const int32_t n = ed->system.contacts != NULL ? (int32_t)ed->system.n_species : GRAVEL_SPECIES_MAX;
    for (int32_t a = 0; a < n; a++)
        for (int32_t b = 0; b < n; b++) {
            const struct gravel_material *m = gravel_system_contact(&ed->system, a, b).material;
            const bool constant =
                m->restitution_law == GRAVEL_CONSTANT_RESTITUTION && m->statement == GRAVEL_BY_RESTITUTION_AND_TIME;
            ed->contacts[a][b] = (struct gravel_ed_contact){
                .restitution = constant ? gravel_material_restitution(m, NULL, 1.0, 1.0, 1.0) : NAN,
                .tangential_restitution = m->tangential_restitution,
                .friction = m->friction};
        }
}

/* Set the constant part of the query, the kernel, and the look-ahead for oscillating and rotating walls. */
static void
set_query(struct gravel_ed *ed)
{
    const struct gravel_box *box = &ed->system.box;
    const struct vec3 l = v3_sub(box->high, box->low);
    ed->query.size = 1.0;
    ed->query.half_gravity = v3_scale(0.5, ed->system.gravity);
    ed->gravity = v3_norm(ed->system.gravity);
    ed->query.length = v3(box->periodic[0] ? l.x : 0.0, box->periodic[1] ? l.y : 0.0, box->periodic[2] ? l.z : 0.0);
    ed->query.inverse_length =
        v3(box->periodic[0] ? 1.0 / l.x : 0.0, box->periodic[1] ? 1.0 / l.y : 0.0, box->periodic[2] ? 1.0 / l.z : 0.0);
    ed->kernel = gravel_predict_kernel_best(v3_norm2(ed->system.gravity) > 0.0, v3_norm2(ed->query.length) > 0.0);
    ed->look_ahead = INFINITY;
    for (size_t w = 0; w < ed->system.n_walls; w++) {
        const struct gravel_motion *m = &ed->system.walls[w].motion;
        const double rate = fmax(m->amplitude != 0.0 ? fabs(m->angular_frequency) : 0.0, fabs(m->spin));
        if (rate > 0.0)
            ed->look_ahead = fmin(ed->look_ahead, 100.0 / rate); /* about sixteen periods */
    }
}

/* Whether particles are attached, now or later. */
static bool
may_attach(const struct gravel_system *system)
{
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].touch == GRAVEL_STICK)
            return true;
    for (size_t i = 0; i < system->n_particles; i++)
        if (system->particles[i].attached >= 0)
            return true;
    return false;
}

/* Whether spins and moments of inertia must be kept: particles may spin, or have another inertia than spheres, which a
 * snapshot gives back. */
static bool
has_rotation(const struct gravel_system *system)
{
    bool any = system->material.rotation;
    for (size_t i = 0; i < system->n_particles && !any; i++) {
        const struct gravel_particle *p = &system->particles[i];
        any = v3_norm2(p->omega) > 0.0 || p->inertia != gravel_inertia(system->dimension, p->mass, p->radius);
    }
    return any;
}

static enum gravel_status
allocate(struct gravel_ed *ed, struct gravel_error *error)
{
    const size_t n = (size_t)ed->n;
    ed->has_attached = may_attach(&ed->system);
    ed->body = gravel_ed_memory(n, sizeof *ed->body);
    ed->record = gravel_ed_memory(n, sizeof *ed->record);
    ed->later = gravel_ed_memory(n, sizeof *ed->later);
    ed->count = calloc(n, sizeof *ed->count);
    const bool rotates = has_rotation(&ed->system), by_time = ed->contact_time > 0.0;
    if (rotates)
        ed->rotation = gravel_ed_memory(n, sizeof *ed->rotation);
    if (by_time)
        ed->last_contact = gravel_ed_memory(n, sizeof *ed->last_contact);
    if (ed->body == NULL || ed->record == NULL || ed->later == NULL || ed->count == NULL ||
        (rotates && ed->rotation == NULL) || (by_time && ed->last_contact == NULL))
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

static bool
asks_for_threads(const struct gravel_options *options)
{
    return gravel_options_has(options, "threads") && gravel_options_int(options, "threads") > 1;
}

/* Options of cells and of the fast calendar have no effect beside other ones. */
static enum gravel_status
check_parts(const struct gravel_options *options, struct gravel_error *error)
{
    const bool shares = asks_for_threads(options);
    const bool by_lists = strcmp(gravel_options_text(options, "neighbours"), "lists") == 0;
    if (by_lists && (shares || gravel_options_has(options, "cell_edge")))
        return gravel_fail_at(error, GRAVEL_INPUT, shares ? "engines.ed.threads" : "engines.ed.cell_edge",
                              "found with neighbours: lists, allowed: with auto or cells");
    if (shares && strcmp(gravel_options_text(options, "calendar"), "oracle") == 0)
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.ed.threads",
                              "found with calendar: oracle, allowed: with calendar: fast");
    return GRAVEL_OK;
}

/* Note stated options that have no effect on this system: whether they have one depends on the neighbour search that
 * `auto` chose and on the number of cells, which follow from the positions at the start.  They change the speed alone,
 * and in a sweep over the density they may have an effect at some points only, so that they are not refused. */
static void
tell_unused(struct gravel_ed *ed, const struct gravel_options *options)
{
    const bool lists = ed->neighbour_ops == &gravel_neighbour_lists, edge = lists && ed->cell_edge > 0.0,
               threads = ed->team == NULL && asks_for_threads(options);
    const char *why = lists ? "neighbours: auto takes lists, as the start is dense or does not suit cells; allowed: "
                              "without it, or with neighbours: cells where they suit"
                      : ed->query.shear_rate != 0.0 ? "threads do not share the events of a sheared box; allowed: 1"
                                                    : "there are too few cells for two threads; allowed: 1";
    if (edge || threads)
        snprintf(ed->unused, sizeof ed->unused, GRAVEL_WITHOUT_EFFECT "%s%s%s, since %s",
                 edge ? "engines.ed.cell_edge" : "", edge && threads ? " and " : "",
                 threads ? "engines.ed.threads" : "", why);
}

/* Create the neighbour search and the calendar. */
static enum gravel_status
create_parts(struct gravel_ed *ed, const struct gravel_options *options, struct gravel_error *error)
{
    ed->calendar_ops = strcmp(gravel_options_text(options, "calendar"), "oracle") == 0 ? &gravel_calendar_oracle
                                                                                       : &gravel_calendar_fast;
    enum gravel_status status =
        gravel_neighbour_search_choose(ed, gravel_options_text(options, "neighbours"), &ed->neighbour_ops, error);
    if (status == GRAVEL_OK)
        status = ed->neighbour_ops->create(ed, error);
    if (status == GRAVEL_OK && gravel_options_has(options, "threads") && ed->calendar_ops == &gravel_calendar_fast)
        status = gravel_team_create(ed, (int)gravel_options_int(options, "threads"), error);
    tell_unused(ed, options);
    if (status != GRAVEL_OK || ed->team != NULL)
        return status;
    const struct gravel_prefetcher prefetcher = {ed, ed->neighbour_ops->prefetch};
    return ed->calendar_ops->create(&ed->calendar, (size_t)ed->n,
                                    ed->n >= ed->neighbour_ops->prefetch_least ? &prefetcher : NULL, error);
}

/* Find the neighbours and first events of all particles. */
static enum gravel_status
start(struct gravel_ed *ed, struct gravel_error *error)
{
    const enum gravel_status status = ed->neighbour_ops->fill(ed, error);
    for (int32_t i = 0; i < ed->n && status == GRAVEL_OK; i++)
        gravel_ed_predict(ed, i);
    return status;
}

/* A body that bounces with e = 0 under gravity comes to rest at once, on a wall or on others, and collides for ever. */
static enum gravel_status
check_rest(const struct gravel_system *system, struct gravel_contact c, const char *section, bool bounces,
           struct gravel_error *error)
{
    static const char text[] =
        "found 0 under gravity, where bodies come to rest and hard spheres of ed cannot, with tc "
        "neither, allowed above 0 with engines.ed.tc, or engine md, or in one dimension ed-column";
    char path[GRAVEL_SECTION_MAX + 16];
    const bool own = c.wall == NULL || (bounces && gravel_wall_states_restitution(c.wall));
    const double e = c.wall != NULL ? c.wall->restitution : c.material->restitution;
    if (system->n_walls == 0 || v3_norm2(system->gravity) == 0.0 || !own || e != 0.0)
        return GRAVEL_OK;
    snprintf(path, sizeof path, "%s.restitution", section);
    return gravel_fail_at(error, GRAVEL_INPUT, path, "%s", text);
}

static enum gravel_status
check_shear(const struct gravel_options *options, struct gravel_error *error)
{
    if (strcmp(gravel_options_text(options, "neighbours"), "lists") == 0)
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.ed.neighbours",
                              "found lists in a sheared box, allowed: cells or auto");
    if (gravel_options_real(options, "growth") > 0.0)
        return gravel_fail_at(error, GRAVEL_INPUT, "engines.ed.growth", "found above 0 in a sheared box, allowed: 0");
    return GRAVEL_OK;
}

enum gravel_status
gravel_ed_check_system(const struct gravel_system *system, const struct gravel_options *options,
                       struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < gravel_system_n_contacts(system) && status == GRAVEL_OK; k++) {
        char section[GRAVEL_SECTION_MAX];
        int32_t species, partner;
        const struct gravel_contact c = gravel_system_contact_at(system, k, &species, &partner);
        gravel_system_contact_section(system, species, partner, section);
        const bool bounces = partner >= 0 || system->walls[-1 - partner].touch == GRAVEL_BOUNCE;
        status = gravel_material_check_hard(c.material, c.wall, section, "ed", error);
        if (status == GRAVEL_OK)
            status = check_rest(system, c, section, bounces, error);
    }
    if (status == GRAVEL_OK && gravel_box_is_sheared(&system->box))
        status = check_shear(options, error);
    if (status == GRAVEL_OK)
        status = check_parts(options, error);
    if (status == GRAVEL_OK && system->particles != NULL)
        status = gravel_system_check_rotations(system, false, error);
    return status;
}

enum gravel_status
gravel_ed_create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
                 const struct gravel_sink *sink, struct gravel_error *error)
{
    const double growth = gravel_options_real(options, "growth");
    enum gravel_status status = gravel_ed_check_system(system, options, error);
    /* Particles that grow begin as points, which do not overlap. */
    if (status == GRAVEL_OK)
        status = gravel_system_check(system, growth > 0.0 ? INFINITY : OVERLAP_ALLOWED, error);
    if (status != GRAVEL_OK)
        return status;
    if (system->n_particles == 0 || system->n_particles > 500000000)
        return gravel_fail(error, GRAVEL_INPUT, "engine ed needs between 1 and 5e8 particles, not %zu",
                           system->n_particles);
    if (system->n_walls > INT16_MAX)
        return gravel_fail(error, GRAVEL_INPUT, "engine ed needs at most %d walls, not %zu", INT16_MAX,
                           system->n_walls);
    struct gravel_ed *ed = calloc(1, sizeof *ed);
    if (ed == NULL)
        return gravel_no_memory(error);
    ed->n = (int32_t)system->n_particles;
    ed->contact_time = gravel_options_real(options, "tc");
    ed->cell_edge = gravel_options_has(options, "cell_edge") ? gravel_options_real(options, "cell_edge") : 0.0;
    if (sink != NULL)
        ed->sink = *sink;
    status = gravel_system_copy(&ed->system, system, error);
    if (status == GRAVEL_OK)
        status = allocate(ed, error);
    if (status == GRAVEL_OK)
        status = gravel_ed_table_start(ed, error);
    if (status == GRAVEL_OK)
        status = load_particles(ed, error);
    if (status == GRAVEL_OK)
        status = gravel_kicks_create(&ed->kicks, system, error);
    if (status == GRAVEL_OK) {
        set_contacts(ed);
        set_query(ed);
        if (growth > 0.0)
            status = gravel_ed_grow(ed, growth, error);
        ed->tilt_end = INFINITY;
        if (gravel_box_is_sheared(&ed->system.box))
            gravel_ed_shear(ed);
    }
    if (status == GRAVEL_OK)
        status = create_parts(ed, options, error);
    if (status == GRAVEL_OK) {
        free(ed->system.particles); /* the engine has its own copy */
        ed->system.particles = NULL;
        ed->system.n_particles = 0;
        status = start(ed, error);
    }
    if (status != GRAVEL_OK) {
        gravel_ed_destroy(ed);
        return status;
    }
    *engine = ed;
    return GRAVEL_OK;
}
