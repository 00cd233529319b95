/* A measure at work on states and events made by hand, and what it reports. */
#ifndef GRAVEL_TESTS_MEASURE_BENCH_H
#define GRAVEL_TESTS_MEASURE_BENCH_H

#include "cases/measure/measure.h"
#include "engines/core/array.h"
#include "tests/near.h"
#include "tests/unit/settings.h"

#include <gsl/gsl_statistics_double.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RESULTS_MAX = 64, TABLES_MAX = 4, VALUES_MAX = 512 };

/* Keeps what a measure reports; owns the tables' data. */
struct sheet {
    size_t n, n_tables;
    struct {
        char name[64];
        double value, err;
    } numbers[RESULTS_MAX];
    struct {
        char name[64], columns[256];
        size_t n_rows;
        double *data;
    } tables[TABLES_MAX];
};

static inline void
take_number(void *self, const char *name, const char *unit, double value, double err)
{
    struct sheet *sheet = self;
    assert_non_null(unit);
    assert_true(sheet->n < RESULTS_MAX);
    snprintf(sheet->numbers[sheet->n].name, sizeof sheet->numbers->name, "%s", name);
    sheet->numbers[sheet->n].value = value;
    sheet->numbers[sheet->n++].err = err;
}

/* The error is that of a series of independent members. */
static inline void
take_estimate(void *self, const char *name, const char *unit, double value, const double *series, size_t stride,
              size_t n)
{
    assert_true(n > 0);
    const double sd = n > 1 ? gsl_stats_sd(series, stride, n) : -1.0;
    take_number(self, name, unit, value, sd / sqrt((double)n));
}

static inline size_t
count_columns(const char *text)
{
    size_t n = 1;
    for (; *text != '\0'; text++)
        n += *text == '|';
    return n;
}

static inline void
take_table(void *self, const char *name, const char *columns, const char *units, size_t n_rows, const double *data)
{
    struct sheet *sheet = self;
    const size_t width = count_columns(columns);
    assert_int_equal(width, count_columns(units));
    assert_true(sheet->n_tables < TABLES_MAX);
    snprintf(sheet->tables[sheet->n_tables].name, sizeof sheet->tables->name, "%s", name);
    snprintf(sheet->tables[sheet->n_tables].columns, sizeof sheet->tables->columns, "%s", columns);
    sheet->tables[sheet->n_tables].n_rows = n_rows;
    double *copy = malloc(n_rows * width * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, data, n_rows * width * sizeof *copy);
    sheet->tables[sheet->n_tables++].data = copy;
}

static inline double
number(const struct sheet *sheet, const char *name)
{
    for (size_t k = 0; k < sheet->n; k++)
        if (strcmp(sheet->numbers[k].name, name) == 0)
            return sheet->numbers[k].value;
    return NAN;
}

static inline double
error_of(const struct sheet *sheet, const char *name)
{
    for (size_t k = 0; k < sheet->n; k++)
        if (strcmp(sheet->numbers[k].name, name) == 0)
            return sheet->numbers[k].err;
    return NAN;
}

/* A measure at work on a system whose present particles the test moves by hand. */
struct bench {
    struct gravel_system system;
    struct gravel_particle *now;
    struct gravel_energy energy;
    struct gravel_options parameters; /* of the case, as far as the measure asks for them */
    const struct gravel_measure_ops *ops;
    void *measure;
    double t;
    double values[VALUES_MAX];
    struct sheet sheet;
};

/* Spheres of radius 0.5 m and mass 2 kg on the z axis, centres one metre apart, above a floor at z = 0. */
static inline void
make_bench(struct bench *b, int dimension, size_t n)
{
    struct gravel_error error;
    *b = (struct bench){.system = {
                            .dimension = dimension,
                            .gravity = {0, 0, -10},
                            .n_species = 1,
                            .species_name = {"grain"},
                            .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME,
                                         .restitution = 0.9,
                                         .contact_time = 0.01,
                                         .tangential_restitution = 1.0},
                        }};
    assert_int_equal(gravel_system_resize(&b->system, n, &error), GRAVEL_OK);
    for (size_t k = 0; k < n; k++)
        b->system.particles[k] = (struct gravel_particle){
            .x = {0, 0, 0.5 + (double)k}, .radius = 0.5, .mass = 2.0, .inertia = 0.2, .attached = GRAVEL_FREE};
}

