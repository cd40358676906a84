// SPDX-License-Identifier: MIT
#include "lagrangian/formulations.hpp"

namespace beltdyn::lagrangian {

void add_formulations(Formulations&) {}

}  // namespace beltdyn::lagrangian
