// SPDX-License-Identifier: MIT
#include "core/run/belt_shape.hpp"

#include <cmath>
#include <cstddef>
#include <functional>
#include <numbers>
#include <system_error>
#include <utility>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/contact/contact_state.hpp"

namespace beltdyn {
namespace {

constexpr int kCirclePoints = 96;
constexpr const char* kFolder = "belt";
constexpr const char* kSeries = "belt.pvd";

std::string file_name(std::size_t index) { return fmt::format("{}/{:05}.vtp", kFolder, index); }

// The points and cells of belt, pulleys and surface.
struct Lines {
  std::vector<ShapePoint> points;
  std::vector<std::vector<std::size_t>> lines;
  std::vector<std::vector<std::size_t>> quadrilaterals;
  std::vector<std::size_t> parts;  // shape (n_lines + n_quadrilaterals)

  void add(const std::vector<ShapePoint>& line, bool closed, std::size_t part) {
    std::vector<std::size_t> indices;
    for (const ShapePoint& point : line) {
      indices.push_back(points.size());
      points.push_back(point);
    }
    if (closed && !indices.empty()) indices.push_back(indices.front());
    lines.push_back(std::move(indices));
    parts.push_back(part);
  }

  void add_surface(const ShapeSurface& surface) {
    const std::size_t first = points.size();
    for (const Eigen::Vector3d& position : surface.points) {
      points.push_back({.position = position, .contact_state = static_cast<int>(contact::ContactState::free)});
    }
    for (std::size_t row = 0; row + 1 < surface.rows(); ++row) {
      for (std::size_t column = 0; column + 1 < surface.columns; ++column) {
        const std::size_t at = first + row * surface.columns + column;
        quadrilaterals.push_back({at, at + 1, at + surface.columns + 1, at + surface.columns});
        parts.push_back(1);
      }
    }
  }
};

ShapePoint on_pulley(const ShapePulley& pulley, double radius, double angle) {
  return {.position = {pulley.center.x() + radius * std::cos(angle), pulley.center.y() + radius * std::sin(angle), 0.0},
          .contact_state = static_cast<int>(contact::ContactState::free)};
}

Lines lines_of(const BeltShape& shape) {
  Lines all;
  all.add(shape.belt, shape.closed, 0);
  for (std::size_t k = 0; k < shape.pulleys.size(); ++k) {
    const ShapePulley& pulley = shape.pulleys[k];
    std::vector<ShapePoint> circle;
    circle.reserve(kCirclePoints);
    for (int i = 0; i < kCirclePoints; ++i) {
      circle.push_back(on_pulley(pulley, pulley.radius, 2.0 * std::numbers::pi * i / kCirclePoints));
    }
    all.add(circle, true, k + 1);
    all.add({on_pulley(pulley, 0.0, 0.0), on_pulley(pulley, pulley.radius, pulley.angle)}, false, k + 1);
  }
  all.add_surface(shape.surface);
  return all;
}

using Out = fmt::appender;

// Appends a <DataArray>; `print` appends the numbers of each item.
template <class Range, class Print>
void append_array(std::string& text, std::string_view attributes, const Range& range, const Print& print) {
  text += fmt::format("        <DataArray {} format=\"ascii\">\n", attributes);
  constexpr std::string_view kIndent = "          ";
  fmt::memory_buffer lines;
  for (const auto& item : range) {
    lines.append(kIndent);
    print(Out(lines), item);
    lines.push_back('\n');
  }
  text.append(lines.data(), lines.size());
  text += "        </DataArray>\n";
}

void append_point_data(std::string& text, const std::vector<ShapePoint>& points) {
  text += "      <PointData Scalars=\"force\">\n";
  const auto field = [&](const char* name, double ShapePoint::*member) {
    append_array(text, fmt::format("type=\"Float64\" Name=\"{}\"", name), points,
                 [member](Out out, const ShapePoint& point) { fmt::format_to(out, FMT_COMPILE("{}"), point.*member); });
  };
  field("force", &ShapePoint::force);
  field("speed", &ShapePoint::speed);
  field("pressure", &ShapePoint::pressure);
  field("traction", &ShapePoint::traction);
  append_array(text, "type=\"Int32\" Name=\"contact_state\"", points,
               [](Out out, const ShapePoint& point) { fmt::format_to(out, FMT_COMPILE("{}"), point.contact_state); });
  text += "      </PointData>\n";
}

void append_cells(std::string& text, std::string_view kind, const std::vector<std::vector<std::size_t>>& cells) {
  text += fmt::format("      <{}>\n", kind);
  append_array(text, "type=\"Int64\" Name=\"connectivity\"", cells, [](Out out, const std::vector<std::size_t>& line) {
    for (const std::size_t index : line) fmt::format_to(out, FMT_COMPILE("{} "), index);
  });
  std::size_t end = 0;
  append_array(text, "type=\"Int64\" Name=\"offsets\"", cells, [&end](Out out, const std::vector<std::size_t>& line) {
    fmt::format_to(out, FMT_COMPILE("{}"), end += line.size());
  });
  text += fmt::format("      </{}>\n", kind);
}

}  // namespace

std::string vtp_text(const BeltShape& shape) {
  const Lines all = lines_of(shape);
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n  <PolyData>\n    <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" "
      "NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n",
      all.points.size(), all.lines.size(), all.quadrilaterals.size());
  append_point_data(text, all.points);
  text += "      <CellData Scalars=\"part\">\n";
  append_array(text, "type=\"Int32\" Name=\"part\"", all.parts,
               [](Out out, std::size_t part) { fmt::format_to(out, FMT_COMPILE("{}"), part); });
  text += "      </CellData>\n      <Points>\n";
  append_array(text, "type=\"Float64\" NumberOfComponents=\"3\"", all.points, [](Out out, const ShapePoint& point) {
    fmt::format_to(out, FMT_COMPILE("{} {} {}"), point.position.x(), point.position.y(), point.position.z());
  });
  text += "      </Points>\n";
  append_cells(text, "Lines", all.lines);
  if (!all.quadrilaterals.empty()) append_cells(text, "Polys", all.quadrilaterals);
  text += "    </Piece>\n  </PolyData>\n</VTKFile>\n";
  return text;
}

ShapeWriter::ShapeWriter(std::filesystem::path folder, std::vector<double> times)
    : folder_(std::move(folder)), times_(std::move(times)) {}

void ShapeWriter::write(double time, const BeltShape& shape) {
  std::error_code error;
  // Only the subfolder is created again. If somebody has removed the folder of the run, results are lost and writing
  // fails.
  std::filesystem::create_directory(folder_ / kFolder, error);
  if (error) throw IoError(fmt::format("{}: cannot be created: {}", (folder_ / kFolder).string(), error.message()));
  write_text_file(folder_ / file_name(times_.size()), vtp_text(shape));
  times_.push_back(time);
  std::string series =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n";
  for (std::size_t i = 0; i < times_.size(); ++i) {
    series += fmt::format("    <DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n", times_[i], file_name(i));
  }
  write_text_file(folder_ / kSeries, series + "  </Collection>\n</VTKFile>\n");
}

void ShapeWriter::require_all() const {
  const auto require = [](const std::filesystem::path& path) {
    std::error_code error;
    if (std::filesystem::exists(path, error)) return;
    throw IoError(path.string() + ": was removed during the run; run again, with no other program in the folder");
  };
  for (std::size_t i = 0; i < times_.size(); ++i) require(folder_ / file_name(i));
  if (!times_.empty()) require(folder_ / kSeries);
}

}  // namespace beltdyn
