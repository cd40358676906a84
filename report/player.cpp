// SPDX-License-Identifier: MIT
#include "report/player.hpp"

#include <algorithm>
#include <iterator>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/json.hpp"
#include "report/html.hpp"
#include "report/quantised.hpp"

namespace beltdyn::report {
namespace {

constexpr double kDegrees = 180.0 / std::numbers::pi;

// Numbers only; texts are in attributes of the markup.
std::string json_of(const PlayerPulley& pulley) {
  const bool moves = !pulley.axis_x.empty();
  const std::string axis =
      moves ? fmt::format(",\"axisX\":{},\"axisY\":{}", json_of(quantise(pulley.axis_x, Bits::sixteen)),
                          json_of(quantise(pulley.axis_y, Bits::sixteen)))
            : std::string();
  const std::string pivot =
      pulley.pivot ? fmt::format(",\"pivot\":[{:.9g},{:.9g}]", (*pulley.pivot)[0], (*pulley.pivot)[1]) : std::string();
  return fmt::format(
      "{{\"x\":{:.9g},\"y\":{:.9g},\"radius\":{:.9g},\"eccentricity\":{:.9g},\"eccentricityAngle\":{:.9g},"
      "\"begin\":{:.9g},\"end\":{:.9g},\"wrap\":{:.4g},\"angle\":{}{}{}}}",
      pulley.x, pulley.y, pulley.radius, pulley.eccentricity, pulley.eccentricity_angle, pulley.arc_begin,
      pulley.arc_end, kDegrees * pulley.wrap, json_of(quantise(pulley.angle, Bits::sixteen)), axis, pivot);
}

// Zones frame by frame: their number, and for each zone its begin and end [m] and its direction.
std::string json_of(const std::vector<std::vector<SlipZone>>& frames) {
  std::vector<std::size_t> counts;
  std::vector<double> ends;
  std::string directions;
  for (const std::vector<SlipZone>& zones : frames) {
    counts.push_back(zones.size());
    for (const SlipZone& zone : zones) {
      ends.push_back(zone.begin);
      ends.push_back(zone.end);
      directions += zone.direction < 0 ? '-' : '+';
    }
  }
  return fmt::format("{{\"counts\":[{}],\"ends\":{},\"directions\":\"{}\"}}", fmt::join(counts, ","),
                     json_of(quantise(ends, Bits::sixteen)), directions);
}

std::string data_of(const Player& player) {
  std::vector<std::string> pulleys;
  for (const PlayerPulley& pulley : player.pulleys) pulleys.push_back(json_of(pulley));
  return fmt::format(
      "{{\"length\":{:.9g},\"endTime\":{:.9g},\"frames\":{},\"points\":{},\"pulleys\":[{}],\"travel\":{},\"zones\":{},"
      "\"shapeTime\":{},\"x\":{},\"y\":{},\"force\":{}}}",
      player.contour_length, player.end_time, player.travel.size(), player.points, fmt::join(pulleys, ","),
      json_of(quantise(player.travel, Bits::sixteen)), json_of(player.zones),
      json_of(quantise(player.shape_time, Bits::sixteen)), json_of(quantise(player.x, Bits::sixteen)),
      json_of(quantise(player.y, Bits::sixteen)), json_of(quantise(player.force, Bits::eight)));
}

// Height over width of the drawing; the page reserves its space before it is drawn.
double aspect_of(const Player& player) {
  constexpr double kLeastAspect = 1e-3;
  double left = player.x.empty() ? 0.0 : *std::ranges::min_element(player.x);
  double right = player.x.empty() ? 0.0 : *std::ranges::max_element(player.x);
  double low = player.y.empty() ? 0.0 : *std::ranges::min_element(player.y);
  double high = player.y.empty() ? 0.0 : *std::ranges::max_element(player.y);
  const auto include = [&](double x, double y, double reach) {
    left = std::min(left, x - reach);
    right = std::max(right, x + reach);
    low = std::min(low, y - reach);
    high = std::max(high, y + reach);
  };
  for (const PlayerPulley& pulley : player.pulleys) {
    const double reach = pulley.radius + pulley.eccentricity;
    if (pulley.pivot) include((*pulley.pivot)[0], (*pulley.pivot)[1], 0.0);
    if (pulley.axis_x.empty()) include(pulley.x, pulley.y, reach);
    for (std::size_t i = 0; i < pulley.axis_x.size(); ++i) include(pulley.axis_x[i], pulley.axis_y[i], reach);
  }
  return right - left > 0.0 ? std::max(kLeastAspect, (high - low) / (right - left)) : 1.0;
}

std::string scripts_of(std::span<const Player> runs) {
  std::string html;
  for (const Player& run : runs) {
    html += fmt::format("<script type=\"application/json\">{}</script>\n", data_of(run));
  }
  return html;
}

// Controls for the shown run and for the outlines of the others.
std::string choice_of(std::span<const Player> runs) {
  if (runs.size() < 2) return {};
  std::string options;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    options += fmt::format("<option value=\"{}\">{}</option>", i, escape(runs[i].title));
  }
  return fmt::format(
      "<label>run <select class=\"run\" aria-label=\"Run\">{}</select></label>\n<label><input type=\"checkbox\" "
      "class=\"others\" checked> other runs</label>\n",
      options);
}

}  // namespace

std::string html_of(std::span<const Player> runs) {
  if (runs.empty()) return {};
  const Player& first = runs.front();
  const std::string id = "player-" + anchor(first.id);
  const std::string title = runs.size() > 1 ? "All runs" : escape(first.title);
  Json labels = Json::array();
  for (const PlayerPulley& pulley : first.pulleys) labels.push_back(pulley.label);
  double aspect = 0.0;
  for (const Player& run : runs) aspect = std::max(aspect, aspect_of(run));
  return fmt::format(
      "<div class=\"player\" id=\"{0}\" role=\"group\" aria-labelledby=\"{0}-title\" tabindex=\"0\" "
      "data-force-name=\"{3}\" data-pulleys=\"{4}\" data-aspect=\"{6:.4g}\">\n<h4 id=\"{0}-title\">{1}</h4>\n{2}<div "
      "class=\"stage\">\n<div><canvas class=\"loop\" "
      "role=\"img\" aria-label=\"Belt and pulleys in motion: {1}\"></canvas><ul class=\"legend\" "
      "aria-label=\"Colours\"></ul></div>\n<canvas class=\"diagram\" role=\"img\" aria-label=\"Slip zones over time, "
      "by "
      "the angle from the entry of each pulley; click to set the time\"></canvas>\n</div>\n<div "
      "class=\"controls\">\n<button type=\"button\" "
      "class=\"play\">Play</button>\n<input type=\"range\" class=\"scrub\" min=\"0\" max=\"0\" step=\"1\" "
      "value=\"0\" aria-label=\"Time\">\n<span class=\"clock\"></span>\n{7}<label>speed <select class=\"speed\" "
      "aria-label=\"Speed\"></select></label>\n<label>colour <select class=\"colour\" aria-label=\"Colour of the "
      "belt\"><option value=\"slip\">slip</option><option "
      "value=\"force\">{3}</option></select></label>\n</div>\n<noscript><p class=\"note\">The player needs "
      "JavaScript.</p></noscript>\n{5}</div>\n",
      id, title, paragraph(first.note, "note"), escape(first.force_name), escape(labels.dump()), scripts_of(runs),
      aspect, choice_of(runs));
}

}  // namespace beltdyn::report
