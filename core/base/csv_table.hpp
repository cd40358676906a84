// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"

namespace beltdyn {

// The file does not exist or is not a table of numbers: "FILE:LINE: ...".
class CsvError : public IoError {
 public:
  using IoError::IoError;
};

// A table of numbers read from CSV (RFC 4180, LF or CRLF). A header row has names "name [unit]"; the following rows
// have finite numbers, one for each name. Variants written by spreadsheets are accepted: if the header has semicolons
// or tabs but no comma, these separate the fields, and numbers between semicolons may have decimal commas. A byte order
// mark, blanks around numbers and blank lines at the end are ignored.
class CsvTable {
 public:
  // Throws CsvError if the file is not such a table, IoError if the system cannot read it.
  static CsvTable load(const std::filesystem::path& path);
  // `file` is the name used in messages. Throws CsvError.
  static CsvTable parse(std::string file, std::string_view text);

  // A table made in memory. `columns` has shape (n_columns) of (n_rows), with one column for each name.
  CsvTable(std::string file, std::vector<std::string> names, std::vector<std::vector<double>> columns);

  const std::string& file() const { return file_; }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return columns_.empty() ? 0 : columns_.front().size(); }

  bool has(std::string_view name) const;
  // The values of the column with the full header "name [unit]", shape (n_rows). Throws CsvError if there is no such
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
  std::string_view unit;  // empty if there is no unit
};
ColumnHeader split_header(std::string_view header);

// Empty if the field is not a finite number.
std::optional<double> csv_number(std::string_view field);

// A text as one field of an RFC 4180 record. It is quoted if it holds a comma, quote or line end, or a semicolon or
// tab, which could be taken for the end of a field.
std::string csv_field(std::string_view text);

}  // namespace beltdyn
