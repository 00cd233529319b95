#include "harness/conform/conform.h"

#include "harness/conform/trials.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct gravel_trial *const groups[] = {gravel_mechanics_trials, gravel_symmetry_trials, gravel_gas_trials,
                                                    gravel_session_trials, NULL};

/* Take the result of one dimension into the grade; whether the others are to be tried. */
static bool
add_dimension(struct gravel_grade *grade, int dimension, enum gravel_status status, double deviation,
              const struct gravel_error *why)
{
    if (status == GRAVEL_UNSUPPORTED) {
        if (grade->dimension == 0)
            snprintf(grade->text, sizeof grade->text, "%s", why->text);
        return true;
    }
    if (status != GRAVEL_OK) {
        *grade = (struct gravel_grade){.name = grade->name,
                                       .what = grade->what,
                                       .result = GRAVEL_GRADE_FAIL,
                                       .dimension = dimension,
                                       .value = NAN,
                                       .limit = grade->limit};
        snprintf(grade->text, sizeof grade->text, "%s", why->text);
        return false;
    }
    grade->text[0] = '\0';
    if (grade->dimension == 0 || !(deviation <= grade->value)) {
        grade->value = deviation;
        grade->dimension = dimension;
    }
    grade->result = grade->value <= grade->limit ? GRAVEL_GRADE_PASS : GRAVEL_GRADE_FAIL;
    return true;
}

static enum gravel_status
grade_trial(const struct gravel_engine_ops *ops, const struct gravel_trial *trial, struct gravel_grade *grade,
            struct gravel_error *error)
{
    *grade = (struct gravel_grade){.name = trial->name,
                                   .what = trial->what,
                                   .result = GRAVEL_GRADE_REFUSED,
                                   .value = NAN,
                                   .limit = ops->kind == GRAVEL_MD ? trial->md_limit : trial->ed_limit};
    snprintf(grade->text, sizeof grade->text, "%s has no dimension for it", ops->name);
    for (int dimension = trial->least_dimension; dimension <= 3; dimension++) {
        double deviation = NAN;
        struct gravel_error why = {0};
        if (!(ops->capabilities & (GRAVEL_CAP_1D << (dimension - 1))))
            continue;
        const enum gravel_status status = trial->measure(ops, dimension, &deviation, &why);
        if (status == GRAVEL_MEMORY)
            return gravel_no_memory(error);
        if (!add_dimension(grade, dimension, status, deviation, &why))
            break;
    }
    return GRAVEL_OK;
}

static enum gravel_status
refuse_name(const struct gravel_engine_ops *ops, const char *name, int method, struct gravel_error *error)
{
    char names[1024];
    size_t used = 0;
    for (size_t g = 0; groups[g] != NULL; g++)
        for (const struct gravel_trial *trial = groups[g]; trial->name != NULL; trial++)
            if ((trial->methods & method) && used < sizeof names)
                used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used > 0 ? ", " : "", trial->name);
    return gravel_fail(error, GRAVEL_INPUT, "grade: found \"%.60s\", allowed for %s is one of: %s", name, ops->name,
                       names);
}

enum gravel_status
gravel_conform(const struct gravel_engine_ops *ops, const char *only,
               void (*each)(void *self, const struct gravel_grade *grade), void *self, struct gravel_error *error)
{
    const int method = ops->kind == GRAVEL_MD ? GRAVEL_TRIAL_MD : GRAVEL_TRIAL_ED;
    bool found = only == NULL;
    for (size_t g = 0; groups[g] != NULL; g++)
        for (const struct gravel_trial *trial = groups[g]; trial->name != NULL; trial++) {
            struct gravel_grade grade;
            if (!(trial->methods & method) || (only != NULL && strcmp(trial->name, only) != 0))
                continue;
            const enum gravel_status status = grade_trial(ops, trial, &grade, error);
            if (status != GRAVEL_OK)
                return status;
            each(self, &grade);
            found = true;
        }
    return found ? GRAVEL_OK : refuse_name(ops, only, method, error);
}
