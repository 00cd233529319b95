/* Event-driven hard spheres: the engine's operations.
 *
 * Prediction:      predict_kernel.h (free pairs), wall_time.h (walls, attached particles), grow.h (growing particles)
 * Collision rule:  collision.h, applied to the engine's particles by impact.h
 * Calendar:        calendar.h
 * Loop:            loop.h
 * Neighbours:      neighbour_search.h; its methods neighbour_lists.h (shell.h, lists.h, grid.h) and neighbour_cells.h
 *                  (cell_shape.h, cells.h)
 * State:           state.h, body.h
 * The column in one dimension is an engine of its own: column.c. */
#include "engines/ed/archive.h"
#include "engines/ed/check.h"
#include "engines/ed/create.h"
#include "engines/ed/grow.h"
#include "engines/ed/kick.h"
#include "engines/ed/loop.h"
#include "engines/ed/shear.h"
#include "engines/ed/table.h"
#include "engines/ed/team.h"

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
    {.name = "cell_edge",
     .type = GRAVEL_TYPE_REAL,
     .flags = GRAVEL_OPTIONAL,
     .unit = "1",
     .min = 1.01,
     .max = 1000.0,
     .help =
         "least edge of the cells in largest diameters; without it 1.01 or, where that is more, 0.8 of the spacing of "
         "neighbours at the start; a wide one saves crossings where the start is denser than the rest; refused with "
         "lists, and told in the record to have no effect where auto takes them"},
    {.name = "growth",
     .type = GRAVEL_TYPE_REAL,
     .unit = "1/s",
     .min = 0.0,
     .max = INFINITY,
     .fallback = "0",
     .help = "the particles of a gas begin as points and reach their size in the time 1/growth (Lubachevsky and "
             "Stillinger 1990); 0: they have it from the start"},
    {.name = "threads",
     .type = GRAVEL_TYPE_INT,
     .flags = GRAVEL_OPTIONAL,
     .unit = "1",
     .min = 1,
     .max = 1024,
     .help = "threads for gases of 1e5 particles and more whose neighbours are found by cells; without it one; the "
             "results do not depend on it; told in the record to have no effect where one thread runs"},
    {.name = NULL},
};

extern const struct gravel_engine_ops gravel_ed;

static enum gravel_status
create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
       const struct gravel_sink *sink, struct gravel_error *error)
{
    const enum gravel_status status = gravel_system_check_needs(system, gravel_ed.capabilities, gravel_ed.name, error);
    return status == GRAVEL_OK ? gravel_ed_create(engine, system, options, sink, error) : status;
}

/* All events up to the time t_end. */
static enum gravel_status
run(struct gravel_ed *ed, double t_end, struct gravel_error *error)
{
    return ed->team != NULL ? gravel_team_run(ed, t_end, error) : gravel_ed_run(ed, t_end, error);
}

/* To the time t_end, with the kicks, the turns of the tilt and the knots of tables on the way. */
static enum gravel_status
run_driven(struct gravel_ed *ed, double t_end, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (;;) {
        const double stop = fmin(ed->kicks.next, fmin(ed->tilt_end, ed->knot));
        if (status != GRAVEL_OK || stop > t_end)
            return status == GRAVEL_OK ? run(ed, t_end, error) : status;
        status = run(ed, stop, error);
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
    const double mass = ed->record[i].mass, radius = ed->body[i].radius;
    const bool spins = ed->rotation != NULL;
    struct gravel_particle p = {
        .x = ed->body[i].x,
        .v = ed->body[i].v,
        .omega = spins ? ed->rotation[i].omega : v3(0, 0, 0),
        .radius = gravel_ed_size(ed) * radius,
        .mass = mass,
        .inertia = spins ? ed->rotation[i].inertia : gravel_inertia(ed->system.dimension, mass, radius),
        .species = ed->record[i].species,
        .attached = ed->record[i].attached,
    };
    if (ed->record[i].attached == GRAVEL_FREE) {
        p.x = gravel_body_position(&ed->body[i], ed->query.half_gravity, ed->now);
        p.v = gravel_body_velocity(&ed->body[i], ed->query.half_gravity, ed->now);
        if (gravel_box_is_sheared(&ed->system.box))
            gravel_shear_wrap(&ed->system.box, ed->epoch + ed->now, &p.x, &p.v);
    } else if (ed->record[i].attached >= 0) {
        gravel_wall_carry(&ed->system.walls[ed->record[i].attached], ed->epoch + ed->body[i].t, ed->body[i].x,
                          ed->epoch + ed->now, &p.x, &p.v, &p.omega);
    }
    return p;
}

static void
snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct gravel_ed *ed = engine;
    for (int32_t i = 0; i < ed->n; i++)
        particles[ed->record[i].input_index] = state_of(ed, i);
}

static enum gravel_status
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
    return GRAVEL_OK;
}

static void
counters(const void *engine, struct gravel_counters *counters)
{
    const struct gravel_ed *ed = engine;
    *counters = ed->counters;
    counters->min_contact_steps = INFINITY;
}

/* How threads share the events, or which options have no effect. */
static const char *
note(const void *engine)
{
    const struct gravel_ed *ed = engine;
    if (ed->team != NULL)
        return gravel_team_note(ed->team);
    return ed->unused[0] != '\0' ? ed->unused : NULL;
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
    .check = gravel_ed_check_system,
    .create = create,
    .advance = advance,
    .snapshot = snapshot,
    .energy = energy,
    .counters = counters,
    .note = note,
    .destroy = gravel_ed_destroy,
    .archive = gravel_ed_archive,
    .self_check = gravel_ed_check,
};
