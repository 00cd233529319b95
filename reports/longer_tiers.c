#include "reports/longer_tiers.h"

#include "reports/measured.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <string.h>

static const char *const tiers[] = {"full", "long"};
enum { TIERS = 2 };

/* Judgements without the invariants, by verdict. */
struct counts {
    json_int_t claims, checks, contradicted, open, red;
};

static json_int_t
count_of(const json_t *row, const char *key)
{
    return json_integer_value(json_object_get(row, key));
}

static void
add(struct counts *sum, const json_t *row)
{
    sum->claims += count_of(row, "claims");
    sum->checks += count_of(row, "checks");
    sum->contradicted += count_of(row, "contradicted");
    sum->open += count_of(row, "open");
    sum->red += count_of(row, "red");
}

enum gravel_status
gravel_longer_tiers_load(json_t **rows, const char *home, struct gravel_error *error)
{
    const json_t *row;
    size_t k;
    enum gravel_status status = gravel_measured_load(rows, home, "tiers.json", error);
    if (*rows != NULL && !json_is_array(*rows))
        status = gravel_fail(error, GRAVEL_INPUT, "%s/reference/golden/tiers.json: found no list of rows", home);
    json_array_foreach(*rows, k, row)
    {
        if (gravel_measured_text(row, "case")[0] == '\0')
            status =
                gravel_fail(error, GRAVEL_INPUT, "%s/reference/golden/tiers.json: row %zu names no case", home, k + 1);
    }
    if (status == GRAVEL_OK)
        return status;
    json_decref(*rows);
    *rows = NULL;
    return status;
}

static void
put_part(FILE *out, json_int_t n, const char *style, const char *words)
{
    if (n > 0)
        fprintf(out, ", <span class=\"%s\">%lld %s</span>", style, (long long)n, words);
}

static void
put_counts(FILE *out, const struct counts *n)
{
    fputs("<span class=\"passed\">", out);
    if (n->claims > 0)
        fprintf(out, "%lld judgement%s%s", (long long)n->claims, n->claims == 1 ? " of a claim" : "s of claims",
                n->checks > 0 ? " and " : "");
    if (n->checks > 0 || n->claims == 0)
        fprintf(out, "%lld of %s", (long long)n->checks, n->checks == 1 ? "another check" : "other checks");
    fputs(" passed</span>", out);
    put_part(out, n->contradicted, "contradicted", "contradicted as on file");
    put_part(out, n->open, "undecided", "undecided");
    put_part(out, n->red, "failed", "unexpected");
}

static void
put_names(FILE *out, const json_t *row, const char *key, const char *what)
{
    const json_t *names = json_object_get(row, key), *name;
    size_t k;
    json_array_foreach(names, k, name)
    {
        fputs(k == 0 ? what : "; ", out);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, json_string_value(name) != NULL ? json_string_value(name) : "");
    }
}

void
gravel_html_longer_tiers_of(FILE *out, const json_t *rows, const char *case_name)
{
    const json_t *row;
    size_t k;
    json_array_foreach(rows, k, row)
    {
        if (strcmp(gravel_measured_text(row, "case"), case_name) != 0)
            continue;
        struct counts n = {0};
        add(&n, row);
        fputs("<p class=\"soft\">In the tier ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, "tier"));
        fputs(", on file: ", out);
        put_counts(out, &n);
        put_names(out, row, "names_open", ". Undecided: ");
        put_names(out, row, "names_red", ". Unexpected: ");
        fputs(" (run at <code>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, "suite"));
        fputs("</code>, ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, "date"));
        fputs(json_is_true(json_object_get(row, "stale")) ? "; the case has changed since).</p>\n" : ").</p>\n", out);
    }
}

void
gravel_html_longer_tiers(FILE *out, const json_t *rows, const struct gravel_report *report)
{
    for (size_t t = 0; t < TIERS; t++) {
        struct counts n = {0};
        const json_t *row;
        size_t k, cases = 0;
        json_array_foreach(rows, k, row)
        {
            if (strcmp(gravel_measured_text(row, "tier"), tiers[t]) != 0 ||
                !gravel_report_has_case(report, gravel_measured_text(row, "case")))
                continue;
            add(&n, row);
            cases++;
        }
        if (cases == 0)
            continue;
        fprintf(out, "<p class=\"soft\">In the tier %s, on file, %zu case%s: ", tiers[t], cases, cases == 1 ? "" : "s");
        put_counts(out, &n);
        fputs("; each case tells its own.</p>\n", out);
    }
}
