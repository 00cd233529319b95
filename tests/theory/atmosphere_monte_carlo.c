/* Monte Carlo of hard spheres under gravity in an upright cylinder on a floor: mean heights of three populations at one
 * temperature.  Written independently of engines/ and of the laws; made the table of law hard_sphere_height.
 *
 *   atmosphere-monte-carlo RADIUS T SWEEPS SEED     a row of the table
 *   atmosphere-monte-carlo                          a short run against the table, as TAP
 *
 * g = 1 m/s^2, k_B = 1; 331, 330 and 330 spheres of masses 1, 3 and 10 kg and of radius 0.022 m (S1 Sec. 3.1), elastic
 * floor and cylinder.  Canonical ensemble (Metropolis et al. 1953), in which a sphere is moved to a place from the
 * distribution of points.  Prints T, the mean heights of the spheres' bottoms and E/N = 3 T/2 + <m z>, each
 * with its standard error from 64 blocks after a fifth of the sweeps. */
#include "reference/theory/theory.h"

#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 991, KINDS = 3, FIRST_OF_SECOND = 331, FIRST_OF_LAST = 661, SIDE_MAX = 46, LAYERS = 512, BLOCKS = 64 };

static const double masses[KINDS] = {1.0, 3.0, 10.0};
static const double radius = 0.022;

struct world {
    double cylinder, temperature;
    double x[N], y[N], z[N]; /* of centres, the floor at z = 0 */
    int next[N];             /* in the cell's list; -1: last */
    int side;                /* cells across the cylinder, one diameter wide or wider */
    int *cells;              /* [side][side][LAYERS] first sphere of each; owned */
    gsl_rng *rng;
};

static int
kind_of(int k)
{
    return (k >= FIRST_OF_SECOND) + (k >= FIRST_OF_LAST);
}

static int
column_of(const struct world *w, double x)
{
    return (int)((x + w->cylinder) / (2.0 * w->cylinder) * w->side);
}

/* The uppermost cell has no end. */
static int
layer_of(double z)
{
    return (int)fmin(z / (2.0 * radius), LAYERS - 1);
}

static int *
cell_at(const struct world *w, int i, int j, int k)
{
    return &w->cells[(i * w->side + j) * LAYERS + k];
}

static void
insert(struct world *w, int k)
{
    int *const cell = cell_at(w, column_of(w, w->x[k]), column_of(w, w->y[k]), layer_of(w->z[k]));
    w->next[k] = *cell;
    *cell = k;
}

static void
take_out(struct world *w, int k)
{
    int *link = cell_at(w, column_of(w, w->x[k]), column_of(w, w->y[k]), layer_of(w->z[k]));
    while (*link != k)
        link = &w->next[*link];
    *link = w->next[k];
}

static bool
is_allowed(const struct world *w, int self, double x, double y, double z)
{
    if (z < radius || hypot(x, y) > w->cylinder - radius)
        return false;
    const int ci = column_of(w, x), cj = column_of(w, y), ck = layer_of(z);
    for (int i = ci > 0 ? ci - 1 : 0; i <= ci + 1 && i < w->side; i++)
        for (int j = cj > 0 ? cj - 1 : 0; j <= cj + 1 && j < w->side; j++)
            for (int k = ck > 0 ? ck - 1 : 0; k <= ck + 1 && k < LAYERS; k++)
                for (int other = *cell_at(w, i, j, k); other >= 0; other = w->next[other]) {
                    const double a = w->x[other] - x, b = w->y[other] - y, c = w->z[other] - z;
                    if (other != self && a * a + b * b + c * c < 4.0 * radius * radius)
                        return false;
                }
    return true;
}

static double
uniform(struct world *w, double from, double to)
{
    return from + (to - from) * gsl_rng_uniform(w->rng);
}

/* A place from the distribution of points of this mass, uniform over the cross-section that centres reach. */
static void
draw(struct world *w, int k, double *x, double *y, double *z)
{
    const double reach = w->cylinder - radius;
    do {
        *x = uniform(w, -reach, reach);
        *y = uniform(w, -reach, reach);
    } while (hypot(*x, *y) > reach);
    *z = radius - w->temperature / masses[kind_of(k)] * log1p(-gsl_rng_uniform(w->rng));
}

/* The proposal has the Boltzmann weight of the new place, so that it is accepted wherever nothing overlaps. */
static void
try_move(struct world *w)
{
    const int k = (int)gsl_rng_uniform_int(w->rng, N);
    double x, y, z;
    draw(w, k, &x, &y, &z);
    if (!is_allowed(w, k, x, y, z))
        return;
    take_out(w, k);
    w->x[k] = x, w->y[k] = y, w->z[k] = z;
    insert(w, k);
}

