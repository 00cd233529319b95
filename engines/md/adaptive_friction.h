/* Tangential springs of the adaptive integrator; of the live contact of pair k of a list, in the trial state with its
 * rates. */
#ifndef GRAVEL_MD_ADAPTIVE_FRICTION_H
#define GRAVEL_MD_ADAPTIVE_FRICTION_H

#include "engines/md/adaptive_state.h"

/* Time derivative of the spring: of its slip [m/s] or of the vector along the sliding direction. */
void gravel_md_adaptive_spring_slope(const struct gravel_md *md, double t, const struct gravel_md_list *list, size_t k,
                                     struct vec3 *slope);

/* Weight of an error of the sliding direction: the normal force over that of a full contact, at most 1; 1 when the
 * spring does not slide. */
double gravel_md_adaptive_direction_weight(const struct gravel_md *md, double t, const struct gravel_md_list *list,
                                           size_t k);

/* Has the pair a live contact with a spring under a Coulomb bound?  The functions below are for such pairs. */
bool gravel_md_adaptive_has_friction_bound(const struct gravel_md *md, const struct gravel_md_list *list, size_t k);

/* Its switches GRAVEL_MD_UNLOADING and GRAVEL_MD_STICK_SLIP. */
void gravel_md_adaptive_friction_switches(const struct gravel_md *md, double t, const struct gravel_md_list *list,
                                          size_t k, struct gravel_md_switches *s);

/* At the step's start: does a sticking contact begin to slide, or a sliding one to stick? */
bool gravel_md_adaptive_friction_changes_at_start(const struct gravel_md *md, const struct gravel_md_list *list,
                                                  size_t k);

/* Change the tangential state of the contact's record at the time md->t, as the zero of `which` requires; the trial
 * state is the engine's. */
void gravel_md_adaptive_change_friction(struct gravel_md *md, const struct gravel_md_list *list, size_t k,
                                        enum gravel_md_switch which);

#endif
