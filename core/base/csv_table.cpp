// SPDX-License-Identifier: MIT
#include "core/base/csv_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <unordered_set>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn {

std::optional<double> csv_number(std::string_view field) {
  double value = 0.0;
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// The field separator of a table with this header: a comma if there is one outside quotes, otherwise a semicolon or a
// tab.
char separator_of(std::string_view text) {
  bool is_quoted = false;
  char found = ',';
  for (const char c : text) {
    if (c == '"') is_quoted = !is_quoted;
    if (is_quoted) continue;
    if (c == ',' || c == '\n' || c == '\r') return c == ',' ? c : found;
    if (c == ';' || (c == '\t' && found == ',')) found = c;
  }
  return found;
}

// Takes the fields of a CSV text one by one.
class FieldScanner {
 public:
  FieldScanner(const std::string& file, std::string_view text)
      : file_(file), text_(text), separator_(separator_of(text)) {}

  bool at_end() const { return position_ >= text_.size(); }
  char separator() const { return separator_; }

  // The next field. Sets `last` to whether it is the last one of its record.
  std::string_view next(bool& last) {
    const std::string_view field = !at_end() && text_[position_] == '"' ? quoted() : plain();
    last = true;
    if (at_end()) return field;
    last = text_[position_] != separator_;
    if (!last) {
      ++position_;
      return field;
    }
    if (text_[position_] == '\r') ++position_;
    if (!at_end() && text_[position_] == '\n') ++position_;
    ++line_after_;
    return field;
  }
  // Messages about a field give the line of its record, even after the last field of the record has been read.
  void begin_record() { line_ = line_after_; }
  // Are there only blanks and separators in the line that begins here?
  bool is_blank_line() const {
    const std::size_t end = text_.find_first_not_of(blanks(), position_);
    return end == std::string_view::npos || text_[end] == '\n' || text_[end] == '\r';
  }
  // Is there nothing but blanks, separators and line ends left?
  bool is_blank_to_end() const {
    return text_.find_first_not_of(blanks() + "\r\n", position_) == std::string_view::npos;
  }

  [[noreturn]] void fail(const std::string& message) const {
    throw CsvError(fmt::format("{}:{}: {}", file_, line_, message));
  }

 private:
  std::string blanks() const { return {' ', '\t', separator_}; }
  bool ends_field() const {
    const char c = text_[position_];
    return c == separator_ || c == '\n' || c == '\r';
  }

  std::string_view plain() {
    const std::size_t begin = position_;
    while (!at_end() && !ends_field()) ++position_;
    return text_.substr(begin, position_ - begin);
  }

  std::string_view quoted() {
    buffer_.clear();
    for (++position_; !at_end(); ++position_) {
      if (text_[position_] == '"') {
        ++position_;
        if (at_end() || text_[position_] != '"') break;
      }
      if (text_[position_] == '\n') ++line_after_;
      buffer_ += text_[position_];
    }
    const bool closed = text_[position_ - 1] == '"';
    if (!closed || !(at_end() || ends_field())) fail("unterminated quoted field; close it with a quote");
    return buffer_;
  }

  const std::string& file_;
  std::string_view text_;
  char separator_;
  std::size_t position_ = 0;
  int line_ = 1;
  int line_after_ = 1;
  std::string buffer_;
};

std::string_view without_blanks(std::string_view field) {
  const std::size_t begin = field.find_first_not_of(' ');
  return begin == std::string_view::npos ? field : field.substr(begin, field.find_last_not_of(' ') + 1 - begin);
}

double read_number(const FieldScanner& scanner, std::string_view given, const std::string& name) {
  const std::string_view field = without_blanks(given);
  if (const std::optional<double> value = csv_number(field)) return *value;
  const std::size_t comma = field.find(',');
  // With other separators, a comma may separate thousands.
  if (scanner.separator() == ';' && comma != std::string_view::npos && field.find('.') == std::string_view::npos) {
    std::string with_point(field);
    with_point[comma] = '.';
    if (const std::optional<double> value = csv_number(with_point)) return *value;
  }
  scanner.fail(fmt::format("'{}' in column '{}' is not a finite number{}", excerpt(given), excerpt(name),
                           comma == std::string_view::npos || scanner.separator() == ';'
                               ? ""
                               : "; decimal commas are read between semicolons only"));
}

// "has 3 fields, but the header has 2", and a possible reason.
std::string wrong_number_of_fields(const FieldScanner& scanner, std::size_t found, std::size_t expected) {
  const std::string_view what = scanner.separator() == ';'    ? "semicolons"
                                : scanner.separator() == '\t' ? "tabs"
                                                              : "commas";
  return fmt::format("has {} fields, but the header has {}; there are {} between fields{}", found, expected, what,
                     scanner.separator() == ',' ? ", so numbers have decimal points" : "");
}

std::vector<std::string> read_names(FieldScanner& scanner) {
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  for (bool last = false; !last;) {
    names.emplace_back(scanner.next(last));
    const std::string& name = names.back();
    if (printable(name) != name) scanner.fail(fmt::format("the name '{}' is not a single line of text", excerpt(name)));
    if (!known.insert(name).second) scanner.fail(fmt::format("duplicate column '{}'", excerpt(name)));
  }
  return names;
}

}  // namespace

CsvTable::CsvTable(std::string file, std::vector<std::string> names, std::vector<std::vector<double>> columns)
    : file_(std::move(file)), names_(std::move(names)), columns_(std::move(columns)) {}

CsvTable CsvTable::load(const std::filesystem::path& path) {
  const std::optional<std::string> text = read_regular_file(path);
  if (!text) throw CsvError(path.string() + ": cannot be read; check that the file exists and is readable");
  return parse(path.string(), *text);
}

CsvTable CsvTable::parse(std::string file, std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  FieldScanner scanner(file, text);
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) scanner.fail("is UTF-16; save the file as UTF-8");
  if (scanner.is_blank_to_end()) scanner.fail("is empty; a header row with column names is expected");
  std::vector<std::string> names = read_names(scanner);
  std::vector<std::vector<double>> columns(names.size());
  while (!scanner.at_end()) {
    scanner.begin_record();
    if (scanner.is_blank_line()) {
      if (scanner.is_blank_to_end()) break;
      scanner.fail("is blank, with numbers behind it; remove the line");
    }
    std::size_t i = 0;
    for (bool last = false; !last; ++i) {
      const std::string_view field = scanner.next(last);
      if (i < names.size()) columns[i].push_back(read_number(scanner, field, names[i]));
    }
    if (i != names.size()) scanner.fail(wrong_number_of_fields(scanner, i, names.size()));
  }
  return {std::move(file), std::move(names), std::move(columns)};
}

bool CsvTable::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::span<const double> CsvTable::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    constexpr std::size_t kMostShown = 20;
    std::string shown;
    for (std::size_t i = 0; i < std::min(names_.size(), kMostShown); ++i) {
      shown += (i == 0 ? "" : ", ") + excerpt(names_[i]);
    }
    if (names_.size() > kMostShown) shown += fmt::format(" and {} more", names_.size() - kMostShown);
    throw CsvError(fmt::format("{}:1: there is no column '{}'; the columns are: {}", file_, name, shown));
  }
  return columns_[static_cast<std::size_t>(found - names_.begin())];
}

ColumnHeader split_header(std::string_view header) {
  const std::size_t bracket = header.rfind(" [");
  if (bracket == std::string_view::npos || !header.ends_with(']')) return {.name = header, .unit = {}};
  return {.name = header.substr(0, bracket), .unit = header.substr(bracket + 2, header.size() - bracket - 3)};
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",;\t\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace beltdyn
