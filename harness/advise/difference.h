/* How far soft spheres (MD) will be from hard ones (ED), as a signed number with an upper bound of its size. */
#ifndef GRAVEL_HARNESS_ADVISE_DIFFERENCE_H
#define GRAVEL_HARNESS_ADVISE_DIFFERENCE_H

#include "harness/advise/context.h"

/* Fill in what is compared, the difference, its bound and their source; NaN where no hard-sphere number is right or
 * nothing is known of such systems.  Needs speeds, event time, X and regime. */
void gravel_advice_difference(struct gravel_advice_context *a);

/* A gas in a periodic box: what smaller spheres at the moment of a collision and the energy inside contacts change
 * (difference.c), for the regime.  NaN for other systems. */
double gravel_advice_gas_difference(const struct gravel_advice_context *a);

#endif
