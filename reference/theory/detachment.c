/* Columns of beads that hit a wall or each other, without gravity. */
#include "reference/theory/laws.h"

#include <math.h>
#include <stddef.h>

/* Independent-collision-wave model: N beads with restitution e on a wall of the same e cluster below this. */
static double
icw_restitution(const double *a)
{
    const double t = tan(0.25 * M_PI * (1.0 - 1.0 / a[0]));
    return a[0] >= 1.0 ? t * t : NAN;
}
const struct gravel_theory gravel_theory_icw_restitution = {
    "icw_restitution", "critical restitution of N beads on a wall, tan^2(pi/4 (1 - 1/N))", "S3 Eq. 55", "1", {"n"},
    icw_restitution};

/* A wave takes the beads from the wall outwards, one collision each (S3 Eqs. 12 and 13); N waves one after the other,
 * the matrix Y^N on N equal velocities -1.  Arguments: N, e, wall restitution, bead (1 is the lowest). */
static double
icw_velocity(const double *a)
{
    enum { BEADS_MAX = 64 };
    if (!(a[0] >= 1.0 && a[0] <= BEADS_MAX && a[3] >= 1.0 && a[3] <= a[0]))
        return NAN;
    const size_t n = (size_t)a[0];
    double v[BEADS_MAX] = {0};
    for (size_t i = 0; i < n; i++)
        v[i] = -1.0;
    for (size_t wave = 0; wave < n; wave++) {
        v[0] *= -a[2];
        for (size_t i = 1; i < n; i++) {
            const double kick = 0.5 * (1.0 + a[1]) * (v[i] - v[i - 1]);
            v[i - 1] += kick;
            v[i] -= kick;
        }
    }
    return v[(size_t)a[3] - 1];
}
const struct gravel_theory gravel_theory_icw_velocity = {
    "icw_velocity",
    "velocity of a bead over the impact speed after N independent waves through N touching beads that hit a wall",
    "S3 App. A.2; Bernu and Mazighi 1990",
    "1",
    {"n", "restitution", "wall_restitution", "bead"},
    icw_velocity};

/* Three free equal beads: two collisions map the relative velocities (u, w) linearly; the map has a positive real
 * eigenvalue, so that the middle bead rattles between its neighbours for ever, when e^2 - 14 e + 1 >= 0. */
static double
free_collapse_restitution(const double *a)
{
    (void)a;
    return 7.0 - 4.0 * sqrt(3.0);
}
const struct gravel_theory gravel_theory_free_collapse_restitution = {
    "free_collapse_restitution",
    "three free beads collapse below e = 7 - 4 sqrt(3), a root of e^2 - 14 e + 1",
    "McNamara and Young 1992",
    "1",
    {NULL},
    free_collapse_restitution};

/* A compression wave crosses the chain of N beads and returns: 2 N sqrt(m/K), while a pair has
 * t_c = pi sqrt(m/(2 K)). */
static double
chain_interaction_time(const double *a)
{
    return 2.0 * M_SQRT2 / M_PI * a[0] * a[1];
}
const struct gravel_theory gravel_theory_chain_interaction_time = {
    "chain_interaction_time",
    "contact of a touching column with the wall, (2 sqrt(2)/pi) N t_c",
    "S3 Sec. 3.2.1, chain of springs derived",
    "s",
    {"n", "contact_time"},
    chain_interaction_time};
