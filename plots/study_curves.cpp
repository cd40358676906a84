// SPDX-License-Identifier: MIT
#include "plots/study_curves.hpp"

#include <algorithm>

#include "core/base/csv_table.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {

std::string curve_title(const std::string& column, const std::string& run, bool name_run) {
  const std::string title = readable(std::string(split_header(column).name));
  return name_run ? readable(run) + ", " + title : title;
}

std::vector<double> distinct(std::vector<double> values) {
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

}  // namespace beltdyn::plots
