// SPDX-License-Identifier: MIT
#include "postprocess/shape_reader.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <sstream>
#include <string>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/base/xml_depth.hpp"

namespace beltdyn::postprocess {
namespace {

using Tree = boost::property_tree::ptree;

constexpr int kDeepestNesting = 16;  // three times the nesting of vtp_text()

[[noreturn]] void reject(std::string_view file) {
  throw IoError(fmt::format("{}: is not a shape file written by BeltDyn; run the configuration again", file));
}

Tree parse_xml(std::string_view file, std::string_view text) {
  if (!is_shallow_xml(text, kDeepestNesting)) reject(file);
  std::istringstream stream{std::string(text)};
  Tree tree;
  try {
    boost::property_tree::read_xml(stream, tree);
  } catch (const boost::property_tree::xml_parser_error&) {
    reject(file);
  }
  return tree;
}

// The numbers at the begin of a text, up to the first word that is not a number.
template <class T>
std::vector<T> numbers(const std::string& text) {
  std::vector<T> list;
  const char* const end = text.data() + text.size();
  const char* at = text.data();
  while (true) {
    at = std::find_if(at, end, [](unsigned char c) { return std::isspace(c) == 0; });
    T value{};
    const auto [after, error] = std::from_chars(at, end, value);
    if (error != std::errc() || !std::isfinite(static_cast<double>(value))) return list;
    list.push_back(value);
    at = after;
  }
}

// The <DataArray> of this name among the children.
template <class T>
std::vector<T> array(const Tree& parent, const std::string& name) {
  for (const auto& [tag, child] : parent) {
    if (tag == "DataArray" && child.get("<xmlattr>.Name", "") == name) return numbers<T>(child.data());
  }
  return {};
}

std::string content(const std::filesystem::path& path) {
  std::optional<std::string> text = read_regular_file(path);
  if (!text) throw IoError(path.string() + ": cannot be read; run the configuration again");
  return std::move(*text);
}

// The content of the file; is_sound() checks that array sizes and indices are consistent.
struct Piece {
  std::vector<ShapePoint> points;
  std::vector<std::size_t> connectivity;
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> parts;
  std::vector<std::size_t> corners;  // of the quadrilaterals, four each

  bool is_sound() const { return has_sound_lines() && has_sound_surface(); }

  // The points of a line according to the connectivity.
  std::vector<ShapePoint> points_of(std::size_t line) const {
    std::vector<ShapePoint> list;
    for (std::size_t i = begin_of(line); i < offsets[line]; ++i) list.push_back(points[connectivity[i]]);
    return list;
  }
  std::size_t begin_of(std::size_t line) const { return line == 0 ? 0 : offsets[line - 1]; }

