#include "engines/md/due.h"
#include "engines/md/integrator.h"

enum { GRAVEL_MD_LEVELS = 15000 };

void
gravel_md_due_set(struct gravel_md *md)
{
    const double unit = md->skin / GRAVEL_MD_LEVELS, level = fmax(md->remaining_skin, 0.0) / unit;
    if (md->integrator->bounds_displacement && level <= GRAVEL_MD_LEVELS)
        md->due = (struct gravel_md_due){(int16_t)level, level + 2.0, 0.999 / unit};
    else /* also where lists have no skin */
        md->due = (struct gravel_md_due){0, INT16_MAX, 0.0};
}
