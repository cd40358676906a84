// SPDX-License-Identifier: MIT
#include "report/html.hpp"

#include <cctype>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace beltdyn::report {
namespace {

std::string class_attribute(std::string_view style) {
  return style.empty() ? std::string() : fmt::format(" class=\"{}\"", style);
}

std::string html_cell(const Cell& cell, const Column& column) {
  std::string style = column.is_number ? "number" : "";
  if (!cell.style.empty()) style += (style.empty() ? "" : " ") + cell.style;
  const std::string sort =
      cell.sort && std::isfinite(*cell.sort) ? fmt::format(" data-sort=\"{:.9g}\"", *cell.sort) : "";
  return fmt::format("<td{}{}>{}</td>", class_attribute(style), sort, cell.html);
}

std::string html_head(const Table& table) {
  std::string html = "<thead><tr>";
  for (const Column& column : table.columns) {
    const std::string title = escape(column.title);
    html += fmt::format("<th scope=\"col\"{}>{}</th>", column.is_number ? " class=\"number\"" : "", title);
  }
  return html + "</tr></thead>\n";
}

}  // namespace

std::string exact_mark(std::string_view run) { return run.find("exact") == std::string_view::npos ? " (exact)" : ""; }

std::string escape(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string anchor(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool stays = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
    result += stays ? c : '-';
  }
  return result;
}

std::string shown(double value, int digits) {
  if (std::isnan(value)) return "–";
  constexpr double kWritten = 1e7;  // larger numbers have exponents
  std::string text = fmt::format("{:.{}g}", value, digits);
  const bool is_long = std::abs(value) >= 1.0 && std::abs(value) < kWritten && text.find('e') != std::string::npos;
  if (is_long) return fmt::format("{:.0f}", std::stod(text));
  // Shortens "1e-05" to the more readable "1e-5".
  const std::size_t e = text.find('e');
  if (e != std::string::npos && e + 2 < text.size() && text[e + 2] == '0') text.erase(e + 2, 1);
  if (e != std::string::npos && text[e + 1] == '+') text.erase(e + 1, 1);
  return text;
}

Cell text_cell(std::string_view text) { return {.html = escape(text)}; }

Cell number_cell(double value, int digits) { return {.html = shown(value, digits), .sort = value}; }

Cell number_cell(const std::optional<double>& value, int digits) {
  return value ? number_cell(*value, digits) : Cell{.html = ""};
}

std::string html_of(const Table& table) {
  const std::string caption = table.caption.empty() ? "" : fmt::format("<caption>{}</caption>", escape(table.caption));
  const std::string id = table.id.empty() ? "" : fmt::format(" id=\"{}\"", table.id);
  std::string html = fmt::format("<div class=\"scroll\"><table{}{}>{}{}<tbody>\n", id,
                                 table.is_sortable ? " class=\"sortable\"" : "", caption, html_head(table));
  for (const Row& row : table.rows) {
    html += "<tr" + class_attribute(row.style);
    for (const auto& [name, value] : row.traits) html += fmt::format(" data-{}=\"{}\"", name, escape(value));
    html += '>';
    for (std::size_t i = 0; i < row.cells.size(); ++i) html += html_cell(row.cells[i], table.columns.at(i));
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string paragraph(std::string_view text, std::string_view style) {
  if (text.empty()) return {};
  return fmt::format("<p{}>{}</p>\n", class_attribute(style), escape(text));
}

std::string folded(std::string_view summary_html, std::string_view body_html, bool open) {
  return fmt::format("<details{}><summary>{}</summary>\n{}</details>\n", open ? " open" : "", summary_html, body_html);
}

}  // namespace beltdyn::report
