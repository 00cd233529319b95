#include "cases/prepare/state.h"

#include "cases/prepare/refuse.h"
#include "engines/core/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum gravel_status
gravel_state_fields(const struct gravel_options *options, const char *option, const char *name, unsigned *fields,
                    struct gravel_error *error)
{
    char allowed[128];
    *fields = 0;
    for (const char *s = gravel_options_text(options, option); *s != '\0';) {
        char word[32];
        s += strspn(s, " ");
        const size_t length = strcspn(s, " ");
        snprintf(word, sizeof word, "%.*s", (int)length, s);
        const int f = gravel_word_list_index(gravel_field_names, word);
        gravel_word_list_print(gravel_field_names, allowed, sizeof allowed);
        if (length > 0 && f < 0)
            return gravel_prepare_refuse(error, name, option, "found %s, allowed: %s", word, allowed);
        if (length > 0)
            *fields |= 1u << f;
        s += length;
    }
    if (!(*fields & gravel_field_bit(GRAVEL_FIELD_POSITION)))
        return gravel_prepare_refuse(error, name, option, "found no position, allowed: position and others");
    const unsigned useless =
        *fields & (gravel_field_bit(GRAVEL_FIELD_IMAGE) | gravel_field_bit(GRAVEL_FIELD_UNWRAPPED));
    if (useless != 0)
        return gravel_prepare_refuse(error, name, option, "found image or unwrapped, which a start has no use for");
    return GRAVEL_OK;
}

/* What fill() works on. */
struct state {
    struct gravel_system *system;
    const struct gravel_frame *frame;
    unsigned fields;
    const char *source, *name, *option;
    struct gravel_error *error;
};

static bool
takes(const struct state *s, enum gravel_field field)
{
    return (s->fields & gravel_field_bit(field)) != 0;
}

/* The source with a line of it. */
static const char *
place(const struct state *s, size_t line, char *text, size_t size)
{
    if (line == 0)
        return s->source;
    snprintf(text, size, "%s:%zu", s->source, line);
    return text;
}

static enum gravel_status refuse_row(const struct state *s, size_t row, const char *format, ...) GRAVEL_PRINTF(3, 4);

static enum gravel_status
refuse_row(const struct state *s, size_t row, const char *format, ...)
{
    char why[320], at[512];
    va_list args;
    va_start(args, format);
    vsnprintf(why, sizeof why, format, args);
    va_end(args);
    return gravel_prepare_refuse(s->error, s->name, s->option, "%s: particle %lld: %s",
                                 place(s, (size_t)s->frame->line[row], at, sizeof at), (long long)s->frame->id[row],
                                 why);
}

/* Every field that is wanted must be there. */
static enum gravel_status
check_fields(const struct state *s)
{
    char at[512];
    for (int f = 0; f < GRAVEL_FIELD_COUNT; f++) {
        char columns[64];
        if (!(s->fields & 1u << f) || (s->frame->fields & 1u << f))
            continue;
        gravel_word_list_print(gravel_fields[f].columns, columns, sizeof columns);
        return gravel_prepare_refuse(s->error, s->name, s->option,
                                     "%s: found no %s (columns %s), allowed: a file that has it, or fields without it",
                                     place(s, s->frame->names_line, at, sizeof at), gravel_fields[f].name, columns);
    }
    if (takes(s, GRAVEL_FIELD_SPIN) && !s->system->material.rotation)
        return gravel_prepare_refuse(s->error, s->name, s->option,
                                     "%s: found spins, which particles have only with material.rotation", s->source);
    if (s->frame->n != s->system->n_particles)
        return gravel_prepare_refuse(
            s->error, s->name, s->option, "%s: found %zu particles, allowed %zu, the count that the case states",
            place(s, (size_t)s->frame->line[s->frame->n - 1], at, sizeof at), s->frame->n, s->system->n_particles);
    return GRAVEL_OK;
}

