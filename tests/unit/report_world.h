/* A made-up catalogue of one case with every style of figure, its records and its verdicts, and the report of it, for
 * the tests of the report. Names and texts hold characters that HTML, Markdown and gnuplot would trip over. */
#ifndef GRAVEL_TESTS_REPORT_WORLD_H
#define GRAVEL_TESTS_REPORT_WORLD_H

#include "harness/util/home.h"
#include "reports/canvas.h"
#include "reports/file.h"
#include "reports/page.h"
#include "reports/report.h"
#include "tests/cmocka.h"
#include "tests/scratch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLD_SIGMAS = 9, WORLD_TIMES = 2, WORLD_BEADS = 5, WORLD_GRAINS = 60 };

struct world {
    struct gravel_case c;
    struct gravel_axis axes[2];
    char *keys[2], *sigma_values[WORLD_SIGMAS], *time_values[WORLD_TIMES];
    struct gravel_check check;
    struct gravel_change change;
    struct gravel_figure figures[9];
    struct gravel_records records;
    struct gravel_references references;
    struct gravel_reference reference[3];
    double row_x[3], row_y[3];
    struct gravel_judgement judgement[6];
    struct gravel_judgements judgements;
    struct gravel_coverages coverages;
    struct gravel_report_case rc;
    struct gravel_report report;
};

#define WORLD_DO(call) assert_int_equal((call), GRAVEL_OK)

static double
world_sigma(size_t i)
{
    return pow(10, (double)i - 4);
}

static double
world_value(double sigma, bool hard)
{
    return hard ? 0.341 : 0.341 + 0.55 / (1 + 3 * sigma);
}

static void
world_set(struct gravel_record *r, const char *path, double x)
{
    struct gravel_value value = {.type = GRAVEL_TYPE_REAL, .real = x};
    WORLD_DO(gravel_options_set(&r->parameters, path, &value, NULL));
}

static void
world_set_vec(struct gravel_record *r, const char *path, double x, double y, double z)
{
    struct gravel_value value = {.type = GRAVEL_TYPE_VEC3, .vec = {x, y, z}};
    WORLD_DO(gravel_options_set(&r->parameters, path, &value, NULL));
}

static void
world_set_choice(struct gravel_record *r, const char *path, const char *word)
{
    struct gravel_value value = {.type = GRAVEL_TYPE_CHOICE, .text = strdup(word)};
    WORLD_DO(gravel_options_set(&r->parameters, path, &value, NULL));
    free(value.text);
}

/* Beads that bounce, each a little higher. */
static void
world_trajectories(struct gravel_record *r, double e)
{
    double rows[101 * (WORLD_BEADS + 1)];

    for (size_t i = 0; i <= 100; i++) {
        rows[i * (WORLD_BEADS + 1)] = 1e-3 * (double)i;
        for (size_t b = 0; b < WORLD_BEADS; b++)
            rows[i * (WORLD_BEADS + 1) + 1 + b] =
                1e-3 * (double)b + 0.01 * fabs((double)i - 30 - 3 * (double)b) * (i > 30 ? e : 1) * 0.02;
    }
    WORLD_DO(gravel_record_add_table(r, "trajectory", "t|z1|z2|z3|z4|z5", "s|m|m|m|m|m", 101, rows));
}

static void
world_profile(struct gravel_record *r, double scale)
{
    double rows[20 * 3];

    for (size_t i = 0; i < 20; i++) {
        rows[3 * i] = 0.005 * (double)i;
        rows[3 * i + 1] = scale * exp(-(double)i / 5);
        rows[3 * i + 2] = 0.02 * scale;
    }
    WORLD_DO(gravel_record_add_table(r, "density", "height|value|err", "m|1/m|1/m", 20, rows));
}

static void
world_snapshot(struct gravel_record *r)
{
    double rows[WORLD_GRAINS * 5];

    for (size_t i = 0; i < WORLD_GRAINS; i++) {
        double *row = rows + 5 * i, angle = 0.5 * (double)i, distance = 0.028 * sqrt((double)i / WORLD_GRAINS);
        row[0] = distance * cos(angle);
        row[1] = distance * sin(angle);
        row[2] = 0;
        row[3] = 1.5e-3;
        row[4] = distance * 10;
    }
    WORLD_DO(gravel_record_add_table(r, "snapshot", "x|y|z|radius|speed", "m|m|m|m|m/s", WORLD_GRAINS, rows));
}

