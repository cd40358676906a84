// SPDX-License-Identifier: MIT
#include "core/base/csv_table.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/base/printable.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn {
namespace {

// Takes the fields of a CSV text one after another.
class FieldScanner {
 public:
  FieldScanner(const std::string& file, std::string_view text) : file_(file), text_(text) {}

  bool at_end() const { return position_ >= text_.size(); }
  int line() const { return line_; }

  // The next field; `last` returns whether it ends its record.
  std::string_view next(bool& last) {
    const std::string_view field = !at_end() && text_[position_] == '"' ? quoted() : plain();
    last = true;
    if (at_end()) return field;
    last = text_[position_] != ',';
    if (!last) {
      ++position_;
      return field;
    }
    if (text_[position_] == '\r') ++position_;
    if (!at_end() && text_[position_] == '\n') ++position_;
    ++line_after_;
    return field;
  }
  // Messages about a field give its line, also when it was the last one there.
  void begin_record() { line_ = line_after_; }

  [[noreturn]] void fail(const std::string& message) const {
    throw IoError(fmt::format("{}:{}: {}", file_, line_, message));
  }

 private:
  std::string_view plain() {
    const std::size_t begin = position_;
    while (!at_end() && text_[position_] != ',' && text_[position_] != '\n' && text_[position_] != '\r') ++position_;
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
    const bool ended = at_end() || text_[position_] == ',' || text_[position_] == '\n' || text_[position_] == '\r';
    if (!closed || !ended) fail("unterminated quoted field; close it with a quote");
    return buffer_;
  }

  const std::string& file_;
  std::string_view text_;
  std::size_t position_ = 0;
  int line_ = 1;
  int line_after_ = 1;
  std::string buffer_;
};

double read_number(const FieldScanner& scanner, std::string_view field, const std::string& name) {
  double value = 0.0;
  const char* end = field.data() + field.size();
  const auto [stop, error] = std::from_chars(field.data(), end, value);
  if (error != std::errc() || stop != end || !std::isfinite(value)) {
    scanner.fail(fmt::format("'{}' in column '{}' is not a finite number", field, name));
  }
  return value;
}

}  // namespace

CsvTable::CsvTable(std::string file, std::vector<std::string> names, std::vector<std::vector<double>> columns)
    : file_(std::move(file)), names_(std::move(names)), columns_(std::move(columns)) {}

CsvTable CsvTable::load(const std::filesystem::path& path) {
  const std::optional<std::string> text = read_regular_file(path);
  if (!text) throw IoError(path.string() + ": cannot be read; check that the file exists and is readable");
  return parse(path.string(), *text);
}

CsvTable CsvTable::parse(std::string file, std::string_view text) {
  FieldScanner scanner(file, text);
  if (scanner.at_end()) scanner.fail("is empty; a header row with column names is expected");
  std::vector<std::string> names;
  for (bool last = false; !last;) names.emplace_back(scanner.next(last));
  for (const std::string& name : names) {
    if (printable(name) != name)
      scanner.fail(fmt::format("the name '{}' is not a single line of text", printable(name)));
  }
  for (std::size_t i = 1; i < names.size(); ++i) {
    const auto end = names.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(names.begin(), end, names[i]) != end) scanner.fail(fmt::format("duplicate column '{}'", names[i]));
  }
  std::vector<std::vector<double>> columns(names.size());
  while (!scanner.at_end()) {
    scanner.begin_record();
    std::size_t i = 0;
    for (bool last = false; !last; ++i) {
      const std::string_view field = scanner.next(last);
      if (i < names.size()) columns[i].push_back(read_number(scanner, field, names[i]));
    }
    if (i != names.size()) scanner.fail(fmt::format("has {} fields, but the header has {}", i, names.size()));
  }
  return {std::move(file), std::move(names), std::move(columns)};
}

bool CsvTable::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::span<const double> CsvTable::column(std::string_view name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end()) {
    throw IoError(
        fmt::format("{}:1: there is no column '{}'; the columns are: {}", file_, name, fmt::join(names_, ", ")));
  }
  return columns_[static_cast<std::size_t>(found - names_.begin())];
}

ColumnHeader split_header(std::string_view header) {
  const std::size_t bracket = header.rfind(" [");
  if (bracket == std::string_view::npos || !header.ends_with(']')) return {.name = header, .unit = {}};
  return {.name = header.substr(0, bracket), .unit = header.substr(bracket + 2, header.size() - bracket - 3)};
}

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace beltdyn
