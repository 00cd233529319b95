#include "harness/judge/kinds.h"

extern const struct gravel_check_ops gravel_check_ops_agree, gravel_check_ops_bound, gravel_check_ops_collapse,
    gravel_check_ops_crossing, gravel_check_ops_differ, gravel_check_ops_falls, gravel_check_ops_fit,
    gravel_check_ops_rises, gravel_check_ops_slope, gravel_check_ops_value;

const struct gravel_check_ops *const gravel_check_ops[] = {
    &gravel_check_ops_agree,
    &gravel_check_ops_bound,
    &gravel_check_ops_collapse,
    &gravel_check_ops_crossing,
    &gravel_check_ops_differ,
    &gravel_check_ops_falls,
    &gravel_check_ops_fit,
    &gravel_check_ops_rises,
    &gravel_check_ops_slope,
    &gravel_check_ops_value,
    NULL,
};

const struct gravel_check_ops *
gravel_check_ops_find(const struct gravel_check_kind *kind)
{
    for (const struct gravel_check_ops *const *ops = gravel_check_ops; *ops; ops++)
        if ((*ops)->kind == kind)
            return *ops;
    return NULL;
}
