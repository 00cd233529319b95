/* Event-driven hard spheres: the engine's operations.
 *
 * Prediction:      predict_kernel.h (free pairs), wall_time.h (walls, attached particles), grow.h (growing particles)
 * Collision rule:  collision.h, applied to the engine's particles by impact.h
 * Calendar:        calendar.h
 * Loop:            loop.h
 * Neighbours:      neighbour_search.h; its methods neighbour_lists.h (shell.h, lists.h, grid.h) and neighbour_cells.h
 *                  (cells.h)
 * State:           state.h, body.h
 * The column in one dimension is an engine of its own: column.c. */
#include "engines/core/material_check.h"
#include "engines/ed/archive.h"
#include "engines/ed/check.h"
#include "engines/ed/grid.h"
#include "engines/ed/grow.h"
#include "engines/ed/kick.h"
#include "engines/ed/loop.h"
#include "engines/ed/memory.h"
#include "engines/ed/neighbour_registry.h"
#include "engines/ed/predict.h"
#include "engines/ed/shear.h"
#include "engines/ed/spacing.h"
#include "engines/ed/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct gravel_key keys[] = {
    {.name = "tc",
     .type = GRAVEL_TYPE_REAL,
     .unit = "s",
     .min = 0.0,
     .max = INFINITY,
     .fallback = "0",
     .help = "contact time of the TC model: contacts within this time of a particle's last one lose no "
             "energy; 0: off"},
    {.name = "calendar",
     .type = GRAVEL_TYPE_CHOICE,
     .fallback = "fast",
     .choices = "fast|oracle",
     .help = "event queue; oracle is a plain scan, for checking the fast one"},
    {.name = "neighbours",
     .type = GRAVEL_TYPE_CHOICE,
     .fallback = "auto",
     .choices = "auto|lists|cells",
     .help = "how neighbours are found; auto takes cells for gases of similar spheres that are not dense, "
             "and lists otherwise"},
    {.name = "growth",
     .type = GRAVEL_TYPE_REAL,
     .unit = "1/s",
     .min = 0.0,
     .max = INFINITY,
     .fallback = "0",
     .help = "the particles of a gas begin as points and reach their size in the time 1/growth (Lubachevsky and "
             "Stillinger 1990); 0: they have it from the start"},
    {.name = NULL},
};

static const double OVERLAP_ALLOWED = 1e-9; /* of the radius, at the start */

static void
destroy(void *engine)
{
    struct gravel_ed *ed = engine;
    if (ed == NULL)
        return;
    if (ed->calendar != NULL)
        ed->calendar_ops->destroy(ed->calendar);
    if (ed->neighbours != NULL)
        ed->neighbour_ops->destroy(ed);
    gravel_system_free(&ed->system);
    gravel_system_free(&ed->described);
    free(ed->body);
    free(ed->properties);
    free(ed->pending);
    free(ed->count);
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
        ed->pending[i] = (struct gravel_pending_event){
            .attached = p->attached,
            .species = p->species,
            .inverse_mass = free_one ? 1.0 / p->mass : 0.0,
            .last_contact = -INFINITY,
        };
        ed->properties[i] = (struct gravel_properties){
            .mass = p->mass,
            .inertia = p->inertia,
            .omega = free_one ? p->omega : v3(0, 0, 0),
            .input_index = place[i].input_index,
        };
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

static enum gravel_status
allocate(struct gravel_ed *ed, struct gravel_error *error)
{
    const size_t n = (size_t)ed->n;
    ed->has_attached = may_attach(&ed->system);
    ed->body = gravel_ed_memory(n, sizeof *ed->body);
    ed->properties = gravel_ed_memory(n, sizeof *ed->properties);
    ed->pending = gravel_ed_memory(n, sizeof *ed->pending);
    ed->count = calloc(n, sizeof *ed->count);
    if (ed->body == NULL || ed->properties == NULL || ed->pending == NULL || ed->count == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
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
    if (status != GRAVEL_OK)
        return status;
    const struct gravel_prefetcher prefetcher = {ed, ed->neighbour_ops->prefetch};
    return ed->calendar_ops->create(&ed->calendar, (size_t)ed->n, &prefetcher, error);
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

/* The operation `check`. */
static enum gravel_status
check_system(const struct gravel_system *system, const struct gravel_options *options, struct gravel_error *error)
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
    return status;
}

extern const struct gravel_engine_ops gravel_ed;

static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    char names[512];
    const unsigned lacking = gravel_system_needs(system) & ~gravel_ed.capabilities;
    if (lacking != 0) {
        gravel_capability_names(lacking, names, sizeof names);
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "engine ed does not support: %s", names);
    }
    const double growth = gravel_options_real(options, "growth");
    enum gravel_status status = check_system(system, options, error);
    /* Particles that grow begin as points, which do not overlap. */
    if (status == GRAVEL_OK)
        status = gravel_system_check(system, growth > 0.0 ? INFINITY : OVERLAP_ALLOWED, error);
    if (status != GRAVEL_OK)
        return status;
    if (system->n_particles == 0 || system->n_particles > 500000000)
        return gravel_fail(error, GRAVEL_INPUT, "engine ed needs between 1 and 5e8 particles, not %zu",
                           system->n_particles);
    struct gravel_ed *ed = calloc(1, sizeof *ed);
    if (ed == NULL)
        return gravel_no_memory(error);
    ed->n = (int32_t)system->n_particles;
    ed->contact_time = gravel_options_real(options, "tc");
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
        destroy(ed);
        return status;
    }
    *engine = ed;
    return GRAVEL_OK;
}

