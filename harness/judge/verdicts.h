/* What the writers of judgements share: what is written, and the texts of a judgement. */
#ifndef GRAVEL_HARNESS_JUDGE_VERDICTS_H
#define GRAVEL_HARNESS_JUDGE_VERDICTS_H

#include "harness/judge/coverage.h"

#include <stdio.h>

struct gravel_verdicts {
    const struct gravel_judgements *judgements; /* borrowed */
    const struct gravel_coverages *coverages;   /* borrowed */
    double seconds;                             /* of the whole check */
    const char *tier;                           /* borrowed */
    const char *options; /* of the command that made them, behind the case: " --tier='quick'"; borrowed */
};

/* A format.  `write` returns GRAVEL_OK, or GRAVEL_MEMORY or GRAVEL_IO with the error filled; that the file could not be
 * written may also show in ferror(file) alone.  `all`: a format that leaves out what passed shows it, too. */
struct gravel_verdict_writer {
    const char *name; /* of --format */
    enum gravel_status (*write)(FILE *file, const struct gravel_verdicts *verdicts, bool all,
                                struct gravel_error *error);
};

enum gravel_judged {
    GRAVEL_JUDGED_CLAIMS,     /* checks that name a reference */
    GRAVEL_JUDGED_CHECKS,     /* checks without one */
    GRAVEL_JUDGED_INVARIANTS, /* of points */
    GRAVEL_JUDGED_KINDS
};
/* What a judgement is about; the name of that, "claims", "other checks" or "invariants", as static text. */
enum gravel_judged gravel_judgement_is_about(const struct gravel_judgement *judgement);
const char *gravel_judged_name(enum gravel_judged what);

/* Judgements counted by what they are about and by verdict; invariants and checks never count as claims. */
struct gravel_verdict_counts {
    size_t n[GRAVEL_JUDGED_KINDS][5]; /* by enum gravel_verdict */
    size_t contradicted;              /* FAILs that are contradictions on file */
    size_t known;                     /* failures, and INCONCLUSIVE ones, that the baseline has */
    size_t unexpected;                /* judgements that turn the run red by themselves */
    size_t inconclusive_most;         /* how many INCONCLUSIVE are allowed */
    size_t red;                       /* the unexpected ones, and the INCONCLUSIVE ones where they are more, */
    bool inconclusive_is_red;         /* which is here */
};
struct gravel_verdict_counts gravel_verdict_count(const struct gravel_judgements *judgements);

/* Whether a claim of the case was decided: a check that names a reference gave PASS or FAIL. */
bool gravel_verdict_case_decided(const struct gravel_judgements *judgements, const char *case_name);

enum { GRAVEL_HEADLINE_MAX = 320 }; /* room for a headline [bytes] */
/* "0 unexpected failures; 16 claims of sources contradicted, each with its measured value; 173 of 220 claims decided, 2
 * undecidable": the first line of every output; without claims on file "0 unexpected failures; 3 of 3 checks decided".
 * Returns `text`. */
const char *gravel_verdict_headline(const struct gravel_judgements *judgements,
                                    const struct gravel_coverages *coverages, char *text, size_t size);

/* "0.3415 +- 0.0002, expected 0.341, allowed 0.002, ratio 0.25", or "" without numbers; returns `text`. */
const char *gravel_judgement_numbers(const struct gravel_judgement *j, char *text, size_t size);

/* The verdict's name, "FAIL (expected)" for an explained contradiction, "FAIL (known)" for what the baseline has;
 * static text. */
const char *gravel_judgement_label(const struct gravel_judgement *j);

/* The name of a judgement among those of its case, which stays when values of a sweep change: "S3.tk interaction_time
 * [md] #3" is the third of this check on this engine.  Returns `text`. */
const char *gravel_judgement_name(const struct gravel_judgements *all, size_t index, char *text, size_t size);

enum { GRAVEL_COMMAND_MAX = 8192 }; /* with paths */

/* The command that runs and judges again what the judgement is about, and the processor time of its points [s]. Returns
 * `text`. */
const char *gravel_judgement_command(const struct gravel_verdicts *verdicts, size_t index, char *text, size_t size);
double gravel_judgement_seconds(const struct gravel_judgements *all, size_t index);

#endif
