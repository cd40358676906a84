// SPDX-License-Identifier: MIT
// JSON as text: the only source that includes the JSON library.
#include <algorithm>
#include <cctype>
#include <iterator>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "core/base/json.hpp"

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

// The text without blanks and comments at its end.
std::string_view without_comments(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  for (;;) {
    text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
    const std::size_t line = text.find_last_of('\n') + 1;
    std::size_t end = text.size();
    if (text.ends_with("*/")) {
      end = text.rfind("/*");
    } else {
      bool is_string = false;
      for (std::size_t i = line; i < text.size() && end == text.size(); ++i) {
        if (text[i] == '"' && (i == line || text[i - 1] != '\\')) is_string = !is_string;
        if (!is_string && text.substr(i).starts_with("//")) end = i;
      }
    }
    if (end >= text.size()) return text;
    text = text.substr(0, end);
  }
}

// What the writer of a text has most often done where a token is not expected; empty for other errors.
std::string common_mistake(std::string_view before, std::string_view token) {
  before = without_comments(before);
  if (before.empty() || token.empty()) return {};
  const bool closes = token == "}" || token == "]";
  if (closes && before.back() == ',') return "there is a comma before the closing " + std::string(token);
  // A string that is not closed is another mistake.
  const bool is_string = token.size() > 1 && token.front() == '"' && token.back() == '"';
  const bool begins = is_string || token == "{" || token == "[";
  const bool is_value = before.back() == '"' || before.back() == '}' || before.back() == ']' ||
                        std::isalnum(static_cast<unsigned char>(before.back())) != 0;
  if (begins && is_value) return "a comma is missing before " + std::string(token);
  return {};
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
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    error_ = readable(error.what());
    // The library's text of a bracket begins with what it has skipped.
    const bool is_bracket = !token.empty() && std::string_view("[]{}").find(token.back()) != std::string_view::npos;
    token_ = is_bracket ? token.substr(token.size() - 1) : token;
    token_begin_ = position - std::min(position, token_.size());
    return false;
  }

  // The error as a person would tell it, if it is a common one.
  std::string error_in(std::string_view text) const {
    const bool lacks_colon = error_.find("expected ':'") != std::string::npos;
    const std::string mistake = lacks_colon ? "" : common_mistake(text.substr(0, token_begin_), token_);
    return mistake.empty() ? error_ : mistake;
  }

 private:
  // The parser recognises the end of a number only at the next character, which may be a line break.
  bool number() { return events_.scalar(cursor_.line - (cursor_.last == '\n' ? 1 : 0)); }

  const Cursor& cursor_;
  JsonEvents& events_;
  std::string error_;
  std::string token_;            // that is not expected
  std::size_t token_begin_ = 0;  // its place in the text [bytes]
};

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
  return {.is_complete = is_complete, .line = cursor.line, .error = sax.error_in(text)};
}

std::string json_library_version() {
  return std::to_string(NLOHMANN_JSON_VERSION_MAJOR) + '.' + std::to_string(NLOHMANN_JSON_VERSION_MINOR) + '.' +
         std::to_string(NLOHMANN_JSON_VERSION_PATCH);
}

}  // namespace beltdyn
