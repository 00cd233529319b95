/* The same formulas as law.h and geometry.c, written for a compiler that vectorises the inner loop;
 * tests/unit/test_md_dense.c compares the two. */
#include "engines/md/kernel.h"
#include "engines/md/width.h"

#include <math.h>

#if defined(__clang__)
#define INDEPENDENT
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* The contact law for LANES contacts at a time; the flags are constants in each copy of the function.  `one`: all
 * particles are of one kind; root_elastic: beta = 1/2; damping_roots: gamma = 1/2 (1) or 1/4 (2). */
WIDTH_BODY void
contacts(struct gravel_md_batch *restrict b, const struct gravel_md_kinds *restrict kinds, const bool spins,
         const bool shears, const bool springs, const bool one, const bool root_elastic, const int damping_roots)
{
    const double *restrict const x = b->r[0], *restrict const y = b->r[1], *restrict const z = b->r[2];
    const bool curved = root_elastic || damping_roots > 0;
    const double energy_factor = 1.0 / (2.0 + kinds->beta), dt = kinds->dt, half = 0.5 * dt;
    const double k0 = kinds->k[0], c0 = kinds->c[0], kt0 = kinds->kt[0], ct0 = kinds->ct[0], softness0 = 1.0 / kt0;
    const double sum_radii0 = b->sum_radii[0], small0 = 2.0 / sum_radii0;
    const double least = kinds->cohesionless ? 0.0 : -INFINITY;
    const double friction0 = kinds->friction[0];
    const int32_t n = (int32_t)b->n;
    for (int32_t base = 0; base < n; base += GRAVEL_MD_LANES) {
        INDEPENDENT
        for (int32_t l = 0; l < GRAVEL_MD_LANES; l++) {
            const int32_t m = base + l, kind = one ? 0 : b->kind[m];
            const double k = one ? k0 : kinds->k[kind], c = one ? c0 : kinds->c[kind];
            const double ct = one ? ct0 : kinds->ct[kind];
            const double rx = x[m], ry = y[m], rz = z[m];
            const double d = sqrt(rx * rx + ry * ry + rz * rz), inverse = 1.0 / d;
            const double overlap = (one ? sum_radii0 : b->sum_radii[m]) - d;
            const double on = overlap > 0.0 ? 1.0 : 0.0, counts = m < n ? on : 0.0;
            const double nx = rx * inverse, ny = ry * inverse, nz = rz * inverse;
            double ux = b->u[0][m], uy = b->u[1][m], uz = b->u[2][m];
            const double rate = -(ux * nx + uy * ny + uz * nz);
            const double root = curved ? sqrt(overlap > 0.0 ? overlap : 0.0) : 1.0;
            const double rise = root_elastic ? root : 1.0, elastic = k * overlap * rise;
            const double kt = (one ? kt0 : kinds->kt[kind]) * rise;
            /* Divided in both cases: compilers do not vectorise a conditional division. */
            const double reciprocal = one && !curved ? softness0 : 1.0 / kt,
                         softness = overlap > 0.0 && (one || kt > 0.0) ? reciprocal : 0.0;
            const double damping = c * rate * (damping_roots == 0 ? 1.0 : damping_roots == 1 ? root : sqrt(root));
            const double raw = elastic + damping, normal = on * (raw > least ? raw : least);
            double fx = normal * nx, fy = normal * ny, fz = normal * nz;
            const double depth = overlap * (one ? small0 : 1.0 / b->smaller[m]);
            b->normal[l] += counts * (normal - elastic) * rate;
            b->elastic[l] += counts * energy_factor * elastic * overlap;
            b->overlap[m] = overlap;
            b->shallowest[l] = overlap < b->shallowest[l] ? overlap : b->shallowest[l];
            b->deepest[l] = depth > b->deepest[l] ? depth : b->deepest[l];
            if (shears) {
                ux += rate * nx;
                uy += rate * ny;
                uz += rate * nz;
                if (spins) { /* the arms add up to d, and d n = r */
                    ux -= b->w[1][m] * rz - b->w[2][m] * ry;
                    uy -= b->w[2][m] * rx - b->w[0][m] * rz;
                    uz -= b->w[0][m] * ry - b->w[1][m] * rx;
                }
                double sx = 0.0, sy = 0.0, sz = 0.0, tx = -ct * ux, ty = -ct * uy, tz = -ct * uz;
                if (springs) {
                    sx = b->xi[0][m];
                    sy = b->xi[1][m];
                    sz = b->xi[2][m];
                    const double out = sx * nx + sy * ny + sz * nz, before = sx * sx + sy * sy + sz * sz;
                    sx -= out * nx;
                    sy -= out * ny;
                    sz -= out * nz;
                    if (spins) {
                        const double angle = dt * (b->w[0][m] * nx + b->w[1][m] * ny + b->w[2][m] * nz);
                        const double qx = ny * sz - nz * sy, qy = nz * sx - nx * sz, qz = nx * sy - ny * sx;
                        sx += angle * qx;
                        sy += angle * qy;
                        sz += angle * qz;
                    }
                    const double now = sx * sx + sy * sy + sz * sz, ratio = before / now;
                    const double stretch = now > 0.0 ? sqrt(ratio) : 1.0;
                    sx = stretch * sx + half * ux;
                    sy = stretch * sy + half * uy;
                    sz = stretch * sz + half * uz;
                    tx -= kt * sx;
                    ty -= kt * sy;
                    tz -= kt * sz;
                }
                const double friction = one ? friction0 : kinds->friction[kind];
                const double most = friction * (normal > 0.0 ? normal : 0.0);
                const double size = sqrt(tx * tx + ty * ty + tz * tz), part = most / size;
                const bool slides = size > most;
                const double cut = slides ? on * part : on;
                tx *= cut;
                ty *= cut;
                tz *= cut;
                if (springs) {
                    sx = slides ? -(tx + ct * ux) * softness : sx;
                    sy = slides ? -(ty + ct * uy) * softness : sy;
                    sz = slides ? -(tz + ct * uz) * softness : sz;
                    b->sheared[l] += counts * 0.5 * kt * (sx * sx + sy * sy + sz * sz);
                    b->xi[0][m] = overlap > 0.0 ? sx + half * ux : b->xi[0][m];
                    b->xi[1][m] = overlap > 0.0 ? sy + half * uy : b->xi[1][m];
                    b->xi[2][m] = overlap > 0.0 ? sz + half * uz : b->xi[2][m];
                }
                b->tangential[l] -= counts * (tx * ux + ty * uy + tz * uz);
                fx += tx;
                fy += ty;
                fz += tz;
                if (spins) {
                    b->torque[0][m] = ty * rz - tz * ry;
                    b->torque[1][m] = tz * rx - tx * rz;
                    b->torque[2][m] = tx * ry - ty * rx;
                }
            }
            b->force[0][m] = fx;
            b->force[1][m] = fy;
            b->force[2][m] = fz;
        }
    }
}

