// SPDX-License-Identifier: MIT
#include "plots/figures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string_view>

#include "core/drive/drive.hpp"
#include "plots/campbell_figure.hpp"
#include "plots/convergence_figure.hpp"
#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/modes_figure.hpp"
#include "plots/parameter_figure.hpp"
#include "plots/response_figure.hpp"
#include "plots/speed_figures.hpp"
#include "postprocess/comparison.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

// Figures grow with their number of panels; many panels are arranged in two columns.
constexpr int kPulleyPanelHeight = 240;
constexpr int kMostPanelsInColumn = 3;
constexpr int kEndPanels = 4;  // position and speed of both ends
constexpr int kWiderForColumns = 300;
// Largest aspect ratio (width over height) of pictures that are placed side by side [-].
constexpr double kMostAspectBesides = 2.2;
constexpr double kBesidesPicture = 20.0;  // [px]
constexpr double kAbovePicture = 60.0;    // [px]
constexpr std::array<double, 2> kPictureHeights{240.0, 560.0};

struct PanelLayout {
  int panels{};
  int columns{};
  int rows{};
  int height{};  // of a panel [px]
};

int number_of_panels(const FigureKind& kind, const FigureSet& set, int n_runs) {
  switch (kind.panels) {
    case Panels::pulley:
      return set.pulleys;
    case Panels::mount:
      return set.mounts;
    case Panels::accessory:
      return set.accessories;
    case Panels::slip:
      return 2 * (set.pulleys - 1);
    case Panels::ends:
      return kEndPanels;
    case Panels::run:
    case Panels::picture:
      break;
  }
  return n_runs;
}

PanelLayout panel_layout(const FigureKind& kind, const FigureSet& set, int n_runs) {
  const int n = number_of_panels(kind, set, n_runs);
  if (kind.panels != Panels::picture) {
    const int columns = n > kMostPanelsInColumn ? 2 : 1;
    return {.panels = n,
            .columns = columns,
            .rows = (n + columns - 1) / columns,
            .height = kind.panels == Panels::run ? set.run_panel_height : kPulleyPanelHeight};
  }
  const int columns = n > 1 && set.picture_aspect < kMostAspectBesides ? 2 : 1;
  const double height = (0.87 * kind.width / columns - kBesidesPicture) / set.picture_aspect + kAbovePicture;
  return {.panels = n,
          .columns = columns,
          .rows = (n + columns - 1) / columns,
          .height = static_cast<int>(std::lround(std::clamp(height, kPictureHeights[0], kPictureHeights[1])))};
}

struct SetOfDrive {
  const Result& result;

  FigureSet operator()(const ContourDrive&) const { return contour_figures(); }
  FigureSet operator()(const BeltDrive&) const { return belt_figures(result); }
  FigureSet operator()(const FrictionRigDrive&) const { return rig_figures(); }
  FigureSet operator()(const SupportedBeamDrive& drive) const { return beam_figures(drive); }
  FigureSet operator()(const RopeOnSurface&) const { return rope_figures(); }
  FigureSet operator()(const RopeDrive& drive) const { return rope_drive_figures(drive); }
};

FigureSet figure_set(const Result& result) { return std::visit(SetOfDrive{result}, *result.drive); }

bool all_are_exact(const Result& result) {
  return std::ranges::all_of(result.runs, [](const Run& run) { return run.is_exact || run.is_published; });
}

// Index of a run among the runs with a colour, from 0; exact and published runs are black, but exact ones have colours
// if there are no others.
std::string colour_number(const Result& result, const Run* run) {
  const bool exact_have_colours = all_are_exact(result);
  int number = 0;
  for (const Run& other : result.runs) {
    if (&other == run) break;
    number += (other.is_exact && !exact_have_colours) || other.is_published ? 0 : 1;
  }
  return fmt::format("{}", number);
}

std::string preamble(const FigureKind& kind, const FigureSet& set, const Result& result,
                     const std::vector<const Run*>& runs) {
  const std::vector<double> instants = drawn_instants(runs);
  std::string text = fmt::format("# {}. Drawn by: gnuplot -e 'format=\"svg\"' {}.gp\n", kind.title, kind.name);
  auto out = std::back_inserter(text);
  const PanelLayout panels = panel_layout(kind, set, static_cast<int>(runs.size()));
  const bool has_panels = kind.height == 0;
  const bool is_wider = has_panels && kind.panels != Panels::picture && panels.columns > 1;
  fmt::format_to(out, "figure = {}\nwidth = {}\nheight = {}\n", gnuplot_string(kind.name),
                 kind.width + (is_wider ? kWiderForColumns : 0),
                 has_panels ? panels.height * panels.rows : kind.height);
  fmt::format_to(out, "n_rows = {}\nn_columns = {}\nbegin_time = {:.10g}\nend_time = {:.10g}\n", panels.rows,
                 panels.columns, result.begin_time, result.end_time);
  if (has_panels) fmt::format_to(out, "n_frames = {}\n", panels.panels);
  fmt::format_to(out, "n_runs = {}\n", runs.size());
  text += gnuplot_array("run_name", runs, [](const Run* run) { return gnuplot_string(run->name); });
  text += gnuplot_array("run_title", runs, [](const Run* run) { return gnuplot_string(readable(run->name)); });
  text += gnuplot_array("run_is_exact", runs, [](const Run* run) { return run->is_exact ? "1" : "0"; });
  text += gnuplot_array("run_is_steady_only", runs, [&result](const Run* run) {
    return postprocess::is_steady_only(*run, result.runs) ? "1" : "0";
  });
  text += gnuplot_array("run_is_published", runs, [](const Run* run) { return run->is_published ? "1" : "0"; });
  text += gnuplot_array("run_number", runs, [&result](const Run* run) { return colour_number(result, run); });
  fmt::format_to(out, "all_are_exact = {}\n", all_are_exact(result) ? 1 : 0);
  fmt::format_to(out, "n_instants = {}\n", instants.size());
  text += gnuplot_array("instant", instants, gnuplot_number);
  std::vector<Mark> marks = result.marks;
  std::stable_sort(marks.begin(), marks.end(), [](const Mark& x, const Mark& y) { return x.time < y.time; });
  fmt::format_to(out, "n_marks = {}\n", marks.size());
  text += gnuplot_array("mark_time", marks, [](const Mark& mark) { return gnuplot_number(mark.time); });
  text += gnuplot_array("mark_label", marks, [](const Mark& mark) { return gnuplot_string(mark.label); });
  return text + set.variables(result, runs);
}

