/* Counting the verdicts of checks, the same way for HTML, Markdown and the README.  Claims are counted in
 * harness/judge/coverage.h. */
#ifndef GRAVEL_REPORTS_TALLY_H
#define GRAVEL_REPORTS_TALLY_H

#include "reports/report.h"

enum { GRAVEL_VERDICTS = 5, GRAVEL_WORDS_MAX = 256 };

struct gravel_tally {
    size_t n[GRAVEL_VERDICTS];
};

/* Which checks are counted: texts that are not NULL must be equal. */
struct gravel_tally_filter {
    const char *case_name, *family, *kind, *engine;
    bool claims_only; /* checks that name a reference */
};
/* The verdicts of checks; invariants are counted by gravel_verdict_count() alone. */
struct gravel_tally gravel_tally_count(const struct gravel_judgements *judgements, struct gravel_tally_filter filter);
/* PASS, FAIL and INCONCLUSIVE: the checks that were judged. */
size_t gravel_tally_judged(const struct gravel_tally *tally);

/* What a reader is told of a verdict: a FAIL that is a contradiction on file is no failure of an engine. */
enum gravel_outcome {
    GRAVEL_OUTCOME_PASS,
    GRAVEL_OUTCOME_CONTRADICTED, /* FAIL, as on file with its measured value */
    GRAVEL_OUTCOME_FAILED,       /* unexpected: it turns the run red */
    GRAVEL_OUTCOME_OPEN,         /* INCONCLUSIVE */
    GRAVEL_OUTCOME_NONE,         /* SKIP and NOT APPLICABLE */
    GRAVEL_OUTCOMES
};
enum gravel_outcome gravel_outcome_of(const struct gravel_judgement *judgement);
/* "passed", "contradicted", "failed", "undecided", "unjudged"; also the class of style.css. */
const char *gravel_outcome_name(enum gravel_outcome outcome);

/* The outcomes of the checks that match the filter. */
struct gravel_outcomes {
    size_t n[GRAVEL_OUTCOMES];
};
struct gravel_outcomes gravel_outcomes_count(const struct gravel_judgements *judgements,
                                             struct gravel_tally_filter filter);

/* Whether the reported cases judge claims on file; a private case, which judges its own bounds, says nothing of them.
 */
bool gravel_report_has_claims(const struct gravel_report *report);
bool gravel_report_has_case(const struct gravel_report *report, const char *name);

/* A set of words in order of appearance. */
struct gravel_words {
    size_t n;
    char items[GRAVEL_WORDS_MAX][GRAVEL_NAME_MAX];
};
/* Add `word`, cut to GRAVEL_NAME_MAX - 1 bytes, unless it is there already or the set is full. */
void gravel_words_add(struct gravel_words *words, const char *word);
/* Kinds of the checks, the usual ones first. */
void gravel_words_kinds(struct gravel_words *words, const struct gravel_judgements *judgements);
/* The references of which a verdict has this outcome. */
void gravel_words_references(struct gravel_words *words, const struct gravel_report *report,
                             enum gravel_outcome outcome);
/* Families of the reported cases. */
void gravel_words_families(struct gravel_words *words, const struct gravel_report *report);

#endif
