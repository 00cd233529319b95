/* False alarms over many seeds (tests/seeds/seeds.py): counts with their bound, and deviations against Student's
 * distribution. */
#include "reports/canvas.h"
#include "reports/html.h"
#include "reports/measured.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

static void
put_row(FILE *out, const json_t *row, const char *name)
{
    static const char *const counts[] = {"checks", "n"};
    static const char *const verdicts[] = {"alarms", "inconclusive"};
    fputs("<tr><th>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, name);
    fputs("</th>", out);
    for (size_t k = 0; k < 2; k++)
        gravel_html_number_cell(out, gravel_measured_number(row, counts[k]), 6);
    gravel_html_number_cell(out, gravel_measured_number(row, "mean"), 2);
    gravel_html_measured_cell(out, gravel_measured_number(row, "variance"),
                              gravel_measured_number(row, "variance_err"));
    gravel_html_number_cell(out, gravel_measured_number(row, "ks"), 2);
    for (size_t k = 0; k < 2; k++)
        gravel_html_number_cell(out, gravel_measured_number(row, verdicts[k]), 6);
    gravel_html_number_cell(out, 100.0 * gravel_measured_number(row, "alarm_bound"), 2);
    fputs("</tr>\n", out);
}

static void
put_table(FILE *out, const json_t *data)
{
    size_t k;
    const json_t *family;
    fputs(
        "<div class=\"wide\"><table><thead><tr><th>family</th><th class=\"num\">checks</th><th class=\"num\">deviations"
        "</th><th class=\"num\">mean</th><th class=\"num\">variance</th><th class=\"num\">K-S distance</th>"
        "<th class=\"num\">alarms</th><th class=\"num\">INCONCLUSIVE</th>"
        "<th class=\"num\">seeds with an alarm, at most [%]</th></tr></thead>\n<tbody>\n",
        out);
    json_array_foreach(json_object_get(data, "families"), k, family)
        put_row(out, family, gravel_measured_text(family, "family"));
    fputs("</tbody></table></div>\n", out);
}

static bool
has_row(const json_t *families, const char *name)
{
    const json_t *family;
    size_t k;
    bool found = false;
    json_array_foreach(families, k, family) found = found || strcmp(gravel_measured_text(family, "family"), name) == 0;
    return found;
}

/* INCONCLUSIVE of families that have no row, because their checks give no deviations. */
static void
put_without_row(FILE *out, const json_t *data)
{
    const json_t *families = json_object_get(data, "families"), *batch, *counted;
    const char *name;
    size_t k;
    double n = 0.0;
    json_array_foreach(json_object_get(data, "batches"), k, batch)
        json_object_foreach(json_object_get(batch, "families"), name, counted) n +=
        has_row(families, name) ? 0.0 : gravel_measured_number(counted, "inconclusive");
    if (n > 0.0)
        fprintf(out, "<p>INCONCLUSIVE in families whose checks give no deviations, which have no row: %.0f.</p>\n", n);
}

/* x, density and its range: the square root of the count up and down, of a single one to a tenth. */
static void
put_bin(FILE *out, double x, double count, double scale)
{
    fprintf(out, "%g %g %g %g\n", x, count / scale, fmax(count - sqrt(count), 0.1 * count) / scale,
            (count + sqrt(count)) / scale);
}

/* The share of deviations a unit of y, of all checks and of each family, with the normal density. */
static enum gravel_status
draw(const json_t *data, struct gravel_canvas *canvas, struct gravel_plate *plate, struct gravel_error *error)
{
    const json_t *bins = json_object_get(data, "bins"), *families = json_object_get(data, "families"), *family;
    const double from = gravel_measured_number(bins, "from"), to = gravel_measured_number(bins, "to");
    const double width = (to - from) / gravel_measured_number(bins, "count");
    static const int symbols[] = {7, 5, 9, 11, 13, 6};
    size_t k, b;
    FILE *out = gravel_canvas_file(canvas, plate, ".gp", error);
    if (out == NULL)
        return GRAVEL_IO;
    fprintf(
        out,
        "%s\nset terminal svg size 900,640 dynamic enhanced font 'Arial,15' name 'gp'\nset output '%s.svg'\n"
        "set xlabel 'deviation, as a quantile of the normal distribution'\nset ylabel 'probability density'\n"
        "set xrange [%g:%g]\nset logscale y\nset yrange [1e-4:1]\nset samples 400\n"
        "set key maxrows 4\nplot exp(-x*x/2)/sqrt(2*pi) with lines lw 3 lc rgb '#333333' title 'normal distribution'",
        canvas->style, plate->name, from, to);
    json_array_foreach(families, k, family)
    {
        fprintf(out, ", '-' with yerrorbars lt %zu pt %d lw 1 ps 0.9 title '", 1 + k % 8, symbols[k % 6]);
        gravel_text_verbatim(out, GRAVEL_MARKUP_GNUPLOT, gravel_measured_text(family, "family"));
        fputc('\'', out);
    }
    fputc('\n', out);
    json_array_foreach(families, k, family)
    {
        const json_t *count;
        const double n = gravel_measured_number(family, "n");
        json_array_foreach(json_object_get(family, "counts"), b, count) if (json_integer_value(count) > 0)
            put_bin(out, from + ((double)b + 0.5) * width, json_number_value(count), n * width);
        fputs("e\n", out);
    }
    const enum gravel_status status = gravel_canvas_close(out, plate, ".gp", error);
    if (status == GRAVEL_OK)
        gravel_canvas_draw(canvas, plate);
    return status;
}

/* The families whose deviations scatter more than their errors say: a variance above 1 by more than three errors. */
static void
put_wide(FILE *out, const json_t *data)
{
    const json_t *families = json_object_get(data, "families"), *family;
    size_t k, n = 0;
    char text[120];
    json_array_foreach(families, k, family)
    {
        const double variance = gravel_measured_number(family, "variance");
        const double err = gravel_measured_number(family, "variance_err");
        if (!(variance - 3.0 * err > 1.0))
            continue;
        fputs(n++ == 0 ? "<p>Deviations scatter more than their errors say, with a variance above 1 by more than three "
                         "of its errors, in "
                       : ", ",
              out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(family, "family"));
        fprintf(out, " (%s)", gravel_text_measured(text, sizeof text, variance, err));
    }
    fputs(n > 0 ? ".</p>\n" : "", out);
}

static void
put_large(FILE *out, const json_t *data)
{
    const json_t *large = json_object_get(data, "large"), *row;
    size_t k;
    if (json_array_size(large) == 0)
        return;
    fputs("<details><summary>Checks whose deviations are larger than their errors say (99.99 %)</summary>\n<ul>\n",
          out);
    json_array_foreach(large, k, row)
    {
        fputs("<li>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, "check"));
        fprintf(out, ": variance %.2f over %.0f seeds</li>\n", gravel_measured_number(row, "variance"),
                gravel_measured_number(row, "n"));
    }
    fputs("</ul></details>\n", out);
}

/* Which checks were red, and with how many seeds. */
static void
put_alarms(FILE *out, const json_t *data)
{
    const json_t *alarms = json_object_get(data, "alarms"), *row;
    size_t k;
    if (json_array_size(alarms) == 0)
        return;
    fputs("<details><summary>Red checks</summary>\n<ul>\n", out);
    json_array_foreach(alarms, k, row)
    {
        static const char *const parts[] = {"case", "check", "engine", "at"};
        const double n_seeds = gravel_measured_number(row, "seeds");
        fputs("<li>", out);
        for (size_t j = 0; j < sizeof parts / sizeof *parts; j++) {
            gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, parts[j]));
            fputc(' ', out);
        }
        fprintf(out, ": %.0f seed%s</li>\n", n_seeds, n_seeds == 1.0 ? "" : "s");
    }
    fputs("</ul></details>\n", out);
}

