// SPDX-License-Identifier: MIT
#include "eulerian/contour/formulations.hpp"

#include "eulerian/contour/eulerian_contour_options.hpp"

namespace beltdyn::eulerian {

void add_contour_formulations(Formulations& formulations) {
  formulations.push_back({.name = "eulerian_contour",
                          .meaning = "fixed elements on the contour, [Oborin 2018] Section 5",
                          .make_options = [] { return std::make_unique<EulerianContourOptions>(); }});
}

}  // namespace beltdyn::eulerian
