#include "tests/conform/places.h"

#include "tests/cmocka.h"
#include "tests/conform/world.h"

#include <stdio.h>
#include <stdlib.h>

#define RATES(b, g, w2, mu) \
    .statement = GRAVEL_BY_RATES, .beta = (b), .gamma = (g), .rate_squared = (w2), .damping_rate = (mu)
#define LINEAR .statement = GRAVEL_BY_RESTITUTION_AND_TIME, .restitution = 0.9, .contact_time = 1e-3
#define SMOOTH .tangential_restitution = 1.0, .reference_velocity = 1.0
const struct substance substances[] = {
    {"linear", {LINEAR, SMOOTH}},
    {"linear, clipped", {LINEAR, SMOOTH, .cohesionless = true}},
    {"viscous friction", {LINEAR, .rotation = true, .tangential_restitution = 0.4}},
    {"friction", {LINEAR, .rotation = true, .tangential_restitution = 0.4, .friction = 0.3}},
    {"spring",
     {LINEAR, SMOOTH, .rotation = true, .friction = 0.3, .tangential = GRAVEL_TANGENTIAL_SPRING,
      .tangential_stiffness = 0.3}},
    {"spring, rolling",
     {LINEAR, SMOOTH, .rotation = true, .friction = 0.3, .rolling_friction = 0.1,
      .tangential = GRAVEL_TANGENTIAL_SPRING, .tangential_stiffness = 0.3}},
    {"hertz", {RATES(0.5, 0.0, 6e8, 200.0), SMOOTH}},
    {"hertz, spring",
     {RATES(0.5, 0.0, 6e8, 200.0), SMOOTH, .rotation = true, .friction = 0.3, .tangential = GRAVEL_TANGENTIAL_SPRING,
      .tangential_stiffness = 1.0}},
    {"hertz-kuwabara-kono", {RATES(0.5, 0.5, 6e8, 1e4), SMOOTH}},
    {"taguchi", {RATES(0.5, 0.25, 6e8, 1500.0), SMOOTH}},
    {"general", {RATES(0.3, 0.1, 1e8, 400.0), SMOOTH}},
    {"lennard-jones", {.statement = GRAVEL_BY_ENERGY, .energy = 0.03, .damping_rate = 200.0, SMOOTH}},
    {"power restitution", {LINEAR, SMOOTH, .restitution_law = GRAVEL_POWER_RESTITUTION, .restitution_exponent = -0.2}},
    {0},
};

/* Walls, boxes and driving. */
static struct gravel_wall *
add_wall(struct gravel_system *system, const char *name, enum gravel_shape shape, struct vec3 origin, struct vec3 axis)
{
    system->walls = realloc(system->walls, (system->n_walls + 1) * sizeof *system->walls);
    assert_non_null(system->walls);
    struct gravel_wall *wall = &system->walls[system->n_walls++];
    *wall = (struct gravel_wall){.shape = shape,
                                 .origin = origin,
                                 .axis = axis,
                                 .edge = v3_unit(v3_reject(v3(0.9, 0.3, 0.1), axis)),
                                 .radius = 0.03,
                                 .length = shape == GRAVEL_RECTANGLE || shape == GRAVEL_SEGMENT ? 0.05 : 0.0,
                                 .width = 0.04,
                                 .contact = {.restitution = 0.8,
                                             .dashpot = 2.0,
                                             .tangential_restitution = system->material.tangential_restitution,
                                             .friction = system->material.friction,
                                             .rolling_friction = system->material.rolling_friction}};
    snprintf(wall->name, sizeof wall->name, "%s", name);
    return wall;
}

/* The corner beyond the bodies of world_cloud(). */
static struct vec3
far_corner(const struct gravel_system *system)
{
    struct vec3 high = v3(0, 0, 0);
    for (size_t k = 0; k < system->n_particles; k++)
        high = v3(fmax(high.x, system->particles[k].x.x), fmax(high.y, system->particles[k].x.y),
                  fmax(high.z, system->particles[k].x.z));
    return v3(high.x + 0.013, high.y + 0.013, high.z + 0.013);
}

