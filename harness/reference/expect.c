#include "harness/reference/expect.h"

#include "harness/case/where.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROW_NONE = -1 };
static const double same_number = 1e-9; /* relative: numbers of a file and of a record that mean the same */

bool
gravel_condition_holds(const struct gravel_condition *condition, const struct gravel_record *record, bool *known)
{
    if (condition->text) {
        const struct gravel_value *value = gravel_options_find(&record->parameters, condition->name);
        const bool engine = strcmp(condition->name, "engine") == 0;
        const char *text = engine ? record->engine : value ? value->text : NULL;
        *known = text != NULL;
        return *known && strcmp(text, condition->text) == 0;
    }
    const double x = gravel_record_number(record, condition->name);
    *known = !isnan(x);
    return gravel_condition_contains(condition, x);
}

bool
gravel_where_holds(const struct gravel_where *where, const struct gravel_record *record)
{
    bool known;
    for (size_t k = 0; k < where->n; k++)
        if (!gravel_condition_holds(&where->items[k], record, &known))
            return false;
    return true;
}

/* A literal or a number of the record. */
static double
argument(const char *name, const struct gravel_record *record)
{
    char *end;
    const double literal = strtod(name, &end);
    return end != name && *end == '\0' ? literal : gravel_record_number(record, name);
}

static long
row_at(const struct gravel_reference *r, double x)
{
    for (size_t k = 0; k < r->n_rows; k++)
        if (fabs(x - r->row_x[k]) <= same_number * fabs(r->row_x[k]))
            return (long)k;
    return ROW_NONE;
}

static double
value_at(const struct gravel_reference *r, const struct gravel_record *record)
{
    if (r->law) {
        double args[GRAVEL_THEORY_ARGS_MAX + 1] = {0};
        for (size_t k = 0; r->law->args[k]; k++)
            args[k] = argument(r->law_args[k], record);
        return r->law->eval(args);
    }
    if (r->n_rows > 0) {
        const long row = row_at(r, gravel_record_number(record, r->row_key));
        return row == ROW_NONE ? NAN : r->row_y[row];
    }
    return r->has_value ? r->value : NAN;
}

double
gravel_reference_expect(const struct gravel_reference *reference, const struct gravel_record *record,
                        double *uncertainty)
{
    const double value = value_at(reference, record);
    *uncertainty = reference->relative ? reference->uncertainty * fabs(value) : reference->uncertainty;
    return value;
}
