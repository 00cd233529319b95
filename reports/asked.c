#include "reports/asked.h"

#include "harness/case/check_kinds.h"
#include "reports/label.h"
#include "reports/place.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

static bool
is_kind(const struct gravel_judgement *j, const struct gravel_check_kind *kind)
{
    return j->asks && j->asks->kind == kind;
}

static bool
is_bounded(const struct gravel_check *check)
{
    return isfinite(check->from) || isfinite(check->to);
}

static void
append_unit(char *buffer, size_t size, const char *unit)
{
    const size_t used = strlen(buffer);

    snprintf(buffer + used, size - used, "%s%s", unit[0] ? " " : "", unit);
}

/* "0.2 m" */
static const char *
quantity(char *buffer, size_t size, double value, const char *unit)
{
    gravel_text_number(buffer, size, value, 4);
    append_unit(buffer, size, unit);
    return buffer;
}

static const char *
measured(char *buffer, size_t size, double value, double err, const char *unit)
{
    gravel_text_measured(buffer, size, value, isnan(err) ? 0 : err);
    append_unit(buffer, size, unit);
    return buffer;
}

/* "0 to 0.02 m"; of one bound "≥ 0 m" in signs, or "at least 0 m" in words. */
static void
read_range(char *buffer, size_t size, double from, double to, const char *unit, bool words)
{
    char low[60], high[80];

    quantity(high, sizeof high, to, unit);
    if (isinf(from))
        snprintf(buffer, size, "%s %s", words ? "at most" : "≤", high);
    else if (isinf(to))
        snprintf(buffer, size, "%s %s", words ? "at least" : "≥", quantity(low, sizeof low, from, unit));
    else if (from == to)
        snprintf(buffer, size, "= %s", high);
    else
        snprintf(buffer, size, "%s to %s", gravel_text_number(low, sizeof low, from, 4), high);
}

/* A tolerance as the check states it: "0.2 m", or "5 %". */
static const char *
tolerance(char *buffer, size_t size, const struct gravel_check *check, double within, const char *unit)
{
    return check->relative ? quantity(buffer, size, 100 * within, "%") : quantity(buffer, size, within, unit);
}

static void
read_bound(struct gravel_asked *asked, const struct gravel_check *check, const char *unit)
{
    char within[80];

    read_range(asked->text, sizeof asked->text, check->from, check->to, unit, false);
    snprintf(asked->more, sizeof asked->more, "%s", check->every_run ? "in every run" : "");
    if (check->within > 0)
        snprintf(asked->more, sizeof asked->more, "give or take %s%s",
                 tolerance(within, sizeof within, check, check->within, unit),
                 check->every_run ? ", in every run" : "");
}

/* The number of the second engine, which stands last in "md, ed". */
static void
read_second(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit)
{
    const char *comma = strrchr(j->engine, ',');
    char name[40], number[120];

    if (isnan(j->expected))
        return;
    gravel_label_engine(name, sizeof name, comma ? comma + 1 + (comma[1] == ' ') : j->engine);
    snprintf(asked->more, sizeof asked->more, "%s: %s", name,
             measured(number, sizeof number, j->expected, j->expected_err, unit));
}

/* The difference of two engines, behind " apart". */
static void
append_difference(struct gravel_asked *asked, const struct gravel_judgement *j, bool relative)
{
    const double apart = (j->value - j->expected) * (relative ? 100 / fabs(j->expected) : 1);
    size_t used = strlen(asked->text);
    char number[60];

    used += (size_t)snprintf(asked->text + used, sizeof asked->text - used, " apart");
    if (!isnan(apart) && used < sizeof asked->text)
        snprintf(asked->text + used, sizeof asked->text - used, " (%s%s)",
                 gravel_text_number(number, sizeof number, apart, 3), relative ? " %" : "");
}

static void
read_difference(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit)
{
    const bool relative = j->asks->relative;
    const double scale = relative ? 100 : 1;

    read_range(asked->text, sizeof asked->text, scale * j->asks->from, scale * j->asks->to, relative ? "%" : unit,
               true);
    append_difference(asked, j, relative);
}

static void
read_agreement(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit)
{
    const struct gravel_check *check = j->asks;
    char number[80];

    if (check->within > 0)
        tolerance(number, sizeof number, check, check->within, unit);
    else
        quantity(number, sizeof number, j->tolerance, unit);
    snprintf(asked->text, sizeof asked->text, "at most %s", number);
    append_difference(asked, j, check->within > 0 && check->relative);
}

