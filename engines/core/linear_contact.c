#include "engines/core/linear_contact.h"

#include "engines/core/root.h"

#include <math.h>

/* theta = w0 t_c. */
static double
linear_angle(double zeta, bool cohesionless)
{
    const double w2 = (1.0 - zeta) * (1.0 + zeta);
    if (!cohesionless)
        return w2 > 0.0 ? M_PI / sqrt(w2) : INFINITY;
    if (w2 > 1e-12)
        return atan2(2.0 * zeta * sqrt(w2), 2.0 * zeta * zeta - 1.0) / sqrt(w2);
    if (w2 > -1e-12)
        return 2.0; /* the common limit of both branches at zeta = 1 */
    return 2.0 * asinh(sqrt(-w2)) / sqrt(-w2);
}

double
gravel_linear_contact_time(struct gravel_linear linear, bool cohesionless)
{
    return linear_angle(linear.mu / linear.w0, cohesionless) / linear.w0;
}

double
gravel_linear_restitution(struct gravel_linear linear, bool cohesionless)
{
    return exp(-linear.mu * gravel_linear_contact_time(linear, cohesionless));
}

static double
clipped_excess(double zeta, void *target)
{
    return *(const double *)target - zeta * linear_angle(zeta, true);
}

struct gravel_linear
gravel_linear_from_restitution(double restitution, double contact_time, bool cohesionless)
{
    double loss = -log(restitution);
    if (!cohesionless) {
        const double mu = loss / contact_time, w = M_PI / contact_time;
        return (struct gravel_linear){.w0 = hypot(w, mu), .mu = mu};
    }
    const double zeta = loss > 0.0 ? gravel_falling_root(clipped_excess, &loss) : 0.0;
    const double w0 = linear_angle(zeta, true) / contact_time;
    return (struct gravel_linear){.w0 = w0, .mu = zeta * w0};
}
