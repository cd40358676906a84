// SPDX-License-Identifier: MIT
#include "core/config/number_field.hpp"

#include <doctest/doctest.h>

namespace beltdyn::number_field_test {

using namespace beltdyn::config;

namespace {

// An example with fields at all kinds of places.
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
    v.numbers({"numbers", "rad", "numbers"}, numbers, kAny, {}, Presence::required);
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
    v.list({"list", "N", "a list"},
           {.size = [this] { return items.size(); },
            .resize = [this](std::size_t n) { items.resize(n); },
            .visit =
                [this](FieldVisitor& inner, std::size_t i) {
                  inner.number({"y", "SI", ""}, items[i], kAny, Presence::required);
                }},
           {}, Presence::required);
  }
};

std::optional<NumberField> field_at(const std::string& pointer) {
  Options options;
  return number_field_at([&options](FieldVisitor& v) { options.visit(v); }, pointer);
}

std::optional<Role> role_at(const std::string& pointer) {
  const std::optional<NumberField> field = field_at(pointer);
  return field ? std::optional(field->role) : std::nullopt;
}

}  // namespace

TEST_CASE("number field: found by the pointer, in objects, forms and lists") {
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

TEST_CASE("number field: counts that may be left out are those of the object itself that are chosen") {
  int elements = 24;
  int links = 60;
  double step = 0.1;
  const auto counts = chosen_counts([&](FieldVisitor& v) {
    v.integer({"elements", "-", ""}, elements, {}, Presence::chosen);
    v.integer({"segments", "-", ""}, links, {}, Presence::optional);
    v.number({"time_step", "s", ""}, step, kPositive, Presence::chosen);
    v.object({"inner", "-", ""}, [&](FieldVisitor& inner) {
      inner.integer({"links", "-", ""}, links, {}, Presence::chosen);
    });
  });
  REQUIRE(counts.size() == 1);
  CHECK(counts[0].key == "elements");
  CHECK(counts[0].value == 24);
}

TEST_CASE("number field: a unit is that of the field, or of the key under which its object stands") {
  CHECK(field_at("/stiffness")->unit == "N/m");
  CHECK(field_at("/numbers/0")->unit == "rad");
  CHECK(field_at("/inner/x")->unit == "-");
  CHECK(field_at("/list/1/y")->unit == "N");
  CHECK(field_at("/stiffness")->takes_quantity);
  CHECK_FALSE(field_at("/elements")->takes_quantity);
}

}  // namespace beltdyn::number_field_test
