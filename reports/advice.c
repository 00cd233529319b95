/* What `gravel advise` says before a run against what runs measured (tests/agreement/measure.py): a table, a figure of
 * both, and the map of all measured differences. */
#include "reports/colour.h"
#include "reports/html.h"
#include "reports/measured.h"
#include "reports/script.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

enum { COLOURS = 32 };
static const double lightest = 0.92;              /* of the colour map: its yellow end does not show on white */
static const double smallest = 1e-3, largest = 1; /* of the figures' scales */

static double
predicted(const json_t *system, const char *key)
{
    return gravel_measured_number(json_object_get(system, "predicted"), key);
}

static double
measured(const json_t *system, const char *key)
{
    return gravel_measured_number(json_object_get(system, "measured"), key);
}

static bool
is_of(const json_t *system, const char *half)
{
    return strcmp(gravel_measured_text(system, "half"), half) == 0 &&
           json_is_object(json_object_get(system, "measured"));
}

/* Within a factor 2, or a true upper bound that is at most three times the larger of the difference and 1 %. */
static bool
is_right(const json_t *system)
{
    const double said = predicted(system, "difference"), most = predicted(system, "most"),
                 found = measured(system, "difference"), ratio = said / found;
    return (ratio >= 0.5 && ratio <= 2.0) || (fabs(found) <= most && most <= 3.0 * fmax(fabs(found), 0.01));
}

static bool
is_near(double a, double b, double low, double high)
{
    return a / b >= low && a / b <= high;
}

/* Steps or collisions within 30 %. */
static bool
is_cost_right(const json_t *system)
{
    return is_near(predicted(system, "steps"), measured(system, "steps"), 0.7, 1.3) ||
           is_near(predicted(system, "collisions"), measured(system, "collisions"), 0.7, 1.3);
}

static void
put_rates(FILE *out, const json_t *systems, const char *half)
{
    size_t k, n = 0, right = 0, n_all = 0, n_overlap = 0, n_cost = 0;
    const json_t *system;
    json_array_foreach(systems, k, system)
    {
        if (!is_of(system, half))
            continue;
        n_all++;
        n += isfinite(predicted(system, "difference"));
        right += isfinite(predicted(system, "difference")) && is_right(system);
        n_overlap += is_near(predicted(system, "overlap"), measured(system, "overlap"), 0.5, 2.0);
        n_cost += is_cost_right(system);
    }
    fprintf(
        out,
        "<li>%s: %zu of %zu differences within a factor 2 or below a true bound, %zu of %zu largest overlaps within "
        "a factor 2, steps or collisions of %zu of %zu within 30 %%</li>\n",
        half, right, n, n_overlap, n_all, n_cost, n_all);
}

static void
put_row(FILE *out, const json_t *system)
{
    const bool has_number = isfinite(predicted(system, "difference"));
    fputs("<tr><th>", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(system, "name"));
    fputs("</th>", out);
    gravel_html_cell(out, gravel_measured_text(system, "half"));
    gravel_html_words_cell(out, "soft", gravel_measured_text(system, "observable"));
    gravel_html_number_cell(out, 100.0 * predicted(system, "difference"), 2);
    gravel_html_number_cell(out, 100.0 * predicted(system, "most"), 2);
    gravel_html_measured_cell(out, 100.0 * measured(system, "difference"), 100.0 * measured(system, "difference_err"));
    gravel_html_cell(out, !has_number ? "no number of hard spheres" : is_right(system) ? "right" : "wrong");
    gravel_html_number_cell(out, 100.0 * predicted(system, "overlap"), 2);
    gravel_html_number_cell(out, 100.0 * measured(system, "overlap"), 2);
    gravel_html_number_cell(out, predicted(system, "steps") / measured(system, "steps"), 2);
    gravel_html_number_cell(out, predicted(system, "collisions") / measured(system, "collisions"), 2);
    fputs("</tr>\n", out);
}

static void
put_table(FILE *out, const json_t *systems)
{
    static const char *const halves[] = {"held back", "building"};
    const json_t *system;
    size_t k;
    fputs("<div class=\"wide\"><table><thead><tr><th>system</th><th>half</th><th>observable</th><th "
          "class=\"num\">predicted [%]</th><th class=\"num\">at most [%]</th><th class=\"num\">measured "
          "[%]</th><th>judged</th>"
          "<th class=\"num\">largest overlap, predicted [% of d]</th><th class=\"num\">measured [% of d]</th><th "
          "class=\"num\">steps, predicted over measured</th><th class=\"num\">collisions, predicted over "
          "measured</th></tr></thead>\n<tbody>\n",
          out);
    for (size_t h = 0; h < 2; h++)
        json_array_foreach(systems, k, system) if (is_of(system, halves[h])) put_row(out, system);
    fputs("</tbody></table></div>\n", out);
}

