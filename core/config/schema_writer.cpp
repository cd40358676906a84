// SPDX-License-Identifier: MIT
#include <cmath>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/config/field_unit.hpp"
#include "core/config/quantity.hpp"
#include "core/config/writers.hpp"

namespace beltdyn::config {
namespace {

constexpr const char* kNamePattern = "^[A-Za-z0-9][A-Za-z0-9._-]*$";

void add_bounds(Json& schema, Range range) {
  if (std::isfinite(range.low)) schema[range.low_exclusive ? "exclusiveMinimum" : "minimum"] = range.low;
  if (std::isfinite(range.high)) schema[range.high_exclusive ? "exclusiveMaximum" : "maximum"] = range.high;
}

void add_size(Json& schema, SizeRange size) {
  if (size.low > 0) schema["minItems"] = size.low;
  if (size.high != SizeRange{}.high) schema["maxItems"] = size.high;
}

// A number, or a text with a unit. The bounds apply to numbers only.
Json quantity_schema(Range range) {
  Json schema{{"type", {"number", "string"}}, {"pattern", kQuantityPattern}};
  add_bounds(schema, range);
  return schema;
}

// Collects the schema of one object, the value of a key with the given unit. Kinds of objects that may contain objects
// of the same kind are put into `definitions`.
class SchemaWriter final : public FieldVisitor {
 public:
  SchemaWriter(std::string_view unit, Json& definitions) : unit_(unit), definitions_(definitions) {}

  void number(const Field& field, double& value, Range range, Presence presence) override {
    // A value that is determined elsewhere if the key is omitted is not finite here and so is no default.
    if (std::isfinite(value)) {
      add(field, quantity_schema(range), presence, value);
    } else {
      add(field, quantity_schema(range), presence);
    }
  }
  void number_or_constant(const Field& field, double& value, Range range, const char*) override {
    SchemaWriter constant(unit_within(unit_, field), definitions_);
    visit_constant(constant, field, value, range);
    Json schema = constant.finish();
    schema["oneOf"].push_back(quantity_schema(range));
    add(field, std::move(schema), Presence::required);
  }
  void integer(const Field& field, int& value, IntegerRange range, Presence presence) override {
    Json schema{{"type", "integer"}, {"minimum", range.low}, {"maximum", range.high}};
    add(field, schema, presence, value);
  }
  void flag(const Field& field, bool& value, Presence presence) override {
    add(field, Json{{"type", "boolean"}}, presence, value);
  }
  void text(const Field& field, std::string& value, Presence presence) override {
    add(field, Json{{"type", "string"}}, presence, value);
  }
  void name(const Field& field, std::string& value, Presence presence) override {
    const Json schema{{"type", "string"}, {"pattern", kNamePattern}};
    if (value.empty()) {
      add(field, schema, presence);
    } else {
      add(field, schema, presence, value);
    }
  }
  void entry(const Field& field, int&, std::string&, Presence presence) override {
    add(field, Json{{"type", {"integer", "string"}}, {"minimum", 1}, {"pattern", kNamePattern}}, presence);
  }
  void choice(const Field& field, int& index, std::span<const std::string_view> names, Presence presence) override {
    const std::vector<std::string> known(names.begin(), names.end());
    add(field, Json{{"enum", known}}, presence, known[static_cast<std::size_t>(index)]);
  }
  void numbers(const Field& field, std::vector<double>& values, Range range, SizeRange size,
               Presence presence) override {
    Json schema{{"type", "array"}, {"items", quantity_schema(range)}};
    add_size(schema, size);
    add(field, schema, presence, values);
  }
  void vector(const Field& field, std::span<double> values, Range range, Presence presence) override {
    std::vector<double> list(values.begin(), values.end());
    numbers(field, list, range, {.low = values.size(), .high = values.size()}, presence);
  }
  void pair(const Field& field, std::array<double, 2>& values, Range range, Presence presence) override {
    const Json item = quantity_schema(range);
    const Json both{{"type", "array"}, {"items", item}, {"minItems", values.size()}, {"maxItems", values.size()}};
    add(field, Json{{"oneOf", Json::array({item, both})}}, presence, values);
  }
  void replacements(const Field& field, Json&) override {
    add(field, Json{{"type", "object"}, {"propertyNames", Json{{"pattern", "^/drive(/|$)"}}}}, Presence::optional);
  }
  void object(const Field& field, const Visit& visit, Presence presence) override {
    SchemaWriter inner(unit_within(unit_, field), definitions_);
    visit(inner);
    add(field, inner.finish(), presence);
  }
  void optional_object(const Field& field, bool&, const Visit& visit) override {
    object(field, visit, Presence::optional);
  }
  void list(const Field& field, const ListAccess& access, SizeRange size, Presence presence) override {
    access.resize(std::max<std::size_t>(size.low, 1));
    SchemaWriter inner(unit_within(unit_, field), definitions_);
    access.visit(inner, 0);
    Json schema{{"type", "array"}, {"items", inner.finish()}};
    add_size(schema, size);
    add(field, schema, presence);
  }
  void tagged(const Field& tag, std::span<const Alternative> alternatives, int&) override {
    for (const Alternative& alternative : alternatives) {
      SchemaWriter inner(unit_, definitions_);
      inner.required_.push_back(std::string(tag.key));
      inner.properties_[std::string(tag.key)] = {{"const", alternative.name}, {"description", alternative.meaning}};
      alternative.visit(inner);
      forms_.push_back(std::move(inner));
    }
  }
  void may_be_plain() override { may_be_plain_ = true; }
  void nested(std::string_view kind, const Visit& visit) override {
    const std::string name(kind);
    reference_ = "#/definitions/" + name;
    if (definitions_.contains(name)) return;
    definitions_[name] = Json::object();  // present before it is complete, because it refers to itself
    SchemaWriter inner(kUnitOfObject, definitions_);
    visit(inner);
    definitions_[name] = inner.finish();
  }
  void check(std::string_view, const std::function<bool()>&, const std::function<std::string()>&) override {}

