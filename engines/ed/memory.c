#include "engines/ed/memory.h"

#include <stdint.h>
#include <stdlib.h>
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
