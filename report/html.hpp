// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// The small parts of a page. A text is plain, an `html` is markup whose texts are escaped.
namespace beltdyn::report {

// With the five characters that HTML reads as markup written as references; fit for attributes too.
std::string escape(std::string_view text);
// What follows the name of an exact run; nothing if the name says it.
std::string exact_mark(std::string_view run);

// Letters, digits, '-' and '.'; any other character becomes '-'. The value of an id.
std::string anchor(std::string_view text);

// The value with so many significant digits, "–" if it is NaN: "664.276", "1.4e-8".
std::string shown(double value, int digits = 6);

// A cell of a table, and the number by which its column is sorted, if it is one.
struct Cell {
  std::string html;
  std::optional<double> sort{};
  std::string style{};  // CSS class
};
Cell text_cell(std::string_view text);
// NaN is sorted last.
Cell number_cell(double value, int digits = 6);
Cell number_cell(const std::optional<double>& value, int digits = 6);

struct Column {
  std::string title;
  bool is_number = false;  // aligned to the right
};

struct Row {
  std::vector<Cell> cells;                                    // shape (n_columns)
  std::vector<std::pair<std::string, std::string>> traits{};  // data-* attributes, by which filters pick rows
  std::string style{};
};

struct Table {
  std::string caption{};  // of a sortable table: what readers of the screen announce
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::string id{};
  bool is_sortable = false;  // by a click on the heads, with JavaScript
};

// A table in a frame that scrolls sideways where the window is narrow.
std::string html_of(const Table& table);

// <p>, empty if the text is
std::string paragraph(std::string_view text, std::string_view style = "");

// What is folded until it is opened; in print it is open.
std::string folded(std::string_view summary_html, std::string_view body_html, bool open = false);

}  // namespace beltdyn::report
