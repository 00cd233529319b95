/* How well the energy ledger closes, and how much mechanical energy a run loses or gains beyond the walls' work.  The
 * ledger counts every loss, so that it closes for a gas that loses energy, too; what must be elastic is judged by the
 * mechanical energy. */
#include "cases/measure/measure.h"

struct drift {
    bool begun;
    double ledger, mechanical;                 /* at the start, the latter without the walls' work [J] */
    double largest_ledger, largest_mechanical; /* largest deviations from the start [J] */
    double scale;                              /* largest kinetic energy or ledger seen [J] */
};

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct drift *m = measure;
    const double ledger = gravel_energy_ledger(state->energy);
    const double mechanical = gravel_energy_mechanical(state->energy) - state->energy->work;
    if (!m->begun) {
        m->ledger = ledger;
        m->mechanical = mechanical;
    }
    m->begun = true;
    m->largest_ledger = fmax(m->largest_ledger, fabs(ledger - m->ledger));
    m->largest_mechanical = fmax(m->largest_mechanical, fabs(mechanical - m->mechanical));
    m->scale = fmax(m->scale, fmax(fabs(ledger), state->energy->kinetic));
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct drift *m = measure;
    const bool any = m->scale > 0.0;
    r->number(r->self, "energy_drift", "1", any ? m->largest_ledger / m->scale : 0.0, 0.0);
    r->number(r->self, "mechanical_drift", "1", any ? m->largest_mechanical / m->scale : 0.0, 0.0);
    return GRAVEL_OK;
}

static void
archive_state(void *measure, struct gravel_archive *archive)
{
    struct drift *m = measure;
    GRAVEL_ARCHIVE(archive, m->begun);
    GRAVEL_ARCHIVE(archive, m->ledger);
    GRAVEL_ARCHIVE(archive, m->mechanical);
    GRAVEL_ARCHIVE(archive, m->largest_ledger);
    GRAVEL_ARCHIVE(archive, m->largest_mechanical);
    GRAVEL_ARCHIVE(archive, m->scale);
}

static const struct gravel_yield yields[] = {
    {"energy_drift", "1"},
    {"mechanical_drift", "1"},
    {0},
};

const struct gravel_measure_ops gravel_measure_energy_drift = {
    .name = "energy_drift",
    .what = "Largest deviations of E - work + dissipated (energy_drift) and of E - work (mechanical_drift) from their "
            "starts at the samples, over the largest energy seen; an elastic system keeps both.",
    .reference = "S1 Sec. 3.1",
    .dimensions = GRAVEL_IN_ANY,
    .yields = yields,
    .sheared = true,
    .ledger = true,
    .size = sizeof(struct drift),
    .archive = archive_state,
    .sample = sample,
    .finish = finish,
};
