#include "engines/ed/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

void *
gravel_ed_memory(size_t n, size_t size)
{
    const size_t huge = (size_t)1 << 21, line = 64;
    if (n > (SIZE_MAX / 2 - huge) / size)
        return NULL;
    const size_t bytes = ((n > 0 ? n : 1) * size + line - 1) / line * line, unit = bytes >= 2 * huge ? huge : line;
    void *memory = NULL;
    if (posix_memalign(&memory, unit, bytes) != 0)
        return NULL;
#ifdef __linux__
    /* Failure costs speed only. */
    if (unit == huge)
        (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memory;
}

bool
gravel_ed_memory_resize(void *items, size_t n_used, size_t n, size_t size)
{
    void *old, *new = gravel_ed_memory(n, size);
    if (new == NULL)
        return false;
    memcpy(&old, items, sizeof old);
    if (n_used > 0)
        memcpy(new, old, n_used * size);
    free(old);
    memcpy(items, &new, sizeof new);
    return true;
}
