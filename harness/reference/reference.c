#include "harness/reference/reference.h"

#include <stdlib.h>
#include <string.h>

static void
reference_free(struct gravel_reference *r)
{
    free(r->row_x);
    free(r->row_y);
    free(r->where);
    free(r->note);
    free(r->statement);
    free(r->undecidable);
    free(r->contradicted);
    free(r->cite);
    gravel_where_free(&r->conditions);
    gravel_where_free(&r->contradicted_where);
}

void
gravel_references_free(struct gravel_references *references)
{
    for (size_t k = 0; k < references->n; k++)
        reference_free(&references->items[k]);
    for (size_t k = 0; k < references->n_files; k++)
        free(references->files[k]);
    free(references->items);
    free(references->files);
    free(references->measured);
    *references = (struct gravel_references){0};
}

const struct gravel_reference *
gravel_references_find(const struct gravel_references *references, const char *id)
{
    for (size_t k = 0; k < references->n; k++)
        if (strcmp(references->items[k].id, id) == 0)
            return &references->items[k];
    return NULL;
}

const struct gravel_measured *
gravel_references_measured(const struct gravel_references *references, const char *check, const char *case_name,
                           const char *engine, const char *at)
{
    for (size_t k = 0; k < references->n_measured; k++) {
        const struct gravel_measured *m = &references->measured[k];
        if (strcmp(m->case_name, case_name) == 0 && strcmp(m->check, check) == 0 && strcmp(m->engine, engine) == 0 &&
            strcmp(m->at, at) == 0)
            return m;
    }
    return NULL;
}

bool
gravel_reference_is_claim(const struct gravel_reference *reference)
{
    return strcmp(reference->kind, GRAVEL_GUIDE) != 0 && strcmp(reference->kind, GRAVEL_REGRESSION) != 0;
}

bool
gravel_reference_is_own(const struct gravel_reference *reference)
{
    return reference->source_key[0] != '\0' && strchr("DMR", reference->source_key[0]) != NULL &&
           reference->source_key[1] == '\0';
}

bool
gravel_reference_has_number(const struct gravel_reference *reference)
{
    return reference->has_value || reference->law || reference->n_rows > 0;
}
