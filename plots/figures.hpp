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

// The figures of a result folder: which of them the runs allow, and the files that draw them. No numbers are made here
// that the result files do not hold; the contract with gnuplot is in plots/README.md.
namespace beltdyn::plots {

// The pulley over whose speed a Campbell diagram is, and its speeds in the run [rad/s].
struct OperatingRange {
  std::string pulley;  // "1 (crank)"
  double low{};
  double high{};
};

struct Run {
  std::string name;
  std::string formulation;
  std::string model;        // the exact model the run converges to
  bool is_exact{};          // a solution of its model without an error that a picture could show
  bool is_complete = true;  // the run has finished
  // A curve that others have computed or published: missing values are NaN. `model` is the run it is compared with.
  bool is_published{};
  CsvTable history;
  CsvTable profiles;
  CsvTable slip_zones;
  std::optional<CsvTable> errors{};                  // errors.csv
  std::optional<postprocess::TimedShape> shape{};    // the last one, of drives with a shape
  std::optional<CsvTable> response{};                // frequency_response.csv of a linear analysis
  std::optional<ModeTable> modes{};                  // modes.json of one
  std::optional<CsvTable> campbell{};                // campbell.csv of one
  std::optional<OperatingRange> operating{};         // with it
  std::optional<CsvTable> orders{};                  // order_response.csv of one
  std::vector<postprocess::Histogram> histograms{};  // of summary.json
  Resolution resolution{};
  std::optional<Indirect<Drive>> own_drive{};  // if it is not that of the result: other values, the same path
  // With variants of the drive: the run of the file, and the variant; empty without.
  std::string member_of{};
  std::string variant{};
};

// A time worth a vertical line, e.g. the end of the first stage, t* of [Oborin 2018] Eq. (31).
struct Mark {
  double time{};      // [s]
  std::string label;  // gnuplot enhanced text
};

struct Result {
  Indirect<Drive> drive;
  double end_time{};  // [s]
  std::vector<Run> runs;
  std::vector<Mark> marks;
  // Of a study, one of the two.
  std::optional<postprocess::Convergence> convergence{};
  std::optional<postprocess::ParameterStudy> parameter_study{};
};

// Of a run of this result.
inline const Drive& drive_of_run(const Run& run, const Result& result) {
  return run.own_drive ? **run.own_drive : *result.drive;
}

struct TextFile {
  std::string path;  // below DIR/figures
  std::string text;
};

struct FigureFiles {
  std::vector<TextFile> data;     // data/<run>.<kind>.dat
  std::vector<TextFile> scripts;  // <figure>.gp: `gnuplot -e 'format="svg"' <figure>.gp` in DIR/figures draws it
};

// The size of each figure [px], 96 to an inch; 0: that of the figure.
struct PictureSize {
  int width = 0;
  int height = 0;
};

// Has the scripts draw figures of this size.
void set_size(FigureFiles& files, const PictureSize& size);

// One figure that can be drawn: its name is that of its script and pictures.
struct Figure {
  std::string name;
  std::string title;
};

// What the drive and its runs allow, in the order of the paper, the general figures last.
std::vector<Figure> applicable_figures(const Result& result);

// All files for these figures; the same bytes for the same result. Throws IoError if a table lacks a column.
FigureFiles figure_files(const Result& result);

}  // namespace beltdyn::plots