#define KERNEL(name, spins, shears, springs, one, curved)                                           \
    WIDTH_BODY void name##_body(struct gravel_md_batch *batch, const struct gravel_md_kinds *kinds) \
    {                                                                                               \
        if (!curved)                                                                                \
            contacts(batch, kinds, spins, shears, springs, one, false, 0);                          \
        else if (kinds->beta == 0.5 && kinds->gamma == 0.0)                                         \
            contacts(batch, kinds, spins, shears, springs, one, true, 0);                           \
        else if (kinds->beta == 0.5 && kinds->gamma == 0.5)                                         \
            contacts(batch, kinds, spins, shears, springs, one, true, 1);                           \
        else if (kinds->beta == 0.5)                                                                \
            contacts(batch, kinds, spins, shears, springs, one, true, 2);                           \
        else if (kinds->gamma == 0.25)                                                              \
            contacts(batch, kinds, spins, shears, springs, one, false, 2);                          \
        else                                                                                        \
            contacts(batch, kinds, spins, shears, springs, one, false, 1);                          \
    }                                                                                               \
    EVERY_WIDTH(name, (struct gravel_md_batch * batch, const struct gravel_md_kinds *kinds), (batch, kinds))
/* Name, then whether there are spins, tangential forces, tangential springs, one kind, powers other than 1. */
KERNEL(smooth, false, false, false, false, false)
KERNEL(smooth_one, false, false, false, true, false)
KERNEL(viscous, false, true, false, false, false)
KERNEL(viscous_one, false, true, false, true, false)
KERNEL(viscous_spins, true, true, false, false, false)
KERNEL(viscous_spins_one, true, true, false, true, false)
KERNEL(spring, false, true, true, false, false)
KERNEL(spring_one, false, true, true, true, false)
KERNEL(spring_spins, true, true, true, false, false)
KERNEL(spring_spins_one, true, true, true, true, false)
KERNEL(curved_smooth, false, false, false, false, true)
KERNEL(curved_smooth_one, false, false, false, true, true)
KERNEL(curved_viscous, false, true, false, false, true)
KERNEL(curved_viscous_one, false, true, false, true, true)
KERNEL(curved_viscous_spins, true, true, false, false, true)
KERNEL(curved_viscous_spins_one, true, true, false, true, true)
KERNEL(curved_spring, false, true, true, false, true)
KERNEL(curved_spring_one, false, true, true, true, true)
KERNEL(curved_spring_spins, true, true, true, false, true)
KERNEL(curved_spring_spins_one, true, true, true, true, true)

gravel_md_kernel *
gravel_md_kernel_choose(enum gravel_simd simd, bool spins, bool shears, bool springs, bool one, bool curved)
{
    static gravel_md_kernel *(*const kernels[2][3][2][2])(enum gravel_simd) = {
        {{{smooth, smooth_one}, {smooth, smooth_one}},
         {{viscous, viscous_one}, {viscous_spins, viscous_spins_one}},
         {{spring, spring_one}, {spring_spins, spring_spins_one}}},
        {{{curved_smooth, curved_smooth_one}, {curved_smooth, curved_smooth_one}},
         {{curved_viscous, curved_viscous_one}, {curved_viscous_spins, curved_viscous_spins_one}},
         {{curved_spring, curved_spring_one}, {curved_spring_spins, curved_spring_spins_one}}},
    };
    return kernels[curved][springs ? 2 : shears ? 1 : 0][spins][one](simd);
}
