/* Generators of stated states: a table in the case, a file, a rough plane; and the mean motion that all take. */
#include "cases/prepare/motion.h"
#include "engines/io/format.h"
#include "tests/scratch.h"
#include "tests/unit/prepare_bench.h"

static void
refuses(struct gravel_system *s, const char *name, const char *expected, const char *const *settings)
{
    struct gravel_error error = {0};
    assert_int_equal(prepare_with(s, name, 1, settings, &error), GRAVEL_INPUT);
    if (strstr(error.text, expected) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.text, expected);
}
#define REFUSES(system, name, expected, ...) refuses(system, name, expected, (const char *const[]){__VA_ARGS__, NULL})

/* A second species, of three particles, after the first of two. */
static void
make_two_species(struct gravel_system *s)
{
    make_system(s, 3, 5);
    s->n_species = 2;
    strcpy(s->species_name[0], "big");
    strcpy(s->species_name[1], "small");
    for (size_t k = 2; k < 5; k++) {
        s->particles[k].species = 1;
        s->particles[k].radius = 0.25;
        s->particles[k].mass = 1.0;
        s->particles[k].inertia = gravel_inertia(3, 1.0, 0.25);
    }
}

static void
list_states_every_particle(void **state)
{
    (void)state;
    struct gravel_system s;
    make_two_species(&s);
    assert_int_equal(PREPARE(&s, "list", 1, "rows",
                             "species x y z vx vy vz omegax omegay omegaz\n"
                             "small 0 0 1 0 0 0 0 0 7\nbig 2 0 0 1 2 3 0 0 0\nsmall 4 0 0 0 0 0 0 0 0\n"
                             "small 6 0 0 0 0 0 0 0 0\nbig 8 0 0 0 0 0 0 0 0\n",
                             NULL),
                     GRAVEL_OK);
    check(&s);
    near_value(s.particles[0].radius, 0.25, 0.0); /* rows keep their order */
    near_value(s.particles[0].omega.z, 7.0, 0.0);
    near_value(s.particles[1].radius, 0.5, 0.0);
    near_value(s.particles[1].v.y, 2.0, 0.0);
    near_value(s.particles[1].mass, 2.0, 0.0);
    assert_int_equal(s.particles[4].species, 0);
    gravel_system_free(&s);
}

static void
list_takes_sizes_and_leaves_their_masses_to_the_density(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 2);
    assert_int_equal(PREPARE(&s, "list", 1, "rows", "x y z radius\n0 0 0 0.5\n3 0 0 1.5\n", NULL), GRAVEL_OK);
    near_value(s.particles[1].radius, 1.5, 0.0);
    near_value(s.particles[1].mass, 0.0, 0.0);
    gravel_system_free(&s);
    make_system(&s, 3, 2);
    assert_int_equal(PREPARE(&s, "list", 1, "rows", "x y z radius mass\n0 0 0 0.5 3\n3 0 0 1.5 4\n", NULL), GRAVEL_OK);
    near_value(s.particles[1].mass, 4.0, 0.0);
    near_value(s.particles[1].inertia, 0.4 * 4.0 * 2.25, 1e-15);
    gravel_system_free(&s);
}

static void
list_follows_ids(void **state)
{
    (void)state;
    struct gravel_system s;
    make_system(&s, 3, 3);
    assert_int_equal(PREPARE(&s, "list", 1, "rows", "id x y z\n9 9 0 0\n2 2 0 0\n5 5 0 0\n", NULL), GRAVEL_OK);
    near_value(s.particles[0].x.x, 2.0, 0.0);
    near_value(s.particles[1].x.x, 5.0, 0.0);
    near_value(s.particles[2].x.x, 9.0, 0.0);
    gravel_system_free(&s);
}

