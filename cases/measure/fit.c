/* Which systems a measure fits and what it yields, from its table of operations. */
#include "cases/measure/measure.h"
#include "engines/core/shear.h"

#include <stdio.h>
#include <string.h>

static bool
has_gravity(const struct gravel_system *system)
{
    return v3_norm2(system->gravity) > 0.0;
}

static bool
periodic_sides(const struct gravel_system *system)
{
    const bool *periodic = system->box.periodic;
    return (system->dimension < 2 || periodic[0]) && (system->dimension < 3 || periodic[1]);
}

static bool
is_periodic(const struct gravel_system *system)
{
    return periodic_sides(system) && system->box.periodic[2];
}

static bool
open_along_z(const struct gravel_system *system)
{
    return periodic_sides(system) && !system->box.periodic[2];
}

static bool
has_shape(const struct gravel_system *system, enum gravel_shape shape)
{
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].shape == shape)
            return true;
    return false;
}

static bool
has_wall(const struct gravel_system *system)
{
    return system->n_walls > 0;
}

static bool
has_plane(const struct gravel_system *system)
{
    return has_shape(system, GRAVEL_PLANE);
}

static bool
has_cylinder(const struct gravel_system *system)
{
    return has_shape(system, GRAVEL_CYLINDER);
}

static bool
has_ring(const struct gravel_system *system)
{
    return has_shape(system, GRAVEL_RING);
}

static bool
has_opening(const struct gravel_system *system)
{
    return has_shape(system, GRAVEL_ORIFICE) || has_shape(system, GRAVEL_CONE);
}

static bool
vibrates(const struct gravel_system *system)
{
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].motion.amplitude != 0.0 && system->walls[w].motion.angular_frequency != 0.0)
            return true;
    return false;
}

static bool
is_sheared(const struct gravel_system *system)
{
    return gravel_box_is_sheared(&system->box);
}

static const struct {
    unsigned bit;
    const char *words;
    bool (*has)(const struct gravel_system *system);
} needs[] = {
    {GRAVEL_NEEDS_GRAVITY, "gravity", has_gravity},
    {GRAVEL_NEEDS_PERIODIC, "box that is periodic on every axis", is_periodic},
    {GRAVEL_NEEDS_PERIODIC_SIDES, "box that is periodic on all axes but z", open_along_z},
    {GRAVEL_NEEDS_WALL, "wall", has_wall},
    {GRAVEL_NEEDS_PLANE, "plane", has_plane},
    {GRAVEL_NEEDS_CYLINDER, "cylinder", has_cylinder},
    {GRAVEL_NEEDS_RING, "ring", has_ring},
    {GRAVEL_NEEDS_VIBRATION, "vibrating wall", vibrates},
    {GRAVEL_NEEDS_SHEAR, "box.shear_rate", is_sheared},
    {GRAVEL_NEEDS_OPENING, "orifice or cone", has_opening},
};
enum { NEEDS = sizeof needs / sizeof needs[0] };

/* "1D 2D": the dimensions. */
static int
print_dimensions(unsigned dimensions, char *buffer, size_t size)
{
    int used = 0;
    for (int d = 1; d <= 3; d++)
        if ((dimensions & 1u << d) != 0)
            used += snprintf(buffer + used, size - (size_t)used, "%s%dD", used > 0 ? " " : "", d);
    return used;
}

/* Names the measures that do apply to a sheared box. */
static enum gravel_status
refuse_shear(const char *path, struct gravel_error *error)
{
    char names[256] = "";
    size_t used = 0;
    for (size_t k = 0; gravel_measures[k] != NULL; k++)
        if (gravel_measures[k]->sheared && used < sizeof names)
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "",
                                     gravel_measures[k]->name);
    return gravel_fail_at(error, GRAVEL_INPUT, path, "found in a sheared box, allowed there: %s", names);
}

enum gravel_status
gravel_measure_fits(const struct gravel_measure_ops *ops, const struct gravel_system *system,
                    struct gravel_error *error)
{
    char path[96], allowed[16];
    snprintf(path, sizeof path, "measure.%s", ops->name);
    print_dimensions(ops->dimensions, allowed, sizeof allowed);
    if ((ops->dimensions & 1u << system->dimension) == 0)
        return gravel_fail_at(error, GRAVEL_INPUT, path, "found a system in %dD, allowed %s", system->dimension,
                              allowed);
    for (size_t k = 0; k < NEEDS; k++)
        if ((ops->needs & needs[k].bit) != 0 && !needs[k].has(system))
            return gravel_fail_at(error, GRAVEL_INPUT, path, "found no %s, which it needs", needs[k].words);
    if (gravel_box_is_sheared(&system->box) && !ops->sheared)
        return refuse_shear(path, error);
    return GRAVEL_OK;
}

const char *
gravel_measure_fit_text(const struct gravel_measure_ops *ops, char *buffer, size_t size)
{
    int used = print_dimensions(ops->dimensions, buffer, size);
    const char *separator = "; needs: ";
    for (size_t k = 0; k < NEEDS; k++)
        if ((ops->needs & needs[k].bit) != 0 && (size_t)used < size) {
            used += snprintf(buffer + used, size - (size_t)used, "%s%s", separator, needs[k].words);
            separator = ", ";
        }
    return buffer;
}

/* Whether `name` is `pattern`, whose last character may be a star for one or more others. */
static bool
matches(const char *pattern, const char *name)
{
    const size_t n = strlen(pattern);
    if (n == 0 || pattern[n - 1] != '*')
        return strcmp(pattern, name) == 0;
    return strncmp(pattern, name, n - 1) == 0 && name[n - 1] != '\0';
}

const struct gravel_yield *
gravel_measure_yield(const struct gravel_measure_ops *ops, const char *name, bool table)
{
    for (const struct gravel_yield *y = ops->yields; y->name != NULL; y++)
        if ((y->columns != NULL) == table && matches(y->name, name))
            return y;
    return NULL;
}
