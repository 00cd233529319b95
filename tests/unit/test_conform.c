/* Grades: gravel's engines pass, and an engine with one fault fails the grade that is about it. */
#include "harness/conform/conform.h"
#include "harness/conform/world.h"
#include "tests/bodies.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An engine that hands on to another one and adds one fault. */
static struct {
    const struct gravel_engine_ops *inner;
    void (*spoil_system)(struct gravel_system *system);
    void (*spoil_end)(const struct gravel_system *system, struct gravel_particle *particles, double t);
    bool obeys_all;
} fault;

struct spoilt {
    void *inner;
    struct gravel_system system;
    double t;
};

static enum gravel_status
spoilt_create(void **engine, const struct gravel_system *system, const struct gravel_options *options,
              const struct gravel_sink *sink, struct gravel_error *error)
{
    struct spoilt *s = *engine = calloc(1, sizeof *s);
    assert_non_null(s);
    ok(gravel_system_copy(&s->system, system, error), error);
    if (fault.spoil_system != NULL)
        fault.spoil_system(&s->system);
    if (fault.obeys_all && s->system.n_walls > 0)
        s->system.walls[0].shape = GRAVEL_PLANE;
    ok(fault.inner->create(&s->inner, &s->system, options, sink, error), error);
    return GRAVEL_OK;
}

static enum gravel_status
spoilt_advance(void *engine, double t, struct gravel_error *error)
{
    struct spoilt *s = engine;
    s->t = t;
    return fault.inner->advance(s->inner, t, error);
}

static void
spoilt_snapshot(const void *engine, struct gravel_particle *particles)
{
    const struct spoilt *s = engine;
    fault.inner->snapshot(s->inner, particles);
    if (fault.spoil_end != NULL)
        fault.spoil_end(&s->system, particles, s->t);
}

static void
spoilt_destroy(void *engine)
{
    struct spoilt *s = engine;
    fault.inner->destroy(s->inner);
    gravel_system_free(&s->system);
    free(s);
}

struct grades {
    char failed[512]; /* names, each before a blank */
    size_t n, n_refused;
};

static void
note(void *self, const struct gravel_grade *grade)
{
    struct grades *g = self;
    g->n++;
    g->n_refused += grade->result == GRAVEL_GRADE_REFUSED;
    assert_true(grade->result != GRAVEL_GRADE_FAIL || isnan(grade->value) || !(grade->value <= grade->limit));
    if (grade->result == GRAVEL_GRADE_FAIL) {
        strcat(g->failed, grade->name);
        strcat(g->failed, " ");
    }
}

static struct grades
grade(const struct gravel_engine_ops *ops)
{
    struct grades grades = {0};
    struct gravel_error error;
    ok(gravel_conform(ops, NULL, note, &grades, &error), &error);
    return grades;
}

/* Grade md or ed with a fault; the names of the grades that fail must be these. */
static void
expect(const char *name, const char *failed)
{
    fault.inner = gravel_engine_find(name);
    struct gravel_engine_ops ops = *fault.inner;
    ops.create = spoilt_create;
    ops.advance = spoilt_advance;
    ops.snapshot = spoilt_snapshot;
    ops.destroy = spoilt_destroy;
    if (fault.obeys_all)
        ops.capabilities &= ~((unsigned)GRAVEL_CAP_SHAPE_FIRST << GRAVEL_RING);
    const struct grades grades = grade(&ops);
    fault.spoil_system = NULL;
    fault.spoil_end = NULL;
    fault.obeys_all = false;
    assert_string_equal(grades.failed, failed);
}

static void
gravels_engines_pass(void **unused)
{
    (void)unused;
    for (size_t k = 0; gravel_engines[k] != NULL; k++) {
        const struct grades grades = grade(gravel_engines[k]);
        assert_string_equal(grades.failed, "");
        assert_true(grades.n >= 27 && grades.n_refused <= 11);
    }
    expect("md", "");
    expect("ed", "");
}

