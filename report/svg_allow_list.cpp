// SPDX-License-Identifier: MIT
#include "report/svg_allow_list.hpp"

#include <algorithm>
#include <array>

namespace beltdyn::report {
namespace {

constexpr auto kElements =
    std::to_array<std::string_view>({"g", "defs", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
                                     "text", "tspan", "use", "clipPath", "filter", "feFlood", "feComposite"});
constexpr auto kAttributes = std::to_array<std::string_view>({"id",
                                                              "x",
                                                              "y",
                                                              "x1",
                                                              "y1",
                                                              "x2",
                                                              "y2",
                                                              "cx",
                                                              "cy",
                                                              "r",
                                                              "rx",
                                                              "ry",
                                                              "dx",
                                                              "dy",
                                                              "width",
                                                              "height",
                                                              "d",
                                                              "points",
                                                              "transform",
                                                              "href",
                                                              "fill",
                                                              "fill-opacity",
                                                              "fill-rule",
                                                              "stroke",
                                                              "stroke-width",
                                                              "stroke-dasharray",
                                                              "stroke-opacity",
                                                              "opacity",
                                                              "color",
                                                              "font-size",
                                                              "font-weight",
                                                              "font-style",
                                                              "text-anchor",
                                                              "baseline-shift",
                                                              "shape-rendering",
                                                              "clip-path",
                                                              "filter",
                                                              "filterUnits",
                                                              "flood-color",
                                                              "flood-opacity",
                                                              "in",
                                                              "in2",
                                                              "operator",
                                                              "result"});

}  // namespace

bool is_figure_element(std::string_view name) { return std::ranges::find(kElements, name) != kElements.end(); }

bool is_figure_attribute(std::string_view name, std::string_view value) {
  if (std::ranges::find(kAttributes, name) == kAttributes.end()) return false;
  if (name == "href") return value.starts_with('#');
  // CSS escapes could hide the word "url".
  if (value.find('\\') != std::string_view::npos) return false;
  const std::size_t at = value.find_first_of("(");
  const bool is_reference = value.starts_with("url(#") && value.find('(', at + 1) == std::string_view::npos;
  const bool is_plain = name == "transform" || value.starts_with("rgb(") || at == std::string_view::npos;
  return is_reference || (is_plain && value.find("url") == std::string_view::npos);
}

}  // namespace beltdyn::report
