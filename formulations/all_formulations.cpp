// SPDX-License-Identifier: MIT
#include "formulations/all_formulations.hpp"

#include "analytic/formulations.hpp"
#include "eulerian/formulations.hpp"
#include "lagrangian/formulations.hpp"

namespace beltdyn {

const Formulations& all_formulations() {
  static const Formulations list = [] {
    Formulations all;
    analytic::add_formulations(all);
    eulerian::add_formulations(all);
    lagrangian::add_formulations(all, eulerian::running_belt);
    return all;
  }();
  return list;
}

}  // namespace beltdyn