static inline struct gravel_wall *
add_wall(struct bench *b, enum gravel_shape shape, struct vec3 axis)
{
    assert_true(gravel_array_resize(&b->system.walls, b->system.n_walls + 1, sizeof *b->system.walls));
    b->system.walls[b->system.n_walls] = (struct gravel_wall){
        .name = "wall",
        .shape = shape,
        .axis = axis,
        .contact = {.restitution = 1.0, .tangential_restitution = 1.0, .rule = GRAVEL_OWN_RESTITUTION}};
    return &b->system.walls[b->system.n_walls++];
}

static inline enum gravel_status
begin(struct bench *b, const char *name, const char *const *settings)
{
    struct gravel_error error;
    b->ops = gravel_measure_find(name);
    assert_non_null(b->ops);
    struct gravel_options options = options_of(b->ops->options, settings);
    if (b->ops->size > 0)
        assert_non_null(b->measure = calloc(1, b->ops->size));
    const enum gravel_status status = gravel_measure_fits(b->ops, &b->system, &error) != GRAVEL_OK ? GRAVEL_INPUT
                                      : b->ops->create != NULL
                                          ? b->ops->create(b->measure, &b->system, &b->parameters, &options, &error)
                                          : GRAVEL_OK;
    gravel_options_free(&options);
    b->now = malloc(b->system.n_particles * sizeof *b->now);
    assert_non_null(b->now);
    memcpy(b->now, b->system.particles, b->system.n_particles * sizeof *b->now);
    return status;
}
/* The settings end with NULL. */
#define BEGIN(bench, name, ...) assert_int_equal(begin(bench, name, (const char *const[]){__VA_ARGS__}), GRAVEL_OK)

static inline struct gravel_state
state_of(const struct bench *b, double since)
{
    return (struct gravel_state){
        .t = b->t, .system = &b->system, .particles = b->now, .energy = &b->energy, .since = since};
}

/* A sample `since` seconds after the last. */
static inline void
take_sample(struct bench *b, double since)
{
    b->t += since;
    const struct gravel_state state = state_of(b, since);
    b->ops->sample(b->measure, &state, b->values);
}

/* Element k of the mean of this name, from the values of the last sample; NAN: there is none. */
static inline double
mean_value(const struct bench *b, const char *name, size_t k)
{
    size_t count = 0, column = 0;
    const struct gravel_mean *list = b->ops->means(b->measure, &count);
    for (size_t m = 0; m < count; m++) {
        if (list[m].name != NULL && strcmp(list[m].name, name) == 0)
            return list[m].of != NULL ? list[m].of(b->measure, b->values, m, k) : b->values[column + k];
        column += list[m].of == NULL ? list[m].n : 0;
    }
    return NAN;
}

static inline enum gravel_status
finish(struct bench *b)
{
    struct gravel_error error;
    const struct gravel_state state = state_of(b, 0.0);
    const struct gravel_results results = {
        .self = &b->sheet, .number = take_number, .estimate = take_estimate, .table = take_table};
    return b->ops->finish(b->measure, &state, &results, &error);
}

static inline void
end(struct bench *b)
{
    if (b->ops != NULL && b->ops->destroy != NULL)
        b->ops->destroy(b->measure);
    free(b->measure);
    for (size_t k = 0; k < b->sheet.n_tables; k++)
        free(b->sheet.tables[k].data);
    free(b->now);
    gravel_options_free(&b->parameters);
    gravel_system_free(&b->system);
}

#endif
