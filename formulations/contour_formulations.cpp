// SPDX-License-Identifier: MIT
// The formulations of contour drives, the list of the program that the demo builds first.
#include "analytic/contour/formulations.hpp"
#include "eulerian/contour/formulations.hpp"
#include "formulations/all_formulations.hpp"
#include "lagrangian/contour/formulations.hpp"

namespace beltdyn {

const Formulations& all_formulations() {
  static const Formulations list = [] {
    Formulations all;
    analytic::add_contour_formulations(all);
    eulerian::add_contour_formulations(all);
    lagrangian::add_contour_formulations(all);
    return all;
  }();
  return list;
}

}  // namespace beltdyn
