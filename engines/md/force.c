/* Forces of all contacts at one instant: by the dense kernel where it applies, else one by one, pairs of particles and
 * then pairs of particles and walls. */
#include "engines/md/force.h"
#include "engines/md/dense.h"
#include "engines/md/due.h"
#include "engines/md/pair.h"
#include "engines/md/shear.h"
#include "engines/md/surface.h"
#include "engines/md/wide.h"

#include <string.h>

/* Beads on a line: the same test by one difference.  This loop and the integrator dominate the cost of a column. */
static enum gravel_status
process_pairs_on_line(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    const struct vec3 *const x = at->x;
    const double far = 1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE;
    const int32_t *const first = md->pairs.i, *const second = md->pairs.j, *const contact = md->pairs.contact;
    const size_t n = md->pairs.n;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++) {
        const int32_t i = first[k], j = second[k];
        if (contact[k] >= 0 || !(fabs(x[i].z - x[j].z) > far * (gravel_md_radius(md, i) + gravel_md_radius(md, j))))
            status = gravel_md_process_beads(md, at, k, error);
    }
    return status;
}

/* Most listed pairs are apart: the others are found first. */
static enum gravel_status
process_near_pairs(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    enum gravel_status status = GRAVEL_OK;
    for (size_t first = 0; first < md->pairs.n && status == GRAVEL_OK; first += 64) {
        const size_t left = md->pairs.n - first;
        uint64_t bits = md->wide->near(md, at->x, first, left < 64 ? left : 64);
        for (; bits != 0 && status == GRAVEL_OK; bits &= bits - 1)
            status = gravel_md_process_pair(md, at, &md->pairs, first + (size_t)__builtin_ctzll(bits), error);
    }
    return status;
}

/* The same where the list does not have the images of its pairs: small periodic systems, and sheared ones. */
static inline __attribute__((always_inline)) bool
apart(struct gravel_md *md, const struct gravel_md_instant *at, size_t k, bool sheared)
{
    const int32_t i = md->pairs.i[k], j = md->pairs.j[k];
    double slip;
    const struct gravel_box *box = &md->system.box;
    const struct vec3 r = sheared ? gravel_shear_separation(box, at->t, at->x[j], at->x[i], &slip)
                                  : gravel_box_separation(box, at->x[j], at->x[i]);
    const double gap =
        v3_norm(r) - (1.0 + 2.0 * GRAVEL_MD_LANDING_TOLERANCE) * (gravel_md_radius(md, i) + gravel_md_radius(md, j));
    md->pairs.due[k] = gravel_md_due_at(md, gap);
    return gap > 0.0;
}

static inline __attribute__((always_inline)) enum gravel_status
process_pairs_of(struct gravel_md *md, const struct gravel_md_instant *at, bool sheared, struct gravel_error *error)
{
    const int32_t *const contact = md->pairs.contact;
    const size_t n = md->pairs.n;
    enum gravel_status status = GRAVEL_OK;
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        if (contact[k] >= 0 || (gravel_md_is_due(md, &md->pairs, k) && !apart(md, at, k, sheared)))
            status = gravel_md_process_pair(md, at, &md->pairs, k, error);
    return status;
}

static enum gravel_status
process_pairs(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    if (md->system.dimension == 1 && !md->wraps)
        return process_pairs_on_line(md, at, error);
    if (gravel_box_is_sheared(&md->system.box))
        return process_pairs_of(md, at, true, error);
    if (md->wraps && (md->small || md->far_images))
        return process_pairs_of(md, at, false, error);
    return process_near_pairs(md, at, error);
}

static bool
apart_from_wall(struct gravel_md *md, const struct gravel_md_instant *at, size_t k)
{
    const struct gravel_md_list *const list = &md->wall_pairs;
    const int32_t i = list->i[k];
    const double gap = gravel_md_gap_to_wall(&md->surfaces[-1 - list->j[k]], at->x[i], gravel_md_radius(md, i));
    list->due[k] = gravel_md_due_at(md, gap);
    return gap > 0.0;
}

static enum gravel_status
process_walls(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    struct gravel_md_list *list = &md->wall_pairs;
    const int32_t *const contact = list->contact;
    const size_t n = list->n;
    enum gravel_status status = GRAVEL_OK;
    gravel_md_surfaces_place(md, at->t);
    for (size_t k = 0; k < n && status == GRAVEL_OK; k++)
        if (contact[k] >= 0 || (gravel_md_is_due(md, list, k) && !apart_from_wall(md, at, k)))
            status = gravel_md_process_pair(md, at, list, k, error);
    return status;
}

static void
clear_sums(struct gravel_md_rates *rates)
{
    memset(rates->power, 0, sizeof rates->power);
    rates->elastic = rates->sheared = 0.0;
    rates->contacts = 0;
}

/* Accelerations of free particles without contact. */
static void
clear_forces(const struct gravel_md *md, struct gravel_md_rates *rates)
{
    const struct vec3 g = md->system.gravity;
    if (md->system.dimension == 1)
        for (size_t i = 0; i < md->n; i++)
            rates->a[i] = v3(0, 0, gravel_md_is_free(md, i) ? g.z : 0.0);
    else
        for (size_t i = 0; i < md->n; i++)
            rates->a[i] = gravel_md_is_free(md, i) ? g : v3(0, 0, 0);
    if (rates->alpha != NULL)
        memset(rates->alpha, 0, md->n * sizeof *rates->alpha);
}

enum gravel_status
gravel_md_forces(struct gravel_md *md, const struct gravel_md_instant *at, struct gravel_error *error)
{
    struct gravel_md_rates *rates = at->rates;
    enum gravel_status status = GRAVEL_OK;
    clear_sums(rates);
    gravel_md_due_set(md);
    if (md->servo_force != NULL)
        memset(md->servo_force, 0, md->system.n_walls * sizeof *md->servo_force);
    if (md->dense != NULL && !md->far_images && at->mode == GRAVEL_MD_STEP) {
        status = gravel_md_dense_forces(md, at, error);
    } else {
        clear_forces(md, rates);
        status = process_pairs(md, at, error);
        if (status == GRAVEL_OK)
            status = process_walls(md, at, error);
    }
    md->counters.contact_steps += rates->contacts;
    return status == GRAVEL_OK && md->fault_i >= 0 ? gravel_md_overlap_fault(md, error) : status;
}

void
gravel_md_evaluate_forces(const struct gravel_md *md, const struct gravel_md_instant *at)
{
    const struct gravel_md_list *const lists[] = {&md->pairs, &md->wall_pairs};
    clear_sums(at->rates);
    clear_forces(md, at->rates);
    for (size_t l = 0; l < 2; l++)
        for (size_t k = 0; k < lists[l]->n; k++)
            if (lists[l]->contact[k] >= 0)
                gravel_md_evaluate_pair(md, at, lists[l], k);
}
