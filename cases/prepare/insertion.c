#include "cases/prepare/insertion.h"

#include <stdlib.h>

enum gravel_status
gravel_insertion_create(struct gravel_insertion *insertion, const struct gravel_system *system, struct vec3 low,
                        struct vec3 high, struct gravel_error *error)
{
    const size_t n = system->n_particles;
    double widest = 0.0;
    for (size_t k = 0; k < n; k++)
        widest = fmax(widest, 2.0 * system->particles[k].radius);
    *insertion = (struct gravel_insertion){.system = system};
    const size_t n_cells =
        gravel_cell_axes_fit(&insertion->axes, &system->box, low, high, widest, 2.0 * (double)n + 64.0);
    insertion->first = malloc(n_cells * sizeof *insertion->first);
    insertion->next = malloc((n + 1) * sizeof *insertion->next);
    if (insertion->first == NULL || insertion->next == NULL) {
        gravel_insertion_free(insertion);
        return gravel_no_memory(error);
    }
    for (size_t c = 0; c < n_cells; c++)
        insertion->first[c] = -1;
    return GRAVEL_OK;
}

void
gravel_insertion_free(struct gravel_insertion *insertion)
{
    free(insertion->first);
    free(insertion->next);
    *insertion = (struct gravel_insertion){0};
}

static bool
overlap(const struct gravel_system *system, size_t i, size_t j)
{
    const struct gravel_particle *p = system->particles;
    const double s = p[i].radius + p[j].radius;
    return v3_norm2(gravel_box_separation(&system->box, p[j].x, p[i].x)) < s * s;
}

bool
gravel_insertion_fits(const struct gravel_insertion *insertion, size_t k)
{
    int32_t near[GRAVEL_CELLS_AROUND];
    const int n = gravel_cell_around(&insertion->axes, insertion->system->particles[k].x, near);
    for (int c = 0; c < n; c++)
        for (int32_t j = insertion->first[near[c]]; j >= 0; j = insertion->next[j])
            if (overlap(insertion->system, k, (size_t)j))
                return false;
    return true;
}

void
gravel_insertion_add(struct gravel_insertion *insertion, size_t k)
{
    int32_t *const first = &insertion->first[gravel_cell_of(&insertion->axes, insertion->system->particles[k].x)];
    insertion->next[k] = *first;
    *first = (int32_t)k;
}
