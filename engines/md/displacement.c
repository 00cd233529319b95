#include "engines/md/displacement.h"

#include <stdio.h>

/* The particle with the largest displacement in a step, and the displacement in its radii. */
static size_t
fastest_particle(const struct gravel_md *md, double *displacement)
{
    double largest = 0.0;
    size_t fastest = 0;
    for (size_t i = 0; i < md->n; i++) {
        const double radius = gravel_md_radius(md, i), v2 = v3_norm2(md->v[i]);
        if (v2 > largest * radius * radius) {
            largest = v2 / (radius * radius);
            fastest = i;
        }
    }
    *displacement = sqrt(largest) * md->dt;
    return fastest;
}

static double
wall_displacement(const struct gravel_md *md)
{
    double smallest = INFINITY;
    for (size_t b = 0; b < md->n_bodies; b++)
        smallest = fmin(smallest, md->bodies[b].radius);
    return md->wall_speed * md->dt / smallest;
}

void
gravel_md_displacement_record(struct gravel_md *md)
{
    double particle;
    fastest_particle(md, &particle);
    md->counters.max_displacement = fmax(md->counters.max_displacement, fmax(particle, wall_displacement(md)));
}

enum gravel_status
gravel_md_displacement_check(struct gravel_md *md, struct gravel_error *error)
{
    double particle;
    const size_t fastest = fastest_particle(md, &particle);
    const double wall = wall_displacement(md), largest = md->counters.max_displacement = fmax(particle, wall);
    char body[48];
    if (largest <= GRAVEL_DISPLACEMENT_LIMIT)
        return GRAVEL_OK;
    if (particle >= wall)
        snprintf(body, sizeof body, "particle %d", (int)md->id[fastest]);
    else
        snprintf(body, sizeof body, "a wall");
    return gravel_fail_at(error, GRAVEL_INPUT, "engines.md.steps_per_contact",
                          "the time step %g s of engine md is too long: %s moves by %.3g radii in it at the start, "
                          "allowed: %g, because contacts are missed otherwise; a shorter contact time, or %.3g times "
                          "as many steps_per_contact",
                          md->dt, body, largest, GRAVEL_DISPLACEMENT_LIMIT, largest / GRAVEL_DISPLACEMENT_LIMIT);
}