static void
list_refuses_with_row_and_particle(void **state)
{
    (void)state;
    struct gravel_system s;
    make_two_species(&s);
    REFUSES(&s, "list", "prepare.list.rows: rows: found no species, allowed: species among the fields", "rows",
            "x y z\n0 0 0\n2 0 0\n4 0 0\n6 0 0\n8 0 0\n");
    REFUSES(&s, "list", "rows:2: found 1 particles, allowed 5", "rows", "x y z\n0 0 0\n");
    REFUSES(&s, "list", "rows:1: found no position (columns x y z)", "rows",
            "vx vy vz\n0 0 0\n1 1 1\n0 0 0\n0 0 0\n0 0 0\n");
    REFUSES(&s, "list", "rows:6: particle 4: found the species big, allowed: no more of them than the case states",
            "rows", "x y z species\n0 0 0 big\n2 0 0 big\n4 0 0 small\n6 0 0 small\n8 0 0 big\n");
    REFUSES(&s, "list", "rows:2: particle 0: found the species gold, allowed: one of the case's", "rows",
            "x y z species\n0 0 0 gold\n2 0 0 big\n4 0 0 small\n6 0 0 small\n8 0 0 big\n");
    gravel_system_free(&s);
    make_system(&s, 2, 2);
    REFUSES(&s, "list", "rows:3: particle 1: found a component on y, allowed 0 in dimension 2", "rows",
            "x y z\n0 0 0\n2 1 0\n");
    REFUSES(&s, "list", "rows:3: particle 1: radius: found -1, allowed above 0", "rows",
            "x y z radius\n0 0 0 1\n2 0 0 -1\n");
    REFUSES(&s, "list", "rows:3: particle 7: found its id twice", "rows", "x y z id\n0 0 0 7\n2 0 0 7\n");
    REFUSES(&s, "list", "rows:2: particle 0: attached: found 3, allowed without walls: -1, free, or -2, absorbed",
            "rows", "x y z attached\n0 0 0 3\n2 0 0 -1\n");
    add_wall(&s, (struct gravel_wall){.name = "floor", .shape = GRAVEL_PLANE, .origin = {0, 0, -9}, .axis = {0, 0, 1}});
    REFUSES(&s, "list",
            "rows:3: particle 1: attached: found -3, allowed: -1, free, -2, absorbed, or a wall from 0 to 0", "rows",
            "x y z attached\n0 0 0 -2\n2 0 0 -3\n");
    s.box = (struct gravel_box){.periodic = {true}, .low = {0, 0, 0}, .high = {10, 0, 0}};
    REFUSES(&s, "list", "rows:3: particle 1: found x = 10.5, allowed 0 to 10, the periodic box", "rows",
            "x y z\n0 0 0\n10.5 0 0\n");
    s.material.rotation = false;
    REFUSES(&s, "list", "found spins, which particles have only with material.rotation", "rows",
            "x y z omegax omegay omegaz\n0 0 0 0 0 0\n2 0 0 0 0 0\n");
    gravel_system_free(&s);
}

#define DATA "comment\n2 atoms\n\nAtoms # sphere\n\n"
#define DUMP "ITEM: TIMESTEP\n1\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n0 9\n0 9\n0 9\nITEM: ATOMS id "

/* Of every text format: a value that is no number, a missing column, a wrong number of particles, a number that is not
 * finite, and an end before the last particle.  Messages name the file and its line. */
