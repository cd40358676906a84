// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/ale_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <doctest/doctest.h>

#include "core/numerics/close.hpp"
#include "eulerian/ale/element/ale_equations.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::ale_kernel_test {
namespace {

using numerics::AlignedVector;
using numerics::InstructionSet;
using numerics::kBlock;
using numerics::kBlockEntries;

constexpr double kStep = 1e-3;  // [s]
constexpr StepRates kRates{.velocity = 2.0 / kStep, .acceleration = 4.0 / (kStep * kStep)};

std::vector<InstructionSet> available_sets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
    if (numerics::is_available(set)) sets.push_back(set);
  }
  return sets;
}

// Values of the nodes in their order; contributions of the last row of a lane to the first node of the next lane are in
// the halo.
std::vector<double> complete(const AleArrays& arrays, const AlignedVector& values) {
  const numerics::CyclicChainLayout& layout = arrays.layout;
  std::vector<double> in_order = arrays.gather(values);
  for (int node = 0; node < layout.n_nodes(); ++node) {
    const int lane = layout.lane_of(node);
    if (layout.row_of(node) != layout.first_row(lane)) continue;
    const int above = (lane + layout.lanes() - 1) % layout.lanes();
    for (int c = 0; c < kBlock; ++c) {
      in_order[static_cast<std::size_t>(node * kBlock + c)] += values[layout.index(layout.rows(), above, kBlock, c)];
    }
  }
  return in_order;
}

// Blocks in the order of the nodes.
std::vector<double> blocks_of(const AleArrays& arrays, const AlignedVector& blocks) {
  std::vector<double> in_order;
  for (int node = 0; node < arrays.layout.n_nodes(); ++node) {
    for (int i = 0; i < kBlockEntries; ++i) in_order.push_back(blocks[arrays.layout.at(node, kBlockEntries, i)]);
  }
  return in_order;
}

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

// The results of an evaluation, in the order of the nodes.
struct Evaluation {
  std::vector<double> residual;
  std::vector<double> diagonal;
  std::vector<double> upper;
  std::vector<double> lower;
  std::vector<std::vector<double>> column;
  std::vector<std::vector<double>> row;
  std::vector<double> moments;
  std::vector<double> contacts;  // forces and histories of contact points
  std::vector<double> d_moments;
  std::vector<double> on_mounts;
  std::vector<double> d_mounts;  // Derivatives of Q and moment by the mount, and of Q by the angle.

  std::vector<std::vector<double>> parts() const {
    std::vector<std::vector<double>> all{residual, diagonal,  upper,     lower,   moments,
                                         contacts, d_moments, on_mounts, d_mounts};
    all.insert(all.end(), column.begin(), column.end());
    all.insert(all.end(), row.begin(), row.end());
    return all;
  }
};

// The belt of the serpentine drive, pressed into its pulleys, with waves and motion, and with deflected bristles.
class WavedBelt {
 public:
  WavedBelt(const AleModel& model, InstructionSet set, const BeltDrive& drive = serpentine_drive())
      : model_(model),
        drive_(drive),
        pulleys_(make_pulley_entries(drive_)),
        work_(make_ale_work(model, drive.has_mounts() ? 3 : 2, set)),
        history_(model, *work_.arrays) {}

