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
// The formulations of the contour drive against each other.
void add_contour_cross_cases(std::vector<VerificationCase>& cases);

}  // namespace beltdyn::verification
