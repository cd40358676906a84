// SPDX-License-Identifier: MIT
#include "report/svg.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>
#include <sstream>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/xml_depth.hpp"
#include "report/html.hpp"
#include "report/polyline.hpp"
#include "report/svg_allow_list.hpp"

namespace beltdyn::report {
namespace {

using Tree = boost::property_tree::ptree;

// Colours of the figures that are too dark on a dark background; style.css defines a second value for each.
constexpr std::array<std::string_view, 3> kDarkColours{"0072b2", "1f4e79", "7a5a00"};
constexpr int kDeepestNesting = 64;
constexpr double kFarthest = 1e6;  // [pixels]
constexpr int kGreySteps = 20;
constexpr int kPercentOfStep = 5;
constexpr double kFullByte = 255.0;
constexpr double kTenthsOfPixel = 10.0;
constexpr double kDigitsOfOthers = 1000.0;

struct Scanner {
  std::string_view text;
  std::size_t at = 0;

  void skip_separators() {
    while (at < text.size() && (text[at] == ' ' || text[at] == ',' || text[at] == '\n' || text[at] == '\t')) ++at;
  }
  bool is_at_end() {
    skip_separators();
    return at >= text.size();
  }
  std::optional<double> number() {
    skip_separators();
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    at = static_cast<std::size_t>(end - text.data());
    return value;
  }
};

std::optional<PicturePoint> point(Scanner& scanner) {
  const std::optional<double> x = scanner.number();
  const std::optional<double> y = x ? scanner.number() : std::nullopt;
  if (!y || !(std::abs(*x) < kFarthest && std::abs(*y) < kFarthest)) return std::nullopt;
  return PicturePoint{.x = std::lround(*x * kTenthsOfPixel), .y = std::lround(*y * kTenthsOfPixel)};
}

// The corners of a polygon, counter-clockwise on the screen; fewer than three if nothing is visible.
std::vector<PicturePoint> corners(std::string_view text) {
  Scanner scanner{text};
  std::vector<PicturePoint> points;
  while (!scanner.is_at_end()) {
    const std::optional<PicturePoint> next = point(scanner);
    if (!next) return {};
    points.push_back(*next);
  }
  points = simplified(points);
  long double_area = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const PicturePoint& p = points[i];
    const PicturePoint& q = points[(i + 1) % points.size()];
    double_area += p.x * q.y - q.x * p.y;
  }
  if (double_area == 0) return {};
  if (double_area < 0) std::reverse(points.begin(), points.end());
  return points;
}

// The points of a polygon or polyline, with fewer digits.
std::string point_list(const std::string& text) {
  Scanner scanner{text};
  std::string result;
  while (!scanner.is_at_end()) {
    const std::optional<PicturePoint> next = point(scanner);
    if (!next) return text;
    result += fmt::format("{}{} {}", result.empty() ? "" : " ", tenths_text(next->x), tenths_text(next->y));
  }
  return result;
}

// Rounds every number in a text: "translate(105.41,257.75)".
std::string rounded_numbers(const std::string& text, double digits) {
  std::string result;
  Scanner scanner{text};
  while (scanner.at < text.size()) {
    const char c = text[scanner.at];
    const bool begins_number = (c >= '0' && c <= '9') || c == '-' || c == '.';
    const std::optional<double> value = begins_number ? scanner.number() : std::nullopt;
    if (value) {
      result += fmt::format("{}", std::round(*value * digits) / digits);
    } else {
      result += c;
      ++scanner.at;
    }
  }
  return result;
}

std::optional<std::array<int, 3>> rgb_of(std::string_view colour) {
  if (colour == "black") return std::array{0, 0, 0};
  if (colour == "white") return std::array{255, 255, 255};
  std::array<int, 3> rgb{};
  if (colour.size() == 7 && colour.front() == '#') {
    for (std::size_t i = 0; i < rgb.size(); ++i) {
      const char* begin = colour.data() + 1 + 2 * i;
      if (std::from_chars(begin, begin + 2, rgb[i], 16).ec != std::errc()) return std::nullopt;
    }
    return rgb;
  }
  if (!colour.starts_with("rgb(")) return std::nullopt;
  Scanner scanner{colour, 4};
  for (int& part : rgb) {
    const std::optional<double> value = scanner.number();
    if (!value || !(*value >= 0.0 && *value <= kFullByte)) return std::nullopt;
    part = static_cast<int>(*value);
  }
  return rgb;
}

// Attributes that repeat the defaults of the <svg> element or are set by the page.
bool is_superfluous(std::string_view name) {
  return name == "font-family" || name == "stroke-linecap" || name == "stroke-linejoin" || name == "xml:space";
}

// gnuplot draws a filled curve as a row of thin polygons, each with a line beside it. This class joins those of one
// colour to one path, and the lines to another, without duplicates after rounding.
class Strip {
 public:
  // Takes the element if it continues the strip or begins one; returns whether it did.
  bool takes(const std::string& name, const Tree& tree) {
    const std::string line = name == "path" ? plain_attribute(tree, "stroke", "d") : std::string();
    if (!line.empty()) return takes_line(tree.get<std::string>("<xmlattr>.stroke"), short_path(line));
    if (name != "g" || tree.get("<xmlattr>.shape-rendering", "") != "crispEdges" || tree.size() != 2) return false;
    const auto polygon = tree.get_child_optional("polygon");
    const std::string points = polygon ? plain_attribute(*polygon, "fill", "points") : std::string();
    if (points.empty()) return false;
    return takes_polygon(polygon->get<std::string>("<xmlattr>.fill"), corners(points));
  }

