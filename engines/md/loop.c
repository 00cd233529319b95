/* The time loop: prediction, neighbour lists, forces, correction; then the contacts that began or ended within the
 * step, and the particles that touch a sticky or absorbing wall.  A small system without contact flies to its next
 * contact in one go. */
#include "engines/md/loop.h"
#include "engines/md/attached.h"
#include "engines/md/catch.h"
#include "engines/md/change.h"
#include "engines/md/contact.h"
#include "engines/md/displacement.h"
#include "engines/md/flight.h"
#include "engines/md/force.h"
#include "engines/md/integrator.h"
#include "engines/md/kick.h"
#include "engines/md/neighbour.h"
#include "engines/md/servo.h"
#include "engines/md/shear.h"

/* Velocities are compared with the step so often: a contact of the default step takes 50. */
enum { STEPS_TO_A_CHECK = 32 };

/* The largest displacement of walls and attached particles in a step. */
static double
attached_displacement(const struct gravel_md *md)
{
    double displacement = md->wall_speed * md->dt;
    for (size_t i = 0; i < md->n && md->any_attached; i++)
        if (gravel_md_attachment(md, i) >= 0)
            displacement = fmax(displacement, v3_norm(md->v[i]) * md->dt);
    return displacement;
}

/* Reduce the remaining skin by twice the displacement of the fastest bodies; rebuild the lists when it is used up. */
static enum gravel_status
update_neighbours(struct gravel_md *md, double displacement, struct gravel_error *error)
{
    if (md->lists_all)
        return GRAVEL_OK;
    md->remaining_skin -= 2.0 * fmax(displacement, attached_displacement(md));
    md->remaining_skin -= md->shear_drift;
    return md->remaining_skin < 0.0 ? gravel_md_neighbours_renew(md, error) : GRAVEL_OK;
}

static enum gravel_status
step(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status;
    const double t = md->t + md->dt, displacement = md->integrator->predict(md);
    gravel_md_attached_move(md, t - md->lag, gravel_md_all(md), md->x, md->v, md->omega);
    md->list_time = t - md->lag;
    if ((status = update_neighbours(md, displacement, error)) != GRAVEL_OK)
        return status;
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_STEP, t - md->lag);
    if ((status = gravel_md_forces(md, &here, error)) != GRAVEL_OK)
        return status;
    md->integrator->correct(md);
    md->t = t;
    if (++md->counters.steps % GRAVEL_MD_LARGEST_AGE == 0)
        gravel_md_contacts_age(md);
    if (md->counters.steps % STEPS_TO_A_CHECK == 0)
        gravel_md_displacement_record(md);
    md->counters.particle_steps += md->n;
    return GRAVEL_OK;
}

/* To the end of a certified free flight, where contacts begin. */
static enum gravel_status
fly(struct gravel_md *md, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    gravel_md_flight_move(md);
    md->list_time = md->t;
    if (!md->lists_all)
        status = gravel_md_neighbours_renew(md, error);
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_LANDING, md->t);
    return status == GRAVEL_OK ? gravel_md_forces(md, &here, error) : status;
}

static enum gravel_status
finish(struct gravel_md *md, enum gravel_status status, struct gravel_error *error)
{
    if (status != GRAVEL_OK)
        return status;
    if (md->n_changes > 0)
        gravel_md_changes_apply(md);
    md->steps_without_contact = md->rates.contacts > 0 ? 0 : md->steps_without_contact + 1;
    if (md->n_captured > 0)
        status = gravel_md_catch(md, error);
    return status == GRAVEL_OK && md->t >= md->kicks.next ? gravel_md_kicks_apply(md, error) : status;
}

enum gravel_status
gravel_md_start_in_steps(struct gravel_md *md, struct gravel_error *error)
{
    const struct gravel_md_instant here = gravel_md_here(md, GRAVEL_MD_LANDING, 0.0);
    const enum gravel_status status = gravel_md_displacement_check(md, error);
    return status == GRAVEL_OK ? gravel_md_forces(md, &here, error) : status;
}

/* The end of a free flight is not computed for two attached particles. */
static bool
has_carriers(const struct gravel_md *md)
{
    bool has = false;
    for (size_t w = 0; w < md->system.n_walls; w++)
        has = has || md->system.walls[w].touch == GRAVEL_CARRY;
    return has;
}

enum gravel_status
gravel_md_advance_in_steps(struct gravel_md *md, double t_end, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    const bool flies =
        md->small && !gravel_box_is_sheared(&md->system.box) && md->servo_force == NULL && !has_carriers(md);
    while (status == GRAVEL_OK) {
        if (flies && md->rates.contacts == 0 && md->steps_without_contact >= md->integrator->memory) {
            if (md->flight_end <= md->t) {
                md->flight_end = fmin(gravel_md_flight_end(md), md->kicks.next);
                if (md->integrator->restart != NULL)
                    md->integrator->restart(md);
            }
            if (md->flight_end > t_end)
                break;
            if ((status = finish(md, fly(md, error), error)) != GRAVEL_OK)
                break;
        }
        if (md->t + md->dt > t_end)
            break;
        md->flight_end = -INFINITY;
        status = finish(md, step(md, error), error);
        if (status == GRAVEL_OK && md->servo_force != NULL)
            status = gravel_md_servo_step(md, error);
    }
    return status;
}
