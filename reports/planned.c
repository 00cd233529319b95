#include "reports/planned.h"

#include "harness/run/plan.h"

#include <limits.h>

size_t
gravel_planned_missing(const struct gravel_report_case *rc)
{
    const struct gravel_plan_choice all = {.max_points = INT_MAX};
    struct gravel_plan plan = {0};
    struct gravel_error error = {0};
    const enum gravel_status status = gravel_plan_add(&plan, rc->c, all, &error);
    const size_t n = status == GRAVEL_OK ? plan.n : 0;

    gravel_plan_free(&plan);
    return n > rc->records->n ? n - rc->records->n : 0;
}

void
gravel_html_missing(FILE *out, const struct gravel_report *report)
{
    size_t all = 0, missing = 0, without = 0;

    for (size_t c = 0; c < report->n_cases; c++) {
        const size_t n = gravel_planned_missing(&report->cases[c]);
        all += n + report->cases[c].records->n;
        missing += n;
        without += n > 0 && report->cases[c].records->n == 0;
    }
    if (missing == 0)
        return;
    fprintf(out, "<p class=\"warning\">%zu of %zu points ha%s not been run", missing, all, missing == 1 ? "s" : "ve");
    if (without > 0)
        fprintf(out, "; %zu case%s none", without, without == 1 ? " has" : "s have");
    fputs(".</p>\n", out);
}
