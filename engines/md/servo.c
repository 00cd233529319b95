#include "engines/md/servo.h"

#include "engines/md/constants.h"
#include "engines/md/geometry.h"
#include "engines/md/law.h"

#include <stdio.h>
#include <stdlib.h>

/* The least number of time steps in half an oscillation of a plane on its contacts; the invariant of the time step
 * requires the same number in a contact. */
static const double least_steps = 10.0;

enum gravel_status
gravel_md_servo_create(struct gravel_md *md, struct gravel_error *error)
{
    bool any = false;
    for (size_t w = 0; w < md->system.n_walls; w++)
        any = any || md->system.walls[w].servo.mass > 0.0;
    if (any && (md->servo_force = calloc(md->system.n_walls, sizeof *md->servo_force)) == NULL)
        return gravel_no_memory(error);
    return GRAVEL_OK;
}

/* The contacts of a plane together, as one spring and dashpot between it and bodies that are held. */
struct bed {
    double stiffness, damping; /* [N/m], [N s/m] */
    size_t n;
};

static struct bed
bed_of(struct gravel_md *md, size_t wall)
{
    const struct gravel_md_list *const list = &md->wall_pairs;
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_EXTRAPOLATED, md->t);
    struct bed bed = {0};
    for (size_t k = 0; k < list->n; k++) {
        struct gravel_md_geometry m;
        struct gravel_force found;
        const int32_t i = list->i[k], j = list->j[k];
        if (list->contact[k] < 0 || j != -1 - (int32_t)wall || !gravel_md_contact_geometry(md, &here, i, j, 0.0, &m) ||
            !(m.overlap > 0.0))
            continue;
        const struct gravel_force *const f = gravel_md_force_of(md, i, j, list->contact[k], &found);
        bed.stiffness += gravel_md_normal_stiffness(f, m.overlap);
        bed.damping += f->c * gravel_law_power(m.overlap, f->gamma);
        bed.n++;
    }
    return bed;
}

/* The least mass M of a plane for which the faster root s of M s^2 - C s + K = 0 is at most `rate` in modulus:
 * sqrt(K/M) of an oscillation, or that of the faster of two relaxations where the damping C exceeds 2 sqrt(K M). */
static double
least_mass(const struct bed *bed, double rate)
{
    const double excess = bed->damping * rate - bed->stiffness;
    return fmax(bed->stiffness, excess) / (rate * rate);
}

/* The semi-implicit Euler method is stable up to K dt^2/M + 2 C dt/M = 4.  A plane below the least mass is refused well
 * before: it would not follow its equation of motion. */
static enum gravel_status
check_mass(struct gravel_md *md, size_t wall, struct gravel_error *error)
{
    const struct gravel_wall *const w = &md->system.walls[wall];
    const struct bed bed = bed_of(md, wall);
    const double least = least_mass(&bed, M_PI / (least_steps * md->dt));
    char path[sizeof w->name + 32];
    if (w->servo.mass >= least)
        return GRAVEL_OK;
    snprintf(path, sizeof path, "walls.%s.servo.mass", w->name);
    return gravel_fail_at(error, GRAVEL_PHYSICS, path,
                          "found %g kg, allowed: at least %.3g kg (contacts at t = %g s: %zu), because half an "
                          "oscillation of a lighter plane on them takes fewer than %g time steps of %.3g s; a heavier "
                          "plane, or more steps_per_contact",
                          w->servo.mass, least, md->t, bed.n, least_steps, md->dt);
}

static void
move_plane(struct gravel_md *md, size_t w)
{
    struct gravel_wall *const wall = &md->system.walls[w];
    const struct gravel_servo *servo = &wall->servo;
    const double before = v3_dot(wall->motion.velocity, wall->axis);
    const double rate = md->dt / servo->mass, force = servo->force + v3_dot(md->servo_force[w], wall->axis);
    const double speed = (before + rate * force) / (1.0 + rate * servo->damping);
    wall->motion.velocity = v3_scale(speed, wall->axis);
    /* It turns where it was when the forces acted: half a step later would make the method one of first order. */
    wall->origin = v3_axpy(wall->origin, (before - speed) * (md->t - md->lag), wall->axis);
    md->wall_speed = fmax(md->wall_speed, fabs(speed));
    /* The work since then, and that of the next step, is that of the new velocity. */
    const double change = (before - speed) * v3_dot(md->servo_force[w], wall->axis);
    md->integral[GRAVEL_MD_WORK] += md->lag * change;
    md->rates.power[GRAVEL_MD_WORK] += change;
}

enum gravel_status
gravel_md_servo_step(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t w = 0; w < md->system.n_walls && status == GRAVEL_OK; w++) {
        if (!(md->system.walls[w].servo.mass > 0.0))
            continue;
        if ((status = check_mass(md, w, error)) == GRAVEL_OK)
            move_plane(md, w);
    }
    return status;
}
