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

// What a change of a number affects: the problem (physics) or the accuracy of its solution (discretisation). Results
// converge as a discretisation is refined. Results for different physics are compared, and their differences are not
// errors.
enum class Role { physics, discretisation };

// A configuration key: its name, its unit ("m", "-" for a pure number) and its meaning.
struct Field {
  std::string_view key;
  std::string_view unit;
  std::string_view meaning;
  Role role = Role::physics;
  std::string_view former_key{};  // still read, with a notice, until the next version of the format
};

// Whether a key must be given. Physical parameters are required, which is the default. Numerical and output parameters
// may be optional, with the initial value of the member as default, or chosen: their value then follows from other
// keys. A conditional key may be replaced by other keys; without these, a reader requires it. The schema does not
// require it.
enum class Presence { required, optional, chosen, conditional };

// The range of a number; bounds are inclusive unless marked exclusive.
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

// The form and the key of a plain value, see FieldVisitor::may_be_plain().
inline constexpr const char* kPlainForm = "constant";
inline constexpr const char* kPlainKey = "value";

class FieldVisitor;
using Visit = std::function<void(FieldVisitor&)>;

// One form of an object whose tag key ("type", "formulation") selects the form.
struct Alternative {
  std::string_view name;
  std::string_view meaning;
  Visit visit;  // the fields of this form, the tag excluded
};

// Access to a list of objects: the visitor reads or sets the size, then visits each entry.
struct ListAccess {
  std::function<std::size_t()> size;
  std::function<void(std::size_t)> resize;
  std::function<void(FieldVisitor&, std::size_t)> visit;
};

// A visitor of configuration fields. Every configuration struct lists its fields once, in a function
// visit(FieldVisitor&). Reading, writing the resolved configuration and writing the schema are three visitors of this
// list.
class FieldVisitor {
 public:
  virtual ~FieldVisitor() = default;

  virtual void number(const Field& field, double& value, Range range, Presence presence = Presence::required) = 0;
  // A required number, or an object of the form kPlainForm with this value of kPlainKey. If a reader finds another
  // form, `other_forms` says what takes it.
  virtual void number_or_constant(const Field& field, double& value, Range range, const char* /*other_forms*/) {
    number(field, value, range);
  }
  virtual void integer(const Field& field, int& value, IntegerRange range, Presence presence = Presence::required) = 0;
  virtual void flag(const Field& field, bool& value, Presence presence = Presence::required) = 0;
  virtual void text(const Field& field, std::string& value, Presence presence = Presence::required) = 0;
  // The path of a file, relative to the folder of the configuration. A reader makes it absolute.
  virtual void file(const Field& field, std::string& path, Presence presence = Presence::required) {
    text(field, path, presence);
  }
  // A name that may become part of a path: letters, digits, '.', '_' and '-', starting with a letter or digit. An
  // optional name is empty if it is not given.
  virtual void name(const Field& field, std::string& value, Presence presence = Presence::required) = 0;
  // An entry of a list, given by its number from 1 or by its name. The one that is not given is 0 or empty.
  virtual void entry(const Field& field, int& number, std::string& name, Presence presence = Presence::required) = 0;
  virtual void choice(const Field& field, int& index, std::span<const std::string_view> names,
                      Presence presence = Presence::required) = 0;
  virtual void numbers(const Field& field, std::vector<double>& values, Range range, SizeRange size,
                       Presence presence = Presence::required) = 0;
  // A list with as many numbers as `values` has, e.g. the coordinates of a point.
  virtual void vector(const Field& field, std::span<double> values, Range range,
                      Presence presence = Presence::required) = 0;
  // One number for both pulleys, or a list of two.
  virtual void pair(const Field& field, std::array<double, 2>& values, Range range,
                    Presence presence = Presence::required) = 0;
  // An optional object whose keys are JSON pointers into the drive, each with the value to put there.
  virtual void replacements(const Field&, Json&) {}
  virtual void object(const Field& field, const Visit& visit, Presence presence = Presence::required) = 0;
  // An optional object. `present` receives or gives whether it is present, before it is visited.
  virtual void optional_object(const Field& field, bool& present, const Visit& visit) = 0;
  virtual void list(const Field& field, const ListAccess& access, SizeRange size,
                    Presence presence = Presence::required) = 0;
  // The unit of the object being visited, which its fields with the unit "SI" have.
  virtual std::string_view unit() const { return "-"; }
  // Visits the fields of an object of a kind that may contain objects of the same kind. The schema describes the kind
  // once, under the name `kind`.
  virtual void nested(std::string_view kind, const Visit& visit);
  // Allows a number or a quantity in place of the object being visited. It stands for the form kPlainForm with this
  // value of kPlainKey.
  virtual void may_be_plain() {}
  // The form of the object being visited. `index` receives or gives the alternative.
  virtual void tagged(const Field& tag, std::span<const Alternative> alternatives, int& index) = 0;
  // A condition that involves several fields of the object being visited. Only the reader evaluates `holds`, and only
  // if each field on its own is valid. The message is reported at `key` (empty: at the object), which may lead to a
  // member of a member: "pulleys/1/center".
  virtual void check(std::string_view key, const std::function<bool()>& holds,
                     const std::function<std::string()>& message) = 0;
  // The same with a constant message.
  void check(std::string_view key, const std::function<bool()>& holds, const char* message) {
    check(key, holds, [message] { return std::string(message); });
  }
};

