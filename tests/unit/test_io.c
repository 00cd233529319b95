/* Formats of particles: what is written reads back as the same bits, bad files are refused with their line, and what
 * survives a killed writer is what the format says. */
#include "engines/core/words.h"
#include "engines/io/csv.h"
#include "tests/unit/io_frames.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

static void
every_format_reads_back_the_bits_that_it_wrote(void **state)
{
    (void)state;
    size_t n_formats = 0;
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *format = gravel_formats[k];
        char path[PATH_MAX], name[64];
        void *writer, *reader;
        struct gravel_error error = {0};
        const unsigned all = (1u << GRAVEL_FIELD_COUNT) - 1u;
        if (format->open == NULL || format->create == NULL || !is_here(format))
            continue;
        n_formats++;
        snprintf(name, sizeof name, "all%s", format->suffix);
        scratch_in(folder, name, path);
        assert_int_equal(format->create(&writer, path, all, NULL, &error), GRAVEL_OK);
        for (int f = 0; f < FRAMES; f++) {
            struct gravel_frame frame = make_frame(f);
            assert_int_equal(format->write(writer, &frame, &error), GRAVEL_OK);
            gravel_frame_free(&frame);
        }
        assert_int_equal(format->finish(writer, &error), GRAVEL_OK);

        struct gravel_frame back = {0};
        bool found = false;
        assert_int_equal(format->open(&reader, path, &error), GRAVEL_OK);
        for (int f = 0; f < FRAMES; f++) {
            struct gravel_frame frame = make_frame(f);
            if (format->next(reader, &back, &found, &error) != GRAVEL_OK)
                fail_msg("%s", error.text);
            assert_true(found);
            same_frame(&frame, &back, all);
            gravel_frame_free(&frame);
        }
        assert_int_equal(format->next(reader, &back, &found, &error), GRAVEL_OK);
        assert_false(found);
        format->close(reader);
        gravel_frame_free(&back);

        struct gravel_frame last = make_frame(FRAMES - 1), first = make_frame(0);
        assert_ptr_equal(gravel_format_of_path(path), format);
        assert_int_equal(gravel_frame_read(format, path, -1, &back, &error), GRAVEL_OK);
        same_frame(&last, &back, all);
        gravel_frame_free(&back);
        assert_int_equal(gravel_frame_read(format, path, 0, &back, &error), GRAVEL_OK);
        same_frame(&first, &back, all);
        gravel_frame_free(&back);
        assert_int_equal(gravel_frame_read(format, path, FRAMES, &back, &error), GRAVEL_INPUT);
        assert_non_null(strstr(error.text, "found 3 frames"));
        gravel_frame_free(&back);
        gravel_frame_free(&last);
        gravel_frame_free(&first);
    }
    assert_true(n_formats >= 3);
}

static void
wrapped_and_unwrapped_differ_by_whole_boxes(void **state)
{
    (void)state;
    struct gravel_frame frame = make_frame(1);
    size_t n_outside = 0;
    for (size_t k = 0; k < N; k++) {
        const struct vec3 x = frame.particles[k].x, u = frame.unwrapped[k];
        assert_true(x.x >= -0.37 && x.x < 1.91 && x.y >= 0.11 && x.y < 2.3);
        near("x", x.x + 2.28 * frame.image[k][0], u.x, 1e-14);
        near("y", x.y + 2.19 * frame.image[k][1], u.y, 1e-14);
        assert_true(x.z == u.z && frame.image[k][2] == 0);
        n_outside += frame.image[k][0] != 0;
    }
    assert_true(n_outside > 5);
    gravel_frame_free(&frame);
}