  // The schema of the object. An object with forms has one closed schema per form, each of which repeats the common
  // fields.
  Json finish() const {
    if (!reference_.empty()) return {{"$ref", reference_}};
    if (forms_.empty()) return closed_object(properties_, required_);
    Json one_of = Json::array();
    for (const SchemaWriter& form : forms_) {
      Json properties = properties_;
      properties.update(form.properties_);
      std::vector<std::string> required = required_;
      required.insert(required.end(), form.required_.begin(), form.required_.end());
      one_of.push_back(closed_object(properties, required));
    }
    if (may_be_plain_) one_of.push_back(quantity_schema(kAny));
    return {{"oneOf", one_of}};
  }

 private:
  static Json closed_object(const Json& properties, const std::vector<std::string>& required) {
    Json schema{{"type", "object"}, {"properties", properties}};
    if (!required.empty()) schema["required"] = required;
    schema["additionalProperties"] = false;
    return schema;
  }
  void add(const Field& field, Json schema, Presence presence) {
    // Draft-07 ignores siblings of a reference.
    if (schema.contains("$ref")) schema = {{"allOf", Json::array({schema})}};
    const char* const chosen = presence == Presence::chosen ? "; left out, it follows from the drive" : "";
    schema["description"] = std::string(field.meaning) + chosen;
    const std::string unit(unit_within(unit_, field));
    if (unit != "-") schema["x-unit"] = unit;
    if (field.role == Role::discretisation) schema["x-discretisation"] = true;
    properties_[std::string(field.key)] = std::move(schema);
    if (presence == Presence::required) required_.emplace_back(field.key);
  }
  template <class T>
  void add(const Field& field, Json schema, Presence presence, const T& default_value) {
    if (presence == Presence::optional) schema["default"] = default_value;
    add(field, std::move(schema), presence);
  }

  std::string_view unit_;
  Json& definitions_;
  std::string reference_;  // reference to the definition of the object; empty if it has none
  bool may_be_plain_ = false;
  Json properties_ = Json::object();
  std::vector<std::string> required_;
  std::vector<SchemaWriter> forms_;
};

}  // namespace

std::string schema_json(const std::string& title, const Visit& visit) {
  Json definitions = Json::object();
  SchemaWriter writer("-", definitions);
  visit(writer);
  Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"}, {"title", title}};
  schema.update(writer.finish());
  if (!definitions.empty()) schema["definitions"] = definitions;
  return schema.dump(2) + "\n";
}

}  // namespace beltdyn::config
