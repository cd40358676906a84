// SPDX-License-Identifier: MIT
#include "analytic/formulations.hpp"

#include "analytic/belt/dynamics/string_dynamics_options.hpp"
#include "analytic/belt/steady/string_options.hpp"
#include "analytic/contour/formulations.hpp"
#include "analytic/rig/friction_rig_options.hpp"
#include "analytic/rope/rope_options.hpp"

namespace beltdyn::analytic {

void add_formulations(Formulations& formulations) {
  add_contour_formulations(formulations);
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
  formulations.push_back({.name = "friction_rig",
                          .meaning = "one friction law in the friction rig, integrated in rate form to a tolerance",
                          .make_options = [] { return std::make_unique<FrictionRigOptions>(); }});
}

}  // namespace beltdyn::analytic
