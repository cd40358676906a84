// SPDX-License-Identifier: MIT
#include "verification/all_cases.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/config/nearest.hpp"
#include "verification/cases.hpp"
#include "verification/file_case.hpp"

namespace beltdyn::verification {

const std::vector<VerificationCase>& all_cases() {
  static const std::vector<VerificationCase> cases = [] {
    std::vector<VerificationCase> list;
    add_oborin_closed_form_cases(list);
    add_oborin_analytic_cases(list);
    add_oborin_eulerian_cases(list);
    add_oborin_lagrangian_cases(list);
    add_ale_ntarladima_cases(list);
    add_ale_law_cases(list);
    add_random_drive_cases(list);
    add_error_bar_cases(list);
    add_rigid_cases(list);
    add_flat_belt_cases(list);
    add_odd_drive_cases(list);
    add_capstan_cases(list);
    add_string_drive_cases(list);
    add_friction_on_belts_cases(list);
    add_konyukhov_cases(list);
    add_konyukhov_closed_form_cases(list);
    add_konyukhov_locking_cases(list);
    add_kubas_cases(list);
    add_ale_span_cases(list);
    add_ale_drive_cases(list);
    add_ale_slip_cases(list);
    add_mount_cases(list);
    add_mount_motion_cases(list);
    add_string_mount_cases(list);
    add_link_mount_cases(list);
    add_string_dynamics_cases(list);
    add_string_slip_cases(list);
    add_string_links_cases(list);
    add_rope_drive_cases(list);
    add_rope_bearing_cases(list);
    add_elastic_rope_cases(list);
    add_rope_element_cases(list);
    add_ale_rope_cases(list);
    add_lengthening_rope_cases(list);
    add_linear_string_cases(list);
    add_linear_ale_cases(list);
    add_linear_span_cases(list);
    add_rope_mode_cases(list);
    add_linear_mount_cases(list);
    add_linear_motion_cases(list);
    add_wedge_cases(list);
    add_bearing_cases(list);
    add_loss_cases(list);
    add_running_cases(list);
    add_conveyor_cases(list);
    add_conveyor_start_cases(list);
    add_conveyor_wave_cases(list);
    add_belt_body_cases(list);
    add_idler_sag_cases(list);
    add_belt_damping_cases(list);
    add_friction_place_cases(list);
    add_bending_trend_cases(list);
    add_contour_cross_cases(list);
    add_balance_cases(list);
    add_contour_pair_cases(list);
    add_belt_pair_cases(list);
    add_belt_law_cases(list);
    add_law_reversal_cases(list);
    add_presliding_cases(list);
    add_key_matrix_cases(list);
    add_convergence_cases(list);
    add_manufactured_cases(list);
    add_file_cases(list);
    add_friction_law_cases(list);
    add_gms_cases(list);
    add_stick_slip_cases(list);
    add_supported_beam_cases(list);
    add_ntarladima_cases(list);
    add_invariance_cases(list);
    add_contour_invariance_cases(list);
    add_rig_invariance_cases(list);
    add_linear_invariance_cases(list);
    add_rope_invariance_cases(list);
    add_mount_invariance_cases(list);
    add_static_hold_cases(list);
    add_ntarladima_table_cases(list);
    std::sort(list.begin(), list.end(),
              [](const VerificationCase& a, const VerificationCase& b) { return a.id < b.id; });
    return list;
  }();
  return cases;
}

std::vector<const VerificationCase*> select_cases(const std::vector<std::string>& ids, bool quick) {
  const std::vector<VerificationCase>& cases = all_cases();
  std::vector<std::string> known;
  known.reserve(cases.size());
  for (const VerificationCase& item : cases) known.push_back(item.id);
  for (const std::string& id : ids) {
    if (std::any_of(known.begin(), known.end(), [&id](const std::string& k) { return k.starts_with(id); })) continue;
    throw UsageError(fmt::format("unknown verification case '{}'; {}", id,
                                 config::did_you_mean(id, known, "beltdyn verify --list prints them all")));
  }
  std::vector<const VerificationCase*> selected;
  for (const VerificationCase& item : cases) {
    const bool is_named = ids.empty() || std::any_of(ids.begin(), ids.end(), [&item](const std::string& id) {
                            return item.id.starts_with(id);
                          });
    if (is_named && !(quick && item.slow)) selected.push_back(&item);
  }
  return selected;
}

}  // namespace beltdyn::verification
