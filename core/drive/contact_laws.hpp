// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/law_table.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/any_friction_law.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn {

extern template class contact::LawTable<FrictionLaw>;

// The laws of the contacts of a belt drive, for contact points of one area each.
struct ContactLaws {
  contact::LawTable<NormalLaw> normal;
  contact::LawTable<FrictionLaw> friction;
  double relaxed_mode = 0.0;  // of what does not touch: that of the friction laws' value-initialised history

  // `area` [m²] of the belt, or its width [m] for forces per length.
  static ContactLaws of(const BeltDrive& drive, double area);
  // Those of a belt at rest: without damping of the normal laws.
  ContactLaws undamped() const;
};

}  // namespace beltdyn
