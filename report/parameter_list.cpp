// SPDX-License-Identifier: MIT
#include "report/parameter_list.hpp"

#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/html.hpp"

namespace beltdyn::report {
namespace {

using config::Field;
using config::Presence;

constexpr std::size_t kMostEntries = 6;  // longest list that is shown in full

std::string joined(std::span<const double> values) {
  if (values.size() > kMostEntries) return fmt::format("{} values", values.size());
  std::vector<std::string> texts;
  for (const double value : values) texts.push_back(shown(value));
  return fmt::format("{}", fmt::join(texts, ", "));
}

// "N m²" from "N m^2".
std::string typeset(std::string unit) {
  for (const auto& [plain, power] : {std::pair{"^2", "²"}, std::pair{"^3", "³"}}) {
    for (std::size_t at = unit.find(plain); at != std::string::npos; at = unit.find(plain)) unit.replace(at, 2, power);
  }
  return unit == "-" ? std::string() : unit;
}

class Lister final : public config::FieldVisitor {
 public:
  explicit Lister(std::vector<Parameter>& list, std::string prefix = {}, std::string_view unit = "-")
      : list_(list), prefix_(std::move(prefix)), unit_(unit) {}

  void number(const Field& field, double& value, config::Range, Presence) override {
    if (std::isfinite(value)) add(field, shown(value));
  }
  void integer(const Field& field, int& value, config::IntegerRange, Presence) override {
    add(field, fmt::format("{}", value));
  }
  void flag(const Field& field, bool& value, Presence) override { add(field, value ? "true" : "false"); }
  void text(const Field& field, std::string& value, Presence) override { add_given(field, value); }
  void name(const Field& field, std::string& value, Presence) override { add_given(field, value); }
  void entry(const Field& field, int& number, std::string& name, Presence) override {
    if (number != 0 || !name.empty()) add(field, name.empty() ? fmt::format("{}", number) : name);
  }
  void choice(const Field& field, int& index, std::span<const std::string_view> names, Presence) override {
    add(field, std::string(names[static_cast<std::size_t>(index)]));
  }
  void numbers(const Field& field, std::vector<double>& values, config::Range, config::SizeRange, Presence) override {
    add(field, joined(values));
  }
  void vector(const Field& field, std::span<double> values, config::Range, Presence) override {
    add(field, joined(values));
  }
  void pair(const Field& field, std::array<double, 2>& values, config::Range, Presence) override {
    add(field, values[0] == values[1] ? shown(values[0]) : joined(values));
  }
  void object(const Field& field, const config::Visit& visit, Presence) override {
    Lister inner(list_, prefix_ + std::string(field.key) + ".", unit_of(field));
    visit(inner);
  }
  void optional_object(const Field& field, bool& present, const config::Visit& visit) override {
    if (present) object(field, visit, Presence::optional);
  }
  void list(const Field& field, const config::ListAccess& access, config::SizeRange, Presence) override {
    for (std::size_t i = 0; i < access.size(); ++i) {
      Lister inner(list_, fmt::format("{}{}[{}].", prefix_, field.key, i + 1), unit_of(field));
      access.visit(inner, i);
    }
  }
  void tagged(const Field& tag, std::span<const config::Alternative> alternatives, int& index) override {
    const config::Alternative& current = alternatives[static_cast<std::size_t>(index)];
    list_.push_back({.key = prefix_ + std::string(tag.key),
                     .value = std::string(current.name),
                     .unit = "-",
                     .meaning = std::string(current.meaning)});
    current.visit(*this);
  }
  void check(std::string_view, const std::function<bool()>&, const std::function<std::string()>&) override {}
  std::string_view unit() const override { return unit_; }

 private:
  std::string unit_of(const Field& field) const { return field.unit == "SI" ? unit_ : std::string(field.unit); }
  void add(const Field& field, std::string value) {
    list_.push_back({.key = prefix_ + std::string(field.key),
                     .value = std::move(value),
                     .unit = unit_of(field),
                     .meaning = std::string(field.meaning)});
  }
  void add_given(const Field& field, const std::string& value) {
    if (!value.empty()) add(field, value);
  }

  std::vector<Parameter>& list_;
  std::string prefix_;
  std::string unit_;
};

}  // namespace

std::vector<Parameter> parameters_of(const config::Visit& visit) {
  std::vector<Parameter> list;
  Lister lister(list);
  visit(lister);
  return list;
}

std::string parameter_table(const std::vector<Parameter>& parameters) {
  if (parameters.empty()) return {};
  Table table{.caption = "Parameters", .columns = {{"parameter"}, {"value", true}, {"unit"}}, .rows = {}};
  for (const Parameter& p : parameters) {
    table.rows.push_back({.cells = {{.html = fmt::format("<code>{}</code><small class=\"reason\">{}</small>",
                                                         escape(p.key), escape(p.meaning))},
                                    {.html = escape(p.value)},
                                    text_cell(typeset(p.unit))}});
  }
  return "<div class=\"parameters\">" + html_of(table) + "</div>\n";
}

}  // namespace beltdyn::report
