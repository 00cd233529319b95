/* Every measure, on states and events made by hand, gives the numbers computed by hand. */
#include "cases/measure/measure.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RESULTS_MAX = 64, TABLES_MAX = 4, TABLE_DATA_MAX = 256, VALUES_MAX = 64 };

/* Keeps what a measure reports. */
struct sheet {
    size_t n, n_tables;
    struct { char name[64]; double value, err; } numbers[RESULTS_MAX];
    struct { char name[64], columns[256]; size_t n_rows; double data[TABLE_DATA_MAX]; } tables[TABLES_MAX];
};

static void
take_number(void *self, const char *name, const char *unit, double value, double err)
{
    struct sheet *sheet = self;
    assert_non_null(unit);
    assert_true(sheet->n < RESULTS_MAX);
    snprintf(sheet->numbers[sheet->n].name, sizeof sheet->numbers->name, "%s", name);
    sheet->numbers[sheet->n].value = value;
    sheet->numbers[sheet->n++].err = err;
}

static size_t
count_columns(const char *text)
{
    size_t n = 1;
    for (; *text != '\0'; text++)
        n += *text == '|';
    return n;
}

static void
take_table(void *self, const char *name, const char *columns, const char *units, size_t n_rows, const double *data)
{
    struct sheet *sheet = self;
    const size_t width = count_columns(columns);
    assert_int_equal(width, count_columns(units));
    assert_true(sheet->n_tables < TABLES_MAX && n_rows * width <= TABLE_DATA_MAX);
    snprintf(sheet->tables[sheet->n_tables].name, sizeof sheet->tables->name, "%s", name);
    snprintf(sheet->tables[sheet->n_tables].columns, sizeof sheet->tables->columns, "%s", columns);
    sheet->tables[sheet->n_tables].n_rows = n_rows;
    memcpy(sheet->tables[sheet->n_tables++].data, data, n_rows * width * sizeof *data);
}

static double
number(const struct sheet *sheet, const char *name)
{
    for (size_t k = 0; k < sheet->n; k++)
        if (strcmp(sheet->numbers[k].name, name) == 0)
            return sheet->numbers[k].value;
    return NAN;
}

static void
near(const char *what, double value, double reference, double tolerance)
{
    const double deviation = fabs(value - reference);
    if (!(deviation <= tolerance))
        print_error("%s: value %.10g, reference %.10g, tolerance %.2g, ratio %.3g\n", what, value, reference, tolerance,
                    deviation / tolerance);
    assert_true(deviation <= tolerance);
}

/* A measure at work on a system whose present particles the test moves by hand. */
struct bench {
    struct gravel_system system;
    struct gravel_particle *now;
    struct gravel_energy energy;
    const struct gravel_measure_ops *ops;
    void *measure;
    double t;
    double values[VALUES_MAX];
    struct sheet sheet;
};

/* Spheres of radius 0.5 m and mass 2 kg on the z axis, centres one metre apart, above a floor at z = 0. */
static void
make_bench(struct bench *b, int dimension, size_t n)
{
    struct gravel_error error;
    *b = (struct bench){.system = {
        .dimension = dimension, .gravity = {0, 0, -10}, .n_species = 1, .species_name = {"grain"},
        .material = {.statement = GRAVEL_BY_RESTITUTION_AND_TIME, .restitution = 0.9, .contact_time = 0.01,
                     .tangential_restitution = 1.0},
    }};
    assert_int_equal(gravel_system_resize(&b->system, n, &error), GRAVEL_OK);
    for (size_t k = 0; k < n; k++)
        b->system.particles[k] = (struct gravel_particle){.x = {0, 0, 0.5 + (double)k}, .radius = 0.5, .mass = 2.0,
                                                          .inertia = 0.2, .held = GRAVEL_FREE};
}

static struct gravel_wall *
add_wall(struct bench *b, enum gravel_shape shape, struct vec3 axis)
{
    struct gravel_wall *walls = realloc(b->system.walls, (b->system.n_walls + 1) * sizeof *walls);
    assert_non_null(walls);
    b->system.walls = walls;
    walls[b->system.n_walls] = (struct gravel_wall){.name = "wall", .shape = shape, .axis = axis, .restitution = 1.0,
                                                    .tangential_restitution = 1.0, .contact = GRAVEL_OWN_RESTITUTION};
    return &walls[b->system.n_walls++];
}

