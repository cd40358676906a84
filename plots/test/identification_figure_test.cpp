// SPDX-License-Identifier: MIT
#include "plots/identification_figure.hpp"

#include <algorithm>

#include <doctest/doctest.h>

namespace beltdyn::identification_figure_test {

using namespace beltdyn::plots;

namespace {

MeasuredCurve curve_of(std::size_t n) {
  MeasuredCurve curve{.title = "force [N]"};
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = static_cast<double>(i);
    curve.time.push_back(x);
    curve.measured.push_back(2.0 * x);
    curve.fitted.push_back(3.0 * x);
    curve.residual.push_back(0.5 * x);
  }
  return curve;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("identification figure: a block and two panels for each series") {
  const FigureFiles files = identification_figure({curve_of(2), curve_of(3)});
  CHECK(has(files.data.at(0).text, "\n0 0 0 0\n1 2 3 0.5\n\n\n0 0 0 0\n1 2 3 0.5\n2 4 6 1\n"));
  CHECK(has(files.scripts.at(0).text, "n_rows = 2\n"));
  CHECK(has(files.scripts.at(0).text, "array series[2] = ['force [N]', 'force [N]']\n"));
}

TEST_CASE("identification figure: of very many values some are shown, from the first on") {
  const FigureFiles files = identification_figure({curve_of(5000)});
  CHECK(std::ranges::count(files.data.at(0).text, '\n') == 1001);
  CHECK(has(files.data.at(0).text, "\n0 0 0 0\n5 10 15 2.5\n"));
}

}  // namespace beltdyn::identification_figure_test
