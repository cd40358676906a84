// SPDX-License-Identifier: MIT
#include "core/base/json.hpp"

#include <algorithm>
#include <charconv>

namespace beltdyn {
namespace {

// The index in an array that a token denotes: digits without a leading zero.
std::optional<std::size_t> index_of(const std::string& token) {
  std::size_t index = 0;
  const char* end = token.data() + token.size();
  const auto [stop, error] = std::from_chars(token.data(), end, index);
  const bool has_leading_zero = token.size() > 1 && token.front() == '0';
  if (error != std::errc() || stop != end || has_leading_zero) return std::nullopt;
  return index;
}

// A token of a JSON pointer with its escapes resolved.
std::string unescaped(std::string_view escaped) {
  std::string token;
  for (std::size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '~') {
      token += escaped[i];
      continue;
    }
    const char code = i + 1 < escaped.size() ? escaped[++i] : '\0';
    if (code != '0' && code != '1') throw JsonError("a '~' of a JSON pointer has a '0' or '1' behind it");
    token += code == '0' ? '~' : '/';
  }
  return token;
}

[[noreturn]] void throw_type(const char* wanted) { throw JsonError(std::string("the JSON value is not ") + wanted); }
[[noreturn]] void throw_absent(std::string_view place) {
  throw JsonError("the JSON value has no member or entry '" + std::string(place) + "'");
}

}  // namespace

JsonPointer::JsonPointer(std::string_view text) {
  if (!text.empty() && text.front() != '/') throw JsonError("a JSON pointer begins with '/'");
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('/', 1), text.size());
    tokens_.push_back(unescaped(text.substr(1, end - 1)));
    text.remove_prefix(end);
  }
}

JsonPointer JsonPointer::parent_pointer() const {
  JsonPointer parent = *this;
  if (!parent.tokens_.empty()) parent.tokens_.pop_back();
  return parent;
}

std::string JsonPointer::to_string() const {
  std::string text;
  for (const std::string& token : tokens_) text = append_pointer(text, token);
  return text;
}

std::string append_pointer(const std::string& pointer, std::string_view token) {
  std::string result = pointer + '/';
  for (const char c : token) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

Json Json::of(Value value) {
  Json json;
  json.value_ = std::move(value);
  return json;
}

Json::Json(const Json& other) {
  std::visit([this]<class T>(const T& value) { value_.emplace<T>(T(value)); }, other.value_);
}

Json::Json(std::initializer_list<Json> items) {
  const bool is_object = std::ranges::all_of(
      items, [](const Json& item) { return item.is_array() && item.size() == 2 && item.at(0).is_string(); });
  if (!is_object) {
    value_ = Array(items);
    return;
  }
  Object object;
  for (const Json& item : items) object.emplace_back(item.at(0).text(), item.at(1));
  value_ = std::move(object);
}

Json Json::array(std::initializer_list<Json> items) { return of(Array(items)); }

bool Json::is_integer() const {
  return std::holds_alternative<std::int64_t>(value_) || std::holds_alternative<std::uint64_t>(value_);
}
bool Json::is_number() const { return is_integer() || std::holds_alternative<double>(value_); }

std::size_t Json::size() const {
  if (is_null()) return 0;
  if (is_array()) return entries().size();
  return is_object() ? items().size() : 1;
}

bool Json::boolean() const {
  if (const bool* value = std::get_if<bool>(&value_)) return *value;
  throw_type("true or false");
}
double Json::real() const {
  if (const auto* value = std::get_if<double>(&value_)) return *value;
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*value);
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*value);
  throw_type("a number");
}
std::int64_t Json::signed_integer() const {
  if (const auto* value = std::get_if<std::int64_t>(&value_)) return *value;
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return static_cast<std::int64_t>(*value);
  return static_cast<std::int64_t>(real());
}
std::uint64_t Json::unsigned_integer() const {
  if (const auto* value = std::get_if<std::uint64_t>(&value_)) return *value;
  return static_cast<std::uint64_t>(signed_integer());
}
const std::string& Json::text() const {
  if (const auto* value = std::get_if<std::string>(&value_)) return *value;
  throw_type("a string");
}
const Json::Array& Json::entries() const {
  if (const auto* value = std::get_if<Array>(&value_)) return *value;
  throw_type("an array");
}
const Json::Object& Json::items() const {
  if (const auto* value = std::get_if<Object>(&value_)) return *value;
  throw_type("an object");
}