static void
bad_files_are_refused_with_file_and_line(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *expected;
    } files[] = {
        {"word.csv", "x y z vx vy vz\n0 0 0 0 0 0\n2 0 0 0 fast 0\n", "word.csv:3: column vy: found \"fast\""},
        {"column.csv", "# ours\nx y z vx vy\n0 0 0 0 0\n2 0 0 0 0\n",
         "column.csv:2: found no velocity (columns vx vy vz)"},
        {"count.csv", "x y z vx vy vz\n0 0 0 0 0 0\n2 0 0 0 0 0\n4 0 0 0 0 0\n",
         "count.csv:4: found 3 particles, allowed 2, the count that the case states"},
        {"nan.csv", "x y z vx vy vz\n0 0 0 0 0 0\n2 0 0 inf 0 0\n", "nan.csv:3: column vx: found \"inf\""},
        {"end.csv", "x y z vx vy vz\n0 0 0 0 0 0\n2 0 0 0 0", "end.csv:3: found 5 values, allowed 6"},
        {"word.xyz", "2\nProperties=pos:R:3:velo:R:3\n0 0 0 0 0 0\n2 0 0 0 fast 0\n",
         "word.xyz:4: column velo: found \"fast\""},
        {"column.xyz", "2\nProperties=pos:R:3\n0 0 0\n2 0 0\n", "column.xyz:2: found no velocity"},
        {"count.xyz", "3\nProperties=pos:R:3:velo:R:3\n0 0 0 0 0 0\n2 0 0 0 0 0\n4 0 0 0 0 0\n",
         "count.xyz:5: found 3 particles, allowed 2"},
        {"more.xyz", "1\nProperties=pos:R:3:velo:R:3\n0 0 0 0 0 0\n2 0 0 0 0 0\n",
         "more.xyz:4: found \"2 0 0 0 0 0\", allowed the number of particles"},
        {"nan.xyz", "2\nProperties=pos:R:3:velo:R:3\n0 0 0 0 0 0\n2 0 0 0 nan 0\n",
         "nan.xyz:4: column velo: found \"nan\""},
        {"end.xyz", "2\nProperties=pos:R:3:velo:R:3\n0 0 0 0 0 0\n2 0 0", "end.xyz:4: found 3 values, allowed 6"},
        {"word.dump", DUMP "x y z vx vy vz\n1 0 0 0 0 0 0\n2 2 0 0 0 fast 0\n",
         "word.dump:11: column vy: found \"fast\""},
        {"column.dump", DUMP "x y z vx vz\n1 0 0 0 0 0\n2 2 0 0 0 0\n", "column.dump:9: found no velocity"},
        {"count.dump", DUMP "x y z vx vy vz\n1 0 0 0 0 0 0\n2 2 0 0 0 0 0\n3 4 0 0 0 0 0\n",
         "count.dump:12: found \"3 4 0 0 0 0 0\", allowed ITEM"},
        {"nan.dump", DUMP "x y z vx vy vz\n1 0 0 0 0 0 0\n2 2 0 0 0 1e999 0\n",
         "nan.dump:11: column vy: found \"1e999\""},
        {"end.dump", DUMP "x y z vx vy vz\n1 0 0 0 0 0 0\n2 2 0", "end.dump:11: found 3 values, allowed 7"},
        {"word.data", DATA "1 1 1 1 0 0 0\n2 1 1 big 2 0 0\n", "word.data:7: column density: found \"big\""},
        {"column.data", DATA "1 1 1 1 0 0 0\n2 1 1 1 2 0 0\n", "column.data:4: found no velocity"},
        {"count.data",
         "comment\n3 atoms\nAtoms # sphere\n\n1 1 1 1 0 0 0\n2 1 1 1 2 0 0\n3 1 1 1 4 0 0\n\n"
         "Velocities\n\n1 0 0 0 0 0 0\n2 0 0 0 0 0 0\n3 0 0 0 0 0 0\n",
         "count.data:13: found 3 particles, allowed 2"},
        {"nan.data", DATA "1 1 1 1 0 0 0\n2 1 1 1 nan 0 0\n", "nan.data:7: column x: found \"nan\""},
        {"end.data", DATA "1 1 1 1 0 0 0\n", "end.data:6: found the end of the file after 1 atoms, allowed 2"},
    };
    char folder[PATH_MAX], path[PATH_MAX];
    struct gravel_system s;
    assert_non_null(mkdtemp(scratch_template(folder)));
    make_system(&s, 3, 2);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        FILE *file = fopen(scratch_in(folder, files[k].name, path), "w");
        assert_non_null(file);
        fputs(files[k].text, file);
        fclose(file);
        REFUSES(&s, "file", files[k].expected, "path", path);
    }
    gravel_system_free(&s);
    scratch_remove(folder);
}