static enum gravel_status
begin(struct bench *b, const char *name, const char *const *settings)
{
    struct gravel_error error;
    const struct gravel_options parameters = {0};
    struct gravel_options options = {0};
    b->ops = gravel_measure_find(name);
    assert_non_null(b->ops);
    for (; *settings != NULL; settings += 2) {
        const struct gravel_key *key = b->ops->options;
        while (key->name != NULL && strcmp(key->name, settings[0]) != 0)
            key++;
        assert_non_null(key->name);
        struct gravel_value value;
        assert_int_equal(gravel_key_parse(key, settings[1], &value, &error), GRAVEL_OK);
        assert_int_equal(gravel_options_set(&options, key->name, &value, &error), GRAVEL_OK);
        free(value.text);
    }
    if (b->ops->options != NULL)
        assert_int_equal(gravel_options_defaults(&options, "", b->ops->options, &error), GRAVEL_OK);
    const enum gravel_status status = b->ops->create(&b->measure, &b->system, &parameters, &options, &error);
    gravel_options_free(&options);
    b->now = malloc(b->system.n_particles * sizeof *b->now);
    assert_non_null(b->now);
    memcpy(b->now, b->system.particles, b->system.n_particles * sizeof *b->now);
    return status;
}
/* The settings end with NULL. */
#define BEGIN(bench, name, ...) \
    assert_int_equal(begin(bench, name, (const char *const[]){__VA_ARGS__}), GRAVEL_OK)

static struct gravel_state
state_of(const struct bench *b, double since)
{
    return (struct gravel_state){.t = b->t, .system = &b->system, .particles = b->now, .energy = &b->energy,
                                 .since = since};
}

/* A sample `since` seconds after the last. */
static void
take_sample(struct bench *b, double since)
{
    b->t += since;
    const struct gravel_state state = state_of(b, since);
    b->ops->sample(b->measure, &state, b->values);
}

static enum gravel_status
finish(struct bench *b)
{
    struct gravel_error error;
    const struct gravel_state state = state_of(b, 0.0);
    const struct gravel_results results = {.self = &b->sheet, .number = take_number, .table = take_table};
    return b->ops->finish(b->measure, &state, &results, &error);
}

static void
end(struct bench *b)
{
    if (b->measure != NULL)
        b->ops->destroy(b->measure);
    free(b->now);
    gravel_system_free(&b->system);
}

static void
pair_collision_reports_the_first_contact(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    b.system.particles[1].v = v3(1, 0, -4); /* the second comes from above and slides along x */
    BEGIN(&b, "pair_collision", NULL);
    b.ops->event(b.measure, &(struct gravel_event){.t = 1.5, .duration = 0.25, .i = 0, .j = 1, .normal = {0, 0, -1},
                                                   .approach = 4, .rebound = 3, .dissipated = 7, .overlap = 0.125});
    b.ops->event(b.measure, &(struct gravel_event){.t = 2, .i = 0, .j = 1, .approach = 1, .rebound = 1});
    b.now[0].v = v3(0.25, 0, -3.5);
    b.now[1].v = v3(0.75, 0, -0.5);
    b.now[0].omega = b.now[1].omega = v3(0, 0.25, 0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("restitution", number(&b.sheet, "restitution"), 0.75, 1e-15);
    near("its error against the stated 0.9", number(&b.sheet, "restitution_error"), 0.15, 1e-15);
    near("duration", number(&b.sheet, "duration"), 0.25, 0.0);
    near("overlap", number(&b.sheet, "max_overlap"), 0.125, 0.0);
    near("contacts", number(&b.sheet, "contacts"), 2.0, 0.0);
    /* 17 - (0.0625 + 12.25 + 0.5625 + 0.25) - 2 0.2/2 0.0625 */
    near("loss", number(&b.sheet, "loss"), 17.0 - 13.125 - 0.0125, 1e-14);
    near("mu", number(&b.sheet, "mu"), -log(0.9) / 0.01, 1e-11);
    near("w0", number(&b.sheet, "w0"), hypot(M_PI, log(0.9)) / 0.01, 1e-10);
    near("slip", number(&b.sheet, "slip"), 1.0, 0.0);
    near("kick", number(&b.sheet, "tangential_kick"), 0.25, 0.0);
    near("spin change", number(&b.sheet, "spin_change"), 0.25, 0.0);
    /* The centres slide past each other with -1 before and 0.25 - 0.75 after. */
    near("centres", number(&b.sheet, "centre_tangential_restitution"), 0.5, 1e-15);
    /* Slip of the first on the second before: -1 along x; after: top of the first moves with v + w r = 0.25 + 0.125,
     * bottom of the second with 0.75 - 0.125. */
    near("slip restitution", number(&b.sheet, "slip_restitution"), (0.375 - 0.625) / -1.0, 1e-15);
    near("vx of the second", number(&b.sheet, "vx_second"), 0.75, 0.0);
    near("spin of the first", number(&b.sheet, "spin_y_first"), 0.25, 0.0);
    end(&b);
}

static void
pair_collision_without_a_collision_fails(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 2);
    BEGIN(&b, "pair_collision", NULL);
    assert_int_equal(finish(&b), GRAVEL_PHYSICS);
    end(&b);
}

