// SPDX-License-Identifier: MIT
#include "eulerian/formulations.hpp"

#include "eulerian/ale/ale_options.hpp"
#include "eulerian/ale/span/span_options.hpp"
#include "eulerian/ale/transient/running_belt.hpp"
#include "eulerian/contour/formulations.hpp"

namespace beltdyn::eulerian {

void add_formulations(Formulations& formulations) {
  add_contour_formulations(formulations);
  formulations.push_back({.name = "eulerian_ale",
                          .meaning = "elastic beam moving through fixed elements (ALE), transient or steady",
                          .make_options = [] { return std::make_unique<AleOptions>(); }});
  formulations.push_back({.name = "eulerian_ale_span",
                          .meaning = "a beam running through two supports, with the same elements, and its modes",
                          .make_options = [] { return std::make_unique<SpanOptions>(); }});
}

RunningBelt running_belt(const BeltDrive& drive, double longest_element) {
  return ale::running_belt(drive, longest_element);
}

}  // namespace beltdyn::eulerian
