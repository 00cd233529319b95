/* Oblique impacts with spin.  u = u_n + u_t is the velocity of the contact point of body 1 as seen from body 2 taken
 * with the sign of S1, u = u2 - u1.  Convention of the tangential restitution: u_t' = e_t u_t, so 1 is smooth. Spheres,
 * I = (2/5) m s^2. */
#include "reference/theory/laws.h"

#include <math.h>

static double
reduced(double m1, double m2)
{
    return m1 * m2 / (m1 + m2);
}

/* Gross sliding on a plane: the tangential impulse is mu (1 + e) m V cos(theta), theta from the normal.  It ends the
 * sliding below tan(theta) = (7/2) mu (1 + e). */
static double
sliding_angle(const double *a)
{
    return atan(3.5 * a[1] * (1.0 + a[0])) * 180.0 / M_PI;
}
const struct gravel_theory gravel_theory_sliding_angle = {
    "sliding_angle",
    "smallest angle of gross sliding from the normal, arctan(3.5 mu (1 + e))",
    "Chung and Ooi 2011, test 4",
    "deg",
    {"restitution", "friction"},
    sliding_angle};

static double
sliding_restitution(const double *a)
{
    if (a[2] < sliding_angle(a))
        return NAN;
    return 1.0 - a[1] * (1.0 + a[0]) / tan(a[2] * M_PI / 180.0);
}
const struct gravel_theory gravel_theory_sliding_restitution = {
    "sliding_restitution",
    "ratio of the centre's tangential velocities 1 - mu (1 + e)/tan(theta)",
    "Chung and Ooi 2011, test 4",
    "1",
    {"restitution", "friction", "angle"},
    sliding_restitution};

/* Spheres of any masses and sizes, and a sphere and a plane: the tangential impulse mu (1 + e) m_red v_n changes the
 * slip by 7/2 of it over m_red. */
static double
sliding_slip(const double *a)
{
    const double left = 1.0 - 3.5 * a[1] * (1.0 + a[0]) * a[2] / a[3];
    return left > 0.0 ? left : NAN;
}
const struct gravel_theory gravel_theory_sliding_slip = {
    "sliding_slip",
    "part of the slip that gross sliding leaves, 1 - (7/2) mu (1 + e) v_n/v_t",
    "Chung and Ooi 2011, test 4, of the contact point",
    "1",
    {"restitution", "friction", "approach", "slip"},
    sliding_slip};

static double
sliding_spin(const double *a)
{
    const double e = a[0], mu = a[1], angle = a[2], speed = a[3], radius = a[4];
    if (angle < sliding_angle(a))
        return NAN;
    return 2.5 * mu * (1.0 + e) * speed * cos(angle * M_PI / 180.0) / radius;
}
const struct gravel_theory gravel_theory_sliding_spin = {
    "sliding_spin", "spin after the impact 2.5 mu (1 + e) V cos(theta)/R",   "Chung and Ooi 2011, test 4",
    "rad/s",        {"restitution", "friction", "angle", "speed", "radius"}, sliding_spin};

/* S1 Sec. 2, with I = (2/5) m s^2: the tangential velocity change of particle 1. */
static double
pair_kick(const double *a)
{
    const double m1 = a[0], m2 = a[1], e_t = a[2], u_t = a[3];
    return m2 / (m1 + m2) * 2.0 / 7.0 * (1.0 - e_t) * u_t;
}
const struct gravel_theory gravel_theory_rotation_pair_kick = {
    "rotation_pair_kick",
    "tangential velocity change of particle 1, (m2/M) (2/7) (1 - e_t) u_t",
    "S1 Sec. 2",
    "m/s",
    {"m1", "m2", "tangential_restitution", "u_t"},
    pair_kick};

static double
pair_spin(const double *a)
{
    const double m1 = a[0], m2 = a[1], radius = a[2], e_t = a[3], u_t = a[4];
    return 2.0 / 7.0 * reduced(m1, m2) * (1.0 - e_t) / (0.4 * m1 * radius * radius) * radius * u_t;
}
const struct gravel_theory gravel_theory_rotation_pair_spin = {
    "rotation_pair_spin",
    "spin change of particle 1, (2/7) (mu (1 - e_t)/I1) s1 u_t",
    "S1 Sec. 2",
    "rad/s",
    {"m1", "m2", "radius", "tangential_restitution", "u_t"},
    pair_spin};

static double
loss(double mass, double e_n, double e_t, double u_n, double u_t)
{
    return 0.5 * mass * ((1.0 - e_n * e_n) * u_n * u_n + 2.0 / 7.0 * (1.0 - e_t * e_t) * u_t * u_t);
}

static double
pair_loss(const double *a)
{
    return loss(reduced(a[0], a[1]), a[2], a[3], a[4], a[5]);
}
const struct gravel_theory gravel_theory_rotation_pair_loss = {
    "rotation_pair_loss",
    "energy lost, (mu/2) [(1 - e_n^2) u_n^2 + (2/7) (1 - e_t^2) u_t^2]",
    "S1 Sec. 2",
    "J",
    {"m1", "m2", "restitution", "tangential_restitution", "u_n", "u_t"},
    pair_loss};

/* At a wall of infinite mass; u is the velocity of the contact point with the wall's own taken off. */
static double
wall_kick(const double *a)
{
    return -2.0 / 7.0 * (1.0 - a[0]) * a[1];
}
const struct gravel_theory gravel_theory_rotation_wall_kick = {
    "rotation_wall_kick",
    "tangential velocity change at a wall, -(2/7) (1 - e_t) u_t",
    "S1 Sec. 2",
    "m/s",
    {"tangential_restitution", "u_t"},
    wall_kick};

static double
wall_spin(const double *a)
{
    return 5.0 / 7.0 * (1.0 - a[1]) / a[0] * a[2];
}
const struct gravel_theory gravel_theory_rotation_wall_spin = {
    "rotation_wall_spin",
    "size of the spin change at a wall, (5/7) (1 - e_t) u_t/s",
    "S1 Sec. 2",
    "rad/s",
    {"radius", "tangential_restitution", "u_t"},
    wall_spin};

static double
wall_loss(const double *a)
{
    return loss(a[0], a[1], a[2], a[3], a[4]);
}
const struct gravel_theory gravel_theory_rotation_wall_loss = {
    "rotation_wall_loss",
    "energy lost at a wall, (m/2) [(1 - e_n^2) u_n^2 + (2/7) (1 - e_t^2) u_t^2]",
    "S1 Sec. 2",
    "J",
    {"mass", "restitution", "tangential_restitution", "u_n", "u_t"},
    wall_loss};
