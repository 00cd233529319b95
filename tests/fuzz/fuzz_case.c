/* Any bytes as a case file: loaded or refused with one line; what is loaded has a plan and prints. */
#include "harness/case/load.h"
#include "tests/fuzz/file.h"

#include <gsl/gsl_errno.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    struct gravel_case c;
    struct gravel_error error = {0};
    gsl_set_error_handler_off();
    const int descriptor = fuzz_file(data, size, path);
    const enum gravel_status status = gravel_case_load(&c, path, size % 2 == 0 ? "quick" : "full", &error);
    if (status != GRAVEL_OK)
        fuzz_check_refusal(error.text);
    else
        gravel_case_free(&c);
    close(descriptor);
    return 0;
}
