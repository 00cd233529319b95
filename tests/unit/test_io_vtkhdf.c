/* VTKHDF files written here by HDF5 alone, as other programs write them, are read or refused.  Damaged bytes are not
 * tried: libhdf5 1.10 itself reads freed memory in some such files. */
#include "tests/cmocka.h"
#include "tests/unit/io_frames.h"

#ifdef GRAVEL_HDF5
#include <hdf5.h>

/* What the file has; POINTS[frame] points, one frame after the other in every array. */
struct plan {
    const char *type;        /* of the group */
    bool variable;           /* the text Type has no fixed length */
    bool steps;              /* else the first frame alone */
    bool own_offsets;        /* PointDataOffsets of the velocity, which leaves the first frame out of the array */
    int components;          /* of the velocity */
    int parts;               /* of the first frame */
    double last_radius;      /* of the last point */
    double offset_of_second; /* point at which frame 1 begins */
    double more;             /* points that frame 1 says to have beyond those of the file */
};
static const struct plan usual = {
    .type = "PolyData", .steps = true, .components = 3, .parts = 1, .last_radius = 0.5, .offset_of_second = 2};
static const hsize_t points[] = {2, 3};
enum { ALL = 5 };

static void
put(hid_t place, const char *name, int rank, hsize_t n, hsize_t m, const double *numbers, hid_t type)
{
    const hsize_t size[] = {n, m};
    const hid_t space = H5Screate_simple(rank, size, NULL);
    const hid_t set = H5Dcreate2(place, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    assert_true(set >= 0 && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) >= 0);
    H5Dclose(set);
    H5Sclose(space);
}

static void
put_type(hid_t root, const struct plan *plan)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    H5Tset_size(type, plan->variable ? H5T_VARIABLE : strlen(plan->type));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    const hid_t attribute = H5Acreate2(root, "Type", type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, plan->variable ? (const void *)&plan->type : plan->type);
    H5Aclose(attribute);
    H5Sclose(space);
    H5Tclose(type);
}

