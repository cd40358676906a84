// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "plots/sensitivity_figure.hpp"
#include "report/content.hpp"
#include "report/page.hpp"

namespace beltdyn::report {

// A parameter of a sweep.
struct VariedNumber {
  std::string name;
  std::string unit;
  std::string pointer;  // into the configuration
  std::string values;   // the values it takes, "linear 0.2 ... 0.8, 13 values"
};

// The content of the page of `beltdyn sweep`.
struct SweepContent {
  std::string name;
  std::string file;           // file name of the configuration, as given
  std::string run;            // the varied run
  std::string design;         // description of the design of experiments
  std::string configuration;  // JSON without the sweep
  std::vector<VariedNumber> parameters;
  std::vector<std::string> columns{};          // "name [unit]" of parameters, then of quantities
  std::vector<std::size_t> members{};          // numbers of the members
  std::vector<std::vector<double>> numbers{};  // NaN if missing; shape (n_members)(n_columns)
  std::vector<std::string> status{};
  std::vector<std::string> messages{};
  std::vector<Picture> figures{};
  std::vector<plots::SensitivityPanel> sensitivities{};
};

// Creates the page; the same content gives bit-identical pages. Each point of its diagram and each row of its table
// links to the configuration of that member.
std::string sweep_page(const SweepContent& content);

}  // namespace beltdyn::report
