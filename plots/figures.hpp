// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/csv_table.hpp"
#include "core/drive/any_drive.hpp"
#include "core/linear/mode_shapes.hpp"
#include "core/settings/formulation.hpp"
#include "postprocess/convergence.hpp"
#include "postprocess/parameter_study.hpp"
#include "postprocess/shape_reader.hpp"
#include "postprocess/summary_reader.hpp"

// The figures of a result folder: the selection that its runs allow, and the files that draw them. All numbers come
// from the result files; plots/README.md describes the interface to gnuplot.
namespace beltdyn::plots {

// The speed range of a run in figures over the speed, and the pulley with this speed [rad/s].
struct OperatingRange {
  std::string pulley;  // "1 (crank)"
  double low{};
  double high{};
};

struct Run {
  std::string name;
  std::string formulation;
  std::string model;        // exact model to which the run converges
  bool is_exact{};          // is it a solution of its model without visible error?
  bool is_complete = true;  // has the run finished?
  // A curve that others have computed or published, with NaN for missing values. `model`: the run to compare it with.
  bool is_published{};
  CsvTable history;
  CsvTable profiles;
  CsvTable slip_zones;
  std::optional<CsvTable> errors{};                  // errors.csv
  std::optional<postprocess::TimedShape> shape{};    // last shape, of drives with a shape
  std::optional<CsvTable> response{};                // frequency_response.csv of a linear analysis
  std::optional<ModeTable> modes{};                  // modes.json of a linear analysis
  std::optional<CsvTable> campbell{};                // campbell.csv of a linear analysis
  std::optional<CsvTable> orders{};                  // order_response.csv of a linear analysis
  std::optional<CsvTable> states{};                  // steady_at_speeds.csv of a linear analysis
  std::optional<OperatingRange> operating{};         // speed range of the run, for figures over the speed
  std::vector<postprocess::Histogram> histograms{};  // from summary.json
  std::vector<Conclusion> conclusions{};             // from summary.json
  double summary_from{};                             // rows from this time on count in summaries and comparisons [s]
  Resolution resolution{};
  std::optional<Indirect<Drive>> own_drive{};  // if it differs from the result's drive: other values, the same path
  // If the result has variants of the drive: the run of the file, and the variant; otherwise empty.
  std::string member_of{};
  std::string variant{};
};

// A time marked by a vertical line, e.g. the end of the first stage, t* of [Oborin 2018] Eq. (31).
struct Mark {
  double time{};      // [s]
  std::string label;  // gnuplot enhanced text
};

struct Result {
  Indirect<Drive> drive;
  double end_time{};  // [s]
  std::vector<Run> runs;
  std::vector<Mark> marks;
  double begin_time = 0.0;  // of figures over time [s]
  // One of the two, if the result is a study.
  std::optional<postprocess::Convergence> convergence{};
  std::optional<postprocess::ParameterStudy> parameter_study{};
};

// The drive of a run of this result.
inline const Drive& drive_of_run(const Run& run, const Result& result) {
  return run.own_drive ? **run.own_drive : *result.drive;
}

struct TextFile {
  std::string path;  // relative to DIR/figures
  std::string text;
};

struct FigureFiles {
  std::vector<TextFile> data;     // data/<run>.<kind>.dat
  std::vector<TextFile> scripts;  // <figure>.gp: `gnuplot -e 'format="svg"' <figure>.gp` in DIR/figures draws it
};

// Size of each figure [px], 96 to an inch; 0: the size that the figure sets.
struct PictureSize {
  int width = 0;
  int height = 0;
};

// Changes the scripts to draw figures of this size.
void set_size(FigureFiles& files, const PictureSize& size);

// A figure that can be drawn; `name` is the name of its script and pictures.
struct Figure {
  std::string name;
  std::string title;
};

// The figures that the drive and its runs allow, in the order of the paper; general figures come last.
std::vector<Figure> applicable_figures(const Result& result);

// All files of these figures; equal results give equal bytes. Throws IoError if a table lacks a column.
FigureFiles figure_files(const Result& result);

}  // namespace beltdyn::plots
