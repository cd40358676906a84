// SPDX-License-Identifier: MIT
#include "core/config/json_document.hpp"

#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/printable.hpp"

namespace beltdyn::config {
namespace {

using Json = nlohmann::ordered_json;

// No configuration needs a tenth of these.
constexpr std::size_t kDeepestNesting = 64;
// The keys of an object are compared one by one: with 100 000 of them it takes 16 s to read it.
constexpr std::size_t kMostKeys = 1000;
// Each value takes some 100 bytes, with its line.
constexpr std::size_t kMostValues = 1'000'000;
constexpr std::size_t kMegabyte = 1'000'000;
constexpr std::size_t kLargestFile = 64 * kMegabyte;

// Counts the characters the parser has taken, so that a SAX event knows its line.
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

// Walks over the text once and notes the line of each value and each key given twice.
class LineRecorder : public nlohmann::json_sax<Json> {
 public:
  LineRecorder(const Cursor& cursor, std::map<std::string, int>& lines, std::vector<Problem>& duplicates)
      : cursor_(cursor), lines_(lines), duplicates_(duplicates) {}

  bool null() override { return scalar(); }
  bool boolean(bool) override { return scalar(); }
  bool number_integer(number_integer_t) override { return number(); }
  bool number_unsigned(number_unsigned_t) override { return number(); }
  bool number_float(number_float_t, const string_t&) override { return number(); }
  bool string(string_t&) override { return scalar(); }
  bool binary(binary_t&) override { return scalar(); }

  bool start_object(std::size_t) override { return start(true); }
  bool end_object() override { return end(); }
  bool start_array(std::size_t) override { return start(false); }
  bool end_array() override { return end(); }

  bool key(string_t& name) override {
    Level& level = levels_.back();
    if (level.keys.size() >= kMostKeys) {
      return refuse(fmt::format("an object has more than {} keys; split it, or check the program that wrote the file",
                                kMostKeys));
    }
    level.token = name;
    const std::string place = append_pointer(level.pointer, name);
    if (level.keys.insert(name).second) {
      lines_[place] = cursor_.line;
    } else {
      duplicates_.push_back(
          {.pointer = place,
           .line = cursor_.line,
           .value = {},
           .message = fmt::format("duplicate key, first on line {}; keep one of the two", lines_[place])});
    }
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    error_ = error.what();
    return false;
  }
  const std::optional<std::string>& error() const { return error_; }
  // JSON, but more of it than a configuration can be.
  const std::optional<std::string>& refusal() const { return refusal_; }

 private:
  struct Level {
    bool is_object;
    std::string pointer;
    std::string token{};
    std::size_t index = 0;
    std::set<std::string> keys{};
  };

  bool refuse(std::string why) {
    refusal_ = std::move(why);
    return false;
  }
  bool count() {
    return ++n_values_ <= kMostValues ||
           refuse(fmt::format("the file contains more than {} values; check the program that wrote it", kMostValues));
  }

  // The pointer of the value that begins now; values of objects have their key's line already.
  std::string next_pointer(int line) {
    if (levels_.empty()) {
      lines_[""] = line;
      return "";
    }
    Level& level = levels_.back();
    if (level.is_object) return append_pointer(level.pointer, level.token);
    std::string place = append_pointer(level.pointer, std::to_string(level.index++));
    lines_[place] = line;
    return place;
  }
  bool scalar() {
    next_pointer(cursor_.line);
    return count();
  }
  bool number() {
    // The end of a number is only known from the character after it, which may be a line break.
    next_pointer(cursor_.line - (cursor_.last == '\n' ? 1 : 0));
    return count();
  }
  bool start(bool is_object) {
    if (levels_.size() >= kDeepestNesting) {
      error_ = fmt::format("values are nested more than {} deep", kDeepestNesting);
      return false;
    }
    levels_.push_back({.is_object = is_object, .pointer = next_pointer(cursor_.line)});
    return count();
  }
  bool end() {
    levels_.pop_back();
    return true;
  }