static void
write_file(const char *name, const char *text, char *path)
{
    FILE *file = fopen(scratch_in(folder, name, path), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void
bad_files_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *name, *text, *expected;
    } files[] = {
        {"a.csv", "", "found no line"},
        {"b.csv", "x y z\n0 0 0\n0 one 0\n", "b.csv:3: column y: found \"one\""},
        {"c.csv", "x y z\n0 0 0\n\n# more\n0 0\n", "c.csv:5: found 2 values, allowed 3, of which z is missing"},
        {"d.csv", "x y z\n0 0 0 7\n", "d.csv:2: found \"7\" behind the last column"},
        {"e.csv", "x y x\n0 0 0\n", "e.csv:1: found the columns x and x"},
        {"f.csv", "id x y z\n1.5 0 0 0\n", "f.csv:2: column id: found 1.5, allowed a whole number"},
        {"g.csv", "x y z radius\n0 0 0 nan\n", "g.csv:2: column radius: found \"nan\""},
        {"h.csv", "x y z radius\n0 0 0 0x10\n", "h.csv:2: column radius: found \"0x10\""},
        {"i.csv", "radius diameter\n1 2\n", "i.csv:1: found the columns radius and diameter"},
        {"a.xyz", "two\n\nA 0 0 0\n", "a.xyz:1: found \"two\""},
        {"b.xyz", "2\n\nA 0 0 0\n", "b.xyz:3: found the end of the file after 1 particles, allowed 2"},
        {"c.xyz", "1\nProperties=pos:R:2\n0 0\n", "c.xyz:2: property pos: found 2 columns, allowed 3"},
        {"d.xyz", "1\nProperties=pos:Q:3\n0 0 0\n", "d.xyz:2: Properties: found pos:Q:3"},
        {"e.xyz", "1\nLattice=\"1 0 0 0.1 1 0 0 0 1\"\nA 0 0 0\n", "oblique"},
        {"f.xyz", "1\nProperties=pos:R:3\n0 0 1e999\n", "f.xyz:3: column pos: found \"1e999\""},
        {"g.xyz", "1\nProperties=species:S:1:pos:R:3 Time=now\nA 0 0 0\n", "g.xyz:2: Time: found \"now\""},
        {"h.xyz", "-3\n\n", "h.xyz:1: found \"-3\""},
        {"a.dump", "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: ATOMS id x y z\n1 0 0 0\n",
         "a.dump:6: found the end of the file after 1 atoms, allowed 2"},
        {"b.dump", "ITEM: TIMESTEP\n0\nITEM: BOX BOUNDS xy xz yz pp pp pp\n", "oblique"},
        {"c.dump", "ITEM: ATOMS id x y z\n1 0 0 0\n", "found ATOMS before NUMBER OF ATOMS"},
        {"d.dump", "TIMESTEP\n0\n", "d.dump:1: found \"TIMESTEP\""},
        {"e.dump", "ITEM: TIMESTEP\n0\n", "allowed ITEM: ATOMS"},
        {"a.data", "comment\n1 atoms\n\nAtoms # bond\n\n1 1 0 0 0\n", "allowed Atoms # sphere or Atoms # atomic"},
        {"b.data", "comment\nAtoms # atomic\n\n1 1 0 0 0\n", "found Atoms before their number"},
        {"c.data", "comment\n1 atoms\nAtoms # atomic\n\n1 1 0 0 0\n\nVelocities\n\n2 0 0 0\n",
         "c.data:9: found \"2 0 0 0\", allowed the id"},
        {"d.data", "comment\n1 atoms\n", "found no section Atoms"},
        {"a.h5", "not HDF5", "a.h5: "},
    };
    for (size_t k = 0; k < sizeof files / sizeof *files; k++) {
        char path[PATH_MAX];
        struct gravel_error error = {0};
        struct gravel_frame frame;
        write_file(files[k].name, files[k].text, path);
        const struct gravel_format_ops *format = gravel_format_of_path(path);
        assert_non_null(format);
        assert_int_equal(gravel_frame_read(format, path, -1, &frame, &error), GRAVEL_INPUT);
        if (strstr(error.text, files[k].expected) == NULL)
            fail_msg("%s: \"%s\" does not say \"%s\"", files[k].name, error.text, files[k].expected);
        gravel_frame_free(&frame);
    }
    struct gravel_frame frame;
    struct gravel_error error = {0};
    assert_int_equal(gravel_frame_read(gravel_format_find("xyz"), "/no/such.xyz", 0, &frame, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "/no/such.xyz: No such file"));
}

