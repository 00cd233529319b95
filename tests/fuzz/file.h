/* The input of a fuzzer as a file in memory, for loaders that take a path. */
#ifndef GRAVEL_TESTS_FUZZ_FILE_H
#define GRAVEL_TESTS_FUZZ_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* A file that holds these bytes and its path; the caller closes the descriptor. Stops the fuzzer where there is no
 * memory. */
static inline int
fuzz_file(const uint8_t *data, size_t size, char path[64])
{
    const int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    if (descriptor < 0 || write(descriptor, data, size) != (ssize_t)size)
        abort();
    snprintf(path, 64, "/proc/self/fd/%d", descriptor);
    return descriptor;
}

/* A refusal is one message with the file's place. */
static inline void
fuzz_check_refusal(const char *text)
{
    if (text[0] == '\0' || memchr(text, '\n', strlen(text)) != NULL) {
        fprintf(stderr, "refusal without one clear line: \"%s\"\n", text);
        abort();
    }
}

#endif
