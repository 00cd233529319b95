#include "cases/prepare/stack.h"

#include "cases/prepare/refuse.h"

#include <stdlib.h>

enum gravel_status
gravel_stack_separation(const struct gravel_system *system, const struct gravel_options *options, double speed,
                        const char *name, double *separation, struct gravel_error *error)
{
    const bool by_sigma = gravel_options_has(options, "sigma");
    if (by_sigma == gravel_options_has(options, "separation"))
        return gravel_fail(error, GRAVEL_INPUT, "prepare.%s: needs exactly one of separation and sigma", name);
    if (!by_sigma) {
        *separation = gravel_options_real(options, "separation");
        return GRAVEL_OK;
    }
    speed = fabs(speed);
    if (!(speed > 0.0))
        return gravel_prepare_refuse(error, name, "sigma", "has no meaning without a velocity");
    const struct gravel_particle *p = &system->particles[0];
    const struct gravel_material *material = gravel_system_contact(system, p->species, p->species).material;
    const double t_c = gravel_material_contact_time(material, NULL, 0.5 * p->mass, 2.0 * p->radius, speed);
    if (!(t_c > 0.0) || !isfinite(t_c))
        return gravel_prepare_refuse(error, name, "sigma", "the material states no contact time");
    *separation = gravel_options_real(options, "sigma") * speed * t_c;
    return GRAVEL_OK;
}

double
gravel_stack_fill(struct gravel_system *system, size_t first, size_t n, double low, double gap)
{
    double top = low - gap;
    for (size_t k = first; k < first + n; k++) {
        struct gravel_particle *p = &system->particles[k];
        p->x = v3(0, 0, top + gap + p->radius);
        top = p->x.z + p->radius;
    }
    return top;
}

static int
by_height(const void *a, const void *b)
{
    const double x = ((const struct gravel_particle *)a)->x.z, y = ((const struct gravel_particle *)b)->x.z;
    return (x > y) - (x < y);
}

void
gravel_stack_sort(struct gravel_system *system)
{
    qsort(system->particles, system->n_particles, sizeof *system->particles, by_height);
}
