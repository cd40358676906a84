// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "core/contact/scalar.hpp"

namespace beltdyn::contact {

// The contact laws of all pulleys of a drive, of one or of several types. Each distinct law is stored once. A kernel
// looks up the law once for many contact points, so that the law is inlined in the loop over them.
template <class AnyLaw>
class LawTable {
 public:
  LawTable();
  LawTable(const LawTable& other);
  LawTable(LawTable&& other) noexcept;
  ~LawTable();
  LawTable& operator=(const LawTable& other);
  LawTable& operator=(LawTable&& other) noexcept;
  // Takes the law of each pulley.
  explicit LawTable(const std::vector<AnyLaw>& laws);

  const AnyLaw& of_pulley(std::size_t pulley) const { return laws_[of_pulley_[pulley]]; }
  const std::vector<AnyLaw>& laws() const { return laws_; }

  // The table with change(law) in place of each law.
  template <class Change>
  LawTable transformed(const Change& change) const {
    std::vector<AnyLaw> changed;
    for (const std::size_t law : of_pulley_) changed.push_back(change(laws_[law]));
    return LawTable(changed);
  }

  // Calls visit(law, here) for every law that the lanes need. `owner` holds the pulley index of each lane as a number,
  // negative for a lane without pulley. `here` marks the lanes with this law.
  template <class Real, class Visit>
  void for_each(const Real& owner, const Visit& visit) const {
    for (std::size_t i = 0; i < laws_.size(); ++i) {
      const auto here = lanes_of(owner, i);
      if (any(here)) std::visit([&](const auto& law) { visit(law, here); }, laws_[i]);
    }
  }

 private:
  template <class Real>
  auto lanes_of(const Real& owner, std::size_t law) const {
    if (laws_.size() == 1) return owner >= Real(0.0);
    Real here(0.0);
    for (std::size_t p = 0; p < of_pulley_.size(); ++p) {
      if (of_pulley_[p] == law) here = select(owner == Real(static_cast<double>(p)), Real(1.0), here);
    }
    return here > Real(0.0);
  }

  std::vector<AnyLaw> laws_;
  std::vector<std::size_t> of_pulley_;  // index of the law of a pulley
};

// Not inline: contact_laws.hpp declares a table of laws whose types are incomplete there.
template <class AnyLaw>
LawTable<AnyLaw>::LawTable() = default;
template <class AnyLaw>
LawTable<AnyLaw>::LawTable(const LawTable& other) = default;
template <class AnyLaw>
LawTable<AnyLaw>::LawTable(LawTable&& other) noexcept = default;
template <class AnyLaw>
LawTable<AnyLaw>::~LawTable() = default;
template <class AnyLaw>
LawTable<AnyLaw>& LawTable<AnyLaw>::operator=(const LawTable& other) = default;
template <class AnyLaw>
LawTable<AnyLaw>& LawTable<AnyLaw>::operator=(LawTable&& other) noexcept = default;

template <class AnyLaw>
LawTable<AnyLaw>::LawTable(const std::vector<AnyLaw>& laws) {
  for (const AnyLaw& law : laws) {
    const auto known = std::find(laws_.begin(), laws_.end(), law);
    of_pulley_.push_back(static_cast<std::size_t>(known - laws_.begin()));
    if (known == laws_.end()) laws_.push_back(law);
  }
}

// The largest number of internal variables of the friction laws in the table.
template <class AnyLaw>
std::size_t memory_size(const LawTable<AnyLaw>& table) {
  std::size_t most = 0;
  for (const AnyLaw& law : table.laws()) {
    most = std::max(most, std::visit([](const auto& l) { return l.memory_size(); }, law));
  }
  return most;
}

}  // namespace beltdyn::contact
