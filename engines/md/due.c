#include "engines/md/due.h"
#include "engines/md/integrator.h"

enum { GRAVEL_MD_LEVELS = 15000 };

void
gravel_md_due_set(struct gravel_md *md)
{
    const bool bounded = md->integrator->bounds_displacement && md->skin > 0.0 && md->skin < INFINITY;
    const double unit = md->skin / GRAVEL_MD_LEVELS, remaining = fmax(md->remaining_skin, 0.0);
    if (bounded)
        md->due = (struct gravel_md_due){(int16_t)(remaining / unit), remaining / unit + 2.0, 0.999 / unit};
    else
        md->due = (struct gravel_md_due){0, INT16_MAX, 0.0};
}
