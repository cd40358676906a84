// SPDX-License-Identifier: MIT
#include "core/base/json.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>

#include <nlohmann/json.hpp>

namespace beltdyn {

using LibraryJson = nlohmann::ordered_json;

namespace {

// The JSON library takes a NUL byte for the end of the text.
constexpr const char* kNulByte = "there is a NUL byte, as in binary files and in UTF-16";
bool has_nul(std::string_view text) { return text.find('\0') != std::string_view::npos; }

// Counts the lines that the parser has read, so that an event knows its line.
struct Cursor {
  int line = 1;
  char last = '\0';
};

// An input iterator over the text that reports to a Cursor.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* position, Cursor* cursor) : position_(position), cursor_(cursor) {}

  reference operator*() const { return *position_; }
  CountingIterator& operator++() {
    cursor_->last = *position_;
    if (*position_ == '\n') ++cursor_->line;
    ++position_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return position_ == other.position_; }
  bool operator!=(const CountingIterator& other) const { return position_ != other.position_; }

 private:
  const char* position_;
  Cursor* cursor_;
};

// The JSON library's message "[json.exception.parse_error.101] parse error at line 4, column 8: ..." without the parts
// for programmers.
std::string readable(std::string message) {
  for (const std::string_view mark : {"] ", "parse error at ", "parse error: "}) {
    const std::size_t at = message.find(mark);
    if (at != std::string::npos) message.erase(0, at + mark.size());
  }
  constexpr std::string_view kSyntax = ": syntax error ";
  const std::size_t at = message.find(kSyntax);
  if (at != std::string::npos) message.replace(at, kSyntax.size(), ": ");
  return message;
}

// Forwards the parser events of the JSON library.
class EventSax : public nlohmann::json_sax<LibraryJson> {
 public:
  EventSax(const Cursor& cursor, JsonEvents& events) : cursor_(cursor), events_(events) {}

  bool null() override { return events_.scalar(cursor_.line); }
  bool boolean(bool) override { return events_.scalar(cursor_.line); }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool string(string_t&) override { return events_.scalar(cursor_.line); }
  bool binary(binary_t&) override { return events_.scalar(cursor_.line); }
  bool key(string_t& name) override { return events_.key(name, cursor_.line); }
  bool start_object(std::size_t) override { return events_.begin(true, cursor_.line); }
  bool end_object() override { return events_.end(); }
  bool start_array(std::size_t) override { return events_.begin(false, cursor_.line); }
  bool end_array() override { return events_.end(); }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    error_ = readable(error.what());
    return false;
  }

  const std::string& error() const { return error_; }

 private:
  // The parser recognises the end of a number only at the next character, which may be a line break.
  bool number() { return events_.scalar(cursor_.line - (cursor_.last == '\n' ? 1 : 0)); }

  const Cursor& cursor_;
  JsonEvents& events_;
  std::string error_;
};

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

// Reads and writes values by the JSON library, but keeps none of the library's containers: they need memory to be
// destroyed.
struct JsonLibrary {
  // Builds a value from the parser events. Of several members with the same key, the last one counts.
  class Document : public nlohmann::json_sax<LibraryJson> {
   public:
    bool null() override { return add({}); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& text) override { return add(std::move(text)); }
    bool binary(binary_t&) override { return false; }  // does not occur in texts
    bool key(string_t& name) override {
      key_ = std::move(name);
      return true;
    }
    bool start_object(std::size_t) override { return begin(Json::object()); }
    bool end_object() override { return end(); }
    bool start_array(std::size_t) override { return begin(Json::array()); }
    bool end_array() override { return end(); }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
      error_ = error.what();
      return false;
    }

    Json take() { return std::move(root_); }
    const std::string& error() const { return error_; }

