#include "harness/bench/ed_peers.h"

#include "harness/bench/process.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- EDMD: lengths are in diameters of the largest sphere, all masses are 1 --- */

static bool
write_sph(const char *folder, const struct gravel_system *system)
{
    char path[PATH_MAX + 16];
    double unit = 0.0;
    snprintf(path, sizeof path, "%s/init.sph", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    for (size_t i = 0; i < system->n_particles; i++)
        unit = fmax(unit, 2.0 * system->particles[i].radius);
    const double length = (system->box.high.x - system->box.low.x) / unit;
    fprintf(file, "%zu\n%.17g %.17g %.17g\n", system->n_particles, length, length, length);
    for (size_t i = 0; i < system->n_particles; i++) {
        const struct gravel_particle *p = &system->particles[i];
        fprintf(file, "a %.17g %.17g %.17g %.17g\n", p->x.x / unit, p->x.y / unit, p->x.z / unit, p->radius / unit);
    }
    return fclose(file) == 0;
}

/* "Simtime: 0.3, Collisions: 39872, ...": the rate between the first line after `melt` collisions and the first one
 * `measured` later.  The counter has 32 bits. */
static bool
watch_edmd(const struct gravel_bench_ed_task *task, struct gravel_process *process, double *rate)
{
    uint64_t from = 0;
    double began = -1.0;
    for (const char *line; (line = gravel_bench_line(process)) != NULL;) {
        const char *counter = strstr(line, "Collisions: ");
        if (strncmp(line, "Simtime: ", 9) != 0 || counter == NULL)
            continue;
        const uint64_t now = strtoull(counter + 12, NULL, 10);
        const double seconds = gravel_process_cpu(process);
        if (began < 0.0 && now >= task->melt) {
            from = now;
            began = seconds;
        } else if (began >= 0.0 && now >= from + task->measured &&
                   seconds > began) { /* lines may be read late, at once */
            *rate = (double)(now - from) / (seconds - began);
            return true;
        }
    }
    return false;
}

static bool
have_one_mass(const struct gravel_system *system)
{
    for (size_t i = 1; i < system->n_particles; i++)
        if (system->particles[i].mass != system->particles[0].mass)
            return false;
    return true;
}

static enum gravel_status
run_edmd(const struct gravel_bench_ed_task *task, const char *program, struct gravel_bench_ed_result *result,
         struct gravel_error *error)
{
    char folder[PATH_MAX];
    struct gravel_process *process;
    if (!have_one_mass(task->system))
        return gravel_fail(error, GRAVEL_UNSUPPORTED, "its spheres have one mass");
    enum gravel_status status = gravel_bench_folder_make(folder, error);
    if (status != GRAVEL_OK)
        return status;
    if (!write_sph(folder, task->system))
        status = gravel_not_written(error, folder);
    if (status == GRAVEL_OK)
        status = gravel_bench_start(&process, folder, program, "", error);
    if (status == GRAVEL_OK) {
        struct gravel_process_outcome outcome;
        const bool good = watch_edmd(task, process, &result->rate);
        gravel_process_end(process, &outcome);
        result->bytes = outcome.bytes;
        if (!good)
            status = gravel_fail(error, GRAVEL_IO, "%s ended before %" PRIu64 " collisions", program,
                                 task->melt + task->measured);
    }
    gravel_bench_folder_remove(folder);
    return status;
}

/* --- DynamO --- */

static void
write_vector(FILE *file, const char *name, struct vec3 v)
{
    fprintf(file, "<%s x=\"%.17g\" y=\"%.17g\" z=\"%.17g\"/>\n", name, v.x, v.y, v.z);
}

/* Radii and masses of up to this many kinds. */
enum { KINDS_MAX = 4 };
struct kinds {
    double radius[KINDS_MAX], mass[KINDS_MAX];
    int n;
};

static int
kind_of(struct kinds *kinds, const struct gravel_particle *p)
{
    int k = 0;
    while (k < kinds->n && (kinds->radius[k] != p->radius || kinds->mass[k] != p->mass))
        k++;
    if (k == kinds->n && k < KINDS_MAX) {
        kinds->radius[k] = p->radius;
        kinds->mass[k] = p->mass;
        kinds->n++;
    }
    return k;
}

static void
write_ids(FILE *file, const struct gravel_system *system, struct kinds *kinds, int kind)
{
    fprintf(file, "<IDRange Type=\"List\">\n");
    for (size_t i = 0; i < system->n_particles; i++)
        if (kind_of(kinds, &system->particles[i]) == kind)
            fprintf(file, "<ID val=\"%zu\"/>", i);
    fprintf(file, "\n</IDRange>\n");
}

static void
write_interactions(FILE *file, const struct gravel_system *system, struct kinds *kinds)
{
    fprintf(file, "<Interactions>\n");
    for (int a = 0; a < kinds->n; a++)
        for (int b = a; b < kinds->n; b++) {
            fprintf(file,
                    "<Interaction Type=\"HardSphere\" Diameter=\"%.17g\" Elasticity=\"1\" Name=\"contact%dx%d\">\n"
                    "<IDPairRange Type=\"%s\">\n",
                    kinds->radius[a] + kinds->radius[b], a, b, a == b ? "Single" : "Pair");
            write_ids(file, system, kinds, a);
            if (a != b)
                write_ids(file, system, kinds, b);
            fprintf(file, "</IDPairRange>\n</Interaction>\n");
        }
    fprintf(file, "</Interactions>\n");
}

static bool
write_configuration(const char *folder, const struct gravel_system *system)
{
    char path[PATH_MAX + 16];
    struct kinds kinds = {.n = 0};
    const struct vec3 extent = v3_sub(system->box.high, system->box.low),
                      middle = v3_axpy(system->box.low, 0.5, extent);
    snprintf(path, sizeof path, "%s/in.xml", folder);
    FILE *file = fopen(path, "w");
    if (file == NULL)
        return false;
    for (size_t i = 0; i < system->n_particles; i++)
        (void)kind_of(&kinds, &system->particles[i]);
    fprintf(file, "<DynamOconfig version=\"1.5.0\">\n<Simulation>\n<Scheduler Type=\"NeighbourList\">"
                  "<Sorter Type=\"BoundedPQMinMax3\"/></Scheduler>\n");
    write_vector(file, "SimulationSize", extent);
    fprintf(file, "<Genus>\n");
    for (int k = 0; k < kinds.n; k++) {
        fprintf(file, "<Species Type=\"Point\" Name=\"kind%d\" Mass=\"%.17g\">\n", k, kinds.mass[k]);
        write_ids(file, system, &kinds, k);
        fprintf(file, "</Species>\n");
    }
    fprintf(file, "</Genus>\n<BC Type=\"PBC\"/>\n<Topology/>\n");
    write_interactions(file, system, &kinds);
    fprintf(file,
            "<Locals/>\n<Globals/>\n<SystemEvents/>\n<Dynamics Type=\"Newtonian\"/>\n</Simulation>\n<Properties/>\n"
            "<ParticleData>\n");
    for (size_t i = 0; i < system->n_particles; i++) {
        fprintf(file, "<Pt ID=\"%zu\">\n", i);
        write_vector(file, "P", v3_sub(system->particles[i].x, middle));
        write_vector(file, "V", system->particles[i].v);
        fprintf(file, "</Pt>\n");
    }
    fprintf(file, "</ParticleData>\n</DynamOconfig>\n");
    return fclose(file) == 0;
}

/* The sum of Count="..." of the entries Event="CORE" of data.xml. */
static double
count_collisions(const char *folder)
{
    char path[PATH_MAX + 16], line[1024];
    double sum = 0.0;
    snprintf(path, sizeof path, "%s/data.xml", folder);
    FILE *file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        const char *count = strstr(line, "Count=\"");
        if (count != NULL && strstr(line, "Event=\"CORE\"") != NULL)
            sum += strtod(count + 7, NULL);
    }
    if (file != NULL)
        (void)fclose(file);
    return sum;
}

