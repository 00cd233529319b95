/* Verlet's methods kick two bodies along the line between them, where they are: angular momentum is kept to rounding at
 * the points of the step grid.  What follows are leading terms of the rest; g = c/m_red and w0 are the rates of dashpot
 * and spring, v the relative velocity with the parts v_n and v_t, F the force of a contact, d the distance.
 * tests/unit/test_angular_bound.c measures them with each integrator. */
#include "harness/run/angular_bound.h"

#include <math.h>

/* A contact of few bodies begins at the end of a free flight, where Gear's derivatives of third and higher order are
 * zero: the dashpot's force is taken as constant, but turns with v_t/d.  A formula that is exact for constants alone
 * lacks dt^2/12 F' there (Euler and Maclaurin), which is dt^2/12 |v x F| of the angular momentum, that of the spins
 * included.  With F_n = g m_red v_n, F_t <= 2/7 g m_red u_t (u_t the slip of the surfaces), m_red v_n v_t <= K and
 * 2/7 m_red v_n u_t <= sqrt(2/7) K for the kinetic energy K of both, |v x F| <= (1 + sqrt(2/7)) g K. */
static double
landing_constant(void)
{
    return (1.0 + sqrt(2.0 / 7.0)) / 12.0;
}

/* Where a force has a discontinuity J, in its value or in its change over a step, Gear's positions k steps later are
 * off by (S_k - k) J dt^2/m_red, where S = 3/32, 1 - 0.035, 2 + 0.040, 3 - 0.015, 4, 5 ... follows from its
 * coefficients: for four steps the force is not along the line between the effective positions, by the part v_t dt/d of
 * this displacement.  J is at most (w0^2 dt + g) v_n m_red, so that the error is
 * (w0^2 dt^2 + g dt)^2 m_red v_n^2 v_t dt^2/d, times less than sum k |S_k - k| = 0.16 at each of the two ends of a
 * contact; m_red v_n^2 v_t <= 2 K v/sqrt(6.75). */
static const double jump_constant = 0.25;

/* While the force is smooth, the velocity has the error 3/160 dt^6 d^5 a/dt^5 a step (Adams-Moulton, order 5), over the
 * pi/(w0 dt) steps of a contact 3 pi/160 (w0 dt)^5 of the velocity.  Its part across the line between the bodies is
 * smaller by the angle v_t/(w0 d) by which the contact turns, and so is the lever of its part along that line. */
static const double smooth_constant = 3.0 * M_PI / 160.0;

/* The number of steps after which Gear's derivatives have the values of a force that has changed. */
static const double memory = 5.0;

/* Of contacts that have ended, or begun: v dt/d is at most the displacement of the fastest body in a step over its
 * radius. */
static double
passed_error(const struct gravel_contact_rates *fastest, const struct gravel_counters *counters, double kinetic)
{
    const double dt = counters->time_step, spring = fastest->spring * dt, dashpot = fastest->dashpot * dt;
    const double contacts = (double)(counters->pair_collisions + counters->wall_collisions + counters->live_contacts);
    const double jump = spring * spring + dashpot;
    return contacts * kinetic * dt *
           (landing_constant() * dashpot +
            counters->max_displacement * (jump_constant * jump * jump + smooth_constant * spring * spring * spring));
}

/* At a time h after a point of the step grid the angular momentum of x + h v + h^2/2 a and v + h a is too large by
 * h^2/2 |v x m a|, at most dt^2/2 |v x m a|; by dt^2 |v x m a| with position Verlet, whose accelerations are those
 * of half a step earlier; and by 2 dt^2 |v x m a| with Gear, whose derivatives exceed the true ones for some steps
 * after a discontinuity of the force.  In a lattice of D dimensions no mode has a square of its frequency above (D +
 * 1) w0^2 (energy_bound.c), so that sum |m a|^2/m is at most (D + 1) w0^2 times twice the elastic energy for springs,
 * and (D + 1)^2 g^2 times twice the kinetic energy for dashpots.  Accelerations are those of up to `late` steps before:
 * a spring without energy now had at most the part (late w0 dt)^2 of the kinetic energy then, and dashpots reduce the
 * kinetic energy at most with the rate 2 (D + 1) g. */
static double
present_error(const struct gravel_system *system, const struct gravel_contact_rates *fastest,
              const struct gravel_energy *energy, double largest_kinetic, bool multistep, double dt)
{
    const double late = multistep ? memory : 1.5, constant = multistep ? 2.0 : 1.0;
    const double modes = system->dimension + 1, spring = fastest->spring * dt, dashpot = fastest->dashpot * dt;
    const double now = energy->kinetic + energy->rotational;
    const double kinetic = fmin(largest_kinetic, now * exp(2.0 * modes * dashpot * late));
    const double elastic = energy->elastic + late * late * spring * spring * kinetic;
    return 2.0 * constant * dt * (sqrt(modes * kinetic * elastic) * spring + modes * dashpot * kinetic);
}

double
gravel_angular_error(const struct gravel_system *system, const struct gravel_contact_rates *fastest,
                     const struct gravel_energy *energy, const struct gravel_counters *counters, bool multistep,
                     double largest_kinetic)
{
    const double passed = multistep ? passed_error(fastest, counters, largest_kinetic) : 0.0;
    return counters->live_contacts > 0
               ? passed + present_error(system, fastest, energy, largest_kinetic, multistep, counters->time_step)
               : passed;
}
