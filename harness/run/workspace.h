/* What a command works on: cases, the plan of their points, the store, their records and the references.
 *
 * The parts are filled in this order: load the cases, open the store, fetch the records.  A command takes the steps
 * that it needs.  Start with {0}; free with gravel_workspace_free() in any state. */
#ifndef GRAVEL_HARNESS_RUN_WORKSPACE_H
#define GRAVEL_HARNESS_RUN_WORKSPACE_H

#include "harness/record/store.h"
#include "harness/reference/reference.h"
#include "harness/run/engine_choice.h"
#include "harness/run/plan.h"

/* Which cases, and which of their points.  All texts are borrowed. */
struct gravel_selection {
    size_t n_names; /* 0, or the one name "all": the whole catalogue */
    const char *const *names;
    const char *tier;
    const char *engines;              /* as gravel_engine_choose() reads them; NULL: all */
    double answer_limit;              /* of a program that is an engine [s]; 0: the usual one */
    struct gravel_plan_choice points; /* of each case; its engines follow from those above */
    size_t n_sets;                    /* parameters that are replaced in every case */
    const char *const *sets;          /* "key=value" */
};

struct gravel_workspace {
    struct gravel_engine_choice engines;
    size_t n_cases;             /* of the selection */
    bool is_catalogue;          /* they are the whole catalogue */
    bool is_private;            /* none of them is of the catalogue: they are files of the user */
    struct gravel_case **cases; /* [n_cases]; owned, as everything below */
    struct gravel_plan plan;    /* the points of the cases, case by case; points into `cases` */
    size_t *ends;               /* [n_cases]: end of each case's points in the plan */
    struct gravel_store *store;
    struct gravel_records *records; /* [n_cases], each in the order of the plan */
    struct gravel_references references;
};

/* Load the selected cases, each once, in the order of the names or of the catalogue, and plan their points. */
GRAVEL_MUST_USE enum gravel_status gravel_workspace_load(struct gravel_workspace *workspace,
                                                         const struct gravel_selection *selection,
                                                         struct gravel_error *error);

/* Load the references below gravel_home(). */
GRAVEL_MUST_USE enum gravel_status gravel_workspace_load_references(struct gravel_workspace *workspace,
                                                                    struct gravel_error *error);

/* GRAVEL_INPUT, at its place in the case file, when a check names a reference that is not among the loaded
 * ones: called before anything runs. */
GRAVEL_MUST_USE enum gravel_status gravel_workspace_check_claims(const struct gravel_workspace *workspace,
                                                                 struct gravel_error *error);

/* Open the store, as gravel_store_open(); `path` NULL: the default one. */
GRAVEL_MUST_USE enum gravel_status gravel_workspace_open_store(struct gravel_workspace *workspace, const char *path,
                                                               bool read_only, struct gravel_error *error);

/* Read the records of all planned points that the store has.  *n_missing counts those that it lacks.  Points of the
 * store that are not planned, as those of an older version of a case, are not read. */
GRAVEL_MUST_USE enum gravel_status gravel_workspace_fetch(struct gravel_workspace *workspace, size_t *n_missing,
                                                          struct gravel_error *error);

/* Add the records of external programs and of trajectories, whose keys contain more than the plan has,
 * where their parameters, but for those of engines, seed and replicate are those of a planned point. */
GRAVEL_MUST_USE enum gravel_status gravel_workspace_fetch_foreign(struct gravel_workspace *workspace,
                                                                  struct gravel_error *error);

/* Close the store, free everything and set the workspace to {0}. */
void gravel_workspace_free(struct gravel_workspace *workspace);

#endif