/* A block of |predicted| and |measured| with its error, by half; never empty. */
static void
put_pairs(FILE *out, const json_t *systems, const char *half)
{
    const json_t *system;
    size_t k;
    fputs("nan nan nan\n", out);
    json_array_foreach(systems, k, system) if (is_of(system, half) && isfinite(predicted(system, "difference")))
        fprintf(out, "%.5g %.5g %.5g\n", fmax(fabs(predicted(system, "difference")), smallest),
                fmax(fabs(measured(system, "difference")), smallest), measured(system, "difference_err"));
    fputs("\n\n", out);
}

static enum gravel_status
draw_pairs(const json_t *systems, struct gravel_canvas *canvas, struct gravel_plate *plate, struct gravel_error *error)
{
    FILE *out = gravel_canvas_file(canvas, plate, ".dat", error);
    if (out == NULL)
        return GRAVEL_IO;
    put_pairs(out, systems, "building");
    put_pairs(out, systems, "held back");
    enum gravel_status status = gravel_canvas_close(out, plate, ".dat", error);
    if (status != GRAVEL_OK || (out = gravel_canvas_file(canvas, plate, ".gp", error)) == NULL)
        return status == GRAVEL_OK ? GRAVEL_IO : status;
    gravel_script_head(out, plate->name, canvas->style, 640, 560);
    fprintf(
        out,
        "set logscale xy 10\nset format xy '%%g'\nset xrange [%g:3]\nset yrange [%g:3]\nset xlabel 'predicted size "
        "of the relative difference'\nset ylabel 'measured size of it'\n"
        "plot x with lines lt 1 lc rgb '#333333' notitle, 2*x with lines dt 2 lc rgb '#999999' title 'factor 2', x/2 "
        "with lines dt 2 lc rgb '#999999' notitle, \\\n"
        "  '%s.dat' index 0 using 1:2:3 with yerrorbars lt 1 pt 7 ps 0.8 title 'building half', \\\n"
        "  '%s.dat' index 1 using 1:2:3 with yerrorbars lt 2 pt 5 ps 0.8 title 'held back'\n",
        0.8 * smallest, 0.8 * smallest, plate->name, plate->name);
    status = gravel_canvas_close(out, plate, ".gp", error);
    if (status == GRAVEL_OK)
        gravel_canvas_draw(canvas, plate);
    return status;
}

static void
put_point(FILE *out, const json_t *point, const char *ordinate, const json_t *difference)
{
    const double x = gravel_measured_number(point, "sigma"), y = gravel_measured_number(point, ordinate),
                 d = fabs(gravel_measured_number(difference, "difference"));
    if (isfinite(x) && isfinite(y) && isfinite(d))
        fprintf(out, "%.5g %.5g %.5g\n", x, y, fmin(fmax(d, smallest), largest));
}

/* A block of sigma, ordinate and size of the difference: systems of a dimension, driven so (NULL: in any way), and the
 * catalogue's vibrated beds. */
static void
put_block(FILE *out, const json_t *data, int dimension, const char *ordinate, const char *driving)
{
    const json_t *point;
    size_t k;
    fputs("nan nan nan\n", out);
    json_array_foreach(json_object_get(data, "systems"), k,
                       point) if (gravel_measured_number(point, "dimension") == dimension &&
                                  (driving == NULL || strcmp(gravel_measured_text(point, "driving"), driving) == 0))
        put_point(out, point, ordinate, json_object_get(point, "measured"));
    json_array_foreach(json_object_get(data, "catalogue"), k,
                       point) if (driving != NULL && strcmp(driving, gravel_measured_text(point, "driving")) == 0 &&
                                  gravel_measured_number(point, "dimension") == dimension)
        put_point(out, point, ordinate, point);
    fputs("\n\n", out);
}

