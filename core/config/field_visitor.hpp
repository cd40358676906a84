// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace beltdyn {
class Json;
}

namespace beltdyn::config {

// What varying a number changes: the problem that is solved, or how well it is. Where a discretisation is refined the
// results converge; results for different physics are compared, and their differences are no errors.
enum class Role { physics, discretisation };

// What a configuration key is called, its unit ("m", "-" for a pure number) and what it means.
struct Field {
  std::string_view key;
  std::string_view unit;
  std::string_view meaning;
  Role role = Role::physics;
  std::string_view former_key{};  // read with a notice until the next version of the format
};

// Physics is required, which is the default. Numerics and output may be optional, with the member's
// initial value as the default, or chosen: the value then follows from other keys. A conditional key is one that other
// keys may replace, and they are absent: a reader requires it, the schema does not.
enum class Presence { required, optional, chosen, conditional };

// The values a number may take; bounds are exclusive where stated.
struct Range {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool low_exclusive = false;
  bool high_exclusive = false;
};
inline constexpr Range kAny{};
inline constexpr Range kPositive{.low = 0.0, .low_exclusive = true};
inline constexpr Range kNonNegative{.low = 0.0};

struct IntegerRange {
  int low = std::numeric_limits<int>::min();
  int high = std::numeric_limits<int>::max();
};

struct SizeRange {
  std::size_t low = 0;
  std::size_t high = std::numeric_limits<std::size_t>::max();
};

// See FieldVisitor::may_be_plain().
inline constexpr const char* kPlainForm = "constant";
inline constexpr const char* kPlainKey = "value";

class FieldVisitor;
using Visit = std::function<void(FieldVisitor&)>;

// One form of an object whose tag key ("type", "formulation") says which form it has.
struct Alternative {
  std::string_view name;
  std::string_view meaning;
  Visit visit;  // the fields of this form, the tag excluded
};

// How a list of objects is reached: the visitor asks for the size or sets it, then visits each entry.
struct ListAccess {
  std::function<std::size_t()> size;
  std::function<void(std::size_t)> resize;
  std::function<void(FieldVisitor&, std::size_t)> visit;
};

// Every configuration struct lists its fields once, in a function visit(FieldVisitor&); reading, writing the resolved
// configuration and publishing the schema are three visitors over that one list.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;

  virtual void number(const Field& field, double& value, Range range, Presence presence = Presence::required) = 0;
  virtual void integer(const Field& field, int& value, IntegerRange range, Presence presence = Presence::required) = 0;
  virtual void flag(const Field& field, bool& value, Presence presence = Presence::required) = 0;
  virtual void text(const Field& field, std::string& value, Presence presence = Presence::required) = 0;
  // The path of a file, seen from the folder of the configuration; a reader makes it absolute.
  virtual void file(const Field& field, std::string& path, Presence presence = Presence::required) {
    text(field, path, presence);
  }
  // A name that may become part of a path: letters, digits, '.', '_', '-'; starts with a letter or digit. One that may
  // be left out is empty then.
  virtual void name(const Field& field, std::string& value, Presence presence = Presence::required) = 0;
  // An entry of a list, by its number from 1 or by its name; the one that is not given is 0 or empty.
  virtual void entry(const Field& field, int& number, std::string& name, Presence presence = Presence::required) = 0;
  virtual void choice(const Field& field, int& index, std::span<const std::string_view> names,
                      Presence presence = Presence::required) = 0;
  virtual void numbers(const Field& field, std::vector<double>& values, Range range, SizeRange size,
                       Presence presence = Presence::required) = 0;
  // A list of exactly as many numbers as `values` has, e.g. the coordinates of a point.
  virtual void vector(const Field& field, std::span<double> values, Range range,
                      Presence presence = Presence::required) = 0;
  // One number for both pulleys, or a list of two.
  virtual void pair(const Field& field, std::array<double, 2>& values, Range range,
                    Presence presence = Presence::required) = 0;
  // An object whose keys are JSON pointers into the drive, each with the value that is to stand there; it may be left
  // out.
  virtual void replacements(const Field&, Json&) {}
  virtual void object(const Field& field, const Visit& visit, Presence presence = Presence::required) = 0;
  // An object that may be left out altogether; `present` receives or gives whether it is present, before it is visited.
  virtual void optional_object(const Field& field, bool& present, const Visit& visit) = 0;
  virtual void list(const Field& field, const ListAccess& access, SizeRange size,
                    Presence presence = Presence::required) = 0;
  // The unit of the object being visited, which its fields of the unit "SI" have.
  virtual std::string_view unit() const { return "-"; }
  // The fields of an object of a kind that may hold others of its kind, which the schema describes once by this name.
  virtual void nested(std::string_view kind, const Visit& visit);
  // The object being visited may be given as a number or a quantity, which stands for the form kPlainForm with that
  // value of kPlainKey.
  virtual void may_be_plain() {}
  // The form of the object being visited: index receives or gives the alternative.
  virtual void tagged(const Field& tag, std::span<const Alternative> alternatives, int& index) = 0;
  // A condition between fields of the object being visited. Only the reader looks, and only when each field on its own
  // is fine: `holds` is evaluated then. The message is reported at `key` (empty: at the object), which may lead to a
  // member of a member: "pulleys/1/center".
  virtual void check(std::string_view key, const std::function<bool()>& holds,
                     const std::function<std::string()>& message) = 0;
  // The same with a message that does not depend on the values.
  void check(std::string_view key, const std::function<bool()>& holds, const char* message) {
    check(key, holds, [message] { return std::string(message); });
  }
};

