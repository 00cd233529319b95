/* Any bytes as a case file: loaded or refused with one line; what is loaded has a plan, or a value of its sweep is
 * refused with one line. */
#include "harness/case/load.h"
#include "harness/run/plan.h"
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
    else {
        struct gravel_plan plan = {0};
        if (gravel_plan_add(&plan, &c, (struct gravel_plan_choice){.max_points = 100}, &error) != GRAVEL_OK)
            fuzz_check_refusal(error.text);
        gravel_plan_free(&plan);
        gravel_case_free(&c);
    }
    close(descriptor);
    return 0;
}