/* The table begins with the touch, where the dashpot alone pushes, and goes on with the law at the sampled states. */
static void
overlap_trace_holds_the_force_of_the_law(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    b.system.gravity.z = 0.0;
    b.system.particles[1].x.z = 2.5; /* a gap of 1 m */
    b.system.particles[1].v.z = -4.0;
    BEGIN(&b, "overlap_trace", NULL);
    take_sample(&b, 0.0);
    b.now[1].x.z = 1.4;
    b.now[1].v.z = -3.0;
    take_sample(&b, 0.5);
    assert_int_equal(finish(&b), GRAVEL_OK);
    const double mu = -log(0.9) / 0.01, w0 = hypot(M_PI, log(0.9)) / 0.01; /* m_red = 1 */
    const double *row = b.sheet.tables[0].data;
    assert_int_equal(b.sheet.tables[0].n_rows, 3);
    near("before: time", row[0], -0.25, 1e-15);
    near("before: force", row[3], 0.0, 0.0);
    near("touch: time", row[4], 0.0, 0.0);
    near("touch: force", row[7], 2.0 * mu * 4.0, 1e-10);
    near("later: time", row[8], 0.25, 1e-15);
    near("later: overlap", row[9], 0.1, 1e-15);
    near("later: force", row[11], w0 * w0 * 0.1 + 2.0 * mu * 3.0, 1e-8);
    near("last overlap", number(&b.sheet, "overlap"), 0.1, 1e-15);
    near("last opening rate", number(&b.sheet, "opening_rate"), -3.0, 0.0);
    near("speed at the touch", number(&b.sheet, "touch_speed"), 4.0, 1e-15);
    near("damping ratio", number(&b.sheet, "damping_ratio"), 2.0 * mu / w0, 1e-14);
    end(&b);
}

static void
overlap_trace_refuses_bodies_that_fall_and_bodies_that_miss(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    assert_int_equal(begin(&b, "overlap_trace", (const char *const[]){NULL}), GRAVEL_INPUT);
    end(&b);
    make_bench(&b, 1, 2);
    b.system.gravity.z = 0.0;
    b.system.particles[1].v.z = 4.0;
    BEGIN(&b, "overlap_trace", NULL);
    take_sample(&b, 0.0);
    assert_int_equal(finish(&b), GRAVEL_PHYSICS);
    end(&b);
}

static void
effective_restitution_splits_the_energy(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    b.system.particles[0].v.z = b.system.particles[1].v.z = -2.0; /* E_0 = 8 */
    BEGIN(&b, "effective_restitution", NULL);
    b.now[0].v.z = 0.5;
    b.now[1].v.z = 1.5; /* E_f = 2.5, v_cm = 1, E_rel = 0.5 */
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("e_eff", number(&b.sheet, "effective_restitution"), sqrt(2.5 / 8.0), 1e-15);
    near("loss", number(&b.sheet, "effective_loss"), 1.0 - sqrt(2.5 / 8.0), 1e-15);
    near("E_rel", number(&b.sheet, "relative_energy"), 0.5, 1e-15);
    near("E_rel/E_f", number(&b.sheet, "relative_energy_fraction"), 0.2, 1e-15);
    end(&b);
}

static void
interaction_time_spans_the_wall_contacts(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    BEGIN(&b, "interaction_time", NULL);
    b.ops->event(b.measure, &(struct gravel_event){.t = 0.1, .duration = 0.1, .i = 0, .j = 1});
    b.ops->event(b.measure, &(struct gravel_event){.t = 2.5, .duration = 0.5, .i = 0, .j = -1});
    b.ops->event(b.measure, &(struct gravel_event){.t = 4.0, .duration = 0.25, .i = 0, .j = -1});
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("t_k", number(&b.sheet, "interaction_time"), 2.0, 1e-15);
    near("t_k/(N t_c)", number(&b.sheet, "scaled_interaction_time"), 2.0 / (2 * 0.01), 1e-10);
    near("contacts", number(&b.sheet, "wall_contacts"), 2.0, 0.0);
    end(&b);
}

