/* Counting verdicts and claims, the same way for HTML, Markdown and the README. */
#ifndef GRAVEL_REPORTS_TALLY_H
#define GRAVEL_REPORTS_TALLY_H

#include "reports/report.h"

enum { GRAVEL_VERDICTS = 5, GRAVEL_WORDS_MAX = 64 };

struct gravel_tally {
    size_t n[GRAVEL_VERDICTS];
};

/* Judgements that match every filter that is not NULL. */
struct gravel_tally gravel_tally_count(const struct gravel_judgements *judgements, const char *case_name,
                                       const char *family, const char *kind, const char *engine);
/* All five verdicts. */
size_t gravel_tally_sum(const struct gravel_tally *tally);
/* PASS, FAIL and INCONCLUSIVE: the checks that were judged. */
size_t gravel_tally_judged(const struct gravel_tally *tally);

/* FAILs that are contradictions with an explanation on file: counted as FAIL, but expected. */
size_t gravel_tally_explained(const struct gravel_judgements *judgements);

/* A set of words in order of appearance. */
struct gravel_words {
    size_t n;
    char items[GRAVEL_WORDS_MAX][GRAVEL_NAME_MAX];
};
/* Add `word`, cut to GRAVEL_NAME_MAX - 1 bytes, unless it is there already or the set is full. */
void gravel_words_add(struct gravel_words *words, const char *word);
/* Kinds of the judgements, the usual ones first. */
void gravel_words_kinds(struct gravel_words *words, const struct gravel_judgements *judgements);
/* Families of the reported cases. */
void gravel_words_families(struct gravel_words *words, const struct gravel_report *report);

/* What became of the claims of one family. */
struct gravel_claims {
    size_t on_file;
    size_t n[3];       /* claims whose worst verdict is PASS, FAIL, INCONCLUSIVE */
    size_t no_result;  /* a check names it, but it gave no verdict in this report */
    size_t not_judged; /* no check names it yet */
};
/* Claims of a family on file, from the references and the checks of the whole catalogue; NULL: of every family. */
struct gravel_claims gravel_claims_count(const struct gravel_report *report, const char *family);

/* The coordinates of a record in its case's sweep: "sigma = 0.1, contact time = 2×10⁻⁵ s"; "" without a sweep. */
void gravel_sweep_place(char *buffer, size_t size, const struct gravel_case *c, const struct gravel_record *record);

#endif