  // Evaluates with all unknowns of the nodes moved by `by` along some direction, and the angles and mounts of the
  // pulleys accordingly.
  Evaluation evaluate(FrictionUse friction, double by = 0.0) {
    AleArrays& a = *work_.arrays;
    wave(0.0, 0.0);
    for (int e = 0; e < a.layout.n_nodes(); ++e) {
      for (std::size_t p = 0; p < kContactPoints; ++p) {
        for (std::size_t k = 0; k < a.fields.n(); ++k) {
          a.contacts[a.contact_at(e, p, a.fields.value(k))] =
              1e-6 * std::sin(3.0 * e + static_cast<double>(p) + 0.7 * static_cast<double>(k));
          a.contacts[a.contact_at(e, p, a.fields.mode(k))] = contact::mode_of(contact::ContactState::stick);
        }
        // All contact points have a memory, whether or not in contact.
        a.contacts[a.contact_at(e, p, ContactField::pressure)] = 1.0;
      }
    }
    history_.commit(a, pulleys_);
    wave(2e-5, by);
    REQUIRE(history_.find_departures(work_, pulleys_));
    work_.kernel->assemble({.length = kStep, .rates = kRates, .friction = friction, .inertia = true}, true, pulleys_);
    Evaluation result{.residual = complete(a, a.residual),
                      .diagonal = blocks_of(a, a.matrix.diagonal),
                      .upper = blocks_of(a, a.matrix.upper),
                      .lower = blocks_of(a, a.matrix.lower),
                      .column = {},
                      .row = {},
                      .moments = {},
                      .contacts = {},
                      .d_moments = {},
                      .on_mounts = {},
                      .d_mounts = {}};
    for (const auto& column : a.column) result.column.push_back(complete(a, column));
    for (const auto& row : a.row) result.row.push_back(complete(a, row));
    for (const PulleyEntry& pulley : pulleys_) {
      result.moments.push_back(pulley.moment);
      result.d_moments.push_back(pulley.unknown < 0 ? 0.0 : pulley.d_moment);
      result.on_mounts.push_back(pulley.on_mount);
      result.d_mounts.insert(result.d_mounts.end(),
                             {pulley.d_on_mount, pulley.moment_by_mount, pulley.on_mount_by_angle});
    }
    for (int e = 0; e < a.layout.n_nodes(); ++e) {
      for (std::size_t p = 0; p < kContactPoints; ++p) {
        for (const ContactField f : {ContactField::pressure, ContactField::traction, ContactField::state}) {
          // The state, scaled to the size of forces.
          result.contacts.push_back(a.contacts[a.contact_at(e, p, f)] * (f == ContactField::state ? 100.0 : 1.0));
        }
      }
    }
    return result;
  }
  // The direction of differentiate().
  static double direction(std::size_t unknown) { return std::sin(1.3 * static_cast<double>(unknown) + 0.4); }
  static double angle_direction(int pulley) { return 3.0 - pulley; }
  static constexpr double kMountDirection = 7.0;

 private:
  void wave(double more, double by) {
    AleArrays& a = *work_.arrays;
    const double slope = model_.reference_length / model_.mesh.loop;
    std::vector<double> q;
    std::vector<double> v;
    std::vector<double> acceleration;
    for (std::size_t node = 0; node < model_.mesh.nodes.size(); ++node) {
      const auto x = static_cast<double>(node);
      // Inwards is along n for an inside pulley, against n for an outside one.
      const double into = model_.mesh.owners[node] == 2 ? -3e-5 : 3e-5;
      q.insert(q.end(), {into + (1e-5 + more) * std::sin(1.7 * x), 1e-3 * std::cos(2.3 * x),
                         slope * (model_.mesh.nodes[node].sigma + more * (1.0 + std::sin(0.5 * x))),
                         slope * (1.0 + 1e-3 * std::sin(0.7 * x))});
      for (int c = 0; c < kBlock; ++c) {
        v.push_back(0.04 * std::cos(0.9 * x + c));
        acceleration.push_back(10.0 * std::sin(0.8 * x + 2.0 * c));
      }
    }
    for (std::size_t i = 0; i < q.size(); ++i) {
      q[i] += by * direction(i);
      v[i] += by * kRates.velocity * direction(i);
      acceleration[i] += by * kRates.acceleration * direction(i);
    }
    a.scatter(q, a.q);
    a.scatter(v, a.v);
    a.scatter(acceleration, a.a);
    a.close_positions();
    for (std::size_t p = 0; p < pulleys_.size(); ++p) {
      const double turn = pulleys_[p].unknown < 0 ? 0.0 : by * angle_direction(pulleys_[p].unknown);
      pulleys_[p].circle.turn = 1e-4 + turn;
      pulleys_[p].circle.angular_velocity = 0.1 + kRates.velocity * turn;
      if (pulleys_[p].mount >= 0) move_mount(p, by * kMountDirection);
    }
  }
  // Swings an arm from its initial place.
  void move_mount(std::size_t p, double by) {
    const Pulley& pulley = drive_.pulleys[p];
    const AxisPlace axis = pulley.axis_at(drawn_position(pulley.mount, pulley.center) + by);
    ContactCircle<double>& circle = pulleys_[p].circle;
    circle.center = numerics::plane(axis.place);
    circle.by_mount = numerics::plane(axis.by_u);
    circle.by_mount_twice = numerics::plane(axis.by_u_twice);
    circle.mount_velocity = 0.3 + kRates.velocity * by;
    circle.axis_velocity = circle.mount_velocity * circle.by_mount;
  }

