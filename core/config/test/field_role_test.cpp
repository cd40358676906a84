// SPDX-License-Identifier: MIT
#include "core/config/field_role.hpp"

#include <doctest/doctest.h>

namespace beltdyn::field_role_test {

using namespace beltdyn::config;

namespace {

// Something with fields at all kinds of places.
struct Options {
  double number = 1.0;
  int integer = 1;
  std::array<double, 2> pair{};
  std::vector<double> numbers{1.0};
  std::vector<double> items{1.0, 2.0};

  void visit(FieldVisitor& v) {
    v.number({"stiffness", "N/m", "a stiffness"}, number, kAny, Presence::required);
    v.number({"time_step", "s", "a step", Role::discretisation}, number, kAny, Presence::required);
    v.integer({"elements", "-", "a number", Role::discretisation}, integer, {}, Presence::required);
    v.pair({"pair", "-", "a pair", Role::discretisation}, pair, kAny, Presence::required);
    v.numbers({"numbers", "-", "numbers"}, numbers, kAny, {}, Presence::required);
    v.object(
        {"inner", "-", "an object"},
        [this](FieldVisitor& inner) {
          const std::array<Alternative, 2> forms{
              {{"a", "",
                [this](FieldVisitor& a) {
                  a.number({"x", "-", ""}, number, kAny, Presence::required);
                }},
               {"b", "", [this](FieldVisitor& b) {
                  b.number({"x", "-", "", Role::discretisation}, number, kAny, Presence::required);
                }}}};
          int form = 1;
          inner.tagged({"type", "-", ""}, forms, form);
        },
        Presence::required);
    v.list({"list", "-", "a list"},
           {.size = [this] { return items.size(); },
            .resize = [this](std::size_t n) { items.resize(n); },
            .visit =
                [this](FieldVisitor& inner, std::size_t i) {
                  inner.number({"y", "-", ""}, items[i], kAny, Presence::required);
                }},
           {}, Presence::required);
  }
};

std::optional<Role> role_at(const std::string& pointer) {
  Options options;
  return role_of([&options](FieldVisitor& v) { options.visit(v); }, pointer);
}

}  // namespace

TEST_CASE("field role: found by the pointer, in objects, forms and lists") {
  CHECK(role_at("/stiffness") == Role::physics);
  CHECK(role_at("/time_step") == Role::discretisation);
  CHECK(role_at("/elements") == Role::discretisation);
  CHECK(role_at("/pair") == Role::discretisation);
  CHECK(role_at("/pair/1") == Role::discretisation);
  CHECK(role_at("/numbers/0") == Role::physics);
  CHECK(role_at("/inner/x") == Role::discretisation);
  CHECK(role_at("/list/1/y") == Role::physics);
  for (const char* nothing : {"", "/", "/elementss", "/inner", "/inner/y", "/list/2/y", "/time_step/0"}) {
    CAPTURE(nothing);
    CHECK_FALSE(role_at(nothing).has_value());
  }
}

}  // namespace beltdyn::field_role_test
