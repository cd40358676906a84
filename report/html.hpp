// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Building blocks of a page. A `text` is plain; an `html` is markup in which texts have been escaped.
namespace beltdyn::report {

// Replaces the five characters that are markup in HTML; the result is also valid in attributes.
std::string escape(std::string_view text);
// The suffix of an exact run's name; empty if the name already contains "exact".
std::string exact_mark(std::string_view run);

// A valid id: keeps letters, digits, '-' and '.', and replaces any other character by '-'.
std::string anchor(std::string_view text);

// The value with this number of significant digits, "–" for NaN: "664.276", "1.4e-8".
std::string shown(double value, int digits = 6);

// A table cell, and the number by which its column is sorted, if any.
struct Cell {
  std::string html;
  std::optional<double> sort{};
  std::string style{};  // CSS class
};
Cell text_cell(std::string_view text);
// NaN is sorted last.
Cell number_cell(double value, int digits = 6);
Cell number_cell(const std::optional<double>& value, int digits = 6);

// A column of a table.
struct Column {
  std::string title;
  bool is_number = false;  // right-aligned
};

// A row of a table.
struct Row {
  std::vector<Cell> cells;                                    // shape (n_columns)
  std::vector<std::pair<std::string, std::string>> traits{};  // data-* attributes, which filters use to select rows
  std::string style{};
};

// A table of a page.
struct Table {
  std::string caption{};  // announced by screen readers for a sortable table
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string id{};
  bool is_sortable = false;  // by a click on the column heads (JavaScript)
};

// A table in a frame that scrolls horizontally in narrow windows.
std::string html_of(const Table& table);

// A <p> element; empty if the text is empty.
std::string paragraph(std::string_view text, std::string_view style = "");

// Content that is folded until it is opened; in print it is open.
std::string folded(std::string_view summary_html, std::string_view body_html, bool open = false);

}  // namespace beltdyn::report
