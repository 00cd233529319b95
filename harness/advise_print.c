#include "harness/advise_print.h"

#include <math.h>
#include <string.h>

/* A number, or "-" where there is none. */
static const char *
number(char text[32], const char *format, double x)
{
    if (isnan(x))
        snprintf(text, 32, "-");
    else
        snprintf(text, 32, format, x); // NOLINT
    return text;
}

static const char *
regime_text(const struct gravel_advice *a)
{
    switch (a->regime) {
    case GRAVEL_REGIME_SINGLE: return "a grain never has more than one contact, so that its duration does not matter";
    case GRAVEL_REGIME_INSTANT: return "a contact is over long before the next one begins";
    case GRAVEL_REGIME_SOFTENED: return "grains sometimes touch two others at once";
    case GRAVEL_REGIME_DETACHED: return "grains mostly touch several others at once and lose less energy (detachment effect)";
    case GRAVEL_REGIME_BLOCK: return "the beads move and land as a block; estimates from free flights do not apply";
    case GRAVEL_REGIME_LASTING:
        return a->rests ? "nothing keeps the grains moving: they come to rest on each other" : "a dense flow, in which grains lie on each other";
    case GRAVEL_REGIME_UNKNOWN: return "no time between events could be estimated";
    }
    return "";
}

static void
print_system(FILE *out, const struct gravel_advised_point *p)
{
    static const char *const spaces[] = {"", "on a line", "in a plane", "in space"};
    const struct gravel_advice *a = &p->advice;
    fprintf(out, "system    %zu free grains %s, mean diameter %.3g mm", a->n, spaces[p->dimension], 1e3 * a->diameter);
    if (a->n_held > 0)
        fprintf(out, ", %zu held by walls", a->n_held);
    if (p->gravity > 0.0)
        fprintf(out, "; g = %.3g m/s^2", p->gravity);
    if (a->alpha > 0.0)
        fprintf(out, ", plate with A0 w^2/g = %.3g", a->alpha);
    fprintf(out, "\n          prepared: %.3g grains above each other", a->layers);
    if (isfinite(a->packing))
        fprintf(out, ", volume fraction %.3g", a->packing);
    if (isfinite(a->gap))
        fprintf(out, ", mean gap %.3g mm", 1e3 * a->gap);
    fprintf(out, "; run of %.3g s\n", a->run_length);
}

static void
print_speeds(FILE *out, const struct gravel_advice *a)
{
    for (size_t k = 0; k < a->n_speeds; k++)
        fprintf(out, "%-9s %c %-9.3g %s [%s]\n", k == 0 ? "speed m/s" : "", k == a->taken ? '*' : ' ', a->speeds[k].value,
                a->speeds[k].what, a->speeds[k].source);
    fprintf(out, "            (* taken as the typical speed of contacts; --speed states another)\n");
}

static void
print_contacts(FILE *out, const struct gravel_advice *a)
{
    char t[7][32];
    char title[64];
    snprintf(title, sizeof title, "contacts at %.3g m/s", gravel_advised_speed(a));
    fprintf(out, "\n%-28s m_red [kg]  e of ED   of MD   t_c [s]    overlap   MD steps  e off by\n", title);
    for (size_t k = 0; k < a->n_contacts; k++) {
        const struct gravel_advised_contact *c = &a->contacts[k];
        fprintf(out, "  %-26.26s %-11s %-9s %-7s %-10s %-9s %-9s %s\n", c->name, number(t[0], "%.3g", c->m_red),
                number(t[1], "%.4f", c->restitution), number(t[2], "%.4f", c->soft_restitution),
                number(t[3], "%.3g", c->contact_time), number(t[4], "%.3g %%", 100.0 * c->overlap),
                number(t[5], "%.3g", c->steps), number(t[6], "%.1g", c->restitution_error));
    }
}

static void
print_steps(FILE *out, const struct gravel_advice *a)
{
    if (a->n_steps == 0)
        return;
    if (a->time_step > 0.0)
        fprintf(out, "time step %.3g s (%s). ", a->time_step, a->integrator);
    else
        fprintf(out, "time step controlled by the error (%s). ", a->integrator);
    fprintf(out, "Largest error of e, by steps in the shortest contact:\n");
    for (size_t k = 0; k < a->n_steps; k++) {
        const bool first = k == 0 || a->steps[k].integrator != a->steps[k - 1].integrator;
        if (first)
            fprintf(out, "%s          %-16s", k == 0 ? "" : "\n", a->steps[k].integrator);
        fprintf(out, "  %g: %-8.1g", a->steps[k].steps, a->steps[k].error);
    }
    fprintf(out, "\n");
}