static void
world_record(struct world *w, size_t i, size_t t, bool hard)
{
    struct gravel_record r = {.status = GRAVEL_POINT_DONE,
                              .seed = 1,
                              .cpu_seconds = 0.25,
                              .simulated_seconds = 2,
                              .steady = true,
                              .commit = "abc1234",
                              .compiler = "gcc 12.2.0",
                              .host = "host <&>",
                              .started = "2026-11-20T18:00:00Z"};
    double sigma = world_sigma(i), value = world_value(sigma, hard);

    snprintf(r.key, sizeof r.key, "%016zu", i * 10 + t * 2 + hard);
    r.case_name = strdup("a-case");
    r.family = strdup("detachment");
    r.engine = strdup(hard ? "ed-column" : "md");
    r.tier = strdup("quick");
    r.message = strdup("");
    world_set(&r, "prepare.column.sigma", sigma);
    world_set_choice(&r, "material.law", "linear");
    world_set(&r, "material.contact_time", t ? 2.2e-3 : 7e-6);
    world_set(&r, "walls.drum.radius", 0.031);
    world_set_vec(&r, "walls.drum.axis", 0, 0, 1);
    world_set_vec(&r, "walls.drum.origin", 0, 0, 0);
    world_set_vec(&r, "walls.drum.motion.velocity", 0, 0, 0);
    world_set_choice(&r, "walls.drum.shape", "cylinder");
    world_set_vec(&r, "walls.slope.axis", -3, 4, 0);
    world_set_vec(&r, "walls.slope.origin", 0, -0.01, 0);
    world_set_vec(&r, "walls.slope.motion.velocity", 0, 0, 0);
    world_set_choice(&r, "walls.slope.shape", "plane");
    if (i != 3 || hard) /* one record lacks the observable */
        WORLD_DO(gravel_record_add_observable(&r, "effective_restitution", "1", value, i == 5 ? -1 : 0.012, 40));
    WORLD_DO(gravel_record_add_counter(&r, hard ? "events" : "particle_steps", 1e5));
    WORLD_DO(gravel_record_add_invariant(&r, "energy_ledger", hard ? 1e-13 : 1e-6 * sigma, hard ? 1e-9 : 1e-4));
    if (i == 4 && t == 0) {
        world_trajectories(&r, hard ? 0.5 : 0.9);
        world_snapshot(&r);
    }
    if (t == 0 && (i == 4 || i == 6))
        world_profile(&r, sigma);
    WORLD_DO(gravel_records_append(&w->records, &r));
}

static void
world_axes(struct world *w)
{
    char text[40];

    w->keys[0] = strdup("prepare.column.sigma");
    w->keys[1] = strdup("material.contact_time");
    for (size_t i = 0; i < WORLD_SIGMAS; i++) {
        snprintf(text, sizeof text, "%g", world_sigma(i));
        w->sigma_values[i] = strdup(text);
    }
    w->time_values[0] = strdup("7.0e-6");
    w->time_values[1] = strdup("2.2e-3");
    w->axes[0] =
        (struct gravel_axis){.n_keys = 1, .n_values = WORLD_SIGMAS, .keys = &w->keys[0], .values = w->sigma_values};
    w->axes[1] =
        (struct gravel_axis){.n_keys = 1, .n_values = WORLD_TIMES, .keys = &w->keys[1], .values = w->time_values};
}

static struct gravel_figure
world_figure(const char *title, const char *x, const char *y)
{
    struct gravel_figure f = {.title = (char *)(size_t)title,
                              .caption = (char *)(size_t) "See <b>tau_D</b> & it's e_eff."};

    f.x.from = f.x.to = f.y.from = f.y.to = NAN;
    snprintf(f.x.measure, sizeof f.x.measure, "%s", x);
    snprintf(f.y.measure, sizeof f.y.measure, "%s", y);
    snprintf(f.series[0], sizeof f.series[0], "engine");
    f.n_series = 1;
    return f;
}

