// SPDX-License-Identifier: MIT
#pragma once

#include "core/belt/test/small_belt_drive.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf {

using beltdyn::test::bytes_of;
using beltdyn::test::restore_from;

inline BeltDrive small_drive() { return beltdyn::test::small_belt_drive(2.0); }

inline BeltModel closed_model(const BeltDrive& drive, const AncfParameters& parameters) {
  return make_belt_model(drive, parameters, particle_mesh(drive, parameters));
}

}  // namespace beltdyn::lagrangian::ancf
