// SPDX-License-Identifier: MIT
#pragma once

#include "core/numerics/scalar_math.hpp"

// The functions with which contact laws are written for all scalar types.
namespace beltdyn::contact {

using numerics::any;
using numerics::RealOf;
using numerics::select;
using numerics::value_of;

}  // namespace beltdyn::contact