Json::Object& Json::items() { return const_cast<Object&>(std::as_const(*this).items()); }

const Json* Json::find(std::string_view key) const {
  const auto* object = std::get_if<Object>(&value_);
  if (object == nullptr) return nullptr;
  const auto found = std::ranges::find(*object, key, &Object::value_type::first);
  return found == object->end() ? nullptr : &found->second;
}
const Json& Json::at(std::string_view key) const {
  const Json* found = find(key);
  if (found == nullptr) throw_absent(key);
  return *found;
}
Json& Json::at(std::string_view key) { return const_cast<Json&>(std::as_const(*this).at(key)); }
Json& Json::operator[](std::string_view key) {
  if (is_null()) value_ = Object();
  if (const Json* found = find(key)) return const_cast<Json&>(*found);
  auto* object = std::get_if<Object>(&value_);
  if (object == nullptr) throw_type("an object");
  return object->emplace_back(std::string(key), Json()).second;
}
void Json::erase(std::string_view key) {
  if (auto* object = std::get_if<Object>(&value_)) {
    std::erase_if(*object, [key](const auto& member) { return member.first == key; });
  }
}
void Json::update(const Json& other) {
  for (const auto& [key, value] : other.items()) (*this)[key] = value;
}

const Json& Json::at(std::size_t index) const {
  const Array& array = entries();
  if (index >= array.size()) throw_absent(std::to_string(index));
  return array[index];
}
Json& Json::at(std::size_t index) { return const_cast<Json&>(std::as_const(*this).at(index)); }
Json& Json::push_back(Json item) {
  if (is_null()) value_ = Array();
  (void)entries();
  return std::get<Array>(value_).emplace_back(std::move(item));
}
Json::Array::iterator Json::begin() {
  (void)entries();
  return std::get<Array>(value_).begin();
}
Json::Array::iterator Json::end() {
  (void)entries();
  return std::get<Array>(value_).end();
}

const Json* Json::find(const JsonPointer& place) const {
  const Json* json = this;
  for (const std::string& token : place.tokens()) {
    if (json->is_array()) {
      const std::optional<std::size_t> index = index_of(token);
      json = index && *index < json->size() ? &json->at(*index) : nullptr;
    } else {
      json = json->find(token);
    }
    if (json == nullptr) return nullptr;
  }
  return json;
}
const Json& Json::at(const JsonPointer& place) const {
  const Json* found = find(place);
  if (found == nullptr) throw_absent(place.to_string());
  return *found;
}
Json& Json::operator[](const JsonPointer& place) {
  Json* json = this;
  for (const std::string& token : place.tokens()) {
    if (!json->is_array()) {
      json = &(*json)[token];
      continue;
    }
    const std::optional<std::size_t> index = index_of(token);
    if (!index) throw_absent(token);
    json = &json->at(*index);
  }
  return *json;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number()) {
    if (a.is_integer() && b.is_integer()) {
      const auto is_negative = [](const Json& json) {
        const auto* value = std::get_if<std::int64_t>(&json.value_);
        return value != nullptr && *value < 0;
      };
      return is_negative(a) == is_negative(b) && a.unsigned_integer() == b.unsigned_integer();
    }
    return a.real() == b.real();
  }
  if (!a.is_object() || !b.is_object()) return a.value_ == b.value_;
  return a.size() == b.size() && std::ranges::all_of(a.items(), [&b](const auto& member) {
           const Json* other = b.find(member.first);
           return other != nullptr && *other == member.second;
         });
}

}  // namespace beltdyn
