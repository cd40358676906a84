// SPDX-License-Identifier: MIT
#include "report/player.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "report/html.hpp"
#include "report/quantised.hpp"

namespace beltdyn::report {
namespace {

// Texts are in attributes of the markup; here are numbers only.
std::string json_of(const PlayerPulley& pulley) {
  const bool moves = !pulley.axis_x.empty();
  const std::string axis =
      moves ? fmt::format(",\"axisX\":{},\"axisY\":{}", json_of(quantise(pulley.axis_x, Bits::sixteen)),
                          json_of(quantise(pulley.axis_y, Bits::sixteen)))
            : std::string();
  return fmt::format(
      "{{\"x\":{:.9g},\"y\":{:.9g},\"radius\":{:.9g},\"eccentricity\":{:.9g},\"eccentricityAngle\":{:.9g},"
      "\"begin\":{:.9g},\"end\":{:.9g},\"angle\":{}{}}}",
      pulley.x, pulley.y, pulley.radius, pulley.eccentricity, pulley.eccentricity_angle, pulley.arc_begin,
      pulley.arc_end, json_of(quantise(pulley.angle, Bits::sixteen)), axis);
}

// Zones frame by frame: their number, and for each begin, end [m] and the direction.
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

}  // namespace

std::string html_of(const Player& player) {
  const std::string id = "player-" + anchor(player.id);
  const std::string title = escape(player.title);
  return fmt::format(
      "<div class=\"player\" id=\"{0}\" role=\"group\" aria-labelledby=\"{0}-title\" tabindex=\"0\" "
      "data-force-name=\"{3}\">\n<h4 id=\"{0}-title\">{1}</h4>\n{2}<div class=\"stage\">\n<div><canvas class=\"loop\" "
      "role=\"img\" aria-label=\"Belt and pulleys in motion: {1}\"></canvas><ul class=\"legend\" "
      "aria-label=\"Colours\"></ul></div>\n<canvas class=\"diagram\" role=\"img\" aria-label=\"Slip zones on each "
      "pulley over time; click to set the time\"></canvas>\n</div>\n<div class=\"controls\">\n<button type=\"button\" "
      "class=\"play\">Play</button>\n<input type=\"range\" class=\"scrub\" min=\"0\" max=\"{4}\" step=\"1\" "
      "value=\"0\" aria-label=\"Time\">\n<span class=\"clock\"></span>\n<label>speed <select class=\"speed\" "
      "aria-label=\"Speed\"></select></label>\n<label>colour <select class=\"colour\" aria-label=\"Colour of the "
      "belt\"><option value=\"slip\">slip</option><option "
      "value=\"force\">{3}</option></select></label>\n</div>\n<noscript><p class=\"note\">The player needs "
      "JavaScript.</p></noscript>\n<script type=\"application/json\">{5}</script>\n</div>\n",
      id, title, paragraph(player.note, "note"), escape(player.force_name),
      player.travel.empty() ? 0 : player.travel.size() - 1, data_of(player));
}

}  // namespace beltdyn::report