static struct gravel_wall *
add_floor(struct gravel_system *system)
{
    system->gravity = v3(0, 0, -9.81);
    return add_wall(system, "floor", GRAVEL_PLANE, v3(0, 0, -0.013), v3(0, 0, 1));
}

static void
open_space(struct gravel_system *system)
{
    (void)system;
}

static void
periodic(struct gravel_system *system)
{
    const struct vec3 high = far_corner(system);
    system->box = (struct gravel_box){.periodic = {system->dimension > 1, system->dimension > 2, true},
                                      .low = v3(-0.012, -0.012, -0.012),
                                      .high = v3_add(high, v3(0.02, 0.02, 0.02))};
}

static void
vessel(struct gravel_system *system)
{
    const struct vec3 high = far_corner(system);
    add_floor(system);
    add_wall(system, "lid", GRAVEL_PLANE, v3(0, 0, high.z), v3(0, 0, -1))->contact.rule = GRAVEL_SCALED_DASHPOT;
    if (system->dimension > 1) {
        add_wall(system, "left", GRAVEL_PLANE, v3(-0.013, 0, 0), v3(1, 0, 0));
        add_wall(system, "right", GRAVEL_PLANE, v3(high.x, 0, 0), v3(-1, 0, 0))->contact.rule = GRAVEL_OWN_RESTITUTION;
    }
    if (system->dimension > 2) {
        add_wall(system, "front", GRAVEL_PLANE, v3(0, -0.013, 0), v3(0, 1, 0));
        add_wall(system, "back", GRAVEL_PLANE, v3(0, high.y, 0), v3(0, -1, 0));
    }
}

static void
vibrated(struct gravel_system *system)
{
    vessel(system);
    system->walls[0].motion = (struct gravel_motion){.amplitude = 1e-3, .angular_frequency = 300.0, .phase = 0.3};
}

static void
column_over_plate(struct gravel_system *system)
{
    add_floor(system)->motion = (struct gravel_motion){.amplitude = 1e-3, .angular_frequency = 300.0, .phase = 0.3};
}

static void
pushed(struct gravel_system *system)
{
    vessel(system);
    system->walls[0].motion.velocity = v3(0, 0, 0.1);
}

/* A triangle wave of 0.25 m/s, with a period that no save falls in step with. */
static void
by_table(struct gravel_system *system)
{
    enum { KNOTS = 400 };
    vessel(system);
    struct gravel_knot *knots = malloc(KNOTS * sizeof *knots);
    assert_non_null(knots);
    for (int k = 0; k < KNOTS; k++)
        knots[k] = (struct gravel_knot){1.7e-3 * k, k % 2 == 0 ? 0.0 : 4.25e-4};
    system->walls[0].motion = (struct gravel_motion){.n_knots = KNOTS, .knots = knots};
}

static void
sticky(struct gravel_system *system)
{
    column_over_plate(system);
    system->walls[0].touch = GRAVEL_STICK;
}

static void
absorbing(struct gravel_system *system)
{
    vessel(system);
    system->walls[0].touch = GRAVEL_ABSORB;
}

/* Particles that the floor carries. */
static void
rough(struct gravel_system *system)
{
    vibrated(system);
    system->particles[0].attached = system->particles[1].attached = 0;
}

/* Two species whose contacts with each other and with the walls all differ, as far as the substance has the constant.
 */
static void
mixed(struct gravel_system *system)
{
    enum { SPECIES = 2 };
    vibrated(system);
    system->n_species = SPECIES;
    snprintf(system->species_name[1], sizeof system->species_name[1], "other");
    system->contacts = calloc((SPECIES + system->n_walls) * SPECIES, sizeof *system->contacts);
    assert_non_null(system->contacts);
    for (size_t i = 0; i < system->n_particles; i++)
        system->particles[i].species = (int32_t)(i % SPECIES);
    for (size_t row = 0; row < SPECIES + system->n_walls; row++)
        for (size_t species = 0; species < SPECIES; species++) {
            struct gravel_species_contact *contact = &system->contacts[row * SPECIES + species];
            const double scale = 1.0 + 0.1 * (double)(row + species);
            contact->material = system->material;
            contact->material.restitution /= scale;
            contact->material.damping_rate *= scale;
            contact->material.friction *= scale;
            if (row < SPECIES)
                continue;
            contact->wall = system->walls[row - SPECIES].contact;
            contact->wall.restitution /= scale;
            contact->wall.friction *= scale;
        }
}

