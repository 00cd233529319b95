#include "harness/record/checksum.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* One multiplication for eight bytes: tables have millions of numbers. */
static uint64_t
add_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

static uint64_t
add_real(uint64_t hash, double x)
{
    uint64_t bits;
    x = isnan(x) ? NAN : x + 0.0;
    memcpy(&bits, &x, sizeof bits);
    return add_word(hash, bits);
}

/* With its length, so that the end of one text is not taken for the beginning of the next. */
static uint64_t
add_text(uint64_t hash, const char *text)
{
    size_t n = 0;
    for (; text != NULL && text[n] != '\0'; n++)
        hash = add_word(hash, (unsigned char)text[n]);
    return add_word(hash, n);
}

static uint64_t
add_parameters(uint64_t hash, const struct gravel_options *parameters)
{
    for (size_t k = 0; k < parameters->n; k++) {
        const struct gravel_value *value = &parameters->items[k].value;
        hash = add_text(hash, parameters->items[k].path);
        hash = add_word(hash, (uint64_t)value->type);
        if (value->type == GRAVEL_TYPE_TEXT || value->type == GRAVEL_TYPE_CHOICE)
            hash = add_text(hash, value->text);
        else if (value->type == GRAVEL_TYPE_VEC3)
            hash = add_real(add_real(add_real(hash, value->vec.x), value->vec.y), value->vec.z);
        else
            hash = add_real(hash, value->real);
    }
    return add_word(hash, parameters->n);
}

static uint64_t
add_table(uint64_t hash, const struct gravel_table *table)
{
    hash = add_word(add_word(add_text(hash, table->name), table->n_columns), table->n_rows);
    for (size_t k = 0; k < table->n_columns; k++)
        hash = add_text(add_text(hash, table->columns[k]), table->units[k]);
    for (size_t k = 0; k < table->n_rows * table->n_columns; k++)
        hash = add_real(hash, table->data[k]);
    return hash;
}

static uint64_t
add_head(uint64_t hash, const struct gravel_record *r)
{
    const char *const texts[] = {r->key,     r->case_name, r->family,   r->engine, r->tier,
                                 r->message, r->commit,    r->compiler, r->host,   r->started};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        hash = add_text(hash, texts[k]);
    hash = add_word(add_word(hash, r->seed), (uint64_t)r->replicate);
    hash = add_word(add_word(hash, (uint64_t)r->status), r->steady);
    return add_real(add_real(add_real(hash, r->cpu_seconds), r->simulated_seconds), r->transient);
}

void
gravel_record_checksum(const struct gravel_record *record, char text[GRAVEL_CHECKSUM_SIZE])
{
    uint64_t hash = add_parameters(add_head(0, record), &record->parameters);
    for (size_t k = 0; k < record->n_observables; k++) {
        const struct gravel_observable *o = &record->observables[k];
        hash = add_text(add_text(hash, o->name), o->unit);
        hash = add_real(add_real(add_real(hash, o->value), o->err), o->n_eff);
    }
    for (size_t k = 0; k < record->n_invariants; k++) {
        const struct gravel_invariant *i = &record->invariants[k];
        hash = add_word(add_real(add_real(add_text(hash, i->name), i->value), i->limit), i->ok);
    }
    for (size_t k = 0; k < record->n_counters; k++)
        hash = add_real(add_text(hash, record->counters[k].name), record->counters[k].value);
    for (size_t k = 0; k < record->n_tables; k++)
        hash = add_table(hash, &record->tables[k]);
    snprintf(text, GRAVEL_CHECKSUM_SIZE, "%016" PRIx64, hash);
}
