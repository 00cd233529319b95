/* Any bytes as a file of references: read or refused with one line. */
#include "harness/reference/read.h"
#include "tests/fuzz/file.h"

#include <gsl/gsl_errno.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct gravel_references references = {0};
    struct gravel_error error = {0};
    gsl_set_error_handler_off();
    const int descriptor = fuzz_file(data, size, path);
    if (gravel_references_read(&references, path, &error) != GRAVEL_OK)
        fuzz_check_refusal(error.text);
    gravel_references_free(&references);
    close(descriptor);
    return 0;
}
