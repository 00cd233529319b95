/* Verdicts as JUnit, for CI: one suite a family, in the form that Jenkins reads (tests/cli/data/junit.xsd). */
#include "harness/judge/verdicts.h"
#include "harness/util/escape.h"
#include "harness/util/home.h"

#include <string.h>

/* Text of an attribute in double quotes or of an element: control characters, which XML 1.0 cannot write, become '?'.
 */
static void
write_xml(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        const char *reference = gravel_escape_xml(*text);
        if (reference && *text != '\'')
            fputs(reference, file);
        else if (*text == '\n' || *text == '\t')
            fputc(' ', file);
        else
            fputc((unsigned char)*text < 0x20 ? '?' : *text, file);
    }
}

/* What CI shall see of a judgement.  A contradiction on file is a success, as is a failure that the baseline has: it
 * came out as expected. */
enum outcome { SUCCESS, FAILURE, SKIPPED };

static enum outcome
outcome_of(const struct gravel_judgement *j, bool inconclusive_is_red)
{
    if (gravel_judgement_is_red(j))
        return FAILURE;
    if (j->known)
        return SUCCESS;
    switch (j->verdict) {
    case GRAVEL_PASS:
    case GRAVEL_FAIL: return SUCCESS;
    case GRAVEL_INCONCLUSIVE: return inconclusive_is_red ? FAILURE : SKIPPED;
    case GRAVEL_SKIP:
    case GRAVEL_NOT_APPLICABLE: break;
    }
    return SKIPPED;
}

static void
write_message(FILE *file, const struct gravel_judgement *j)
{
    char text[200];
    fprintf(file, "%s: ", gravel_judgement_label(j));
    write_xml(file, gravel_judgement_numbers(j, text, sizeof text));
    fputs(text[0] != '\0' && j->note[0] != '\0' ? "; " : "", file);
    write_xml(file, j->note);
}

static void
write_testcase(FILE *file, const struct gravel_verdicts *v, size_t index, bool inconclusive_is_red)
{
    const struct gravel_judgements *all = v->judgements;
    char text[GRAVEL_COMMAND_MAX];
    static const char *const elements[] = {[FAILURE] = "failure", [SKIPPED] = "skipped"};
    const struct gravel_judgement *j = &all->items[index];
    const enum outcome outcome = outcome_of(j, inconclusive_is_red);
    fputs("    <testcase classname=\"", file);
    write_xml(file, j->family);
    fputc('.', file);
    write_xml(file, j->case_name);
    fputs("\" name=\"", file);
    write_xml(file, gravel_judgement_name(all, index, text, sizeof text));
    fprintf(file, "\" time=\"%.3f\">", j->seconds);
    if (outcome != SUCCESS) {
        fprintf(file, "<%s type=\"%s\" message=\"", elements[outcome], gravel_verdict_name(j->verdict));
        write_message(file, j);
        fputs("\"/>", file);
    }
    fputs("<system-out>", file);
    write_xml(file, j->at);
    fputs(j->at[0] != '\0' ? "; " : "", file);
    write_message(file, j);
    fputs("; repeat with: ", file);
    write_xml(file, gravel_judgement_command(v, index, text, sizeof text));
    fprintf(file, " (%.3g s of CPU time)</system-out></testcase>\n", gravel_judgement_seconds(all, index));
}

static void
write_property(FILE *file, const char *name, const char *value)
{
    fprintf(file, "      <property name=\"%s\" value=\"", name);
    write_xml(file, value);
    fputs("\"/>\n", file);
}

/* The judgements of the family of the one at `first`. */
static void
write_suite(FILE *file, const struct gravel_verdicts *v, size_t first, bool inconclusive_is_red)
{
    const struct gravel_judgements *all = v->judgements;
    const char *family = all->items[first].family;
    size_t n[] = {[SUCCESS] = 0, [FAILURE] = 0, [SKIPPED] = 0};
    double seconds = 0.0;
    char k[32];
    for (size_t i = first; i < all->n; i++)
        if (strcmp(all->items[i].family, family) == 0) {
            n[outcome_of(&all->items[i], inconclusive_is_red)]++;
            seconds += all->items[i].seconds;
        }
    fputs("  <testsuite name=\"", file);
    write_xml(file, family);
    fprintf(file, "\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"%.3f\">\n    <properties>\n",
            n[SUCCESS] + n[FAILURE] + n[SKIPPED], n[FAILURE], n[SKIPPED], seconds);
    snprintf(k, sizeof k, "%.3g", all->k);
    write_property(file, "gravel.version", gravel_version());
    write_property(file, "gravel.commit", gravel_commit());
    write_property(file, "gravel.tier", v->tier);
    write_property(file, "gravel.k", k);
    fputs("    </properties>\n", file);
    for (size_t i = first; i < all->n; i++)
        if (strcmp(all->items[i].family, family) == 0)
            write_testcase(file, v, i, inconclusive_is_red);
    fputs("  </testsuite>\n", file);
}

static bool
is_first_of_family(const struct gravel_judgements *all, size_t index)
{
    for (size_t k = 0; k < index; k++)
        if (strcmp(all->items[k].family, all->items[index].family) == 0)
            return false;
    return true;
}

static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    (void)error;
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"gravel\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" time=\"%.3f\">\n",
            v->judgements->n, counts.red, v->seconds);
    for (size_t k = 0; k < v->judgements->n; k++)
        if (is_first_of_family(v->judgements, k))
            write_suite(file, v, k, counts.inconclusive_is_red);
    fputs("</testsuites>\n", file);
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_junit = {"junit", write_verdicts};