/* To the time t_end, with the kicks, the turns of the tilt and the knots of tables on the way. */
static enum gravel_status
run_driven(struct gravel_ed *ed, double t_end, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (;;) {
        const double stop = fmin(ed->kicks.next, fmin(ed->tilt_end, ed->knot));
        if (status != GRAVEL_OK || stop > t_end)
            return status == GRAVEL_OK ? gravel_ed_run(ed, t_end, error) : status;
        status = gravel_ed_run(ed, stop, error);
        if (status == GRAVEL_OK && stop == ed->tilt_end)
            status = gravel_ed_shear_turn(ed, error);
        else if (status == GRAVEL_OK && stop == ed->knot)
            status = gravel_ed_table_turn(ed, error);
        else if (status == GRAVEL_OK)
            status = gravel_ed_kick(ed, error);
    }
}

static enum gravel_status
advance(void *engine, double t_end, struct gravel_error *error)
{
    struct gravel_ed *ed = engine;
    if (!(t_end - ed->epoch >= ed->now))
        return gravel_fail(error, GRAVEL_INPUT, "cannot go back from t = %.9g s to %.9g s", ed->epoch + ed->now, t_end);
    const double grown_at = gravel_ed_grown_at(ed);
    if (t_end >= grown_at) {
        const enum gravel_status status = run_driven(ed, grown_at, error);
        if (status != GRAVEL_OK)
            return status;
        gravel_ed_stop_growing(ed);
    }
    return run_driven(ed, t_end, error);
}

/* State of particle i at the present. */
static struct gravel_particle
state_of(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_properties *properties = &ed->properties[i];
    struct gravel_particle p = {
        .x = ed->body[i].x,
        .v = ed->body[i].v,
        .omega = properties->omega,
        .radius = gravel_ed_size(ed) * ed->body[i].radius,
        .mass = properties->mass,
        .inertia = properties->inertia,
        .species = ed->pending[i].species,
        .attached = ed->pending[i].attached,
    };
    if (ed->pending[i].attached == GRAVEL_FREE) {
        p.x = gravel_body_position(&ed->body[i], ed->query.half_gravity, ed->now);
        p.v = gravel_body_velocity(&ed->body[i], ed->query.half_gravity, ed->now);
        if (gravel_box_is_sheared(&ed->system.box))
            gravel_shear_wrap(&ed->system.box, ed->epoch + ed->now, &p.x, &p.v);
    } else if (ed->pending[i].attached >= 0) {
        gravel_wall_carry(&ed->system.walls[ed->pending[i].attached], ed->epoch + ed->body[i].t, ed->body[i].x,
                          ed->epoch + ed->now, &p.x, &p.v, &p.omega);
    }
    return p;
}

static void
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct gravel_ed *ed = engine;
    for (int32_t i = 0; i < ed->n; i++)
        particles[ed->properties[i].input_index] = state_of(ed, i);
}

static void
energy(const void *engine, struct gravel_energy *energy)
{
    const struct gravel_ed *ed = engine;
    *energy = (struct gravel_energy){.work = ed->work, .dissipated = ed->dissipated};
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_particle p = state_of(ed, i);
        energy->kinetic += gravel_kinetic_energy(&p, 1);
        if (gravel_box_is_sheared(&ed->system.box)) /* a particle that comes back gets the velocity of its image */
            energy->work += 0.5 * p.mass * (v3_norm2(p.v) - v3_norm2(ed->body[i].v));
        energy->rotational += gravel_rotational_energy(&p, 1);
        energy->potential += gravel_potential_energy(&p, 1, ed->system.gravity);
    }
}

static void
counters(const void *engine, struct gravel_counters *counters)
{
    const struct gravel_ed *ed = engine;
    *counters = ed->counters;
    counters->min_contact_steps = INFINITY;
}

const struct gravel_engine_ops gravel_ed = {
    .name = "ed",
    .label = "ED",
    .kind = GRAVEL_ED,
    .method = "event-driven hard spheres with neighbour lists or cells and a bounded-increment calendar",
    .reference = "S1 Sec. 2; Donev et al. 2005, J. Comput. Phys. 202, 737; Paul 2007, J. Comput. Phys. 221, 615",
    .capabilities = GRAVEL_CAP_1D | GRAVEL_CAP_2D | GRAVEL_CAP_3D | GRAVEL_CAP_GRAVITY | GRAVEL_CAP_ROTATION |
                    GRAVEL_CAP_PERIODIC | GRAVEL_CAP_VIBRATION | GRAVEL_CAP_TRANSLATION | GRAVEL_CAP_WALL_SPIN |
                    GRAVEL_CAP_ATTACHED | GRAVEL_CAP_STICKY | GRAVEL_CAP_FRICTION | GRAVEL_CAP_NONLINEAR |
                    GRAVEL_CAP_COLLISION_LAW | GRAVEL_CAP_THERMOSTAT | GRAVEL_CAP_SHEAR | GRAVEL_CAP_TABLE |
                    GRAVEL_CAP_SHAPE_FIRST * ((1u << GRAVEL_SHAPE_COUNT) - 1u),
    .options = keys,
    .check = check_system,
    .create = create,
    .advance = advance,
    .snapshot = snapshot,
    .energy = energy,
    .counters = counters,
    .destroy = destroy,
    .archive = gravel_ed_archive,
    .self_check = gravel_ed_check,
};
