/* A picture is made smaller without a change that can be seen. */
#include "reports/svg_short.h"
#include "tests/cmocka.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `put` writes of the text; *length: what it replaced. */
static char *
written(size_t (*put)(FILE *, const char *, struct gravel_svg_symbols *), const char *text, size_t *length)
{
    char *out = NULL;
    size_t size;
    struct gravel_svg_symbols symbols = {0};
    FILE *memory = open_memstream(&out, &size);

    assert_non_null(memory);
    *length = put(memory, text, &symbols);
    assert_int_equal(fclose(memory), 0);
    return out;
}

static size_t
put_path(FILE *out, const char *text, struct gravel_svg_symbols *symbols)
{
    (void)symbols;
    return gravel_svg_put_path(out, text);
}

#define POINT(x, y, colour) \
    "\t<use xlink:href='#gpPt6' transform='translate(" x "," y ") scale(2.81)' color='" colour "'/>\n"

static void
points_of_one_kind_share_a_symbol_and_a_colour(void **state)
{
    static const char points[] = POINT("1.24", "20.00", "#0072b2") POINT("1.20", "20.01", "#0072b2")
        POINT("30.36", "-0.01", "#0072b2") POINT("4.00", "5.50", "rgb( 69,  17,  98)") "</g>\n";
    size_t length;
    char *out = written(gravel_svg_put_points, points, &length);

    (void)state;
    /* the second is where the first is; the fourth has a colour of its own and is not taken */
    assert_string_equal(out, "<defs><g id='s6-2.81'><use href='#gpPt6' transform='scale(2.81)'/></g></defs>\n"
                             "<g color='#0072b2'>\n<use href='#s6-2.81' x='1.2' y='20'/>\n"
                             "<use href='#s6-2.81' x='30.4' y='0'/>\n</g>\n");
    free(out);
    out = written(gravel_svg_put_points, points + length, &length);
    assert_non_null(strstr(out, "</defs>\n<use href='#s6-2.81' x='4' y='5.5' color='#451162'/>\n"));
    free(out);
    out = written(gravel_svg_put_points, "<use xlink:href='#gpPt6'/>\n", &length);
    assert_int_equal(length, 0);
    assert_string_equal(out, "");
    free(out);
}

static void
a_path_keeps_its_vertices_to_a_tenth_of_a_pixel(void **state)
{
    static const char path[] = "  d='M77.62,313.59 L728.49,313.55 \nL728.49,22.04 M-0.02,22.51 L1.00,2.00 Z '/>";
    size_t length;
    char *out = written(put_path, path, &length);

    (void)state;
    assert_string_equal(out, " d='M77.6,313.6 728.5,313.6 728.5,22 M0,22.5 1,2 Z");
    assert_string_equal(path + length, "'/>");
    free(out);
    out = written(put_path, " d='M0,-1.33 L-1.33,0.67 z'", &length); /* a symbol, of a size near 1 */
    assert_int_equal(length, 0);
    free(out);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_one_kind_share_a_symbol_and_a_colour),
        cmocka_unit_test(a_path_keeps_its_vertices_to_a_tenth_of_a_pixel),
    };
    return cmocka_run_group_tests_name("report svg", tests, NULL, NULL);
}
