// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"

namespace beltdyn::analytic {

// Adds the formulations of this module to the list.
void add_formulations(Formulations& formulations);

}  // namespace beltdyn::analytic