inline void FieldVisitor::nested(std::string_view, const Visit& visit) { visit(*this); }

// Visits the object that may replace a number, see FieldVisitor::number_or_constant().
inline void visit_constant(FieldVisitor& visitor, const Field& field, double& value, Range range) {
  const std::array<Alternative, 1> forms{{{kPlainForm, field.meaning, [&](FieldVisitor& v) {
                                             v.number({kPlainKey, field.unit, field.meaning}, value, range);
                                           }}}};
  int index = 0;
  visitor.tagged({"type", "-", "the form of the value"}, forms, index);
}

// The given form of a variant whose alternatives are the forms of a tagged object. It is kept if the variant holds it,
// and default-constructed otherwise.
template <class Form, class... Forms>
Form& hold(std::variant<Forms...>& form) {
  if (!std::holds_alternative<Form>(form)) form = Form{};
  return std::get<Form>(form);
}

// Visits an optional value with visit(FieldVisitor&, T&).
template <class T, class VisitPart>
void visit_optional(FieldVisitor& visitor, const Field& field, std::optional<T>& value, const VisitPart& visit) {
  bool present = value.has_value();
  visitor.optional_object(field, present, [&value, &visit](FieldVisitor& inner) {
    if (!value) value.emplace();
    visit(inner, *value);
  });
}
// The same for a value with its own function visit(FieldVisitor&).
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

// Visits the form of the object being visited; the index of a variant gives the form.
template <class... Forms>
void visit_tagged(FieldVisitor& visitor, const Field& tag, std::span<const Alternative> alternatives,
                  const std::variant<Forms...>& form) {
  int index = static_cast<int>(form.index());
  visitor.tagged(tag, alternatives, index);
}
// The same with an enumeration whose enumerators count from 0 in the order of the alternatives.
template <class Enum>
requires std::is_enum_v<Enum>
void visit_tagged(FieldVisitor& visitor, const Field& tag, std::span<const Alternative> alternatives, Enum& value) {
  int index = static_cast<int>(value);
  visitor.tagged(tag, alternatives, index);
  value = static_cast<Enum>(index);
}

// Visits an object with its own function visit(FieldVisitor&, context...).
template <class T, class... Context>
void visit_object(FieldVisitor& visitor, const Field& field, T& value, Presence presence = Presence::required,
                  const Context&... context) {
  visitor.object(
      field, [&](FieldVisitor& inner) { value.visit(inner, context...); }, presence);
}

// Visits a list of values that each have a function visit(FieldVisitor&, context...).
template <class T, class... Context>
void visit_list(FieldVisitor& visitor, const Field& field, std::vector<T>& items, SizeRange size,
                Presence presence = Presence::required, const Context&... context) {
  visitor.list(field,
               {.size = [&items] { return items.size(); },
                .resize = [&items](std::size_t n) { items.resize(n); },
                .visit = [&](FieldVisitor& inner, std::size_t i) { items[i].visit(inner, context...); }},
               size, presence);
}
// The same for a list with as many values as the array has.
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
