// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace beltdyn {

// The file is no table of numbers, or not there: "FILE:LINE: ...".
class CsvError : public IoError {
 public:
  using IoError::IoError;
};

// A table of numbers read from CSV (RFC 4180, LF or CRLF): a header row of names "name [unit]", then rows of finite
// numbers, all of the length of the header. Spreadsheets write more kinds: a header with semicolons or tabs and no
// comma has these between its fields, and numbers between semicolons may have decimal commas; a byte order mark, blanks
// around numbers and blank lines at the end are passed over.
class CsvTable {
 public:
  // Throws CsvError if the file is not such a table, IoError if the system cannot read it.
  static CsvTable load(const std::filesystem::path& path);
  // `file` is the name used in messages. Throws CsvError.
  static CsvTable parse(std::string file, std::string_view text);

  // Made in memory; columns has the shape (n_columns) of (n_rows), as many as there are names.
  CsvTable(std::string file, std::vector<std::string> names, std::vector<std::vector<double>> columns);

  const std::string& file() const { return file_; }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }

  bool has(std::string_view name) const;
  // The values of a column by its full header "name [unit]", shape (n_rows). Throws CsvError if there is no such
  // column.
  std::span<const double> column(std::string_view name) const;

 private:
  std::string file_;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> columns_;
};

// The header of a column, "name [unit]".
struct ColumnHeader {
  std::string_view name;
  std::string_view unit;  // empty if there is none
};
ColumnHeader split_header(std::string_view header);

// One field of an RFC 4180 record: quoted if it holds a comma, a quote, a line end, or what may be taken for the end of
// a field, a semicolon or a tab.
std::string csv_field(std::string_view text);

}  // namespace beltdyn