   private:
    Json& place(Json value) {
      if (open_.empty()) return root_ = std::move(value);
      Json& holder = *open_.back();
      return holder.is_array() ? holder.push_back(std::move(value)) : holder[key_] = std::move(value);
    }
    bool add(Json value) {
      place(std::move(value));
      return true;
    }
    bool begin(Json value) {
      open_.push_back(&place(std::move(value)));
      return true;
    }
    bool end() {
      open_.pop_back();
      return true;
    }

    Json root_;
    std::vector<Json*> open_;  // the open containers; a container does not grow while one inside it is open
    std::string key_;
    std::string error_;
  };

  static bool read(std::string_view text, bool passes_over_comments, Document& document) {
    constexpr bool kIsStrict = true;
    return LibraryJson::sax_parse(text, &document, nlohmann::detail::input_format_t::json, kIsStrict,
                                  passes_over_comments);
  }

  static Json parse(std::string_view text, bool passes_over_comments) {
    if (has_nul(text)) throw JsonError(kNulByte);
    Document document;
    if (!read(text, passes_over_comments, document)) throw JsonError(readable(document.error()));
    return document.take();
  }

  static std::string text_of(const LibraryJson& scalar) {
    return scalar.dump(-1, ' ', false, LibraryJson::error_handler_t::replace);
  }

  static void write(const Json& json, int indent, int depth, std::string& text) {
    const auto write_items = [&](const auto& items, char open, char close, const auto& write_item) {
      text += open;
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (i > 0) text += ',';
        start_line(indent, depth + 1, text);
        write_item(items[i]);
      }
      if (!items.empty()) start_line(indent, depth, text);
      text += close;
    };
    std::visit(
        [&]<class T>(const T& value) {
          if constexpr (std::same_as<T, Json::Object>) {
            write_items(value, '{', '}', [&](const auto& member) {
              text += text_of(member.first) + (indent < 0 ? ":" : ": ");
              write(member.second, indent, depth + 1, text);
            });
          } else if constexpr (std::same_as<T, Json::Array>) {
            write_items(value, '[', ']', [&](const Json& item) { write(item, indent, depth + 1, text); });
          } else if constexpr (std::same_as<T, std::monostate>) {
            text += "null";
          } else {
            text += text_of(value);
          }
        },
        json.value_);
  }

 private:
  static void start_line(int indent, int depth, std::string& text) {
    if (indent >= 0) text.append("\n").append(static_cast<std::size_t>(indent * depth), ' ');
  }
};

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

Json Json::parse(std::string_view text) { return JsonLibrary::parse(text, false); }
Json Json::parse_with_comments(std::string_view text) { return JsonLibrary::parse(text, true); }

std::optional<Json> Json::try_parse(std::string_view text) {
  if (has_nul(text)) return std::nullopt;
  JsonLibrary::Document document;
  if (!JsonLibrary::read(text, false, document)) return std::nullopt;
  return document.take();
}

std::string Json::dump(int indent) const {
  std::string text;
  JsonLibrary::write(*this, indent, 0, text);
  return text;
}

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

JsonReading read_json(std::string_view text, JsonEvents& events) {
  if (has_nul(text)) {
    const auto before = text.substr(0, text.find('\0'));
    return {.is_complete = false, .line = 1 + static_cast<int>(std::ranges::count(before, '\n')), .error = kNulByte};
  }
  Cursor cursor;
  EventSax sax(cursor, events);
  constexpr bool kIsStrict = true;
  constexpr bool kPassesOverComments = true;
  const CountingIterator begin(text.data(), &cursor);
  const CountingIterator end(text.data() + text.size(), &cursor);
  const bool is_complete =
      LibraryJson::sax_parse(begin, end, &sax, nlohmann::detail::input_format_t::json, kIsStrict, kPassesOverComments);
  return {.is_complete = is_complete, .line = cursor.line, .error = sax.error()};
}

std::string json_library_version() {
  return std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + '.' + std::to_string(NLOHMANN_JSON_VERSION_MINOR) + '.' +
         std::to_string(NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace beltdyn
