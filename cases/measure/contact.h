/* What a measure needs of one contact's law: the bodies are particle i and particle j, or wall -1 - j. */
#ifndef GRAVEL_CASES_MEASURE_CONTACT_H
#define GRAVEL_CASES_MEASURE_CONTACT_H

#include "cases/measure/measure.h"

/* Force constants of the contact (normal part only) and, in *m_red, its reduced mass [kg]. */
struct gravel_force gravel_contact_force(const struct gravel_system *system, int32_t i, int32_t j, double *m_red);

/* Numbers of the contact's equation of motion x'' + (c/m) x^gamma x' + (k/m) x^(1+beta) = 0, m the reduced mass:
 *   linear           w0 = sqrt(k/m) [1/s] and mu = c/(2 m) [1/s] (S3 Eq. 19);
 *   2 gamma = beta   damping_ratio = c/sqrt(k m), which fixes e at every speed (Antypov and Elliott 2011);
 *   beta = gamma = 1/2   beta_v15 = (c/m) (k/m)^(-3/5) v^(1/5), which fixes e, v the approach speed [m/s]. */
void gravel_contact_report(const struct gravel_system *system, int32_t i, int32_t j, double v,
                           const struct gravel_results *results);

/* What gravel_contact_report() may report, as entries of a table of yields. */
#define GRAVEL_CONTACT_YIELDS                             \
    {"w0", "1/s"}, {"mu", "1/s"}, {"damping_ratio", "1"}, \
    {                                                     \
        "beta_v15", "1"                                   \
    }

#endif