/* A plate with A0 = 0.1 m and w = 20/s: A0 w = 2 m/s, alpha = 4 at g = 10. */
static void
add_plate(struct bench *b, double restitution)
{
    struct gravel_wall *plate = add_wall(b, GRAVEL_PLANE, v3(0, 0, 1));
    plate->restitution = restitution;
    plate->motion.amplitude = 0.1;
    plate->motion.angular_frequency = 20.0;
}

static void
column_scales_are_those_of_the_source(void **state)
{
    (void)state;
    for (int equal = 0; equal < 2; equal++) {
        struct bench b;
        make_bench(&b, 1, 5);
        add_plate(&b, equal ? 0.9 : 1.0);
        BEGIN(&b, "column_scales", NULL);
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("X", number(&b.sheet, "X"), equal ? 0.5 : 0.4, 1e-14); /* S3 Eqs. 38b, 38a */
        near("alpha", number(&b.sheet, "alpha"), 4.0, 1e-14);
        near("A0 w", number(&b.sheet, "peak_velocity"), 2.0, 1e-15);
        assert_true(isnan(number(&b.sheet, "sigma")));
        end(&b);
    }
}

static void
sigma_is_the_gap_in_contact_times(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 3);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    for (size_t k = 0; k < 3; k++) {
        b.system.particles[k].x.z += 0.03 * (double)k;
        b.system.particles[k].v.z = -2.0;
    }
    BEGIN(&b, "column_scales", NULL);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("s0", number(&b.sheet, "separation"), 0.03, 1e-14);
    near("sigma", number(&b.sheet, "sigma"), 0.03 / (2.0 * 0.01), 1e-12);
    end(&b);
}

static void
separations_tell_a_fan_from_a_detached_column(void **state)
{
    (void)state;
    static const double fan[] = {0.5, 0.6, 0.8, 1.1}, thrown[] = {0.5, 1.0, 1.0, 2.0};
    for (int detached = 0; detached < 2; detached++) {
        struct bench b;
        make_bench(&b, 1, 4);
        b.system.particles[0].v.z = -2.0;
        BEGIN(&b, "separations", NULL);
        for (int k = 0; k < 4; k++)
            b.now[k].v.z = detached ? thrown[k] : fan[k];
        /* The upper pair parts first; its second contact and that with a wall do not count. */
        b.ops->event(b.measure, &(struct gravel_event){.t = 1, .i = 3, .j = 2});
        b.ops->event(b.measure, &(struct gravel_event){.t = 2, .i = 1, .j = 2});
        b.ops->event(b.measure, &(struct gravel_event){.t = 3, .i = 0, .j = 1});
        b.ops->event(b.measure, &(struct gravel_event){.t = 4, .i = 2, .j = 3});
        b.ops->event(b.measure, &(struct gravel_event){.t = 5, .i = 0, .j = -1});
        assert_int_equal(finish(&b), GRAVEL_OK);
        near("final velocity", number(&b.sheet, "final_velocity.2"), detached ? 0.5 : 0.3, 1e-15);
        near("order", number(&b.sheet, "separation_order"), detached ? 1.0 / 3.0 : 1.0, 1e-15);
        near("spread", number(&b.sheet, "separation_spread"), detached ? sqrt(1.5) * 2.0 / 3.0 : sqrt(2.0 / 3.0) * 0.5, 1e-12);
        near("sequence", number(&b.sheet, "detachment_order"), -1.0, 1e-15);
        end(&b);
    }
}

static void
lattice_scales_count_the_lowest_row(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 2, 6);
    b.system.box = (struct gravel_box){.low = {0, 0, 0}, .high = {3.3, 0, 9}, .periodic = {true, false, false}};
    for (int k = 0; k < 6; k++) {
        b.system.particles[k].x = v3(0.3 + 1.1 * (k % 3), 0, 0.6 + (k / 3) * 0.95 + 0.04 * (k % 2));
        b.system.particles[k].v = v3(0, 0, -2.0);
    }
    BEGIN(&b, "lattice_scales", NULL);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("layers", number(&b.sheet, "layers"), 2.0, 0.0);
    near("s0", number(&b.sheet, "separation"), 0.1, 1e-14);
    near("sigma", number(&b.sheet, "sigma"), 0.1 / (2.0 * 0.01), 1e-12);
    end(&b);
}