static void
start(struct world *w)
{
    for (int k = 0; k < w->side * w->side * LAYERS; k++)
        w->cells[k] = -1;
    for (int k = N - 1; k >= 0; k--) {
        do
            draw(w, k, &w->x[k], &w->y[k], &w->z[k]);
        while (!is_allowed(w, -1, w->x[k], w->y[k], w->z[k]));
        insert(w, k);
    }
}

/* Sums over one sweep's end: heights of the three kinds, then energy per particle. */
static void
add_sample(const struct world *w, double *sums)
{
    static const double counts[KINDS] = {FIRST_OF_SECOND, FIRST_OF_LAST - FIRST_OF_SECOND, N - FIRST_OF_LAST};
    double heights[KINDS] = {0.0};
    for (int k = 0; k < N; k++)
        heights[kind_of(k)] += w->z[k] - radius;
    sums[KINDS] += 1.5 * w->temperature;
    for (int s = 0; s < KINDS; s++) {
        sums[s] += heights[s] / counts[s];
        sums[KINDS] += masses[s] * heights[s] / N;
    }
}

/* Means and standard errors of the heights of the three kinds and of the energy per particle. */
static void
run(struct world *w, long sweeps, double *mean, double *err)
{
    double blocks[BLOCKS][KINDS + 1] = {{0.0}};
    const long length = sweeps * 4 / 5 / BLOCKS, discarded = sweeps - length * BLOCKS;
    for (long sweep = 0; sweep < sweeps; sweep++) {
        for (int move = 0; move < N; move++)
            try_move(w);
        if (sweep >= discarded)
            add_sample(w, blocks[(sweep - discarded) / length]);
    }
    for (int column = 0; column <= KINDS; column++) {
        double square = 0.0;
        mean[column] = 0.0;
        for (int b = 0; b < BLOCKS; b++) {
            const double value = blocks[b][column] / (double)length;
            mean[column] += value / BLOCKS;
            square += value * value / BLOCKS;
        }
        err[column] = sqrt(fmax(square - mean[column] * mean[column], 0.0) / (BLOCKS - 1));
    }
}

/* The number of kinds whose height is five errors from the table's, at the energy of its own short run. */
static int
compare(const double *mean, const double *err, double cylinder)
{
    const struct gravel_theory *law = gravel_theory_find("hard_sphere_height");
    int failed = 0;
    printf("1..%d\n", KINDS);
    for (int s = 0; s < KINDS; s++) {
        const double height = law->eval((const double[]){mean[KINDS], 1.0, cylinder, masses[s]});
        const bool good = fabs(mean[s] - height) < 5.0 * err[s];
        failed += !good;
        printf("%sok %d - mass %g: %.5f +- %.5f, table %.5f\n", good ? "" : "not ", s + 1, masses[s], mean[s], err[s],
               height);
    }
    return failed;
}

int
main(int argc, char **argv)
{
    static struct world w;
    const bool row = argc == 5;
    const long sweeps = row ? strtol(argv[3], NULL, 10) : 1500;
    double mean[KINDS + 1], err[KINDS + 1];
    w.cylinder = row ? strtod(argv[1], NULL) : 1.0;
    w.temperature = row ? strtod(argv[2], NULL) : 1.8;
    w.side = (int)(w.cylinder / radius);
    if ((!row && argc > 1) || sweeps < 2 * BLOCKS || w.side < 2 || w.side > SIDE_MAX || !(w.temperature > 0.0)) {
        fprintf(stderr, "usage: atmosphere-monte-carlo [RADIUS T SWEEPS SEED]; RADIUS from %g to %g, SWEEPS from %d\n",
                2.0 * radius, SIDE_MAX * radius, 2 * BLOCKS);
        return 2;
    }
    w.cells = malloc((size_t)(SIDE_MAX * SIDE_MAX * LAYERS) * sizeof *w.cells);
    w.rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (w.cells == NULL || w.rng == NULL)
        return 1;
    gsl_rng_set(w.rng, row ? strtoul(argv[4], NULL, 10) : 7);
    start(&w);
    run(&w, sweeps, mean, err);
    int failed = 0;
    if (row) {
        printf("%.6g", w.temperature);
        for (int column = 0; column <= KINDS; column++)
            printf(" %.6f %.6f", mean[column], err[column]);
        printf("\n");
    } else {
        failed = compare(mean, err, w.cylinder);
    }
    gsl_rng_free(w.rng);
    free(w.cells);
    return failed > 0;
}
