// SPDX-License-Identifier: MIT
#include "core/drive/contact_laws.hpp"

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn {

template class contact::LawTable<FrictionLaw>;

ContactLaws ContactLaws::of(const BeltDrive& drive, double area) {
  std::vector<NormalLaw> normal;
  std::vector<FrictionLaw> friction;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    normal.push_back(drive.contact_of(p).normal_law(area));
    friction.push_back(drive.contact_of(p).friction_law(area));
  }
  return {.normal = contact::LawTable(normal), .friction = contact::LawTable(friction)};
}

ContactLaws ContactLaws::undamped() const {
  ContactLaws laws = *this;
  laws.normal = normal.transformed(
      [](const NormalLaw& law) { return std::visit([](const auto& l) -> NormalLaw { return l.undamped(); }, law); });
  return laws;
}

}  // namespace beltdyn