static enum gravel_status
draw_map(const json_t *data, struct gravel_canvas *canvas, struct gravel_plate *plate, struct gravel_error *error)
{
    FILE *out = gravel_canvas_file(canvas, plate, ".dat", error);
    if (out == NULL)
        return GRAVEL_IO;
    put_block(out, data, 1, "X", "vibrated");
    put_block(out, data, 2, "X", "vibrated");
    put_block(out, data, 1, "X", "impact");
    put_block(out, data, 2, "phi", NULL);
    put_block(out, data, 3, "phi", NULL);
    enum gravel_status status = gravel_canvas_close(out, plate, ".dat", error);
    if (status != GRAVEL_OK || (out = gravel_canvas_file(canvas, plate, ".gp", error)) == NULL)
        return status == GRAVEL_OK ? GRAVEL_IO : status;
    gravel_script_head(out, plate->name, canvas->style, 1100, 520);
    fprintf(out,
            "set multiplot layout 1,2\nset logscale x 10\nset format x '%%g'\nset logscale cb 10\nset cbrange [%g:%g]\n"
            "set cbtics ('0.1 %%%%' 0.001, '1 %%%%' 0.01, '5 %%%%' 0.05, '20 %%%%' 0.2, '100 %%%%' 1)\nset xlabel "
            "'sigma = t_{ev}/t_c'\n",
            smallest, largest);
    gravel_colour_palette(out, lightest, 0.0, COLOURS);
    fprintf(
        out,
        "set ylabel 'X = N (1 - e)'\nset key maxrows 2\nunset colorbox\n"
        "plot '%s.dat' index 0 using 1:2:3 with points pt 7 ps 0.8 lc palette notitle, '%s.dat' index 1 using 1:2:3 "
        "with points pt 5 ps 0.8 lc palette notitle, '%s.dat' index 2 using 1:2:3 with points pt 9 ps 1 lc palette "
        "notitle, NaN with points pt 7 lc rgb '#555555' title 'column', NaN with points pt 5 lc rgb '#555555' title "
        "'box', NaN with points pt 9 lc rgb '#555555' title 'impact'\n"
        "set colorbox\nset rmargin 16\nset cblabel 'relative difference, MD from ED'\nset ylabel 'volume fraction'\n"
        "plot '%s.dat' index 3 using 1:2:3 with points pt 5 ps 1 lc palette notitle, '%s.dat' index 4 using 1:2:3 with "
        "points pt 7 ps 1 lc palette notitle, NaN with points pt 5 lc rgb '#555555' title 'disks', NaN with points pt "
        "7 lc rgb '#555555' title 'spheres'\nunset multiplot\n",
        plate->name, plate->name, plate->name, plate->name, plate->name);
    status = gravel_canvas_close(out, plate, ".gp", error);
    if (status == GRAVEL_OK)
        gravel_canvas_draw(canvas, plate);
    return status;
}

static void
put_figure(FILE *out, const struct gravel_plate *plate, const char *alt, const char *caption)
{
    if (plate->drawn)
        fprintf(out,
                "<figure>\n<img src=\"figures/%s.svg\" loading=\"lazy\" alt=\"%s\">\n<figcaption>%s</figcaption>\n"
                "</figure>\n",
                plate->name, alt, caption);
    else
        fprintf(out, "<p class=\"warning\">%s</p>\n", plate->notes_text);
}

static enum gravel_status
put_drawn(FILE *out, const json_t *data, struct gravel_canvas *canvas, bool map, struct gravel_error *error)
{
    struct gravel_plate plate = {0};
    enum gravel_status status = gravel_plate_open(&plate, error);
    if (status != GRAVEL_OK)
        return status;
    snprintf(plate.name, sizeof plate.name, map ? "advice-map" : "advice");
    status = map ? draw_map(data, canvas, &plate, error)
                 : draw_pairs(json_object_get(data, "systems"), canvas, &plate, error);
    const enum gravel_status closed = gravel_plate_close(&plate, error);
    status = status == GRAVEL_OK ? closed : status;
    if (status == GRAVEL_OK && map)
        put_figure(
            out, &plate,
            "Measured differences as coloured points over sigma and X, and over sigma and volume fraction.",
            "Every measured difference: vibrated beds and impacts over X, gases over the volume fraction. Light: soft "
            "and hard spheres agree.");
    else if (status == GRAVEL_OK)
        put_figure(
            out, &plate,
            "Measured against predicted size of the difference, logarithmic axes, with lines of a factor 2.",
            "Relative differences of soft from hard spheres, their sizes. Those below 0.1 % are drawn at 0.1 %. "
            "Where the prediction is below 1 %, advice states a bound of 2 % instead; a bound counts as right where "
            "the measured size is below it and it is at most three times the larger of that size and 1 %.");
    gravel_plate_free(&plate);
    return status;
}

enum gravel_status
gravel_html_advice(FILE *out, const char *home, struct gravel_canvas *canvas, struct gravel_error *error)
{
    json_t *data;
    enum gravel_status status = gravel_measured_load(&data, home, "advice.json", error);
    if (status != GRAVEL_OK || data == NULL)
        return status;
    const json_t *systems = json_object_get(data, "systems");
    fputs("<section id=\"advice\">\n<h2>Advice, against measured differences</h2>\n<p>What <code>gravel advise</code> "
          "says "
          "before a run, beside what runs of both engines measured; ",
          out);
    gravel_text_prose(out, GRAVEL_MARKUP_HTML, gravel_measured_text(data, "split"));
    fputs(".</p>\n<ul>\n", out);
    put_rates(out, systems, "held back");
    put_rates(out, systems, "building");
    fputs("</ul>\n", out);
    status = put_drawn(out, data, canvas, false, error);
    if (status == GRAVEL_OK) {
        fputs("<details><summary>All systems</summary>\n", out);
        put_table(out, systems);
        fputs("</details>\n", out);
        status = put_drawn(out, data, canvas, true, error);
    }
    fputs("</section>\n", out);
    json_decref(data);
    return status;
}
