// SPDX-License-Identifier: MIT
#include "report/refinement_script.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plots/gnuplot_text.hpp"
#include "report/html.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
std::string_view report_part(std::string_view file_name);
}  // namespace beltdyn::embedded

namespace beltdyn::report {
namespace {

constexpr int kWidth = 560;
constexpr int kHeight = 380;
constexpr std::size_t kMostTics = 6;
constexpr int kTicDigits = 4;

// The points that a logarithmic axis can show.
std::vector<std::pair<double, double>> positive_points(const Refinement& study) {
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < study.values.size() && i < study.errors.size(); ++i) {
    if (study.values[i] > 0.0 && study.errors[i] > 0.0) points.emplace_back(study.values[i], study.errors[i]);
  }
  return points;
}

}  // namespace

std::string picture_name(const Refinement& study) { return anchor("convergence-" + study.id + "-" + study.title); }

plots::TextFile refinement_script(const Refinement& study) {
  const std::vector<std::pair<double, double>> points = positive_points(study);
  if (points.size() < 2) return {};
  const auto [least, largest] = std::minmax_element(points.begin(), points.end());
  const auto by_error = [](const auto& a, const auto& b) { return a.second < b.second; };
  const auto [least_error, largest_error] = std::minmax_element(points.begin(), points.end(), by_error);
  // Refinement reduces a step and increases a number of elements.
  const bool parameter_falls = points.back().first < points.front().first;
  const double order = study.expected_order.value_or(0.0);
  std::string text = fmt::format("# {}: {}\nfigure = {}\nwidth = {}\nheight = {}\nn_runs = 0\nn_marks = 0\n", study.id,
                                 study.title, plots::gnuplot_string(picture_name(study)), kWidth, kHeight);
  auto out = std::back_inserter(text);
  fmt::format_to(out, "parameter = {}\n", plots::gnuplot_string(study.parameter));
  fmt::format_to(out, "least = {:.10g}\nlargest = {:.10g}\nleast_error = {:.10g}\nlargest_error = {:.10g}\n",
                 least->first, largest->first, least_error->second, largest_error->second);
  fmt::format_to(out, "first_value = {:.10g}\nfirst_error = {:.10g}\n", points.front().first, points.front().second);
  fmt::format_to(out, "has_order = {}\norder = {:.6g}\nslope = {:.6g}\nfalls = {}\n", study.expected_order ? 1 : 0,
                 order, parameter_falls ? order : -order, parameter_falls ? 0 : 1);
  std::vector<std::string> tics;
  const std::size_t stride = (points.size() + kMostTics - 1) / kMostTics;
  for (std::size_t i = 0; i < points.size(); i += stride) {
    tics.push_back(fmt::format("\"{}\" {:.10g}", shown(points[i].first, kTicDigits), points[i].first));
  }
  fmt::format_to(out, "value_tics = '({})'\n", fmt::join(tics, ", "));
  text += "$errors << EOD\n";
  for (const auto& [value, error] : points) fmt::format_to(out, "{:.10g} {:.10g}\n", value, error);
  text += "EOD\n";
  text += embedded::plot_script("common.gp");
  text += embedded::report_part("refinement.gp");
  return {.path = picture_name(study) + ".gp", .text = text};
}

Picture refinement_picture(const Refinement& study, std::string svg) {
  std::vector<std::string> points;
  for (std::size_t i = 0; i < study.values.size() && i < study.errors.size(); ++i) {
    points.push_back(fmt::format("{} at {}", shown(study.errors[i], 2), shown(study.values[i], 4)));
  }
  return {
      .name = picture_name(study),
      .title = study.error + " over " + study.parameter,
      .alt = fmt::format("Log-log diagram of {} over {}: {}.", study.error, study.parameter, fmt::join(points, ", ")),
      .svg = std::move(svg)};
}

}  // namespace beltdyn::report