static void
free_flight_is_the_mean_gap_in_contact_times(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 3);
    add_plate(&b, 1.0);
    const double period = 2.0 * M_PI / b.system.walls[0].motion.angular_frequency;
    BEGIN(&b, "free_flight", NULL);
    for (int k = 0; k < 3; k++) {
        b.now[k].x.z += 0.6 * (k + 1); /* heights 0.6, 1.2, 1.8 without the diameters: h = 1.2 */
        b.now[k].v.z = k == 1 ? -4.0 : 1.0;
    }
    for (int k = 0; k < 4; k++)
        take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("sigma", number(&b.sheet, "sigma"), 2.0 * 1.2 / (3.0 * sqrt(6.0) * 0.01), 1e-10);
    near("t_c f", number(&b.sheet, "contact_phase"), 0.01 / period, 1e-12);
    end(&b);
}

static void
height_and_dilatation_leave_the_diameters_out(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        struct bench b;
        make_bench(&b, 1, 3);
        add_plate(&b, 1.0);
        BEGIN(&b, k == 0 ? "centre_of_mass" : "dilatation", NULL);
        size_t count;
        assert_non_null(b.ops->means(b.measure, &count));
        assert_int_equal(count, 2);
        b.now[0].x.z += 0.1;
        b.now[1].x.z += 0.2;
        b.now[2].x.z += 0.6;
        take_sample(&b, 1.0);
        /* X = 0.2; F = 0.3 10 0.2/2^2; lambda = 0.5/(0.1 4) */
        near(k == 0 ? "height" : "dilatation", b.values[0], k == 0 ? 0.3 : 0.5, 1e-14);
        near(k == 0 ? "F" : "lambda", b.values[1], k == 0 ? 0.15 : 1.25, 1e-14);
        end(&b);
    }
}

/* Energy 6 J throughout and a loss of 0.5 J in 0.1 s: tau_D = 6/5 s. */
static void
dissipation_time_is_energy_over_power(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 3);
    add_plate(&b, 1.0);
    BEGIN(&b, "dissipation_time", NULL);
    b.energy.kinetic = 4.5;
    b.energy.elastic = 0.5;
    b.now[0].x.z += 1.0 / 20.0; /* m g z = 1 J */
    take_sample(&b, 0.0);
    near("power at the start", b.values[1], 0.0, 0.0);
    for (int k = 0; k < 200; k++) {
        b.energy.dissipated += 0.5;
        take_sample(&b, 0.1);
    }
    near("energy", b.values[0], 6.0, 1e-13);
    near("power", b.values[1], 5.0, 1e-11);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("tau_D", number(&b.sheet, "dissipation_time"), 1.2, 1e-12);
    near("tau_D g X^1.5/(pi A0 w)", number(&b.sheet, "scaled_dissipation_time"),
         1.2 * 10.0 * pow(0.2, 1.5) / (M_PI * 2.0), 1e-12);
    end(&b);
}

static void
trajectory_and_relative_energy_are_tables_in_time(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 1.0);
    BEGIN(&b, "trajectory", NULL);
    b.now[1].x.z += 0.25;
    take_sample(&b, 0.0);
    take_sample(&b, M_PI / 40.0); /* a quarter period */
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_string_equal(b.sheet.tables[0].columns, "t|plate|z1|z2");
    assert_int_equal(b.sheet.tables[0].n_rows, 2);
    near("plate", b.sheet.tables[0].data[5], 0.1, 1e-15);
    near("z1", b.sheet.tables[0].data[6], 0.0, 1e-15);
    near("z2", b.sheet.tables[0].data[7], 0.25, 1e-15);
    end(&b);

    make_bench(&b, 1, 2);
    BEGIN(&b, "relative_energy", NULL);
    b.now[0].v.z = 1.0;
    b.now[1].v.z = 4.0;
    take_sample(&b, 0.5);
    near("E_rel/m", b.values[0], 2.25, 1e-15);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("in the table", b.sheet.tables[0].data[1], 2.25, 1e-15);
    end(&b);
}

/* (A0 w)^2 = 4, so the floor is 4e-8.  Two steps, to 1 and to 3, each seen in full one sample late; between them one of a
 * block that came from the air, which does not count. */
static void
relative_energy_reads_the_step_at_a_landing(void **state)
{
    (void)state;
    static const double velocity[] = {0, 0, 0.3, 1, 0, 0.5, 1.5, 0, 0, 0.2, -1.7320508075688772, 0};
    static const bool lies[] = {true, false, true, false, false, true, false, true, false, true, false, false};
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 0.6);
    BEGIN(&b, "relative_energy", NULL);
    for (size_t k = 0; k < sizeof velocity / sizeof *velocity; k++) {
        const double t = b.t + 1.0;
        b.now[0].x.z = 0.5 + 0.1 * sin(20.0 * t) + (lies[k] ? 0.0 : 0.2);
        b.now[0].v.z = velocity[k];
        b.now[1].v.z = -velocity[k]; /* E_rel/m = v^2 */
        take_sample(&b, 1.0);
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("steps", number(&b.sheet, "block_landings"), 2.0, 0.0);
    near("height", number(&b.sheet, "landing_relative_energy"), 0.5 * (1.0 + 3.0), 1e-14);
    end(&b);
}

