// SPDX-License-Identifier: MIT
#include "lagrangian/ancf/element/belt_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <doctest/doctest.h>

#include "lagrangian/ancf/test/small_belt.hpp"
#include "lagrangian/ancf/transient/belt_model.hpp"

namespace beltdyn::lagrangian::ancf::belt_kernel_test {
namespace {

using numerics::kBlock;
using numerics::kBlockEntries;
using std::numbers::pi;

constexpr double kStep = 1e-3;  // [s]

std::vector<InstructionSet> available_sets() {
  std::vector<InstructionSet> sets;
  for (const InstructionSet set : {InstructionSet::baseline, InstructionSet::avx2, InstructionSet::avx512}) {
    if (numerics::is_available(set)) sets.push_back(set);
  }
  return sets;
}

// Values of the nodes in their order; contributions of the last row of a lane to the first node of the next lane are in
// the halo.
std::vector<double> complete(const BeltArrays& arrays, const numerics::AlignedVector& values) {
  const numerics::CyclicChainLayout& layout = arrays.layout;
  std::vector<double> in_order = arrays.gather(values, kBlock);
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

// The results of an evaluation, in the order of the nodes.
struct Evaluation {
  std::vector<std::vector<double>> parts;  // residual, tangent, column, row, torques, contact memory
  double norm{};
  double judged{};
};

// The belt of the small drive, pressed onto its pulleys, with waves and motion.
class WavedBelt {
 public:
  WavedBelt(const BeltModel& model, const BeltDrive& drive, InstructionSet set)
      : length_(model.rule.length), pulleys_(make_pulley_entries(drive, {})), work_(make_belt_work(model, 1, set)) {
    lay_on_path(drive, model, *work_.arrays);
    work_.kernel->find_neighbours(pulleys_, 0.5 * length_);
  }

  Evaluation evaluate(ContactFriction friction) {
    wave(0.0);
    BeltKernel& kernel = *work_.kernel;
    const EvaluationStep statics{.length = INFINITY, .rates = {}, .friction = ContactFriction::none};
    kernel.assemble(statics, false, pulleys_);
    kernel.judge();
    kernel.commit(ContactFriction::none);
    wave(1e-5);
    const EvaluationStep step{
        .length = kStep, .rates = numerics::StepScheme::trapezoidal().rates(kStep), .friction = friction};
    Evaluation result;
    if (friction == ContactFriction::paper) {
      kernel.assemble(step, false, pulleys_);
      result.judged = kernel.judge();
    }
    kernel.assemble(step, true, pulleys_);
    const BeltArrays& a = *work_.arrays;
    result.norm = kernel.residual_norm(length_);
    result.parts = {complete(a, a.residual), a.gather(a.matrix.diagonal, kBlockEntries),
                    a.gather(a.matrix.upper, kBlockEntries), a.gather(a.matrix.lower, kBlockEntries)};
    for (const auto& column : a.column) result.parts.push_back(complete(a, column));
    for (const auto& row : a.row) result.parts.push_back(complete(a, row));
    result.parts.push_back({});
    for (const PulleyEntry& pulley : pulleys_) {
      result.parts.back().insert(result.parts.back().end(), {pulley.torque, pulley.d_torque});
    }
    return result;
  }

 private:
  // Moves all nodes some 10 micrometres off the path, and by `more` in addition.
  void wave(double more) {
    BeltArrays& a = *work_.arrays;
    std::vector<double> q = a.gather(a.q, kBlock);
    std::vector<double> v(q.size());
    for (std::size_t i = 0; i < q.size(); ++i) {
      const auto x = static_cast<double>(i);
      q[i] += (1e-5 + more) * std::sin(1.7 * x + 1e4 * more);
      v[i] = 0.3 * std::cos(0.9 * x);
    }
    a.scatter(q, kBlock, a.q);
    a.scatter(v, kBlock, a.v);
    for (auto* nodes : {&a.q, &a.v}) numerics::copy_first_nodes(a.layout, *nodes);
    pulleys_[1].circle.turn = 1e-4;
    pulleys_[1].circle.angular_velocity = 0.1;
  }

  double length_;
  std::vector<PulleyEntry> pulleys_;
  BeltWork work_;
};

double largest(const std::vector<double>& values) {
  double most = 0.0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

}  // namespace

TEST_CASE("Belt kernel: all instruction sets compute the same, whatever remains of the lanes") {
  const std::vector<InstructionSet> sets = available_sets();
  const BeltDrive drive = small_drive();
  // A gap is a difference of lengths of 0.1 m, accurate to some ulp. A penetration of some 1e-5 m, and the forces from
  // it, lose four digits.
  constexpr double kRounding = 1e-11;
  // 24 nodes are the minimum for eight lanes; then all remainders of 8, 4 and 2.
  for (int n = 16; n <= 32; ++n) {
    for (const auto friction : {ContactFriction::none, ContactFriction::paper, ContactFriction::consistent}) {
      const FrictionMode mode = friction == ContactFriction::paper ? FrictionMode::paper : FrictionMode::consistent;
      const BeltModel model = closed_model(drive, {.elements = n, .friction = mode, .time_step = kStep});
      CAPTURE(n);
      CAPTURE(static_cast<int>(friction));
      const Evaluation reference = WavedBelt(model, drive, sets.front()).evaluate(friction);
      CHECK(reference.norm > 1.0);
      // Without friction the angle of the free pulley has no influence.
      CHECK((largest(reference.parts[4]) > 1.0) == (friction != ContactFriction::none));
      CHECK((reference.judged > 0.0) == (friction == ContactFriction::paper));
      for (std::size_t s = 1; s < sets.size(); ++s) {
        CAPTURE(static_cast<int>(sets[s]));
        const Evaluation other = WavedBelt(model, drive, sets[s]).evaluate(friction);
        CHECK(std::abs(other.norm - reference.norm) <= kRounding * reference.norm);
        CHECK(std::abs(other.judged - reference.judged) <= kRounding * reference.judged);
        REQUIRE(other.parts.size() == reference.parts.size());
        for (std::size_t part = 0; part < other.parts.size(); ++part) {
          CAPTURE(part);
          std::vector<double> difference = other.parts[part];
          for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= reference.parts[part][i];
          CHECK(largest(difference) <= kRounding * largest(reference.parts[part]));
        }
      }
    }
  }
}

namespace {

// The belt of the small drive on a free eccentric pulley on a mount, in a step. Each unknown of the trial state is
// displaced in turn.
class BeltOnMount {
 public:
  BeltOnMount()
      : drive_(small_drive()),
        model_(closed_model(drive_, {.elements = 16, .friction = FrictionMode::consistent, .time_step = kStep})),
        work_(make_belt_work(model_, 2, InstructionSet::baseline)),
        pulleys_(make_pulley_entries(drive_, {})) {
    lay_on_path(drive_, model_, *work_.arrays);
    BeltArrays& a = *work_.arrays;
    q_ = a.gather(a.q, kBlock);
    for (std::size_t i = 0; i < q_.size(); ++i) {
      q_[i] += 1e-5 * std::sin(1.7 * static_cast<double>(i));
      v_.push_back(0.3 * std::cos(0.9 * static_cast<double>(i)));
    }
    pulleys_[1].mount = 1;
    pulleys_[1].is_moving = true;
    displace(q_.size(), 0.0);
    work_.kernel->find_neighbours(pulleys_, 0.5 * model_.rule.length);
    work_.kernel->assemble({.length = INFINITY, .rates = {}, .friction = ContactFriction::none}, false, pulleys_);
    work_.kernel->judge();
    work_.kernel->commit(ContactFriction::none);
  }

  // Unknowns: of the nodes, φ of the second pulley, u of its mount.
  std::size_t n_unknowns() const { return q_.size() + 2; }
  std::size_t angle() const { return q_.size(); }
  std::size_t mount() const { return q_.size() + 1; }

  // Minus the residuals of the belt, then the torque τ on the pulley and the force Q on its mount.
  std::vector<double> residual(std::size_t unknown, double increment) {
    displace(unknown, increment);
    work_.kernel->assemble(step(), false, pulleys_);
    std::vector<double> values = complete(*work_.arrays, work_.arrays->residual);
    values.push_back(pulleys_[1].torque);
    values.push_back(numerics::dot(pulleys_[1].force, pulleys_[1].by_mount));
    return values;
  }
  // The couplings without displacement: derivatives of residual() by φ and u, and of τ and Q by all unknowns.
  std::array<std::vector<double>, 4> couplings() {
    displace(q_.size(), 0.0);
    work_.kernel->assemble(step(), true, pulleys_);
    const BeltArrays& a = *work_.arrays;
    const PulleyEntry& p = pulleys_[1];
    std::array<std::vector<double>, 4> parts{complete(a, a.column[0]), complete(a, a.column[1]), complete(a, a.row[0]),
                                             complete(a, a.row[1])};
    for (std::vector<double>* torques : {&parts[0], &parts[2]}) torques->push_back(p.d_torque);
    parts[0].push_back(p.d_force_by_angle);
    parts[2].push_back(p.d_torque_by_mount);
    parts[1].push_back(p.d_torque_by_mount);
    parts[1].push_back(p.d_force);
    parts[3].push_back(p.d_force_by_angle);
    parts[3].push_back(p.d_force);
    return parts;
  }

 private:
  static EvaluationStep step() {
    return {.length = kStep,
            .rates = numerics::StepScheme::trapezoidal().rates(kStep),
            .friction = ContactFriction::consistent};
  }
  void displace(std::size_t unknown, double increment) {
    const double rate = step().rates.velocity;
    std::vector<double> q = q_;
    std::vector<double> v = v_;
    if (unknown < q_.size()) {
      q[unknown] += increment;
      v[unknown] += rate * increment;
    }
    BeltArrays& a = *work_.arrays;
    a.scatter(q, kBlock, a.q);
    a.scatter(v, kBlock, a.v);
    for (auto* nodes : {&a.q, &a.v}) numerics::copy_first_nodes(a.layout, *nodes);
    const double phi = 1e-4 + (unknown == angle() ? increment : 0.0);
    const double omega = 0.1 + (unknown == angle() ? rate * increment : 0.0);
    const double u = unknown == mount() ? increment : 0.0;
    PulleyEntry& p = pulleys_[1];
    p.circle.turn = phi;
    p.circle.angular_velocity = omega;
    // With this small eccentricity the whole wrap stays in contact.
    constexpr double kEccentricity = 2e-5;
    const Vec2<double> arm{kEccentricity * std::cos(phi + 0.7), kEccentricity * std::sin(phi + 0.7)};
    p.by_mount = {0.8, 0.6};
    p.by_angle = {-arm.y, arm.x};
    p.circle.center = Vec2<double>{drive_.pulleys[1].center.x(), drive_.pulleys[1].center.y()} + arm + u * p.by_mount;
    p.circle.velocity = omega * p.by_angle + (0.02 + rate * u) * p.by_mount;
  }

  BeltDrive drive_;
  BeltModel model_;
  BeltWork work_;
  std::vector<PulleyEntry> pulleys_;
  std::vector<double> q_;
  std::vector<double> v_;
};

}  // namespace

TEST_CASE("Belt kernel: couplings to an eccentric pulley on a mount are the derivatives by angle and mount") {
  BeltOnMount belt;
  const auto [by_angle, by_mount, torque_row, force_row] = belt.couplings();
  // Residuals of some 10 N have a relative rounding of 1e-11, since gaps of 1e-5 m are differences of lengths of 0.1 m;
  // over an increment of 1e-8 this is 1e-2, compared with derivatives of 1e5 and more. The turn of ∂C/∂φ as a velocity
  // is left out: ω e compared with c_v e, 5e-5 of it.
  constexpr double kIncrement = 1e-8;
  constexpr double kTolerance = 1e-5;
  const std::size_t n = belt.angle();
  const auto difference = [&](std::size_t unknown) {
    std::vector<double> above = belt.residual(unknown, kIncrement);
    const std::vector<double> below = belt.residual(unknown, -kIncrement);
    for (std::size_t i = 0; i < above.size(); ++i) above[i] = (above[i] - below[i]) / (2.0 * kIncrement);
    return above;
  };
  const auto check_column = [&](std::size_t unknown, const std::vector<double>& column) {
    const std::vector<double> expected = difference(unknown);
    REQUIRE(column.size() == expected.size());
    REQUIRE(largest(expected) > 1.0);
    for (std::size_t i = 0; i < n + 2; ++i) {
      CAPTURE(i);
      CHECK(std::abs(column[i] - expected[i]) <= kTolerance * largest(expected));
    }
  };
  check_column(belt.angle(), by_angle);
  check_column(belt.mount(), by_mount);
  std::vector<double> torque_by(belt.n_unknowns());
  std::vector<double> force_by(belt.n_unknowns());
  for (std::size_t j = 0; j < belt.n_unknowns(); ++j) {
    const std::vector<double> derivative = difference(j);
    torque_by[j] = derivative[n];
    force_by[j] = derivative[n + 1];
  }
  for (std::size_t j = 0; j < belt.n_unknowns(); ++j) {
    CAPTURE(j);
    CHECK(std::abs(torque_row[j] - torque_by[j]) <= kTolerance * largest(torque_by));
    CHECK(std::abs(force_row[j] - force_by[j]) <= kTolerance * largest(force_by));
  }
}

namespace {

// A belt without contact, for its shape only.
BeltModel model_of(int n_nodes, double length) {
  BeltDrive drive = small_drive();
  drive.belt.pretension = StressFreeLength{length};
  return closed_model(drive, {.elements = n_nodes, .segments_per_element = 1, .time_step = kStep});
}

struct Node {
  double x{};
  double y{};
  double dx{};
  double dy{};
};

void place(const std::vector<Node>& nodes, BeltArrays& arrays) {
  std::vector<double> q;
  for (const Node& node : nodes) q.insert(q.end(), {node.x, node.y, node.dx, node.dy});
  arrays.scatter(q, kBlock, arrays.q);
  numerics::copy_first_nodes(arrays.layout, arrays.q);
}

constexpr double kOffset = 0.002;  // of the touched surface from the centre line [m]

PulleyEntry circle(double x, double y, double radius) {
  PulleyEntry entry;
  entry.circle.center = {x, y};
  entry.circle.radius = radius;
  entry.circle.contact_radius = radius;
  entry.circle.surface_offset = -kOffset;
  return entry;
}

bool owns(const BeltArrays& arrays, int element, std::size_t pulley) {
  return arrays.contacts.slot(pulley, element) != ContactPacks::kVacant;
}

}  // namespace

TEST_CASE("Belt kernel: an element that bulges towards a pulley between its nodes is found, farther ones are not") {
  constexpr int kNodes = 24;
  constexpr double kRadius = 0.1;
  constexpr double kMargin = 1e-3;
  // Elements of a circle of radius 1, the first one symmetric to the x axis: it reaches x = 1, its nodes 0.9914.
  std::vector<Node> nodes;
  for (int i = 0; i < kNodes; ++i) {
    const double phi = (i - 0.5) * 2.0 * pi / kNodes;
    nodes.push_back({std::cos(phi), std::sin(phi), -std::sin(phi), std::cos(phi)});
  }
  for (const InstructionSet set : available_sets()) {
    CAPTURE(static_cast<int>(set));
    const BeltModel model = model_of(kNodes, 2.0 * pi);
    const BeltWork work = make_belt_work(model, 0, set);
    place(nodes, *work.arrays);
    // The cubic reaches x = 1 up to about 6 (angle/4)^6, some 1e-6.
    constexpr double kCubic = 1e-5;
    for (const double part : {0.9, 1.1}) {
      const double gap = kOffset + part * kMargin;
      const std::vector<PulleyEntry> pulleys{circle(1.0 + gap + kRadius, 0.0, kRadius)};
      CHECK(std::abs(part - 1.0) * kMargin > kCubic);
      work.kernel->find_neighbours(pulleys, kMargin);
      CHECK(owns(*work.arrays, 0, 0) == (part < 1.0));
      for (int element = 1; element < kNodes; ++element) CHECK_FALSE(owns(*work.arrays, element, 0));
    }
  }
}

TEST_CASE("Belt kernel: no pulley near a point of an element is missed, and only pulleys near its box are found") {
  constexpr int kSamples = 200;
  for (const int n : {24, 29, 31}) {
    // A loop with three waves, whose elements bulge in all directions.
    std::vector<Node> nodes;
    const double turn = 2.0 * pi / n;
    const BeltModel model = model_of(n, 2.0 * pi);
    const double scale = turn / model.rule.length;
    for (int i = 0; i < n; ++i) {
      const double phi = i * turn;
      const double r = 1.0 + 0.2 * std::sin(3.0 * phi);
      const double dr = 0.6 * std::cos(3.0 * phi);
      nodes.push_back({r * std::cos(phi), r * std::sin(phi), scale * (dr * std::cos(phi) - r * std::sin(phi)),
                       scale * (dr * std::sin(phi) + r * std::cos(phi))});
    }
    const std::vector<PulleyEntry> pulleys{circle(0.8, 0.6, 0.2), circle(-0.7, 0.35, 0.3), circle(0.1, -1.25, 0.15)};
    for (const InstructionSet set : available_sets()) {
      for (const double margin : {0.0, 0.03, 0.1}) {
        CAPTURE(n);
        CAPTURE(static_cast<int>(set));
        CAPTURE(margin);
        const BeltWork work = make_belt_work(model, 0, set);
        place(nodes, *work.arrays);
        work.kernel->find_neighbours(pulleys, margin);
        int found = 0;
        for (int e = 0; e < n; ++e) {
          const Node& a = nodes[static_cast<std::size_t>(e)];
          const Node& b = nodes[static_cast<std::size_t>((e + 1) % n)];
          for (std::size_t p = 0; p < 3; ++p) {
            const auto& c = pulleys[p].circle;
            const double reach = c.radius + std::abs(c.surface_offset) + margin;
            double nearest = INFINITY;
            std::array<double, 4> box{INFINITY, -INFINITY, INFINITY, -INFINITY};
            for (int k = 0; k <= kSamples; ++k) {
              const Shape S = position_shape(static_cast<double>(k) / kSamples, model.rule.length);
              const double x = S[0] * a.x + S[1] * a.dx + S[2] * b.x + S[3] * b.dx;
              const double y = S[0] * a.y + S[1] * a.dy + S[2] * b.y + S[3] * b.dy;
              nearest = std::min(nearest, std::hypot(x - c.center.x, y - c.center.y));
              box = {std::min(box[0], x), std::max(box[1], x), std::min(box[2], y), std::max(box[3], y)};
            }
            if (nearest <= reach) CHECK(owns(*work.arrays, e, p));
            // The box exceeds the samples by at most L²|r''|/8 over the square of their number.
            constexpr double kSampling = 1e-5;
            const double dx = std::max({box[0] - c.center.x, c.center.x - box[1], 0.0});
            const double dy = std::max({box[2] - c.center.y, c.center.y - box[3], 0.0});
            if (std::hypot(dx, dy) > reach + kSampling) CHECK_FALSE(owns(*work.arrays, e, p));
            found += owns(*work.arrays, e, p) ? 1 : 0;
          }
        }
        CHECK(found > 3);
        CHECK(found < n);
      }
    }
  }
}

}  // namespace beltdyn::lagrangian::ancf::belt_kernel_test
