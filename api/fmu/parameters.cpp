// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "api/fmu/content.hpp"
#include "core/base/json.hpp"
#include "core/config/writers.hpp"
#include "formulations/all_formulations.hpp"

namespace beltdyn::fmu {
namespace {

using config::Field;
using config::Presence;

constexpr std::size_t kMostEntries = 16;  // of a list whose entries are parameters

// Lists the numbers of a resolved configuration with their pointers.
class ParameterLister final : public config::FieldVisitor, public config::IncludesFiles {
 public:
  explicit ParameterLister(std::vector<Variable>& list, std::string place = {}, std::string_view unit = "-")
      : list_(list), place_(std::move(place)), unit_(unit) {}

  void number(const Field& field, double& value, config::Range, Presence) override {
    add(field, place_of(field), value);
  }
  void integer(const Field& field, int& value, config::IntegerRange, Presence) override {
    add(field, place_of(field), value, ValueType::integer);
  }
  void flag(const Field& field, bool& value, Presence) override {
    add(field, place_of(field), value ? 1.0 : 0.0, ValueType::boolean);
  }
  // Choices and names determine the structure, and are no parameters.
  void text(const Field&, std::string&, Presence) override {}
  void name(const Field&, std::string&, Presence) override {}
  void entry(const Field&, int&, std::string&, Presence) override {}
  void choice(const Field&, int&, std::span<const std::string_view>, Presence) override {}
  void numbers(const Field& field, std::vector<double>& values, config::Range, config::SizeRange, Presence) override {
    add_all(field, values);
  }
  void vector(const Field& field, std::span<double> values, config::Range, Presence) override {
    add_all(field, values);
  }
  void pair(const Field& field, std::array<double, 2>& values, config::Range, Presence) override {
    if (values[0] == values[1]) {
      add(field, place_of(field), values[0]);
    } else {
      add_all(field, values);
    }
  }
  void object(const Field& field, const config::Visit& visit, Presence) override {
    ParameterLister inner(list_, place_of(field), unit_of(field));
    visit(inner);
  }
  void optional_object(const Field& field, bool& present, const config::Visit& visit) override {
    if (present) object(field, visit, Presence::optional);
  }
  void list(const Field& field, const config::ListAccess& access, config::SizeRange, Presence) override {
    for (std::size_t i = 0; i < access.size(); ++i) {
      ParameterLister inner(list_, fmt::format("{}/{}", place_of(field), i), unit_of(field));
      access.visit(inner, i);
    }
  }
  void tagged(const Field&, std::span<const config::Alternative> alternatives, int& index) override {
    alternatives[static_cast<std::size_t>(index)].visit(*this);
  }
  void check(std::string_view, const std::function<bool()>&, const std::function<std::string()>&) override {}
  std::string_view unit() const override { return unit_; }

 private:
  std::string place_of(const Field& field) const { return append_pointer(place_, field.key); }
  std::string unit_of(const Field& field) const { return field.unit == "SI" ? unit_ : std::string(field.unit); }
  void add(const Field& field, std::string place, double value, ValueType type = ValueType::real) {
    if (!std::isfinite(value)) return;
    list_.push_back({.name = std::move(place),
                     .unit = unit_of(field),
                     .meaning = std::string(field.meaning),
                     .causality = Causality::parameter,
                     .type = type,
                     .start = value});
  }
  void add_all(const Field& field, std::span<const double> values) {
    if (values.size() > kMostEntries) return;
    for (std::size_t i = 0; i < values.size(); ++i) add(field, fmt::format("{}/{}", place_of(field), i), values[i]);
  }

  std::vector<Variable>& list_;
  std::string place_;
  std::string unit_;
};

}  // namespace

std::vector<Variable> parameters_of(Configuration& configuration) {
  std::vector<Variable> all;
  ParameterLister lister(all);
  configuration.visit(lister, all_formulations());
  std::erase_if(all, [](const Variable& parameter) {
    return !parameter.name.starts_with("/drive/") && !parameter.name.starts_with("/runs/0/");
  });
  return all;
}

}  // namespace beltdyn::fmu