static void
put_renewed(FILE *out, const json_t *data)
{
    const json_t *renewed = json_object_get(data, "renewed"), *row;
    size_t k;
    if (json_array_size(renewed) == 0)
        return;
    fputs("<p>Run again after a change, with all seeds:", out);
    json_array_foreach(renewed, k, row)
    {
        fputs(k > 0 ? ", " : " ", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, "case"));
        fprintf(out, " at %s", gravel_measured_text(row, "commit"));
    }
    fputs(".</p>\n", out);
}

static void
put_figure(FILE *out, const struct gravel_plate *plate, const json_t *data)
{
    const size_t n_equal = json_array_size(json_object_get(data, "equal_errors"));
    fputs("<figure>\n", out);
    if (plate->drawn)
        fprintf(out,
                "<img src=\"figures/%s.svg\" loading=\"lazy\" alt=\"Density of the deviations of each family between "
                "seeds, points with the square root of their counts as error, and the normal density, a line; "
                "logarithmic axis.\">\n",
                plate->name);
    else
        fprintf(out, "<p class=\"warning\">%s</p>\n", plate->notes_text);
    fputs("<figcaption>Deviations of a check from its mean over the other seeds, over the error of the difference. "
          "Each is turned into a quantile of the normal distribution by Student's distribution with that error's "
          "degrees of freedom: where the errors are true all lie on the curve, the normal distribution. What lies "
          "beyond the axis is counted in the "
          "outermost points.",
          out);
    if (n_equal > 0)
        fprintf(out, " For %zu of the cases, run before, the errors of a check are taken as equal for all seeds.",
                n_equal);
    fputs("</figcaption>\n</figure>\n", out);
}

