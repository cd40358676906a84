// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// Small parts of a page. A `text` argument is plain text; an `html` argument is markup whose texts are already escaped.
namespace beltdyn::report {

// The text with the five special characters of HTML written as references; also valid in attributes.
std::string escape(std::string_view text);
// The mark after the name of an exact run; empty if the name says it.
std::string exact_mark(std::string_view run);

// A valid id: letters, digits, '-' and '.'; any other character becomes '-'.
std::string anchor(std::string_view text);

// The value with this number of significant digits, "–" if it is NaN: "664.276", "1.4e-8".
std::string shown(double value, int digits = 6);

// A cell of a table, with the number by which its column is sorted, if it has one.
struct Cell {
  std::string html;
  std::optional<double> sort{};  // empty: sorted by its text
  std::string style{};           // CSS class
};
Cell text_cell(std::string_view text);
// A cell with a number; NaN is sorted last.
Cell number_cell(double value, int digits = 6);
Cell number_cell(const std::optional<double>& value, int digits = 6);

// A column of a table.
struct Column {
  std::string title;
  bool is_number = false;  // aligned to the right
};

// A row of a table.
struct Row {
  std::vector<Cell> cells;                                    // shape (n_columns)
  std::vector<std::pair<std::string, std::string>> traits{};  // data-* attributes, by which filters select rows
  std::string style{};
};

// A table with its content, for html_of().
struct Table {
  std::string caption{};  // of a sortable table; read aloud by screen readers
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string id{};
  bool is_sortable = false;  // by a click on the header, with JavaScript
};

// The table in a frame that scrolls sideways in a narrow window.
std::string html_of(const Table& table);

// A <p> element; empty if the text is empty.
std::string paragraph(std::string_view text, std::string_view style = "");

// A part that is collapsed until it is opened; in print it is open.
std::string folded(std::string_view summary_html, std::string_view body_html, bool open = false);

}  // namespace beltdyn::report
