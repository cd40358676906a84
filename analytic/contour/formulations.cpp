// SPDX-License-Identifier: MIT
#include "analytic/contour/formulations.hpp"

#include "analytic/contour/contour_options.hpp"

namespace beltdyn::analytic {

void add_contour_formulations(Formulations& formulations) {
  formulations.push_back({.name = "analytic_abel",
                          .meaning = "the closed form of the first stage of the start, [Oborin 2018] Eq. (28)",
                          .make_options = [] { return std::make_unique<AbelOptions>(StartFormula::abel); }});
  formulations.push_back({.name = "analytic_linear",
                          .meaning = "its linearised form, [Oborin 2018] Eqs. (29), (30)",
                          .make_options = [] { return std::make_unique<AbelOptions>(StartFormula::linear); }});
  formulations.push_back({.name = "analytic_dde",
                          .meaning = "delay differential equations at constant speeds, [Oborin 2018] Eq. (46)",
                          .make_options = [] { return std::make_unique<DelayOptions>(); }});
  formulations.push_back({.name = "analytic_front_tracking",
                          .meaning = "mesh-free front tracking of the slip zones at time-varying speeds",
                          .make_options = [] { return std::make_unique<FrontTrackingOptions>(); }});
}

}  // namespace beltdyn::analytic
