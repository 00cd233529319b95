/* Pattern of a layer on a vibrating plate: the height field h(x, y), the mean height of the grains over each square of
 * a grid above the plate (0 where there is none), once in a period of the plate, always at the same phase.
 *
 * Its modes are h_k = (1/n) sum h exp(-i k r) over the n squares, 0 < |k| <= 2 pi/shortest.  Of a period and the one
 * before, a_k = (h_k - h'_k)/2 is what changes its sign and s_k = (h_k + h'_k)/2 what does not:
 *     alternating_variance  sum |a_k|^2, the response at half the plate's frequency
 *     pattern_variance      sum |a_k|^2 + |s_k|^2, of all
 *     subharmonic_share     their ratio: 1 for a pattern of period two, 1/2 for fields without memory, 0 for heaps
 *     pattern_wave_number   mean of |k| on the ring about the strongest |k|, weighted with |a_k|^2
 *     pattern_order.n       |sum |a_k|^2 exp(i n angle(k))|/sum |a_k|^2 on the ring, n = 2, 4, 6: stripes give 1, 1, 1,
 *                           squares 0, 1, 0, hexagons 0, 0, 1
 *     alternating_skewness  |S - S'|/2 of the skewness of the heights, <(h - <h>)^3>/<(h - <h>)^2>^(3/2), and that of
 *                           the period before: stripes and squares are their own negative, moved by half a wave, and
 *                           have 0; hexagons of three waves in phase, whose sign alternates, sqrt(2/3) in any
 *                           orientation
 * The ring is three steps 2 pi/L wide, L the longer side. */
#include "cases/measure/box.h"
#include "engines/core/plate.h"

#include <complex.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

static const struct gravel_key keys[] = {
    {"cell", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1000, "2", NULL, "edge of a square, in mean diameters"},
    {"shortest", GRAVEL_TYPE_REAL, GRAVEL_ABOVE_MIN, "1", 0, 1e6, "8", NULL, "shortest wave length, in mean diameters"},
    {0},
};

enum { VARIANCE, ALTERNATING, WAVE_NUMBER, ORDER, SKEWNESS = ORDER + 3, VALUES, SHARE = VALUES, MEANS };

struct mode {
    int32_t i, j;    /* k = 2 pi (i/L_x, j/L_y); of k and -k only one is here */
    double k, angle; /* |k| [1/m], and its direction [rad] */
};

struct pattern {
    const struct gravel_wall *plate;
    size_t n[2];              /* squares along x and y; 1 along y in two dimensions */
    double low[2], length[2]; /* of the box [m]; length[1] is one diameter in two dimensions */
    size_t stride, n_samples; /* samples to a period; samples so far, without the one at the start */
    size_t n_modes;
    struct mode *modes;       /* [n_modes]; owned */
    double complex *wave[2];  /* [n[d]] exp(-2 pi i q/n[d]); owned */
    double *height, *before;  /* [n[1]][n[0]] the last field and the one a period earlier [m]; owned */
    double *grains;           /* [n[1]][n[0]] numbers of grains; owned */
    double *mode, *last_mode; /* [n_modes][2] real and imaginary parts of h_k, now and a period earlier [m]; owned */
    double *power;            /* [n_modes] |a_k|^2 [m^2]; owned */
    double skewness;          /* of the last field */
    double last[VALUES];      /* values of the last period */
    struct gravel_mean means[MEANS];
};

static void
destroy(void *measure)
{
    struct pattern *m = measure;
    free(m->modes);
    free(m->wave[0]);
    free(m->wave[1]);
    free(m->height);
    free(m->before);
    free(m->grains);
    free(m->mode);
    free(m->last_mode);
    free(m->power);
}

/* Modes up to `largest` [1/m], those that the squares resolve. */
static bool
choose_modes(struct pattern *m, double largest)
{
    const int32_t most[2] = {(int32_t)((m->n[0] - 1) / 2), (int32_t)((m->n[1] - 1) / 2)};
    m->modes = calloc((size_t)(2 * most[0] + 1) * (size_t)(most[1] + 1), sizeof *m->modes);
    if (m->modes == NULL)
        return false;
    for (int32_t j = 0; j <= most[1]; j++)
        for (int32_t i = j == 0 ? 1 : -most[0]; i <= most[0]; i++) {
            const double x = 2.0 * M_PI * i / m->length[0], y = 2.0 * M_PI * j / m->length[1];
            if (hypot(x, y) <= largest * (1.0 + 1e-12))
                m->modes[m->n_modes++] = (struct mode){i, j, hypot(x, y), atan2(y, x)};
        }
    return true;
}

