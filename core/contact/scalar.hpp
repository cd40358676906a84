// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/scalar_math.hpp"

// What the laws of contact are written with.
namespace beltdyn::contact {

using numerics::any;
using numerics::RealOf;
using numerics::select;
using numerics::value_of;

}  // namespace beltdyn::contact
