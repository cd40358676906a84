// SPDX-License-Identifier: MIT
#include "plots/modes_figure.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
#include <limits>
#include <string_view>

#include <fmt/format.h>

#include "plots/gnuplot_text.hpp"
#include "plots/mode_series.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

using Complex = std::complex<double>;

constexpr std::size_t kMostModeRuns = 4;
constexpr std::size_t kMostShapes = 12;
constexpr std::size_t kShapesInRow = 4;
constexpr int kShapeWidth = 350;       // [px]
constexpr double kLargestPart = 0.07;  // largest displacement, relative to the size of the drive
// Smallest height of a picture, relative to its width [-].
constexpr double kLeastHeight = 0.45;

struct Box {
  Eigen::Vector2d low = Eigen::Vector2d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector2d high = -low;

  void add(const Eigen::Vector2d& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  double size() const { return (high - low).maxCoeff(); }
};

Box box_of(const ModePlaces& places) {
  Box box;
  for (const ModePlaces::Point& point : places.points) box.add(point.position);
  for (const ModePlaces::Pulley& pulley : places.pulleys) {
    box.add(pulley.axis - Eigen::Vector2d::Constant(pulley.radius));
    box.add(pulley.axis + Eigen::Vector2d::Constant(pulley.radius));
  }
  const Eigen::Vector2d margin = Eigen::Vector2d::Constant(kLargestPart * box.size());
  box.low -= margin;
  box.high += margin;
  // A straight belt gets room above and below.
  const double missing = kLeastHeight * (box.high.x() - box.low.x()) - (box.high.y() - box.low.y());
  if (missing > 0.0) {
    box.low.y() -= 0.5 * missing;
    box.high.y() += 0.5 * missing;
  }
  return box;
}

// The belt and the pulleys, each with a spoke, displaced by the real part of a shape times `factor` [-].
void print_shape(const ModePlaces& places, const ModeShape& shape, Complex factor, std::string& text) {
  const auto out = std::back_inserter(text);
  const ModePicture picture = displaced(places, shape, factor);
  for (std::size_t i = 0; i < picture.belt.size(); ++i) {
    const double along = shape.along[i % places.points.size()].real();
    fmt::format_to(out, "{:.6g} {:.6g} {:.4g}\n", picture.belt[i].x(), picture.belt[i].y(), along);
  }
  text += "\n\n";
  // gnuplot would skip a block without lines.
  if (picture.pulleys.empty()) text += "NaN NaN\n";
  for (const std::vector<Eigen::Vector2d>& pulley : picture.pulleys) {
    for (const Eigen::Vector2d& x : pulley) fmt::format_to(out, "{:.6g} {:.6g}\n", x.x(), x.y());
    text += "\n";
  }
  text += "\n\n";
}

// Pairs of blocks, belt and pulleys: at rest, then for each mode at one instant and a quarter of a period later.
std::string shapes_data(const ModeTable& table, double size) {
  std::string text;
  const std::size_t n = std::min(table.modes.size(), kMostShapes);
  print_shape(table.places, table.modes[0].mode.shape, 0.0, text);
  for (std::size_t i = 0; i < n; ++i) {
    const ModeShape& shape = table.modes[i].mode.shape;
    print_shape(table.places, shape, kLargestPart * size, text);
    print_shape(table.places, shape, Complex(0.0, kLargestPart * size), text);
  }
  return text;
}

std::string shapes_preamble(const std::string& name, const std::string& run, const ModeTable& table, const Box& box) {
  const std::size_t n = std::min(table.modes.size(), kMostShapes);
  const std::size_t columns = std::min(n, kShapesInRow);
  const std::size_t rows = (n + columns - 1) / columns;
  const Eigen::Vector2d size = box.high - box.low;
  constexpr double kTitles = 60.0;  // [px]
  const double height =
      std::clamp(kShapeWidth * size.y() / size.x(), kLeastHeight * kShapeWidth, 2.0 * kShapeWidth) + kTitles;
  std::string text = fmt::format(
      "figure = {}\nwidth = {}\nheight = {:.0f}\nrun = {}\nn_runs = 0\nn_rows = {}\nn_columns = {}\nn_modes = {}\n"
      "x_low = {:.6g}\nx_high = {:.6g}\ny_low = {:.6g}\ny_high = {:.6g}\n",
      gnuplot_string(name), kShapeWidth * static_cast<int>(columns), height * static_cast<double>(rows),
      gnuplot_string(run), rows, columns, n, box.low.x(), box.high.x(), box.low.y(), box.high.y());
  std::vector<std::string> titles;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < n; ++i) {
    const LinearMode mode = table.modes[i].mode.without_rounding();
    titles.push_back(fmt::format("{}: {:.4g} Hz, damping {:.3g}", i + 1, mode.frequency(), mode.damping_ratio()));
    names.push_back(table.modes[i].name);
  }
  text += gnuplot_array("mode_title", titles, [](const std::string& title) { return gnuplot_string(title); });
  text += gnuplot_array("mode_name", names, [](const std::string& title) { return gnuplot_string(title); });
  return text;
}

std::string figure_name(const Run& run) { return "mode_shapes_" + run.name; }

std::vector<const Run*> runs_with_modes(const Result& result) {
  std::vector<const Run*> runs;
  for (const Run& run : result.runs) {
    if (run.modes && !run.modes->modes.empty() && runs.size() < kMostModeRuns) runs.push_back(&run);
  }
  return runs;
}

}  // namespace

std::vector<Figure> mode_figures(const Result& result) {
  std::vector<Figure> figures;
  for (const Run* run : runs_with_modes(result)) {
    figures.push_back({.name = figure_name(*run), .title = "mode shapes of run " + run->name});
  }
  return figures;
}

FigureFiles mode_figure_files(const Result& result) {
  FigureFiles files;
  for (const Run* run : runs_with_modes(result)) {
    const std::string name = figure_name(*run);
    const Box box = box_of(run->modes->places);
    files.data.push_back({.path = fmt::format("data/{}.dat", name), .text = shapes_data(*run->modes, box.size())});
    files.scripts.push_back({.path = name + ".gp",
                             .text = shapes_preamble(name, readable(run->name), *run->modes, box) +
                                     std::string(embedded::plot_script("common.gp")) +
                                     std::string(embedded::plot_script("mode_shapes.gp"))});
    const std::size_t n = std::min(run->modes->modes.size(), kMostShapes);
    for (std::size_t i = 0; i < n; ++i) {
      std::ranges::move(mode_series(*run->modes, i, kLargestPart * box.size(), "paraview/" + run->name),
                        std::back_inserter(files.data));
    }
  }
  return files;
}

}  // namespace beltdyn::plots
