/* What changed since an older report or store: verdicts, and values beyond their errors. */
#ifndef GRAVEL_REPORTS_PAST_H
#define GRAVEL_REPORTS_PAST_H

#include "reports/site.h"

/* The judgements in <folder>/verdicts.json of an older report.  GRAVEL_INPUT when there is none or it is no such list.
 * Free with gravel_judgements_free. */
GRAVEL_MUST_USE enum gravel_status gravel_past_read(struct gravel_judgements *before, const char *folder,
                                                    struct gravel_error *error);

/* Judgements of the same case, check, engine and place before and now. */
struct gravel_past_pair {
    const struct gravel_judgement *before, *now; /* NULL: only on the other side */
};
struct gravel_past {
    size_t n; /* of the pairs that differ: verdicts first, then values, then what is on one side only */
    struct gravel_past_pair *pairs; /* owned */
    size_t n_same, n_verdicts, n_values, n_one_side;
};

/* Compare the report's `before` with its judgements, for the cases of the report.  Values differ where they are more
 * than k sqrt(err^2 + err^2) apart, k being that of the report; without errors by more than 1e-9 of them.  Both runs
 * begin from the same seeds, so that their errors are correlated and chance alone shows less often than k says.
 * GRAVEL_MEMORY: nothing is owned. */
GRAVEL_MUST_USE enum gravel_status gravel_past_compare(struct gravel_past *past, const struct gravel_report *report,
                                                       struct gravel_error *error);
void gravel_past_free(struct gravel_past *past);

/* The section of the index; nothing where the report has no `before`. */
void gravel_html_past(FILE *out, const struct gravel_site *site);

#endif
