#include "harness/advise/print.h"

#include <math.h>
#include <string.h>

/* A number, or "-" where there is none. */
static const char *
number(char text[32], const char *format, double x)
{
    if (isnan(x))
        snprintf(text, 32, "-");
    else
        snprintf(text, 32, format, x);
    return text;
}

/* Print a text in lines of at most 98 columns, indented by `indent` blanks after the first. */
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

static const char *
regime_text(const struct gravel_advice *a)
{
    switch (a->regime) {
    case GRAVEL_REGIME_SINGLE: return "a grain never has more than one contact, so that its duration does not matter";
    case GRAVEL_REGIME_INSTANT: return "a contact is over long before the next one begins";
    case GRAVEL_REGIME_SOFTENED: return "grains sometimes touch two others at once";
    case GRAVEL_REGIME_DETACHED:
        return "grains mostly touch several others at once and lose less energy (detachment effect)";
    case GRAVEL_REGIME_BLOCK: return "the beads move and land as a block; estimates from free flights do not apply";
    case GRAVEL_REGIME_LASTING:
        return a->rests ? "nothing keeps the grains moving: they come to rest on each other"
                        : "a dense flow, in which grains lie on each other";
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
    if (a->n_attached > 0)
        fprintf(out, ", %zu attached to walls", a->n_attached);
    if (p->gravity > 0.0)
        fprintf(out, "; g = %.3g m/s^2", p->gravity);
    if (a->alpha > 0.0)
        fprintf(out, ", plate with A0 w^2/g = %.3g", a->alpha);
    fprintf(out, "\n          run of %.3g s", a->run_length);
    if (isfinite(a->X) && a->n > 1)
        fprintf(out, "; prepared with %.3g grains above each other", a->layers);
    if (isfinite(a->packing))
        fprintf(out, ", volume fraction %.3g", a->packing);
    if (isfinite(a->gap))
        fprintf(out, ", gaps of %.3g mm", 1e3 * a->gap);
    fprintf(out, "\n");
}

static void
print_speeds(FILE *out, const struct gravel_advice *a)
{
    const double least = 1e-3 * gravel_advised_speed(a);
    size_t lines = 0;
    for (size_t k = 0; k < a->n_speeds; k++)
        if (a->speeds[k].value >= least)
            fprintf(out, "%-9s %c %-9.3g %s [%s]\n", lines++ == 0 ? "speed m/s" : "", k == a->taken ? '*' : ' ',
                    a->speeds[k].value, a->speeds[k].what, a->speeds[k].source);
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
    if (a->soft && a->pilot == NULL && isfinite(a->largest_overlap))
        fprintf(out, "  (the deepest contact of the run: about %.2g %% of a diameter; --pilot measures it)\n",
                100.0 * a->largest_overlap);
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

/* Whether contacts begin and end, so that a time between events is defined. */
static bool
has_events(const struct gravel_advice *a)
{
    return a->regime == GRAVEL_REGIME_INSTANT || a->regime == GRAVEL_REGIME_SOFTENED ||
           a->regime == GRAVEL_REGIME_DETACHED;
}

static void
print_rates(FILE *out, const struct gravel_advice *a)
{
    if (has_events(a)) {
        fprintf(out, "events    t_ev = %.3g s between two of a grain:\n          %s\n          sigma = t_ev/t_c = %.3g",
                a->event_time, a->event_source, a->sigma);
        if (a->measured && isnan(a->packing)) /* on a line sigma decides; in a box X does as much */
            fprintf(out, "; MD and ED differ by 20 %% at sigma = %.3g, by 5 %% at %.3g\n          (%s)", a->sigma_20,
                    a->sigma_5, a->sigma_source);
        fprintf(out, "\n");
    }
    if (isfinite(a->difference))
        fprintf(out, "MD - ED   %+.2g %%, at most %.2g %% in size: %s\n          (%s)\n", 100.0 * a->difference,
                100.0 * a->difference_most, a->difference_of, a->difference_source);
    else if (a->regime == GRAVEL_REGIME_LASTING)
        fprintf(out, "MD - ED   quasi-static: no number of hard spheres is right for contacts that last\n");
    if (!isfinite(a->X) || a->n < 2)
        return;
    fprintf(out, "loss      X = N (1 - e) = %.3g", a->X);
    if (isfinite(a->collapse))
        fprintf(out, "; hard spheres collapse below about e = %.3g [S3 Eq. 55, N = %.3g]", a->collapse, a->layers);
    fprintf(out, "\n");
}

static void
print_weight(FILE *out, const struct gravel_advice *a)
{
    double worst = 0.0;
    for (size_t k = 0; k < a->n_contacts; k++)
        worst = fmax(worst, a->contacts[k].rest_overlap);
    if (worst > 0.0)
        fprintf(out,
                "weight    of %.3g grains presses a contact in by up to %.2g %% of a diameter [S3 Eq. 17; forces: "
                "packing cases]\n",
                a->layers, 100.0 * worst);
}

static void
print_engines(FILE *out, const struct gravel_advice *a)
{
    for (size_t k = 0; k < a->n_engines; k++) {
        const struct gravel_advised_engine *e = &a->engines[k];
        fprintf(out, "%-9s %c %-9s ", k == 0 ? "engines" : "", e->of_case ? '*' : ' ', e->ops->name);
        print_wrapped(out, e->remark, 22);
        if (e->pilot.cpu > 0.0) {
            fprintf(out, "%22spilot run of %.3g s took %.2g s of CPU time; the case takes about %.1g s\n", "",
                    e->pilot.simulated, e->pilot.cpu, e->pilot.cpu * a->run_length / e->pilot.simulated);
            if (e->ops->kind == GRAVEL_MD)
                fprintf(out, "%22slargest overlap in it: %.2g %% of a diameter\n", "", 100.0 * e->pilot.overlap);
        }
    }
    fprintf(out, "            (* of the case)\n");
}

static void
print_cost(FILE *out, const struct gravel_advice *a)
{
    if (isfinite(a->md_steps))
        fprintf(out, "cost      %.2g time steps of MD", a->md_steps);
    if (isfinite(a->ed_events))
        fprintf(out, "%s%.2g collisions of ED", isfinite(a->md_steps) ? ", " : "cost      ", a->ed_events);
    if (isfinite(a->md_steps) || isfinite(a->ed_events))
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
    char regime[160];
    snprintf(regime, sizeof regime, "%s: %s", gravel_regime_name(a->regime), regime_text(a));
    fprintf(out, "regime    ");
    print_wrapped(out, regime, 10);
    print_engines(out, a);
    print_cost(out, a);
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
    if (fabs(a->difference) < 0.01)
        return number(text, "< %.2g %%", 100.0 * a->difference_most);
    return number(text, "%+.2g %%", 100.0 * a->difference);
}

/* Above POINTS_TO_READ points, one line for each regime gives ranges. */
enum { POINTS_TO_READ = 30, WIDTH = 110 };

static void
print_line(FILE *out, const struct gravel_advised_point *p)
{
    char t[5][32], line[512];
    const struct gravel_advice *a = &p->advice;
    const struct gravel_advised_contact *worst = deepest(a);
    const int n = snprintf(line, sizeof line, "  %5zu  %-9.3g %-9s %-9s %-9s %-8s %-7s %-9s %s", p->number,
                           gravel_advised_speed(a), number(t[0], "%.3g", a->contact_time),
                           number(t[1], "%.2g %%", worst != NULL ? 100.0 * worst->overlap : NAN),
                           number(t[2], "%.3g", fewest_steps(a)), number(t[3], "%.3g", has_events(a) ? a->sigma : NAN),
                           difference(t[4], a), gravel_regime_word(a->regime), p->values);
    fprintf(out, "%.*s%s\n", WIDTH, line, n > WIDTH ? "..." : "");
}

struct range {
    double low, high;
};

static void
widen(struct range *r, double x)
{
    r->low = fmin(r->low, x); /* NaN is no number of a range */
    r->high = fmax(r->high, x);
}

static const char *
range_text(char text[64], struct range r, const char *unit)
{
    if (!isfinite(r.low))
        snprintf(text, 64, "-");
    else if (r.low < 0.999 * r.high)
        snprintf(text, 64, "%.3g to %.3g%s", r.low, r.high, unit);
    else
        snprintf(text, 64, "%.3g%s", r.low, unit);
    return text;
}

static void
print_regime(FILE *out, enum gravel_regime regime, const struct gravel_advised_point *points, size_t n)
{
    char t[4][64], most[32];
    const struct range empty = {NAN, NAN};
    struct range v = empty, t_c = empty, overlap = empty, sigma = empty;
    double differs = NAN;
    size_t count = 0;
    for (size_t k = 0; k < n; k++) {
        const struct gravel_advice *a = &points[k].advice;
        if (a->regime != regime)
            continue;
        widen(&v, gravel_advised_speed(a));
        widen(&t_c, a->contact_time);
        widen(&overlap, deepest(a) != NULL ? 100.0 * deepest(a)->overlap : NAN);
        widen(&sigma, has_events(a) ? a->sigma : NAN);
        differs = fmax(differs, a->difference_most);
        count++;
    }
    if (count > 0)
        fprintf(out, "  %-9s %4zu points: v = %s, t_c = %s,\n%24soverlap %s, sigma = %s, MD-ED %s\n",
                gravel_regime_word(regime), count, range_text(t[0], v, " m/s"), range_text(t[1], t_c, " s"), "",
                range_text(t[2], overlap, " %"), range_text(t[3], sigma, ""),
                number(most, "< %.2g %%", 100.0 * differs));
}

/* Each kind of warning once, with the number of points that have it. */
static void
print_common_warnings(FILE *out, const struct gravel_advised_point *points, size_t n)
{
    for (int w = 0; w < GRAVEL_WARNINGS; w++) {
        char text[440];
        size_t count = 0, first = 0;
        for (size_t k = n; k-- > 0;)
            if (points[k].advice.warnings[w][0] != '\0') {
                first = k;
                count++;
            }
        if (count == 0)
            continue;
        snprintf(text, sizeof text, "%s (%zu of %zu points; this is point %zu)", points[first].advice.warnings[w],
                 count, n, points[first].number);
        fprintf(out, "warning   ");
        print_wrapped(out, text, 10);
    }
}

void
gravel_advice_print_points(FILE *out, const char *names, const struct gravel_advised_point *points, size_t n)
{
    if (n <= POINTS_TO_READ) {
        fprintf(out, "  point  v [m/s]   t_c [s]   overlap   MD steps  sigma    MD-ED   regime    %.*s\n", WIDTH - 76,
                names);
        for (size_t k = 0; k < n; k++)
            print_line(out, &points[k]);
    } else
        for (int regime = 0; regime <= GRAVEL_REGIME_UNKNOWN; regime++)
            print_regime(out, (enum gravel_regime)regime, points, n);
    print_common_warnings(out, points, n);
}
