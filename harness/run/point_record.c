#include "harness/run/point_record.h"

#include "harness/run/contact_quality.h"
#include "harness/run/told.h"
#include "harness/util/clock.h"
#include "harness/util/home.h"
#include "harness/util/toolchain.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum gravel_status
gravel_point_record_say(struct gravel_record *record, const char *sentence)
{
    char text[4096];
    const bool first = record->message == NULL || record->message[0] == '\0';
    snprintf(text, sizeof text, "%s%s%s", first ? "" : record->message, first ? "" : "; ", sentence);
    return gravel_record_set_text(&record->message, text);
}

enum gravel_status
gravel_point_record_origin(const struct gravel_point *point, struct gravel_record *record, struct gravel_error *error)
{
    const struct gravel_case *c = point->c;
    memcpy(record->key, point->key, sizeof record->key);
    record->seed = point->seed;
    record->replicate = point->replicate;
    snprintf(record->commit, sizeof record->commit, "%s", gravel_commit());
    snprintf(record->compiler, sizeof record->compiler, "%s, %s", gravel_compiler(), gravel_vectors());
    if (gethostname(record->host, sizeof record->host - 1) != 0)
        record->host[0] = '\0';
    gravel_clock_date(record->started);
    if (gravel_record_set_text(&record->case_name, c->name) != GRAVEL_OK ||
        gravel_record_set_text(&record->family, c->family) != GRAVEL_OK ||
        gravel_record_set_text(&record->engine, point->engine->name) != GRAVEL_OK ||
        gravel_record_set_text(&record->tier, c->tier) != GRAVEL_OK ||
        gravel_record_set_text(&record->message, "") != GRAVEL_OK)
        return gravel_no_memory(error);
    const enum gravel_status status = gravel_options_copy(&record->parameters, &point->parameters, error);
    if (status != GRAVEL_OK || point->bias.ops == NULL)
        return status;
    char path[64];
    snprintf(path, sizeof path, "bias.%.40s", point->bias.ops->name);
    const struct gravel_value factor = {.type = GRAVEL_TYPE_REAL, .real = point->bias.factor};
    return gravel_options_set(&record->parameters, path, &factor, error);
}

enum gravel_status
gravel_point_record_counters(struct gravel_running *run)
{
    for (const struct gravel_counter_info *c = gravel_counter_infos; c->name != NULL; c++)
        if (gravel_record_add_counter(run->record, c->name, c->value(&run->counters)) != GRAVEL_OK)
            return GRAVEL_MEMORY;
    return GRAVEL_OK;
}

static enum gravel_status
add_warnings(struct gravel_running *run)
{
    char text[160];
    enum gravel_status status = GRAVEL_OK;
    if (run->point->engine->kind != GRAVEL_MD)
        return GRAVEL_OK;
    if (run->counters.max_overlap > gravel_overlap_to_warn_of) {
        snprintf(text, sizeof text, "warning: the largest overlap is %.3g of a diameter", run->counters.max_overlap);
        status = gravel_point_record_say(run->record, text);
    }
    const double steps = gravel_pair_steps(run->record);
    if (status == GRAVEL_OK && steps < gravel_steps_to_warn_of) {
        snprintf(text, sizeof text, "warning: the shortest contact of a pair takes only %.3g time steps", steps);
        status = gravel_point_record_say(run->record, text);
    }
    return status;
}

/* The counters that the engine does not tell: " max_overlap, sliding_loss,". */
static void
list_untold(const struct gravel_counters *counters, char *names, size_t size)
{
    names[0] = '\0';
    for (const struct gravel_counter_info *c = gravel_counter_infos; c->name != NULL; c++) {
        const size_t used = strlen(names);
        if (isnan(c->value(counters)))
            snprintf(names + used, size - used, " %s,", c->name);
    }
}

static bool
is_of_contacts(const struct gravel_observation *observation, const char *name)
{
    for (size_t k = 0; k < observation->n; k++) {
        const struct gravel_measure_ops *ops = observation->items[k].ops;
        if (ops->event != NULL && gravel_measure_yield(ops, name, false) != NULL)
            return true;
    }
    return false;
}

/* A program of somebody else may leave open the impulse, the loss and the overlap of a contact: numbers that need them
 * are left out of the record, and named. */
