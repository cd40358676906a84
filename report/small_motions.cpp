// SPDX-License-Identifier: MIT
#include "report/small_motions.hpp"

#include <cmath>
#include <numbers>
#include <string_view>

#include <fmt/format.h>

#include "core/linear/campbell.hpp"
#include "postprocess/error_bars.hpp"
#include "report/html.hpp"

namespace beltdyn::report {
namespace {

constexpr double kRpm = 30.0 / std::numbers::pi;   // of 1 rad/s
constexpr double kHertz = 0.5 / std::numbers::pi;  // of 1 rad/s

// A number of a mode with its error, which is `scale` times the error of the root, if known.
Cell with_error(double value, const std::optional<double>& error, double scale, int digits) {
  if (!error || !std::isfinite(scale)) return number_cell(value, digits);
  return {.html = escape(postprocess::with_error(value, scale * *error)), .sort = value};
}

// A table for each run that has rows, with an explanation in front; empty without tables.
template <class Run, class FillTable>
std::string tables_html(const std::vector<Run>& runs, std::string_view title, const std::vector<Column>& columns,
                        std::string_view explanation, const FillTable& fill) {
  std::string html;
  for (const Run& run : runs) {
    Table table{.caption = fmt::format("{} of run {}", title, run.run),
                .columns = columns,
                .rows = {},
                .id = {},
                .is_sortable = true};
    fill(run, table);
    if (!table.rows.empty()) html += html_of(table);
  }
  return html.empty() ? html : paragraph(explanation) + html;
}

}  // namespace

std::string modes_html(const std::vector<ModePlayer>& runs) {
  std::string html;
  for (const ModePlayer& run : runs) {
    const std::vector<NamedMode>& modes = run.table.modes;
    Table table{.caption = "Modes of run " + run.title,
                .columns = {{"mode", true},
                            {"kinetic energy"},
                            {"frequency [Hz]", true},
                            {"damping ratio", true},
                            {"decay or growth [1/s]", true}},
                .rows = {}};
    for (std::size_t i = 0; i < modes.size(); ++i) {
      const LinearMode mode = modes[i].mode.without_rounding();
      table.rows.push_back({.cells = {number_cell(static_cast<double>(i + 1)), text_cell(modes[i].name),
                                      with_error(mode.frequency(), mode.error, kHertz, 5),
                                      with_error(mode.damping_ratio(), mode.error, 1.0 / std::abs(mode.root), 3),
                                      with_error(mode.root.real(), mode.error, 1.0, 4)},
                            .style = grows(mode.root) ? "failed" : ""});
    }
    html += html_of(run) + html_of(table);
  }
  if (html.empty()) return html;
  return paragraph(
             "Free small motions about the steady motion, exp(s t): the frequency is Im s/2π, the rate Re s. A "
             "positive rate means that the mode grows and the steady motion is unstable. A mode is named after the "
             "part with at least half of its kinetic energy, or after the two largest parts. ± is the error by the "
             "mesh, |Δs| for each of them.") +
         html;
}

std::string crossings_html(const std::vector<NamedCrossings>& runs) {
  return tables_html(
      runs, "Orders and modes",
      {{"order", true},
       {"speed [rpm]", true},
       {"mode", true},
       {"name"},
       {"frequency [Hz]", true},
       {"damping ratio", true}},
      "Speeds at which an order of the diagram over the speed has the frequency of a mode, interpolated between the "
      "speeds of the diagram. A mode with a small damping ratio resonates there if the order excites it. ± is the "
      "error by the mesh that the mode has at the speed of the run. A mode that is not among those has no name and no "
      "error.",
      [](const NamedCrossings& run, Table& table) {
        for (const OrderCrossing& row : run.rows) {
          const auto i = static_cast<std::size_t>(row.mode - 1);
          const KnownMode known = i < run.modes.size() ? run.modes[i] : KnownMode{};
          table.rows.push_back(
              {.cells = {number_cell(row.order),
                         with_error(row.speed * kRpm, known.error, kRpm * kHertz / std::abs(row.slope), 4),
                         number_cell(static_cast<double>(row.mode)), text_cell(known.name),
                         with_error(row.frequency, known.error, kHertz, 4), number_cell(row.damping_ratio, 3)}});
        }
      });
}

std::string peaks_html(const std::vector<OrderPeaks>& runs) {
  return tables_html(
      runs, "Peaks", {{"quantity"}, {"order"}, {"speed [rpm]", true}, {"amplitude", true}, {"unit"}, {"where"}},
      "Local maxima of the amplitudes over the speed of the diagram. A largest amplitude at the end of the range of "
      "speeds is no resonance, but may belong to one outside of the range.",
      [](const OrderPeaks& run, Table& table) {
        for (const OrderPeakRow& row : run.rows) {
          table.rows.push_back(
              {.cells = {text_cell(row.quantity), text_cell(row.order), number_cell(row.peak.speed * kRpm, 5),
                         number_cell(row.peak.amplitude, 4), text_cell(row.unit),
                         text_cell(row.peak.is_inside ? "resonance" : "end of the range")}});
        }
      });
}

}  // namespace beltdyn::report