static void
files_of_other_programs_are_read_by_column_names(void **state)
{
    (void)state;
    char path[PATH_MAX];
    struct gravel_error error = {0};
    struct gravel_frame frame;
    /* LAMMPS: unsorted, columns that gravel has no use for, and a density. */
    write_file(
        "lammps.data",
        "LAMMPS data file\n\n2 atoms\n2 atom types\n\n0 4 xlo xhi\n-1 1 ylo yhi\n0 9 zlo zhi\n\nAtoms # sphere\n\n"
        "7 2 0.2 1000 1.5 0 3 0 0 0\n3 1 0.1 2000 1 0 2 1 0 -1\n\nVelocities\n\n3 0 0 -1 0 5 0\n7 1 0 0 0 0 2\n",
        path);
    assert_int_equal(gravel_frame_read(gravel_format_of_path(path), path, -1, &frame, &error), GRAVEL_OK);
    assert_int_equal(frame.n, 2);
    near_value(frame.particles[0].radius, 0.1, 0.0);
    near_value(frame.particles[0].mass, 1000.0 * 4.0 / 3.0 * M_PI * 1e-3, 1e-12);
    near_value(frame.particles[0].v.x, 1.0, 0.0);
    near_value(frame.particles[1].v.z, -1.0, 0.0);
    near_value(frame.particles[1].omega.y, 5.0, 0.0);
    assert_int_equal(frame.image[1][2], -1);
    assert_string_equal(frame.species_name[frame.particles[1].species], "1");
    near_value(frame.box.high.z, 9.0, 0.0);
    assert_string_equal(frame.no_time, "times");
    gravel_frame_free(&frame);

    write_file("lammps.dump",
               "ITEM: TIMESTEP\n400\nITEM: NUMBER OF ATOMS\n1\nITEM: BOX BOUNDS pp ff pp\n0 1\n0 2\n0 3\n"
               "ITEM: ATOMS id type fx x y z c_stress[1] vx vy vz \n5 2 9.9 0.5 0.25 0.125 7 1 2 3 \n",
               path);
    assert_int_equal(gravel_frame_read(gravel_format_of_path(path), path, -1, &frame, &error), GRAVEL_OK);
    near_value(frame.t, 400.0, 0.0);
    assert_non_null(strstr(frame.no_time, "ITEM: TIME"));
    near_value(frame.particles[0].x.z, 0.125, 0.0);
    near_value(frame.particles[0].v.y, 2.0, 0.0);
    assert_true(frame.box.periodic[0] && !frame.box.periodic[1]);
    assert_int_equal(frame.fields & gravel_field_bit(GRAVEL_FIELD_RADIUS), 0);
    gravel_frame_free(&frame);

    write_file("plain.xyz", "1\nwater\nO 1 2 3\n", path);
    assert_int_equal(gravel_frame_read(gravel_format_of_path(path), path, -1, &frame, &error), GRAVEL_OK);
    near_value(frame.particles[0].x.y, 2.0, 0.0);
    assert_string_equal(frame.species_name[0], "O");
    assert_non_null(strstr(frame.no_time, "Time="));
    gravel_frame_free(&frame);

    assert_int_equal(gravel_csv_read_text("list", "x,y,z,diameter\n1, 2, 3, 0.5\n", &frame, &error), GRAVEL_OK);
    near_value(frame.particles[0].radius, 0.25, 0.0);
    assert_string_equal(frame.no_time, "column t");
    gravel_frame_free(&frame);
    assert_int_equal(gravel_csv_read_text("list", "x y z vx\n1 2 3 4\n", &frame, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "list:1: found the column vx alone, allowed: all of vx vy vz"));
    gravel_frame_free(&frame);
    assert_int_equal(gravel_csv_read_text("list", "x y z colour\n1 2 3 4\n", &frame, &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "list:1: found the column colour, allowed: id species x y z"));
    gravel_frame_free(&frame);
}

