// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "verification/verification_case.hpp"

namespace beltdyn::verification {

// [Oborin 2018] Section 4.1 and the stationary state: closed forms.
void add_oborin_closed_form_cases(std::vector<VerificationCase>& cases);
// [Oborin 2018]: the delay equations and front tracking.
void add_oborin_analytic_cases(std::vector<VerificationCase>& cases);
// [Oborin 2018] Sections 5 to 7.
void add_oborin_eulerian_cases(std::vector<VerificationCase>& cases);
// [Oborin 2018] Section 3.
void add_oborin_lagrangian_cases(std::vector<VerificationCase>& cases);
// Friction laws under prescribed motion: closed forms.
void add_friction_law_cases(std::vector<VerificationCase>& cases);
// Generalised Maxwell slip: hysteresis, lag, break-away.
void add_gms_cases(std::vector<VerificationCase>& cases);
// Stick-slip of a pulled mass, [Ntarladima 2023] Figs. 6 and 7.
void add_stick_slip_cases(std::vector<VerificationCase>& cases);
// Invariance of results under changes of place, orientation, units, start time and numbering.
void add_invariance_cases(std::vector<VerificationCase>& cases);
void add_contour_invariance_cases(std::vector<VerificationCase>& cases);
void add_rig_invariance_cases(std::vector<VerificationCase>& cases);
void add_linear_invariance_cases(std::vector<VerificationCase>& cases);
void add_rope_invariance_cases(std::vector<VerificationCase>& cases);
void add_mount_invariance_cases(std::vector<VerificationCase>& cases);
// Belts that friction holds at rest.
void add_static_hold_cases(std::vector<VerificationCase>& cases);
// [Ntarladima 2023] Section 3: a beam pressed by a circle.
void add_supported_beam_cases(std::vector<VerificationCase>& cases);
// [Ntarladima 2023] Section 4: the belt drive.
void add_ntarladima_cases(std::vector<VerificationCase>& cases);
// [Ntarladima 2023] Section 4: Table 4, Figs. 14, 17 to 22.
void add_ntarladima_table_cases(std::vector<VerificationCase>& cases);
// [Ntarladima 2023] Section 4 in eulerian_ale: its balances, and the comparison with the Lagrangian beam.
void add_ale_ntarladima_cases(std::vector<VerificationCase>& cases);
// The steady motion of eulerian_ale with every friction law.
void add_ale_law_cases(std::vector<VerificationCase>& cases);
// Randomly drawn drives: steady motions, error bars, rigid contact.
void add_random_drive_cases(std::vector<VerificationCase>& cases);
void add_error_bar_cases(std::vector<VerificationCase>& cases);
void add_rigid_cases(std::vector<VerificationCase>& cases);
void add_flat_belt_cases(std::vector<VerificationCase>& cases);
// A measured capstan test: a belt held over a pulley at rest.
void add_capstan_cases(std::vector<VerificationCase>& cases);
// Unusual drives: slow belts, belts with an arbitrary rest position, slack spans.
void add_odd_drive_cases(std::vector<VerificationCase>& cases);
// A string on two pulleys: the closed form as a formulation.
void add_string_drive_cases(std::vector<VerificationCase>& cases);
// The steady string with every friction law.
void add_friction_on_belts_cases(std::vector<VerificationCase>& cases);
// [Kubas 2021]: the belt of rigid links.
void add_kubas_cases(std::vector<VerificationCase>& cases);
// [Konyukhov 2021]: the rope on a surface.
void add_konyukhov_cases(std::vector<VerificationCase>& cases);
// [Konyukhov 2021] Section 2, Appendix A: closed forms.
void add_konyukhov_closed_form_cases(std::vector<VerificationCase>& cases);
// [Konyukhov 2021] Fig. 17: contact locking.
void add_konyukhov_locking_cases(std::vector<VerificationCase>& cases);
// The element of eulerian_ale between two supports: closed forms.
void add_ale_span_cases(std::vector<VerificationCase>& cases);
// Drives of eulerian_ale: closed forms.
void add_ale_drive_cases(std::vector<VerificationCase>& cases);
void add_mount_cases(std::vector<VerificationCase>& cases);
void add_mount_motion_cases(std::vector<VerificationCase>& cases);
void add_string_mount_cases(std::vector<VerificationCase>& cases);
// Small motions about the steady motion of a string.
void add_linear_string_cases(std::vector<VerificationCase>& cases);
void add_linear_ale_cases(std::vector<VerificationCase>& cases);
// Modes of beams that run through two supports.
void add_linear_span_cases(std::vector<VerificationCase>& cases);
// Modes of ropes with ends.
void add_rope_mode_cases(std::vector<VerificationCase>& cases);
// Small motions of drives with mounts and accessories, and their excitation.
void add_linear_mount_cases(std::vector<VerificationCase>& cases);
// Small motions compared with motions in time.
void add_linear_motion_cases(std::vector<VerificationCase>& cases);
// The motion of a string in time.
void add_string_dynamics_cases(std::vector<VerificationCase>& cases);
void add_string_slip_cases(std::vector<VerificationCase>& cases);
// The motion of a string in time compared with lagrangian_links.
void add_string_links_cases(std::vector<VerificationCase>& cases);
// Ropes with ends.
void add_rope_drive_cases(std::vector<VerificationCase>& cases);
// Dry friction in the bearings of sheaves.
void add_rope_bearing_cases(std::vector<VerificationCase>& cases);
void add_elastic_rope_cases(std::vector<VerificationCase>& cases);
void add_rope_element_cases(std::vector<VerificationCase>& cases);
void add_ale_rope_cases(std::vector<VerificationCase>& cases);
void add_lengthening_rope_cases(std::vector<VerificationCase>& cases);
void add_link_mount_cases(std::vector<VerificationCase>& cases);
// Slip arcs of eulerian_ale.
void add_ale_slip_cases(std::vector<VerificationCase>& cases);
// V and poly-V belts.
void add_wedge_cases(std::vector<VerificationCase>& cases);
// Power losses by kind.
void add_loss_cases(std::vector<VerificationCase>& cases);
// Drives that start in steady motion.
void add_running_cases(std::vector<VerificationCase>& cases);
// Load and resistance along the runs of conveyors.
void add_conveyor_cases(std::vector<VerificationCase>& cases);
// The start of a conveyor from rest.
void add_conveyor_start_cases(std::vector<VerificationCase>& cases);
void add_conveyor_wave_cases(std::vector<VerificationCase>& cases);
// Bodies on closed belts.
void add_belt_body_cases(std::vector<VerificationCase>& cases);
// A belt that sags between idlers.
void add_idler_sag_cases(std::vector<VerificationCase>& cases);
// Friction of bearings.
void add_bearing_cases(std::vector<VerificationCase>& cases);
// Damped bending and stretch of belts.
void add_belt_damping_cases(std::vector<VerificationCase>& cases);
// Friction on the face and on the centre line.
void add_friction_place_cases(std::vector<VerificationCase>& cases);
void add_bending_trend_cases(std::vector<VerificationCase>& cases);
// The balances reported by each run.
void add_balance_cases(std::vector<VerificationCase>& cases);
// The formulations of the contour drive compared with each other.
void add_contour_cross_cases(std::vector<VerificationCase>& cases);
// Each pair of formulations of the contour drive, and each pair of the belt drive.
void add_contour_pair_cases(std::vector<VerificationCase>& cases);
void add_belt_pair_cases(std::vector<VerificationCase>& cases);
// Motions of belts in time with every friction law, in the limit of a string.
void add_belt_law_cases(std::vector<VerificationCase>& cases);
// A drive whose torque reverses, with several laws in three formulations.
void add_law_reversal_cases(std::vector<VerificationCase>& cases);
// A belt pulled to and fro below gross slip.
void add_presliding_cases(std::vector<VerificationCase>& cases);
// Every key of a belt drive in every formulation.
void add_key_matrix_cases(std::vector<VerificationCase>& cases);
// Studies of configs/convergence: the observed order compared with theory.
void add_convergence_cases(std::vector<VerificationCase>& cases);
// Manufactured solutions, prescribed motions with the load that makes them exact: orders in elements and steps.
void add_manufactured_cases(std::vector<VerificationCase>& cases);

}  // namespace beltdyn::verification
