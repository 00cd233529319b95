/* The Nordsieck-Gear predictor-corrector. */
#ifndef GRAVEL_MD_GEAR_H
#define GRAVEL_MD_GEAR_H

#include "engines/md/integrator.h"

extern const struct gravel_md_integrator_ops gravel_md_gear;

#endif
