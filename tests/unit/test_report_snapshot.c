/* Drawn snapshots have every particle at its place, of its size, with its arrow. */
#include "tests/near.h"
#include "tests/unit/report_world.h"

/* A filled circle of a drawn snapshot: gnuplot's point type 7, a circle of radius 1, scaled by a definition [px]. */
struct circle {
    double x, y, radius;
};

/* Circles in the order in which they are painted; returns their number, of which at most `max` are stored. */
static size_t
read_circles(const char *svg, struct circle *circles, size_t max)
{
    static const char mark[] = "<use href='#s6-";
    size_t n = 0;

    assert_non_null(strstr(svg, "<circle id='gpPt5'"));
    assert_non_null(strstr(svg, "cx='0' cy='0' r='1'/>"));
    for (const char *at = strstr(svg, mark); at; at = strstr(at + 1, mark), n++) {
        struct circle c;
        assert_int_equal(sscanf(at + sizeof mark - 1, "%lf' x='%lf' y='%lf'", &c.radius, &c.x, &c.y), 3);
        char definition[80];
        snprintf(definition, sizeof definition, "<g id='s6-%.*s'><use href='#gpPt6' transform='scale(%.*s)'/></g>",
                 (int)strcspn(at + sizeof mark - 1, "'"), at + sizeof mark - 1, (int)strcspn(at + sizeof mark - 1, "'"),
                 at + sizeof mark - 1);
        assert_non_null(strstr(svg, definition));
        if (n < max)
            circles[n] = c;
    }
    return n;
}

static const struct gravel_table *
first_snapshot(const struct world *w)
{
    const struct gravel_table *table = NULL;

    for (size_t i = 0; !table && i < w->records.n; i++)
        table = gravel_record_table(&w->records.items[i], "snapshot");
    assert_non_null(table);
    return table;
}

static void
snapshot_draws_every_particle_of_every_panel_and_the_drum(void **state)
{
    char *svg = slurp(*state, "figures/a-case-4.svg"), *script = slurp(*state, "figures/a-case-4.gp");

    assert_int_equal(read_circles(svg, NULL, 0), 2 * WORLD_GRAINS);
    assert_int_equal(count(script, "set object circle at 0,0 size 0.031 "), 2);
    assert_non_null(strstr(svg, "speed [m/s]"));
    free(svg);
    free(script);
}

/* A plane that is seen edge on is a line y = -0.01 + 3/4 x from border to border; the drum reaches from -0.031 to
 * 0.031. */
static void
snapshot_draws_a_plane_as_a_line_that_ends_with_the_picture(void **state)
{
    char *script = slurp(*state, "figures/a-case-4.gp");
    const char *at = strstr(script, "set arrow 2 nohead from ");
    double a[2], b[2];

    assert_non_null(at);
    assert_int_equal(sscanf(at, "set arrow 2 nohead from %lf,%lf to %lf,%lf lw", &a[0], &a[1], &b[0], &b[1]), 4);
    near("height of one end", a[1], -0.01 + 0.75 * a[0], 1e-9);
    near("height of the other", b[1], -0.01 + 0.75 * b[0], 1e-9);
    for (int k = 0; k < 2; k++) { /* the margin is a hundredth of the width */
        const double *end = k == 0 ? a : b;
        near("distance from the middle", fmax(fabs(end[0]), fabs(end[1])), 0.031 + 0.00062, 1e-9);
    }
    assert_true((a[0] < 0) != (b[0] < 0));
    assert_int_equal(count(script, "set arrow 2 nohead from "), 2);
    free(script);
}

