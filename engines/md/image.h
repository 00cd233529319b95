/* Images of the particles in the periodic box. */
#ifndef GRAVEL_MD_IMAGE_H
#define GRAVEL_MD_IMAGE_H

#include "engines/md/state.h"

/* The operation `images` of struct gravel_engine_ops. */
void gravel_md_images(const void *engine, int32_t (*image)[3]);

/* x inside the periodic box; positions that are inside it already are not changed. */
struct vec3 gravel_md_wrapped(const struct gravel_md *md, struct vec3 x);

#endif
