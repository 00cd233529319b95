/* Verdicts as JUnit, for CI. */
#include "harness/judge/verdicts.h"
#include "harness/util/escape.h"

/* Text of an attribute in double quotes: control characters, which XML 1.0 cannot write, become '?'. */
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

static void
write_testcase(FILE *file, const struct gravel_judgement *j)
{
    char text[200];
    fputs("    <testcase classname=\"", file);
    write_xml(file, j->family);
    fputc('.', file);
    write_xml(file, j->case_name);
    fputs("\" name=\"", file);
    write_xml(file, j->check);
    fputs(" [", file);
    write_xml(file, j->engine);
    fputs("] ", file);
    write_xml(file, j->at);
    fputs("\">", file);
    const char *element = gravel_judgement_is_red(j) ? "failure" : j->verdict == GRAVEL_PASS ? NULL : "skipped";
    if (element) {
        fprintf(file, "<%s message=\"%s: ", element, gravel_judgement_label(j));
        write_xml(file, gravel_judgement_numbers(j, text, sizeof text));
        fputs("; ", file);
        write_xml(file, j->note);
        fputs("\"/>", file);
    }
    fputs("</testcase>\n", file);
}

/* One suite; what is neither PASS nor red (INCONCLUSIVE, an explained contradiction, ...) is `skipped` with its verdict
 * in the message: JUnit has no other verdicts. */
static enum gravel_status
write_verdicts(FILE *file, const struct gravel_verdicts *v, bool all, struct gravel_error *error)
{
    (void)all;
    (void)error;
    const struct gravel_verdict_counts counts = gravel_verdict_count(v->judgements);
    size_t skipped = 0;
    for (size_t k = 0; k < v->judgements->n; k++)
        skipped += !gravel_judgement_is_red(&v->judgements->items[k]) && v->judgements->items[k].verdict != GRAVEL_PASS;
    fprintf(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    fprintf(file,
            "  <testsuite name=\"gravel\" tests=\"%zu\" failures=\"%zu\" errors=\"0\" skipped=\"%zu\" time=\"%.3f\">\n",
            v->judgements->n, counts.red, skipped, v->seconds);
    for (size_t k = 0; k < v->judgements->n; k++)
        write_testcase(file, &v->judgements->items[k]);
    fputs("  </testsuite>\n</testsuites>\n", file);
    return GRAVEL_OK;
}

const struct gravel_verdict_writer gravel_verdict_writer_junit = {"junit", write_verdicts};