static void
print_rates(FILE *out, const struct gravel_advice *a)
{
    const bool apart = a->regime != GRAVEL_REGIME_SINGLE && a->regime != GRAVEL_REGIME_LASTING;
    if (isfinite(a->event_time) && apart)
        fprintf(out, "events    t_ev = %.3g s between two of a grain: %s\n", a->event_time, a->event_source);
    if (isfinite(a->sigma) && apart)
        fprintf(out, "          sigma = t_ev/t_c = %.3g; MD and ED differ by 20 %% at %.3g, by 5 %% at %.3g\n          (%s)\n", a->sigma,
                a->sigma_20, a->sigma_5, a->sigma_source);
    fprintf(out, "loss      X = N (1 - e) = %.3g", a->X);
    if (isfinite(a->critical_X))
        fprintf(out, "; hard spheres collapse above about %.3g [S3 Eq. 55, N = %.3g]", a->critical_X, a->layers);
    fprintf(out, "\n");
}

static void
print_weight(FILE *out, const struct gravel_advice *a)
{
    double worst = 0.0;
    for (size_t k = 0; k < a->n_contacts; k++)
        worst = fmax(worst, a->contacts[k].rest_overlap);
    if (worst > 0.0)
        fprintf(out, "weight    of %.3g grains presses a contact in by up to %.2g %% of a diameter [F = k x^(1+beta), S3 Eq. 17]\n",
                a->layers, 100.0 * worst);
}

static void
print_engines(FILE *out, const struct gravel_advice *a)
{
    for (size_t k = 0; k < a->n_engines; k++) {
        const struct gravel_advised_engine *e = &a->engines[k];
        fprintf(out, "%-9s %c %-9s %s\n", k == 0 ? "engines" : "", e->of_case ? '*' : ' ', e->ops->name, e->why);
        if (e->pilot.cpu > 0.0) {
            fprintf(out, "                       pilot run of %.3g s took %.2g s of CPU time; the case takes about %.1g s\n",
                    e->pilot.simulated, e->pilot.cpu, e->pilot.cpu * a->run_length / e->pilot.simulated);
            if (e->ops->kind == GRAVEL_MD)
                fprintf(out, "                       largest overlap in it: %.2g %% of a diameter\n", 100.0 * e->pilot.overlap);
        }
    }
    fprintf(out, "            (* of the case)\n");
}

/* Words of a text in lines of at most 98 columns, each behind `indent` blanks. */
static void
print_wrapped(FILE *out, const char *text, int indent)
{
    int column = indent;
    while (*text != '\0') {
        const int length = (int)strcspn(text, " ");
        if (column > indent && column + 1 + length > 98) {
            fprintf(out, "\n%*s", indent, "");
            column = indent;
        }
        column += fprintf(out, "%s%.*s", column > indent ? " " : "", length, text);
        text += length;
        text += strspn(text, " ");
    }
    fprintf(out, "\n");
}

static void
print_warnings(FILE *out, const struct gravel_advice *a)
{
    bool any = false;
    for (int k = 0; k < GRAVEL_WARNINGS; k++) {
        if (a->warnings[k][0] == '\0')
            continue;
        fprintf(out, "%s", "warning   ");
        print_wrapped(out, a->warnings[k], 10);
        any = true;
    }
    if (!any)
        fprintf(out, "no warnings\n");
}

void
gravel_advice_print(FILE *out, const struct gravel_advised_point *p)
{
    const struct gravel_advice *a = &p->advice;
    print_system(out, p);
    print_speeds(out, a);
    print_contacts(out, a);
    print_steps(out, a);
    fprintf(out, "\n");
    print_rates(out, a);
    print_weight(out, a);
    fprintf(out, "regime    %s: %s\n", gravel_regime_name(a->regime), regime_text(a));
    print_engines(out, a);
    print_warnings(out, a);
}

static const struct gravel_advised_contact *
deepest(const struct gravel_advice *a)
{
    const struct gravel_advised_contact *worst = NULL;
    for (size_t k = 0; k < a->n_contacts; k++)
        if (worst == NULL || a->contacts[k].overlap > worst->overlap)
            worst = &a->contacts[k];
    return worst;
}

static double
fewest_steps(const struct gravel_advice *a)
{
    double fewest = NAN;
    for (size_t k = 0; k < a->n_contacts; k++)
        fewest = fmin(fewest, a->contacts[k].steps);
    return fewest;
}

static const char *
difference(char text[32], const struct gravel_advice *a)
{
    if (a->regime == GRAVEL_REGIME_DETACHED)
        return "> 20 %";
    return a->difference < 0.01 ? "< 1 %" : number(text, "%.1g %%", 100.0 * a->difference);
}

