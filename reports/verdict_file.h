/* Judgements as verdicts.json of a report and `gravel check --format json` have them. */
#ifndef GRAVEL_REPORTS_VERDICT_FILE_H
#define GRAVEL_REPORTS_VERDICT_FILE_H

#include "harness/judge/judgement.h"

#include <jansson.h>

/* Append the judgements of the array `list`; `families` gives the family of a case where the judgements do not (NULL:
 * they do).  GRAVEL_INPUT, with the path of the file, when there is no array, or one of them has no case or no verdict;
 * what was appended remains. */
GRAVEL_MUST_USE enum gravel_status gravel_verdict_file_read(struct gravel_judgements *judgements, const json_t *list,
                                                            const json_t *families, const char *path,
                                                            struct gravel_error *error);

#endif
