#include "cases/prepare/motion.h"

#include <stdio.h>

const struct gravel_key gravel_motion_keys[] = {
    {"mean_velocity", GRAVEL_TYPE_VEC3, GRAVEL_OPTIONAL, "m/s", 0, 0, NULL, NULL,
     "added to the velocity of every free particle"},
    {"rotation", GRAVEL_TYPE_VEC3, GRAVEL_OPTIONAL, "rad/s", 0, 0, NULL, NULL,
     "angular velocity of a rigid rotation that is added to the free particles, and to their spins where they have "
     "any"},
    {"centre", GRAVEL_TYPE_VEC3, GRAVEL_OPTIONAL, "m", 0, 0, NULL, NULL,
     "a point on the axis of that rotation; without it the origin"},
    {0},
};

static enum gravel_status
refuse(struct gravel_error *error, const char *path, const char *key, struct vec3 found, const char *allowed)
{
    char at[160];
    snprintf(at, sizeof at, "%s.%s", path, key);
    return gravel_fail_at(error, GRAVEL_INPUT, at, "found [%g, %g, %g], allowed %s", found.x, found.y, found.z,
                          allowed);
}

enum gravel_status
gravel_motion_add(struct gravel_system *system, const struct gravel_options *options, const char *path,
                  struct gravel_error *error)
{
    const int d = system->dimension;
    const struct vec3 u = gravel_options_vec3(options, "mean_velocity"), w = gravel_options_vec3(options, "rotation");
    const struct vec3 c = gravel_options_vec3(options, "centre");
    if ((d < 3 && u.y != 0.0) || (d < 2 && u.x != 0.0))
        return refuse(error, path, "mean_velocity", u, d == 2 ? "[u, 0, w] in two dimensions" : "[0, 0, w] in one");
    if ((d < 3 && (w.x != 0.0 || w.z != 0.0)) || (d < 2 && w.y != 0.0))
        return refuse(error, path, "rotation", w, d == 2 ? "[0, w, 0] in two dimensions" : "none in one dimension");
    if (gravel_options_has(options, "centre") && v3_norm2(w) == 0.0)
        return refuse(error, path, "centre", c, "with a rotation only");
    if (v3_norm2(u) == 0.0 && v3_norm2(w) == 0.0)
        return GRAVEL_OK;
    size_t n_free = 0;
    for (size_t k = 0; k < system->n_particles; k++) {
        struct gravel_particle *p = &system->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        n_free++;
        p->v = v3_add(p->v, v3_add(u, v3_cross(w, v3_sub(p->x, c))));
        if (system->material.rotation)
            p->omega = v3_add(p->omega, w);
    }
    if (n_free > 0 || system->n_particles == 0)
        return GRAVEL_OK;
    return refuse(error, path, v3_norm2(u) > 0.0 ? "mean_velocity" : "rotation", v3_norm2(u) > 0.0 ? u : w,
                  "with free particles only: all of this generator are attached to walls");
}
