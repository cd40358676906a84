// SPDX-License-Identifier: MIT
#include "report/identification_page.hpp"

#include <string>

#include <doctest/doctest.h>

namespace beltdyn::identification_page_test {

using namespace beltdyn::report;

namespace {

IdentificationContent two_parameters() {
  return {
      .name = "a < b",
      .runs = {"lugre"},
      .parameter_names = {"mu", "k"},
      .parameters = {{.name = "mu", .unit = "-", .value = 0.5, .standard_error = 0.0123, .low = 0.476, .high = 0.524},
                     {.name = "k", .unit = "N/m", .value = 2e3, .standard_error = 1.0, .is_at_bound = true}},
      .correlations = {{1.0, -0.876}, {-0.876, 1.0}},
      .singular_values = {123.0, 4.5},
      .series = {{.column = "force [N]", .n_values = 601, .root_mean_square = 0.987, .ljung_box_probability = 0.25}},
      .searches = {{.start = {0.3, 1e3}, .cost = 17.5, .iterations = 4},
                   {.start = {0.9, 1e3}, .remark = "no fit: slips"}},
      .n_runs = 41};
}

bool has(const std::string& page, const std::string& part) { return page.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("identification page: values, correlations, residuals and searches are shown") {
  const std::string page = identification_page(two_parameters());
  CHECK(has(page, "<h1>a &lt; b</h1>"));
  CHECK(has(page, "with 41 runs"));
  CHECK(has(page, "0.012"));
  CHECK(has(page, "at a bound"));
  CHECK(has(page, "-0.876"));
  CHECK(has(page, "force [N]"));
  CHECK(has(page, "0.25"));
  CHECK(has(page, "the best"));
  CHECK(has(page, "no fit: slips"));
  CHECK(page == identification_page(two_parameters()));
}

TEST_CASE("identification page: no parameters without identifiability") {
  IdentificationContent content = two_parameters();
  content.parameters.clear();
  content.correlations.clear();
  content.untold = {"the data cannot distinguish mu and k"};
  const std::string page = identification_page(content);
  CHECK(!has(page, "id=\"parameters\""));
  CHECK(!has(page, "id=\"correlations\""));
  CHECK(has(page, "the data cannot distinguish mu and k"));
}

}  // namespace beltdyn::identification_page_test