  // Returns the paths of the strip and empties it.
  std::string take_text() {
    std::string text;
    const std::string paint = page_paint(colour_);
    if (!polygons_.empty()) {
      text +=
          fmt::format("<path fill=\"{}\" stroke=\"none\" shape-rendering=\"crispEdges\" d=\"{}\"/>", paint, polygons_);
    }
    if (!lines_.empty()) text += fmt::format("<path stroke=\"{}\" d=\"{}\"/>", paint, lines_);
    *this = {};
    return text;
  }

 private:
  // The attribute `data` of an element whose only other attribute is `paint`; otherwise empty.
  static std::string plain_attribute(const Tree& tree, const std::string& paint, const std::string& data) {
    const auto attributes = tree.get_child_optional("<xmlattr>");
    if (!attributes || attributes->size() != 2 || attributes->count(paint) == 0) return {};
    return attributes->get(data, "");
  }
  bool fits(const std::string& colour) {
    if (polygons_.empty() && lines_.empty()) colour_ = colour;
    return colour == colour_;
  }
  bool takes_line(const std::string& colour, const std::string& line) {
    if (!fits(colour)) return false;
    if (line != last_line_) lines_ += line;
    last_line_ = line;
    return true;
  }
  bool takes_polygon(const std::string& colour, const std::vector<PicturePoint>& points) {
    if (!fits(colour)) return false;
    if (points.size() > 2) polygons_ += path_text(points) + "z";
    return true;
  }

  std::string colour_;
  std::string polygons_;
  std::string lines_;
  std::string last_line_;
};

// Rewrites an SVG.
class Writer {
 public:
  Writer(std::string prefix, const Tree& svg) : prefix_(std::move(prefix)) { note_references(svg); }

  std::string children(const Tree& parent) {
    std::string text;
    Strip strip;
    for (const auto& [name, child] : parent) {
      if (strip.takes(name, child)) continue;
      text += strip.take_text();
      if (strip.takes(name, child)) continue;
      if (name == "<xmltext>") text += escape(child.data());
      if (is_figure_element(name)) text += element(name, child);
    }
    return text + strip.take_text();
  }

 private:
  // Collects the ids in use; unused definitions are removed.
  void note_references(const Tree& tree) {
    for (const auto& [name, child] : tree) {
      for (const char* key : {"xlink:href", "href", "clip-path", "filter", "fill", "stroke"}) {
        const std::string value = child.get(Tree::path_type(std::string("<xmlattr>|") + key, '|'), "");
        const std::size_t hash = value.find('#');
        if (hash == std::string::npos) continue;
        references_.insert(value.substr(hash + 1, value.find(')') - hash - 1));
      }
      note_references(child);
    }
  }

  std::string attribute(const std::string& name, const std::string& value) const {
    if (name == "id") return prefix_ + value;
    if (value.starts_with("url(#")) return "url(#" + prefix_ + value.substr(5);
    if (name == "href") return value.starts_with('#') ? "#" + prefix_ + value.substr(1) : value;
    if (name == "fill" || name == "stroke" || name == "color") return page_paint(value);
    if (name == "points") return point_list(value);
    if (name == "d") return short_path(value);
    if (name == "transform") return rounded_numbers(value, kTenthsOfPixel);
    return rounded_numbers(value, kDigitsOfOthers);
  }

