/* The same formulas as law.h and meeting.c, written for a compiler that vectorises the inner loop; the
 * conformance of the two is a unit test. */
#include "engines/md/kernel.h"
#include "engines/md/width.h"

#include <math.h>

#if defined(__clang__)
#define INDEPENDENT
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define TEMPLATE static inline __attribute__((always_inline))

/* The contact law for LANES contacts at a time; spins, springs and one are constants in each copy of the
 * function.  `one`: all particles are of one kind. */
TEMPLATE void
contacts(struct gravel_md_batch *restrict b, const struct gravel_md_contacts *restrict list,
         const struct gravel_md_bodies *restrict bodies, const struct gravel_md_kinds *restrict kinds,
         const bool spins, const bool shears, const bool springs, const bool one)
{
    const double *restrict const v = bodies->v, *restrict const w = bodies->omega;
    const double *restrict const radius = bodies->radius;
    double *restrict const xi = bodies->xi;
    const double dt = kinds->dt, half = 0.5 * dt, friction = kinds->friction, radius0 = radius[0];
    const double k0 = kinds->k[0], c0 = kinds->c[0], kt0 = kinds->kt[0], ct0 = kinds->ct[0];
    const double floor_force = kinds->cohesionless ? 0.0 : -INFINITY;
    const double most_factor = friction > 0.0 ? friction : INFINITY;
    const int32_t n = (int32_t)list->n, n_kinds = (int32_t)kinds->n;
    for (int32_t base = 0; base < n; base += GRAVEL_MD_LANES) {
        INDEPENDENT
        for (int32_t l = 0; l < GRAVEL_MD_LANES; l++) {
            const int32_t m = base + l, first = list->i[m], second = list->j[m];
            const int32_t i = 3 * first, j = 3 * second, s = springs ? 3 * list->slot[m] : 0;
            const int32_t kind = one ? 0 : bodies->kind[first] * n_kinds + bodies->kind[second];
            const double weight = m < n ? 1.0 : 0.0;
            const double radius_i = one ? radius0 : radius[first], radius_j = one ? radius0 : radius[second];
            const double k = one ? k0 : kinds->k[kind], c = one ? c0 : kinds->c[kind];
            const double kt = one ? kt0 : kinds->kt[kind], ct = one ? ct0 : kinds->ct[kind];
            const double d = sqrt(list->d2[m]), inverse = 1.0 / d, sum = radius_i + radius_j;
            const double nx = list->x[m] * inverse, ny = list->y[m] * inverse, nz = list->z[m] * inverse;
            const double overlap = sum - d;
            double ux = v[i] - v[j], uy = v[i + 1] - v[j + 1], uz = v[i + 2] - v[j + 2];
            const double rate = -(ux * nx + uy * ny + uz * nz);
            const double elastic = k * overlap;
            const double raw = elastic + c * rate;
            const double normal = raw > floor_force ? raw : floor_force;
            const double arm_i = one ? 0.5 * d : d * radius_i / sum, arm_j = d - arm_i;
            double fx = normal * nx, fy = normal * ny, fz = normal * nz;
            b->normal[l] += weight * (normal - elastic) * rate;
            b->elastic[l] += weight * 0.5 * elastic * overlap;
            const double smaller = radius_i < radius_j ? radius_i : radius_j;
            const double depth = overlap / smaller;
            b->deepest[l] = depth > b->deepest[l] ? depth : b->deepest[l];
            if (shears) {
                ux += rate * nx;
                uy += rate * ny;
                uz += rate * nz;
                if (spins) {
                    const double rx = arm_i * w[i] + arm_j * w[j], ry = arm_i * w[i + 1] + arm_j * w[j + 1];
                    const double rz = arm_i * w[i + 2] + arm_j * w[j + 2];
                    ux -= ry * nz - rz * ny;
                    uy -= rz * nx - rx * nz;
                    uz -= rx * ny - ry * nx;
                }
                double sx = 0.0, sy = 0.0, sz = 0.0, tx = -ct * ux, ty = -ct * uy, tz = -ct * uz;
                if (springs) {
                    sx = xi[s];
                    sy = xi[s + 1];
                    sz = xi[s + 2];
                    const double out = sx * nx + sy * ny + sz * nz;
                    sx += half * ux - out * nx;
                    sy += half * uy - out * ny;
                    sz += half * uz - out * nz;
                    tx -= kt * sx;
                    ty -= kt * sy;
                    tz -= kt * sz;
                }
                const double most = most_factor * (normal > 0.0 ? normal : 0.0);
                const double size = sqrt(tx * tx + ty * ty + tz * tz);
                const bool slides = size > most;
                const double cut = slides ? most / size : 1.0;
                tx *= cut;
                ty *= cut;
                tz *= cut;
                if (springs) {
                    sx = slides ? -(tx + ct * ux) / kt : sx;
                    sy = slides ? -(ty + ct * uy) / kt : sy;
                    sz = slides ? -(tz + ct * uz) / kt : sz;
                    b->sheared[l] += weight * 0.5 * kt * (sx * sx + sy * sy + sz * sz);
                    xi[s] = sx + half * ux;
                    xi[s + 1] = sy + half * uy;
                    xi[s + 2] = sz + half * uz;
                }
                b->tangential[l] -= weight * (tx * ux + ty * uy + tz * uz);
                fx += tx;
                fy += ty;
                fz += tz;
                if (spins) {
                    b->torque[0][m] = ty * nz - tz * ny;
                    b->torque[1][m] = tz * nx - tx * nz;
                    b->torque[2][m] = tx * ny - ty * nx;
                    b->arm_i[m] = arm_i;
                    b->arm_j[m] = arm_j;
                }
            }
            b->force[0][m] = fx;
            b->force[1][m] = fy;
            b->force[2][m] = fz;
        }
    }
}

#define KERNEL(name, spins, shears, springs, one)                                                          \
    EVERY_WIDTH static void name(struct gravel_md_batch *batch, const struct gravel_md_contacts *list,     \
                                 const struct gravel_md_bodies *bodies, const struct gravel_md_kinds *kinds) \
    {                                                                                                      \
        contacts(batch, list, bodies, kinds, spins, shears, springs, one);                                 \
    }
KERNEL(smooth, false, false, false, false)
KERNEL(smooth_one, false, false, false, true)
KERNEL(viscous, false, true, false, false)
KERNEL(viscous_one, false, true, false, true)
KERNEL(viscous_spins, true, true, false, false)
KERNEL(viscous_spins_one, true, true, false, true)
KERNEL(spring, false, true, true, false)
KERNEL(spring_one, false, true, true, true)
KERNEL(spring_spins, true, true, true, false)
KERNEL(spring_spins_one, true, true, true, true)


gravel_md_kernel *
gravel_md_kernel_choose(bool spins, bool shears, bool springs, bool one)
{
    if (!shears)
        return one ? smooth_one : smooth;
    if (springs)
        return spins ? (one ? spring_spins_one : spring_spins) : one ? spring_one : spring;
    return spins ? (one ? viscous_spins_one : viscous_spins) : one ? viscous_one : viscous;
}
