// SPDX-License-Identifier: MIT
#include "plots/response_figure.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numbers>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"
#include "plots/linear_titles.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostRows = 6;
constexpr std::size_t kMostResponses = 24;  // in a panel
constexpr int kResponseWidth = 1100;        // [px]
constexpr int kResponsePanelHeight = 300;   // [px]
constexpr std::string_view kMagnitude = "_magnitude";

struct Response {
  const CsvTable* table{};
  std::size_t column{};  // column of the magnitude; the next one is the phase
  std::string title;
  std::size_t colour{};  // from 1
  std::size_t dash{};    // from 1
};
struct Row {
  std::string unit;
  std::vector<Response> responses;
};

// 2 of "span_force_2_magnitude", if `shown` is "span_force_"
std::optional<std::size_t> pulley_of(std::string_view name, std::string_view shown) {
  if (!name.starts_with(shown) || !name.ends_with(kMagnitude)) return std::nullopt;
  const std::string_view digits = name.substr(shown.size(), name.size() - shown.size() - kMagnitude.size());
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size() || number == 0) return std::nullopt;
  return number;
}

// The response of an input is constantly 1. A held speed has 0, which a logarithmic axis cannot show.
bool varies(std::span<const double> values) {
  return std::ranges::any_of(values, [](double v) { return v > 0.0; }) &&
         std::ranges::any_of(values, [&](double v) { return v != values.front(); });
}

void add_responses(const Run& run, const Drive& drive, std::size_t number, std::string_view shown,
                   std::vector<Row>& rows) {
  const CsvTable& table = *run.response;
  for (std::size_t i = 0; i < table.names().size(); ++i) {
    const ColumnHeader header = split_header(table.names()[i]);
    const std::optional<std::size_t> pulley = pulley_of(header.name, shown);
    if (!pulley || i + 1 == table.names().size()) continue;
    if (!varies(table.column(table.names()[i]))) continue;
    const std::string quantity(header.name.substr(0, header.name.size() - kMagnitude.size()));
    auto row = std::ranges::find(rows, header.unit, &Row::unit);
    if (row == rows.end()) {
      if (rows.size() == kMostRows) continue;
      row = rows.insert(rows.end(), Row{.unit = std::string(header.unit), .responses = {}});
    }
    if (row->responses.size() == kMostResponses) continue;
    row->responses.push_back({.table = &table,
                              .column = i,
                              .title = linear_quantity_title(quantity, drive) + ", " + readable(run.name),
                              .colour = (*pulley - 1) % 8 + 1,
                              .dash = number % 5 + 1});
  }
}

std::vector<Row> rows_of(const Result& result) {
  std::vector<Row> rows;
  for (const std::string_view shown : kLinearQuantities) {
    std::size_t number = 0;
    for (const Run& run : result.runs) {
      if (run.response) add_responses(run, drive_of_run(run, result), number++, shown, rows);
    }
  }
  return rows;
}

std::string response_data(const std::vector<Row>& rows) {
  constexpr double kDegrees = 180.0 / std::numbers::pi;
  std::string text;
  for (const Row& row : rows) {
    for (const Response& response : row.responses) {
      const CsvTable& table = *response.table;
      const auto frequency = table.column(table.names()[0]);
      const auto magnitude = table.column(table.names()[response.column]);
      const auto phase = table.column(table.names()[response.column + 1]);
      fmt::format_to(std::back_inserter(text), "# {} [{}]: frequency [Hz], magnitude, phase [deg]\n", response.title,
                     row.unit);
      for (std::size_t i = 0; i < frequency.size(); ++i) {
        // The phase curve is interrupted where it jumps from one end of the axis to the other.
        if (i > 0 && std::abs(phase[i] - phase[i - 1]) > std::numbers::pi) {
          fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g} NaN\n", frequency[i], magnitude[i]);
        }
        fmt::format_to(std::back_inserter(text), "{:.10g} {:.10g} {:.10g}\n", frequency[i], magnitude[i],
                       kDegrees * phase[i]);
      }
      text += "\n\n";
    }
  }
  return text;
}

std::string response_preamble(const std::vector<Row>& rows) {
  std::vector<Response> all;
  for (const Row& row : rows) all.insert(all.end(), row.responses.begin(), row.responses.end());
  std::string text =
      fmt::format("figure = {}\nwidth = {}\nheight = {}\nn_runs = 0\nn_rows = {}\n", gnuplot_string(kResponseFigure),
                  kResponseWidth, kResponsePanelHeight * static_cast<int>(rows.size()), rows.size());
  text += gnuplot_array("unit", rows, [](const Row& row) { return gnuplot_string(row.unit); });
  text += gnuplot_array("n_curves", rows, [](const Row& row) { return fmt::format("{}", row.responses.size()); });
  text += gnuplot_array("curve_title", all, [](const Response& r) { return gnuplot_string(r.title); });
  text += gnuplot_array("curve_colour", all, [](const Response& r) { return fmt::format("{}", r.colour); });
  text += gnuplot_array("curve_dash", all, [](const Response& r) { return fmt::format("{}", r.dash); });
  return text;
}

}  // namespace

bool has_response(const Result& result) { return !rows_of(result).empty(); }

FigureFiles response_figure(const Result& result) {
  const std::vector<Row> rows = rows_of(result);
  FigureFiles files;
  files.data.push_back({.path = fmt::format("data/{}.dat", kResponseFigure), .text = response_data(rows)});
  files.scripts.push_back({.path = fmt::format("{}.gp", kResponseFigure),
                           .text = response_preamble(rows) + std::string(embedded::plot_script("common.gp")) +
                                   std::string(embedded::plot_script("frequency_response.gp"))});
  return files;
}

}  // namespace beltdyn::plots
