// SPDX-License-Identifier: MIT
#include "report/bars.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/html.hpp"

namespace beltdyn::report {
namespace {

// [px]
constexpr double kLabels = 220.0;
constexpr double kAxis = 420.0;
constexpr double kValues = 120.0;
constexpr double kRow = 24.0;
constexpr double kThick = 12.0;
constexpr double kTitle = 30.0;
constexpr double kBaseline = 4.0;  // of text, below the middle of its row

std::string ends_of(const Bar& bar) {
  return bar.from == 0.0 ? shown(bar.to, 4) : fmt::format("{} to {}", shown(bar.from, 4), shown(bar.to, 4));
}

}  // namespace

std::string html_of(const Bars& bars) {
  double low = 0.0;
  double high = 0.0;
  for (const Bar& bar : bars.bars) {
    low = std::min({low, bar.from, bar.to});
    high = std::max({high, bar.from, bar.to});
  }
  if (!(high > low)) return {};
  const auto at = [&](double value) { return kLabels + kAxis * (value - low) / (high - low); };
  const double height = kTitle + kRow * static_cast<double>(bars.bars.size());
  std::string content = fmt::format("<text x=\"0\" y=\"{:.1f}\" font-weight=\"600\">{}</text>",
                                    0.5 * kTitle + kBaseline, escape(bars.title));
  content += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"var(--muted)\"/>", at(0.0), kTitle, height);
  double middle = kTitle + 0.5 * kRow;
  for (const Bar& bar : bars.bars) {
    const double left = at(std::min(bar.from, bar.to));
    const double right = at(std::max(bar.from, bar.to));
    content += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>", kLabels - 8.0,
                           middle + kBaseline, escape(bar.label));
    content +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"var(--accent)\"/>", left,
                    middle - 0.5 * kThick, std::max(right - left, 1.0), kThick);
    if (bar.mark) {
      content += fmt::format("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"var(--ink)\" stroke-width=\"2\"/>",
                             at(*bar.mark), middle - 0.5 * kRow + 2.0, kRow - 4.0);
    }
    content += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", right + 8.0, middle + kBaseline, ends_of(bar));
    middle += kRow;
  }
  return fmt::format(
      "<figure class=\"sketch\"><svg viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" "
      "aria-label=\"{2}\" fill=\"none\">{3}</svg></figure>\n",
      kLabels + kAxis + kValues, height, escape(bars.title), content);
}

}  // namespace beltdyn::report
