/* Heaps of frictionless grains at rest. */
#include "reference/theory/laws.h"

#include <math.h>

/* N grains have d N balances of forces; between periodic sides, where only the floor pushes and that along z, the sum
 * of all balances along each of the other d - 1 axes holds of itself.  In a generic heap of hard grains as many
 * contacts, pairs and grains on the floor, carry as many unknown forces. */
static double
isostatic_contacts(const double *a)
{
    const double d = a[0], n = a[1];
    return d >= 1.0 && n >= 1.0 ? d - (d - 1.0) / n : NAN;
}
const struct gravel_theory gravel_theory_isostatic_contacts = {
    "isostatic_contacts",
    "contacts of a grain in a frictionless heap between periodic sides, N_c/N = d - (d - 1)/N",
    "Moukarzel 1998; Silbert et al. 2002",
    "1",
    {"dimension", "count"},
    isostatic_contacts};

/* h(x) = sqrt(r^2 - x^2): <h^2> = 2 r^2/3, <h> = pi r/4. */
static double
disk_row_variance(const double *a)
{
    return a[0] * a[0] * (2.0 / 3.0 - M_PI * M_PI / 16.0);
}
const struct gravel_theory gravel_theory_disk_row_variance = {"disk_row_variance",
                                                              "r^2 (2/3 - pi^2/16), of the upper envelope of a row of "
                                                              "touching disks",
                                                              "geometry",
                                                              "m2",
                                                              {"radius"},
                                                              disk_row_variance};

/* Triangular lattice of n rows, periodic along them: a disk touches two in its row and two in every row beside it. */
static double
lattice_contacts(const double *a)
{
    return a[0] >= 1.0 ? 2.0 + 4.0 * (a[0] - 1.0) / a[0] : NAN;
}
const struct gravel_theory gravel_theory_lattice_contacts = {
    "lattice_contacts", "2 + 4 (n - 1)/n contacts of a disk in n rows", "geometry", "1", {"rows"}, lattice_contacts};

/* Contacts along the rows have n_z = 0, those between rows n_z^2 = 3/4. */
static double
lattice_fabric(const double *a)
{
    return a[0] >= 1.0 ? 0.75 * 2.0 * (a[0] - 1.0) / (a[0] + 2.0 * (a[0] - 1.0)) : NAN;
}
const struct gravel_theory gravel_theory_lattice_fabric = {
    "lattice_fabric", "F_zz = (3/4) 2 (n - 1)/(3 n - 2) of n rows", "geometry", "1", {"rows"}, lattice_fabric};

/* Without weight and acceleration every cross-section bears the same force. */
static double
dead_load(const double *a)
{
    return a[0];
}
const struct gravel_theory gravel_theory_dead_load = {
    "dead_load", "force of a packing at rest on every wall across the load", "balance of forces", "N", {"force"},
    dead_load};
