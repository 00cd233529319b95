/* What the files of the adaptive integrator share: see adaptive.c. */
#ifndef GRAVEL_MD_ADAPTIVE_H
#define GRAVEL_MD_ADAPTIVE_H

#include "engines/md/state.h"

#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_roots.h>

/* Functions of the state whose zeros are the places where the forces of a listed pair are not smooth: its gap (a live
 * contact ends, another one begins); of a live contact with such limits, its normal force before it is clipped, the
 * viscous slip force above the Coulomb bound, the rolling torque above its bound; of a tangential spring under
 * Coulomb's bound what is negative while it is pressed (once loose: -1) and while it goes on to stick, to slide or to
 * be loose.  The closing speed tells on which side of a contact a vanishing gap is. */
enum gravel_md_switch {
    GRAVEL_MD_GAP,
    GRAVEL_MD_CLOSING,
    GRAVEL_MD_CLIP,
    GRAVEL_MD_SLIDE,
    GRAVEL_MD_ROLL,
    GRAVEL_MD_LOOSEN,
    GRAVEL_MD_TURN,
    GRAVEL_MD_SWITCHES
};

struct gravel_md_switches {
    double of[GRAVEL_MD_SWITCHES]; /* 1 where there is no such limit */
};

enum gravel_md_happening { GRAVEL_MD_NOTHING, GRAVEL_MD_BEGINS, GRAVEL_MD_ENDS, GRAVEL_MD_BENDS, GRAVEL_MD_TURNS };

/* What happens first to any listed pair in a step; pairs are counted through both lists, particles first. */
struct gravel_md_found_event {
    enum gravel_md_happening what;
    size_t k;
    double h;                    /* since the step's start [s] */
    enum gravel_md_switch which; /* of a spring that turns */
};

struct gravel_md_adaptive {
    gsl_odeiv2_step *step;       /* of `size` equations; owned */
    gsl_odeiv2_control *control; /* owned */
    gsl_root_fsolver *root;      /* owned */
    double tolerance, speed;     /* [1], [m/s] */
    double h;                    /* the step to try next [s] */
    size_t n_live;               /* contacts */
    size_t n_at_once;            /* events since the last step that was not negligible */

    /* x, v, spins if there are any, integrals, then of every place of the contact pool impulse and loss, then the
     * tangential spring if there are any */
    size_t n_spins, slots, size;
    bool has_springs;
    double *y0, *y, *error, *slope0, *scratch, *scale; /* [size]; owned */
    struct vec3 *x, *v, *omega;                        /* a trial state; owned */
    struct gravel_md_rates rates;                      /* of it; owned */

    /* Of every listed pair at the step's start and end, and with springs in its middle; owned. */
    struct gravel_md_switches *before, *after, *middle;

    /* A step that has been found and ends after the time that was asked for: state in `y`. */
    bool pending;
    struct gravel_md_found_event event; /* of the pending step; its h is the step */
};

/* adaptive_equations.c: room for the equations of all places of the contact pool. */
GRAVEL_MUST_USE enum gravel_status gravel_md_adaptive_make_room(struct gravel_md *md, struct gravel_error *error);
/* The state at the step's start as y0, and its slope; false when that is not finite. */
bool gravel_md_adaptive_start(struct gravel_md *md);
/* The state y a time h after the step's start, as one step of the method; false when it is not finite. */
bool gravel_md_adaptive_trial(struct gravel_md *md, double h, double *y);
/* The estimated errors of the step to y are those that count. */
void gravel_md_adaptive_weigh(struct gravel_md *md, double h);
/* The arrays x, v, omega hold the state y at the time t from then on. */
void gravel_md_adaptive_show(struct gravel_md *md, double t, const double *y);
/* The slopes of the shown state; false when they are not finite. */
bool gravel_md_adaptive_rates(struct gravel_md *md, double t);
/* The engine's state, integrals and records are those of y from then on. */
void gravel_md_adaptive_take_in(struct gravel_md *md);

/* adaptive_events.c: pairs of both lists, by number. */
size_t gravel_md_adaptive_pairs(const struct gravel_md *md);
struct gravel_md_list *gravel_md_adaptive_list(struct gravel_md *md, size_t pair, size_t *k);
/* The switches of all pairs in the state y at the time t. */
void gravel_md_adaptive_look(struct gravel_md *md, double t, const double *y, struct gravel_md_switches *all);
/* What happens at the start of the step already, given the switches there. */
struct gravel_md_found_event gravel_md_adaptive_now(struct gravel_md *md);
/* What happens first in the step of length h, given the switches before and after it. */
struct gravel_md_found_event gravel_md_adaptive_first(struct gravel_md *md, double h);
/* Beyond the event at the step's end other contacts' switches have been of a motion that is not: is there a spring's
 * turn before it?  It is the event, then. */
bool gravel_md_adaptive_turn_before(struct gravel_md *md, struct gravel_md_found_event *event);
/* Note the largest overlap of a live pair in the pending step, and its fault when it is meaningless. */
void gravel_md_adaptive_deepest(struct gravel_md *md, size_t pair);

/* adaptive_friction.c: the tangential spring of the live pair k of a list, in the shown state with its rates. */
void gravel_md_adaptive_spring_slope(struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k,
                                     struct vec3 *slope);
/* How much a direction of sliding counts, 1 for a full contact's: it has no weight where the force is small. */
double gravel_md_adaptive_weight(struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k);
/* Does the pair have a spring under Coulomb's bound?  The functions below are for such pairs. */
bool gravel_md_adaptive_is_capped(const struct gravel_md *md, const struct gravel_md_list *list, size_t k);
/* Its switches LOOSEN and TURN. */
void gravel_md_adaptive_friction_switches(struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k,
                                          struct gravel_md_switches *s);
/* Has what is pressed ceased to stick or to slide at the step's start already? */
bool gravel_md_adaptive_turns_now(struct gravel_md *md, const struct gravel_md_list *list, size_t k);
/* The spring in the engine's state, which is the shown one, becomes what the switch says. */
void gravel_md_adaptive_turn(struct gravel_md *md, const struct gravel_md_list *list, size_t k,
                             enum gravel_md_switch which);

#endif
