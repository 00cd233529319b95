/* Runge-Kutta integration with error control and located contacts. */
#ifndef GRAVEL_MD_ADAPTIVE_H
#define GRAVEL_MD_ADAPTIVE_H

#include "engines/md/integrator.h"

extern const struct gravel_md_integrator_ops gravel_md_adaptive;

#endif
