// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/transient/belt_check.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "lagrangian/ancf/test/small_belt.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf::belt_check_test {
namespace {

using numerics::kBlock;

// The belt of the small drive on its path, with a check of it.
struct LaidBelt {
  BeltDrive drive = small_drive();
  BeltModel model = closed_model(drive, {.elements = 29});
  std::vector<PulleyEntry> pulleys = make_pulley_entries(drive, {});
  BeltWork work = make_belt_work(model, 1, best_instruction_set());
  BeltArrays& arrays = *work.arrays;

  LaidBelt() {
    lay_on_path(drive, model, arrays);
    work.kernel->find_neighbours(pulleys, 0.5 * model.rule.length);
  }
  // The objection after `place` has moved r, r' of each node.
  template <class Place>
  std::string objection(const Place& place, bool inertia = true) {
    const BeltCheck check(model, arrays, pulleys, inertia);
    const numerics::AlignedVector before = arrays.q;
    std::vector<double> q = arrays.gather(arrays.q, kBlock);
    for (std::size_t node = 0; node < q.size(); node += kBlock) place(&q[node], node / kBlock);
    arrays.scatter(q, kBlock, arrays.q);
    numerics::copy_first_nodes(arrays.layout, arrays.q);
    std::string said = check.objection(arrays, before, pulleys);
    arrays.q = before;
    return said;
  }
};

bool tells(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("Belt check: a belt that moves a little, as a whole or in waves, is sound") {
  LaidBelt belt;
  CHECK(belt.objection([](double*, std::size_t) {}).empty());
  CHECK(belt.objection([](double*, std::size_t) {}, false).empty());
  CHECK(
      belt.objection([](double* q, std::size_t node) { q[1] += 1e-4 * std::sin(static_cast<double>(node)); }).empty());
}

TEST_CASE("Belt check: each invalid configuration is reported") {
  LaidBelt belt;
  CHECK(tells(belt.objection([](double* q, std::size_t) { q[0] += 0.051; }), "more than the smallest radius"));
  CHECK(tells(belt.objection([](double* q, std::size_t node) {
    if (node == 3) q[2] = std::numeric_limits<double>::quiet_NaN();
  }),
              "collapsed"));
  CHECK(tells(belt.objection([](double* q, std::size_t node) {
    if (node == 5) {
      q[2] = -q[2];
      q[3] = -q[3];
    }
  }),
              "folded"));
  // Shrunk to 45 % about the middle of the drive.
  CHECK(tells(belt.objection([](double* q, std::size_t) {
    q[0] = 0.075 + 0.45 * (q[0] - 0.075);
    q[1] *= 0.45;
  }),
              "lost half its length"));
  // In small steps the whole belt moved to the right of the axis of pulley 1.
  const BeltCheck check(belt.model, belt.arrays, belt.pulleys, true);
  for (int node = 0; node < belt.model.n_nodes; ++node) {
    double& x = belt.arrays.q[belt.arrays.layout.at(node, kBlock, 0)];
    x = 0.201 + 0.75 * (x - 0.201);
  }
  numerics::copy_first_nodes(belt.arrays.layout, belt.arrays.q);
  CHECK(tells(check.objection(belt.arrays, belt.arrays.q, belt.pulleys), "the belt left pulley 1"));
}

TEST_CASE("Belt check: without inertia a belt has to touch a pulley, and contact has to be known") {
  LaidBelt belt;
  const auto away = [](double* q, std::size_t) {
    q[0] = 0.075 + 1.3 * (q[0] - 0.075);
    q[1] *= 1.3;
  };
  CHECK(tells(belt.objection(away, false), "lost contact with all pulleys"));
  CHECK(belt.objection(away, true).empty());
  belt.arrays.contacts.clear();
  CHECK(tells(belt.objection([](double* q, std::size_t) { q[0] += 0.004; }), "outside the contact search"));
}

}  // namespace beltdyn::lagrangian::ancf::belt_check_test
