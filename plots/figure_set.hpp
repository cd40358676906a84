// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

// The figures of each type of drive. A further type has a further set, selected in figures.cpp.
namespace beltdyn::plots {

using RunFilter = bool (*)(const Run&);

// The items that have a panel each, in a figure of several panels.
enum class Panels {
  run,
  pulley,
  mount,
  accessory,
  slip,    // of a rope: slip speed and margin of each pulley
  ends,    // of a rope: position and speed of each end
  picture  // of the drive, for each run
};

struct FigureKind {
  std::string_view name;  // also the name of the file of its body, <name>.gp
  std::string_view title;
  int width;   // [px]
  int height;  // [px], 0: by the number of panels
  bool (*applies)(const Result&);
  RunFilter uses;
  Panels panels = Panels::run;  // if height is 0
  // Drawn only if a history column that begins like this varies: figures over time show nothing of a steady motion.
  std::string_view varying{};
};

// Does a history column that begins like this vary in a run?
bool varies(const Result& result, std::string_view quantity);

struct FigureSet {
  std::span<const FigureKind> kinds;
  // The script included after common.gp in every figure of the drive.
  std::string_view macros;
  // The lines that define the drive and other data at the begin of its scripts.
  std::string (*variables)(const Result&, const std::vector<const Run*>&);
  // The data of a run for figures, as text files for gnuplot.
  std::vector<TextFile> (*data)(const Run&, const Result&);
  int pulleys = 0;  // for ropes the number of spans, one more
  int mounts = 0;
  int accessories = 0;
  int run_panel_height = 300;   // [px]
  double picture_aspect = 1.0;  // of a picture of the drive, width over height [-]
};

FigureSet contour_figures();
FigureSet belt_figures(const Result& result);
FigureSet rig_figures();
FigureSet beam_figures(const SupportedBeamDrive& drive);
FigureSet rope_figures();
FigureSet rope_drive_figures(const RopeDrive& drive);

// Number of runs of a result that a figure would show.
std::ptrdiff_t count(const Result& result, RunFilter filter);

}  // namespace beltdyn::plots
