// SPDX-License-Identifier: MIT
#include "plots/study_curves.hpp"

#include <algorithm>

#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {

std::string curve_title(const std::string& column, const std::string& run, bool name_run) {
  const std::string title = readable(column.substr(0, column.find(" [")));
  return name_run ? readable(run) + ", " + title : title;
}

std::vector<double> distinct(std::vector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace beltdyn::plots
