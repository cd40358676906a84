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

// A varied parameter of a sweep.
struct VariedNumber {
  std::string name;
  std::string unit;
  std::string pointer;  // JSON pointer into the configuration
  std::string values;   // values in words, "linear 0.2 ... 0.8, 13 values"
};

// The content of the page of `beltdyn sweep`.
struct SweepContent {
  std::string name;
  std::string file;           // name of the configuration file as given
  std::string run;            // the varied run
  std::string design;         // design of the sweep in words
  std::string configuration;  // JSON, without the sweep
  std::vector<VariedNumber> parameters;
  std::vector<std::string> columns{};          // "name [unit]" of parameters, then of quantities
  std::vector<std::size_t> members{};          // their numbers
  std::vector<std::vector<double>> numbers{};  // NaN for missing values; shape (n_members) of (n_columns)
  std::vector<std::string> status{};
  std::vector<std::string> messages{};
  std::vector<Picture> figures{};
  std::vector<plots::SensitivityPanel> sensitivities{};
};

// The HTML page; bit-identical for the same content. Each point of its diagram and each row of its table leads to the
// configuration of that member.
std::string sweep_page(const SweepContent& content);

}  // namespace beltdyn::report
