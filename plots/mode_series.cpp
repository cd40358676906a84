// SPDX-License-Identifier: MIT
#include "plots/mode_series.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace beltdyn::plots {
namespace {

using Complex = std::complex<double>;

constexpr int kCirclePoints = 48;
constexpr int kInstants = 12;  // number of instants in a period

// A place of the path at a σ between two points, and the direction to its left.
struct PathPlaceShown {
  Eigen::Vector2d position;
  Eigen::Vector2d left;
};
PathPlaceShown path_at(const ModePlaces& places, double sigma) {
  const std::vector<ModePlaces::Point>& points = places.points;
  const double length_before = sigma - points[0].sigma;
  const double within =
      places.is_open()
          ? std::clamp(sigma, points.front().sigma, std::nextafter(points.back().sigma, points.front().sigma))
          : sigma - std::floor(length_before / places.contour_length) * places.contour_length;
  const auto next = std::ranges::upper_bound(points, within, {}, &ModePlaces::Point::sigma);
  const ModePlaces::Point& before = *std::prev(next);
  const bool is_last = next == points.end();
  const ModePlaces::Point& behind = is_last ? points[0] : *next;
  const double length = behind.sigma - before.sigma + (is_last ? places.contour_length : 0.0);
  const double part = length > 0.0 ? (within - before.sigma) / length : 0.0;
  const Eigen::Vector2d tangent = ((1.0 - part) * before.tangent + part * behind.tangent).normalized();
  return {.position = (1.0 - part) * before.position + part * behind.position, .left = {-tangent.y(), tangent.x()}};
}

template <class Line>
std::string data_array(std::string_view attributes, std::size_t n, const Line& line) {
  std::string text = fmt::format("        <DataArray {} format=\"ascii\">\n", attributes);
  for (std::size_t i = 0; i < n; ++i) text += line(i) + "\n";
  return text + "        </DataArray>\n";
}

std::string vtp_of(const ModePlaces& places, const ModeShape& shape, Complex factor) {
  const ModePicture picture = displaced(places, shape, factor);
  std::vector<Eigen::Vector2d> points = picture.belt;
  std::vector<std::size_t> ends{points.size()};
  for (const std::vector<Eigen::Vector2d>& pulley : picture.pulleys) {
    points.insert(points.end(), pulley.begin(), pulley.end());
    ends.push_back(points.size());
  }
  const auto displacement = [&](const std::vector<Complex>& values) {
    return [&, n = places.points.size()](std::size_t i) {
      return fmt::format("{:.9g}", i < picture.belt.size() ? (factor * values[i % n]).real() : 0.0);
    };
  };
  return fmt::format(
             "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
             "header_type=\"UInt64\">\n  <PolyData>\n    <Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" "
             "NumberOfLines=\"{}\" NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n      <PointData "
             "Scalars=\"across\">\n",
             points.size(), ends.size()) +
         data_array("type=\"Float64\" Name=\"across\"", points.size(), displacement(shape.across)) +
         data_array("type=\"Float64\" Name=\"along\"", points.size(), displacement(shape.along)) +
         "      </PointData>\n      <CellData Scalars=\"part\">\n" +
         data_array("type=\"Int32\" Name=\"part\"", ends.size(), [](std::size_t i) { return std::to_string(i); }) +
         "      </CellData>\n      <Points>\n" +
         data_array("type=\"Float64\" NumberOfComponents=\"3\"", points.size(),
                    [&](std::size_t i) { return fmt::format("{:.9g} {:.9g} 0", points[i].x(), points[i].y()); }) +
         "      </Points>\n      <Lines>\n" +
         data_array("type=\"Int64\" Name=\"connectivity\"", points.size(),
                    [](std::size_t i) { return std::to_string(i); }) +
         data_array("type=\"Int64\" Name=\"offsets\"", ends.size(),
                    [&](std::size_t i) { return std::to_string(ends[i]); }) +
         "      </Lines>\n    </Piece>\n  </PolyData>\n</VTKFile>\n";
}

}  // namespace