/* A child writes frames and is killed, without closing anything. */
static void
what_survives_a_killed_writer_is_what_the_format_says(void **state)
{
    (void)state;
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *format = gravel_formats[k];
        char path[PATH_MAX], name[64];
        if (format->create == NULL || !is_here(format))
            continue;
        snprintf(name, sizeof name, "killed%s", format->suffix);
        scratch_in(folder, name, path);
        const pid_t pid = fork();
        assert_true(pid >= 0);
        if (pid == 0) {
            void *writer;
            struct gravel_error error;
            if (format->create(&writer, path, (1u << GRAVEL_FIELD_COUNT) - 1u, NULL, &error) != GRAVEL_OK)
                _exit(1);
            for (int f = 0; f < FRAMES; f++) {
                struct gravel_frame frame = make_frame(f);
                if (format->write(writer, &frame, &error) != GRAVEL_OK)
                    _exit(1);
                gravel_frame_free(&frame);
            }
            kill(getpid(), SIGKILL);
        }
        int status;
        assert_int_equal(waitpid(pid, &status, 0), pid);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        if (format->open != NULL) {
            struct gravel_frame last = make_frame(FRAMES - 1), back;
            struct gravel_error error = {0};
            if (gravel_frame_read(format, path, FRAMES - 1, &back, &error) != GRAVEL_OK)
                fail_msg("%s", error.text);
            same_frame(&last, &back, last.fields);
            gravel_frame_free(&last);
            gravel_frame_free(&back);
        } else { /* a collection that names every frame and is closed */
            char text[2048] = "";
            FILE *file = fopen(path, "r");
            assert_non_null(file);
            assert_true(fread(text, 1, sizeof text - 1, file) > 0);
            fclose(file);
            assert_non_null(strstr(text, "killed_000002.vtp"));
            assert_non_null(strstr(text, "</VTKFile>\n"));
            assert_int_equal(access(scratch_in(folder, "killed_000002.vtp", path), R_OK), 0);
            assert_int_not_equal(access(scratch_in(folder, "killed_000003.vtp", path), R_OK), 0);
        }
    }
}

/* Files of other programs alone: test_io_vtkhdf.c writes them. */
static bool
is_foreign(const struct gravel_format_ops *format)
{
    return strcmp(format->name, "vtkhdf") == 0;
}

/* The readers take any bytes: files of every format with some bytes changed, cut out or doubled. */
static void
readers_survive_any_bytes(void **state)
{
    (void)state;
    static char text[1 << 16], changed[1 << 17];
    uint64_t random = 88172645463325252u;
    size_t n_refused = 0, n_read = 0;
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *format = gravel_formats[k];
        char path[PATH_MAX], name[64];
        if (format->open == NULL || !is_here(format) || is_foreign(format))
            continue;
        snprintf(name, sizeof name, format->create != NULL ? "all%s" : "lammps%s", format->suffix);
        FILE *file = fopen(scratch_in(folder, name, path), "r");
        assert_non_null(file);
        const size_t size = fread(text, 1, sizeof text, file);
        fclose(file);
        snprintf(name, sizeof name, "fuzz%s", format->suffix);
        scratch_in(folder, name, path);
        for (int round = 0; round < 400; round++) {
            size_t n = size;
            memcpy(changed, text, size);
            for (int change = 0; change < 1 + round % 4; change++) {
                random ^= random << 13, random ^= random >> 7, random ^= random << 17;
                const size_t at = (size_t)(random >> 8) % n, length = 1 + (size_t)(random >> 40) % 64;
                if (random % 4 == 0 && at + length < n) {
                    memmove(changed + at, changed + at + length, n - at - length);
                    n -= length;
                } else if (random % 4 == 1 && at + length < n) {
                    memmove(changed + at + length, changed + at, n - at);
                    n += length;
                } else {
                    changed[at] = (char)(random >> 16);
                }
            }
            file = fopen(path, "w");
            assert_non_null(file);
            assert_int_equal(fwrite(changed, 1, n, file), n);
            fclose(file);
            struct gravel_frame frame;
            struct gravel_error error = {0};
            const enum gravel_status status = gravel_frame_read(format, path, -1, &frame, &error);
            assert_true(status == GRAVEL_OK ||
                        (status == GRAVEL_INPUT && strncmp(error.text, path, strlen(path)) == 0));
            n_read += status == GRAVEL_OK;
            n_refused += status != GRAVEL_OK;
            for (size_t p = 0; status == GRAVEL_OK && p < frame.n; p++)
                assert_true(v3_finite(frame.particles[p].x) && v3_finite(frame.particles[p].v));
            gravel_frame_free(&frame);
        }
    }
    print_message("# %zu files read, %zu refused\n", n_read, n_refused);
    assert_true(n_read > 20 && n_refused > 200);
}