struct numbered {
    int64_t id;
    size_t row;
};

static int
by_id(const void *a, const void *b)
{
    const struct numbered *x = a, *y = b;
    if (x->id != y->id)
        return x->id < y->id ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

/* Rows in the order of their ids. */
static enum gravel_status
sort(const struct state *s, struct numbered *order)
{
    const size_t n = s->frame->n;
    for (size_t k = 0; k < n; k++)
        order[k] = (struct numbered){s->frame->id[k], k};
    qsort(order, n, sizeof *order, by_id);
    for (size_t k = 1; k < n; k++)
        if (order[k].id == order[k - 1].id)
            return refuse_row(s, order[k].row, "found its id twice, allowed once");
    return GRAVEL_OK;
}

/* The species of the case that a row names: by its name, or by its number from 1 in the order of the names, as types of
 * LAMMPS; -1 when there is none. */
static int
species_of(const struct state *s, const char *word)
{
    char *end;
    for (size_t k = 0; k < s->system->n_species; k++)
        if (strcmp(s->system->species_name[k], word) == 0)
            return (int)k;
    const long number = strtol(word, &end, 10);
    return *end == '\0' && number >= 1 && (size_t)number <= s->system->n_species ? (int)number - 1 : -1;
}

/* Which particle of the case a row becomes: the next one of its species, or simply the next one. */
static enum gravel_status
choose(const struct state *s, const struct numbered *order, size_t *chosen)
{
    const struct gravel_system *system = s->system;
    size_t next[GRAVEL_SPECIES_MAX], n = system->n_particles;
    int species[GRAVEL_SPECIES_MAX];
    const bool by_species = takes(s, GRAVEL_FIELD_SPECIES);
    for (size_t k = 1; k < n && !by_species; k++)
        if (system->particles[k].species != system->particles[0].species)
            return gravel_prepare_refuse(s->error, s->name, s->option,
                                         "%s: found no species, allowed: species among the fields, as the case has "
                                         "several",
                                         s->source);
    for (size_t k = 0; k < s->frame->n_species && by_species; k++)
        species[k] = species_of(s, s->frame->species_name[k]);
    for (size_t k = 0; k < GRAVEL_SPECIES_MAX; k++)
        for (next[k] = 0; next[k] < n && system->particles[next[k]].species != (int32_t)k;)
            next[k]++;
    for (size_t k = 0; k < n; k++) {
        const size_t row = order[k].row;
        chosen[row] = k;
        if (!by_species)
            continue;
        const char *word = s->frame->species_name[s->frame->particles[row].species];
        const int wanted = species[s->frame->particles[row].species];
        if (wanted < 0 || next[wanted] == n)
            return refuse_row(s, row, "found the species %s, allowed: %s", word,
                              wanted < 0 ? "one of the case's, by name or as a number from 1"
                                         : "no more of them than the case states");
        chosen[row] = next[wanted]++;
        while (next[wanted] < n && system->particles[next[wanted]].species != wanted)
            next[wanted]++;
    }
    return GRAVEL_OK;
}

static bool
is_known(int32_t attached, size_t n_walls)
{
    return attached == GRAVEL_FREE || attached == GRAVEL_ABSORBED || (attached >= 0 && (size_t)attached < n_walls);
}

static enum gravel_status
refuse_attached(const struct state *s, size_t row, int32_t attached)
{
    const size_t n = s->system->n_walls;
    if (n == 0)
        return refuse_row(s, row, "attached: found %d, allowed without walls: -1, free, or -2, absorbed",
                          (int)attached);
    return refuse_row(s, row, "attached: found %d, allowed: -1, free, -2, absorbed, or a wall from 0 to %zu",
                      (int)attached, n - 1);
}

/* A value that no system can have is refused here, where its line is known. */
static enum gravel_status
check_row(const struct state *s, size_t row)
{
    const struct gravel_particle *p = &s->frame->particles[row];
    const struct gravel_box *box = &s->system->box;
    const int dimension = s->system->dimension;
    if (takes(s, GRAVEL_FIELD_RADIUS) && !(p->radius > 0.0))
        return refuse_row(s, row, "radius: found %g, allowed above 0", p->radius);
    if (takes(s, GRAVEL_FIELD_MASS) && !(p->mass > 0.0))
        return refuse_row(s, row, "mass: found %g, allowed above 0", p->mass);
    if (takes(s, GRAVEL_FIELD_ATTACHED) && !is_known(p->attached, s->system->n_walls))
        return refuse_attached(s, row, p->attached);
    for (int d = 0; d < 2; d++) {
        const bool unused = (d == 0 && dimension < 2) || (d == 1 && dimension < 3);
        if (unused &&
            (v3_component(p->x, d) != 0.0 || (takes(s, GRAVEL_FIELD_VELOCITY) && v3_component(p->v, d) != 0.0)))
            return refuse_row(s, row, "found a component on %c, allowed 0 in dimension %d", "xy"[d], dimension);
    }
    for (int d = 0; d < 3; d++) {
        const double x = v3_component(p->x, d), low = v3_component(box->low, d), high = v3_component(box->high, d);
        if (box->periodic[d] && (x < low || x > high))
            return refuse_row(s, row, "found %c = %g, allowed %g to %g, the periodic box", "xyz"[d], x, low, high);
    }
    return GRAVEL_OK;
}

/* Lay the row over the particle of the case. */
static struct gravel_particle
make_particle(const struct state *s, const struct gravel_particle *stated, size_t row)
{
    const struct gravel_particle *p = &s->frame->particles[row];
    struct gravel_particle made = *stated;
    made.x = p->x;
    made.v = takes(s, GRAVEL_FIELD_VELOCITY) ? p->v : v3(0, 0, 0);
    made.omega = takes(s, GRAVEL_FIELD_SPIN) ? p->omega : v3(0, 0, 0);
    made.attached = takes(s, GRAVEL_FIELD_ATTACHED) ? p->attached : GRAVEL_FREE;
    if (takes(s, GRAVEL_FIELD_RADIUS)) {
        made.radius = p->radius;
        made.mass = 0.0; /* that of the species' density */
    }
    if (takes(s, GRAVEL_FIELD_MASS)) {
        made.mass = p->mass;
        made.inertia = gravel_inertia(s->system->dimension, made.mass, made.radius);
    }
    return made;
}

static enum gravel_status
fill(const struct state *s, struct numbered *order, size_t *chosen, struct gravel_particle *stated)
{
    const size_t n = s->frame->n;
    enum gravel_status status = sort(s, order);
    if (status == GRAVEL_OK)
        status = choose(s, order, chosen);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        status = check_row(s, k);
    if (status != GRAVEL_OK)
        return status;
    memcpy(stated, s->system->particles, n * sizeof *stated);
    for (size_t k = 0; k < n; k++) {
        const size_t row = order[k].row;
        s->system->particles[k] = make_particle(s, &stated[chosen[row]], row);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_state_fill(struct gravel_system *system, const struct gravel_frame *frame, unsigned fields, const char *source,
                  const char *name, const char *option, struct gravel_error *error)
{
    const struct state s = {system, frame, fields, source, name, option, error};
    enum gravel_status status = check_fields(&s);
    if (status != GRAVEL_OK)
        return status;
    struct numbered *order = malloc((frame->n + 1) * sizeof *order);
    size_t *chosen = malloc((frame->n + 1) * sizeof *chosen);
    struct gravel_particle *stated = malloc((frame->n + 1) * sizeof *stated);
    status =
        order != NULL && chosen != NULL && stated != NULL ? fill(&s, order, chosen, stated) : gravel_no_memory(error);
    free(order);
    free(chosen);
    free(stated);
    return status;
}
