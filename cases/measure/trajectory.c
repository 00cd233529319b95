/* Heights of all beads of a column against time, without diameters, and of the plate below (S3 Figs. 3, 13, 29); on
 * request their velocities, and those of neighbours to each other (Fig. 8). */
#include "cases/measure/column.h"
#include "cases/measure/series.h"

#include <stdio.h>
#include <string.h>

enum { BEADS_MAX = 100, COLUMN_TEXT = 8, NUMBERS_MAX = 10000000 };

struct trajectory {
    struct gravel_column column;
    struct gravel_series series; /* t, plate (where there is one), z_1 .. z_N */
    bool with_velocities;
    struct gravel_series velocities; /* t, v_1 .. v_N */
    struct gravel_series relative;   /* t, v_1 - v_plate, v_2 - v_1, .. */
};

static const struct gravel_key keys[] = {
    {"velocities", GRAVEL_TYPE_BOOL, 0, NULL, 0, 0, "false", NULL,
     "also the tables velocities (t|v1|v2|...) and relative_velocities (t|u1|u2|..., u1 to the plate)"},
    {0},
};

static bool
has_plate(const struct trajectory *m)
{
    return m->column.plate >= 0;
}

/* The tables have a row for every sample; a number in them takes a hundred bytes on its way into the store. */
static enum gravel_status
check_length(const struct trajectory *m, const struct gravel_options *parameters, struct gravel_error *error)
{
    const long samples =
        gravel_options_has(parameters, "run.samples") ? gravel_options_int(parameters, "run.samples") : 0;
    const size_t width = m->series.width + (m->with_velocities ? m->velocities.width + m->relative.width : 0);
    if ((size_t)samples + 1 <= NUMBERS_MAX / width)
        return GRAVEL_OK;
    return gravel_fail_at(
        error, GRAVEL_INPUT, "run.samples",
        "found %ld, allowed: at most %zu with measure trajectory, which keeps %zu numbers of each, and "
        "at most %d of all",
        samples, NUMBERS_MAX / width - 1, width, NUMBERS_MAX);
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    struct gravel_column column;
    enum gravel_status status = gravel_column_of(system, "trajectory", &column, error);
    if (status != GRAVEL_OK)
        return status;
    if (column.n > BEADS_MAX)
        return gravel_fail(error, GRAVEL_INPUT, "measure.trajectory: found %zu beads, allowed up to %d", column.n,
                           BEADS_MAX);
    struct trajectory *m = measure;
    m->column = column;
    m->series.width = column.n + 1 + has_plate(m);
    m->with_velocities = gravel_options_bool(options, "velocities");
    m->velocities.width = m->relative.width = column.n + 1;
    return check_length(m, parameters, error);
}

static void
destroy(void *measure)
{
    struct trajectory *m = measure;
    gravel_series_free(&m->series);
    gravel_series_free(&m->velocities);
    gravel_series_free(&m->relative);
}

static void
sample_velocities(struct trajectory *m, const struct gravel_state *state)
{
    double *v = gravel_series_next(&m->velocities), *u = gravel_series_next(&m->relative);
    if (v == NULL || u == NULL)
        return;
    double below = has_plate(m) ? gravel_wall_velocity(&state->system->walls[m->column.plate], state->t).z : 0.0;
    v[0] = u[0] = state->t;
    for (size_t k = 0; k < m->column.n; k++) {
        v[k + 1] = state->particles[k].v.z;
        u[k + 1] = v[k + 1] - below;
        below = v[k + 1];
    }
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct trajectory *m = measure;
    double *row = gravel_series_next(&m->series);
    if (row == NULL)
        return;
    row[0] = state->t;
    if (has_plate(m))
        row[1] = gravel_wall_shift(&state->system->walls[m->column.plate], state->t).z;
    gravel_column_reduce(&m->column, state->particles, row + 1 + has_plate(m));
    if (m->with_velocities)
        sample_velocities(m, state);
}

/* "first|<letter>1|<letter>2|...", or the unit of each. */
static void
append_columns(char *columns, char *units, char letter, const char *unit, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        char name[COLUMN_TEXT];
        snprintf(name, sizeof name, "|%c%zu", letter, (k + 1) % 1000);
        strcat(columns, name);
        strcat(units, unit);
    }
}

static void
put_table(const struct gravel_results *r, const char *name, const struct gravel_series *series, bool plate, char letter,
          size_t n)
{
    char columns[COLUMN_TEXT * (BEADS_MAX + 2)], units[COLUMN_TEXT * (BEADS_MAX + 2)];
    strcpy(columns, plate ? "t|plate" : "t");
    strcpy(units, plate ? "s|m" : "s");
    append_columns(columns, units, letter, letter == 'z' ? "|m" : "|m/s", n);
    r->table(r->self, name, columns, units, series->n, series->data);
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state;
    const struct trajectory *m = measure;
    const struct gravel_series *const all[] = {&m->series, &m->velocities, &m->relative};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const enum gravel_status status = gravel_series_check(all[k], error);
        if (status != GRAVEL_OK)
            return status;
    }
    put_table(r, "trajectory", &m->series, has_plate(m), 'z', m->column.n);
    if (m->with_velocities) {
        put_table(r, "velocities", &m->velocities, false, 'v', m->column.n);
        put_table(r, "relative_velocities", &m->relative, false, 'u', m->column.n);
    }
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct trajectory *m = measure;
    gravel_series_archive(&m->series, archive);
    gravel_series_archive(&m->velocities, archive);
    gravel_series_archive(&m->relative, archive);
}

static const struct gravel_yield yields[] = {
    {"trajectory", "s|*", "t|*"},
    {"velocities", "s|*", "t|*"},
    {"relative_velocities", "s|*", "t|*"},
    {0},
};

const struct gravel_measure_ops gravel_measure_trajectory = {
    .name = "trajectory",
    .what = "Table t|plate|z1|z2|... of the beads' heights without their diameters, one row a sample; no plate: "
            "t|z1|z2|...",
    .reference = "S3 Eq. 9, Figs. 3 and 8",
    .dimensions = GRAVEL_IN_1D,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct trajectory),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