/* A LAMMPS data file, which is read only. */
static void
write_data(const char *path, int n)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "many\n\n%d atoms\n\nAtoms # sphere\n\n", n);
    for (int k = 0; k < n; k++)
        fprintf(file, "%d 1 0.002 2500 %.9g 0.123456789 0.987654321\n", k + 1, 1e-6 * k);
    fputs("\nVelocities\n\n", file);
    for (int k = 0; k < n; k++)
        fprintf(file, "%d 1.5e-3 -2.5e-3 0.125 0 0 0\n", k + 1);
    fclose(file);
}

/* So many that the time limit of the test fails a reader of quadratic time. */
static void
many_particles_are_read(void **state)
{
    (void)state;
    enum { MANY = 200000 };
    char path[PATH_MAX], name[64];
    struct gravel_error error = {0};
    struct gravel_frame frame = {.fields = gravel_field_bit(GRAVEL_FIELD_ID) | gravel_field_bit(GRAVEL_FIELD_SPECIES) |
                                           gravel_field_bit(GRAVEL_FIELD_POSITION) |
                                           gravel_field_bit(GRAVEL_FIELD_VELOCITY) |
                                           gravel_field_bit(GRAVEL_FIELD_RADIUS),
                                 .n_species = 1,
                                 .species_name = {"grain"}};
    assert_int_equal(gravel_frame_resize(&frame, MANY, &error), GRAVEL_OK);
    for (size_t k = 0; k < MANY; k++) {
        frame.id[k] = (int64_t)k;
        frame.particles[k] = (struct gravel_particle){
            .x = {1e-6 * (double)k, 0.123456789, 0.987654321}, .v = {1.5e-3, -2.5e-3, 0.125}, .radius = 1e-3};
    }
    for (size_t f = 0; gravel_formats[f] != NULL; f++) {
        const struct gravel_format_ops *format = gravel_formats[f];
        struct gravel_frame back;
        void *writer;
        if (format->open == NULL || !is_here(format) || is_foreign(format))
            continue;
        snprintf(name, sizeof name, "many%s", format->suffix);
        scratch_in(folder, name, path);
        if (format->create == NULL) {
            write_data(path, MANY);
        } else {
            assert_int_equal(format->create(&writer, path, frame.fields, NULL, &error), GRAVEL_OK);
            assert_int_equal(format->write(writer, &frame, &error), GRAVEL_OK);
            assert_int_equal(format->finish(writer, &error), GRAVEL_OK);
        }
        assert_int_equal(gravel_frame_read(format, path, -1, &back, &error), GRAVEL_OK);
        assert_int_equal(back.n, MANY);
        near_value(back.particles[MANY - 1].x.x, 1e-6 * (MANY - 1), 1e-9);
        near_value(back.particles[MANY - 1].v.z, 0.125, 0.0);
        gravel_frame_free(&back);
        unlink(path);
    }
    gravel_frame_free(&frame);
}

static void
tables_of_fields_and_formats_are_complete(void **state)
{
    (void)state;
    assert_int_equal(gravel_word_list_count(gravel_field_names), GRAVEL_FIELD_COUNT);
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++) {
        assert_int_equal(gravel_word_list_index(gravel_field_names, gravel_fields[f].name), f);
        assert_int_equal(gravel_word_list_count(gravel_fields[f].columns), gravel_fields[f].n_components);
        assert_non_null(gravel_fields[f].help);
    }
    for (size_t k = 0; gravel_formats[k] != NULL; k++) {
        const struct gravel_format_ops *format = gravel_formats[k];
        assert_ptr_equal(gravel_format_find(format->name), format);
        assert_true(format->what != NULL && format->reference != NULL && format->suffix[0] == '.');
        assert_true((format->create == NULL) == (format->survives == NULL));
        assert_true(format->open != NULL || format->create != NULL);
    }
    assert_null(gravel_format_find("tiff"));
    assert_null(gravel_format_of_path("picture.tiff"));
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_fields_and_formats_are_complete),
        cmocka_unit_test(every_format_reads_back_the_bits_that_it_wrote),
        cmocka_unit_test(wrapped_and_unwrapped_differ_by_whole_boxes),
        cmocka_unit_test(bad_files_are_refused_with_their_line),
        cmocka_unit_test(files_of_other_programs_are_read_by_column_names),
        cmocka_unit_test(what_survives_a_killed_writer_is_what_the_format_says),
        cmocka_unit_test(readers_survive_any_bytes),
        cmocka_unit_test(many_particles_are_read),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
