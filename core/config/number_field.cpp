// SPDX-License-Identifier: MIT
#include "core/config/number_field.hpp"

#include <utility>
#include <vector>

#include "core/config/field_unit.hpp"
#include "core/config/json_document.hpp"
#include "core/config/nearest.hpp"

namespace beltdyn::config {
namespace {

// A visitor that finds the number at the JSON pointer `wanted`.
class FieldFinder final : public FieldVisitor {
 public:
  FieldFinder(std::string place, std::string_view unit, const std::string& wanted)
      : place_(std::move(place)), unit_(unit), wanted_(wanted) {}

  const std::optional<NumberField>& found() const { return found_; }
  // The pointers of all numbers in the objects along the path.
  const std::vector<std::string>& passed() const { return passed_; }
  // Those of the outermost object.
  const std::vector<ChosenCount>& counts() const { return counts_; }

  void number(const Field& field, double&, Range, Presence) override { look_at(field); }
  void number_or_constant(const Field& field, double& value, Range range, const char*) override {
    look_at(field);
    go_into(field, append_pointer(place_, field.key),
            [&](FieldVisitor& inner) { visit_constant(inner, field, value, range); });
  }
  void integer(const Field& field, int& value, IntegerRange, Presence presence) override {
    look_at(field, false);
    if (presence == Presence::chosen) counts_.push_back({.key = std::string(field.key), .value = value});
  }
  void flag(const Field&, bool&, Presence) override {}
  void text(const Field&, std::string&, Presence) override {}
  void name(const Field&, std::string&, Presence) override {}
  void entry(const Field&, int&, std::string&, Presence) override {}
  void choice(const Field&, int&, std::span<const std::string_view>, Presence) override {}
  void numbers(const Field& field, std::vector<double>&, Range, SizeRange, Presence) override { look_into(field); }
  void vector(const Field& field, std::span<double>, Range, Presence) override { look_into(field); }
  void pair(const Field& field, std::array<double, 2>&, Range, Presence) override {
    look_at(field);
    look_into(field);
  }
  void object(const Field& field, const Visit& visit, Presence) override {
    go_into(field, append_pointer(place_, field.key), visit);
  }
  void optional_object(const Field& field, bool& present, const Visit& visit) override {
    if (present) object(field, visit, Presence::optional);
  }
  void list(const Field& field, const ListAccess& access, SizeRange, Presence) override {
    const std::string pointer = append_pointer(place_, field.key);
    for (std::size_t i = 0; i < access.size(); ++i) {
      go_into(field, append_pointer(pointer, std::to_string(i)),
              [&access, i](FieldVisitor& visitor) { access.visit(visitor, i); });
    }
  }
  void may_be_plain() override { may_be_plain_ = true; }
  void tagged(const Field&, std::span<const Alternative> alternatives, int& index) override {
    alternatives[static_cast<std::size_t>(index)].visit(*this);
  }
  void check(std::string_view, const std::function<bool()>&, const std::function<std::string()>&) override {}

 private:
  void find(const Field& field, bool takes_quantity = true) {
    found_ = NumberField{
        .role = field.role, .unit = std::string(unit_within(unit_, field)), .takes_quantity = takes_quantity};
  }
  void look_at(const Field& field, bool takes_quantity = true) {
    passed_.push_back(append_pointer(place_, field.key));
    if (passed_.back() == wanted_) find(field, takes_quantity);
  }
  void look_into(const Field& field) {
    if (wanted_.starts_with(append_pointer(place_, field.key) + '/')) find(field);
  }
  void go_into(const Field& field, const std::string& pointer, const Visit& visit) {
    // The pointer leads to a number in place of the object.
    const bool is_plain = wanted_ == pointer;
    if (!is_plain && !wanted_.starts_with(pointer + '/')) return;
    const std::string wanted = is_plain ? append_pointer(pointer, kPlainKey) : wanted_;
    FieldFinder inner(pointer, unit_within(unit_, field), wanted);
    visit(inner);
    if (is_plain && !inner.may_be_plain_) return;
    if (inner.found_) found_ = inner.found_;
    passed_.insert(passed_.end(), inner.passed_.begin(), inner.passed_.end());
  }

  std::string place_;
  std::string_view unit_;  // unit of the object
  const std::string& wanted_;
  std::optional<NumberField> found_;
  std::vector<std::string> passed_;
  std::vector<ChosenCount> counts_;
  bool may_be_plain_ = false;
};

}  // namespace

std::optional<NumberField> number_field_at(const Visit& visit, const std::string& pointer) {
  FieldFinder finder("", "-", pointer);
  visit(finder);
  return finder.found();
}

std::string number_near(const Visit& visit, const std::string& pointer) {
  FieldFinder finder("", "-", pointer);
  visit(finder);
  return std::string(nearest(pointer, finder.passed()));
}

std::vector<ChosenCount> chosen_counts(const Visit& visit) {
  const std::string none;
  FieldFinder finder("", "-", none);
  visit(finder);
  return finder.counts();
}

}  // namespace beltdyn::config
