// SPDX-License-Identifier: MIT
#include "report/bars.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "report/html.hpp"

namespace beltdyn::report {
namespace {

// Sizes [px].
constexpr double kLabels = 220.0;  // least width of labels
constexpr double kMostLabels = 400.0;
constexpr double kLabelsAndAxis = 640.0;
constexpr double kLabelGap = 8.0;
// Width of a letter: slightly more than the mean of DejaVu Sans, the widest font of the page.
constexpr double kLetter = 7.0;
constexpr double kValues = 120.0;  // least width of values
constexpr double kValueGap = 8.0;
constexpr double kRow = 24.0;
constexpr double kThick = 12.0;
constexpr double kTitle = 30.0;
constexpr double kBaseline = 4.0;  // of text, below the middle of its row

std::string ends_of(const Bar& bar) {
  const std::string to = shown(bar.to, 4);
  const std::string from = shown(bar.from, 4);
  return bar.from == 0.0 || from == to ? to : fmt::format("{} to {}", from, to);
}

double width_of(const std::string& text) {
  // In UTF-8 all bytes of a character except the first begin with the bits 10.
  const auto is_first = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return kLetter * static_cast<double>(std::ranges::count_if(text, is_first));
}

double label_width(const Bars& bars) {
  double widest = kLabels;
  for (const Bar& bar : bars.bars) widest = std::max(widest, width_of(bar.label) + kLabelGap);
  return std::min(widest, kMostLabels);
}

double value_width(const Bars& bars) {
  double widest = kValues;
  for (const Bar& bar : bars.bars) widest = std::max(widest, width_of(ends_of(bar)) + kValueGap);
  return widest;
}

// A label that is too long is condensed.
std::string label_html(const std::string& label, double labels, double y) {
  const double room = labels - kLabelGap;
  const std::string condensed =
      width_of(label) > room ? fmt::format(" textLength=\"{:.1f}\" lengthAdjust=\"spacingAndGlyphs\"", room) : "";
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\"{}>{}</text>", room, y, condensed,
                     escape(label));
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
  const double labels = label_width(bars);
  const auto at = [&](double value) { return labels + (kLabelsAndAxis - labels) * (value - low) / (high - low); };
  const double height = kTitle + kRow * static_cast<double>(bars.bars.size());
  std::string content = fmt::format("<text x=\"0\" y=\"{:.1f}\" font-weight=\"600\">{}</text>",
                                    0.5 * kTitle + kBaseline, escape(bars.title));
  content += fmt::format("<path d=\"M{0:.1f} {1:.1f}V{2:.1f}\" stroke=\"var(--muted)\"/>", at(0.0), kTitle, height);
  double middle = kTitle + 0.5 * kRow;
  for (const Bar& bar : bars.bars) {
    const double left = at(std::min(bar.from, bar.to));
    const double right = at(std::max(bar.from, bar.to));
    content += label_html(bar.label, labels, middle + kBaseline);
    content +=
        fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"var(--accent)\"/>", left,
                    middle - 0.5 * kThick, std::max(right - left, 1.0), kThick);
    if (bar.mark) {
      content += fmt::format("<path d=\"M{:.1f} {:.1f}v{:.1f}\" stroke=\"var(--ink)\" stroke-width=\"2\"/>",
                             at(*bar.mark), middle - 0.5 * kRow + 2.0, kRow - 4.0);
    }
    content +=
        fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", right + kValueGap, middle + kBaseline, ends_of(bar));
    middle += kRow;
  }
  return fmt::format(
      "<figure class=\"sketch\"><svg viewBox=\"0 0 {0:.0f} {1:.0f}\" width=\"{0:.0f}\" height=\"{1:.0f}\" role=\"img\" "
      "aria-label=\"{2}\" fill=\"none\">{3}</svg></figure>\n",
      kLabelsAndAxis + value_width(bars), height, escape(bars.title), content);
}

}  // namespace beltdyn::report
