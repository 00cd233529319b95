/* Verdicts of other compilers, optimisations, numbers of workers and widths of vectors (tests/compilers/compilers.py).
 */
#include "reports/html.h"
#include "reports/measured.h"
#include "reports/text.h"

static void
put_row(FILE *out, const json_t *row)
{
    static const char *const words[] = {"compiler", "optimisation", "simd"};
    static const char *const counts[] = {"workers", "verdicts", "verdicts_differ", "numbers", "numbers_differ"};
    fputs("<tr>", out);
    for (size_t k = 0; k < 3; k++) {
        fputs(k == 1 ? "<td>-O" : "<td>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(row, words[k]));
        fputs("</td>", out);
    }
    for (size_t k = 0; k < 5; k++)
        gravel_html_number_cell(out, gravel_measured_number(row, counts[k]), 9);
    fputs("</tr>\n", out);
}

enum gravel_status
gravel_html_variants(FILE *out, const char *home, struct gravel_error *error)
{
    json_t *data;
    const json_t *row;
    size_t k;
    const enum gravel_status status = gravel_measured_load(&data, home, "compilers.json", error);
    if (status != GRAVEL_OK || data == NULL)
        return status;
    fprintf(out,
            "<section id=\"compilers\">\n<h2>Compilers and vectors</h2>\n<p>%zu cases of the tier %s at commit %s, "
            "compared with the first row: verdicts that are others, and numbers that are not equal to the last "
            "bit.</p>\n",
            json_array_size(json_object_get(data, "cases")), gravel_measured_text(data, "tier"),
            gravel_measured_text(data, "commit"));
    gravel_html_stale(out, data);
    fputs("<div class=\"wide\"><table><thead><tr><th>compiler</th><th>optimisation</th><th>vectors</th>"
          "<th class=\"num\">workers</th><th class=\"num\">verdicts</th><th class=\"num\">others</th>"
          "<th class=\"num\">numbers</th><th class=\"num\">not equal</th></tr></thead>\n<tbody>\n",
          out);
    json_array_foreach(json_object_get(data, "variants"), k, row) put_row(out, row);
    fputs("</tbody></table></div>\n</section>\n", out);
    json_decref(data);
    return GRAVEL_OK;
}