static void
read_trend(struct gravel_asked *asked, const struct gravel_judgement *j, const char *what, const char *unit)
{
    const struct gravel_check *check = j->asks;
    char least[80], back[80], first[120];

    snprintf(asked->text, sizeof asked->text, "a %s of at least %s", what,
             tolerance(least, sizeof least, check, check->at_least, unit));
    if (isnan(j->expected))
        return;
    snprintf(asked->more, sizeof asked->more, "from %s",
             measured(first, sizeof first, j->expected, j->expected_err, unit));
    const size_t used = strlen(asked->more);
    if (check->within > 0)
        snprintf(asked->more + used, sizeof asked->more - used, ", no step back by more than %s",
                 tolerance(back, sizeof back, check, check->within, unit));
}

static void
read_collapse(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit)
{
    char number[120];

    snprintf(asked->text, sizeof asked->text, "at most %s from %s",
             tolerance(number, sizeof number, j->asks, j->asks->within, unit),
             j->asks->degree > 0 ? "the curve through the other points" : "each other");
    if (!isnan(j->expected))
        snprintf(asked->more, sizeof asked->more, "%s: %s", j->asks->degree > 0 ? "curve" : "the other",
                 measured(number, sizeof number, j->expected, j->expected_err, unit));
}

static void
read_value(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit)
{
    char number[80];

    measured(asked->text, sizeof asked->text, j->expected, j->expected_err, isnan(j->expected) ? "" : unit);
    if (isfinite(j->tolerance))
        snprintf(asked->more, sizeof asked->more, "allowed %s", quantity(number, sizeof number, j->tolerance, unit));
}

/* A crossing whose reference has a number is compared with that, whatever bounds it states. */
static bool
is_crossing_of_bounds(const struct gravel_judgement *j)
{
    return is_kind(j, &gravel_check_crossing) && is_bounded(j->asks) &&
           (isnan(j->expected) || j->expected == j->asks->from || j->expected == j->asks->to);
}

void
gravel_asked_read(struct gravel_asked *asked, const struct gravel_judgement *j, const char *unit)
{
    *asked = (struct gravel_asked){{0}};
    if (is_kind(j, &gravel_check_bound) || is_crossing_of_bounds(j))
        read_bound(asked, j->asks, unit);
    else if (is_kind(j, &gravel_check_differ)) {
        read_difference(asked, j, unit);
        read_second(asked, j, unit);
    } else if (is_kind(j, &gravel_check_agree)) {
        read_agreement(asked, j, unit);
        read_second(asked, j, unit);
    } else if (is_kind(j, &gravel_check_rises))
        read_trend(asked, j, "rise", unit);
    else if (is_kind(j, &gravel_check_falls))
        read_trend(asked, j, "fall", unit);
    else if (is_kind(j, &gravel_check_collapse))
        read_collapse(asked, j, unit);
    else
        read_value(asked, j, unit);
}

bool
gravel_asked_is_value(const struct gravel_judgement *j)
{
    return !j->asks || j->asks->kind == &gravel_check_value || j->asks->kind == &gravel_check_slope ||
           j->asks->kind == &gravel_check_fit || (j->asks->kind == &gravel_check_crossing && !is_crossing_of_bounds(j));
}

static const struct gravel_report_case *
case_of(const struct gravel_report *report, const struct gravel_judgement *j)
{
    for (size_t c = 0; c < report->n_cases; c++)
        if (strcmp(report->cases[c].c->name, j->case_name) == 0)
            return &report->cases[c];
    return NULL;
}

void
gravel_asked_unit(char *buffer, size_t size, const struct gravel_report *report, const struct gravel_judgement *j)
{
    const bool of_abscissa = is_kind(j, &gravel_check_crossing) ||
                             (is_kind(j, &gravel_check_fit) &&
                              (strcmp(j->asks->gives, "zero") == 0 || strcmp(j->asks->gives, "vertex") == 0));
    const struct gravel_report_case *rc = case_of(report, j);

    buffer[0] = '\0';
    if (!j->asks || is_kind(j, &gravel_check_slope) || (is_kind(j, &gravel_check_fit) && !of_abscissa))
        return;
    if (rc)
        gravel_place_unit(buffer, size, rc->records, of_abscissa ? j->asks->along : j->asks->measure);
}

void
gravel_asked_place(char *buffer, size_t size, const struct gravel_report *report, const struct gravel_judgement *j)
{
    const struct gravel_report_case *rc = case_of(report, j);

    if (rc)
        gravel_place_with_units(buffer, size, j->at, rc->c, rc->records);
    else
        snprintf(buffer, size, "%s", j->at);
}

const char *
gravel_asked_title(const struct gravel_report *report, const struct gravel_judgement *j)
{
    const struct gravel_reference *reference =
        j->reference[0] && report->references ? gravel_references_find(report->references, j->reference) : NULL;

    if (j->asks && j->asks->title && j->asks->title[0])
        return j->asks->title;
    return reference && reference->statement ? reference->statement : "";
}
