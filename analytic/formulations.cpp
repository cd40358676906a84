// SPDX-License-Identifier: MIT
#include "analytic/formulations.hpp"

#include "analytic/belt/string_dynamics_options.hpp"
#include "analytic/belt/string_options.hpp"
#include "analytic/contour/contour_options.hpp"
#include "analytic/rope/rope_options.hpp"

namespace beltdyn::analytic {

void add_formulations(Formulations& formulations) {
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
  formulations.push_back(
      {.name = "analytic_string",
       .meaning =
           "the exact steady motion of a string on pulleys, fixed or on mounts, with inertia and any friction law",
       .make_options = [] { return std::make_unique<StringOptions>(); }});
  formulations.push_back({.name = "analytic_string_dynamics",
                          .meaning = "transient motion of a string on pulleys with inertia and mounts, with "
                                     "Coulomb friction and rigid stick: delay differential equations",
                          .make_options = [] { return std::make_unique<StringDynamicsOptions>(); }});
  formulations.push_back(
      {.name = "analytic_rope",
       .meaning = "the generalised Euler-Eytelwein formula for a rope on a surface, [Konyukhov 2021]",
       .make_options = [] { return std::make_unique<RopeOptions>(); }});
}

}  // namespace beltdyn::analytic