void
gravel_advice_print_points(FILE *out, const struct gravel_advised_point *points, size_t n)
{
    char t[6][32];
    fprintf(out, "  point  v [m/s]   t_c [s]   overlap  steps  sigma    MD-ED  regime                    at\n");
    for (size_t k = 0; k < n; k++) {
        const struct gravel_advice *a = &points[k].advice;
        const struct gravel_advised_contact *worst = deepest(a);
        fprintf(out, "  %5zu  %-9.3g %-9s %-8s %-6s %-8s %-6s %-25s %s\n", points[k].number, gravel_advised_speed(a),
                number(t[0], "%.3g", a->contact_time), number(t[1], "%.2g %%", worst != NULL ? 100.0 * worst->overlap : NAN),
                number(t[2], "%.3g", fewest_steps(a)), number(t[3], "%.3g", a->regime == GRAVEL_REGIME_LASTING ? NAN : a->sigma), difference(t[4], a),
                gravel_regime_name(a->regime), points[k].at);
    }
    for (int w = 0; w < GRAVEL_WARNINGS; w++) {
        size_t count = 0, first = n;
        for (size_t k = n; k-- > 0;)
            if (points[k].advice.warnings[w][0] != '\0') {
                first = k;
                count++;
            }
        if (count == 0)
            continue;
        fprintf(out, "warning   ");
        char text[440];
        snprintf(text, sizeof text, "%s (%zu of %zu points; point %zu)", points[first].advice.warnings[w], count, n, points[first].number);
        print_wrapped(out, text, 10);
    }
}

static json_t *
real(double x)
{
    return isfinite(x) ? json_real(x) : json_null();
}

static json_t *
contacts_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_contacts; k++) {
        const struct gravel_advised_contact *c = &a->contacts[k];
        json_array_append_new(list, json_pack("{s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o}", "name", c->name, "reduced_mass", real(c->m_red),
                                              "diameter", real(c->diameter), "hard_restitution", real(c->restitution),
                                              "soft_restitution", real(c->soft_restitution), "contact_time", real(c->contact_time),
                                              "overlap", real(c->overlap), "steps", real(c->steps), "restitution_error",
                                              real(c->restitution_error), "rest_overlap", real(c->rest_overlap)));
    }
    return list;
}

static json_t *
engines_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_engines; k++) {
        const struct gravel_advised_engine *e = &a->engines[k];
        json_t *one = json_pack("{s:s,s:b,s:b,s:s}", "name", e->ops->name, "of_case", e->of_case, "runs", e->runs, "verdict", e->why);
        const struct gravel_advised_pilot *p = &e->pilot;
        if (p->cpu > 0.0)
            json_object_set_new(one, "pilot", json_pack("{s:o,s:o,s:o,s:o,s:o,s:o}", "simulated_seconds", real(p->simulated), "cpu_seconds",
                                                        real(p->cpu), "speed", real(p->speed), "event_time", real(p->event_time), "height",
                                                        real(p->height), "max_overlap", real(p->overlap)));
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *
speeds_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_speeds; k++)
        json_array_append_new(list, json_pack("{s:s,s:s,s:o,s:b}", "what", a->speeds[k].what, "source", a->speeds[k].source, "value",
                                              real(a->speeds[k].value), "taken", k == a->taken));
    return list;
}

static json_t *
steps_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (size_t k = 0; k < a->n_steps; k++)
        json_array_append_new(list, json_pack("{s:s,s:o,s:o}", "integrator", a->steps[k].integrator, "steps", real(a->steps[k].steps),
                                              "restitution_error", real(a->steps[k].error)));
    return list;
}

static json_t *
warnings_to_json(const struct gravel_advice *a)
{
    json_t *list = json_array();
    for (int k = 0; k < GRAVEL_WARNINGS; k++)
        if (a->warnings[k][0] != '\0')
            json_array_append_new(list, json_string(a->warnings[k]));
    return list;
}

json_t *
gravel_advice_to_json(const struct gravel_advised_point *p)
{
    const struct gravel_advice *a = &p->advice;
    return json_pack("{s:I,s:s,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:o,s:s,s:o,s:o,s:o,s:s,s:o,s:o,s:s,s:o,s:o,s:o}", "point", (json_int_t)p->number,
                     "at", p->at, "layers", real(a->layers), "gap", real(a->gap), "speed", real(gravel_advised_speed(a)), "speeds",
                     speeds_to_json(a), "contacts", contacts_to_json(a), "time_step", real(a->time_step), "step_choices", steps_to_json(a),
                     "event_time", real(a->event_time), "event_source", a->event_source, "contact_time", real(a->contact_time), "sigma",
                     real(a->sigma), "sigma_5_percent", real(a->sigma_5), "sigma_source", a->sigma_source, "dissipation", real(a->X),
                     "collapse_above", real(a->critical_X), "regime", gravel_regime_name(a->regime), "difference", real(a->difference),
                     "engines", engines_to_json(a), "warnings", warnings_to_json(a));
}
