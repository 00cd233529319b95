#include "cases/measure/touching.h"

#include "engines/core/cell_grid.h"

struct search {
    const struct gravel_state *state;
    double touch;
    void (*visit)(void *self, int32_t i, int32_t j, struct vec3 normal);
    void *self;
};

static bool
visit_pair(void *context, size_t i, size_t j)
{
    const struct search *s = context;
    const struct gravel_particle *p = s->state->particles;
    const double reach = p[i].radius + p[j].radius + 2.0 * s->touch * fmin(p[i].radius, p[j].radius);
    const struct vec3 r = gravel_box_separation(&s->state->system->box, p[i].x, p[j].x);
    const double distance = v3_norm2(r);
    if (distance < reach * reach)
        s->visit(s->self, (int32_t)i, (int32_t)j, distance > 0.0 ? v3_scale(-1.0, v3_unit(r)) : v3(0, 0, 0));
    return true;
}

static void
visit_walls(const struct search *s)
{
    const struct gravel_system *system = s->state->system;
    const struct gravel_particle *p = s->state->particles;
    for (size_t k = 0; k < system->n_particles; k++)
        for (size_t w = 0; w < system->n_walls; w++) {
            const struct gravel_nearest near = gravel_wall_nearest(&system->walls[w], s->state->t, p[k].x);
            if (near.distance < (1.0 + 2.0 * s->touch) * p[k].radius)
                s->visit(s->self, (int32_t)k, -1 - (int32_t)w, near.normal);
        }
}

enum gravel_status
gravel_touching_visit(const struct gravel_state *state, double touch,
                      void (*visit)(void *self, int32_t i, int32_t j, struct vec3 normal), void *self,
                      struct gravel_error *error)
{
    const struct gravel_system *system = state->system;
    const struct gravel_cell_points points = gravel_cell_points_of(state->particles, system->n_particles);
    struct search search = {state, touch, visit, self};
    struct gravel_cell_grid grid;
    double largest = 0.0;
    for (size_t k = 0; k < system->n_particles; k++)
        largest = fmax(largest, state->particles[k].radius);
    visit_walls(&search);
    const enum gravel_status status =
        gravel_cell_grid_by_size(&grid, &points, &system->box, 2.0 * touch * largest, error);
    if (status == GRAVEL_OK)
        gravel_cell_grid_pairs(&grid, &points, visit_pair, &search);
    gravel_cell_grid_free(&grid);
    return status;
}
