// SPDX-License-Identifier: MIT
#include "core/config/field_role.hpp"

#include <utility>

#include "core/config/json_document.hpp"

namespace beltdyn::config {
namespace {

class RoleFinder final : public FieldVisitor {
 public:
  RoleFinder(std::string place, const std::string& wanted) : place_(std::move(place)), wanted_(wanted) {}

  std::optional<Role> role() const { return role_; }

  void number(const Field& field, double&, Range, Presence) override { look_at(field); }
  void integer(const Field& field, int&, IntegerRange, Presence) override { look_at(field); }
  void flag(const Field&, bool&, Presence) override {}
  void text(const Field&, std::string&, Presence) override {}
  void name(const Field&, std::string&, Presence) override {}
  void choice(const Field&, int&, std::span<const std::string_view>, Presence) override {}
  void numbers(const Field& field, std::vector<double>&, Range, SizeRange, Presence) override { look_into(field); }
  void vector(const Field& field, std::span<double>, Range, Presence) override { look_into(field); }
  void pair(const Field& field, std::array<double, 2>&, Range, Presence) override {
    look_at(field);
    look_into(field);
  }
  void object(const Field& field, const Visit& visit, Presence) override {
    go_into(append_pointer(place_, field.key), visit);
  }
  void optional_object(const Field& field, bool& present, const Visit& visit) override {
    if (present) object(field, visit, Presence::optional);
  }
  void list(const Field& field, const ListAccess& access, SizeRange, Presence) override {
    const std::string pointer = append_pointer(place_, field.key);
    for (std::size_t i = 0; i < access.size(); ++i) {
      go_into(append_pointer(pointer, std::to_string(i)),
              [&access, i](FieldVisitor& visitor) { access.visit(visitor, i); });
    }
  }
  void tagged(const Field&, std::span<const Alternative> alternatives, int& index) override {
    alternatives[static_cast<std::size_t>(index)].visit(*this);
  }
  void check(std::string_view, const std::function<bool()>&, const std::function<std::string()>&) override {}

 private:
  void look_at(const Field& field) {
    if (append_pointer(place_, field.key) == wanted_) role_ = field.role;
  }
  void look_into(const Field& field) {
    if (wanted_.starts_with(append_pointer(place_, field.key) + '/')) role_ = field.role;
  }
  void go_into(const std::string& pointer, const Visit& visit) {
    if (!wanted_.starts_with(pointer + '/')) return;
    RoleFinder inner(pointer, wanted_);
    visit(inner);
    if (inner.role_) role_ = inner.role_;
  }

  std::string place_;
  const std::string& wanted_;
  std::optional<Role> role_;
};

}  // namespace

std::optional<Role> role_of(const Visit& visit, const std::string& pointer) {
  RoleFinder finder("", pointer);
  visit(finder);
  return finder.role();
}

}  // namespace beltdyn::config
