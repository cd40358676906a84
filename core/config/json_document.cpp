// SPDX-License-Identifier: MIT
#include "core/config/json_document.hpp"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/base/printable.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::config {
namespace {

// Limits that are more than ten times what a configuration needs.
constexpr std::size_t kDeepestNesting = 64;
// The keys of an object are compared one by one: an object with 100 000 keys would take 16 s to read.
constexpr std::size_t kMostKeys = 1000;
constexpr std::size_t kLongestKey = 1000;  // [bytes]
// Each value takes some 100 bytes, including its line.
constexpr std::size_t kMostValues = 1'000'000;
constexpr std::size_t kMegabyte = 1'000'000;
constexpr std::size_t kLargestFile = 64 * kMegabyte;

// Records the line of each value and each duplicate key.
class LineRecorder : public JsonEvents {
 public:
  LineRecorder(std::map<std::string, int>& lines, std::vector<Problem>& duplicates)
      : lines_(lines), duplicates_(duplicates) {}

  bool scalar(int line) override {
    next_pointer(line);
    return count();
  }
  bool begin(bool is_object, int line) override {
    if (levels_.size() >= kDeepestNesting) {
      error_ = fmt::format("values are nested more than {} deep", kDeepestNesting);
      return false;
    }
    levels_.push_back({.is_object = is_object, .pointer = next_pointer(line)});
    return count();
  }
  bool end() override {
    levels_.pop_back();
    return true;
  }
  bool key(const std::string& name, int line) override {
    Level& level = levels_.back();
    if (level.keys.size() >= kMostKeys) {
      return refuse(fmt::format("an object has more than {} keys; split it, or check the program that wrote the file",
                                kMostKeys));
    }
    if (name.size() > kLongestKey) {
      return refuse(fmt::format("a key has {} bytes, and none has more than {}; check the program that wrote the file",
                                name.size(), kLongestKey));
    }
    level.token = name;
    const std::string place = append_pointer(level.pointer, name);
    if (level.keys.insert(name).second) {
      lines_[place] = line;
    } else {
      duplicates_.push_back(
          {.pointer = place,
           .line = line,
           .value = {},
           .message = fmt::format("duplicate key, first on line {}; keep one of the two", lines_[place])});
    }
    return true;
  }

  const std::optional<std::string>& error() const { return error_; }
  // The reason for refusing valid JSON that is too large for a configuration.
  const std::optional<std::string>& refusal() const { return refusal_; }

 private:
  // An object or array that is open during reading.
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

  // The pointer of the value that begins now. Values in objects already have the line of their key.
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

  std::map<std::string, int>& lines_;
  std::vector<Problem>& duplicates_;
  std::vector<Level> levels_;
  std::size_t n_values_ = 0;
  std::optional<std::string> error_;
  std::optional<std::string> refusal_;
};

[[noreturn]] void fail(const std::string& file, int line, const std::string& message) {
  throw ConfigError(file, {{.pointer = {}, .line = line, .value = {}, .message = message}});
}

// The content of a stream up to the allowed size, and at least one byte more if it is larger. The stream may be a pipe,
// whose size is unknown.
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

// "/a/b" for the first two tokens of "/a/b/c"
std::string beginning(const std::vector<std::string>& tokens, std::size_t n) {
  std::string pointer;
  for (std::size_t i = 0; i < n; ++i) pointer = append_pointer(pointer, tokens[i]);
  return pointer.empty() ? "the configuration" : pointer;
}

std::string entries(std::size_t n) {
  if (n == 0) return "is an empty list";
  return n == 1 ? "is a list of 1 entry, 0" : fmt::format("is a list of {} entries, 0 to {}", n, n - 1);
}

// The value at a pointer. Missing members of objects are added. Missing entries of lists are not, because "-" or a
// large index would leave gaps. Throws JsonError with the reason if the location cannot exist.
Json& value_at(Json& root, const JsonPointer& pointer) {
  const std::vector<std::string>& tokens = pointer.tokens();
  if (tokens.size() > kDeepestNesting) {
    throw JsonError(fmt::format("values would be nested more than {} deep", kDeepestNesting));
  }
  Json* value = &root;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& token = tokens[i];
    if (value->is_array()) {
      if (value->find(JsonPointer(append_pointer("", token))) == nullptr) {
        throw JsonError(fmt::format("{} {}, so there is no entry '{}' (to add one, give the whole list)",
                                    beginning(tokens, i), entries(value->size()), token));
      }
      value = &(*value)[JsonPointer(append_pointer("", token))];
      continue;
    }
    if (!value->is_object() && !value->is_null()) {
      throw JsonError(
          fmt::format("{} is the single value {}, which has no member '{}' (to have one, give a whole object)",
                      beginning(tokens, i), value->dump(), token));
    }
    // A new member that is to have members becomes an object.
    value = &(*value)[token];
  }
  return *value;
}

}  // namespace

