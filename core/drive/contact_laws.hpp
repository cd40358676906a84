// SPDX-License-Identifier: MIT
#pragma once

#include "core/contact/law_table.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/any_friction_law.hpp"
#include "core/drive/pulley/pulley_contact.hpp"

namespace beltdyn {

extern template class contact::LawTable<FrictionLaw>;

// The normal law and the friction law of each pulley of a belt drive, for contact points that all represent the same
// area.
struct ContactLaws {
  contact::LawTable<NormalLaw> normal;
  contact::LawTable<FrictionLaw> friction;
  double relaxed_mode = 0.0;  // mode recorded for points without contact: that of a value-initialised friction history

  // The laws for contact points that represent `area` [m²] of the belt. With the belt's width [m] as `area`, forces are
  // per length.
  static ContactLaws of(const BeltDrive& drive, double area);
  // The laws for a belt at rest: the normal laws have no damping.
  ContactLaws undamped() const;
};

}  // namespace beltdyn