static enum gravel_status
allocate(struct pattern *m, double largest, struct gravel_error *error)
{
    const size_t squares = m->n[0] * m->n[1];
    if (!choose_modes(m, largest))
        return gravel_no_memory(error);
    if (m->n_modes == 0)
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.surface_pattern.shortest",
                              "no wave length in the box of %g m is as long and resolved by %zu squares", m->length[0],
                              m->n[0]);
    for (int d = 0; d < 2; d++)
        if ((m->wave[d] = calloc(m->n[d], sizeof *m->wave[d])) == NULL)
            return gravel_no_memory(error);
    for (int d = 0; d < 2; d++)
        for (size_t q = 0; q < m->n[d]; q++)
            m->wave[d][q] = cexp(-2.0 * M_PI * I * (double)q / (double)m->n[d]);
    m->height = calloc(squares, sizeof *m->height);
    m->before = calloc(squares, sizeof *m->before);
    m->grains = calloc(squares, sizeof *m->grains);
    m->mode = calloc(2 * m->n_modes, sizeof *m->mode);
    m->last_mode = calloc(2 * m->n_modes, sizeof *m->last_mode);
    m->power = calloc(m->n_modes, sizeof *m->power);
    return m->height && m->before && m->grains && m->mode && m->last_mode && m->power ? GRAVEL_OK
                                                                                      : gravel_no_memory(error);
}

static double
share_of(const void *measure, const double *s, size_t mean, size_t k)
{
    (void)measure, (void)mean, (void)k;
    return s[VARIANCE] > 0.0 ? s[ALTERNATING] / s[VARIANCE] : 0.0;
}

static void
declare(struct pattern *m)
{
    static const struct gravel_mean list[MEANS] = {{.name = "pattern_variance", .unit = "m2", .n = 1},
                                                   {.name = "alternating_variance", .unit = "m2", .n = 1},
                                                   {.name = "pattern_wave_number", .unit = "1/m", .n = 1},
                                                   {.name = "pattern_order.2", .unit = "1", .n = 1},
                                                   {.name = "pattern_order.4", .unit = "1", .n = 1},
                                                   {.name = "pattern_order.6", .unit = "1", .n = 1},
                                                   {.name = "alternating_skewness", .unit = "1", .n = 1},
                                                   {.name = "subharmonic_share", .unit = "1", .n = 1, .of = share_of}};
    for (size_t k = 0; k < MEANS; k++)
        m->means[k] = list[k];
}

static enum gravel_status
create(void *measure, const struct gravel_system *system, const struct gravel_options *parameters,
       const struct gravel_options *options, struct gravel_error *error)
{
    struct pattern *m = measure;
    const double diameter = gravel_mean_diameter(system);
    for (size_t w = 0; w < system->n_walls && m->plate == NULL; w++)
        if (system->walls[w].shape == GRAVEL_PLANE && system->walls[w].axis.z == 1.0 &&
            system->walls[w].motion.amplitude > 0.0)
            m->plate = &system->walls[w];
    if (m->plate == NULL)
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.surface_pattern", "needs a vibrating plane with axis z");
    m->stride = gravel_samples_to_a_period(parameters);
    if (m->stride == 0)
        return gravel_fail_at(error, GRAVEL_INPUT, "measure.surface_pattern",
                              "needs run.periods, and run.samples a whole multiple of it");
    const struct vec3 low = system->box.low, side = v3_sub(system->box.high, low);
    const double edge = gravel_options_real(options, "cell") * diameter;
    m->low[0] = low.x, m->length[0] = side.x;
    m->low[1] = low.y, m->length[1] = system->dimension == 3 ? side.y : diameter;
    m->n[0] = (size_t)fmax(1.0, nearbyint(side.x / edge));
    m->n[1] = system->dimension == 3 ? (size_t)fmax(1.0, nearbyint(side.y / edge)) : 1;
    declare(m);
    return allocate(m, 2.0 * M_PI / (gravel_options_real(options, "shortest") * diameter), error);
}

static const struct gravel_mean *
means(const void *measure, size_t *count)
{
    *count = MEANS;
    return ((const struct pattern *)measure)->means;
}

