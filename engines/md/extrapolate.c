#include "engines/md/extrapolate.h"
#include "engines/md/attached.h"
#include "engines/md/integrator.h"

void
gravel_md_extrapolate(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x, struct vec3 *v,
                      struct vec3 *omega)
{
    md->integrator->extrapolate(md, h, of, x, v, omega);
    gravel_md_attached_move(md, md->t + h, of, x, v, omega);
}

void
gravel_md_extrapolate_parabola(const struct gravel_md *md, double h, struct gravel_md_span of, struct vec3 *x,
                               struct vec3 *v, struct vec3 *omega)
{
    const size_t n = of.end - of.begin;
    const bool rotates = md->system.material.rotation;
    for (size_t k = 0; k < n; k++) {
        const size_t i = of.begin + k;
        const struct vec3 a = md->rates.a[i];
        x[k] = v3_axpy(md->x[i], h, v3_axpy(md->v[i], 0.5 * h, a));
        v[k] = v3_axpy(md->v[i], h, a);
        omega[k] = rotates ? v3_axpy(md->omega[i], h, md->rates.alpha[i]) : md->omega[i];
    }
}

void
gravel_md_integrals_trapezoidal(const struct gravel_md *md, double h, const double power[GRAVEL_MD_POWERS],
                                double integral[GRAVEL_MD_POWERS])
{
    for (int k = 0; k < GRAVEL_MD_POWERS; k++)
        integral[k] = md->integral[k] + 0.5 * h * (md->rates.power[k] + power[k]);
}