static enum gravel_status
leave_out_untold(struct gravel_running *run)
{
    const struct gravel_listener *l = &run->listener;
    struct gravel_record *record = run->record;
    char names[512] = "", text[800];
    size_t kept = 0;
    if (run->point->engine->stands_for == NULL || !(l->no_impulse || l->no_loss || l->no_overlap))
        return GRAVEL_OK;
    for (size_t k = 0; k < record->n_observables; k++) {
        const struct gravel_observable *o = &record->observables[k];
        const size_t used = strlen(names);
        if (isnan(o->value) && is_of_contacts(&run->observation, o->name))
            snprintf(names + used, sizeof names - used, " %s,", o->name);
        else
            record->observables[kept++] = *o;
    }
    record->n_observables = kept;
    snprintf(text, sizeof text, GRAVEL_NOT_MEASURED "the numbers%s as the engine does not tell the%s%s%s of contacts",
             names, l->no_impulse ? " impulse" : "", l->no_loss ? " loss" : "", l->no_overlap ? " overlap" : "");
    return names[0] != '\0' ? gravel_point_record_say(record, text) : GRAVEL_OK;
}

/* What a program of somebody else says about this run, and what could not be measured or tested with it. */
static enum gravel_status
add_note(struct gravel_running *run)
{
    const struct gravel_engine_ops *ops = run->point->engine;
    const char *note = ops->note != NULL ? ops->note(run->engine) : NULL;
    const unsigned lacks = gravel_told_lacks(ops, run->engine);
    const struct gravel_told told = gravel_told_measures(run->point, lacks);
    char text[1400], names[512];
    enum gravel_status status = GRAVEL_OK;
    snprintf(text, sizeof text, GRAVEL_NOT_MEASURED "%s lacks: %s", ops->name, told.lacks);
    if (told.lacks[0] != '\0')
        status = gravel_point_record_say(run->record, text);
    for (const struct gravel_invariant_ops *i = gravel_invariants; status == GRAVEL_OK && i->name != NULL; i++) {
        if (!gravel_invariant_is_untold(&run->monitor, i))
            continue;
        snprintf(text, sizeof text, GRAVEL_NOT_MEASURED "the invariant %s, as the engine does not tell what it needs",
                 i->name);
        status = gravel_point_record_say(run->record, text);
    }
    list_untold(&run->counters, names, sizeof names);
    snprintf(text, sizeof text, GRAVEL_NOT_MEASURED "the counters%s which the engine does not tell", names);
    if (status == GRAVEL_OK && ops->stands_for != NULL && names[0] != '\0')
        status = gravel_point_record_say(run->record, text);
    return status == GRAVEL_OK && note != NULL ? gravel_point_record_say(run->record, note) : status;
}

static enum gravel_status
add_broken(struct gravel_running *run)
{
    struct gravel_record *record = run->record;
    bool explained = false;
    for (size_t k = 0; k < record->n_invariants; k++) {
        char text[512], why[384];
        const struct gravel_invariant *i = &record->invariants[k];
        if (i->ok)
            continue;
        record->status = GRAVEL_POINT_BROKEN;
        gravel_invariant_say(&run->monitor, i->name, why, sizeof why);
        explained = explained || why[0] != '\0';
        if (isfinite(i->value) && isfinite(i->limit))
            snprintf(text, sizeof text, "%s: %.3g is beyond %.3g%s%s%s", i->name, i->value, i->limit,
                     why[0] != '\0' ? " (" : "", why, why[0] != '\0' ? ")" : "");
        else
            snprintf(text, sizeof text, "%s: the numbers, or their squares, are not finite", i->name);
        if (gravel_point_record_say(record, text) != GRAVEL_OK)
            return GRAVEL_MEMORY;
    }
    return explained && run->point->engine->stands_for != NULL
               ? gravel_point_record_say(record,
                                         "frequent causes are listed in the manual, codes.md, \"What states and "
                                         "contacts are tested for\"")
               : GRAVEL_OK;
}

enum gravel_status
gravel_point_record_remarks(struct gravel_running *run)
{
    enum gravel_status status = add_broken(run);
    if (status == GRAVEL_OK)
        status = add_warnings(run);
    if (status == GRAVEL_OK)
        status = leave_out_untold(run);
    if (status == GRAVEL_OK)
        status = add_note(run);
    if (status == GRAVEL_OK && !run->record->steady)
        status = gravel_point_record_say(run->record, "no steady state was reached");
    return status;
}