static size_t
square_of(const struct pattern *m, struct vec3 x)
{
    const double place[2] = {x.x, m->n[1] > 1 ? x.y : m->low[1]};
    size_t index[2];
    for (int d = 0; d < 2; d++) {
        const double n = (double)m->n[d], q = floor((place[d] - m->low[d]) / m->length[d] * n);
        index[d] = (size_t)(q - n * floor(q / n));
    }
    return index[1] * m->n[0] + index[0];
}

static void
find_heights(struct pattern *m, const struct gravel_state *state)
{
    const double floor_now = m->plate->origin.z + gravel_wall_shift(m->plate, state->t).z;
    double *const older = m->before;
    m->before = m->height;
    m->height = older;
    for (size_t s = 0; s < m->n[0] * m->n[1]; s++)
        m->height[s] = m->grains[s] = 0.0;
    for (size_t k = 0; k < state->system->n_particles; k++) {
        const struct gravel_particle *p = &state->particles[k];
        if (p->attached != GRAVEL_FREE)
            continue;
        const size_t s = square_of(m, p->x);
        m->height[s] += p->x.z - floor_now;
        m->grains[s] += 1.0;
    }
    for (size_t s = 0; s < m->n[0] * m->n[1]; s++)
        m->height[s] = m->grains[s] > 0.0 ? m->height[s] / m->grains[s] : 0.0;
}

static double complex
mode_of(const struct pattern *m, const struct mode *mode)
{
    double complex sum = 0.0;
    for (size_t y = 0; y < m->n[1]; y++) {
        double complex row = 0.0;
        for (size_t x = 0; x < m->n[0]; x++)
            row += m->height[y * m->n[0] + x] *
                   m->wave[0][(size_t)(mode->i < 0 ? mode->i + (int32_t)m->n[0] : mode->i) * x % m->n[0]];
        sum += row * m->wave[1][(size_t)mode->j * y % m->n[1]];
    }
    return sum / (double)(m->n[0] * m->n[1]);
}

static void
find_modes(struct pattern *m)
{
    double *const older = m->last_mode;
    m->last_mode = m->mode;
    m->mode = older;
    for (size_t k = 0; k < m->n_modes; k++) {
        const double complex h = mode_of(m, &m->modes[k]);
        m->mode[2 * k] = creal(h);
        m->mode[2 * k + 1] = cimag(h);
    }
}

/* Variances and |a_k|^2; k and -k count. */
static void
find_power(struct pattern *m)
{
    m->last[VARIANCE] = m->last[ALTERNATING] = 0.0;
    for (size_t k = 0; k < m->n_modes; k++) {
        m->power[k] = 0.0;
        for (size_t part = 2 * k; part < 2 * k + 2; part++) {
            const double a = 0.5 * (m->mode[part] - m->last_mode[part]), s = 0.5 * (m->mode[part] + m->last_mode[part]);
            m->power[k] += 2.0 * a * a;
            m->last[VARIANCE] += 2.0 * (a * a + s * s);
        }
        m->last[ALTERNATING] += m->power[k];
    }
}

/* Number of the ring, in steps of 2 pi/L. */
static size_t
ring_of(const struct pattern *m, const struct mode *mode)
{
    return (size_t)nearbyint(mode->k * fmax(m->length[0], m->length[1]) / (2.0 * M_PI));
}

static double
ring_power(const struct pattern *m, size_t ring)
{
    double sum = 0.0;
    for (size_t k = 0; k < m->n_modes; k++)
        sum += ring_of(m, &m->modes[k]) == ring ? m->power[k] : 0.0;
    return sum;
}

static void
find_order(struct pattern *m)
{
    size_t strongest = 0;
    double best = -1.0, sum = 0.0;
    double complex turned[3] = {0.0};
    for (size_t k = 0; k < m->n_modes; k++) {
        const double power = ring_power(m, ring_of(m, &m->modes[k]));
        if (power > best) {
            best = power;
            strongest = ring_of(m, &m->modes[k]);
        }
    }
    m->last[WAVE_NUMBER] = 0.0;
    for (size_t k = 0; k < m->n_modes; k++) {
        const size_t ring = ring_of(m, &m->modes[k]);
        if (ring + 1 < strongest || ring > strongest + 1)
            continue;
        sum += m->power[k];
        m->last[WAVE_NUMBER] += m->power[k] * m->modes[k].k;
        for (int n = 0; n < 3; n++)
            turned[n] += m->power[k] * cexp(I * (2.0 * n + 2.0) * m->modes[k].angle);
    }
    m->last[WAVE_NUMBER] /= sum > 0.0 ? sum : 1.0;
    for (int n = 0; n < 3; n++)
        m->last[ORDER + n] = sum > 0.0 ? cabs(turned[n]) / sum : 0.0;
}

