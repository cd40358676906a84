// SPDX-License-Identifier: MIT
#include "eulerian/formulations.hpp"

namespace beltdyn::eulerian {

void add_formulations(Formulations&) {}

}  // namespace beltdyn::eulerian
