/* Event-driven hard spheres: the engine's door. */
#include "engines/ed/memory.h"
#include "engines/ed/state.h"

#include <math.h>
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
    gravel_grid_free(&ed->grid);
    gravel_lists_free(&ed->free_near);
    gravel_lists_free(&ed->attached_near);
    gravel_lists_free(&ed->wall_near);
    gravel_system_free(&ed->system);
    free(ed->body);
    free(ed->trait);
    free(ed->agent);
    free(ed->shell);
    gravel_cells_free(&ed->cells);
    free(ed->count);
    free(ed->found);
    free(ed->sorted);
    free(ed->mark);
    free(ed);
}

struct place {
    uint64_t key;
    int32_t name;
};

static int
compare_places(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return (x->name > y->name) - (x->name < y->name);
}

/* Copy the particles in an order in which neighbours in space are neighbours in memory. */
static enum gravel_status
load_particles(struct gravel_ed *ed, struct gravel_error *error)
{
    struct place *place = malloc(((size_t)ed->n + 1) * sizeof *place);
    if (place == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for %d particles", (int)ed->n);
    const double unit = 4.0 * gravel_ed_mean_radius(&ed->system);
    for (int32_t i = 0; i < ed->n; i++)
        place[i] = (struct place){gravel_grid_order(ed->system.particles[i].x, unit), i};
    qsort(place, (size_t)ed->n, sizeof *place, compare_places);
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_particle *p = &ed->system.particles[place[i].name];
        const bool free_one = p->attached == GRAVEL_FREE;
        ed->body[i] = (struct gravel_body){p->x, 0.0, free_one ? p->v : v3(0, 0, 0), p->radius};
        ed->shell[i].centre = p->x;
        ed->agent[i] = (struct gravel_agent){
            .attached = p->attached,
            .inverse_mass = free_one ? 1.0 / p->mass : 0.0,
            .last_contact = -INFINITY,
        };
        ed->trait[i] = (struct gravel_trait){
            .mass = p->mass,
            .inertia = p->inertia,
            .omega = free_one ? p->omega : v3(0, 0, 0),
            .deadline = INFINITY,
            .name = place[i].name,
            .species = p->species,
        };
    }
    free(place);
    return GRAVEL_OK;
}

/* Where every contact of a kind has the same restitution, ask the material once. */
static void
choose_restitution(struct gravel_ed *ed)
{
    const struct gravel_material *m = &ed->system.material;
    const bool constant =
        m->restitution_law == GRAVEL_CONSTANT_RESTITUTION && m->statement == GRAVEL_BY_RESTITUTION_AND_TIME;
    ed->pair_restitution = constant ? gravel_material_restitution(m, NULL, 1.0, 1.0, 1.0) : NAN;
}

static void
choose_query(struct gravel_ed *ed)
{
    const struct gravel_box *box = &ed->system.box;
    const struct vec3 l = v3_sub(box->high, box->low);
    ed->query.size = 1.0;
    ed->query.half_gravity = v3_scale(0.5, ed->system.gravity);
    ed->gravity = v3_norm(ed->system.gravity);
    ed->query.length = v3(box->periodic[0] ? l.x : 0.0, box->periodic[1] ? l.y : 0.0, box->periodic[2] ? l.z : 0.0);
    ed->query.inverse_length =
        v3(box->periodic[0] ? 1.0 / l.x : 0.0, box->periodic[1] ? 1.0 / l.y : 0.0, box->periodic[2] ? 1.0 / l.z : 0.0);
    ed->search = gravel_search_best(v3_norm2(ed->system.gravity) > 0.0, v3_norm2(ed->query.length) > 0.0);
    ed->patience = INFINITY;
    for (size_t w = 0; w < ed->system.n_walls; w++) {
        const struct gravel_motion *m = &ed->system.walls[w].motion;
        const double rate = fmax(m->amplitude != 0.0 ? fabs(m->angular_frequency) : 0.0, fabs(m->spin));
        if (rate > 0.0)
            ed->patience = fmin(ed->patience, 100.0 / rate); /* some sixteen periods */
    }
}

/* Whether particles are attached, now or later. */
static bool
may_hold(const struct gravel_system *system)
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
    ed->has_attached = may_hold(&ed->system);
    ed->body = gravel_ed_memory(n, sizeof *ed->body);
    ed->trait = gravel_ed_memory(n, sizeof *ed->trait);
    ed->agent = gravel_ed_memory(n, sizeof *ed->agent);
    ed->shell = gravel_ed_memory(n, sizeof *ed->shell);
    ed->found = gravel_ed_memory(n + GRAVEL_CELL_ROOM + GRAVEL_SEARCH_ROOM, sizeof *ed->found);
    ed->sorted = gravel_ed_memory(ed->has_attached ? n : 0, sizeof *ed->sorted);
    ed->mark = calloc(n + 1, sizeof *ed->mark);
    ed->count = calloc(n, sizeof *ed->count);
    if (ed->body == NULL || ed->trait == NULL || ed->agent == NULL || ed->shell == NULL || ed->found == NULL ||
        ed->sorted == NULL || ed->mark == NULL || ed->count == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for %zu particles", n);
    enum gravel_status status = gravel_lists_init(&ed->free_near, n, error);
    if (status == GRAVEL_OK)
        status = gravel_lists_init(&ed->attached_near, ed->has_attached ? n : 0, error);
    if (status == GRAVEL_OK)
        status = gravel_lists_init(&ed->wall_near, ed->system.n_walls > 0 ? n : 0, error);
    if (status == GRAVEL_OK)
        status = ed->calendar_ops->create(&ed->calendar, n, &(struct gravel_foresight){ed, gravel_ed_foresee}, error);
    return status;
}

