#include "cases/prepare/prepare.h"

#include <string.h>

extern const struct gravel_prepare_ops gravel_prepare_aimed, gravel_prepare_ball, gravel_prepare_column,
    gravel_prepare_drum, gravel_prepare_file, gravel_prepare_lattice, gravel_prepare_layer, gravel_prepare_list,
    gravel_prepare_pair, gravel_prepare_pairs, gravel_prepare_poured, gravel_prepare_random, gravel_prepare_relaxed,
    gravel_prepare_swollen, gravel_prepare_triangular, gravel_prepare_two_columns;

const struct gravel_prepare_ops *const gravel_prepares[] = {
    &gravel_prepare_aimed,
    &gravel_prepare_ball,
    &gravel_prepare_column,
    &gravel_prepare_drum,
    &gravel_prepare_file,
    &gravel_prepare_lattice,
    &gravel_prepare_layer,
    &gravel_prepare_list,
    &gravel_prepare_pair,
    &gravel_prepare_pairs,
    &gravel_prepare_poured,
    &gravel_prepare_random,
    &gravel_prepare_relaxed,
    &gravel_prepare_swollen,
    &gravel_prepare_triangular,
    &gravel_prepare_two_columns,
    NULL,
};

const struct gravel_prepare_ops *
gravel_prepare_find(const char *name)
{
    for (size_t k = 0; gravel_prepares[k] != NULL; k++)
        if (strcmp(gravel_prepares[k]->name, name) == 0)
            return gravel_prepares[k];
    return NULL;
}
