#include "harness/bench/lammps.h"

#include "harness/bench/process.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
write_bounds(FILE *file, const struct gravel_system *system, char axis, double low, double high, int d)
{
    double least = INFINITY, most = -INFINITY;
    for (size_t i = 0; i < system->n_particles; i++) {
        const double c = v3_component(system->particles[i].x, d);
        least = fmin(least, c);
        most = fmax(most, c);
    }
    if (!system->box.periodic[d]) {
        low = least - 5.0;
        high = most + 20.0;
    }
    fprintf(file, "%.17g %.17g %clo %chi\n", low, high, axis, axis);
}

static bool
write_state(const char *path, const struct gravel_system *system)
{
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    const struct gravel_box *box = &system->box;
    fprintf(file, "state\n\n%zu atoms\n1 atom types\n", system->n_particles);
    write_bounds(file, system, 'x', box->low.x, box->high.x, 0);
    write_bounds(file, system, 'y', box->low.y, box->high.y, 1);
    write_bounds(file, system, 'z', box->low.z, box->high.z, 2);
    fprintf(file, "\nAtoms\n\n");
    for (size_t i = 0; i < system->n_particles; i++) {
        const struct gravel_particle *p = &system->particles[i];
        const double volume = 4.0 / 3.0 * M_PI * p->radius * p->radius * p->radius;
        fprintf(file, "%zu 1 %.17g %.17g %.17g %.17g %.17g\n", i + 1, 2.0 * p->radius, p->mass / volume, p->x.x, p->x.y,
                p->x.z);
    }
    fprintf(file, "\nVelocities\n\n");
    for (size_t i = 0; i < system->n_particles; i++) {
        const struct gravel_particle *p = &system->particles[i];
        fprintf(file, "%zu %.17g %.17g %.17g %.17g %.17g %.17g\n", i + 1, p->v.x, p->v.y, p->v.z, p->omega.x,
                p->omega.y, p->omega.z);
    }
    return fclose(file) == 0;
}

static bool
write_input(const char *path, const struct gravel_bench_lammps_task *task, double skin)
{
    const struct gravel_system *const system = task->system;
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    const bool *periodic = system->box.periodic;
    fprintf(file, "atom_style sphere\nunits lj\nboundary %c %c %c\nnewton off\ncomm_modify vel yes\nread_data state\n",
            periodic[0] ? 'p' : 'f', periodic[1] ? 'p' : 'f', periodic[2] ? 'p' : 'f');
    fprintf(file, "pair_style %s\npair_coeff * *\nneighbor %g bin\nneigh_modify delay 0 every 1 check yes\n",
            task->pair, skin);
    fprintf(file, "timestep %.17g\nfix 1 all nve/sphere\n", task->dt);
    if (v3_norm(system->gravity) > 0.0)
        fprintf(file, "fix 2 all gravity %g vector 0 0 -1\n", v3_norm(system->gravity));
    if (task->wall != NULL)
        fprintf(file, "fix 3 all wall/gran %s zplane 0.0 NULL\n", task->wall);
    fprintf(file, "thermo_style custom step ke\nthermo_modify norm no format float %%.10g\nthermo %d\nrun %d\n",
            task->steps / GRAVEL_BENCH_SAMPLES, task->steps);
    return fclose(file) == 0;
}

/* "Loop time of 4.2 on 1 procs for 2000 steps with 10000 atoms", "62.9% CPU use with ...", and the thermo lines. */
static bool
read_output(struct gravel_process *process, const struct gravel_bench_lammps_task *task,
            struct gravel_bench_result *result)
{
    const int interval = task->steps / GRAVEL_BENCH_SAMPLES;
    double seconds = NAN, percent = NAN;
    int n = 0;
    for (const char *line; (line = gravel_bench_line(process)) != NULL;) {
        int step, used = 0;
        double kinetic;
        if (strncmp(line, "Loop time of ", 13) == 0)
            seconds = strtod(line + 13, NULL);
        else if (strstr(line, "% CPU use") != NULL)
            percent = strtod(line, NULL);
        else if (n < GRAVEL_BENCH_SAMPLES && sscanf(line, "%d %lf %n", &step, &kinetic, &used) == 2 &&
                 line[used] == '\0' && step == (n + 1) * interval)
            result->kinetic[n++] = kinetic;
    }
    if (task->threads == 1)
        seconds *= fmin(1.0, percent / 100.0);
    result->rate = (double)task->system->n_particles * task->steps / seconds;
    return n == GRAVEL_BENCH_SAMPLES && isfinite(result->rate);
}

enum gravel_status
gravel_bench_lammps(const struct gravel_bench_lammps_task *task, const char *program, double skin,
                    struct gravel_bench_result *result, struct gravel_error *error)
{
    char folder[PATH_MAX], path[PATH_MAX + 8], threads[16];
    struct gravel_process *process;
    enum gravel_status status = gravel_bench_folder_make(folder, error);
    if (status != GRAVEL_OK)
        return status;
    snprintf(path, sizeof path, "%s/state", folder);
    bool written = write_state(path, task->system);
    snprintf(path, sizeof path, "%s/input", folder);
    written = written && write_input(path, task, skin);
    snprintf(threads, sizeof threads, "%d", task->threads);
    (void)setenv("OMP_NUM_THREADS", threads, 1);
    if (!written)
        status = gravel_not_written(error, path);
    else
        status = gravel_bench_start(&process, folder, program,
                                    task->threads > 1 ? "-in input -log none -sf omp" : "-in input -log none", error);
    if (status == GRAVEL_OK) {
        struct gravel_process_outcome outcome;
        const bool read = read_output(process, task, result);
        gravel_process_end(process, &outcome);
        result->bytes = outcome.bytes;
        if (!outcome.good || !read)
            status = gravel_fail(error, GRAVEL_IO, "%s did not run to its end", program);
    }
    gravel_bench_folder_remove(folder);
    return status;
}