/* Places and radii of the drawn circles have one scale, on both axes: the files hold tenths of a pixel. */
static void
circles_of_a_snapshot_are_true_to_scale(void **state)
{
    struct circle c[WORLD_GRAINS];
    const struct gravel_table *table = first_snapshot(&((struct fixture *)*state)->world);
    char *svg = slurp(*state, "figures/a-case-4.svg");
    const double *last = table->data + (WORLD_GRAINS - 1) * table->n_columns;

    assert_true(read_circles(svg, c, WORLD_GRAINS) > WORLD_GRAINS);
    const double scale = (c[WORLD_GRAINS - 1].x - c[0].x) / last[0];
    assert_true(scale * last[3] > 5);
    for (size_t i = 0; i < WORLD_GRAINS; i++) {
        const double *row = table->data + i * table->n_columns;
        assert_true(fabs(c[i].x - c[0].x - scale * row[0]) < 0.15);
        assert_true(fabs(c[0].y - c[i].y - scale * row[1]) < 0.15);
        assert_true(fabs(c[i].radius - scale * row[3]) < 0.02);
    }
    free(svg);
}

static void
the_scale_bar_has_the_length_that_it_states(void **state)
{
    char *script = slurp(*state, "figures/a-case-4.gp"), unit[8];
    const char *bar = strstr(script, "set arrow 1 nohead from screen "), *label = strstr(script, "set label 1 '");
    const char *size = strstr(script, "size(radius) = ");
    double from, to, length, point;

    assert_true(bar && label && size);
    assert_int_equal(sscanf(bar, "set arrow 1 nohead from screen %lf, screen %*f to screen %lf,", &from, &to), 2);
    assert_int_equal(sscanf(label, "set label 1 '%lf %7[^']'", &length, unit), 2);
    assert_int_equal(sscanf(size, "size(radius) = %lf", &point), 1);
    length *= strcmp(unit, "mm") == 0 ? 0.001 : 1;
    near("length of the bar [px]", 960 * (to - from), length * point * 0.375 * 15, 0.02);
    free(script);
}

/* Lines that begin at (x, y), and of them those that end at (tip_x, tip_y). */
static size_t
count_lines(const char *svg, double x, double y, double tip_x, double tip_y, size_t *n_tips)
{
    size_t n = 0;

    *n_tips = 0;
    for (const char *at = strchr(svg, 'M'); at; at = strchr(at + 1, 'M')) {
        double p[4];
        if (sscanf(at, "M%lf,%lf %lf,%lf", &p[0], &p[1], &p[2], &p[3]) != 4 || hypot(p[0] - x, p[1] - y) > 0.15)
            continue;
        n++;
        *n_tips += hypot(p[2] - tip_x, p[3] - tip_y) < 0.17;
    }
    return n;
}

/* Every arrow begins at its particle and points away from the middle, half as long as the particle is far from it. */
static void
arrows_have_the_direction_and_the_magnified_length_of_their_columns(void **state)
{
    struct circle c[WORLD_GRAINS];
    char *svg = slurp(*state, "figures/a-case-8.svg");
    size_t n_tips;

    assert_int_equal(read_circles(svg, c, WORLD_GRAINS), 2 * 2 * WORLD_GRAINS);     /* a white disk on a grey one */
    assert_int_equal(count_lines(svg, c[0].x, c[0].y, c[0].x, c[0].y, &n_tips), 0); /* the one in the middle has none */
    assert_true(hypot(c[1].x - c[0].x, c[1].y - c[0].y) > 5);
    for (size_t i = 1; i < WORLD_GRAINS; i++) {
        count_lines(svg, c[i].x, c[i].y, c[i].x + 0.5 * (c[i].x - c[0].x), c[i].y + 0.5 * (c[i].y - c[0].y), &n_tips);
        assert_int_equal(n_tips, 1);
    }
    assert_true(fabs(atan2(c[0].y - c[1].y, c[1].x - c[0].x) - 0.5) < 0.01); /* the second is at 0.5 rad, up is up */
    free(svg);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(snapshot_draws_every_particle_of_every_panel_and_the_drum),
        cmocka_unit_test(snapshot_draws_a_plane_as_a_line_that_ends_with_the_picture),
        cmocka_unit_test(circles_of_a_snapshot_are_true_to_scale),
        cmocka_unit_test(the_scale_bar_has_the_length_that_it_states),
        cmocka_unit_test(arrows_have_the_direction_and_the_magnified_length_of_their_columns),
    };
    return cmocka_run_group_tests_name("report snapshots", tests, setup, teardown);
}
