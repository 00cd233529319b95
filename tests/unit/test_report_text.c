/* Numbers, prose and sources as the report prints them. */
#include "reports/text.h"

#include "harness/util/home.h"
#include "reports/sources.h"
#include "tests/cmocka.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
sources_are_read_as_plain_text(void **state)
{
    struct gravel_sources sources;
    struct gravel_error error = {0};
    const char *rest;
    static const char entry[] = "{H}ard M{\\\"u}ller, Erta{\\c s} 3--4";
    char *text = gravel_bibtex_text(entry, sizeof entry - 1);

    (void)state;
    assert_string_equal(text, "Hard Müller, Ertaş 3–4");
    free(text);
    assert_int_equal(gravel_sources_load(&sources, gravel_home(), &error), GRAVEL_OK);
    const struct gravel_source *s = gravel_sources_find(&sources, "S3, Fig. 7", &rest);
    assert_non_null(s);
    assert_string_equal(s->name, "Luding 1994");
    assert_string_equal(rest, ", Fig. 7");
    assert_non_null(strstr(s->entry, "Freiburg"));
    assert_null(gravel_sources_find(&sources, "S33", &rest));
    gravel_sources_free(&sources);
}

static void
numbers_carry_their_error(void **state)
{
    static const struct {
        double value, err;
        const char *text;
    } samples[] = {{0.3415, 0.0003, "0.34150 ± 0.00030"},
                   {2.385e-5, 1.7e-7, "(2.385 ± 0.017)×10⁻⁵"},
                   {-1.5, 0.25, "−1.50 ± 0.25"},
                   {1234.5, 20, "1234 ± 20"},
                   {0.341, 0, "0.341"},
                   {0.341, -1, "0.341 ± ?"},
                   {NAN, 0.1, "–"},
                   {7e-6, 0, "7×10⁻⁶"},
                   {0.0004, 0.003, "0.0004 ± 0.0030"},
                   {0.006196998217, 4e-14, "0.006196998217 ± 4×10⁻¹⁴"},
                   {999.96, 0.0996, "999.96 ± 0.10"}};
    char text[120];

    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        assert_string_equal(gravel_text_measured(text, sizeof text, samples[i].value, samples[i].err), samples[i].text);
}

static void
prose_sets_symbols_and_leaves_names(void **state)
{
    static const char *const samples[][2] = {
        {"sigma = s_0 / (v_0 t_c)", "σ = s<sub>0</sub> / (v<sub>0</sub> t<sub>c</sub>)"},
        {"effective_restitution, S3.fig7a.ed", "effective_restitution, S3.fig7a.ed"},
        {"m s^-2 >= 10^-3", "m s<sup>-2</sup> ≥ 10<sup>-3</sup>"},
        {"(A_0 w)^1.5 +- pico", "(A<sub>0</sub> w)<sup>1.5</sup> ± pico"},
        {"v^{1/5} falls with mu", "v<sup>1/5</sup> falls with μ"},
        {"x^(3/2), (a/b)^(-(1 + e)/2)", "x<sup>3/2</sup>, (a/b)<sup>-(1 + e)/2</sup>"},
        {"<v>^2/|h|^2, x^(open", "&lt;v&gt;<sup>2</sup>/|h|<sup>2</sup>, x^(open"}};

    (void)state;
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        char *text;
        size_t length;
        FILE *out = open_memstream(&text, &length);
        gravel_text_prose(out, GRAVEL_MARKUP_HTML, samples[i][0]);
        fclose(out);
        assert_string_equal(text, samples[i][1]);
        free(text);
    }
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sources_are_read_as_plain_text),
        cmocka_unit_test(numbers_carry_their_error),
        cmocka_unit_test(prose_sets_symbols_and_leaves_names),
    };
    return cmocka_run_group_tests_name("report text", tests, NULL, NULL);
}
