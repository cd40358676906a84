// SPDX-License-Identifier: MIT
#include "plots/response_figure.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <optional>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "core/linear/linear_analysis.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/linear_titles.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

constexpr std::size_t kMostRows = 8;
constexpr std::size_t kMostResponses = 8;  // in a panel
constexpr int kResponseWidth = 1100;       // [px]
constexpr int kResponsePanelHeight = 300;  // [px]
constexpr std::string_view kMagnitude = "_magnitude";

struct Response {
  const CsvTable* table{};
  std::size_t column{};  // column of the magnitude; the next one is the phase
  std::string title;
  std::size_t colour{};  // from 1
  std::size_t dash{};    // from 1
};
// Curves of the same unit. Where there are too many, pulleys or spans that follow each other share a row: the curves of
// several runs for one of them are for comparison.
struct Row {
  std::string unit;
  std::size_t part{};  // from 0
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

// Pulleys or spans in a row, of n that n_runs have: at most kMostResponses curves, in rows of about equal size.
std::size_t pulleys_in_row(std::size_t n, std::size_t n_runs) {
  const std::size_t most = std::max<std::size_t>(1, kMostResponses / n_runs);
  const std::size_t parts = (n + most - 1) / most;
  return (n + parts - 1) / parts;
}

void add_responses(const Run& run, const Drive& drive, std::size_t number, std::size_t n_runs, std::string_view shown,
                   std::vector<Row>& rows) {
  const CsvTable& table = *run.response;
  std::size_t n = 0;
  for (const std::string& name : table.names()) n = std::max(n, pulley_of(split_header(name).name, shown).value_or(0));
  if (n == 0) return;
  const std::size_t in_row = pulleys_in_row(n, n_runs);
  for (std::size_t i = 0; i < table.names().size(); ++i) {
    const ColumnHeader header = split_header(table.names()[i]);
    const std::optional<std::size_t> pulley = pulley_of(header.name, shown);
    if (!pulley || i + 1 == table.names().size()) continue;
    if (!varies(table.column(table.names()[i]))) continue;
    const std::string quantity(header.name.substr(0, header.name.size() - kMagnitude.size()));
    const std::size_t part = (*pulley - 1) / in_row;
    auto row = std::ranges::find_if(rows, [&](const Row& r) { return r.unit == header.unit && r.part == part; });
    if (row == rows.end()) {
      if (rows.size() == kMostRows) continue;
      row = rows.insert(rows.end(), Row{.unit = std::string(header.unit), .part = part, .responses = {}});
    }
    if (row->responses.size() == kMostResponses) continue;
    row->responses.push_back({.table = &table,
                              .column = i,
                              .title = linear_quantity_title(quantity, drive) + ", " + readable(run.name),
                              .colour = colour_of(*pulley - 1),
                              .dash = dash_of(number)});
  }
}

std::vector<Row> rows_of(const Result& result) {
  // Runs whose inputs have the same unit share rows.
  std::map<std::string_view, std::size_t> n_runs;
  const auto unit_of = [](const Run& run) {
    return run.response->names().size() > 1 ? split_header(run.response->names()[1]).unit : std::string_view();
  };
  for (const Run& run : result.runs) n_runs[run.response ? unit_of(run) : std::string_view()] += 1;
  std::vector<Row> rows;
  for (const std::string_view shown : kLinearQuantities) {
    std::size_t number = 0;
    for (const Run& run : result.runs) {
      if (!run.response) continue;
      add_responses(run, drive_of_run(run, result), number++, n_runs.at(unit_of(run)), shown, rows);
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
