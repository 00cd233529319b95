#include "cases/measure/box.h"

#include <float.h>

/* L = 13 d holds thirteen disks whatever the last digits of L and of the mean diameter are. */
#define ROUNDING (64.0 * DBL_EPSILON)

/* Rows in the densest order that n_b allows: a disk lies in every gap of the row below, so that between walls
 * every second row has one disk less. */
static double
rest_height(const struct gravel_flat_box *b, bool periodic)
{
    const double d = b->diameter, half_pitch = 0.5 * fmin(b->width / (double)b->row, 2.0 * d);
    const double step = periodic ? sqrt(fmax(d * d - half_pitch * half_pitch, 0.0)) : sqrt(0.75) * d;
    double sum = 0.0, z = 0.5 * d;
    size_t left = b->n;
    for (size_t row = 0; left > 0; row++, z += step) {
        const size_t room = !periodic && row % 2 == 1 && b->row > 1 ? b->row - 1 : b->row;
        const size_t here = room < left ? room : left;
        sum += (double)here * z;
        left -= here;
    }
    return sum / (double)b->n;
}

/* The period of the box, or the distance of the outermost walls normal to x; 0: neither. */
static double
find_width(const struct gravel_system *system, double *left)
{
    double low = INFINITY, high = -INFINITY;
    if (system->box.periodic[0]) {
        low = system->box.low.x;
        high = system->box.high.x;
    }
    for (size_t w = 0; w < system->n_walls; w++)
        if (system->walls[w].shape == GRAVEL_PLANE && fabs(system->walls[w].axis.x) == 1.0) {
            low = fmin(low, system->walls[w].origin.x);
            high = fmax(high, system->walls[w].origin.x);
        }
    *left = low;
    return high > low ? high - low : 0.0;
}

enum gravel_status
gravel_flat_box_of(const struct gravel_system *system, const char *who, struct gravel_flat_box *b,
                   struct gravel_error *error)
{
    const struct gravel_wall *plate = NULL;
    for (size_t w = 0; w < system->n_walls && plate == NULL; w++)
        if (fabs(system->walls[w].axis.z) == 1.0 && system->walls[w].motion.amplitude > 0.0)
            plate = &system->walls[w];
    *b = (struct gravel_flat_box){.n = system->n_particles, .gravity = -system->gravity.z};
    b->width = find_width(system, &b->left);
    for (size_t k = 0; k < b->n; k++)
        b->diameter += 2.0 * system->particles[k].radius / (double)b->n;
    if (system->dimension != 2 || b->n == 0 || plate == NULL || !(b->gravity > 0.0) || !(b->width >= b->diameter))
        return gravel_fail(error, GRAVEL_INPUT, "measure.%s: needs disks in two dimensions over a vibrating floor, with "
                           "gravity down and a box that is periodic or walled on x", who);
    const double w = plate->motion.angular_frequency;
    b->floor = plate->origin.z;
    b->period = 2.0 * M_PI / w;
    b->peak_velocity = plate->motion.amplitude * w;
    b->acceleration = b->peak_velocity * w / b->gravity;
    b->row = (size_t)floor(b->width / b->diameter * (1.0 + ROUNDING));
    b->rest_height = rest_height(b, system->box.periodic[0]);
    const double m_red = 0.5 * system->particles[0].mass;
    const double e = gravel_material_restitution(&system->material, NULL, m_red, b->diameter, b->peak_velocity);
    b->dissipation = (double)b->n / (double)b->row * (1.0 - e);
    b->contact_time =
        gravel_material_contact_time(&system->material, NULL, m_red, b->diameter, b->peak_velocity);
    return GRAVEL_OK;
}
