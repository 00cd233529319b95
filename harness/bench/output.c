#include "harness/bench/bench.h"
#include "harness/util/clock.h"
#include "harness/util/toolchain.h"

#include <gsl/gsl_statistics_double.h>

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

static double
median(const double *x, int n)
{
    double copy[GRAVEL_BENCH_TURNS];
    memcpy(copy, x, (size_t)n * sizeof *x);
    return gsl_stats_median(copy, 1, (size_t)n);
}

/* Ratios of the turns, and the least and the largest of them. */
static void
ratios_of(const struct gravel_bench_row *row, double ratio[GRAVEL_BENCH_TURNS], double *least, double *most)
{
    *least = INFINITY;
    *most = 0.0;
    for (int k = 0; k < row->turns; k++) {
        ratio[k] = row->rate[k] / row->peer_rate[k];
        *least = fmin(*least, ratio[k]);
        *most = fmax(*most, ratio[k]);
    }
}

static json_t *
numbers(const double *x, int n)
{
    json_t *list = json_array();
    for (int k = 0; k < n; k++)
        json_array_append_new(list, json_real(x[k]));
    return list;
}

bool
gravel_bench_try(struct gravel_bench_row *row, const char *code, const char *variant, double rate, const char *failure)
{
    if (row->tries == NULL)
        row->tries = json_array();
    json_t *try = json_pack("{s:s, s:s}", "code", code, "variant", variant);
    if (rate > 0.0)
        json_object_set_new(try, "rate", json_real(rate));
    else
        json_object_set_new(try, "failure", json_string(failure));
    json_array_append_new(row->tries, try);
    if (rate <= row->best)
        return false;
    row->best = rate;
    snprintf(row->peer, sizeof row->peer, "%s", code);
    snprintf(row->variant, sizeof row->variant, "%s", variant);
    return true;
}

static json_t *
positive_or_null(double x)
{
    return x > 0.0 ? json_real(x) : json_null();
}

static json_t *
peer_to_json(const struct gravel_bench_row *row)
{
    double ratio[GRAVEL_BENCH_TURNS], least, most;
    if (row->peer[0] == '\0')
        return json_null();
    ratios_of(row, ratio, &least, &most);
    return json_pack("{s:s, s:s, s:f, s:o, s:o, s:f, s:f, s:f}", "code", row->peer, "variant", row->variant, "rate",
                     median(row->peer_rate, row->turns), "rates", numbers(row->peer_rate, row->turns),
                     "bytes_per_particle", positive_or_null(row->peer_bytes), "ratio", median(ratio, row->turns),
                     "least_ratio", least, "largest_ratio", most);
}

static json_t *
row_to_json(const struct gravel_bench_row *row, double cost)
{
    return json_pack("{s:s, s:s, s:I, s:i, s:f, s:o, s:o, s:s, s:f, s:o, s:o}", "problem", row->problem, "unit",
                     row->unit, "particles", (json_int_t)row->n, "threads", row->threads, "rate",
                     median(row->rate, row->turns), "rates", numbers(row->rate, row->turns), "bytes_per_particle",
                     positive_or_null(row->bytes), "note", row->note, "cost", cost, "peer", peer_to_json(row), "tries",
                     row->tries != NULL ? json_incref(row->tries) : json_array());
}

/* "; not measured: EDMD (EDMD_PROGRAMS names no program)" */
static void
print_failures(const json_t *tries)
{
    const char *separator = "; not measured: ";
    for (size_t k = 0; k < json_array_size(tries); k++) {
        const json_t *try = json_array_get(tries, k);
        const char *failure = json_string_value(json_object_get(try, "failure"));
        if (failure != NULL) {
            printf("%s%s (%s)", separator, json_string_value(json_object_get(try, "code")), failure);
            separator = ", ";
        }
    }
}

static void
print_row(const struct gravel_bench_row *row)
{
    const double rate = median(row->rate, row->turns);
    printf("%s: %.4g %s, %.4g us", row->problem, rate, row->unit, 1e6 / rate);
    if (row->bytes > 0.0)
        printf(", %.0f bytes a particle", row->bytes);
    if (row->peer[0] != '\0') {
        double ratio[GRAVEL_BENCH_TURNS], least, most;
        ratios_of(row, ratio, &least, &most);
        printf("; %s (%s): %.4g, ratio %.2f, %.2f to %.2f", row->peer, row->variant, median(row->peer_rate, row->turns),
               median(ratio, row->turns), least, most);
        if (row->peer_bytes > 0.0)
            printf(", %.0f bytes a particle resident", row->peer_bytes);
    }
    print_failures(row->tries);
    printf("%s%s\n", row->note[0] != '\0' ? "; " : "", row->note);
    fflush(stdout);
}

void
gravel_bench_take(struct gravel_bench_output *output, const struct gravel_bench_row *row)
{
    const double now = gravel_clock_cpu() + gravel_clock_children();
    if (output->rows != NULL)
        json_array_append_new(output->rows, row_to_json(row, now - output->began));
    else
        print_row(row);
    json_decref(row->tries);
    output->began = now;
}

/* "model name : ..." of /proc/cpuinfo, where there is one. */
static void
name_processor(char *name, size_t size)
{
    char line[256];
    snprintf(name, size, "unknown");
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':') != NULL) {
            line[strcspn(line, "\n")] = '\0';
            snprintf(name, size, "%s", strchr(line, ':') + 2);
            break;
        }
    if (file != NULL)
        (void)fclose(file);
}

json_t *
gravel_bench_machine(void)
{
    char processor[256];
    struct utsname system = {0};
    name_processor(processor, sizeof processor);
    (void)uname(&system);
    char kernel[sizeof system.sysname + sizeof system.release + 2];
    snprintf(kernel, sizeof kernel, "%s %s", system.sysname, system.release);
    return json_pack("{s:s, s:s, s:s, s:i, s:s, s:s}", "processor", processor, "architecture", system.machine,
                     "vectors", gravel_vectors(), "cores", (int)sysconf(_SC_NPROCESSORS_ONLN), "system", kernel,
                     "compiler", gravel_compiler());
}