static void
world_figures(struct world *w)
{
    w->figures[0] = world_figure("Detachment", "sigma", "effective_restitution");
    w->figures[0].x.log = true;
    w->figures[0].x.label = (char *)(size_t) "sigma = s_0 / (v_0 t_c)";
    w->figures[0].n_series = 2;
    w->figures[0].headline = true;
    snprintf(w->figures[0].series[1], GRAVEL_NAME_MAX, "contact_time");
    w->figures[0].n_references = 3;
    for (size_t i = 0; i < 3; i++)
        snprintf(w->figures[0].references[i], GRAVEL_NAME_MAX, "%s", w->reference[i].id);
    w->figures[1] = world_figure("Profiles", "height", "value");
    snprintf(w->figures[1].table, GRAVEL_NAME_MAX, "density");
    snprintf(w->figures[1].series[1], GRAVEL_NAME_MAX, "sigma");
    w->figures[1].n_series = 2;
    w->figures[1].y.log = true;
    w->figures[2] = world_figure("Trajectories", "", "");
    w->figures[2].style = GRAVEL_FIGURE_TRAJECTORIES;
    snprintf(w->figures[2].table, GRAVEL_NAME_MAX, "trajectory");
    w->figures[3] = world_figure("Drum", "x", "y");
    w->figures[3].style = GRAVEL_FIGURE_SNAPSHOT;
    snprintf(w->figures[3].table, GRAVEL_NAME_MAX, "snapshot");
    snprintf(w->figures[3].colour, GRAVEL_NAME_MAX, "speed");
    snprintf(w->figures[3].each, GRAVEL_NAME_MAX, "sigma");
    w->figures[4] = world_figure("Nothing to see", "sigma", "no_such_observable");
    w->figures[5] = world_figure("Contact times apart", "sigma", "effective_restitution");
    w->figures[5].x.log = true;
    snprintf(w->figures[5].each, GRAVEL_NAME_MAX, "contact_time");
    w->figures[6] = world_figure("Numbers", "sigma", "effective_restitution");
    w->figures[6].style = GRAVEL_FIGURE_TABLE;
    w->figures[6].n_series = 2;
    snprintf(w->figures[6].series[1], GRAVEL_NAME_MAX, "contact_time");
    w->figures[7] = world_figure("Arrows", "x", "y");
    w->figures[7].style = GRAVEL_FIGURE_SNAPSHOT;
    snprintf(w->figures[7].table, GRAVEL_NAME_MAX, "snapshot");
    w->figures[7].n_arrows = 2;
    snprintf(w->figures[7].arrows[0], GRAVEL_NAME_MAX, "x");
    snprintf(w->figures[7].arrows[1], GRAVEL_NAME_MAX, "y");
    w->figures[7].magnify = 0.5;
    w->figures[8] = world_figure("Map", "sigma", "contact_time");
    w->figures[8].style = GRAVEL_FIGURE_MAP;
    w->figures[8].x.log = true;
    w->figures[8].n_series = 2;
    snprintf(w->figures[8].series[0], GRAVEL_NAME_MAX, "md");
    snprintf(w->figures[8].series[1], GRAVEL_NAME_MAX, "ed-column");
    snprintf(w->figures[8].colour, GRAVEL_NAME_MAX, "effective_restitution");
}

static void
world_references(struct world *w)
{
    w->reference[0] = (struct gravel_reference){.id = "S3.fig7a.ed",
                                                .undecidable = "",
                                                .contradicted = "",
                                                .family = "detachment",
                                                .kind = "simulation",
                                                .has_value = true,
                                                .value = 0.341,
                                                .uncertainty = 0.02};
    w->row_x[0] = 1e-3, w->row_x[1] = 1, w->row_x[2] = 1e3;
    w->row_y[0] = 0.9, w->row_y[1] = 0.5, w->row_y[2] = 0.35;
    w->reference[1] = (struct gravel_reference){.id = "X.rows",
                                                .undecidable = "",
                                                .contradicted = "",
                                                .family = "detachment",
                                                .kind = "experiment",
                                                .n_rows = 3,
                                                .row_key = "sigma",
                                                .row_x = w->row_x,
                                                .row_y = w->row_y,
                                                .uncertainty = 0.05,
                                                .relative = true};
    w->reference[2] = (struct gravel_reference){.id = "X.words",
                                                .undecidable = "",
                                                .contradicted = "",
                                                .family = "detachment",
                                                .kind = "simulation",
                                                .statement = (char *)(size_t) "it falls"};
    w->references = (struct gravel_references){.n = 3, .items = w->reference};
}

