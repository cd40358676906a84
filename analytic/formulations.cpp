// SPDX-License-Identifier: MIT
#include "analytic/formulations.hpp"

namespace beltdyn::analytic {

void add_formulations(Formulations&) {}

}  // namespace beltdyn::analytic
