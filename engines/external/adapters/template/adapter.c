/* A whole adapter for gravel in C, to copy: smooth spheres with linear springs and dashpots, planes at rest, gravity.
 *   cc -O2 adapter.c -o adapter -lm && gravel check pair-linear --engine exec:./adapter
 * Replace create() and step() by calls of your code.  The protocol: engines/external/README.md.  gravel writes its JSON
 * without blanks, with the keys in the order of that page: strstr() finds what this program needs.  Doubles are those of a
 * little-endian machine. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 64, WALLS = 32 };
static size_t n, n_kinds, n_walls, steps;
static double (*row)[11], (*out)[9], (*a)[3], (*old)[3]; /* x y z vx vy vz wx wy wz kind attached; states; accelerations */
static double radius[KINDS], mass[KINDS], g[3], origin[WALLS][3], axis[WALLS][3], t, dt, overlap_max;
static double k_of[KINDS][KINDS + WALLS], c_of[KINDS][KINDS + WALLS]; /* of two kinds, or a kind and KINDS + wall */

/* The text behind the next "key": after `from`; *from moves there. */
static double number(const char **from, const char *key)
{
    *from = strstr(*from, key) + strlen(key);
    return strtod(*from, NULL);
}

static void vector(const char **from, const char *key, double v[3])
{
    v[0] = number(from, key), v[1] = number(from, ","), v[2] = number(from, ",");
}

static void create(const char *m) /* the line; its block of rows follows on the input */
{
    const char *at = m, *contact = strstr(m, "\"contacts\":"), *all = strstr(m, "\"options\":");
    vector(&at, "\"gravity\":[", g);
    for (n_walls = 0, at = strstr(m, "\"walls\":"); strstr(at, "\"origin\":") && n_walls < WALLS; n_walls++) {
        vector(&at, "\"origin\":[", origin[n_walls]);
        vector(&at, "\"axis\":[", axis[n_walls]);
    }
    for (n_kinds = 0, at = strstr(m, "\"kinds\":"); strstr(at, "\"radius\":") && at < contact && n_kinds < KINDS; n_kinds++) {
        radius[n_kinds] = number(&at, "\"radius\":");
        mass[n_kinds] = number(&at, "\"mass\":");
    }
    const int refused = strstr(m, "\"cohesionless\":true") || n_walls == WALLS;
    for (dt = INFINITY, at = contact; strstr(at, "\"between\":[");) {
        const int p = (int)number(&at, "\"between\":["), q = (int)number(&at, ","), column = q >= 0 ? q : KINDS - 1 - q;
        const double k = number(&at, "\"k\":"), c = number(&at, "\"c\":");
        k_of[p][column] = k, c_of[p][column] = c;
        if (q >= 0)
            k_of[q][p] = k, c_of[q][p] = c;
        dt = fmin(dt, number(&at, "\"contact_time\":"));
    }
    dt /= 50.0 * number(&all, "\"steps_per_contact\":"); /* forces that jump at the first touch need small steps */
    n = (size_t)number(&all, "\"n\":");
    row = malloc(n * sizeof *row), out = malloc(n * sizeof *out), a = calloc(n, sizeof *a), old = calloc(n, sizeof *old);
    if (fread(row, sizeof *row, n, stdin) != n)
        exit(1);
    puts(refused ? "{\"refused\":[\"cohesionless contacts, or more than 31 walls\"]}"
                 : "{\"ok\":true,\"realised\":{},\"deviations\":[\"50 times the steps_per_contact of the case\"]}");
}

/* Force F = k x + c x' on body i along the unit vector d/r from j, a body or -1 - wall, with the relative velocity u. */
static void push(size_t i, long j, const double d[3], double r, double x, const double u[3])
{
    const size_t p = (size_t)row[i][9], q = j >= 0 ? (size_t)row[j][9] : (size_t)(KINDS - 1 - j);
    const double f = k_of[p][q] * x - c_of[p][q] * (u[0] * d[0] + u[1] * d[1] + u[2] * d[2]) / r;
    for (int k = 0; k < 3; k++) {
        a[i][k] += f * d[k] / r / mass[p];
        if (j >= 0)
            a[j][k] -= f * d[k] / r / mass[q];
    }
    overlap_max = fmax(overlap_max, x / (2.0 * fmin(radius[p], j >= 0 ? radius[q] : radius[p])));
}

static void step(double h) /* velocity Verlet; dashpots act on velocities predicted for the end of the step */
{
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            row[i][k] += h * (row[i][k + 3] + 0.5 * h * a[i][k]);
            row[i][k + 3] += h * a[i][k], old[i][k] = a[i][k], a[i][k] = g[k];
        }
    for (size_t i = 0; i < n; i++) {
        const double *p = row[i], size = radius[(size_t)p[9]];
        for (size_t j = 0; j < i; j++) {
            const double *q = row[j], d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]}, u[3] = {p[3] - q[3], p[4] - q[4], p[5] - q[5]};
            const double r = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]), both = size + radius[(size_t)q[9]];
            if (r < both)
                push(i, (long)j, d, r, both - r, u);
        }
        for (size_t w = 0; w < n_walls; w++) {
            const double *e = axis[w], *o = origin[w], s = (p[0] - o[0]) * e[0] + (p[1] - o[1]) * e[1] + (p[2] - o[2]) * e[2];
            if (fabs(s) < size)
                push(i, -1 - (long)w, (double[3]){s * e[0], s * e[1], s * e[2]}, fabs(s), size - fabs(s), p + 3);
        }
    }
    for (size_t i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            row[i][k + 3] += 0.5 * h * (a[i][k] - old[i][k]);
    t += h, steps++;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    puts("{\"protocol\":1,\"engine\":\"template-c\",\"version\":\"1\",\"method\":\"md\","
         "\"capabilities\":[\"1D\",\"2D\",\"3D\",\"gravity\",\"plane\"]}");
    for (fflush(stdout); getline(&line, &room, stdin) > 0; fflush(stdout)) { /* the end of the input ends the run */
        if (strstr(line, "\"do\":\"create\"")) {
            create(line);
            continue;
        }
        const double begin = t, end = strtod(strstr(line, "\"t\":") + 4, NULL);
        const size_t pieces = (size_t)((end - begin) / dt) + 1; /* to exactly `end`: the steps are shortened evenly */
        for (size_t k = 1; k <= pieces; k++)
            step(begin + (end - begin) * (double)k / (double)pieces - t);
        for (size_t i = 0; i < n; i++)
            memcpy(out[i], row[i], sizeof out[i]);
        printf("{\"ok\":true,\"t\":%.17g,\"counters\":{\"steps\":%zu,\"time_step\":%.17g,\"max_overlap\":%.17g},\"bytes\":%zu}\n",
               t, steps, dt, overlap_max, n * sizeof *out);
        fwrite(out, sizeof *out, n, stdout);
    }
}