JsonDocument JsonDocument::load(const std::filesystem::path& path) {
  const std::string file = path.string();
  if (file == "-") {
    const std::string text = within_limit("standard input", limited_text(std::cin));
    if (std::cin.bad() || std::ferror(stdin) != 0) throw IoError(reading_failed("standard input"));
    return parse("standard input", text);
  }
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
  if (stream.bad()) throw IoError(reading_failed(path));
  return parse(file, text);
}

JsonDocument JsonDocument::parse(std::string file, std::string_view text) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    fail(file, 0, "is empty; a configuration is a JSON object that starts with {\"format\": \"beltdyn/1\", ...");
  }
  JsonDocument document;
  document.file_ = std::move(file);
  LineRecorder recorder(document.lines_, document.duplicates_);
  const JsonReading reading = read_json(text, recorder);
  if (!reading.is_complete) {
    if (recorder.refusal()) fail(document.file_, reading.line, *recorder.refusal());
    fail(document.file_, reading.line,
         "is not valid JSON: " + recorder.error().value_or(reading.error) + "; fix the syntax there");
  }
  document.root_ = Json::parse_with_comments(text);
  if (!document.root_.is_object()) {
    fail(document.file_, 1, "is not a JSON object; a configuration starts with {\"format\": \"beltdyn/1\", ...");
  }
  return document;
}

void JsonDocument::set(std::string_view assignment, std::string_view what) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos || !assignment.starts_with('/')) {
    throw UsageError(fmt::format("{} {}: is not an assignment; write {} /json/pointer=value", what, assignment, what));
  }
  const std::string place(assignment.substr(0, equals));
  const std::string_view text = assignment.substr(equals + 1);
  if (!is_utf8(assignment)) throw UsageError(fmt::format("{} {}: is not valid UTF-8; use UTF-8", what, assignment));
  Json value = Json::try_parse(text).value_or(Json(text));
  try {
    value_at(root_, JsonPointer(place)) = std::move(value);
  } catch (const JsonError& error) {
    throw UsageError(fmt::format("{} {}: {} in {}", what, assignment, error.what(), file_));
  }
  std::erase_if(lines_,
                [&place](const auto& entry) { return entry.first == place || entry.first.starts_with(place + '/'); });
}

void JsonDocument::erase_entry(const std::string& list, std::size_t index) {
  Json& entries = root_[JsonPointer(list)];
  Json kept = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i != index) kept.push_back(std::move(entries[i]));
  }
  const std::size_t n = entries.size();
  entries = std::move(kept);
  // Maps "/list/7/key" to "/list/6/key". Empty for the removed entry itself.
  const auto moved = [&](const std::string& place) -> std::optional<std::string> {
    for (std::size_t i = index; i < n; ++i) {
      const std::string entry = fmt::format("{}/{}", list, i);
      if (place != entry && !place.starts_with(entry + '/')) continue;
      if (i == index) return std::nullopt;
      return fmt::format("{}/{}{}", list, i - 1, place.substr(entry.size()));
    }
    return place;
  };
  std::map<std::string, int> lines;
  for (const auto& [place, line] : lines_) {
    if (const auto there = moved(place)) lines[*there] = line;
  }
  lines_ = std::move(lines);
  std::vector<Problem> duplicates;
  for (Problem& problem : duplicates_) {
    const auto there = moved(problem.pointer);
    if (!there) continue;
    problem.pointer = *there;
    duplicates.push_back(std::move(problem));
  }
  duplicates_ = std::move(duplicates);
}

int JsonDocument::line(const std::string& pointer) const {
  const auto found = lines_.find(pointer);
  return found == lines_.end() ? 0 : found->second;
}

}  // namespace beltdyn::config
