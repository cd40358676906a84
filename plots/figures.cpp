// SPDX-License-Identifier: MIT
#include "plots/figures.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "plots/campbell_figure.hpp"
#include "plots/convergence_figure.hpp"
#include "plots/figure_data.hpp"
#include "plots/figure_set.hpp"
#include "plots/gnuplot_text.hpp"
#include "plots/modes_figure.hpp"
#include "plots/parameter_figure.hpp"
#include "plots/response_figure.hpp"

namespace beltdyn::embedded {
std::string_view plot_script(std::string_view file_name);
}

namespace beltdyn::plots {
namespace {

// Figures with panels grow with their number, from some number on in two columns.
constexpr int kPulleyPanelHeight = 240;
constexpr int kMostPanelsInColumn = 3;
constexpr int kWiderForColumns = 300;

struct SetOfDrive {
  FigureSet operator()(const ContourDrive&) const { return contour_figures(); }
  FigureSet operator()(const BeltDrive& drive) const { return belt_figures(drive); }
  FigureSet operator()(const FrictionRigDrive&) const { return rig_figures(); }
  FigureSet operator()(const SupportedBeamDrive& drive) const { return beam_figures(drive); }
  FigureSet operator()(const RopeDrive&) const { return rope_figures(); }
};

FigureSet figure_set(const Result& result) { return std::visit(SetOfDrive{}, result.drive); }

std::string preamble(const FigureKind& kind, const FigureSet& set, const Result& result,
                     const std::vector<const Run*>& runs) {
  const std::vector<double> instants = drawn_instants(runs);
  std::string text = fmt::format("# {}. Drawn by: gnuplot -e 'format=\"svg\"' {}.gp\n", kind.title, kind.name);
  auto out = std::back_inserter(text);
  const int n_runs = static_cast<int>(runs.size());
  const bool has_run_panels = kind.panels == Panels::run;
  const int n_panels = has_run_panels ? n_runs : set.pulleys;
  const int n_columns = n_panels > kMostPanelsInColumn ? 2 : 1;
  const int n_rows = (n_panels + n_columns - 1) / n_columns;
  const bool has_panels = kind.height == 0;
  fmt::format_to(out, "figure = {}\nwidth = {}\nheight = {}\n", gnuplot_string(kind.name),
                 has_panels ? kind.width + kWiderForColumns * (n_columns - 1) : kind.width,
                 has_panels ? (has_run_panels ? set.run_panel_height : kPulleyPanelHeight) * n_rows : kind.height);
  fmt::format_to(out, "n_rows = {}\nn_columns = {}\nend_time = {:.10g}\n", n_rows, n_columns, result.end_time);
  fmt::format_to(out, "n_runs = {}\n", runs.size());
  text += gnuplot_array("run_name", runs, [](const Run* run) { return gnuplot_string(run->name); });
  text += gnuplot_array("run_title", runs, [](const Run* run) { return gnuplot_string(readable(run->name)); });
  text += gnuplot_array("run_is_exact", runs, [](const Run* run) { return run->is_exact ? "1" : "0"; });
  text += gnuplot_array("run_is_published", runs, [](const Run* run) { return run->is_published ? "1" : "0"; });
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

// Calls visit(kind, runs) for what can be drawn.
template <class Visit>
void for_each_figure(const FigureSet& set, const Result& result, const Visit& visit) {
  for (const FigureKind& kind : set.kinds) {
    if (!kind.applies(result)) continue;
    const std::vector<const Run*> runs = runs_of(kind, result);
    if (!runs.empty()) visit(kind, runs);
  }
}

}  // namespace

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
  if (result.parameter_study && has_curves(*result.parameter_study)) {
    figures.push_back({.name = std::string(kParameterFigure), .title = "results over the parameter of a study"});
  }
  return figures;
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
  if (result.parameter_study && has_curves(*result.parameter_study)) append(parameter_figure(*result.parameter_study));
  return files;
}

}  // namespace beltdyn::plots
