// SPDX-License-Identifier: MIT
#pragma once

#include "core/settings/formulation.hpp"

namespace beltdyn {

// Every formulation of BeltDyn, in the order in which they are listed to the user.
const Formulations& all_formulations();

}  // namespace beltdyn
