// SPDX-License-Identifier: MIT
#include "lagrangian/contour/formulations.hpp"

#include "lagrangian/contour/lagrangian_contour_options.hpp"

namespace beltdyn::lagrangian {

void add_contour_formulations(Formulations& formulations) {
  formulations.push_back({.name = "lagrangian_contour",
                          .meaning = "material elements on the contour, [Oborin 2018] Section 3",
                          .make_options = [] { return std::make_unique<LagrangianContourOptions>(); }});
}

}  // namespace beltdyn::lagrangian
