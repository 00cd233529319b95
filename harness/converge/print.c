#include "harness/converge/print.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

/* 3.98(2): the error in units of the last digit; 12 digits of a number without one. */
static const char *
print_estimate(char text[48], struct gravel_estimate x)
{
    if (!isfinite(x.value))
        snprintf(text, 48, "-");
    else if (!(x.err > 0.0 && isfinite(x.err)))
        snprintf(text, 48, "%.10g%s", x.value, x.err < 0.0 ? "(?)" : "");
    else {
        const int digits = (int)fmin(fmax(1.0 - floor(log10(x.err)), 0.0), 15.0);
        snprintf(text, 48, "%.*f(%.0f)", digits, x.value, ceil(x.err * pow(10.0, digits) - 1e-9));
    }
    return text;
}

const char *
gravel_refined_words(const struct gravel_refined *r)
{
    static const char *const words[] = {"nothing",
                                        "time step",
                                        "contact time",
                                        "time step and contact time",
                                        "1/number",
                                        "time step and 1/number",
                                        "contact time and 1/number",
                                        "time step, contact time and 1/number"};
    return words[r->taken & 7u];
}

static void
print_levels(FILE *out, const struct gravel_refined *r)
{
    static const char *const heads[] = {"steps/contact", "t_c [s]", "particles"};
    fprintf(out, "  level  h      ");
    for (int k = 0; k < GRAVEL_REFINEMENTS; k++)
        if ((r->taken >> k) & 1u)
            fprintf(out, "  %-13s", heads[k]);
    for (size_t l = 0; l < r->n_levels; l++) {
        fprintf(out, "\n  %-6zu %-7.4g", l, r->h[l]);
        for (int k = 0; k < GRAVEL_REFINEMENTS; k++)
            if ((r->taken >> k) & 1u)
                fprintf(out, "  %-13.6g", r->values[k][l]);
    }
    fprintf(out, "\n");
    for (int k = 0; k < GRAVEL_REFINEMENTS; k++)
        if (r->moot[k][0] != '\0')
            fprintf(out, "  %s is not refined: %s\n", gravel_refinement_name(k), r->moot[k]);
}

static void
print_result(FILE *out, size_t n_levels, const struct gravel_converged *r)
{
    static const char *const reasons[] = {
        [GRAVEL_APPROACH_CONSTANT] = "all levels have the same number",
        [GRAVEL_APPROACH_NOISE] =
            "no order: the errors of the levels are too large to tell one; the finest level, with "
            "the last step in its error",
        [GRAVEL_APPROACH_IRREGULAR] = "no order: the levels do not approach a limit as one power; the finest level, "
                                      "with the last step in its error"};
    char text[48];
    fprintf(out, "\n%s%s%s%s\n ", r->name, strcmp(r->unit, "1") != 0 ? " [" : "",
            strcmp(r->unit, "1") != 0 ? r->unit : "", strcmp(r->unit, "1") != 0 ? "]" : "");
    for (size_t l = 0; l < n_levels; l++)
        fprintf(out, " %s", print_estimate(text, r->y[l]));
    fprintf(out, "\n");
    if (!r->extrapolated) {
        fprintf(out, "  not extrapolated: %s\n", r->why);
        return;
    }
    if (r->found.approach == GRAVEL_APPROACH_ORDER)
        fprintf(out, "  order %s,", print_estimate(text, r->found.order));
    else
        fprintf(out, "  %s:", reasons[r->found.approach]);
    fprintf(out, " %s%s", r->found.approach == GRAVEL_APPROACH_ORDER ? "limit " : "",
            print_estimate(text, r->found.limit));
    if (r->found.approach == GRAVEL_APPROACH_ORDER && fabs(r->found.limit.value) > 5.0 * r->found.limit.err)
        fprintf(out, "; the coarsest level differs from it by %.2g %%",
                100.0 * fabs(r->y[0].value / r->found.limit.value - 1.0));
    fprintf(out, "\n");
}

static json_t *
number(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
estimate_to_json(struct gravel_estimate x)
{
    return json_pack("{s:o,s:o}", "value", number(x.value), "err", number(x.err < 0.0 ? NAN : x.err));
}

void
gravel_converged_print(FILE *out, const struct gravel_refined *refined, const struct gravel_converged *results,
                       size_t n)
{
    print_levels(out, refined);
    for (size_t k = 0; k < n; k++)
        print_result(out, refined->n_levels, &results[k]);
}

enum gravel_status
gravel_converged_json(FILE *out, const struct gravel_case *c, const struct gravel_refined *r,
                      const struct gravel_converged *results, size_t n_results, struct gravel_error *error)
{
    static const char *const approaches[] = {"order", "constant", "noise", "irregular"};
    json_t *levels = json_array(), *list = json_array(), *moot = json_object();
    json_t *all = json_pack("{s:s,s:s,s:o,s:o,s:o}", "case", c->name, "engine", c->engines[0], "levels", levels, "moot",
                            moot, "observables", list);
    for (size_t l = 0; l < r->n_levels; l++) {
        json_t *level = json_pack("{s:f}", "h", r->h[l]);
        for (int k = 0; k < GRAVEL_REFINEMENTS; k++)
            if ((r->taken >> k) & 1u)
                json_object_set_new(level, gravel_refinement_name(k), number(r->values[k][l]));
        json_array_append_new(levels, level);
    }
    for (int k = 0; k < GRAVEL_REFINEMENTS; k++)
        if (r->moot[k][0] != '\0')
            json_object_set_new(moot, gravel_refinement_name(k), json_string(r->moot[k]));
    for (size_t k = 0; k < n_results; k++) {
        const struct gravel_converged *x = &results[k];
        json_t *y = json_array(), *one = json_pack("{s:s,s:s,s:o}", "name", x->name, "unit", x->unit, "levels", y);
        for (size_t l = 0; l < r->n_levels; l++)
            json_array_append_new(y, estimate_to_json(x->y[l]));
        json_object_set_new(one, "approach", json_string(x->extrapolated ? approaches[x->found.approach] : x->why));
        if (x->extrapolated) {
            json_object_set_new(one, "order", estimate_to_json(x->found.order));
            json_object_set_new(one, "limit", estimate_to_json(x->found.limit));
        }
        json_array_append_new(list, one);
    }
    const bool good = all != NULL && json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0;
    json_decref(all);
    fputc('\n', out);
    return good ? GRAVEL_OK : gravel_no_memory(error);
}