/* Neighbours and first events of all particles. */
static enum gravel_status
start(struct gravel_ed *ed, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    if (ed->cells.stay != NULL)
        status = gravel_cells_fill(ed, error);
    else
        for (int32_t i = 0; i < ed->n; i++)
            ed->shell[i].radius = ed->body[i].radius + gravel_ed_reach(ed, i);
    for (int32_t i = 0; i < ed->n && ed->cells.stay == NULL && status == GRAVEL_OK; i++)
        if (ed->agent[i].attached != GRAVEL_ABSORBED)
            status = gravel_ed_renew(ed, i, error);
    if (status != GRAVEL_OK)
        return status;
    for (int32_t i = 0; i < ed->n; i++)
        gravel_ed_predict(ed, i);
    return GRAVEL_OK;
}

extern const struct gravel_engine_ops gravel_ed;

static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    char names[256];
    const unsigned lacking = gravel_system_needs(system) & ~gravel_ed.capabilities;
    if (lacking != 0) {
        gravel_capability_names(lacking, names, sizeof names);
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "engine ed does not support: %s", names);
    }
    const double growth = gravel_options_real(options, "growth");
    /* Points do not overlap. */
    enum gravel_status status = gravel_system_check(system, growth > 0.0 ? INFINITY : OVERLAP_ALLOWED, error);
    if (status != GRAVEL_OK)
        return status;
    if (system->n_particles == 0 || system->n_particles > 500000000)
        return gravel_fail(error, GRAVEL_INPUT, "engine ed needs between 1 and 5e8 particles, not %zu",
                           system->n_particles);
    struct gravel_ed *ed = calloc(1, sizeof *ed);
    if (ed == NULL)
        return gravel_fail(error, GRAVEL_MEMORY, "out of memory for engine ed");
    ed->n = (int32_t)system->n_particles;
    ed->contact_time = gravel_options_real(options, "tc");
    ed->calendar_ops = strcmp(gravel_options_text(options, "calendar"), "oracle") == 0 ? &gravel_calendar_oracle
                                                                                       : &gravel_calendar_fast;
    if (sink != NULL)
        ed->sink = *sink;
    status = gravel_system_copy(&ed->system, system, error);
    if (status == GRAVEL_OK)
        status = allocate(ed, error);
    if (status == GRAVEL_OK)
        status = load_particles(ed, error);
    if (status == GRAVEL_OK) {
        choose_restitution(ed);
        choose_query(ed);
        if (growth > 0.0)
            status = gravel_ed_grow(ed, growth, error);
    }
    if (status == GRAVEL_OK)
        status = gravel_ed_choose_neighbours(ed, gravel_options_text(options, "neighbours"), error);
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

static enum gravel_status
advance(void *engine, double t_end, struct gravel_error *error)
{
    struct gravel_ed *ed = engine;
    if (!(t_end - ed->epoch >= ed->now))
        return gravel_fail(error, GRAVEL_INPUT, "cannot go back from t = %.9g s to %.9g s", ed->epoch + ed->now, t_end);
    const double grown_at = gravel_ed_grown_at(ed);
    if (t_end >= grown_at) {
        const enum gravel_status status = gravel_ed_run(ed, grown_at, error);
        if (status != GRAVEL_OK)
            return status;
        gravel_ed_stop_growing(ed);
    }
    return gravel_ed_run(ed, t_end, error);
}

static struct gravel_particle
state_of(const struct gravel_ed *ed, int32_t i)
{
    const struct gravel_trait *trait = &ed->trait[i];
    struct gravel_particle p = {
        .x = ed->body[i].x,
        .v = ed->body[i].v,
        .omega = trait->omega,
        .radius = gravel_ed_size(ed) * ed->body[i].radius,
        .mass = trait->mass,
        .inertia = trait->inertia,
        .species = trait->species,
        .attached = ed->agent[i].attached,
    };
    if (ed->agent[i].attached == GRAVEL_FREE) {
        p.x = gravel_body_position(&ed->body[i], ed->query.half_gravity, ed->now);
        p.v = gravel_body_velocity(&ed->body[i], ed->query.half_gravity, ed->now);
    } else if (ed->agent[i].attached >= 0) {
        gravel_wall_carry(&ed->system.walls[ed->agent[i].attached], ed->epoch + ed->body[i].t, ed->body[i].x,
                          ed->epoch + ed->now, &p.x, &p.v, &p.omega);
    }
    return p;
}

static void
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct gravel_ed *ed = engine;
    for (int32_t i = 0; i < ed->n; i++)
        particles[ed->trait[i].name] = state_of(ed, i);
}

static void
energy(const void *engine, struct gravel_energy *energy)
{
    const struct gravel_ed *ed = engine;
    *energy = (struct gravel_energy){.work = ed->work, .dissipated = ed->dissipated};
    for (int32_t i = 0; i < ed->n; i++) {
        const struct gravel_particle p = state_of(ed, i);
        energy->kinetic += gravel_kinetic_energy(&p, 1);
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
                    GRAVEL_CAP_SHAPE_FIRST * ((1u << GRAVEL_SHAPE_COUNT) - 1u),
    .options = keys,
    .create = create,
    .advance = advance,
    .snapshot = snapshot,
    .energy = energy,
    .counters = counters,
    .destroy = destroy,
    .self_check = gravel_ed_check,
};