static enum gravel_status
put_tier(FILE *out, const json_t *data, struct gravel_canvas *canvas, struct gravel_error *error)
{
    struct gravel_plate plate = {0};
    const char *tier = gravel_measured_text(data, "tier");
    enum gravel_status status = gravel_plate_open(&plate, error);
    if (status != GRAVEL_OK)
        return status;
    snprintf(plate.name, sizeof plate.name, "seeds-%.20s", tier);
    fprintf(
        out,
        "<h3>Tier %s</h3>\n<p>%.0f seeds of %zu cases at commit %s: %.0f with a red check, so that a run of these "
        "cases raises an alarm with a probability of at most %.2g %% (95 %% bound); the budget is 0.1 %%. A mean of "
        "%.2f checks a seed is INCONCLUSIVE, which does not make a seed red here.</p>\n",
        tier, gravel_measured_number(data, "seeds"), json_array_size(json_object_get(data, "cases")),
        gravel_measured_text(data, "commit"), gravel_measured_number(data, "red_seeds"),
        100.0 * gravel_measured_number(data, "alarm_bound"), gravel_measured_number(data, "inconclusive"));
    put_renewed(out, data);
    gravel_html_stale(out, data);
    put_table(out, data);
    put_without_row(out, data);
    put_wide(out, data);
    put_alarms(out, data);
    put_large(out, data);
    status = draw(data, canvas, &plate, error);
    const enum gravel_status closed = gravel_plate_close(&plate, error);
    status = status == GRAVEL_OK ? closed : status;
    if (status == GRAVEL_OK)
        put_figure(out, &plate, data);
    gravel_plate_free(&plate);
    return status;
}

enum gravel_status
gravel_html_seeds(FILE *out, const char *home, struct gravel_canvas *canvas, struct gravel_error *error)
{
    static const char *const files[] = {"seeds-quick.json", "seeds-full.json"};
    enum gravel_status status = GRAVEL_OK;
    bool begun = false;
    for (size_t k = 0; k < 2 && status == GRAVEL_OK; k++) {
        json_t *data;
        status = gravel_measured_load(&data, home, files[k], error);
        if (status != GRAVEL_OK || data == NULL)
            continue;
        fputs(begun ? "" : "<section id=\"false-alarms\">\n<h2>False alarms, measured</h2>\n", out);
        begun = true;
        status = put_tier(out, data, canvas, error);
        json_decref(data);
    }
    fputs(begun ? "</section>\n" : "", out);
    return status;
}
