/* The registry of integrators. */
#ifndef GRAVEL_MD_INTEGRATORS_H
#define GRAVEL_MD_INTEGRATORS_H

#include "engines/md/integrator.h"

/* All integrators, NULL-terminated, in the order of the option's choices; the first is the default. */
extern const struct gravel_md_integrator_ops *const gravel_md_integrators[];

/* The integrator of this name; the first one if there is none. */
const struct gravel_md_integrator_ops *gravel_md_integrator_find(const char *name);

#endif
