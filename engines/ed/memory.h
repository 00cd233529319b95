/* Memory for large arrays that are read at random: aligned to cache lines, and in huge pages where the system
 * gives them, because otherwise most reads miss the table of pages.  Freed with free(). */
#ifndef GRAVEL_ED_MEMORY_H
#define GRAVEL_ED_MEMORY_H

#include <stddef.h>

/* n items of `size` bytes, uninitialised, at least one; NULL when out of memory. */
void *gravel_ed_memory(size_t n, size_t size);

#endif