inline void FieldVisitor::nested(std::string_view, const Visit& visit) { visit(*this); }

// The given form of a variant whose alternatives are the forms of a tagged object: kept if the variant holds it,
// default-constructed otherwise.
template <class Form, class... Forms>
Form& hold(std::variant<Forms...>& form) {
  if (!std::holds_alternative<Form>(form)) form = Form{};
  return std::get<Form>(form);
}

// Visits an optional value by visit(FieldVisitor&, T&).
template <class T, class VisitPart>
void visit_optional(FieldVisitor& visitor, const Field& field, std::optional<T>& value, const VisitPart& visit) {
  bool present = value.has_value();
  visitor.optional_object(field, present, [&value, &visit](FieldVisitor& inner) {
    if (!value) value.emplace();
    visit(inner, *value);
  });
}
// The same with a function visit(FieldVisitor&) of the value.
template <class T>
void visit_optional(FieldVisitor& visitor, const Field& field, std::optional<T>& value) {
  visit_optional(visitor, field, value, [](FieldVisitor& inner, T& part) { part.visit(inner); });
}

// Visits an enumeration whose enumerators count from 0 in the order of `names`.
template <class Enum>
void visit_choice(FieldVisitor& visitor, const Field& field, Enum& value, std::span<const std::string_view> names,
                  Presence presence = Presence::required) {
  int index = static_cast<int>(value);
  visitor.choice(field, index, names, presence);
  value = static_cast<Enum>(index);
}

// Visits the form of the object being visited, which the index of a variant gives.
template <class... Forms>
void visit_tagged(FieldVisitor& visitor, const Field& tag, std::span<const Alternative> alternatives,
                  const std::variant<Forms...>& form) {
  int index = static_cast<int>(form.index());
  visitor.tagged(tag, alternatives, index);
}
// The same by an enumeration whose enumerators count from 0 in the order of the alternatives.
template <class Enum>
requires std::is_enum_v<Enum>
void visit_tagged(FieldVisitor& visitor, const Field& tag, std::span<const Alternative> alternatives, Enum& value) {
  int index = static_cast<int>(value);
  visitor.tagged(tag, alternatives, index);
  value = static_cast<Enum>(index);
}

// Visits an object by its function visit(FieldVisitor&, context...).
template <class T, class... Context>
void visit_object(FieldVisitor& visitor, const Field& field, T& value, Presence presence = Presence::required,
                  const Context&... context) {
  visitor.object(
      field, [&](FieldVisitor& inner) { value.visit(inner, context...); }, presence);
}

// Visits a list of values each with a function visit(FieldVisitor&, context...).
template <class T, class... Context>
void visit_list(FieldVisitor& visitor, const Field& field, std::vector<T>& items, SizeRange size,
                Presence presence = Presence::required, const Context&... context) {
  visitor.list(field,
               {.size = [&items] { return items.size(); },
                .resize = [&items](std::size_t n) { items.resize(n); },
                .visit = [&](FieldVisitor& inner, std::size_t i) { items[i].visit(inner, context...); }},
               size, presence);
}
// A list of as many values as the array has.
template <class T, std::size_t n>
void visit_list(FieldVisitor& visitor, const Field& field, std::array<T, n>& items,
                Presence presence = Presence::required) {
  visitor.list(field,
               {.size = [] { return n; },
                .resize = [](std::size_t) {},
                .visit = [&items](FieldVisitor& inner, std::size_t i) { items[i].visit(inner); }},
               {.low = n, .high = n}, presence);
}

}  // namespace beltdyn::config
