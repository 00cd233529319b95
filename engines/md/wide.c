#include "engines/md/wide.h"
#include "engines/md/dense_walk.h"
#include "engines/md/dense_walls.h"
#include "engines/md/near.h"
#include "engines/md/sweep.h"

const struct gravel_md_wide GRAVEL_WIDE(gravel_md_wide) = {
    .kernel = GRAVEL_WIDE(gravel_md_kernel_choose),
    .walk = GRAVEL_WIDE(gravel_md_dense_walk),
    .walls = GRAVEL_WIDE(gravel_md_dense_walls),
    .kick = GRAVEL_WIDE(gravel_md_kick),
    .predict = GRAVEL_WIDE(gravel_md_predict),
    .correct = GRAVEL_WIDE(gravel_md_correct),
    .advance = GRAVEL_WIDE(gravel_md_advance),
    .drift = GRAVEL_WIDE(gravel_md_drift),
    .scan_near = GRAVEL_WIDE(gravel_md_scan_near),
    .scan_flight = GRAVEL_WIDE(gravel_md_scan_flight),
    .scan_members = GRAVEL_WIDE(gravel_md_scan_members),
    .near = GRAVEL_WIDE(gravel_md_near),
};
