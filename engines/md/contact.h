/* The pool of live contacts. */
#ifndef GRAVEL_MD_CONTACT_H
#define GRAVEL_MD_CONTACT_H

#include "engines/md/state.h"

/* Room for that many contacts; the present ones are kept.  False: no memory. */
bool gravel_md_pool_resize(struct gravel_md *md, size_t capacity);

void gravel_md_pool_free(struct gravel_md_pool *pool);

/* Work out the constants of all live contacts of particles again, after some have been attached. */
void gravel_md_contacts_renew(struct gravel_md *md);

/* Begin a contact of pair k of the list, with no slip.  inside_step: it began within the present step, and is noted in
 * md->changes.  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_contact_begin(struct gravel_md *md, struct gravel_md_list *list, size_t k,
                                                           bool inside_step, struct gravel_error *error);

/* End the contact of pair k: the pair has none from now on; the contact keeps its slot and its record until
 * gravel_md_changes_apply().  Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_contact_end(struct gravel_md *md, struct gravel_md_list *list, size_t k,
                                                         struct gravel_error *error);

/* Count the ended contact of i with j and free its slot. */
void gravel_md_contact_release(struct gravel_md *md, int32_t i, int32_t j, int32_t contact);

/* Age of a contact in steps, at most GRAVEL_MD_LARGEST_AGE. */
uint16_t gravel_md_contact_age(const struct gravel_md *md, size_t contact);

/* Limit all ages; due every GRAVEL_MD_LARGEST_AGE steps, because births are stored modulo 2^16. */
void gravel_md_contacts_age(struct gravel_md *md);

/* Bring the slots of the n_live contacts of both lists into the order of the lists, in which the dense kernel reads
 * them in every step: slots of contacts that begin and end get into any order.  Nothing may have a slot but the lists.
 * Error: GRAVEL_MEMORY. */
GRAVEL_MUST_USE enum gravel_status gravel_md_contacts_sort(struct gravel_md *md, size_t n_live,
                                                           struct gravel_error *error);

#endif