std::vector<const Run*> runs_of(const FigureKind& kind, const Result& result) {
  std::vector<const Run*> runs;
  for (const Run& run : result.runs) {
    if (kind.uses(run)) runs.push_back(&run);
  }
  return runs;
}

// Calls visit(kind, runs) for the figures that can be drawn.
template <class Visit>
void for_each_figure(const FigureSet& set, const Result& result, const Visit& visit) {
  for (const FigureKind& kind : set.kinds) {
    if (!kind.applies(result) || (!kind.varying.empty() && !varies(result, kind.varying))) continue;
    const std::vector<const Run*> runs = runs_of(kind, result);
    if (!runs.empty()) visit(kind, runs);
  }
}

}  // namespace

bool varies(const Result& result, std::string_view quantity) {
  constexpr double kRoundOff = 1e-9;  // relative to the largest value of all these columns
  return std::ranges::any_of(result.runs, [quantity](const Run& run) {
    double largest = 0.0;
    double change = 0.0;
    for (const std::string& column : run.history.names()) {
      if (!column.starts_with(quantity) || run.history.rows() == 0) continue;
      const auto [least, most] = std::ranges::minmax(run.history.column(column));
      largest = std::max({largest, std::abs(least), std::abs(most)});
      change = std::max(change, most - least);
    }
    return change > kRoundOff * largest;
  });
}

std::ptrdiff_t count(const Result& result, RunFilter filter) {
  return std::count_if(result.runs.begin(), result.runs.end(), filter);
}

std::vector<Figure> applicable_figures(const Result& result) {
  std::vector<Figure> figures;
  for_each_figure(figure_set(result), result, [&figures](const FigureKind& kind, const std::vector<const Run*>&) {
    figures.push_back({.name = std::string(kind.name), .title = std::string(kind.title)});
  });
  if (result.convergence && has_curves(*result.convergence)) {
    figures.push_back({.name = std::string(kConvergenceFigure), .title = "errors of a convergence study"});
  }
  if (has_response(result)) {
    figures.push_back({.name = std::string(kResponseFigure), .title = "frequency response: magnitude and phase"});
  }
  std::ranges::move(mode_figures(result), std::back_inserter(figures));
  std::ranges::move(campbell_figures(result), std::back_inserter(figures));
  std::ranges::move(speed_figures(result), std::back_inserter(figures));
  if (result.parameter_study && has_curves(*result.parameter_study)) {
    figures.push_back({.name = std::string(kParameterFigure), .title = "results over the parameter of a study"});
  }
  return figures;
}

void set_size(FigureFiles& files, const PictureSize& size) {
  std::string lines;
  if (size.width > 0) lines += fmt::format("picture_width = {}\n", size.width);
  if (size.height > 0) lines += fmt::format("picture_height = {}\n", size.height);
  for (TextFile& script : files.scripts) script.text.insert(0, lines);
}

FigureFiles figure_files(const Result& result) {
  const FigureSet set = figure_set(result);
  FigureFiles files;
  for (const Run& run : result.runs) {
    for (TextFile& file : set.data(run, result)) files.data.push_back(std::move(file));
  }
  for_each_figure(set, result, [&](const FigureKind& kind, const std::vector<const Run*>& runs) {
    const std::string name = fmt::format("{}.gp", kind.name);
    files.scripts.push_back(
        {.path = name,
         .text = fmt::format("{}{}{}{}", preamble(kind, set, result, runs), embedded::plot_script("common.gp"),
                             embedded::plot_script(set.macros), embedded::plot_script(name))});
  });
  const auto append = [&files](FigureFiles study) {
    std::move(study.data.begin(), study.data.end(), std::back_inserter(files.data));
    std::move(study.scripts.begin(), study.scripts.end(), std::back_inserter(files.scripts));
  };
  if (result.convergence && has_curves(*result.convergence)) append(convergence_figure(*result.convergence));
  if (has_response(result)) append(response_figure(result));
  append(mode_figure_files(result));
  append(campbell_figure_files(result));
  append(speed_figure_files(result));
  if (result.parameter_study && has_curves(*result.parameter_study)) append(parameter_figure(*result.parameter_study));
  return files;
}

}  // namespace beltdyn::plots