/* Run dynarun for so many events: processor time [s] and collisions. */
static enum gravel_status
dynarun(const char *folder, const char *program, uint64_t events, double *seconds, double *collisions, double *bytes,
        struct gravel_error *error)
{
    char arguments[128];
    struct gravel_process *process;
    struct gravel_process_outcome outcome;
    snprintf(arguments, sizeof arguments, "in.xml -o out.xml --out-data-file data.xml -s 1 -c %" PRIu64, events);
    const enum gravel_status status = gravel_bench_start(&process, folder, program, arguments, error);
    if (status != GRAVEL_OK)
        return status;
    while (gravel_bench_line(process) != NULL)
        continue;
    *seconds = gravel_process_cpu(process);
    gravel_process_end(process, &outcome);
    *bytes = outcome.bytes;
    if (!outcome.good)
        return gravel_fail(error, GRAVEL_IO, "%s did not run to its end", program);
    *collisions = count_collisions(folder);
    return GRAVEL_OK;
}

static enum gravel_status
run_dynamo(const struct gravel_bench_ed_task *task, const char *program, struct gravel_bench_ed_result *result,
           struct gravel_error *error)
{
    char folder[PATH_MAX];
    double seconds[2] = {0}, collisions[2] = {0};
    enum gravel_status status = gravel_bench_folder_make(folder, error);
    if (status != GRAVEL_OK)
        return status;
    if (!write_configuration(folder, task->system))
        status = gravel_not_written(error, folder);
    for (int k = 0; k < 2 && status == GRAVEL_OK; k++)
        status = dynarun(folder, program, task->melt + (uint64_t)k * task->measured, &seconds[k], &collisions[k],
                         &result->bytes, error);
    gravel_bench_folder_remove(folder);
    if (status == GRAVEL_OK && !(collisions[1] > collisions[0] && seconds[1] > seconds[0]))
        status = gravel_fail(error, GRAVEL_IO, "%s: no collisions were counted", program);
    if (status == GRAVEL_OK)
        result->rate = (collisions[1] - collisions[0]) / (seconds[1] - seconds[0]);
    return status;
}

const struct gravel_bench_ed_peer gravel_bench_ed_peers[] = {
    {"EDMD", "EDMD_PROGRAMS", run_edmd},
    {"DynamO", "DYNARUN", run_dynamo},
    {NULL, NULL, NULL},
};
