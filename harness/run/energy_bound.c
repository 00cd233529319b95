/* Every integrator of fixed steps is of second order over a whole contact, because the force or its derivative jumps
 * where a contact begins.  The errors below are leading terms, in units of (l dt)^2 with the rate of a contact
 * l = w0 + c/m_red; tests/unit/test_energy_bound.c measures them with each integrator. */
#include "harness/run/energy_bound.h"

#include <math.h>

/* An elastic contact changes the energy E of its relative motion by p (1 - p) - q (1 - q) times (w0 dt)^2 E, where p
 * and q are the parts of a step before its end and its beginning: between two points of the step grid velocity Verlet
 * keeps v^2/2 + w0^2 x^2 (1 - (w0 dt)^2/4)/2, and position Verlet applies the same forces.  At most 1/4. */
static const double phase_constant = 0.25;
/* p (1 - p) of a random phase has the variance 1/180, so that the sum over n contacts that begin inside steps has the
 * standard deviation sqrt(2 n/180) E = 0.42/4 sqrt(n) E, of which this is nearly five.  The phases of one round of
 * contacts through the system, as of the beads of a lattice, may be the same. */
static const double random_phases = 2.0;
/* The sums of the dashpots' power are too large by (l dt)^2/3 of the energy lost by a pair, as a mean over the phases
 * and for weak damping, in the worst phase by less than 1/2.  A crowd loses energy by faster modes: dashpots damp a
 * mode in proportion to w^2, and in a lattice of D dimensions with z = 2, 6, 12 neighbours the mean of w^4 over that of
 * w^2 is (z/D + 1) k/m = (D + 2)/2 w0^2. */
static double
loss_constant(int dimension)
{
    return (dimension + 2) / 6.0;
}

/* Between points of the step grid the state is extrapolated with constant acceleration, whose error is the jerk w^2 v:
 * (w dt)^2 of the kinetic energy.  The fastest mode of a lattice in D dimensions has w^2 = (D + 1) w0^2 (chain
 * 4 k/m, triangular lattice 6 k/m, fcc 8 k/m; w0^2 = 2 k/m).  Position Verlet has twice the error of velocity Verlet
 * in a pair: its acceleration is half a step old. */
static const double mode_constant = 1.0;
/* Within a step of its beginning or end the power 2 (c/m_red) E of a contact counts for half a step too much or too
 * little, with Gear, whose derivatives follow a jump within five steps, for 1.25 steps. */
static const double jump_constant = 2.5;

/* Of contacts that have ended. */
static double
passed_error(double step, const struct gravel_system *system, const struct gravel_energy *energy,
             const struct gravel_counters *counters)
{
    const double lost = fabs(energy->dissipated), passed = counters->returned_energy + lost;
    const double rounds = (double)(counters->pair_collisions + counters->wall_collisions) / (double)system->n_particles;
    const bool begin_on_steps = system->n_particles <= GRAVEL_MD_SMALL;
    const double cancelled = begin_on_steps ? 1.0 : fmin(1.0, random_phases / sqrt(rounds));
    return step * step * (phase_constant * cancelled * passed + loss_constant(system->dimension) * lost);
}

/* The energy of all particles at the speed of the fastest wall: particles at rest have it in the frame of the wall. */
static double
energy_at_walls(const struct gravel_system *system)
{
    double speed = 0.0, mass = 0.0;
    for (size_t w = 0; w < system->n_walls; w++)
        speed = fmax(speed, gravel_wall_speed_bound(&system->walls[w], 0.0));
    for (size_t i = 0; i < system->n_particles && speed > 0.0; i++)
        mass += system->particles[i].mass;
    return 0.5 * mass * speed * speed;
}

/* Of contacts that last. */
static double
present_error(double step, double dashpot_step, const struct gravel_system *system, const struct gravel_energy *energy)
{
    const double held = energy->kinetic + energy->rotational + energy->elastic + energy_at_walls(system);
    return held * (mode_constant * (system->dimension + 1) * step * step + jump_constant * dashpot_step);
}

double
gravel_fixed_step_error(const struct gravel_system *system, const struct gravel_contact_rates *fastest,
                        const struct gravel_energy *energy, const struct gravel_counters *counters)
{
    const double dt = counters->time_step, step = (fastest->spring + fastest->dashpot) * dt;
    const double passed = passed_error(step, system, energy, counters);
    return counters->live_contacts > 0 ? passed + present_error(step, fastest->dashpot * dt, system, energy) : passed;
}

double
gravel_rest_energy(const struct gravel_system *system)
{
    static const double rounding = 1e-12;
    double sum = 0.0;
    for (size_t i = 0; i < system->n_particles; i++) {
        const struct gravel_particle *p = &system->particles[i];
        const double d = 2.0 * p->radius;
        const struct gravel_force f = gravel_material_force(
            gravel_system_contact(system, p->species, p->species).material, NULL, 0.5 * p->mass, d, 1.0);
        sum += f.k * pow(rounding * d, 2.0 + f.beta) / (2.0 + f.beta);
    }
    return sum;
}
