/* A whole adapter for gravel, to copy: smooth spheres with linear springs and dashpots, gravity, no walls.
 *   cc -O2 adapter.c -o adapter -lm && gravel check pair-unequal --engine exec:./adapter
 * Replace create() and advance() by calls of your code.  The protocol: engines/external/README.md.  gravel writes JSON
 * without blanks and with the keys in the order of that page: strstr() finds what this program needs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 512 };              /* of size and mass: gravel sends no more */
static char *line;                 /* a message */
static double (*row)[11], (*a)[3]; /* [n]: x y z vx vy vz wx wy wz kind attached; accelerations [m/s^2] */
static double radius[KINDS], mass[KINDS], g[3], t, dt; /* [m], [kg], [m/s^2], [s], [s] */
static double k_of[KINDS][KINDS], c_of[KINDS][KINDS];  /* spring [N/m] and dashpot [N s/m] of two kinds */
static size_t n, room;                                 /* particles, bytes of `line` */

/* The number behind the next `key` after *from, which moves there. */
static double
number(const char **from, const char *key)
{
    *from = strstr(*from, key) + strlen(key);
    return strtod(*from, NULL);
}

/* Gravity, and F = k x - c u on a body i away from every body j, x the overlap, u the speed of separation. */
static void
accelerate(void)
{
    for (size_t i = 0; i < 3 * n; i++)
        a[i / 3][i % 3] = g[i % 3];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            const size_t p = (size_t)row[i][9], q = (size_t)row[j][9];
            const double *x = row[i], *y = row[j], d[3] = {x[0] - y[0], x[1] - y[1], x[2] - y[2]};
            const double r = hypot(hypot(d[0], d[1]), d[2]), overlap = radius[p] + radius[q] - r;
            const double u = (d[0] * (x[3] - y[3]) + d[1] * (x[4] - y[4]) + d[2] * (x[5] - y[5])) / r;
            const double force = overlap > 0.0 ? k_of[p][q] * overlap - c_of[p][q] * u : 0.0;
            for (int k = 0; k < 3; k++)
                a[i][k] += force * d[k] / r / mass[p], a[j][k] -= force * d[k] / r / mass[q];
        }
}

/* Copy the system of the message; the rows of its particles follow it on the standard input. */
static void
create(const char *message)
{
    const char *at = strstr(message, "\"gravity\":");
    int refused = strstr(message, "\"cohesionless\":true") != NULL || strstr(message, "\"walls\":[]") == NULL;
    for (int d = 0; d < 3; d++)
        g[d] = number(&at, d == 0 ? "[" : ",");
    at = strstr(message, "\"kinds\":");
    for (size_t k = 0; strstr(at, "\"radius\":") != NULL && k < KINDS; k++)
        radius[k] = number(&at, "\"radius\":"), mass[k] = number(&at, "\"mass\":");
    dt = INFINITY;
    for (at = strstr(at, "\"contacts\":"); !refused && strstr(at, "\"between\":") != NULL;) {
        const int p = (int)number(&at, "\"between\":["), q = (int)number(&at, ",");
        k_of[p][q] = k_of[q][p] = number(&at, "\"k\":"); /* q < 0 would be a wall */
        c_of[p][q] = c_of[q][p] = number(&at, "\"c\":");
        refused |= number(&at, "\"range\":") > 0.0; /* the Lennard-Jones law */
        dt = fmin(dt, number(&at, "\"contact_time\":"));
    }
    dt /= number(&at, "\"steps_per_contact\":") * 50.0; /* forces that jump at the first touch need small steps */
    n = (size_t)number(&at, "\"n\":");
    row = malloc(n * sizeof *row), a = malloc(n * sizeof *a);
    n = fread(row, sizeof *row, n, stdin); /* doubles of a little-endian machine */
    accelerate();                          /* the first half kick needs forces */
    puts(refused ? "{\"refused\":[\"walls, cohesionless or Lennard-Jones contacts\"]}"
                 : "{\"ok\":true,\"realised\":{},\"deviations\":[\"50 times the steps_per_contact of the case\"]}");
}

/* To exactly `end`, by even steps: half a kick, drift, the other half; dashpots act on the velocities of the middle. */
static void
advance(double end)
{
    for (size_t left = (size_t)((end - t) / dt) + 1; left > 0; left--) {
        const double h = (end - t) / (double)left;
        for (size_t i = 0; i < 3 * n; i++)
            row[i / 3][i % 3] += h * (row[i / 3][3 + i % 3] += 0.5 * h * a[i / 3][i % 3]);
        accelerate();
        for (size_t i = 0; i < 3 * n; i++)
            row[i / 3][3 + i % 3] += 0.5 * h * a[i / 3][i % 3];
        t = left > 1 ? t + h : end;
    }
    printf("{\"ok\":true,\"t\":%.17g,\"counters\":{\"time_step\":%.17g},\"bytes\":%zu}\n", t, dt, n * 72);
    for (size_t i = 0; i < n; i++)
        fwrite(row[i], 72, 1, stdout); /* x y z vx vy vz wx wy wz */
}

int
main(void)
{
    puts("{\"protocol\":1,\"engine\":\"template-c\",\"version\":\"1\",\"method\":\"md\",\"capabilities\":[\"1D\","
         "\"2D\",\"3D\",\"gravity\"]}");
    for (fflush(stdout); getline(&line, &room, stdin) > 0; fflush(stdout)) /* the end of the input ends the run */
        if (strstr(line, "\"do\":\"create\"") != NULL)
            create(line);
        else
            advance(strtod(strstr(line, "\"t\":") + strlen("\"t\":"), NULL));
}
