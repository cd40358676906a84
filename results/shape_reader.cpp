// SPDX-License-Identifier: MIT
#include "results/shape_reader.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <fmt/format.h>

#include "core/error.hpp"

namespace beltdyn::results {
namespace {

using Tree = boost::property_tree::ptree;

[[noreturn]] void reject(std::string_view file) {
  throw IoError(fmt::format("{}: is not a shape that BeltDyn wrote; run the configuration again", file));
}

Tree parse_xml(std::string_view file, std::string_view text) {
  std::istringstream stream{std::string(text)};
  Tree tree;
  try {
    boost::property_tree::read_xml(stream, tree);
  } catch (const boost::property_tree::xml_parser_error&) {
    reject(file);
  }
  return tree;
}

template <class T>
std::vector<T> numbers(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<T>(stream), std::istream_iterator<T>()};
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
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw IoError(path.string() + ": cannot be read; run the configuration again");
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

// What the file says, its arrays of the sizes that belong together.
struct Piece {
  std::vector<ShapePoint> points;
  std::vector<std::size_t> connectivity;
  std::vector<std::size_t> offsets;
  std::vector<std::size_t> parts;
  std::vector<std::size_t> corners;  // of the quadrilaterals, four each

  bool is_sound() const {
    if (corners.size() % 4 != 0) return false;
    for (const std::size_t corner : corners) {
      if (corner >= points.size()) return false;
    }
    if (offsets.empty() || offsets.size() + corners.size() / 4 != parts.size() || offsets.back() != connectivity.size())
      return false;
    for (const std::size_t index : connectivity) {
      if (index >= points.size()) return false;
    }
    for (std::size_t i = 0; i < offsets.size(); ++i) {
      if (offsets[i] < (i == 0 ? 0 : offsets[i - 1]) + 2) return false;
    }
    return true;
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
  for (const std::size_t size : {position.size() / 3, speed.size(), pressure.size(), traction.size(), state.size()}) {
    if (size != n) reject(file);
  }
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
  for (std::size_t line = 0, begin = 0; line < piece.offsets.size(); begin = piece.offsets[line++]) {
    const std::size_t first = piece.connectivity[begin];
    const std::size_t last = piece.connectivity[piece.offsets[line] - 1];
    const auto count = static_cast<std::ptrdiff_t>(piece.offsets[line] - begin);
    if (piece.parts[line] == 0) {
      shape.closed = first == last;
      const auto at = piece.points.begin() + static_cast<std::ptrdiff_t>(first);
      shape.belt.assign(at, at + (shape.closed ? count - 1 : count));
    } else if (count == 2) {  // the spoke, from the center to the rim
      const Eigen::Vector2d center = piece.points[first].position.head<2>();
      const Eigen::Vector2d spoke = piece.points[last].position.head<2>() - center;
      shape.pulleys.push_back({.center = center, .radius = spoke.norm(), .angle = std::atan2(spoke.y(), spoke.x())});
    }
  }
  if (!piece.corners.empty()) {
    // The first quadrilateral joins two rows.
    if (piece.corners[3] <= piece.corners[0]) reject(file);
    shape.surface.columns = piece.corners[3] - piece.corners[0];
    for (std::size_t i = piece.corners[0]; i < piece.points.size(); ++i) {
      shape.surface.points.push_back(piece.points[i].position);
    }
  }
  return shape;
}

namespace {

// Where the shapes of a run are, as belt.pvd lists them.
struct ListedShape {
  double time{};
  std::filesystem::path path;
};

std::vector<ListedShape> listed_shapes(const std::filesystem::path& run_folder) {
  const std::filesystem::path series = run_folder / "belt.pvd";
  if (!std::filesystem::exists(series)) return {};
  const Tree tree = parse_xml(series.string(), content(series));
  const auto collection = tree.get_child_optional("VTKFile.Collection");
  if (!collection || collection->empty()) reject(series.string());
  std::vector<ListedShape> shapes;
  for (const auto& [tag, item] : *collection) {
    const auto time = item.get_optional<double>("<xmlattr>.timestep");
    const auto file = item.get_optional<std::string>("<xmlattr>.file");
    if (!time || !file) reject(series.string());
    shapes.push_back({.time = *time, .path = run_folder / *file});
  }
  return shapes;
}

TimedShape load(const ListedShape& item) {
  return {.time = item.time, .shape = parse_vtp(item.path.string(), content(item.path))};
}

}  // namespace

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

}  // namespace beltdyn::results
