// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plots/figures.hpp"

// What each type of drive brings to its figures. A further type has a further set, chosen in figures.cpp.
namespace beltdyn::plots {

using RunFilter = bool (*)(const Run&);

// What a figure of several panels has one for.
enum class Panels {
  run,
  pulley,
  mount,
  slip,    // of a rope: slip speed and margin of each pulley
  ends,    // of a rope: position and speed of each end
  picture  // of the drive, for each run
};

struct FigureKind {
  std::string_view name;  // also the file of its body, <name>.gp
  std::string_view title;
  int width;   // [px]
  int height;  // [px], 0: one with panels
  bool (*applies)(const Result&);
  RunFilter uses;
  Panels panels = Panels::run;  // if height is 0
};

struct FigureSet {
  std::span<const FigureKind> kinds;
  // The script that follows common.gp in every figure of the drive.
  std::string_view macros;
  // The preamble lines with the drive and other data for its scripts.
  std::string (*variables)(const Result&, const std::vector<const Run*>&);
  // The data of a run for figures, as text files for gnuplot.
  std::vector<TextFile> (*data)(const Run&, const Result&);
  int pulleys = 0;  // of ropes the spans, one more
  int mounts = 0;
  int run_panel_height = 300;   // [px]
  double picture_aspect = 1.0;  // of a picture of the drive, width over height
};

FigureSet contour_figures();
FigureSet belt_figures(const BeltDrive& drive);
FigureSet rig_figures();
FigureSet beam_figures(const SupportedBeamDrive& drive);
FigureSet rope_figures();
FigureSet rope_drive_figures(const RopeDrive& drive);

// How many runs of a result a figure would use.
std::ptrdiff_t count(const Result& result, RunFilter filter);

}  // namespace beltdyn::plots