  const AleModel& model_;
  BeltDrive drive_;
  std::vector<PulleyEntry> pulleys_;
  AleWork work_;
  TransportedHistory history_;
};

}  // namespace

TEST_CASE("ALE kernel: all instruction sets compute the same, whatever remains of the lanes") {
  const std::vector<InstructionSet> sets = available_sets();
  // A gap is a difference of lengths of 0.1 m, accurate to some ulp. A penetration of some 1e-5 m, and the forces from
  // it, lose four digits.
  constexpr double kRounding = 1e-11;
  // Three pulleys: 24 nodes are the minimum for eight lanes; then all remainders of 8, 4 and 2.
  for (int per_pulley = 3; per_pulley <= 10; ++per_pulley) {
    const AleModel model =
        make_ale_model(serpentine_drive(), {.elements_per_pulley = per_pulley, .elements_per_span = 5});
    for (const FrictionUse friction : {FrictionUse::none, FrictionUse::full}) {
      CAPTURE(model.mesh.size());
      CAPTURE(static_cast<int>(friction));
      const std::vector<std::vector<double>> reference = WavedBelt(model, sets.front()).evaluate(friction).parts();
      for (std::size_t s = 1; s < sets.size(); ++s) {
        CAPTURE(static_cast<int>(sets[s]));
        const std::vector<std::vector<double>> other = WavedBelt(model, sets[s]).evaluate(friction).parts();
        REQUIRE(other.size() == reference.size());
        for (std::size_t part = 0; part < other.size(); ++part) {
          CAPTURE(part);
          std::vector<double> difference = other[part];
          for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= reference[part][i];
          CHECK(largest(difference) <= kRounding * largest(reference[part]));
        }
      }
    }
  }
}

TEST_CASE("ALE kernel: matrix, columns and rows are the derivatives of residual and moments") {
  const AleModel model = make_ale_model(serpentine_drive(), {.elements_per_pulley = 6, .elements_per_span = 3});
  for (const FrictionUse friction : {FrictionUse::none, FrictionUse::full}) {
    CAPTURE(static_cast<int>(friction));
    WavedBelt belt(model, InstructionSet::baseline);
    const Evaluation at = belt.evaluate(friction);
    // 1e-9 m is a ten-thousandth of the gaps, and changes residuals that have ten accurate digits by 1e-3.
    constexpr double kIncrement = 1e-9;
    constexpr double kError = 1e-6;
    const Evaluation after = belt.evaluate(friction, kIncrement);
    const Evaluation before = belt.evaluate(friction, -kIncrement);
    const auto n = static_cast<std::size_t>(model.mesh.size());
    constexpr auto kB = static_cast<std::size_t>(kBlock);
    std::vector<double> expected;
    std::vector<double> computed;
    for (std::size_t i = 0; i < kB * n; ++i) {
      expected.push_back(-(after.residual[i] - before.residual[i]) / (2.0 * kIncrement));
      const std::size_t node = i / kB;
      double sum = 0.0;
      for (std::size_t j = 0; j < kB; ++j) {
        const std::size_t entry = (i % kB) * kB + j;
        const std::size_t above = (node + n - 1) % n;
        const std::size_t below = (node + 1) % n;
        sum += at.diagonal[node * kB * kB + entry] * WavedBelt::direction(node * kB + j) +
               at.upper[node * kB * kB + entry] * WavedBelt::direction(below * kB + j) +
               at.lower[above * kB * kB + entry] * WavedBelt::direction(above * kB + j);
      }
      for (std::size_t f = 0; f < at.column.size(); ++f) {
        sum -= at.column[f][i] * WavedBelt::angle_direction(static_cast<int>(f));
      }
      computed.push_back(sum);
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(i);
      CHECK(close(computed[i], expected[i], {.abs = kError * largest(expected)}));
    }
    for (int pulley = 1; pulley < 3; ++pulley) {
      CAPTURE(pulley);
      const auto p = static_cast<std::size_t>(pulley);
      double sum = at.d_moments[p] * WavedBelt::angle_direction(pulley - 1);
      for (std::size_t i = 0; i < kB * n; ++i) sum += at.row[p - 1][i] * WavedBelt::direction(i);
      const double change = (after.moments[p] - before.moments[p]) / (2.0 * kIncrement);
      CHECK(close(sum, change, {.abs = kError * largest(at.row[p - 1])}));
      // Without friction the angle of a round pulley has no influence.
      CHECK((std::abs(at.d_moments[p]) > 1.0) == (friction != FrictionUse::none));
    }
  }
}