  std::string element(const std::string& name, const Tree& tree) {
    std::string attributes;
    std::string id;
    if (const auto list = tree.get_child_optional("<xmlattr>")) {
      for (const auto& [key, value] : *list) {
        const std::string plain = key == "xlink:href" ? "href" : key;
        if (plain == "id") id = value.data();
        if (!is_figure_attribute(plain, value.data())) continue;
        if (is_superfluous(plain) || (plain == "id" && !references_.contains(id))) continue;
        attributes += fmt::format(" {}=\"{}\"", plain, escape(attribute(plain, value.data())));
      }
    }
    const bool is_unused_shape = id.starts_with("gpPt") || id == "gpDot" || name == "filter";
    if (is_unused_shape && !references_.contains(id)) return {};
    // The white rectangle behind the figure is removed; the page is the background.
    const bool is_sheet = name == "rect" && tree.get("<xmlattr>.x", "") == "0" && tree.get("<xmlattr>.y", "") == "0" &&
                          tree.get("<xmlattr>.fill", "") == "#ffffff";
    if (is_sheet) return {};
    std::string content = children(tree);
    const bool is_group = name == "g" || name == "defs" || name == "text" || name == "tspan";
    if (content.empty() && is_group) return {};
    if (name == "tspan" && attributes.empty()) return content;
    return content.empty() ? fmt::format("<{}{}/>", name, attributes)
                           : fmt::format("<{0}{1}>{2}</{0}>", name, attributes, content);
  }

  std::string prefix_;
  std::set<std::string> references_;
};

Tree parse(const Picture& picture) {
  namespace xml = boost::property_tree::xml_parser;
  if (!is_shallow_xml(picture.svg, kDeepestNesting)) {
    throw IoError(fmt::format("the picture {} is not an SVG of gnuplot", picture.name));
  }
  std::istringstream stream(picture.svg);
  Tree tree;
  try {
    xml::read_xml(stream, tree, xml::no_concat_text | xml::trim_whitespace);
    return tree.get_child("svg");
  } catch (const boost::property_tree::ptree_error& error) {
    throw IoError(fmt::format("the picture {} is not an SVG: {}", picture.name, error.what()));
  }
}

}  // namespace

std::string page_paint(std::string_view colour) {
  const auto rgb = rgb_of(colour);
  if (!rgb) return std::string(colour);
  const auto [red, green, blue] = *rgb;
  if (red == green && green == blue) {
    return fmt::format("var(--k{})", kPercentOfStep * std::lround(red * kGreySteps / kFullByte));
  }
  const std::string hex = fmt::format("{:02x}{:02x}{:02x}", red, green, blue);
  const bool is_dark = std::find(kDarkColours.begin(), kDarkColours.end(), hex) != kDarkColours.end();
  return is_dark ? fmt::format("var(--c{})", hex) : "#" + hex;
}

std::string short_path(std::string_view data) {
  Scanner scanner{data};
  std::string text;
  std::vector<PicturePoint> line;
  const auto finish_line = [&text, &line] {
    if (line.size() > 1) text += path_text(line);
    line.clear();
  };
  while (!scanner.is_at_end()) {
    const char command = data[scanner.at++];
    if (command == 'Z' || command == 'z') {
      finish_line();
      text += 'z';
      continue;
    }
    const std::optional<PicturePoint> next = point(scanner);
    if ((command != 'M' && command != 'L') || !next) return std::string(data);
    if (command == 'M') finish_line();
    line.push_back(*next);
  }
  finish_line();
  return text;
}

std::string inline_svg(const Picture& picture) {
  const Tree svg = parse(picture);
  const std::string box = svg.get("<xmlattr>.viewBox", "0 0 900 600");
  Scanner scanner{box};
  std::array<double, 4> sides{};  // left, top, width, height
  for (double& side : sides) {
    const std::optional<double> number = scanner.number();
    if (!number || !(std::abs(*number) < kFarthest)) {
      throw IoError(fmt::format("the picture {} has no size", picture.name));
    }
    side = *number;
  }
  Writer writer(anchor(picture.name) + "-", svg);
  return fmt::format(
      "<svg viewBox=\"{} {} {} {}\" width=\"{}\" height=\"{}\" role=\"img\" aria-label=\"{}\" stroke-linecap=\"round\" "
      "stroke-linejoin=\"round\"><title>{}</title>{}</svg>",
      sides[0], sides[1], sides[2], sides[3], sides[2], sides[3], escape(picture.alt), escape(picture.title),
      writer.children(svg));
}

}  // namespace beltdyn::report
