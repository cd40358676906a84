// SPDX-License-Identifier: MIT
#include "report/mode_player.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "plots/mode_series.hpp"
#include "report/html.hpp"
#include "report/quantised.hpp"

namespace beltdyn::report {
namespace {

using Complex = std::complex<double>;

template <class Items, class Value>
std::string numbers(const Items& items, const Value& value) {
  std::vector<double> values;
  for (const auto& item : items) values.push_back(value(item));
  return json_of(quantise(values, Bits::sixteen));
}

std::string parts(const std::vector<Complex>& values) {
  return fmt::format("[{},{}]", numbers(values, [](Complex z) { return z.real(); }),
                     numbers(values, [](Complex z) { return z.imag(); }));
}

// The numbers of the pulleys, with nine digits.
std::string pairs(const std::vector<Complex>& values) {
  std::vector<std::string> texts;
  for (const Complex z : values) texts.push_back(fmt::format("[{:.9g},{:.9g}]", z.real(), z.imag()));
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string data_of(const ModeTable& table) {
  const ModePlaces& places = table.places;
  std::vector<std::string> pulleys;
  for (const ModePlaces::Pulley& p : places.pulleys) {
    pulleys.push_back(fmt::format(R"({{"x":{:.9g},"y":{:.9g},"radius":{:.9g},"byX":{:.9g},"byY":{:.9g}}})", p.axis.x(),
                                  p.axis.y(), p.radius, p.axis_by.x(), p.axis_by.y()));
  }
  std::vector<std::string> carriers;  // none if no mount moves
  if (std::ranges::any_of(places.pulleys, [](const auto& pulley) { return !pulley.axis_by.isZero(); })) {
    for (const auto& [before, behind, part] : plots::carriers_of(places)) {
      carriers.push_back(fmt::format("[{},{},{:.4g}]", before, behind, part));
    }
  }
  std::vector<std::string> modes;
  for (const NamedMode& named : table.modes) {
    const ModeShape& shape = named.mode.shape;
    modes.push_back(fmt::format(R"({{"across":{},"along":{},"angle":{},"mount":{}}})", parts(shape.across),
                                parts(shape.along), pairs(shape.angle), pairs(shape.mount)));
  }
  const auto of_points = [&places](const auto& value) { return numbers(places.points, value); };
  return fmt::format(
      R"({{"length":{:.9g},"open":{},"carriers":[{}],"sigma":{},"x":{},"y":{},"tx":{},"ty":{},"pulleys":[{}],)"
      R"("modes":[{}]}})",
      places.contour_length, places.is_open(), fmt::join(carriers, ","),
      of_points([](const auto& p) { return p.sigma; }), of_points([](const auto& p) { return p.position.x(); }),
      of_points([](const auto& p) { return p.position.y(); }), of_points([](const auto& p) { return p.tangent.x(); }),
      of_points([](const auto& p) { return p.tangent.y(); }), fmt::join(pulleys, ","), fmt::join(modes, ","));
}

}  // namespace

std::string html_of(const ModePlayer& player) {
  const ModeTable& table = player.table;
  if (table.modes.empty() || table.places.points.size() < 2) return {};
  std::string options;
  for (std::size_t i = 0; i < table.modes.size(); ++i) {
    const LinearMode& mode = table.modes[i].mode;
    options += fmt::format("<option value=\"{}\">{}: {} Hz, {}</option>", i, i + 1, shown(mode.frequency(), 4),
                           escape(table.modes[i].name));
  }
  return fmt::format(
      "<div class=\"mode-player\" id=\"{0}\" role=\"group\" aria-labelledby=\"{0}-title\" tabindex=\"0\">\n"
      "<h4 id=\"{0}-title\">Modes of run {1}</h4>\n"
      "<canvas role=\"img\" aria-label=\"The drive displaced by a mode, in motion: {1}\"></canvas>\n"
      "<div class=\"controls\">\n<button type=\"button\" class=\"play\">Play</button>\n"
      "<label>mode <select class=\"mode\" aria-label=\"Mode\">{2}</select></label>\n"
      "<label>displacement <input type=\"range\" class=\"size\" min=\"0\" max=\"20\" value=\"7\" "
      "aria-label=\"Displacement\"></label>\n</div>\n"
      "<p class=\"note\">Two seconds for a period, without growth or decay. Grey: the drive in its steady motion. "
      "Marks "
      "on the belt and spokes move with the belt and the pulleys.</p>\n"
      "<noscript><p class=\"note\">The player needs JavaScript.</p></noscript>\n"
      "<script type=\"application/json\">{3}</script>\n</div>\n",
      "modes-" + anchor(player.id), escape(player.title), options, data_of(table));
}

}  // namespace beltdyn::report