namespace {

// The outside pulley of the serpentine drive is on an arm.
BeltDrive tensioned_drive() {
  BeltDrive drive = serpentine_drive();
  ArmMount arm;
  arm.pivot = drive.pulleys[2].center + Eigen::Vector2d(0.03, 0.05);
  arm.suspension.inertia = 1e-3;
  arm.suspension.spring = MountSpring{.stiffness = 1.0, .free_position = 0.0};
  drive.pulleys[2].mount = arm;
  return drive;
}

}  // namespace

TEST_CASE("ALE kernel: the column and row of a mount are derivatives of residual, moment and force on the mount") {
  const BeltDrive drive = tensioned_drive();
  const AleModel model = make_ale_model(serpentine_drive(), {.elements_per_pulley = 6, .elements_per_span = 3});
  for (const FrictionUse friction : {FrictionUse::none, FrictionUse::full}) {
    CAPTURE(static_cast<int>(friction));
    WavedBelt belt(model, InstructionSet::baseline, drive);
    const Evaluation at = belt.evaluate(friction);
    // As in the test above.
    constexpr double kIncrement = 1e-9;
    constexpr double kError = 1e-6;
    const Evaluation after = belt.evaluate(friction, kIncrement);
    const Evaluation before = belt.evaluate(friction, -kIncrement);
    const auto n = static_cast<std::size_t>(model.mesh.size());
    constexpr auto kB = static_cast<std::size_t>(kBlock);
    REQUIRE(at.column.size() == 3);
    std::vector<double> expected;
    std::vector<double> computed;
    for (std::size_t i = 0; i < kB * n; ++i) {
      expected.push_back(-(after.residual[i] - before.residual[i]) / (2.0 * kIncrement));
      const std::size_t node = i / kB;
      double sum = -at.column[2][i] * WavedBelt::kMountDirection;
      for (std::size_t j = 0; j < kB; ++j) {
        const std::size_t entry = (i % kB) * kB + j;
        const std::size_t above = (node + n - 1) % n;
        const std::size_t below = (node + 1) % n;
        sum += at.diagonal[node * kB * kB + entry] * WavedBelt::direction(node * kB + j) +
               at.upper[node * kB * kB + entry] * WavedBelt::direction(below * kB + j) +
               at.lower[above * kB * kB + entry] * WavedBelt::direction(above * kB + j);
      }
      for (std::size_t f = 0; f < 2; ++f) sum -= at.column[f][i] * WavedBelt::angle_direction(static_cast<int>(f));
      computed.push_back(sum);
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      CAPTURE(i);
      CHECK(close(computed[i], expected[i], {.abs = kError * largest(expected)}));
    }
    const auto along = [&](const std::vector<double>& row) {
      double sum = 0.0;
      for (std::size_t i = 0; i < kB * n; ++i) sum += row[i] * WavedBelt::direction(i);
      return sum;
    };
    constexpr std::size_t kArm = 2;  // the pulley on the arm, whose angle is unknown 1
    const double d_angle = WavedBelt::angle_direction(1);
    const double d_mount = WavedBelt::kMountDirection;
    const double on_mount = along(at.row[2]) + at.d_mounts[3 * kArm] * d_mount + at.d_mounts[3 * kArm + 2] * d_angle;
    CHECK(close(on_mount, (after.on_mounts[kArm] - before.on_mounts[kArm]) / (2.0 * kIncrement),
                {.abs = kError * largest(at.row[2])}));
    const double moment = along(at.row[1]) + at.d_moments[kArm] * d_angle + at.d_mounts[3 * kArm + 1] * d_mount;
    CHECK(close(moment, (after.moments[kArm] - before.moments[kArm]) / (2.0 * kIncrement),
                {.abs = kError * largest(at.row[1])}));
    CHECK(std::abs(at.on_mounts[kArm]) > 1e-3);
  }
}

}  // namespace beltdyn::eulerian::ale::ale_kernel_test
