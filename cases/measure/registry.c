#include "cases/measure/measure.h"

#include <string.h>

extern const struct gravel_measure_ops gravel_measure_bed, gravel_measure_centre_of_mass, gravel_measure_centrifuging,
    gravel_measure_clusters, gravel_measure_collapsed, gravel_measure_collision_cost, gravel_measure_collision_rate,
    gravel_measure_column_scales, gravel_measure_confinement, gravel_measure_convection, gravel_measure_cooling,
    gravel_measure_diffusion, gravel_measure_dilatation, gravel_measure_displacement, gravel_measure_dissipation_time,
    gravel_measure_effective_restitution, gravel_measure_energy_drift, gravel_measure_event_intervals,
    gravel_measure_fabric, gravel_measure_fields, gravel_measure_final_state, gravel_measure_first_contact,
    gravel_measure_first_pair_contact, gravel_measure_flux, gravel_measure_free_flight, gravel_measure_gas,
    gravel_measure_interaction_time, gravel_measure_landing, gravel_measure_lattice_scales, gravel_measure_layers,
    gravel_measure_overlap_trace, gravel_measure_packing, gravel_measure_pair_collision, gravel_measure_pair_extremes,
    gravel_measure_pair_force, gravel_measure_profile, gravel_measure_radial_distribution,
    gravel_measure_relative_energy, gravel_measure_rest, gravel_measure_roll_out, gravel_measure_rolling,
    gravel_measure_scaled_profile, gravel_measure_separations, gravel_measure_shear_flow, gravel_measure_snapshot,
    gravel_measure_species_heights, gravel_measure_spectrum, gravel_measure_spin, gravel_measure_stress,
    gravel_measure_support, gravel_measure_surface_spectrum, gravel_measure_trajectory,
    gravel_measure_velocity_distribution, gravel_measure_vibrated_box, gravel_measure_wall_pressure;

const struct gravel_measure_ops *const gravel_measures[] = {
    &gravel_measure_bed,
    &gravel_measure_centre_of_mass,
    &gravel_measure_centrifuging,
    &gravel_measure_clusters,
    &gravel_measure_collapsed,
    &gravel_measure_collision_cost,
    &gravel_measure_collision_rate,
    &gravel_measure_column_scales,
    &gravel_measure_confinement,
    &gravel_measure_convection,
    &gravel_measure_cooling,
    &gravel_measure_diffusion,
    &gravel_measure_dilatation,
    &gravel_measure_displacement,
    &gravel_measure_dissipation_time,
    &gravel_measure_effective_restitution,
    &gravel_measure_energy_drift,
    &gravel_measure_event_intervals,
    &gravel_measure_fabric,
    &gravel_measure_fields,
    &gravel_measure_final_state,
    &gravel_measure_first_contact,
    &gravel_measure_first_pair_contact,
    &gravel_measure_flux,
    &gravel_measure_free_flight,
    &gravel_measure_gas,
    &gravel_measure_interaction_time,
    &gravel_measure_landing,
    &gravel_measure_lattice_scales,
    &gravel_measure_layers,
    &gravel_measure_overlap_trace,
    &gravel_measure_packing,
    &gravel_measure_pair_collision,
    &gravel_measure_pair_extremes,
    &gravel_measure_pair_force,
    &gravel_measure_profile,
    &gravel_measure_radial_distribution,
    &gravel_measure_relative_energy,
    &gravel_measure_rest,
    &gravel_measure_roll_out,
    &gravel_measure_rolling,
    &gravel_measure_scaled_profile,
    &gravel_measure_separations,
    &gravel_measure_shear_flow,
    &gravel_measure_snapshot,
    &gravel_measure_species_heights,
    &gravel_measure_spectrum,
    &gravel_measure_spin,
    &gravel_measure_stress,
    &gravel_measure_support,
    &gravel_measure_surface_spectrum,
    &gravel_measure_trajectory,
    &gravel_measure_velocity_distribution,
    &gravel_measure_vibrated_box,
    &gravel_measure_wall_pressure,
    NULL,
};

const struct gravel_measure_ops *
gravel_measure_find(const char *name)
{
    for (size_t k = 0; gravel_measures[k] != NULL; k++)
        if (strcmp(gravel_measures[k]->name, name) == 0)
            return gravel_measures[k];
    return NULL;
}