/* Period 0.1 pi s.  The bead is on the plate until phase 0.2 of every period, off from 0.21, lands at 0.75 with
 * v_c = 3 m/s and touches again at once. */
static void
landing_sees_lift_off_and_touch_down(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 2);
    add_plate(&b, 1.0);
    BEGIN(&b, "landing", NULL);
    const double period = 0.1 * M_PI;
    for (int k = 0; k < 20; k++) {
        static const double phases[] = {0.0, 0.1, 0.2, 0.21, 0.5, 0.8, 0.9};
        for (size_t p = 0; p < sizeof phases / sizeof *phases; p++) {
            if (phases[p] == 0.8) {
                const double land = (k + 0.75) * period;
                b.ops->event(b.measure, &(struct gravel_event){.t = land, .i = 0, .j = -1, .approach = 3});
                b.ops->event(b.measure, &(struct gravel_event){.t = land + 1e-6, .i = 0, .j = -1, .approach = 0.1});
            }
            const double t = (k + phases[p]) * period, plate = 0.1 * sin(20.0 * t);
            b.now[0].x.z = 0.5 + plate + (phases[p] > 0.205 && phases[p] < 0.75 ? 0.3 : 0.0);
            take_sample(&b, t - b.t);
        }
    }
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("landings", number(&b.sheet, "landings"), 20.0, 0.0);
    near("interval", number(&b.sheet, "landing_interval"), 1.0, 1e-12);
    near("scatter of the intervals", number(&b.sheet, "landing_scatter"), 0.0, 1e-12);
    near("speed", number(&b.sheet, "landing_speed"), 1.5, 1e-14);
    near("lift phase", number(&b.sheet, "lift_phase"), 0.205, 1e-10);
    near("landing phase", number(&b.sheet, "landing_phase"), 0.75, 1e-10);
    end(&b);
}

static void
profile_counts_what_is_in_the_bins(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    BEGIN(&b, "profile", "to", "4", "bins", "2", NULL);
    b.now[3].x.z = 7.0; /* beyond the bins; centres at 0.5, 1.5, 2.5 else */
    b.now[0].v = v3(3, 0, 0);
    b.now[1].v = v3(0, 0, 1);
    take_sample(&b, 1.0);
    near("lower bin", b.values[0], 2.0 / (4 * 2.0), 1e-15);
    near("upper bin", b.values[1], 1.0 / (4 * 2.0), 1e-15);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("<v^2>", b.sheet.tables[0].data[2], 5.0, 1e-15);
    near("height", b.sheet.tables[0].data[3], 3.0, 1e-15);
    near("shape", number(&b.sheet, "profile_shape"), 0.5 * (0.25 + 2.25 + 6.25 + 49) / 4 / (2.875 * 2.875), 1e-14);
    end(&b);
}

/* Heights at the mid-quantiles of an exponential of scale 2, velocities on a sphere. */
static void
species_heights_recognise_an_exponential(void **state)
{
    (void)state;
    enum { N = 400 };
    struct bench b;
    make_bench(&b, 3, N);
    add_wall(&b, GRAVEL_PLANE, v3(0, 0, 1));
    BEGIN(&b, "species_heights", NULL);
    double mean = 0.0;
    for (size_t k = 0; k < N; k++) {
        const double h = -2.0 * log1p(-((double)k + 0.5) / N);
        b.now[k].x.z = 0.5 + h;
        b.now[k].v = v3(3, 0, 0);
        mean += h / N;
    }
    take_sample(&b, 0.0);
    near("height", b.values[0], mean, 1e-12);
    near("temperature", b.values[1], 2.0 * 9.0 / 3.0, 1e-12);
    near("scaled height", b.values[2], mean * 20.0 / (0.4 * (9.0 + 20.0 * mean)), 1e-12);
    assert_true(b.values[3] > 0.99);
    near("kurtosis of equal speeds", b.values[4], 0.6, 1e-14);
    near("temperature over that of all", b.values[5], 1.0, 1e-14);
    for (size_t k = 0; k < N; k++)
        b.now[k].x.z = 0.5 + 4.0 * (double)k / N; /* uniform heights */
    take_sample(&b, 1.0);
    assert_true(b.values[3] < 1e-6);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("E/N", number(&b.sheet, "energy_per_particle"), 9.0 + 20.0 * 4.0 * 0.5 * (N - 1.0) / N, 1e-10);
    end(&b);
}