/* A lid that a force presses down, and kicks. */
static void
pressed(struct gravel_system *system)
{
    vessel(system);
    system->walls[1].servo = (struct gravel_servo){.mass = 1e-2, .force = 3.0, .damping = 0.5};
    system->thermostat = (struct gravel_thermostat){.strength = 1.0, .interval = 9e-4, .seed = 7};
}

/* Kicks in a box whose images move past each other in half the short run. */
static void
sheared(struct gravel_system *system)
{
    periodic(system);
    system->thermostat = (struct gravel_thermostat){.strength = 1.0, .interval = 9e-4, .seed = 7};
    if (system->dimension > 1)
        system->box.shear_rate = 120.0;
}

static void
drum(struct gravel_system *system)
{
    const struct vec3 high = far_corner(system), middle = v3_scale(0.5, v3(high.x - 0.013, 0, high.z - 0.013));
    system->gravity = v3(0, 0, -9.81);
    struct gravel_wall *wall = add_wall(system, "drum", GRAVEL_CYLINDER, middle, v3(0, 1, 0));
    wall->radius = 0.02 + v3_norm(middle);
    wall->motion = (struct gravel_motion){.spin = 30.0, .ramp = 0.03};
    wall->contact.tangential_restitution = system->material.rotation ? 0.2 : 1.0;
    if (system->dimension < 3)
        return;
    add_wall(system, "front", GRAVEL_PLANE, v3(0, -0.013, 0), v3(0, 1, 0));
    add_wall(system, "back", GRAVEL_PLANE, v3(0, high.y, 0), v3(0, -1, 0));
}

/* One wall of each shape below the bodies. */
#define OBSTACLE(name, shape, axis)                                            \
    static void name(struct gravel_system *system)                             \
    {                                                                          \
        system->gravity = v3(0, 0, -9.81);                                     \
        add_wall(system, #name, shape, v3(0.012, 0.0, -0.045), v3_unit(axis)); \
    }
OBSTACLE(disk, GRAVEL_DISK, v3(0, 0, 1))
OBSTACLE(cylinder, GRAVEL_CYLINDER, v3(0, 1, 0))
OBSTACLE(ring, GRAVEL_RING, v3(0, 0, 1))
OBSTACLE(line, GRAVEL_LINE, v3(0, 1, 0))
OBSTACLE(point, GRAVEL_POINT, v3(0, 0, 1))
OBSTACLE(rectangle, GRAVEL_RECTANGLE, v3(0, 0, 1))
OBSTACLE(segment, GRAVEL_SEGMENT, v3(0, 1, 0))
OBSTACLE(orifice, GRAVEL_ORIFICE, v3(0, 0, 1))

/* Open towards the bodies. */
static void
cone(struct gravel_system *system)
{
    system->gravity = v3(0, 0, -9.81);
    struct gravel_wall *wall = add_wall(system, "cone", GRAVEL_CONE, v3(0.012, 0.0, -0.045), v3(0, 0, 1));
    wall->radius = 0.01;
    wall->radius_end = 0.05;
    wall->length = 0.04;
}

const struct place places[] = {
    {"open", open_space, true, false},
    {"periodic", periodic, false, true},
    {"vessel", vessel, true, false},
    {"vibrated vessel", vibrated, false, true},
    {"plate", column_over_plate, true, false},
    {"pushed vessel", pushed, false, false},
    {"vessel with a table", by_table, false, true},
    {"sticky floor", sticky, false, true},
    {"absorbing floor", absorbing, false, false},
    {"rough floor", rough, false, true},
    {"two species", mixed, false, true},
    {"lid under a servo, kicks", pressed, false, true},
    {"sheared, kicks", sheared, false, true},
    {"drum", drum, false, true},
    {"disk", disk, false, false},
    {"cylinder", cylinder, false, false},
    {"ring", ring, false, false},
    {"line", line, false, false},
    {"point", point, false, false},
    {"rectangle", rectangle, false, false},
    {"segment", segment, false, false},
    {"orifice", orifice, false, false},
    {"cone", cone, false, false},
    {0},
};
