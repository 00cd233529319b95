/* The smallest bias that each check sees (tests/sensitivity/sensitivity.py). */
#include "reports/html.h"
#include "reports/measured.h"
#include "reports/tally.h"
#include "reports/text.h"

#include <math.h>
#include <string.h>

/* The claim of a family (NULL: of all) that sees the smallest bias of a parameter; NULL: none sees it. */
static const json_t *
best_of(const json_t *claims, const char *family, const char *parameter)
{
    const json_t *claim, *best = NULL;
    double smallest = INFINITY;
    size_t k;
    json_array_foreach(claims, k, claim)
    {
        const json_t *seen = json_object_get(json_object_get(claim, "sees"), parameter);
        const double bias = gravel_measured_number(seen, "bias");
        if (strcmp(gravel_measured_text(claim, "family"), family) == 0 &&
            json_is_true(json_object_get(seen, "resolved")) && bias < smallest) {
            smallest = bias;
            best = claim;
        }
    }
    return best;
}

/* "0.31 %", with the check that sees it where `claim` is to be named. */
static void
put_bias(FILE *out, const json_t *claim, const char *parameter, bool named)
{
    char number[80];
    const json_t *seen = json_object_get(json_object_get(claim, "sees"), parameter);
    if (seen == NULL) {
        fputs("<td>–</td>", out);
        return;
    }
    fprintf(out, "<td>%s%s %%", json_is_true(json_object_get(seen, "resolved")) ? "" : "&gt; ",
            gravel_text_number(number, sizeof number, 100.0 * gravel_measured_number(seen, "bias"), 2));
    if (named) {
        fputs("<br><span class=\"soft\">", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(claim, "check"));
        fputs("</span>", out);
    } else if (!isnan(gravel_measured_number(seen, "slope"))) {
        fprintf(out, " <span class=\"soft\">(%s)</span>",
                gravel_text_number(number, sizeof number, gravel_measured_number(seen, "slope"), 2));
    }
    fputs("</td>", out);
}

static void
put_head(FILE *out, const json_t *factors, const char *first)
{
    const char *parameter;
    const json_t *factor;
    fprintf(out, "<div class=\"wide\"><table><thead><tr>%s", first);
    json_object_foreach((json_t *)(size_t)factors, parameter, factor)
    {
        fputs("<th>", out);
        gravel_text_words(out, GRAVEL_MARKUP_HTML, parameter);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n<tbody>\n", out);
}

static void
put_families(FILE *out, const json_t *claims, const json_t *factors)
{
    const json_t *claim, *factor;
    const char *parameter;
    struct gravel_words families = {0};
    size_t k;
    json_array_foreach(claims, k, claim) gravel_words_add(&families, gravel_measured_text(claim, "family"));
    put_head(out, factors, "<th>family</th>");
    for (size_t f = 0; f < families.n; f++) {
        fputs("<tr><th>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, families.items[f]);
        fputs("</th>", out);
        json_object_foreach((json_t *)(size_t)factors, parameter, factor)
            put_bias(out, best_of(claims, families.items[f], parameter), parameter, true);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div>\n", out);
}

static void
put_claims(FILE *out, const json_t *claims, const json_t *factors)
{
    const json_t *claim, *factor;
    const char *parameter;
    size_t k;
    fprintf(out, "<details><summary>All %zu claims, with d ln x/d ln p</summary>\n", json_array_size(claims));
    put_head(out, factors, "<th>case</th><th>check</th>");
    json_array_foreach(claims, k, claim)
    {
        fputs("<tr><td>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(claim, "case"));
        fputs("</td><td>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, gravel_measured_text(claim, "check"));
        fputs("</td>", out);
        json_object_foreach((json_t *)(size_t)factors, parameter, factor) put_bias(out, claim, parameter, false);
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table></div></details>\n", out);
}

enum gravel_status
gravel_html_sensitivity(FILE *out, const char *home, struct gravel_error *error)
{
    json_t *data;
    const enum gravel_status status = gravel_measured_load(&data, home, "sensitivity.json", error);
    if (status != GRAVEL_OK || data == NULL)
        return status;
    const json_t *claims = json_object_get(data, "claims"), *factors = json_object_get(data, "factors");
    fprintf(
        out,
        "<section id=\"sensitivity\">\n<h2>What the checks see</h2>\n<p>The smallest bias of a parameter of the engine "
        "that would turn a check red, from finite differences: (tolerance + k·error)/|derivative|. %zu cases of the "
        "tier %s at commit %s. A dash: no check of the family sees a bias below 100 %%; &gt;: the derivative is lost "
        "in the noise, and the bias is a lower bound.</p>\n",
        json_array_size(json_object_get(data, "cases")), gravel_measured_text(data, "tier"),
        gravel_measured_text(data, "commit"));
    put_families(out, claims, factors);
    put_claims(out, claims, factors);
    fputs("</section>\n", out);
    json_decref(data);
    return GRAVEL_OK;
}