#ifdef GRAVEL_HDF5
/* The same of H5MD, which has no lines: the file and the particle. */
static void
bad_h5md_files_are_refused_with_their_particle(void **state)
{
    (void)state;
    const struct gravel_format_ops *h5md = gravel_format_find("h5md");
    static const struct {
        size_t n;
        bool moving;
        double vy;
        off_t size; /* to which the file is cut */
        const char *expected;
    } files[] = {
        {2, true, NAN, 0, "bad.h5: velocity of particle 1: found nan, allowed a finite number"},
        {2, false, 0.0, 0, "bad.h5: found no velocity"},
        {3, true, 0.0, 0, "bad.h5: found 3 particles, allowed 2"},
        {2, true, 0.0, 2000, "bad.h5: found no file in the format HDF5"},
    };
    char folder[PATH_MAX], path[PATH_MAX];
    struct gravel_system s;
    assert_non_null(mkdtemp(scratch_template(folder)));
    scratch_in(folder, "bad.h5", path);
    make_system(&s, 3, 2);
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        struct gravel_frame frame = {.fields = gravel_field_bit(GRAVEL_FIELD_POSITION)};
        struct gravel_error error;
        void *writer;
        if (files[k].moving)
            frame.fields |= gravel_field_bit(GRAVEL_FIELD_VELOCITY);
        assert_int_equal(gravel_frame_resize(&frame, files[k].n, &error), GRAVEL_OK);
        for (size_t i = 0; i < files[k].n; i++)
            frame.particles[i].x.x = 2.0 * (double)i;
        frame.particles[1].v.y = files[k].vy;
        assert_int_equal(h5md->create(&writer, path, frame.fields, NULL, &error), GRAVEL_OK);
        assert_int_equal(h5md->write(writer, &frame, &error), GRAVEL_OK);
        assert_int_equal(h5md->finish(writer, &error), GRAVEL_OK);
        gravel_frame_free(&frame);
        if (files[k].size > 0)
            assert_int_equal(truncate(path, files[k].size), 0);
        REFUSES(&s, "file", files[k].expected, "path", path);
    }
    gravel_system_free(&s);
    scratch_remove(folder);
}
#endif

static void
file_takes_the_fields_that_are_wanted(void **state)
{
    (void)state;
    char folder[PATH_MAX], path[PATH_MAX], odd[PATH_MAX];
    struct gravel_system s;
    assert_non_null(mkdtemp(scratch_template(folder)));
    FILE *file = fopen(scratch_in(folder, "state.dump", path), "w");
    assert_non_null(file);
    fputs("ITEM: TIMESTEP\n1\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n0 9\n0 9\n0 9\n"
          "ITEM: ATOMS id type x y z vx vy vz radius\n2 1 3 0 0 0 5 0 0.75\n1 1 0 0 0 0 -5 0 0.75\n"
          "ITEM: TIMESTEP\n2\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n0 9\n0 9\n0 9\n"
          "ITEM: ATOMS id type x y z\n1 1 1 0 0\n2 1 5 0 0\n",
          file);
    fclose(file);
    make_system(&s, 3, 2);
    assert_int_equal(PREPARE(&s, "file", 1, "path", path, "frame", "0", NULL), GRAVEL_OK);
    near_value(s.particles[0].v.y, -5.0, 0.0); /* id 1 */
    near_value(s.particles[1].x.x, 3.0, 0.0);
    near_value(s.particles[1].radius, 0.5, 0.0); /* as the case states */
    assert_int_equal(PREPARE(&s, "file", 1, "path", path, "frame", "0", "fields", "position radius species", NULL),
                     GRAVEL_OK);
    near_value(s.particles[0].v.y, 0.0, 0.0);
    near_value(s.particles[1].radius, 0.75, 0.0);
    REFUSES(&s, "file", "found no velocity (columns vx vy vz), allowed: a file that has it", "path", path);
    REFUSES(&s, "file", "found 2 frames, allowed a file that has frame 5", "path", path, "frame", "5");
    REFUSES(&s, "file", "prepare.file.fields: found colour, allowed: id species", "path", path, "fields",
            "position colour");
    REFUSES(&s, "file", "prepare.file.fields: found no position", "path", path, "fields", "velocity");
    REFUSES(&s, "file", "a file that ends in .csv", "path", scratch_in(folder, "state.odd", odd));
    REFUSES(&s, "file", "state.dump:1: found \"ITEM: TIMESTEP\"", "path", path, "format", "xyz");
    REFUSES(&s, "file", "No such file", "path", "/no/such.xyz");
    gravel_system_free(&s);
    scratch_remove(folder);
}

