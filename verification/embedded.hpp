// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace beltdyn::embedded {

// The text of a file of verification/data/oborin-2018, compiled into the program. Throws std::out_of_range.
std::string_view oborin_2018(std::string_view file_name);
// Likewise for verification/data/konyukhov-2021.
std::string_view konyukhov_2021(std::string_view file_name);
// Likewise for verification/data/odd-drives.
std::string_view odd_drives(std::string_view file_name);
// Likewise for configs/papers/ntarladima-2023.
std::string_view ntarladima_2023(std::string_view file_name);
// Likewise for drives of eulerian_ale in configs/verification and configs/demo.
std::string_view ale_drives(std::string_view file_name);
std::string_view mounts(std::string_view file_name);
// Likewise for drives of ropes with ends in configs/demo.
std::string_view rope_drives(std::string_view file_name);
// Likewise for configs/papers/kubas-2021 and verification/data/kubas-2021.
std::string_view kubas_2021(std::string_view file_name);
// Likewise for configs/convergence.
std::string_view convergence_study(std::string_view file_name);
// Likewise for verification/data/belt-drive-keys.
std::string_view belt_drive_keys(std::string_view file_name);
// Likewise for verification/data/friction.
std::string_view friction_curve(std::string_view file_name);
// Likewise for verification/data/friction-on-belts.
std::string_view friction_on_belts(std::string_view file_name);

}  // namespace beltdyn::embedded
