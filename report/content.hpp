// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

// The content of the sections of a page, independent of computation and layout. Texts are plain, not HTML.
namespace beltdyn::report {

// A picture drawn by gnuplot.
struct Picture {
  std::string name;                  // unique on the page, e.g. "ntarladima-2023-fig-12-angular-velocity"
  std::string title;                 // what it shows
  std::string alt;                   // description for readers who cannot see it: axes, curves, the result
  std::string svg;                   // text of the SVG file
  std::vector<std::string> files{};  // files of the picture to download, relative to the page: "figures/fig9.pdf"
};

// The error of a run with respect to its reference, a line below a picture.
struct ErrorLine {
  std::string quantity;  // "angular_velocity_2 [rad/s]"
  std::string run;
  std::string reference;
  double maximum{};                          // max |run − reference|, in the unit of the quantity
  std::optional<double> maximum_relative{};  // to the range of the reference
  double l2{};                               // root mean square, in the unit of the quantity
};

// A figure or table of a paper that is recomputed, or the reason why it is not.
struct Exhibit {
  std::string paper;      // key, e.g. "ntarladima-2023"
  std::string label;      // "Fig. 12", "Figs. 14 to 17", "Table 4"
  std::string title;      // what the paper shows there
  std::string text{};     // the content of the figure, and the compared curves
  std::string command{};  // reproduces it, e.g. "beltdyn compare configs/papers/ntarladima-2023/figures_12_17.json"
  std::vector<Picture> pictures{};
  std::vector<ErrorLine> errors{};
  std::vector<std::string> cases{};  // ids of verification cases shown with it; a prefix ends in '/'
  std::string left_out{};            // why it is not recomputed; empty if it is
};

// An inconsistency between a paper, its code and its data, or an error in them.
struct Discrepancy {
  std::string paper;     // key
  std::string place;     // "Eq. (24)", "Table 2", "published code"
  std::string found;     // as printed
  std::string reading;   // what BeltDyn uses instead, and why
  std::string evidence;  // id of a verification case, or how the discrepancy was found
};

// A convergence study: errors over a parameter, drawn log-log with the theoretical slope.
struct Refinement {
  std::string id;         // of the verification case or the study; unique on the page together with the title
  std::string title;      // "lagrangian_ancf and eulerian_ale: driven speed"
  std::string parameter;  // "elements", "time_step [s]"
  std::string error;      // label of the vertical axis
  std::vector<double> values;
  std::vector<double> errors;              // shape as values
  std::optional<double> expected_order{};  // theoretical order, in the direction of refinement
  std::vector<double> orders{};            // observed between neighbours, shape one less
};

// A result over a physical parameter; shapes as ParameterTable::values unless stated.
struct ParameterRow {
  std::string column;                   // "span_force_1 [N]"
  std::vector<double> results;          // at the end of the runs
  std::optional<double> change{};       // of the last result relative to the first [-]
  std::optional<double> sensitivity{};  // d ln(result)/d ln(parameter) from the first to the last [-]
};

// The results of a run over a physical parameter, which have no order of convergence.
struct ParameterTable {
  std::string run;
  std::string parameter;  // "coefficient"
  std::vector<double> values;
  std::vector<ParameterRow> rows;
};

}  // namespace beltdyn::report