std::vector<Carriers> carriers_of(const ModePlaces& places) {
  const std::vector<ModePlaces::Point>& points = places.points;
  std::vector<Carriers> carriers(points.size());
  if (places.pulleys.empty()) return carriers;
  const auto n = static_cast<std::ptrdiff_t>(points.size());
  std::vector<int> pulley(points.size(), -1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (points[i].span >= 0) continue;
    const auto gap = [&](const ModePlaces::Pulley& p) {
      return std::abs((points[i].position - p.axis).norm() - p.radius);
    };
    pulley[i] = static_cast<int>(std::ranges::min_element(places.pulleys, {}, gap) - places.pulleys.begin());
  }
  // The next point on a pulley in a direction, with its σ beyond the begin of the path where it goes round.
  const auto next = [&](std::ptrdiff_t i, int step) {
    for (std::ptrdiff_t j = i; std::abs(j - i) <= n; j += step) {
      if (places.is_open() && (j < 0 || j >= n))
        return std::pair{-1, j < 0 ? points.front().sigma : points.back().sigma};
      const auto at = static_cast<std::size_t>((j % n + n) % n);
      const double turns = j < 0 ? -1.0 : j >= n ? 1.0 : 0.0;
      if (pulley[at] >= 0) return std::pair{pulley[at], points[at].sigma + turns * places.contour_length};
    }
    return std::pair{-1, 0.0};
  };
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const auto [before, from] = next(i, -1);
    const auto [behind, to] = next(i, 1);
    const double sigma = points[static_cast<std::size_t>(i)].sigma;
    carriers[static_cast<std::size_t>(i)] = {
        .before = before, .behind = behind, .part = to > from ? (sigma - from) / (to - from) : 0.0};
  }
  return carriers;
}

ModePicture displaced(const ModePlaces& places, const ModeShape& shape, Complex factor) {
  ModePicture picture;
  const std::vector<Carriers> carriers = carriers_of(places);
  const auto mount = [&](int pulley) -> Eigen::Vector2d {
    if (pulley < 0) return Eigen::Vector2d::Zero();
    const auto k = static_cast<std::size_t>(pulley);
    return (factor * shape.mount[k]).real() * places.pulleys[k].axis_by;
  };
  const std::size_t n = places.points.size() + (places.is_open() ? 0 : 1);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = i % places.points.size();
    const auto& [before, behind, part] = carriers[k];
    const Eigen::Vector2d carried = (1.0 - part) * mount(before) + part * mount(behind);
    const Eigen::Vector2d& tangent = places.points[k].tangent;
    const double along = (factor * shape.along[k]).real() - carried.dot(tangent);
    const double across = (factor * shape.across[k]).real() - carried.dot(Eigen::Vector2d(-tangent.y(), tangent.x()));
    const PathPlaceShown place = path_at(places, places.points[k].sigma + along);
    picture.belt.push_back(place.position + carried + across * place.left);
  }
  for (std::size_t k = 0; k < places.pulleys.size(); ++k) {
    const ModePlaces::Pulley& pulley = places.pulleys[k];
    const Eigen::Vector2d axis = pulley.axis + (factor * shape.mount[k]).real() * pulley.axis_by;
    const double turned = (factor * shape.angle[k]).real();
    std::vector<Eigen::Vector2d>& lines = picture.pulleys.emplace_back(1, axis);
    for (int i = 0; i <= kCirclePoints; ++i) {
      const double angle = turned + 2.0 * std::numbers::pi * i / kCirclePoints;
      lines.emplace_back(axis.x() + pulley.radius * std::cos(angle), axis.y() + pulley.radius * std::sin(angle));
    }
  }
  return picture;
}

std::vector<TextFile> mode_series(const ModeTable& table, std::size_t mode, double size, const std::string& folder) {
  const LinearMode& shown = table.modes[mode].mode;
  const std::string name = fmt::format("mode_{:02}", mode + 1);
  // A mode that does not oscillate has no period: its instants are numbered from 0.
  const double period = shown.frequency() > 0.0 ? 1.0 / shown.frequency() : kInstants;
  std::vector<TextFile> files;
  std::string series =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "  <Collection>\n";
  for (int i = 0; i < kInstants; ++i) {
    const double part = static_cast<double>(i) / kInstants;
    const std::string file = fmt::format("{}/{:02}.vtp", name, i);
    files.push_back({.path = folder + "/" + file,
                     .text = vtp_of(table.places, shown.shape, std::polar(size, 2.0 * std::numbers::pi * part))});
    series += fmt::format("    <DataSet timestep=\"{:.9g}\" part=\"0\" file=\"{}\"/>\n", period * part, file);
  }
  files.push_back({.path = folder + "/" + name + ".pvd", .text = series + "  </Collection>\n</VTKFile>\n"});
  return files;
}

}  // namespace beltdyn::plots
