// SPDX-License-Identifier: MIT
#include "postprocess/unseen_slip.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace beltdyn::unseen_slip_test {

namespace {

// Two pulleys with visible slip, one on which no contact point slips, and one at rest.
const std::vector<std::string> kColumns{
    "slip_arc_1 [rad]",    "slip_speed_1 [m/s]", "slip_power_1 [W]",   "slip_arc_2 [rad]", "slip_speed_2 [m/s]",
    "slip_power_2 [W]",    "slip_arc_3 [rad]",   "slip_speed_3 [m/s]", "slip_power_3 [W]", "slip_arc_10 [rad]",
    "slip_speed_10 [m/s]", "slip_power_10 [W]",  "span_force_1 [N]"};
const std::vector<double> kValues{0.5, 0.2, 3.0, 0.3, 0.1, 2.0, 0.0, 0.0, 0.01, 0.0, 0.0, 0.0, 90.0};
const std::vector<double> kErrors{0.02, 0.005, 0.1, 0.01, 0.006, 0.2, 0.0, 0.0, 1e-5, 0.0, 0.0, 0.0, 1.0};

}  // namespace

TEST_CASE("unseen slip: where no contact point slips errors are those of the pulley that is known best") {
  std::vector<double> errors = kErrors;
  postprocess::UnseenSlip(kColumns).raise(kValues, errors, 0.0);
  CHECK(errors == std::vector{0.02, 0.005, 0.1, 0.01, 0.006, 0.2, 0.01, 0.005, 0.2 * 0.01, 0.0, 0.0, 0.0, 1.0});
}

TEST_CASE("unseen slip: errors that are larger stay") {
  std::vector<double> errors = kErrors;
  errors[6] = 0.4;
  errors[8] = 0.009;
  postprocess::UnseenSlip(kColumns).raise(kValues, errors, 0.0);
  CHECK(errors[6] == 0.4);
  CHECK(errors[8] == 0.009);
}

TEST_CASE("unseen slip: where slip is seen nowhere errors of arcs are unknown") {
  const std::vector<std::string> columns{"slip_arc_1", "slip_speed_1", "slip_power_1"};
  const std::vector<double> values{0.0, 0.0, 0.5};
  std::vector<double> errors{0.0, 0.0, 0.2};
  postprocess::UnseenSlip(columns).raise(values, errors, std::nan(""));
  CHECK(std::isnan(errors[0]));
  CHECK(std::isnan(errors[1]));
  CHECK(errors[2] == 0.2);
}

TEST_CASE("unseen slip: slip arcs and speeds converge by the first order at the most") {
  CHECK(postprocess::order_of("slip_arc_1 [rad]", 2.0) == 1.0);
  CHECK(postprocess::order_of("slip_speed_12", 2.0) == 1.0);
  CHECK(postprocess::order_of("slip_arc_1", 0.5) == 0.5);
  CHECK(postprocess::order_of("slip_power_1", 2.0) == 2.0);
  CHECK(postprocess::order_of("span_force_1 [N]", 4.0) == 4.0);
}

}  // namespace beltdyn::unseen_slip_test
