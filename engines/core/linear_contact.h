/* The linear spring and dashpot, m x'' + c x' + k x = 0 with w0^2 = k/m_red and mu = c/(2 m_red): restitution and
 * contact time do not depend on the velocity, e = exp(-mu t_c) and t_c = theta(zeta)/w0 with zeta = mu/w0. The contact
 * ends at zero overlap (S3 Eqs. 22, 23) or, without cohesion, at zero force (Schwager and Poeschel 2007). */
#ifndef GRAVEL_CORE_LINEAR_CONTACT_H
#define GRAVEL_CORE_LINEAR_CONTACT_H

#include <stdbool.h>

struct gravel_linear {
    double w0, mu; /* [rad/s], [1/s] */
};

/* The constants of a contact with restitution in (0, 1] and contact time > 0 [s]. */
struct gravel_linear gravel_linear_from_restitution(double restitution, double contact_time, bool cohesionless);

/* e; 0 for an overdamped contact that ends at zero overlap. */
double gravel_linear_restitution(struct gravel_linear linear, bool cohesionless);

/* t_c [s]; INFINITY for an overdamped contact that ends at zero overlap. */
double gravel_linear_contact_time(struct gravel_linear linear, bool cohesionless);

#endif
