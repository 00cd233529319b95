#include "harness/case/parts.h"

#include "harness/case/schema.h"

#include <stdio.h>
#include <string.h>

const char gravel_overlay[] = "overlay";

static void
list_species(const struct gravel_description *d, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t s = 0; s < d->n_species && used < size; s++)
        used += (size_t)snprintf(text + used, size - used, " %s", d->species[s].name);
}

/* The species in a list of words. */
static enum gravel_status
take_species(const char *words, const struct gravel_description *d, struct gravel_part *part,
             struct gravel_error *error)
{
    char path[96], word[32], allowed[256];
    snprintf(path, sizeof path, "%s.species", part->section);
    list_species(d, allowed, sizeof allowed);
    for (const char *s = words + strspn(words, " "); *s != '\0'; s += strspn(s, " ")) {
        const size_t length = strcspn(s, " ");
        size_t k = 0;
        snprintf(word, sizeof word, "%.*s", (int)length, s);
        while (k < d->n_species && strcmp(d->species[k].name, word) != 0)
            k++;
        if (k == d->n_species)
            return gravel_fail_at(error, GRAVEL_INPUT, path, "found %s, allowed words among:%s", word, allowed);
        part->takes[k] = true;
        s += length;
    }
    return GRAVEL_OK;
}

/* Every species has exactly one generator. */
static enum gravel_status
check_species(const struct gravel_part *parts, size_t n, const struct gravel_description *d, struct gravel_error *error)
{
    for (size_t s = 0; s < d->n_species; s++) {
        const struct gravel_part *first = NULL;
        for (size_t k = 0; k < n; k++) {
            char path[96];
            if (!parts[k].takes[s])
                continue;
            snprintf(path, sizeof path, "%s.species", parts[k].section);
            if (first != NULL)
                return gravel_fail_at(error, GRAVEL_INPUT, path, "found %s, which prepare.%s places already",
                                      d->species[s].name, first->name);
            first = &parts[k];
        }
        if (first == NULL)
            return gravel_fail_at(error, GRAVEL_INPUT, "prepare", "found no generator that places the species %s",
                                  d->species[s].name);
    }
    return GRAVEL_OK;
}

enum gravel_status
gravel_case_parts(const struct gravel_options *parameters, const char *prepare,
                  const struct gravel_description *description, struct gravel_part *parts, size_t *n,
                  struct gravel_error *error)
{
    char names[GRAVEL_PARTS_MAX][32];
    *n = 0;
    if (strcmp(prepare, gravel_overlay) != 0) {
        *n = 1;
        parts[0] = (struct gravel_part){.generator = gravel_prepare_find(prepare)};
        snprintf(parts[0].name, sizeof parts[0].name, "%.31s", prepare);
        snprintf(parts[0].section, sizeof parts[0].section, "prepare.%.31s", prepare);
        memset(parts[0].takes, true, sizeof parts[0].takes);
        return parts[0].generator != NULL
                   ? GRAVEL_OK
                   : gravel_fail_at(error, GRAVEL_INPUT, "prepare", "found no generator called %.60s", prepare);
    }
    const size_t n_names = gravel_schema_names(parameters, "prepare", names, GRAVEL_PARTS_MAX);
    enum gravel_status status = GRAVEL_OK;
    for (; *n < n_names && status == GRAVEL_OK; ++*n) {
        struct gravel_part *part = &parts[*n];
        char path[96];
        *part = (struct gravel_part){.generator = NULL};
        snprintf(part->name, sizeof part->name, "%s", names[*n]);
        snprintf(part->section, sizeof part->section, "prepare.%s", names[*n]);
        snprintf(path, sizeof path, "%s.generator", part->section);
        const char *word = gravel_options_text(parameters, path);
        part->generator = gravel_prepare_find(word);
        if (part->generator == NULL)
            return gravel_fail_at(error, GRAVEL_INPUT, path,
                                  "found no generator called %.60s; see `gravel list generators`", word);
        snprintf(path, sizeof path, "%s.species", part->section);
        status = take_species(gravel_options_text(parameters, path), description, part, error);
    }
    return status == GRAVEL_OK ? check_species(parts, *n, description, error) : status;
}