  const Cursor& cursor_;
  std::map<std::string, int>& lines_;
  std::vector<Problem>& duplicates_;
  std::vector<Level> levels_;
  std::size_t n_values_ = 0;
  std::optional<std::string> error_;
  std::optional<std::string> refusal_;
};

// nlohmann's "[json.exception.parse_error.101] parse error at line 4, column 8: …" without the parts for programmers.
std::string readable(std::string message) {
  for (const std::string_view mark : {"] ", "parse error at ", "parse error: ", ": syntax error "}) {
    if (mark == ": syntax error ") {
      const std::size_t at = message.find(mark);
      if (at != std::string::npos) message.replace(at, mark.size(), ": ");
    } else {
      const std::size_t at = message.find(mark);
      if (at != std::string::npos) message.erase(0, at + mark.size());
    }
  }
  return message;
}

[[noreturn]] void fail(const std::string& file, int line, const std::string& message) {
  throw ConfigError(file, {{.pointer = {}, .line = line, .value = {}, .message = message}});
}

// As much of a stream as is allowed, and a byte more if there is more. It may be a pipe, whose size is unknown.
std::string limited_text(std::istream& stream) {
  constexpr std::size_t kPiece = 1 << 16;
  std::string text;
  while (stream && text.size() <= kLargestFile) {
    const std::size_t size = text.size();
    text.resize(size + kPiece);
    stream.read(text.data() + size, kPiece);
    text.resize(size + static_cast<std::size_t>(stream.gcount()));
  }
  return text;
}

[[noreturn]] void fail_of_size(const std::string& file) {
  fail(file, 0, fmt::format("is larger than {} MB; give the path of a configuration", kLargestFile / kMegabyte));
}

std::string within_limit(const std::string& file, std::string text) {
  if (text.size() > kLargestFile) fail_of_size(file);
  return text;
}

}  // namespace

JsonDocument::JsonDocument() : root_(std::make_unique<Json>()) {}
JsonDocument::JsonDocument(JsonDocument&&) noexcept = default;
JsonDocument& JsonDocument::operator=(JsonDocument&&) noexcept = default;
JsonDocument::~JsonDocument() = default;

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

JsonDocument JsonDocument::load(const std::filesystem::path& path) {
  const std::string file = path.string();
  if (file == "-") return parse("standard input", within_limit("standard input", limited_text(std::cin)));
  std::error_code error;
  if (!std::filesystem::exists(path, error)) fail(file, 0, "file not found; give the path of a configuration");
  if (std::filesystem::is_directory(path, error)) {
    fail(file, 0, "is a directory; give the path of a configuration file in it");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) fail(file, 0, "cannot be read; check its permissions");
  const bool has_size = std::filesystem::is_regular_file(path, error);
  const bool is_large = has_size && std::filesystem::file_size(path, error) > kLargestFile;
  if (is_large) fail_of_size(file);
  const std::string text = within_limit(file, limited_text(stream));
  if (stream.bad()) fail(file, 0, "cannot be read; check its permissions");
  return parse(file, text);
}

JsonDocument JsonDocument::parse(std::string file, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    fail(file, 0, "is empty; a configuration is a JSON object that starts with {\"format\": \"beltdyn/1\", ...");
  }
  JsonDocument document;
  document.file_ = std::move(file);
  Cursor cursor;
  LineRecorder recorder(cursor, document.lines_, document.duplicates_);
  constexpr bool kIgnoreComments = true;
  const CountingIterator begin(text.data(), &cursor);
  const CountingIterator end(text.data() + text.size(), &cursor);
  if (!Json::sax_parse(begin, end, &recorder, nlohmann::detail::input_format_t::json, true, kIgnoreComments)) {
    if (recorder.refusal()) fail(document.file_, cursor.line, *recorder.refusal());
    fail(document.file_, cursor.line,
         "is not valid JSON: " + readable(recorder.error().value_or("unknown error")) + "; fix the syntax there");
  }
  *document.root_ = Json::parse(text, nullptr, true, kIgnoreComments);
  if (!document.root_->is_object()) {
    fail(document.file_, 1, "is not a JSON object; a configuration starts with {\"format\": \"beltdyn/1\", ...");
  }
  return document;
}

void JsonDocument::set(std::string_view assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || !assignment.starts_with('/')) {
    throw UsageError(fmt::format("--set {}: is not an assignment; write --set /json/pointer=value", assignment));
  }
  const std::string place(assignment.substr(0, equals));
  const std::string_view text = assignment.substr(equals + 1);
  if (!is_utf8(assignment)) throw UsageError(fmt::format("--set {}: is not valid UTF-8; use UTF-8", assignment));
  Json value = Json::parse(text, nullptr, false);
  if (value.is_discarded()) value = text;
  try {
    const Json::json_pointer pointer(place);
    const Json& parent = root_->at(pointer.parent_pointer());
    // Only existing entries of lists can be set; "-" or a far index would silently make holes.
    if (parent.is_array()) {
      (void)root_->at(pointer);
    } else if (!parent.is_object()) {
      throw UsageError(fmt::format("--set {}: {} is a single value; it has no members", assignment,
                                   pointer.parent_pointer().to_string()));
    }
    (*root_)[pointer] = std::move(value);
  } catch (const Json::exception&) {
    throw UsageError(fmt::format("--set {}: there is no such location in {}; check the pointer", assignment, file_));
  }
  std::erase_if(lines_,
                [&place](const auto& entry) { return entry.first == place || entry.first.starts_with(place + '/'); });
}

int JsonDocument::line(const std::string& pointer) const {
  const auto found = lines_.find(pointer);
  return found == lines_.end() ? 0 : found->second;
}

}  // namespace beltdyn::config