static void
energy_drift_compares_the_ledger(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 1, 1);
    BEGIN(&b, "energy_drift", NULL);
    b.energy = (struct gravel_energy){.kinetic = 4.0};
    take_sample(&b, 0.0);
    b.energy = (struct gravel_energy){.kinetic = 8.0, .work = 5.0, .dissipated = 1.5};
    take_sample(&b, 1.0);
    assert_int_equal(finish(&b), GRAVEL_OK);
    near("drift", number(&b.sheet, "energy_drift"), 0.5 / 8.0, 1e-15);
    end(&b);
}

static void
collision_rate_counts_between_samples(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 4);
    BEGIN(&b, "collision_rate", NULL);
    take_sample(&b, 0.0);
    for (int k = 0; k < 3; k++)
        b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = 1});
    b.ops->event(b.measure, &(struct gravel_event){.i = 0, .j = -1});
    take_sample(&b, 0.5);
    near("pairs", b.values[0], 2.0 * 3 / (4 * 0.5), 1e-15);
    near("walls", b.values[1], 1.0 / (4 * 0.5), 1e-15);
    take_sample(&b, 0.5);
    near("nothing since", b.values[0], 0.0, 0.0);
    end(&b);
}

static void
snapshot_lists_the_present_particles(void **state)
{
    (void)state;
    struct bench b;
    make_bench(&b, 3, 3);
    BEGIN(&b, "snapshot", NULL);
    b.now[0].held = GRAVEL_ABSORBED;
    b.now[1].v = v3(3, 0, 4);
    b.now[2].held = 0;
    assert_int_equal(finish(&b), GRAVEL_OK);
    assert_int_equal(b.sheet.tables[0].n_rows, 2);
    near("z", b.sheet.tables[0].data[2], 1.5, 0.0);
    near("speed", b.sheet.tables[0].data[4], 5.0, 0.0);
    near("held", b.sheet.tables[0].data[15], 1.0, 0.0);
    end(&b);
}

/* A drum of radius 10 m about y, turning so that its wall rises at negative x. */
static void
make_drum(struct bench *b, size_t n)
{
    make_bench(b, 3, n);
    struct gravel_wall *drum = add_wall(b, GRAVEL_CYLINDER, v3(0, 1, 0));
    drum->radius = 10.0;
    drum->motion.spin = 2.0;
}

/* A bed with a surface at 30 degrees, rising to negative x, of touching spheres; one flies above it. */
static void
bed_has_the_slope_that_it_was_given(void **state)
{
    (void)state;
    enum { N = 301 };
    struct bench b;
    make_drum(&b, N);
    BEGIN(&b, "bed", "from", "-0.5", "to", "0.5", NULL);
    const double angle = M_PI / 6.0;
    for (size_t k = 0; k < N - 1; k++) { /* 30 columns along the surface, 10 layers down */
        const double s = ((double)(k % 30) - 14.5) * 0.6, depth = -2.0 - (double)(k / 30) * 0.6;
        b.now[k].x = v3(-s * cos(angle) + depth * sin(angle), 0, s * sin(angle) + depth * cos(angle));
        b.now[k].v = v3(k / 30 < 3 ? 1.0 : -1.0, 0, 0); /* the three upper layers move downhill */
    }
    b.now[N - 1].x = v3(-2, 0, 8);
    take_sample(&b, 0.0);
    near("surface angle", b.values[0], 30.0, 1.0);
    b.now[N - 1].mass = 0.0;
    take_sample(&b, 1.0);
    near("bed angle", b.values[1], 30.0, 1e-6);
    b.now[N - 1].x = v3(-8, 0, 4); /* out of the slice */
    take_sample(&b, 1.0);
    near("flowing fraction", b.values[3], 0.3, 1e-12);
    near("flowing depth", b.values[2], 0.3 * (9 * 0.6 + 1.0), 1e-12);
    end(&b);
}

