// SPDX-License-Identifier: MIT
#include <cmath>
#include <memory>

#include "core/base/json.hpp"
#include "core/config/writers.hpp"

namespace beltdyn::config {
namespace {

// Writes the values of members into a JSON object.
class ResolvedWriter : public FieldVisitor {
 public:
  explicit ResolvedWriter(Json& target) : target_(target) { target_ = Json::object(); }

  // A number that is not finite stands for a missing value.
  void number(const Field& field, double& value, Range, Presence) override {
    if (std::isfinite(value)) put(field, value);
  }
  void integer(const Field& field, int& value, IntegerRange, Presence) override { put(field, value); }
  void flag(const Field& field, bool& value, Presence) override { put(field, value); }
  void text(const Field& field, std::string& value, Presence) override { put(field, value); }
  void name(const Field& field, std::string& value, Presence) override {
    if (!value.empty()) put(field, value);
  }
  // Entries count from 1; the number 0 means that the entry was not given.
  void entry(const Field& field, int& number, std::string& name, Presence presence) override {
    if (name.empty()) {
      if (number != 0 || presence == Presence::required) put(field, number);
    } else {
      put(field, name);
    }
  }
  void choice(const Field& field, int& index, std::span<const std::string_view> names, Presence) override {
    put(field, names[static_cast<std::size_t>(index)]);
  }
  void numbers(const Field& field, std::vector<double>& values, Range, SizeRange, Presence) override {
    put(field, values);
  }
  void vector(const Field& field, std::span<double> values, Range, Presence) override {
    put(field, std::vector<double>(values.begin(), values.end()));
  }
  void pair(const Field& field, std::array<double, 2>& values, Range, Presence) override {
    if (values[0] == values[1]) {
      put(field, values[0]);
    } else {
      put(field, values);
    }
  }
  void replacements(const Field& field, Json& values) override { put(field, values); }
  void object(const Field& field, const Visit& visit, Presence) override {
    visit(*inside(target_[std::string(field.key)]));
  }
  void optional_object(const Field& field, bool& present, const Visit& visit) override {
    if (present) object(field, visit, Presence::optional);
  }
  void list(const Field& field, const ListAccess& access, SizeRange, Presence) override {
    Json& items = target_[std::string(field.key)];
    items = Json::array();
    for (std::size_t i = 0; i < access.size(); ++i) {
      access.visit(*inside(items.push_back(Json())), i);
    }
  }
  void tagged(const Field& tag, std::span<const Alternative> alternatives, int& index) override {
    const Alternative& current = alternatives[static_cast<std::size_t>(index)];
    put(tag, current.name);
    current.visit(*this);
  }
  void check(std::string_view, const std::function<bool()>&, const std::function<std::string()>&) override {}

 private:
  // The writer of a nested object.
  virtual std::unique_ptr<ResolvedWriter> inside(Json& target) const {
    return std::make_unique<ResolvedWriter>(target);
  }
  template <class T>
  void put(const Field& field, const T& value) {
    target_[std::string(field.key)] = value;
  }

  Json& target_;
};

// A ResolvedWriter that includes the content of other files, for all nested objects too.
class SelfContainedWriter final : public ResolvedWriter, public IncludesFiles {
 public:
  using ResolvedWriter::ResolvedWriter;

 private:
  std::unique_ptr<ResolvedWriter> inside(Json& target) const override {
    return std::make_unique<SelfContainedWriter>(target);
  }
};

}  // namespace

std::string resolved_json(const Visit& visit, OtherFiles files) {
  Json json;
  if (files == OtherFiles::included) {
    SelfContainedWriter writer(json);
    visit(writer);
  } else {
    ResolvedWriter writer(json);
    visit(writer);
  }
  return json.dump(2) + "\n";
}

}  // namespace beltdyn::config
