/* What is known of the points of a case apart from its checks: status, invariants, cost, parameters. */
#include "reports/points.h"

#include "harness/run/contact_quality.h"
#include "reports/html.h"
#include "reports/place.h"
#include "reports/planned.h"
#include "reports/plot.h"
#include "reports/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
gravel_html_points(FILE *out, const struct gravel_report_case *rc)
{
    size_t n[GRAVEL_POINT_SKIPPED + 1] = {0}, unsteady = 0;
    struct gravel_words messages = {0};

    struct gravel_contact_quality contacts = {.fewest_steps = INFINITY};
    for (size_t i = 0; i < rc->records->n; i++) {
        const struct gravel_record *r = &rc->records->items[i];
        gravel_contact_quality_add(&contacts, rc->c, r);
        n[r->status]++;
        unsteady += r->status == GRAVEL_POINT_DONE && !r->steady;
    }
    if (rc->records->n == 0) {
        fputs("<p class=\"warning\">This case has not been run: the store has no points of it.</p>\n", out);
        return;
    }
    const size_t missing = gravel_planned_missing(rc);
    if (missing > 0)
        fprintf(out, "<p class=\"warning\">%zu of %zu points ha%s not been run.</p>\n", missing,
                missing + rc->records->n, missing == 1 ? "s" : "ve");
    fprintf(out, "<p class=\"soft\">%zu point%s: ", rc->records->n, rc->records->n == 1 ? "" : "s");
    for (size_t s = 0, any = 0; s <= GRAVEL_POINT_SKIPPED; s++)
        if (n[s] > 0) {
            fprintf(out, "%s%zu ", any++ ? ", " : "", n[s]);
            gravel_text_words(out, GRAVEL_MARKUP_HTML, gravel_point_status_name((enum gravel_point_status)s));
        }
    fputs(".</p>\n", out);
    if (unsteady > 0)
        fprintf(out, "<p class=\"warning\">%zu point%s reached no steady state within the time of the run.</p>\n",
                unsteady, unsteady == 1 ? "" : "s");
    if (contacts.deep > 0)
        fprintf(out,
                "<p class=\"warning\">Contacts of %zu point%s overlap by more than %g %% of a diameter, the deepest by "
                "%.3g %%.</p>\n",
                contacts.deep, contacts.deep == 1 ? "" : "s", 100.0 * gravel_overlap_to_warn_of,
                100.0 * contacts.largest_overlap);
    if (contacts.coarse > 0)
        fprintf(out,
                "<p class=\"warning\">The contact of a pair takes fewer than %g time steps at %zu point%s, %.3g at the "
                "worst.</p>\n",
                gravel_steps_to_warn_of, contacts.coarse, contacts.coarse == 1 ? "" : "s", contacts.fewest_steps);
    for (size_t i = 0; i < rc->records->n; i++) {
        const struct gravel_record *r = &rc->records->items[i];
        char place[300], key[GRAVEL_NAME_MAX];
        size_t before = messages.n;
        if (r->status == GRAVEL_POINT_DONE || !r->message || !r->message[0])
            continue;
        snprintf(key, sizeof key, "%.8s %.50s", r->engine, r->message);
        gravel_words_add(&messages, key); /* the same message of many points stands once */
        if (messages.n == before)
            continue;
        gravel_place_of_record(place, sizeof place, rc->c, r);
        fputs("<p class=\"warning\">", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, r->engine);
        if (place[0]) {
            fputs(" at ", out);
            gravel_text_words(out, GRAVEL_MARKUP_HTML, place);
        }
        fprintf(out, " (%s): ", gravel_point_status_name(r->status));
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, r->message);
        fputs("</p>\n", out);
    }
}

struct held {
    const struct gravel_record *record;
    const struct gravel_invariant *invariant;
    double share; /* |value| / limit; infinite when broken without a usable limit */
};

static int
worst_first(const void *a, const void *b)
{
    const struct held *p = a, *q = b;

    return (q->share > p->share) - (q->share < p->share);
}