static void
add_plane(struct gravel_system *s, struct vec3 axis)
{
    add_wall(s, (struct gravel_wall){
                    .name = "floor", .shape = GRAVEL_PLANE, .axis = axis, .motion = {.velocity = {2, 0, 0}}});
}

static void
hexagonal_layer_has_six_neighbours_at_one_distance(void **state)
{
    (void)state;
    enum { ROW = 6, ROWS = 4 };
    struct gravel_system s;
    const double a = 1.25, length = ROW * a, width = ROWS * a * sqrt(0.75);
    char length_text[32], width_text[32];
    snprintf(length_text, sizeof length_text, "%.17g", length);
    snprintf(width_text, sizeof width_text, "%.17g", width);
    make_system(&s, 3, ROW * ROWS);
    s.box = (struct gravel_box){.periodic = {true, true, false},
                                .low = {-0.5 * length, -0.5 * width, 0},
                                .high = {0.5 * length, 0.5 * width, 0}};
    add_plane(&s, v3(0, 0, 1));
    assert_int_equal(PREPARE(&s, "layer", 1, "wall", "floor", "pattern", "hexagonal", "row", "6", "length", length_text,
                             "width", width_text, "height", "-0.1", NULL),
                     GRAVEL_OK);
    check(&s);
    for (size_t i = 0; i < s.n_particles; i++) {
        int n_near = 0;
        near("height", s.particles[i].x.z, -0.1, 1e-15);
        near("carried", s.particles[i].v.x, 2.0, 0.0);
        assert_int_equal(s.particles[i].attached, 0);
        for (size_t j = 0; j < s.n_particles; j++) {
            const double r = v3_norm(gravel_box_separation(&s.box, s.particles[i].x, s.particles[j].x));
            if (i != j && r < 1.2 * a) {
                near("lattice constant", r, a, 1e-13);
                n_near++;
            }
        }
        assert_int_equal(n_near, 6);
    }
    REFUSES(&s, "layer", "prepare.layer.row: found 5 of 24 spheres, allowed a divisor", "wall", "floor", "pattern",
            "hexagonal", "row", "5", "length", "1", "width", "1");
    REFUSES(&s, "layer", "prepare.layer.wall: found roof, allowed the name of a plane", "wall", "roof", "pattern",
            "random", "length", "1", "width", "1");
    REFUSES(&s, "layer", "prepare.layer.width: found none, allowed in three dimensions", "wall", "floor", "pattern",
            "random", "length", "1");
    REFUSES(&s, "layer", "found no free place for sphere", "wall", "floor", "pattern", "random", "length", "4", "width",
            "4");
    gravel_system_free(&s);
}