static void
centrifuging_needs_a_whole_turn(void **state)
{
    (void)state;
    struct bench b;
    make_drum(&b, 2);
    BEGIN(&b, "centrifuging", NULL);
    b.now[0].x = v3(9, 0, 0);
    b.now[0].v = v3(0, 0, -18.0 * 1.2); /* with the wall, 20 % too fast */
    b.now[1].x = v3(0, 0, 9);
    b.now[1].v = v3(-18.0, 0, 0); /* against it */
    take_sample(&b, 0.0);
    near("top", b.values[1], 0.5, 0.0);
    take_sample(&b, 0.99 * M_PI);
    near("before a turn", b.values[0], 0.0, 0.0);
    take_sample(&b, 0.02 * M_PI);
    near("after a turn", b.values[0], 0.5, 0.0);
    b.now[0].v = v3(0, 0, 0);
    take_sample(&b, 0.1);
    near("after a rest", b.values[0], 0.0, 0.0);
    end(&b);
}

static void
spin_is_measured_against_the_drum(void **state)
{
    (void)state;
    struct bench b;
    make_drum(&b, 3);
    BEGIN(&b, "spin", NULL);
    b.now[0].omega = v3(0, 1, 5);
    b.now[1].omega = v3(0, 2, 0);
    b.now[2].held = 0;
    b.now[2].omega = v3(0, 100, 0);
    take_sample(&b, 1.0);
    near("mean spin", b.values[0], 1.5, 1e-15);
    near("ratio", b.values[1], 0.75, 1e-15);
    end(&b);
}

static void
measures_refuse_systems_they_do_not_fit(void **state)
{
    (void)state;
    static const char *const columns[] = {"centre_of_mass", "column_scales", "dilatation", "dissipation_time",
                                          "free_flight", "landing", "lattice_scales", "relative_energy", "separations",
                                          "trajectory"};
    static const char *const drums[] = {"bed", "centrifuging", "spin", "species_heights"};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
        struct bench b;
        make_bench(&b, 3, 2);
        assert_int_equal(begin(&b, columns[k], (const char *const[]){NULL}), GRAVEL_INPUT);
        assert_null(b.measure);
        end(&b);
    }
    for (size_t k = 0; k < sizeof drums / sizeof *drums; k++) {
        struct bench b;
        make_bench(&b, 3, 2);
        assert_int_equal(begin(&b, drums[k], (const char *const[]){NULL}), GRAVEL_INPUT);
        assert_null(b.measure);
        end(&b);
    }
}

static void
registry_finds_every_measure_by_its_name(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_measures[k] != NULL; k++) {
        const struct gravel_measure_ops *ops = gravel_measures[k];
        assert_ptr_equal(gravel_measure_find(ops->name), ops);
        assert_non_null(ops->what);
        assert_non_null(ops->reference);
        assert_non_null(ops->destroy);
        assert_true((ops->means == NULL) || (ops->sample != NULL));
        assert_true(ops->means != NULL || ops->finish != NULL);
    }
    assert_null(gravel_measure_find("no such thing"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pair_collision_reports_the_first_contact),
        cmocka_unit_test(pair_collision_without_a_collision_fails),
        cmocka_unit_test(overlap_trace_holds_the_force_of_the_law),
        cmocka_unit_test(overlap_trace_refuses_bodies_that_fall_and_bodies_that_miss),
        cmocka_unit_test(effective_restitution_splits_the_energy),
        cmocka_unit_test(interaction_time_spans_the_wall_contacts),
        cmocka_unit_test(column_scales_are_those_of_the_source),
        cmocka_unit_test(sigma_is_the_gap_in_contact_times),
        cmocka_unit_test(separations_tell_a_fan_from_a_detached_column),
        cmocka_unit_test(lattice_scales_count_the_lowest_row),
        cmocka_unit_test(free_flight_is_the_mean_gap_in_contact_times),
        cmocka_unit_test(height_and_dilatation_leave_the_diameters_out),
        cmocka_unit_test(dissipation_time_is_energy_over_power),
        cmocka_unit_test(trajectory_and_relative_energy_are_tables_in_time),
        cmocka_unit_test(relative_energy_reads_the_step_at_a_landing),
        cmocka_unit_test(landing_sees_lift_off_and_touch_down),
        cmocka_unit_test(profile_counts_what_is_in_the_bins),
        cmocka_unit_test(species_heights_recognise_an_exponential),
        cmocka_unit_test(energy_drift_compares_the_ledger),
        cmocka_unit_test(collision_rate_counts_between_samples),
        cmocka_unit_test(snapshot_lists_the_present_particles),
        cmocka_unit_test(bed_has_the_slope_that_it_was_given),
        cmocka_unit_test(centrifuging_needs_a_whole_turn),
        cmocka_unit_test(spin_is_measured_against_the_drum),
        cmocka_unit_test(measures_refuse_systems_they_do_not_fit),
        cmocka_unit_test(registry_finds_every_measure_by_its_name),
    };
    return cmocka_run_group_tests_name("measure", tests, NULL, NULL);
}
