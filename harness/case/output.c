#include "harness/case/output.h"

#include "engines/core/words.h"
#include "harness/case/keys.h"
#include "harness/util/suggest.h"

#include <stdio.h>
#include <string.h>

/* The place of a word in the text of output.<key>, for messages. */
static enum gravel_status
refuse_word(struct gravel_reader *reader, const struct gravel_yaml *node, const char *key, const char *word,
            const char *allowed)
{
    char text[96], list[256];
    struct gravel_suggestion suggestion = {.word = word};
    const struct gravel_yaml *item = gravel_yaml_get(node, key);
    for (size_t k = 0; k < gravel_word_list_count(allowed); k++) {
        char name[32];
        gravel_suggest(&suggestion, gravel_word_list_get(allowed, k, name, sizeof name));
    }
    gravel_word_list_print(allowed, list, sizeof list);
    return gravel_refuse(reader, item != NULL ? item : node, "output.%s: found %s, allowed words among: %s%s", key,
                         word, list, gravel_suggestion_text(&suggestion, text, sizeof text));
}

/* The next word of a text, cut to `size`; false at its end. */
static bool
next_word(const char **text, char *word, size_t size)
{
    *text += strspn(*text, " ");
    const size_t length = strcspn(*text, " ");
    snprintf(word, size, "%.*s", (int)length, *text);
    *text += length;
    return length > 0;
}

static enum gravel_status
read_fields(struct gravel_reader *reader, const struct gravel_yaml *node, const char *text)
{
    char word[32];
    struct gravel_case_output *output = &reader->c->output;
    while (next_word(&text, word, sizeof word)) {
        const int f = gravel_word_list_index(gravel_field_names, word);
        if (f < 0)
            return refuse_word(reader, node, "fields", word, gravel_field_names);
        output->fields |= 1u << f;
    }
    if (!(output->fields & gravel_field_bit(GRAVEL_FIELD_POSITION)))
        return refuse_word(reader, node, "fields", "no position", gravel_field_names);
    return GRAVEL_OK;
}

static enum gravel_status
read_formats(struct gravel_reader *reader, const struct gravel_yaml *node, const char *text)
{
    char word[32], allowed[128] = "";
    struct gravel_case_output *output = &reader->c->output;
    for (size_t k = 0; gravel_formats[k] != NULL; k++)
        if (gravel_formats[k]->create != NULL)
            snprintf(allowed + strlen(allowed), sizeof allowed - strlen(allowed), "%s%s", allowed[0] != '\0' ? "|" : "",
                     gravel_formats[k]->name);
    while (next_word(&text, word, sizeof word)) {
        const struct gravel_format_ops *format = gravel_format_find(word);
        if (format == NULL || format->create == NULL)
            return refuse_word(reader, node, "formats", word, allowed);
        for (size_t k = 0; k < output->n_formats; k++)
            if (output->formats[k] == format)
                return refuse_word(reader, node, "formats", "one twice", allowed);
        output->formats[output->n_formats++] = format;
    }
    return output->n_formats > 0 ? GRAVEL_OK : refuse_word(reader, node, "formats", "none", allowed);
}

enum gravel_status
gravel_read_output(struct gravel_reader *reader, const struct gravel_yaml *node)
{
    struct gravel_options options = {0};
    enum gravel_status status = gravel_read_section(reader, node, "output", gravel_keys_output, NULL, &options);
    if (status == GRAVEL_OK) {
        reader->c->output = (struct gravel_case_output){
            .stated = node != NULL,
            .every = gravel_options_has(&options, "output.every") ? gravel_options_real(&options, "output.every") : 0.0,
            .contacts = gravel_options_bool(&options, "output.contacts")};
        status = read_fields(reader, node, gravel_options_text(&options, "output.fields"));
    }
    const struct gravel_yaml *fields = node != NULL ? gravel_yaml_get(node, "fields") : NULL;
    if (status == GRAVEL_OK && fields != NULL)
        status = gravel_case_add_section(reader->c, "output.fields", fields->line, fields->column, reader->error);
    if (status == GRAVEL_OK)
        status = read_formats(reader, node, gravel_options_text(&options, "output.formats"));
    gravel_options_free(&options);
    return status;
}