static void
random_layer_lies_on_an_inclined_plane_without_overlap(void **state)
{
    (void)state;
    struct gravel_system s, other;
    const struct vec3 axis = v3(0.6, 0, 0.8);
    make_system(&s, 3, 30);
    add_plane(&s, axis);
    assert_int_equal(PREPARE(&s, "layer", 3, "wall", "floor", "pattern", "random", "length", "10", "width", "8",
                             "height", "0.25", NULL),
                     GRAVEL_OK);
    for (size_t i = 0; i < s.n_particles; i++) {
        const struct vec3 x = s.particles[i].x;
        near("height", v3_dot(x, axis), 0.25, 1e-14);
        assert_true(fabs(x.y) <= 4.0 && fabs(v3_dot(x, v3(0.8, 0, -0.6))) <= 5.0);
        for (size_t j = 0; j < i; j++)
            assert_true(v3_norm(v3_sub(x, s.particles[j].x)) >= 1.0);
    }
    make_system(&other, 3, 30);
    add_plane(&other, axis);
    assert_int_equal(PREPARE(&other, "layer", 4, "wall", "floor", "pattern", "random", "length", "10", "width", "8",
                             "height", "0.25", NULL),
                     GRAVEL_OK);
    assert_true(s.particles[3].x.y != other.particles[3].x.y);
    gravel_system_free(&s);
    gravel_system_free(&other);
    make_system(&s, 2, 4); /* a row of disks */
    add_plane(&s, v3(0, 0, 1));
    assert_int_equal(PREPARE(&s, "layer", 3, "wall", "floor", "pattern", "hexagonal", "row", "4", "length", "4", NULL),
                     GRAVEL_OK);
    near_value(s.particles[1].x.x - s.particles[0].x.x, 1.0, 1e-15);
    gravel_system_free(&s);
}

static enum gravel_status
move(struct gravel_system *s, struct gravel_error *error, const char *const *settings)
{
    struct gravel_options options = options_of(gravel_motion_keys, settings);
    const enum gravel_status status = gravel_motion_add(s, &options, "prepare.any", error);
    gravel_options_free(&options);
    return status;
}
#define MOVE(system, error, ...) move(system, error, (const char *const[]){__VA_ARGS__, NULL})

static void
mean_motion_is_that_of_a_rigid_body(void **state)
{
    (void)state;
    struct gravel_system s;
    struct gravel_error error = {0};
    make_system(&s, 3, 3);
    for (size_t k = 0; k < 3; k++) {
        s.particles[k].x = v3((double)k, 2.0, -(double)k);
        s.particles[k].v = v3(0, 0.5, 0);
    }
    s.particles[2].attached = 0;
    assert_int_equal(MOVE(&s, &error, "mean_velocity", "[1, 2, 3]", "rotation", "[0, 0, 2]", "centre", "[1, 0, 0]"),
                     GRAVEL_OK);
    near_value(s.particles[0].v.x, 1.0 - 2.0 * 2.0, 0.0); /* w x (x - c) = 2 z x (-1, 2, 0) */
    near_value(s.particles[0].v.y, 0.5 + 2.0 + 2.0 * -1.0, 0.0);
    near_value(s.particles[0].v.z, 3.0, 0.0);
    near_value(s.particles[0].omega.z, 2.0, 0.0);
    near_value(s.particles[1].v.y, 2.5, 0.0);
    near_value(s.particles[2].v.x, 0.0, 0.0); /* carried by a wall */
    assert_int_equal(MOVE(&s, &error, "centre", "[1, 0, 0]"), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "prepare.any.centre: found [1, 0, 0], allowed with a rotation only"));
    s.dimension = 2;
    assert_int_equal(MOVE(&s, &error, "mean_velocity", "[0, 1, 0]"), GRAVEL_INPUT);
    assert_string_equal(error.path, "prepare.any.mean_velocity");
    assert_int_equal(MOVE(&s, &error, "rotation", "[0, 0, 1]"), GRAVEL_INPUT);
    gravel_system_free(&s);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(list_states_every_particle),
        cmocka_unit_test(list_takes_sizes_and_leaves_their_masses_to_the_density),
        cmocka_unit_test(list_follows_ids),
        cmocka_unit_test(list_refuses_with_row_and_particle),
        cmocka_unit_test(file_takes_the_fields_that_are_wanted),
        cmocka_unit_test(bad_files_are_refused_with_file_and_line),
#ifdef GRAVEL_HDF5
        cmocka_unit_test(bad_h5md_files_are_refused_with_their_particle),
#endif
        cmocka_unit_test(hexagonal_layer_has_six_neighbours_at_one_distance),
        cmocka_unit_test(random_layer_lies_on_an_inclined_plane_without_overlap),
        cmocka_unit_test(mean_motion_is_that_of_a_rigid_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