static void
put_steps(hid_t root, const struct plan *plan)
{
    const double times[] = {0.25, 0.5}, offsets[] = {0, plan->offset_of_second}, own[] = {0, 0};
    const hid_t steps = H5Gcreate2(root, "Steps", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    put(steps, "Values", 1, 2, 0, times, H5T_IEEE_F64LE);
    put(steps, "PointOffsets", 1, 2, 0, offsets, H5T_STD_I64LE);
    if (plan->own_offsets) {
        const hid_t data = H5Gcreate2(steps, "PointDataOffsets", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        put(data, "velocity", 1, 2, 0, own, H5T_STD_I64LE);
        H5Gclose(data);
    }
    H5Gclose(steps);
}

/* Coordinates and velocities count up, ids count down; radii and positions are of single precision. */
static char *
write_file(const struct plan *plan)
{
    static char path[PATH_MAX];
    double x[3 * ALL], v[3 * ALL], id[ALL], radius[ALL];
    const double numbers[] = {2, 3 + plan->more, 0};
    for (int k = 0; k < 3 * ALL; k++) {
        x[k] = k;
        v[k] = 0.1 * k;
    }
    for (int k = 0; k < ALL; k++) {
        id[k] = ALL - 1 - k;
        radius[k] = k == ALL - 1 ? plan->last_radius : 0.5;
    }
    snprintf(path, sizeof path, "%s/a.vtkhdf", folder);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t root = H5Gcreate2(file, "VTKHDF", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    const hid_t data = H5Gcreate2(root, "PointData", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    put_type(root, plan);
    put(root, "NumberOfPoints", 1, (hsize_t)plan->steps + (hsize_t)plan->parts, 0, numbers, H5T_STD_I64LE);
    put(root, "Points", 2, ALL, 3, x, H5T_IEEE_F32LE);
    put(data, "velocity", 2, ALL, (hsize_t)plan->components, v, H5T_IEEE_F64LE);
    put(data, "body_id", 1, ALL, 0, id, H5T_STD_I32LE);
    put(data, "radius", 1, ALL, 0, radius, H5T_IEEE_F32LE);
    put(data, "colour", 1, ALL, 0, radius, H5T_IEEE_F32LE);
    if (plan->steps)
        put_steps(root, plan);
    H5Gclose(data);
    H5Gclose(root);
    H5Fclose(file);
    return path;
}

/* The error of reading frame `number`, or "". */
static const char *
read_frame(const char *path, long number, struct gravel_frame *frame)
{
    static struct gravel_error error;
    const struct gravel_format_ops *format = gravel_format_of_path(path);
    assert_non_null(format);
    return gravel_frame_read(format, path, number, frame, &error) == GRAVEL_OK ? "" : error.text;
}

static void
frames_have_their_points(void **state)
{
    (void)state;
    struct plan plan = usual;
    struct gravel_frame frame;
    const char *path = write_file(&plan);
    for (size_t number = 0, first = 0; number < 2; first += points[number++]) {
        assert_string_equal(read_frame(path, (long)number, &frame), "");
        assert_int_equal(frame.n, points[number]);
        assert_true(frame.t == (number == 0 ? 0.25 : 0.5) && frame.no_time == NULL);
        for (size_t k = 0; k < frame.n; k++) {
            const double at = 3.0 * (double)(first + k);
            assert_true(frame.particles[k].x.x == at && frame.particles[k].x.z == at + 2.0);
            assert_true(fabs(frame.particles[k].v.y - 0.1 * (at + 1.0)) <= 1e-15);
            assert_int_equal(frame.id[k], ALL - 1 - (int)(first + k));
            assert_true(frame.particles[k].radius == 0.5);
        }
        assert_int_equal(frame.fields, gravel_field_bit(GRAVEL_FIELD_ID) | gravel_field_bit(GRAVEL_FIELD_POSITION) |
                                           gravel_field_bit(GRAVEL_FIELD_VELOCITY) |
                                           gravel_field_bit(GRAVEL_FIELD_RADIUS));
        gravel_frame_free(&frame);
    }
    assert_non_null(strstr(read_frame(path, 2, &frame), "found 2 frames"));
    gravel_frame_free(&frame);
}

static void
a_file_without_steps_has_one_frame(void **state)
{
    (void)state;
    struct plan plan = usual;
    struct gravel_frame frame;
    plan.steps = false;
    plan.variable = true;
    assert_string_equal(read_frame(write_file(&plan), -1, &frame), "");
    assert_true(frame.n == 2 && frame.t == 0.0 && frame.particles[1].x.x == 3.0);
    assert_string_equal(frame.no_time, "Steps");
    gravel_frame_free(&frame);
}

static void
an_array_may_begin_elsewhere(void **state)
{
    (void)state;
    struct plan plan = usual;
    struct gravel_frame frame;
    plan.own_offsets = true;
    assert_string_equal(read_frame(write_file(&plan), 1, &frame), "");
    assert_true(frame.particles[0].x.x == 6.0 && frame.particles[0].v.x == 0.0);
    gravel_frame_free(&frame);
}

static void
what_does_not_fit_is_refused(void **state)
{
    (void)state;
    static const struct {
        struct plan plan;
        const char *message;
    } cases[] = {
        {{"ImageData", false, true, false, 3, 1, 0.5, 2}, "found no group /VTKHDF of the Type PolyData"},
        {{"PolyData", false, true, false, 3, 2, 0.5, 2}, "found 3 numbers in /VTKHDF/NumberOfPoints"},
        {{"PolyData", false, false, false, 3, 2, 0.5, 2}, "found 2 numbers in /VTKHDF/NumberOfPoints"},
        {{"PolyData", false, true, false, 2, 1, 0.5, 2}, "PointData/velocity: found other extents"},
        {{"PolyData", false, true, false, 3, 1, NAN, 2}, "PointData/radius of particle 2: found nan"},
        {{"PolyData", false, true, false, 3, 1, 0.5, 3}, ": found other extents, allowed"},
        {{"PolyData", false, true, false, 3, 1, 0.5, -1}, ": found other extents, allowed"},
        {{"PolyData", false, true, false, 3, 1, 0.5, 2, 9e8}, "frame 1: found 900000003 points, allowed those of"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct gravel_frame frame;
        const char *text = read_frame(write_file(&cases[k].plan), 1, &frame);
        if (strstr(text, cases[k].message) == NULL)
            fail_msg("case %zu: %s", k, text);
        gravel_frame_free(&frame);
    }
}
#else

static void
without_hdf5_it_is_refused(void **state)
{
    (void)state;
    void *reader;
    struct gravel_error error;
    const struct gravel_format_ops *format = gravel_format_find("vtkhdf");
    assert_int_equal(format->open(&reader, "a.vtkhdf", &error), GRAVEL_INPUT);
    assert_non_null(strstr(error.text, "without HDF5"));
}
#endif

int
main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef GRAVEL_HDF5
        cmocka_unit_test(frames_have_their_points),
        cmocka_unit_test(a_file_without_steps_has_one_frame),
        cmocka_unit_test(an_array_may_begin_elsewhere),
        cmocka_unit_test(what_does_not_fit_is_refused),
#else
        cmocka_unit_test(without_hdf5_it_is_refused),
#endif
    };
    return cmocka_run_group_tests_name("VTKHDF", tests, make_folder, remove_folder);
}
