/* Position Verlet. */
#ifndef GRAVEL_MD_POSITION_VERLET_H
#define GRAVEL_MD_POSITION_VERLET_H

#include "engines/md/integrator.h"

extern const struct gravel_md_integrator_ops gravel_md_position_verlet;

#endif
