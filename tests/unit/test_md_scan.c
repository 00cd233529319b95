/* Tests of all pairs of a small system: against one pair at a time, for every width of vectors that the machine has. */
#include "engines/core/root.h"
#include "engines/md/pairs.h"
#include "engines/md/wide.h"
#include "tests/unit/md_helper.h"
#include "tests/unit/random.h"

/* Particles of two sizes at random in a box that is periodic in the directions of the bits of `periodic`. */
struct crowd {
    struct gravel_md md;
    struct vec3 x[GRAVEL_MD_SMALL], v[GRAVEL_MD_SMALL];
    struct gravel_md_body bodies[2];
    int32_t body[GRAVEL_MD_SMALL];
    struct gravel_md_columns columns;
};

static void
fill(struct crowd *crowd, size_t n, unsigned periodic, gsl_rng *rng)
{
    const struct gravel_box box = {
        .periodic = {periodic & 1, (periodic & 2) != 0, (periodic & 4) != 0}, .low = v3(-1, 0, 2), .high = v3(1, 3, 6)};
    *crowd = (struct crowd){.bodies = {{.radius = 0.1}, {.radius = 0.25}}};
    for (size_t i = 0; i < n; i++) {
        const struct vec3 place = random_place(rng);
        crowd->x[i] = v3(-1 + 2 * place.x, 3 * place.y, 2 + 4 * place.z);
        crowd->v[i] = random_vector(rng);
        crowd->body[i] = (int32_t)(i % 3 == 0);
    }
    crowd->md = (struct gravel_md){.n = n,
                                   .small = true,
                                   .system.box = box,
                                   .x = crowd->x,
                                   .v = crowd->v,
                                   .bodies = crowd->bodies,
                                   .body = crowd->body};
    gravel_md_columns_of(&crowd->md, &crowd->columns);
}

/* One pair at a time. */
struct pair {
    double distance2, sum;
    double contact, leaves; /* times: of the first contact, and to which the nearest image remains the nearest */
};

static struct pair
pair_of(const struct crowd *crowd, size_t i, size_t j)
{
    const struct gravel_box *box = &crowd->md.system.box;
    const struct vec3 r = gravel_box_separation(box, crowd->x[i], crowd->x[j]), v = v3_sub(crowd->v[j], crowd->v[i]);
    const double sum = gravel_md_radius(&crowd->md, i) + gravel_md_radius(&crowd->md, j), b = v3_dot(r, v);
    const double length[3] = {box->high.x - box->low.x, box->high.y - box->low.y, box->high.z - box->low.z};
    const double speed[3] = {fabs(v.x), fabs(v.y), fabs(v.z)};
    struct pair pair = {v3_norm2(r), sum, INFINITY, INFINITY};
    if (b < 0.0)
        pair.contact = gravel_pair_contact(b, pair.distance2 - sum * sum, v3_norm2(v));
    for (int d = 0; d < 3; d++)
        if (box->periodic[d])
            pair.leaves = fmin(pair.leaves, fmax(0.5 * length[d] - sum, 0.0) / speed[d]);
    return pair;
}

static const size_t numbers[] = {1, 2, 7, 8, 9, 33, 63, 64};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* Give `check` crowds of several numbers of particles in boxes of all kinds, and each width of vectors. */
static void
for_crowds(void check(const struct crowd *, const struct gravel_md_wide *, gsl_rng *))
{
    gsl_rng *rng = gravel_rng_create(5, "scan", 0);
    assert_non_null(rng);
    for (int width = 0; width <= (int)gravel_simd(); width++)
        for (unsigned periodic = 0; periodic < 8; periodic++)
            for (size_t k = 0; k < NUMBERS; k++) {
                struct crowd crowd;
                fill(&crowd, numbers[k], periodic, rng);
                check(&crowd, gravel_md_wide_of((enum gravel_simd)width), rng);
            }
    gsl_rng_free(rng);
}

static void
near_is_exact(const struct crowd *crowd, const struct gravel_md_wide *wide, gsl_rng *rng)
{
    const double skin = 0.5 * gsl_rng_uniform(rng);
    for (size_t i = 0; i < crowd->md.n; i++) {
        const uint64_t bits = wide->scan_near(&crowd->columns, i, skin);
        for (size_t j = 0; j < GRAVEL_MD_SMALL; j++) {
            const struct pair pair = j > i && j < crowd->md.n ? pair_of(crowd, i, j) : (struct pair){INFINITY, 0, 0, 0};
            assert_int_equal(bits >> j & 1, pair.distance2 < (pair.sum + skin) * (pair.sum + skin));
        }
    }
}

static void
near_pairs_are_those_of_one_test_each(void **state)
{
    (void)state;
    for_crowds(near_is_exact);
}

static size_t set, empty;

static void
flight_is_complete(const struct crowd *crowd, const struct gravel_md_wide *wide, gsl_rng *rng)
{
    const double duration = 4.0 * pow(gsl_rng_uniform(rng), 2);
    for (size_t i = 0; i < crowd->md.n; i++) {
        const uint64_t bits = wide->scan_flight(&crowd->columns, i, duration);
        assert_int_equal(bits & ~(UINT64_MAX << i << 1), 0);
        for (size_t j = i + 1; j < crowd->md.n; j++) {
            const struct pair pair = pair_of(crowd, i, j);
            const bool is_set = bits >> j & 1;
            if (fmin(pair.contact, pair.leaves) <= duration)
                assert_true(is_set);
            set += is_set;
            empty += !is_set;
        }
        for (size_t j = crowd->md.n; j < GRAVEL_MD_SMALL; j++)
            assert_int_equal(bits >> j & 1, 0);
    }
}

/* None that ends a flight is left out; most of the others are. */
static void
pairs_that_end_a_flight_are_found(void **state)
{
    (void)state;
    set = empty = 0;
    for_crowds(flight_is_complete);
    assert_true(set > 1000);
    assert_true(empty > set);
}

/* A contact at the end itself, where rounding could leave it out; not one that is five times as far. */
static void
a_contact_at_the_very_end_is_found(void **state)
{
    (void)state;
    size_t contacts = 0;
    gsl_rng *rng = gravel_rng_create(6, "scan", 0);
    assert_non_null(rng);
    for (int k = 0; k < 2000; k++) {
        struct crowd crowd;
        fill(&crowd, 2, (unsigned)k % 8, rng);
        const struct pair pair = pair_of(&crowd, 0, 1);
        if (!(pair.contact > 0.0 && pair.contact < pair.leaves))
            continue;
        contacts++;
        for (int width = 0; width <= (int)gravel_simd(); width++) {
            const struct gravel_md_wide *wide = gravel_md_wide_of((enum gravel_simd)width);
            assert_int_equal(wide->scan_flight(&crowd.columns, 0, pair.contact), 2);
            assert_int_equal(wide->scan_flight(&crowd.columns, 0, 0.2 * pair.contact), 0);
        }
    }
    assert_true(contacts > 20);
    gsl_rng_free(rng);
}

int
main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_pairs_are_those_of_one_test_each),
        cmocka_unit_test(pairs_that_end_a_flight_are_found),
        cmocka_unit_test(a_contact_at_the_very_end_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
