#include "engines/md/shear.h"

/* The integrators take the work between two points of the step grid by the trapezoidal rule, or that of a step from its
 * middle: with the velocity half a step back, a change of image inside the step is consistent with both. */
void
gravel_md_shear_wrap(struct gravel_md *md)
{
    for (size_t i = 0; i < md->n; i++) {
        const struct vec3 before = md->v[i], half = v3_axpy(before, -0.5 * md->dt, md->rates.a[i]);
        gravel_shear_wrap(&md->system.box, md->list_time, &md->x[i], &md->v[i]);
        const double jump = md->v[i].x - before.x;
        md->integral[GRAVEL_MD_WORK] += gravel_md_body(md, i)->mass * jump * (half.x + 0.5 * jump);
    }
}

struct gravel_md_tilt
gravel_md_shear_tilt(const struct gravel_md *md)
{
    const struct gravel_box *box = &md->system.box;
    if (!gravel_box_is_sheared(box))
        return (struct gravel_md_tilt){0.0, 1.0, 0.0};
    const double tilt = gravel_shear_offset(box, md->list_time) / (box->high.z - box->low.z);
    return (struct gravel_md_tilt){tilt, sqrt(1.0 + tilt * tilt), box->low.z};
}
