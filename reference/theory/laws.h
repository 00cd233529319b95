/* The list of all laws, once: each X(name) is a `const struct gravel_theory gravel_theory_<name>` in the file of its
 * family.  A law that is listed but not written does not link; one that is written but not listed is unused data
 * that the registry's test cannot find. */
#ifndef GRAVEL_REFERENCE_LAWS_H
#define GRAVEL_REFERENCE_LAWS_H

#include "reference/theory/theory.h"

#define GRAVEL_THEORY_LIST(X)              \
    /* linear.c */                         \
    X(lsd_restitution)                     \
    X(lsd_contact_time)                    \
    X(lsd_overlap)                         \
    X(lsd_trajectory)                      \
    X(lsd_restitution_force_end)           \
    X(lsd_contact_time_force_end)          \
    X(lsd_overlap_time_force_end)          \
    X(lsd_frequency)                       \
    X(lsd_damping)                         \
    X(lsd_wall_restitution)                \
    X(stated)                              \
    /* power_law.c */                      \
    X(power_overlap)                       \
    X(power_contact_time)                  \
    X(overlap_exponent)                    \
    X(contact_time_exponent)               \
    X(dissipation_exponent)                \
    X(hertz_contact_time)                  \
    X(hertz_pair_overlap)                  \
    X(hertz_pair_time)                     \
    X(tsuji_alpha)                         \
    X(kuwabara_pade)                       \
    /* contact_ode.c */                    \
    X(ode_restitution)                     \
    X(ode_contact_time)                    \
    X(ode_overlap)                         \
    X(ode_trajectory)                      \
    X(ode_restitution_force_end)           \
    X(ode_contact_time_force_end)          \
    X(kuwabara_restitution)                \
    X(kuwabara_restitution_force_end)      \
    X(lennard_jones_restitution)           \
    X(lennard_jones_restitution_force_end) \
    X(lennard_jones_contact_time)          \
    X(lennard_jones_overlap)               \
    X(lennard_jones_elastic_overlap)       \
    X(lennard_jones_potential)             \
    /* oblique_ode.c */                    \
    X(spring_slip_restitution)             \
    X(spring_centre_restitution)           \
    /* rolling.c */                        \
    X(rolling_stop_distance)               \
    X(rolling_stop_time)                   \
    X(rolling_incline_acceleration)        \
    X(incline_acceleration)                \
    X(rolling_creep)                       \
    X(rolling_energy)                      \
    X(rolling_pair_spin)                   \
    /* impact.c */                         \
    X(sliding_restitution)                 \
    X(sliding_slip)                        \
    X(sliding_spin)                        \
    X(sliding_angle)                       \
    X(rotation_pair_kick)                  \
    X(rotation_pair_spin)                  \
    X(rotation_pair_loss)                  \
    X(rotation_wall_kick)                  \
    X(rotation_wall_spin)                  \
    X(rotation_wall_loss)                  \
    /* integration.c */                    \
    X(multistep_start_overlap)             \
    /* detachment.c */                     \
    X(icw_restitution)                     \
    X(icw_velocity)                        \
    X(free_collapse_restitution)           \
    X(chain_interaction_time)              \
    /* column.c */                         \
    X(column_phi)                          \
    X(column_scaled_height)                \
    X(column_height)                       \
    X(column_height_prefactor)             \
    X(column_height_prefactor_kinetic)     \
    X(column_mean_field_height)            \
    X(column_mean_field_time)              \
    X(column_tau)                          \
    X(column_dissipation_time)             \
    X(column_critical_acceleration)        \
    X(landing_relative_energy)             \
    X(landing_kinetic_energy)              \
    /* inelastic_bead.c */                 \
    X(inelastic_lift_off)                  \
    X(inelastic_landing)                   \
    X(inelastic_impact_velocity)           \
    X(inelastic_collision_time)            \
    X(inelastic_flight_height)             \
    X(inelastic_bounce_height)             \
    /* atmosphere.c */                     \
    X(ideal_height)                        \
    X(excluded_volume_height)              \
    X(hard_sphere_height)                  \
    X(maxwell_speed_density)               \
    X(maxwell_speed_ratio)                 \
    X(ks_probability)                      \
    /* tumbler.c */                        \
    X(centrifuge_froude)                   \
    X(centrifuged_fraction)                \
    /* packing.c */                        \
    X(isostatic_contacts)                  \
    X(disk_row_variance)                   \
    X(lattice_contacts)                    \
    X(lattice_fabric)                      \
    /* gas.c */                            \
    X(mixture_spheres)                     \
    X(carnahan_starling)                   \
    X(henderson)                           \
    X(enskog_rate_2d)                      \
    X(enskog_rate_3d)                      \
    X(haff)                                \
    X(luding_disks)                        \
    X(virial_spheres)                      \
    X(enskog_diffusion_3d)                 \
    X(dead_load)                           \
    X(clustering_length)                   \
    X(shear_wave_energy)                   \
    X(driven_temperature)                  \
    X(shear_temperature)                   \
    X(shear_temperature_grad)              \
    X(shear_stress_ratio)                  \
    X(haff_per_collision)                  \
    X(haff_rate)                           \
    X(contact_value_spheres)               \
    X(contact_value_disks)                 \
    X(sonine_cooling)                      \
    X(ballistic_displacement)              \
    /* walls.c */                          \
    X(fall_contact_time)                   \
    X(fall_rebound)                        \
    X(fall_inside_contact_time)            \
    X(fall_inside_rebound)                 \
    X(rolling_swing_period)

#define X(name) extern const struct gravel_theory gravel_theory_##name;
GRAVEL_THEORY_LIST(X)
#undef X

#endif
