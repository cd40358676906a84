// SPDX-License-Identifier: MIT
#include "core/base/indirect.hpp"

#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

namespace beltdyn::indirect_test {

struct Late;

}  // namespace beltdyn::indirect_test

namespace beltdyn {

extern template class Indirect<indirect_test::Late>;

}  // namespace beltdyn

namespace beltdyn::indirect_test {

// Copies, moves and destroys a value whose type is incomplete here.
struct Owner {
  Indirect<Late> late;
};
Owner copy_of(const Owner& owner) {
  std::vector<Owner> owners(2, owner);
  owners.front() = std::move(owners.back());
  return owners.front();
}

struct Late {
  int number = 7;
};

TEST_CASE("Indirect: what owns a type that is declared only can be copied, and copies are apart") {
  Owner owner;
  CHECK(owner.late->number == 7);
  owner.late->number = 3;
  Owner copy = copy_of(owner);
  CHECK(copy.late->number == 3);
  copy.late->number = 4;
  CHECK(owner.late->number == 3);
  owner = copy;
  CHECK(owner.late->number == 4);
  copy.late->number = 5;
  CHECK(owner.late->number == 4);
}

TEST_CASE("Indirect: it is made of what the value can be made of, and reads as the value") {
  using Value = std::variant<int, std::string>;
  Indirect<Value> value = std::string("a");
  CHECK(std::get<std::string>(*value) == "a");
  value = 2;
  const Value& seen = value;
  CHECK(std::get<int>(seen) == 2);
  const Indirect<Value>& self = value;
  value = self;
  CHECK(std::get<int>(*value) == 2);
  static_assert(!std::is_constructible_v<Indirect<int>, std::string>);
}

}  // namespace beltdyn::indirect_test

template class beltdyn::Indirect<beltdyn::indirect_test::Late>;