static void
clouds_collide_and_part(void **unused)
{
    (void)unused;
    struct gravel_error error;
    for (int dimension = 1; dimension <= 3; dimension++) {
        struct gravel_system system;
        struct gravel_options options = {0};
        struct gravel_counters counters = {0};
        const struct gravel_engine_ops *md = gravel_engine_find("md");
        void *engine;
        ok(gravel_world_cloud(&system, dimension, 4, 0.9, 1e-3, &error), &error);
        ok(gravel_options_defaults(&options, "", md->options, &error), &error);
        ok(md->create(&engine, &system, &options, NULL, &error), &error);
        ok(md->advance(engine, 0.02, &error), &error);
        md->counters(engine, &counters);
        assert_true(counters.pair_collisions >= 2);
        ok(md->advance(engine, 0.05, &error), &error);
        md->counters(engine, &counters);
        assert_int_equal(counters.live_contacts, 0);
        md->destroy(engine);
        gravel_options_free(&options);
        gravel_system_free(&system);
    }
}

static void
weak_gravity(struct gravel_system *system)
{
    system->gravity = v3_scale(0.999, system->gravity);
}

static void
less_restitution(struct gravel_system *system)
{
    system->material.restitution *= 0.98;
}

static void
longer_contact(struct gravel_system *system)
{
    system->material.contact_time *= 1.05;
}

static void
smooth(struct gravel_system *system)
{
    system->material.tangential_restitution = 1.0;
}

static void
bouncier_floor(struct gravel_system *system)
{
    if (system->n_walls > 0)
        system->walls[0].contact.restitution += 0.02;
}

static void
floor_that_starts_as_cosine(struct gravel_system *system)
{
    if (system->n_walls > 0)
        system->walls[0].motion.phase += 0.5 * M_PI;
}

static void
floor_that_does_not_turn(struct gravel_system *system)
{
    if (system->n_walls > 0)
        system->walls[0].motion.spin = 0.0;
}

static void
drift(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    for (size_t k = 0; k < system->n_particles; k++)
        particles[k].x.z *= 1.0 + 1e-4 * t;
}

static void
friction_of_the_air(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    for (size_t k = 0; k < system->n_particles; k++)
        particles[k].v = v3_scale(1.0 - 0.1 * t, particles[k].v);
}

static void
friction_of_the_box(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    if (system->box.periodic[2])
        friction_of_the_air(system, particles, t);
}

static void
noise(const struct gravel_system *system, struct gravel_particle *particles, double t)
{
    static int calls;
    (void)t;
    particles[system->n_particles - 1].x.z += 1e-16 * ++calls;
}

static void
one_fault_fails_the_grades_about_it(void **unused)
{
    (void)unused;
    static const struct {
        const char *engine, *failed;
        void (*system)(struct gravel_system *system);
        void (*end)(const struct gravel_system *system, struct gravel_particle *particles, double t);
    } faults[] = {
        {"md", "parabola ", weak_gravity, NULL},
        {"md", "restitution energy gas-energy ", less_restitution, NULL},
        {"md", "contact-time ", longer_contact, NULL},
        {"md", "tangential ", smooth, NULL},
        {"ed", "tangential ", smooth, NULL},
        {"md", "floor tilted-floor moving-floor ", bouncier_floor, NULL},
        {"ed", "vibrating-floor ", floor_that_starts_as_cosine, NULL},
        {"md", "turning-floor ", floor_that_does_not_turn, NULL},
        {"ed", "turning-floor ", floor_that_does_not_turn, NULL},
        {"ed", "flight parabola spin floor boost rotation units images gas-boost go-on ", NULL, drift},
        {"ed",
         "restitution energy momentum spin floor tilted-floor moving-floor vibrating-floor turning-floor gas-energy "
         "gas-momentum go-on ",
         NULL, friction_of_the_air},
        {"ed", "gas-energy gas-momentum ", NULL, friction_of_the_box},
        {"md", "gas-repeat repeat beside ", NULL, noise},
    };
    for (size_t k = 0; k < sizeof faults / sizeof *faults; k++) {
        fault.spoil_system = faults[k].system;
        fault.spoil_end = faults[k].end;
        expect(faults[k].engine, faults[k].failed);
    }
}

static void
a_wall_that_is_not_known_must_be_refused(void **unused)
{
    (void)unused;
    fault.obeys_all = true;
    expect("md", "refusal ");
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravels_engines_pass),
        cmocka_unit_test(clouds_collide_and_part),
        cmocka_unit_test(one_fault_fails_the_grades_about_it),
        cmocka_unit_test(a_wall_that_is_not_known_must_be_refused),
    };
    return cmocka_run_group_tests_name("conform grades", tests, NULL, NULL);
}