static void
world_judgements(struct world *w)
{
    static const char *const kinds[] = {"simulation", "cross-engine", "expected-difference",
                                        "invariant",  "experiment",   "simulation"};

    for (size_t i = 0; i < 6; i++) {
        struct gravel_judgement *j = &w->judgement[i];
        *j = (struct gravel_judgement){.case_name = "a-case",
                                       .family = "detachment",
                                       .engine = "md",
                                       .value = 0.3415,
                                       .err = 0.0003,
                                       .expected = 0.341,
                                       .expected_err = 0.002,
                                       .tolerance = 0.0066,
                                       .ratio = 0.08 * (double)(i + 1),
                                       .verdict = (enum gravel_verdict)(i % 5)};
        snprintf(j->kind, sizeof j->kind, "%s", kinds[i]);
        snprintf(j->check, sizeof j->check, "%s effective_restitution", i % 5 == 0 ? "S3.fig7a.ed" : kinds[i]);
        snprintf(j->reference, sizeof j->reference, "%s", i % 5 == 0 ? "S3.fig7a.ed" : "");
        snprintf(j->at, sizeof j->at, "sigma = %g", world_sigma(i));
        snprintf(j->source, sizeof j->source, "S3 Fig. 7(a) <i>");
        snprintf(j->note, sizeof j->note, "%s", i == 1 ? "a | b & <script>alert(1)</script>" : "");
    }
    w->judgements = (struct gravel_judgements){.n = 6, .items = w->judgement, .k = 4.1, .false_alarm = 1e-3};
}

static void
world_build(struct world *w)
{
    *w = (struct world){0};
    world_references(w);
    world_axes(w);
    world_figures(w);
    for (size_t i = 0; i < WORLD_SIGMAS; i++)
        for (size_t t = 0; t < WORLD_TIMES; t++)
            for (int hard = 0; hard < 2; hard++)
                world_record(w, i, t, hard);
    world_judgements(w);
    w->change = (struct gravel_change){.check = (char *)(size_t) "S3.fig7a.ed",
                                       .what = (char *)(size_t) "tolerance <x>",
                                       .from = (char *)(size_t) "0.01",
                                       .to = (char *)(size_t) "0.02 | 0.03",
                                       .reason = (char *)(size_t) "seen",
                                       .date = (char *)(size_t) "2026-11-22"};
    w->check = (struct gravel_check){.reference = "S3.fig7a.ed"};
    w->c = (struct gravel_case){.name = "a-case",
                                .family = "detachment",
                                .title = (char *)(size_t) "A column & its <wall>",
                                .asks = (char *)(size_t) "Is e_eff above 0.9 | below?",
                                .source_key = (char *)(size_t) "S3",
                                .source_where = (char *)(size_t) "Sec. 3.2",
                                .n_engines = 2,
                                .engines = {"md", "ed-column"},
                                .n_axes = 2,
                                .axes = w->axes,
                                .n_checks = 1,
                                .checks = &w->check,
                                .n_changes = 1,
                                .changes = &w->change,
                                .n_figures = 9,
                                .figures = w->figures,
                                .tier = "quick"};
    WORLD_DO(gravel_coverages_count(&w->coverages, &w->references, &(struct gravel_case *){&w->c}, 1, true,
                                    &w->judgements, NULL));
    w->rc = (struct gravel_report_case){&w->c, &w->records};
    w->report = (struct gravel_report){.home = gravel_home(),
                                       .tier = "quick",
                                       .created = "2026-11-20T18:40:00Z",
                                       .n_cases = 1,
                                       .cases = &w->rc,
                                       .references = &w->references,
                                       .judgements = &w->judgements,
                                       .coverages = &w->coverages};
}

static void
world_free(struct world *w)
{
    for (size_t i = 0; i < WORLD_SIGMAS; i++)
        free(w->sigma_values[i]);
    for (size_t i = 0; i < 2; i++) {
        free(w->keys[i]);
        free(w->time_values[i]);
    }
    gravel_records_free(&w->records);
    gravel_coverages_free(&w->coverages);
}

/* The world and the folder that its report was written to. */
struct fixture {
    struct world world;
    struct gravel_undrawn undrawn;
    char dir[PATH_MAX];
};

/* The text of a file of the report; the caller frees. */
static char *
slurp(const struct fixture *f, const char *name)
{
    char path[PATH_MAX], *text = NULL;

    WORLD_DO(gravel_file_read(&text, scratch_in(f->dir, name, path), NULL));
    return text;
}

static int
setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    struct gravel_error error = {0};

    if (!f)
        return 1;
    world_build(&f->world);
    if (!scratch_folder(f->dir))
        return 1;
    if (gravel_report_write(&f->world.report, f->dir, 60, &f->undrawn, &error) != GRAVEL_OK || f->undrawn.n > 0) {
        fprintf(stderr, "%s%s\n", error.text, f->undrawn.reason);
        return 1;
    }
    *state = f;
    return 0;
}

static int
teardown(void **state)
{
    struct fixture *f = *state;

    scratch_remove(f->dir);
    world_free(&f->world);
    free(f);
    return 0;
}

/* How often `what` stands in the text. */
static size_t
count(const char *text, const char *what)
{
    size_t n = 0;

    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        n++;
    return n;
}

#endif
