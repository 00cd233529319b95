/* How well the energy ledger closes. */
#include "cases/measure/measure.h"

struct drift {
    bool begun;
    double start, largest; /* ledger at the start, largest deviation from it [J] */
    double scale;          /* largest kinetic energy or ledger seen [J] */
};

static void
sample(void *measure, const struct gravel_state *state, double *values)
{
    (void)values;
    struct drift *m = measure;
    const double ledger = gravel_energy_ledger(state->energy);
    if (!m->begun)
        m->start = ledger;
    m->begun = true;
    m->largest = fmax(m->largest, fabs(ledger - m->start));
    m->scale = fmax(m->scale, fmax(fabs(ledger), state->energy->kinetic));
}

static enum gravel_status
finish(void *measure, const struct gravel_state *state, const struct gravel_results *r, struct gravel_error *error)
{
    (void)state, (void)error;
    const struct drift *m = measure;
    r->number(r->self, "energy_drift", "1", m->scale > 0.0 ? m->largest / m->scale : 0.0, 0.0);
    return GRAVEL_OK;
}

const struct gravel_measure_ops gravel_measure_energy_drift = {
    .name = "energy_drift",
    .what = "Largest deviation of E - work + dissipated from its start at the samples, over the largest energy seen.",
    .reference = "S1 Sec. 3.1",
    .size = sizeof(struct drift),
    .sample = sample,
    .finish = finish,
};
