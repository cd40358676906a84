// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/config/field_visitor.hpp"
#include "core/config/json_document.hpp"

namespace beltdyn::config {

// Reads a document strictly: every key must be known, and every value must have the right type and range. Real numbers
// may also be quantities with a unit, "25 mm". All errors are collected instead of stopping at the first.
class Reader final : public FieldVisitor {
 public:
  explicit Reader(const JsonDocument& document);

  // Reads the root object with `visit`, then throws ConfigError if there was any error.
  void read(const Visit& visit);
  // One sentence for each key that was given by its former name.
  const std::vector<std::string>& notices() const { return notices_; }

  void number(const Field& field, double& value, Range range, Presence presence) override;
  void number_or_constant(const Field& field, double& value, Range range, const char* other_forms) override;
  void integer(const Field& field, int& value, IntegerRange range, Presence presence) override;
  void flag(const Field& field, bool& value, Presence presence) override;
  void text(const Field& field, std::string& value, Presence presence) override;
  void file(const Field& field, std::string& path, Presence presence) override;
  std::string_view unit() const override { return levels_.back().unit; }
  void name(const Field& field, std::string& value, Presence presence) override;
  void entry(const Field& field, int& number, std::string& name, Presence presence) override;
  void choice(const Field& field, int& index, std::span<const std::string_view> names, Presence presence) override;
  void numbers(const Field& field, std::vector<double>& values, Range range, SizeRange size,
               Presence presence) override;
  void vector(const Field& field, std::span<double> values, Range range, Presence presence) override;
  void pair(const Field& field, std::array<double, 2>& values, Range range, Presence presence) override;
  void replacements(const Field& field, Json& values) override;
  void object(const Field& field, const Visit& visit, Presence presence) override;
  void optional_object(const Field& field, bool& present, const Visit& visit) override;
  void list(const Field& field, const ListAccess& access, SizeRange size, Presence presence) override;
  void may_be_plain() override { levels_.back().accepts_plain = true; }
  void tagged(const Field& tag, std::span<const Alternative> alternatives, int& index) override;
  void check(std::string_view key, const std::function<bool()>& holds,
             const std::function<std::string()>& message) override;

 private:
  // The object being read.
  struct Level {
    const Json* json;
    std::string pointer;
    std::string_view unit;  // unit of the object's key
    std::vector<std::string> known_keys;
    std::vector<Problem> missing{};  // required keys that are absent; `value` holds the key
    std::size_t problems_before;
    bool is_plain = false;       // a number stands in place of the object
    bool accepts_plain = false;  // the object's fields allow this
    bool form_is_known = true;   // false: the tag is invalid, so the other keys cannot be checked
  };

  void read_object(const Json& json, const std::string& pointer, std::string_view unit, const Visit& visit);
  // Reads an object, or the plain value that stands for it.
  void read_value(const Field& field, const Json& json, const std::string& pointer, const Visit& visit);
  // Reads a number in place of an object. Returns false if the object cannot be plain.
  bool read_plain(const Field& field, const Json& json, const std::string& pointer, const Visit& visit);
  // The field with its unit in the object being read.
  Field in_object(Field field) const;
  // The value of the field; nullptr if it is absent (reported if it is required).
  const Json* find(const Field& field, Presence presence);
  // The same for a list. A value that is not a list of this size is also reported.
  const Json* find_list(const Field& field, SizeRange size, Presence presence);
  std::string place(std::string_view key) const;
  void report(const std::string& pointer, const Json* value, std::string message);
  // Reports unknown keys, and the missing keys except those that an unknown key was meant to be.
  void report_unknown_and_missing_keys();
  bool accept_number(const Field& field, const std::string& pointer, const Json& json, Range range, double& value);
  // Stores a candidate in `value` if it is in the range.
  bool accept_value(const Field& field, const std::string& pointer, const Json& json, Range range, double candidate,
                    double& value);
  // Accepts a number, or a text with a unit.
  bool accept_quantity(const Field& field, const std::string& pointer, const Json& json, Range range, double& value);
  bool accept_integer(const Field& field, const Json& json, IntegerRange range, int& value);
  bool accept_text(const Field& field, const Json& json, std::string& value);

  const JsonDocument& document_;
  std::vector<Level> levels_;
  std::vector<Problem> problems_;
  std::vector<std::string> notices_;
};

}  // namespace beltdyn::config
