/* The test of listed pairs that are not processed in batches. */
#ifndef GRAVEL_MD_NEAR_H
#define GRAVEL_MD_NEAR_H

#include "engines/md/state.h"
#include "engines/md/width.h"

/* Of the pairs first .. first + n - 1 of md->pairs, n <= 64, a bit for each that has a live contact or is due and may
 * touch at the positions x.  None that touches is left out, within what rounding does.  Not in a sheared box, nor with
 * md->far_images. */
uint64_t GRAVEL_WIDE(gravel_md_near)(const struct gravel_md *md, const struct vec3 *x, size_t first, size_t n);

#endif