 private:
  bool are_points(const std::vector<std::size_t>& indices) const {
    return std::ranges::all_of(indices, [this](std::size_t index) { return index < points.size(); });
  }
  bool has_sound_lines() const {
    if (offsets.empty() || offsets.back() != connectivity.size() || !are_points(connectivity)) return false;
    for (std::size_t line = 0; line < offsets.size(); ++line) {
      if (offsets[line] > connectivity.size() || offsets[line] < begin_of(line) + 2) return false;
    }
    return offsets.size() + corners.size() / 4 == parts.size();
  }
  // The first quadrilateral joins two rows. From its first corner on, all points must form complete rows.
  bool has_sound_surface() const {
    if (corners.empty()) return true;
    if (corners.size() % 4 != 0 || !are_points(corners) || corners[3] <= corners[0]) return false;
    const std::size_t columns = corners[3] - corners[0];
    const std::size_t n = points.size() - corners[0];
    return n % columns == 0 && n / columns >= 2;
  }
};

Piece read_piece(std::string_view file, const Tree& tree) {
  Piece piece;
  const Tree& data = tree.get_child("PointData");
  const std::vector<double> position = array<double>(tree.get_child("Points"), "");
  const std::vector<double> force = array<double>(data, "force");
  const std::vector<double> speed = array<double>(data, "speed");
  const std::vector<double> pressure = array<double>(data, "pressure");
  const std::vector<double> traction = array<double>(data, "traction");
  const std::vector<int> state = array<int>(data, "contact_state");
  const std::size_t n = force.size();
  for (const std::size_t size : {speed.size(), pressure.size(), traction.size(), state.size()}) {
    if (size != n) reject(file);
  }
  if (position.size() != 3 * n) reject(file);
  for (std::size_t i = 0; i < n; ++i) {
    piece.points.push_back({.position = {position[3 * i], position[3 * i + 1], position[3 * i + 2]},
                            .force = force[i],
                            .speed = speed[i],
                            .pressure = pressure[i],
                            .traction = traction[i],
                            .contact_state = state[i]});
  }
  piece.connectivity = array<std::size_t>(tree.get_child("Lines"), "connectivity");
  piece.offsets = array<std::size_t>(tree.get_child("Lines"), "offsets");
  piece.parts = array<std::size_t>(tree.get_child("CellData"), "part");
  if (const auto polygons = tree.get_child_optional("Polys")) {
    piece.corners = array<std::size_t>(*polygons, "connectivity");
  }
  if (!piece.is_sound()) reject(file);
  return piece;
}

}  // namespace

BeltShape parse_vtp(std::string_view file, std::string_view text) {
  const Tree tree = parse_xml(file, text);
  const auto found = tree.get_child_optional("VTKFile.PolyData.Piece");
  if (!found || !found->get_child_optional("PointData") || !found->get_child_optional("Points") ||
      !found->get_child_optional("Lines") || !found->get_child_optional("CellData")) {
    reject(file);
  }
  const Piece piece = read_piece(file, *found);
  BeltShape shape;
  for (std::size_t line = 0; line < piece.offsets.size(); ++line) {
    std::vector<ShapePoint> points = piece.points_of(line);
    if (piece.parts[line] == 0) {
      shape.closed = piece.connectivity[piece.begin_of(line)] == piece.connectivity[piece.offsets[line] - 1];
      if (shape.closed) points.pop_back();
      shape.belt = std::move(points);
    } else if (points.size() == 2) {  // the spoke, from the center to the rim
      const Eigen::Vector2d center = points.front().position.head<2>();
      const Eigen::Vector2d spoke = points.back().position.head<2>() - center;
      shape.pulleys.push_back({.center = center, .radius = spoke.norm(), .angle = std::atan2(spoke.y(), spoke.x())});
    }
  }
  if (!piece.corners.empty()) {
    shape.surface.columns = piece.corners[3] - piece.corners[0];
    for (std::size_t i = piece.corners[0]; i < piece.points.size(); ++i) {
      shape.surface.points.push_back(piece.points[i].position);
    }
  }
  return shape;
}

namespace {

// The file of a shape must lie below the folder of its run.
bool is_below(const std::filesystem::path& path) {
  return path.is_relative() && !path.empty() && std::find(path.begin(), path.end(), "..") == path.end();
}

std::vector<ListedShape> listed_shapes(const std::filesystem::path& run_folder) {
  const std::filesystem::path series = run_folder / "belt.pvd";
  if (!std::filesystem::exists(series)) return {};
  std::vector<ListedShape> shapes = parse_pvd(series.string(), content(series));
  for (ListedShape& shape : shapes) shape.path = run_folder / shape.path;
  return shapes;
}

TimedShape load(const ListedShape& item) {
  return {.time = item.time, .shape = parse_vtp(item.path.string(), content(item.path))};
}

}  // namespace

std::vector<ListedShape> parse_pvd(std::string_view file, std::string_view text) {
  const Tree tree = parse_xml(file, text);
  const auto collection = tree.get_child_optional("VTKFile.Collection");
  if (!collection || collection->empty()) reject(file);
  std::vector<ListedShape> shapes;
  for (const auto& [tag, item] : *collection) {
    const auto time = item.get_optional<double>("<xmlattr>.timestep");
    const auto path = item.get_optional<std::string>("<xmlattr>.file");
    if (!time || !path || !is_below(*path)) reject(file);
    shapes.push_back({.time = *time, .path = *path});
  }
  return shapes;
}

std::optional<TimedShape> load_last_shape(const std::filesystem::path& run_folder) {
  const std::vector<ListedShape> listed = listed_shapes(run_folder);
  if (listed.empty()) return std::nullopt;
  return load(listed.back());
}

std::vector<TimedShape> load_all_shapes(const std::filesystem::path& run_folder, std::size_t most) {
  const std::vector<ListedShape> listed = listed_shapes(run_folder);
  const std::size_t count = std::min(most, listed.size());
  std::vector<TimedShape> shapes;
  for (std::size_t i = 0; i < count; ++i) {
    shapes.push_back(load(listed[count == 1 ? listed.size() - 1 : i * (listed.size() - 1) / (count - 1)]));
  }
  return shapes;
}

}  // namespace beltdyn::postprocess
