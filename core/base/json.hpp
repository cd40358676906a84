// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace beltdyn {

// A JSON value is not of the expected kind, or a text is not JSON.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The location of a value in a document (RFC 6901): "/runs/0/time_step".
class JsonPointer {
 public:
  // Throws JsonError unless the text is empty or a list of tokens that each begin with '/'.
  explicit JsonPointer(std::string_view text);

  bool empty() const { return tokens_.empty(); }
  const std::string& back() const { return tokens_.back(); }
  const std::vector<std::string>& tokens() const { return tokens_; }
  JsonPointer parent_pointer() const;
  std::string to_string() const;

 private:
  std::vector<std::string> tokens_;
};

// Appends a token to a pointer, escaping ~ and /.
std::string append_pointer(const std::string& pointer, std::string_view token);

// A JSON value whose objects keep the order of their members. Only json.cpp includes the JSON library, which takes
// seconds to compile. Access to a missing value, or as a wrong type, throws JsonError.
class Json {
 public:
  using Array = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;

  Json() = default;  // null
  ~Json() = default;
  // Not the copy of std::variant: if copying the held value throws, libstdc++ destroys a value that does not exist (GCC
  // 12).
  Json(const Json& other);
  Json(Json&& other) noexcept = default;
  Json& operator=(const Json& other) = default;
  Json& operator=(Json&& other) noexcept = default;
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  template <std::signed_integral T>
  Json(T value) : value_(std::int64_t{value}) {}
  template <std::unsigned_integral T>
  requires(!std::same_as<T, bool>) Json(T value) : value_(std::uint64_t{value}) {}
  Json(double value) : value_(value) {}
  Json(const char* text) : value_(std::string(text)) {}
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(std::string text) : value_(std::move(text)) {}
  template <class T>
  Json(const std::vector<T>& items) : Json(std::span<const T>(items)) {}
  template <class T, std::size_t n>
  Json(const std::array<T, n>& items) : Json(std::span<const T>(items)) {}
  template <class T>
  Json(std::span<const T> items) : value_(Array(items.begin(), items.end())) {}
  // {{"a", 1}, {"b", 2}} is an object: a list of pairs whose first item is a text. Any other list is an array.
  Json(std::initializer_list<Json> items);

  static Json array(std::initializer_list<Json> items = {});
  static Json object() { return of(Object()); }

  // The value of a JSON text. parse() refuses comments, parse_with_comments() skips them. Both throw JsonError.
  static Json parse(std::string_view text);
  static Json parse_with_comments(std::string_view text);
  // Empty if the text is not JSON.
  static std::optional<Json> try_parse(std::string_view text);
  // The JSON text: on one line, or with each member on its own line, indented by `indent` blanks per level. Invalid
  // UTF-8 is replaced, and numbers that are not finite become null.
  std::string dump(int indent = -1) const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  bool is_number() const;
  bool is_integer() const;
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }

  // The number of entries of an array or members of an object; 0 for null, else 1.
  std::size_t size() const;
  bool empty() const { return size() == 0; }

  // The value as a bool, number, std::string or std::vector of these.
  template <class T>
  T get() const;
  const std::string& text() const;

  // For objects. operator[] adds a missing member, and turns null into an object.
  const Json* find(std::string_view key) const;
  bool contains(std::string_view key) const { return find(key) != nullptr; }
  const Json& at(std::string_view key) const;
  Json& at(std::string_view key);
  Json& operator[](std::string_view key);
  const Json& operator[](std::string_view key) const { return at(key); }
  template <class T>
  T value(std::string_view key, T otherwise) const {
    const Json* found = find(key);
    return found == nullptr ? otherwise : found->get<T>();
  }
  std::string value(std::string_view key, const char* otherwise) const { return value(key, std::string(otherwise)); }
  void erase(std::string_view key);
  void update(const Json& other);  // adds the members of another object, replacing those with the same key
  const Object& items() const;
  Object& items();

  // For arrays. push_back() on null begins an array.
  const Json& at(std::size_t index) const;
  Json& at(std::size_t index);
  const Json& operator[](std::size_t index) const { return at(index); }
  Json& operator[](std::size_t index) { return at(index); }
  Json& push_back(Json item);
  Array::const_iterator begin() const { return entries().begin(); }
  Array::const_iterator end() const { return entries().end(); }
  Array::iterator begin();
  Array::iterator end();

  // The value at a location, or nullptr.
  const Json* find(const JsonPointer& place) const;
  const Json& at(const JsonPointer& place) const;
  // The value at a location. A missing member is added; a missing array entry is an error.
  Json& operator[](const JsonPointer& place);

  // Numbers of different types are equal if their values are equal. The order of an object's members does not matter.
  friend bool operator==(const Json& a, const Json& b);

 private:
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, Array, Object>;

  static Json of(Value value);
  const Array& entries() const;
  double real() const;
  std::int64_t signed_integer() const;
  std::uint64_t unsigned_integer() const;
  bool boolean() const;

  Value value_;

  friend struct JsonLibrary;
};

template <class T>
T Json::get() const {
  if constexpr (std::same_as<T, bool>) {
    return boolean();
  } else if constexpr (std::floating_point<T>) {
    return static_cast<T>(real());
  } else if constexpr (std::signed_integral<T>) {
    return static_cast<T>(signed_integer());
  } else if constexpr (std::unsigned_integral<T>) {
    return static_cast<T>(unsigned_integer());
  } else if constexpr (std::same_as<T, std::string>) {
    return text();
  } else if constexpr (std::same_as<T, Json>) {
    return *this;
  } else {
    T list;
    for (const Json& item : entries()) list.push_back(item.get<typename T::value_type>());
    return list;
  }
}

// The events while a JSON text is read from beginning to end, each with its line. If a function returns false, reading
// stops.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;
  virtual bool key(const std::string& name, int line) = 0;
  virtual bool scalar(int line) = 0;
  virtual bool begin(bool is_object, int line) = 0;  // of an object or array
  virtual bool end() = 0;
};

// The result of read_json().
struct JsonReading {
  bool is_complete = false;
  int line = 1;         // where reading ended
  std::string error{};  // syntax error; empty if an event ended the reading
};

// Reads a JSON text, skipping comments.
JsonReading read_json(std::string_view text, JsonEvents& events);

// The version of the JSON library.
std::string json_library_version();

}  // namespace beltdyn
