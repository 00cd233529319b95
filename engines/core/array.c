#include "engines/core/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

bool
gravel_array_grow(void *items, size_t *capacity, size_t n_needed, size_t item_size)
{
    size_t more = *capacity > 0 ? *capacity : 16;
    void *array;
    if (n_needed <= *capacity)
        return true;
    while (more < n_needed)
        more = more <= SIZE_MAX / 2 ? 2 * more : n_needed;
    if (more > SIZE_MAX / item_size)
        return false;
    memcpy(&array, items, sizeof array); /* no array pointer may be read through a void ** */
    array = realloc(array, more * item_size);
    if (array == NULL)
        return false;
    memcpy(items, &array, sizeof array);
    *capacity = more;
    return true;
}
