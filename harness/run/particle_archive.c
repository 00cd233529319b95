#include "harness/run/particle_archive.h"

void
gravel_particles_archive(struct gravel_particle *particles, size_t n, struct gravel_archive *archive)
{
    if (n == 0)
        return;
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, x);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, v);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, omega);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, radius);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, mass);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, inertia);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, species);
    GRAVEL_ARCHIVE_COLUMN(archive, particles, n, attached);
}
