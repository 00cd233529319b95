/* EDMD's variant Cell (github.com/FSmallenburg/EDMD) as a library for the adapter beside this file:
 *
 *     cc -O3 -fPIC -shared -w -I EDMD/Cell edmd.c -o libedmd.so -lm
 *
 * EDMD is a program without options that generates its velocities and prints none.  This file calls its functions on
 * its data structures, as its init() and main() do. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Its names step() and write() are those of functions of the C library, too. */
#pragma GCC visibility push(hidden)
#include "mdCell.c"
#pragma GCC visibility pop

enum { ROW = 8 }; /* numbers of a collision: time, i, j, normal from j to i, speeds of approach and of rebound */

void
gravel_start(int n, const double *box, const double *x, const double *v, const double *radius, const double *mass)
{
    initparticles(n);
    xsize = box[0], ysize = box[1], zsize = box[2];
    hx = 0.5 * xsize, hy = 0.5 * ysize, hz = 0.5 * zsize;
    for (int i = 0; i < n; i++) {
        particle *p = &particles[i];
        p->x = x[3 * i], p->y = x[3 * i + 1], p->z = x[3 * i + 2];
        p->vx = v[3 * i], p->vy = v[3 * i + 1], p->vz = v[3 * i + 2];
        p->radius = radius[i], p->mass = mass[i];
    }
    initeventpool();
    root->right->queue = currentlist; /* of its first event, which EDMD leaves as memory was found */
    initcelllist();
    for (int i = 0; i < n; i++) {
        particles[i].cellcrossing = eventpool[nempty - 1];
        findcrossing(&particles[i]);
    }
    findallcollisions();
    writeinterval = 1e300; /* every stop is asked for */
}

static event *
next(void)
{
    while (root->right == NULL)
        addnexteventlist();
    event *ev = root->right;
    while (ev->left != NULL)
        ev = ev->left;
    return ev;
}

static double
along(const particle *p, const particle *q, const double *n)
{
    return (p->vx - q->vx) * n[0] + (p->vy - q->vy) * n[1] + (p->vz - q->vz) * n[2];
}

static double
nearest(double d, double size)
{
    return d - size * rint(d / size);
}

/* Where the two are at the time of the collision that step() is about to process. */
static void
normal(const particle *p, const particle *q, double time, double *n)
{
    const double s = time - p->t, t = time - q->t, r = p->radius + q->radius;
    n[0] = nearest(p->x + s * p->vx - q->x - t * q->vx, xsize) / r;
    n[1] = nearest(p->y + s * p->vy - q->y - t * q->vy, ysize) / r;
    n[2] = nearest(p->z + s * p->vz - q->z - t * q->vz, zsize) / r;
}

/* Stop at this time: one of EDMD's events that write, so that none is processed before its time. */
void
gravel_stop(double time)
{
    createevent(time, NULL, NULL, 100);
}

/* Run to the stop, or until the room for collisions is full; returns their number.  No room: none is told. */
int
gravel_advance(double stop, double *rows, int room)
{
    int told = 0;
    while (simtime < stop && (room == 0 || told < room)) {
        const event *ev = next();
        if (room > 0 && ev->eventtype == 0) {
            const particle *p = ev->p1, *q = ev->p2;
            double *row = &rows[ROW * told++], *n = &row[3];
            normal(p, q, ev->eventtime, n);
            row[0] = ev->eventtime, row[1] = p - particles, row[2] = q - particles, row[6] = -along(p, q, n);
            step();
            row[7] = along(p, q, n);
        } else {
            step();
        }
    }
    return told;
}

/* Places, unwrapped, and velocities at the present time. */
void
gravel_states(double *x, double *v)
{
    for (int i = 0; i < N; i++) {
        const particle *p = &particles[i];
        const double dt = simtime - p->t;
        x[3 * i] = p->x + p->vx * dt + p->boxestraveledx * xsize;
        x[3 * i + 1] = p->y + p->vy * dt + p->boxestraveledy * ysize;
        x[3 * i + 2] = p->z + p->vz * dt + p->boxestraveledz * zsize;
        v[3 * i] = p->vx, v[3 * i + 1] = p->vy, v[3 * i + 2] = p->vz;
    }
}

double
gravel_time(void)
{
    return simtime;
}

int
gravel_collisions(void)
{
    return colcounter;
}