static struct held *
collect_invariants(const struct gravel_report_case *rc, size_t *n)
{
    size_t all = 0;

    *n = 0;
    for (size_t i = 0; i < rc->records->n; i++)
        all += rc->records->items[i].n_invariants;
    struct held *list = calloc(all + 1, sizeof *list);
    for (size_t i = 0; list && i < rc->records->n; i++)
        for (size_t k = 0; k < rc->records->items[i].n_invariants; k++) {
            const struct gravel_invariant *v = &rc->records->items[i].invariants[k];
            double share = v->limit > 0 ? fabs(v->value) / v->limit : v->ok ? 0 : INFINITY;
            list[(*n)++] = (struct held){&rc->records->items[i], v,
                                         v->ok          ? share
                                         : isnan(share) ? INFINITY
                                                        : 1e9 + share};
        }
    if (list)
        qsort(list, *n, sizeof *list, worst_first);
    return list;
}

static void
put_invariant(FILE *out, const struct gravel_report_case *rc, const struct held *held)
{
    char place[300];

    gravel_place_of_record(place, sizeof place, rc->c, held->record);
    fputs("<tr><td>", out);
    gravel_html_held(out, held->invariant->ok);
    fputs("</td>", out);
    gravel_html_words_cell(out, "check", held->invariant->name);
    gravel_html_cell(out, held->record->engine);
    gravel_html_words_cell(out, "place", place);
    gravel_html_number_cell(out, held->invariant->value, 3);
    gravel_html_number_cell(out, held->invariant->limit, 3);
    fputs("</tr>\n", out);
}

void
gravel_html_invariants(FILE *out, const struct gravel_report_case *rc)
{
    static const char head[] =
        "<table class=\"stack\"><thead><tr><th>verdict</th><th>invariant</th><th>engine</th>"
        "<th>at</th><th class=\"num\">value</th><th class=\"num\">limit</th></tr></thead><tbody>\n";
    size_t n, broken = 0;
    struct held *list = collect_invariants(rc, &n);
    struct gravel_words seen = {0};

    if (!list || n == 0) {
        fputs("<p class=\"soft\">No point carries an invariant.</p>\n", out);
        free(list);
        return;
    }
    for (size_t i = 0; i < n; i++)
        broken += !list[i].invariant->ok;
    fprintf(out, "<details%s><summary>Invariants: %zu values, %zu broken; the worst of each</summary>\n%s",
            broken ? " open" : "", n, broken, head);
    for (size_t i = 0; i < n; i++) {
        char key[GRAVEL_NAME_MAX];
        size_t before = seen.n;
        snprintf(key, sizeof key, "%.12s/%.50s", list[i].record->engine, list[i].invariant->name);
        gravel_words_add(&seen, key);
        if (seen.n > before || !list[i].invariant->ok)
            put_invariant(out, rc, &list[i]);
    }
    fputs("</tbody></table></details>\n", out);
    free(list);
}

static double
counter(const struct gravel_record *record, const char *name)
{
    return fmax(0.0, gravel_record_counter(record, name)); /* 0 when it is absent */
}

/* What the points of one engine cost. */
struct cost {
    size_t n;
    double cpu, simulated, events, steps, particle_steps, overlap, fewest;
};

static struct cost
cost_of(const struct gravel_report_case *rc, const char *engine)
{
    struct cost cost = {.fewest = INFINITY};

    for (size_t i = 0; i < rc->records->n; i++) {
        const struct gravel_record *r = &rc->records->items[i];
        if (strcmp(r->engine, engine) != 0)
            continue;
        cost.n++;
        cost.overlap = fmax(cost.overlap, gravel_record_counter(r, "max_overlap"));
        cost.fewest = fmin(cost.fewest, gravel_record_counter(r, "min_contact_steps"));
        cost.cpu += r->cpu_seconds;
        cost.simulated += r->simulated_seconds;
        cost.events += counter(r, "events");
        cost.steps += counter(r, "steps");
        cost.particle_steps += counter(r, "particle_steps");
    }
    return cost;
}