/* 0 of a flat field. */
static double
skewness_of(const struct pattern *m)
{
    const size_t squares = m->n[0] * m->n[1];
    const double mean = gsl_stats_mean(m->height, 1, squares);
    const double deviation = gsl_stats_sd_with_fixed_mean(m->height, 1, squares, mean);
    return deviation > 0.0 ? gsl_stats_skew_m_sd(m->height, 1, squares, mean, deviation) : 0.0;
}

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    struct pattern *m = measure;
    m->n_samples += state->since > 0.0;
    if (m->n_samples % m->stride == 0) {
        find_heights(m, state);
        find_modes(m);
        const double before = m->skewness;
        m->skewness = skewness_of(m);
        if (m->n_samples > 0) {
            find_power(m);
            find_order(m);
            m->last[SKEWNESS] = 0.5 * fabs(m->skewness - before);
        }
    }
    for (size_t v = 0; v < VALUES; v++)
        values[v] = m->last[v];
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct pattern *m = measure;
    const size_t squares = m->n[0] * m->n[1];
    GRAVEL_ARCHIVE(archive, m->n_samples);
    GRAVEL_ARCHIVE_ARRAY(archive, m->height, squares);
    GRAVEL_ARCHIVE_ARRAY(archive, m->before, squares);
    GRAVEL_ARCHIVE_ARRAY(archive, m->mode, 2 * m->n_modes);
    GRAVEL_ARCHIVE_ARRAY(archive, m->last_mode, 2 * m->n_modes);
    GRAVEL_ARCHIVE_ARRAY(archive, m->last, VALUES);
    GRAVEL_ARCHIVE(archive, m->skewness);
}

/* Discs as wide as their squares, for pictures. */
static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    enum { WIDTH = 5 };
    (void)state;
    const struct pattern *m = measure;
    const size_t squares = m->n[0] * m->n[1];
    const double edge[2] = {m->length[0] / (double)m->n[0], m->length[1] / (double)m->n[1]};
    double *table = malloc(WIDTH * squares * sizeof *table);
    if (table == NULL)
        return gravel_no_memory(error);
    for (size_t s = 0; s < squares; s++) {
        const double row[WIDTH] = {m->low[0] + ((double)(s % m->n[0]) + 0.5) * edge[0],
                                   m->low[1] + ((double)(s / m->n[0]) + 0.5) * edge[1], 0.5 * fmin(edge[0], edge[1]),
                                   m->height[s], m->before[s]};
        for (size_t c = 0; c < WIDTH; c++)
            table[WIDTH * s + c] = row[c];
    }
    r->table(r->self, "height_field", "x|y|radius|height|before", "m|m|m|m|m", squares, table);
    free(table);
    return GRAVEL_OK;
}

static const struct gravel_yield yields[] = {
    {"pattern_variance", "m2"},
    {"alternating_variance", "m2"},
    {"pattern_wave_number", "1/m"},
    {"pattern_order.*", "1"},
    {"alternating_skewness", "1"},
    {"subharmonic_share", "1"},
    {"height_field", "m|m|m|m|m", "x|y|radius|height|before"},
    {0},
};

const struct gravel_measure_ops gravel_measure_surface_pattern = {
    .name = "surface_pattern",
    .what =
        "Height of a layer over its vibrating plate, once in a period: variance of its modes, the part that changes "
        "sign from period to period (response at f/2) and its share, wave number of that part, and its order "
        "|<exp(i n angle)>|, n = 2, 4, 6: stripes 1, 1, 1, squares 0, 1, 0, hexagons 0, 0, 1; skewness of the heights "
        "that alternates: hexagons 0.8, stripes and squares 0; table of the last field and the one a period "
        "earlier.",
    .reference = "Bizon et al. 1998",
    .dimensions = GRAVEL_IN_2D | GRAVEL_IN_3D,
    .needs = GRAVEL_NEEDS_VIBRATION | GRAVEL_NEEDS_PERIODIC_SIDES,
    .yields = yields,
    .options = keys,
    .size = sizeof(struct pattern),
    .create = create,
    .destroy = destroy,
    .archive = archive_state,
    .means = means,
    .sample = sample,
    .finish = finish,
};
