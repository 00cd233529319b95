/* A row of the file: fault, class, fresh, and for each column that was measured what caught the fault, or null.  A
 * column that is absent was not measured; `left_out` counts the cases that a limit of time has left out of a catalogue
 * column without red. */
#include "reports/kills.h"

#include "reports/html.h"
#include "reports/text.h"

#include <jansson.h>
#include <string.h>

enum { UNIT, CONFORM, CATALOGUE, COLUMNS };
static const char *const columns[COLUMNS] = {"unit", "conform", "catalogue"};

struct fault_class {
    const char *name, *title;
    bool fresh;
};
static const struct fault_class classes[] = {
    {"physics", "physics of the engines", false},
    {"physics", "physics, fresh sample", true},
    {"ledger", "account of the energy", false},
    {"other", "measures, generators, laws, verdicts", false},
};

enum outcome { NOT_MEASURED, SURVIVED, CAUGHT };

static enum outcome
outcome_of(const json_t *row, int column)
{
    const json_t *by = json_object_get(row, columns[column]);
    if (json_is_string(by))
        return CAUGHT;
    return by != NULL ? SURVIVED : NOT_MEASURED;
}

static json_int_t
left_out(const json_t *row)
{
    return json_integer_value(json_object_get(row, "left_out"));
}

static bool
is_of(const json_t *row, const struct fault_class *class)
{
    const char *name = json_string_value(json_object_get(row, "class"));
    return name != NULL && strcmp(name, class->name) == 0 &&
           json_is_true(json_object_get(row, "fresh")) == class->fresh;
}

/* "91 % of 103", with the faults that were not measured beside it. */
static void
put_share(FILE *out, size_t caught, size_t measured, size_t n)
{
    if (measured == 0)
        fputs("<td class=\"num\">not measured yet", out);
    else
        fprintf(out, "<td class=\"num\">%zu %% of %zu", (200 * caught + measured) / (2 * measured), measured);
    if (measured > 0 && measured < n)
        fprintf(out, ", %zu not measured yet", n - measured);
    fputs("</td>", out);
}

static void
put_class(FILE *out, const json_t *rows, const struct fault_class *class)
{
    size_t n = 0, measured[COLUMNS] = {0}, caught[COLUMNS] = {0}, index;
    const json_t *row;
    json_array_foreach(rows, index, row)
    {
        if (!is_of(row, class))
            continue;
        n++;
        for (int c = 0; c < COLUMNS; c++) {
            measured[c] += outcome_of(row, c) != NOT_MEASURED;
            caught[c] += outcome_of(row, c) == CAUGHT;
        }
    }
    if (n == 0)
        return;
    fprintf(out, "<tr><td>%s</td><td class=\"num\">%zu</td>", class->title, n);
    for (int c = 0; c < COLUMNS; c++)
        put_share(out, caught[c], measured[c], n);
    fputs("</tr>\n", out);
}

static void
put_text(FILE *out, const json_t *row, const char *key)
{
    const char *text = json_string_value(json_object_get(row, key));
    fputs("<td>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, text != NULL ? text : "");
    fputs("</td>", out);
}

static void
put_outcome(FILE *out, const json_t *row, int column)
{
    const enum outcome outcome = outcome_of(row, column);
    if (outcome == CAUGHT)
        put_text(out, row, columns[column]);
    else if (outcome == SURVIVED && column == CATALOGUE && left_out(row) > 0)
        fprintf(out, "<td><span class=\"FAIL\">nothing</span>, %" JSON_INTEGER_FORMAT " cases not tried</td>",
                left_out(row));
    else
        fprintf(out, "<td>%s</td>", outcome == SURVIVED ? "<span class=\"FAIL\">nothing</span>" : "not measured yet");
}

static void
put_row(FILE *out, const json_t *row)
{
    fputs("<tr>", out);
    put_text(out, row, "fault");
    put_text(out, row, "class");
    for (int c = 0; c < COLUMNS; c++)
        put_outcome(out, row, c);
    fputs(json_is_true(json_object_get(row, "as_named")) ? "<td>yes</td>" : "<td></td>", out);
    put_text(out, row, "commit");
    fputs("</tr>\n", out);
}

static void
put_section(FILE *out, const json_t *rows)
{
    size_t index;
    const json_t *row;
    fputs(
        "<section id=\"kills\">\n<h2>What the suite catches</h2>\n<p>Faults planted in the sources one at a time, and "
        "what turned red: a unit test, a conformance test of the engine, and a claim of the quick catalogue alone, "
        "which is all that judges a code of somebody else. There regressions, recorded contradictions, the energy "
        "ledger and INCONCLUSIVE do not count; where cases were not tried the share is a lower bound. The fresh sample "
        "was invented before it was known what catches it; but the cases walls-moving, walls-attached, pair-law-* and "
        "pair-dashpot-wall were written afterwards, with its list at hand.</p>\n"
        "<div class=\"wide\"><table>\n<thead><tr><th>faults</th><th class=\"num\">number</th>"
        "<th class=\"num\">unit tests</th><th class=\"num\">conformance</th><th class=\"num\">catalogue alone</th></tr>"
        "</thead>\n<tbody>\n",
        out);
    for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
        put_class(out, rows, &classes[c]);
    fprintf(out,
            "</tbody></table></div>\n<details><summary>All %zu faults</summary>\n<div class=\"wide\"><table>\n"
            "<thead><tr><th>fault</th><th>class</th><th>unit test</th><th>conformance</th><th>catalogue alone</th>"
            "<th>as named before</th><th>commit</th></tr></thead>\n<tbody>\n",
            json_array_size(rows));
    json_array_foreach(rows, index, row) put_row(out, row);
    fputs("</tbody></table></div></details>\n</section>\n", out);
}

enum gravel_status
gravel_html_kills(FILE *out, const char *home, struct gravel_error *error)
{
    char path[1000];
    json_error_t fault;
    snprintf(path, sizeof path, "%s/reference/golden/kills.json", home);
    json_t *file = json_load_file(path, 0, &fault);
    if (file == NULL)
        return gravel_fail(error, fault.line > 0 ? GRAVEL_INPUT : GRAVEL_IO, "%s: %s", path, fault.text);
    const json_t *rows = json_object_get(file, "faults");
    const bool good = json_is_array(rows);
    if (good)
        put_section(out, rows);
    json_decref(file);
    return good ? GRAVEL_OK : gravel_fail(error, GRAVEL_INPUT, "%s: there is no list \"faults\"", path);
}
