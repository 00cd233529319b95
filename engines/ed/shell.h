/* Shells of particles, and the lists of particles and walls that can be reached from within them
 * (Donev, Torquato and Stillinger 2005, J. Comput. Phys. 202, 737).
 *
 * Invariants between events:
 * - every particle that is not absorbed lies in its shell: within the shell width of the shell's centre, where the grid
 *   has it;
 * - i is in the list of j, and j in that of i, when the distance of the centres of their shells is below the sum of
 * both radii and both shell widths: so no collision can come before one of the two has rebuilt its lists;
 * - walls that are not in the list of i cannot be reached from its shell before its `expiry`. */
#ifndef GRAVEL_ED_SHELL_H
#define GRAVEL_ED_SHELL_H

#include "engines/ed/grid.h"
#include "engines/ed/lists.h"
#include "engines/ed/state.h"

struct gravel_shells {
    double width;                      /* shell width, except where largest_shell requires less [m] */
    double largest_shell;              /* an eighth of the shortest period, for width + radius/2 [m] */
    double shell_offset;               /* distance of a new shell's centre ahead of the particle, in shell widths */
    struct gravel_lists free_near;     /* free neighbours of a free particle */
    struct gravel_lists attached_near; /* attached neighbours of a free particle, free neighbours of an attached one */
    struct gravel_lists wall_near;     /* walls of a free particle */
    struct gravel_grid grid;           /* centres of shells */
    int32_t *candidates;               /* n + padding: result of a grid search */
    int32_t *attached_candidates;      /* n if particles may be attached */
    uint32_t *last_search;             /* n: number of the last search that found the particle */
    uint32_t search_number;
};

/* Shell width of a particle of this radius [m].  Prediction takes the nearest image of a neighbour.  A pair that may
 * collide in the present shells is at most r_i + r_j + 2 (width_i + width_j) apart, each at the far end of its shell;
 * up to half the period only one image can collide, and it is the nearest. */
static inline double
gravel_shell_width(const struct gravel_shells *shells, double radius)
{
    const double most = shells->largest_shell - 0.5 * radius;
    return shells->width < most ? shells->width : most;
}

/* Allocate shells for the engine's particles, and choose their width and offset for the system's mean spacing.
 * GRAVEL_MEMORY.  After a failure gravel_shells_free() is still due. */
enum gravel_status gravel_shells_init(struct gravel_shells *shells, const struct gravel_ed *ed,
                                      struct gravel_error *error);
/* Free all memory; zeroed shells are allowed. */
void gravel_shells_free(struct gravel_shells *shells);

/* Save or load all shells and lists; the searches have no state but their number. */
void gravel_shells_archive(struct gravel_shells *shells, struct gravel_record *record, size_t n_particles,
                           struct gravel_archive *archive);

/* Place particle i's shell around its present position and find its neighbours and walls.  The lists of the neighbours
 * are updated too.  GRAVEL_MEMORY.  O(neighbours). */
enum gravel_status gravel_shell_rebuild(struct gravel_ed *ed, struct gravel_shells *shells, int32_t i,
                                        struct gravel_error *error);

/* Remove particle i from all lists and the grid.  O(neighbours). */
void gravel_shell_remove(struct gravel_ed *ed, struct gravel_shells *shells, int32_t i);

/* Time [s] for which particle i, at x with velocity v, is certain to remain in its shell. */
double gravel_shell_exit_time(const struct gravel_ed *ed, const struct gravel_shells *shells, int32_t i, struct vec3 x,
                              struct vec3 v);

#endif
