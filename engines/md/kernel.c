/* The same formulas as law.h and meeting.c, written for a compiler that vectorises the inner loop; the
 * conformance of the two is a unit test. */
#include "engines/md/kernel.h"

#include <math.h>

/* GCC makes one copy of the kernels for every vector width and picks one when the program starts. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define EVERY_WIDTH __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define EVERY_WIDTH
#endif
#if defined(__clang__)
#define INDEPENDENT
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif
#define TEMPLATE static inline __attribute__((always_inline))

/* The contact law for LANES contacts at a time; spins, springs and one are constants in each copy of the
 * function.  `one`: all particles are of one kind. */
TEMPLATE void
contacts(struct gravel_md_batch *b, const struct gravel_md_kinds *kinds, const double *restrict v, const double *restrict w,
         const bool spins, const bool shears, const bool springs, const bool one)
{
    const double dt = kinds->dt, half = 0.5 * dt, friction = kinds->friction;
    const double k0 = kinds->k[0], c0 = kinds->c[0], kt0 = kinds->kt[0], ct0 = kinds->ct[0];
    const double floor_force = kinds->cohesionless ? 0.0 : -INFINITY;
    const double most_factor = friction > 0.0 ? friction : INFINITY;
    for (size_t base = 0; base < b->n; base += GRAVEL_MD_LANES) {
        INDEPENDENT
        for (size_t l = 0; l < GRAVEL_MD_LANES; l++) {
            const size_t m = base + l;
            const int32_t i = 3 * b->i[m], j = 3 * b->j[m], kind = one ? 0 : b->kind[m];
            const double k = one ? k0 : kinds->k[kind], c = one ? c0 : kinds->c[kind];
            const double kt = one ? kt0 : kinds->kt[kind], ct = one ? ct0 : kinds->ct[kind];
            const double d = sqrt(b->d2[m]), inverse = 1.0 / d, sum = b->radius_i[m] + b->radius_j[m];
            const double nx = b->x[m] * inverse, ny = b->y[m] * inverse, nz = b->z[m] * inverse;
            const double overlap = sum - d;
            double ux = v[i] - v[j], uy = v[i + 1] - v[j + 1], uz = v[i + 2] - v[j + 2];
            const double rate = -(ux * nx + uy * ny + uz * nz);
            const double elastic = k * overlap;
            const double raw = elastic + c * rate;
            const double normal = raw > floor_force ? raw : floor_force;
            const double arm_i = one ? 0.5 * d : d * b->radius_i[m] / sum, arm_j = d - arm_i;
            double fx = normal * nx, fy = normal * ny, fz = normal * nz;
            b->normal[l] += b->weight[m] * (normal - elastic) * rate;
            b->elastic[l] += b->weight[m] * 0.5 * elastic * overlap;
            const double smaller = b->radius_i[m] < b->radius_j[m] ? b->radius_i[m] : b->radius_j[m];
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
                    sx = b->xi[0][m];
                    sy = b->xi[1][m];
                    sz = b->xi[2][m];
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
                    b->sheared[l] += b->weight[m] * 0.5 * kt * (sx * sx + sy * sy + sz * sz);
                    b->xi[0][m] = sx + half * ux;
                    b->xi[1][m] = sy + half * uy;
                    b->xi[2][m] = sz + half * uz;
                }
                b->tangential[l] -= b->weight[m] * (tx * ux + ty * uy + tz * uz);
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

#define KERNEL(name, spins, shears, springs, one)                                                      \
    EVERY_WIDTH static void name(struct gravel_md_batch *b, const struct gravel_md_kinds *kinds,       \
                                 const double *v, const double *w)                                     \
    {                                                                                                  \
        contacts(b, kinds, v, w, spins, shears, springs, one);                                         \
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