/* A row of the table: a quantity of every engine, NaN where it has none. */
static void
put_cost(FILE *out, const char *name, size_t n, const double *values, int digits)
{
    fprintf(out, "<tr><th>%s</th>", name);
    for (size_t e = 0; e < n; e++)
        gravel_html_number_cell(out, values[e], digits);
    fputs("</tr>\n", out);
}

enum { COSTS = 10, ENGINES = 8 };

void
gravel_html_cost(FILE *out, const struct gravel_report_case *rc)
{
    static const char *const names[COSTS] = {"points",
                                             "CPU [s]",
                                             "simulated [s]",
                                             "events",
                                             "steps",
                                             "particle steps",
                                             "events a CPU second",
                                             "particle steps a CPU second",
                                             "largest overlap [d]",
                                             "shortest contact that occurred, grazing ones included [steps]"};
    static const int digits[COSTS] = {9, 3, 3, 4, 4, 4, 3, 3, 3, 3};
    double values[COSTS][ENGINES];
    size_t n = 0;

    fputs("<details><summary>Cost</summary>\n<table><thead><tr><th>engine</th>", out);
    for (size_t e = 0; e < rc->c->n_engines && n < ENGINES; e++) {
        const struct cost c = cost_of(rc, rc->c->engines[e]);
        if (c.n == 0)
            continue;
        const double column[COSTS] = {(double)c.n,
                                      c.cpu,
                                      c.simulated,
                                      c.events > 0 ? c.events : NAN,
                                      c.steps > 0 ? c.steps : NAN,
                                      c.particle_steps > 0 ? c.particle_steps : NAN,
                                      c.events > 0 && c.cpu > 0 ? c.events / c.cpu : NAN,
                                      c.particle_steps > 0 && c.cpu > 0 ? c.particle_steps / c.cpu : NAN,
                                      c.particle_steps > 0 ? c.overlap : NAN,
                                      isfinite(c.fewest) ? c.fewest : NAN};
        for (size_t k = 0; k < COSTS; k++)
            values[k][n] = column[k];
        n++;
        fputs("<th class=\"num\">", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, rc->c->engines[e]);
        fputs("</th>", out);
    }
    fputs("</tr></thead><tbody>\n", out);
    for (size_t k = 0; k < COSTS; k++)
        put_cost(out, names[k], n, values[k], digits[k]);
    fputs("</tbody></table></details>\n", out);
}

void
gravel_html_parameters(FILE *out, const struct gravel_report_case *rc)
{
    const struct gravel_options *parameters = &rc->c->parameters;
    char value[256];

    fputs("<details><summary>Parameters and how to repeat it</summary>\n<p><code>gravel run ", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, rc->c->name);
    fputs(" --tier ", out);
    gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, rc->c->tier);
    fputs("</code></p>\n", out);
    for (size_t a = 0; a < rc->c->n_axes; a++) {
        const struct gravel_axis *axis = &rc->c->axes[a];
        fputs("<p>Sweep of <code>", out);
        for (size_t k = 0; k < axis->n_keys; k++) {
            fputs(k ? ", " : "", out);
            gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, axis->keys[k]);
        }
        fputs("</code>: ", out);
        for (size_t v = 0; v < axis->n_values; v++) {
            fputs(v ? axis->n_keys > 1 ? "; " : ", " : "", out);
            for (size_t k = 0; k < axis->n_keys; k++) {
                fputs(k ? ", " : "", out);
                gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, axis->values[v * axis->n_keys + k]);
            }
        }
        fputs("</p>\n", out);
    }
    fputs("<table class=\"parameters\"><tbody>\n", out);
    for (size_t i = 0; i < parameters->n; i++) {
        gravel_value_print(&parameters->items[i].value, value, sizeof value);
        fputs("<tr><th><code>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, parameters->items[i].path);
        fputs("</code></th><td>", out);
        gravel_text_verbatim(out, GRAVEL_MARKUP_HTML, value);
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table></details>\n", out);
}
