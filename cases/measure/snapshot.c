/* The particles at the end of the run and at its start, for pictures; inside the periodic box. */
#include "cases/measure/measure.h"

#include <stdlib.h>

enum { WIDTH = 8 };

/* A sheared box has no period along z at a fixed x: there the engines keep the particles inside. */
static double
inside(const struct gravel_box *box, int axis, struct vec3 x)
{
    const double low = v3_component(box->low, axis), length = v3_component(box->high, axis) - low;
    const double place = v3_component(x, axis);
    const bool folds = box->periodic[axis] && !(axis == 2 && box->shear_rate != 0.0);
    return folds ? place - length * floor((place - low) / length) : place;
}

static void
report(const struct gravel_results *r, const char *name, const struct gravel_box *box,
       const struct gravel_particle *particles, size_t n, double *table)
{
    size_t rows = 0;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_particle *p = &particles[k];
        if (p->attached == GRAVEL_ABSORBED)
            continue;
        const double row[WIDTH] = {inside(box, 0, p->x), inside(box, 1, p->x), inside(box, 2, p->x), p->radius,
                                   v3_norm(p->v),        v3_norm(p->omega),    (double)p->species,   p->attached >= 0};
        for (size_t c = 0; c < WIDTH; c++)
            table[WIDTH * rows + c] = row[c];
        rows++;
    }
    r->table(r->self, name, "x|y|z|radius|speed|spin|species|attached", "m|m|m|m|m/s|rad/s|1|1", rows, table);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)measure;
    const size_t n = state->system->n_particles;
    double *table = malloc((n > 0 ? n : 1) * WIDTH * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    report(r, "snapshot", &state->system->box, state->particles, n, table);
    report(r, "snapshot_start", &state->system->box, state->system->particles, n, table);
    free(table);
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"snapshot", "m|m|m|m|m/s|rad/s|1|1", "x|y|z|radius|speed|spin|species|attached"},
    {"snapshot_start", "m|m|m|m|m/s|rad/s|1|1", "x|y|z|radius|speed|spin|species|attached"},
    {0},
};

const struct gravel_measure_ops gravel_measure_snapshot = {
    .name = "snapshot",
    .what = "Table x|y|z|radius|speed|spin|species|attached of the particles at the end, and the same of the start.",
    .reference = "S1 Figs. 9 and 12",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .sheared = true,
    .archive = gravel_measure_keeps_nothing,
    .finish = finish,
};
