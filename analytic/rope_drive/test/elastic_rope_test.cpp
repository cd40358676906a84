// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/elastic_rope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include <boost/math/special_functions/bessel.hpp>
#include <doctest/doctest.h>

#include "analytic/rope_drive/test/rope_drives.hpp"
#include "core/base/error.hpp"
#include "core/numerics/close.hpp"
#include "core/numerics/observed_order.hpp"

namespace beltdyn::elastic_rope_test {

using namespace beltdyn::analytic;

namespace {

// Errors add up over some hundred steps.
constexpr double kTight = 1e-12;
constexpr double kExact = 1e-9;

// A weight on a massless spring whose natural length is τ = L₀ + u t: x = τ (1 + g/k) + √τ (A J₁(z) + B Y₁(z)), with
// k = EA/m and z = 2 √(k τ)/|u|; dx/dt = u (1 + g/k) + (u/|u|) √k (A J₀(z) + B Y₀(z)).
struct Winch {
  double rate{}, mass{}, stiffness{}, natural{};
  double a{}, b{};

  Winch(double u, double m, double ea, double l) : rate(u), mass(m), stiffness(ea), natural(l) {
    using boost::math::cyl_bessel_j;
    using boost::math::cyl_neumann;
    const double z = argument(0.0);
    const double c =
        -rate * (1.0 + kGravity / k()) /
        (sense() * std::sqrt(k()) * (cyl_neumann(1, z) * cyl_bessel_j(0, z) - cyl_bessel_j(1, z) * cyl_neumann(0, z)));
    a = c * cyl_neumann(1, z);
    b = -c * cyl_bessel_j(1, z);
  }
  double k() const { return stiffness / mass; }
  double sense() const { return rate < 0.0 ? -1.0 : 1.0; }
  double tau(double t) const { return natural + rate * t; }
  double argument(double t) const { return 2.0 * std::sqrt(k() * tau(t)) / std::abs(rate); }
  double both(int order, double t) const {
    const double z = argument(t);
    return a * boost::math::cyl_bessel_j(order, z) + b * boost::math::cyl_neumann(order, z);
  }
  double position(double t) const { return tau(t) * (1.0 + kGravity / k()) + std::sqrt(tau(t)) * both(1, t); }
  double speed(double t) const { return rate * (1.0 + kGravity / k()) + sense() * std::sqrt(k()) * both(0, t); }
  double force(double t) const { return stiffness * (position(t) / tau(t) - 1.0); }
};

ElasticRopeDrive winch_drive(double rate) {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e6;
  drive.ends[0] = {.kind = RopeEnd::Kind::winch, .label = "winch", .paid_out = [rate](double) { return rate; }};
  drive.ends[1] = weight(1000.0);
  drive.length = {10.0 * (1.0 + 1000.0 * kGravity / 1e6)};
  drive.force = {1000.0 * kGravity};
  return drive;
}

// Between end forces from 1200 and 1500 kg; the sheave turns from 0 to the angle and back in 10 s.
ElasticRopeDrive traction(double angle) {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 2e6;
  drive.ends = {pull(1200.0 * kGravity), pull(1500.0 * kGravity)};
  const double omega = 0.2 * kHalfTurn;
  drive.sheaves = {driver(0.3, 0.1, [=](double t) { return 0.5 * angle * omega * std::sin(omega * t); })};
  drive.length = {20.0, 60.0};
  drive.force = {1200.0 * kGravity, 1500.0 * kGravity};
  return drive;
}

double quintic(double t) {
  const double s = std::min(1.0, 0.5 * t);
  return 2.0 - s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
}

// Energy-balance error: change of the energies of a rope minus the work on it.
double missing_energy(const RopeEnergy& now, const RopeEnergy& start) {
  return now.kinetic + now.elastic - start.kinetic - start.elastic - now.by_ends - now.by_drives + now.lost_in_slip +
         now.lost_in_brakes;
}

}  // namespace

TEST_CASE("elastic rope: a weight on a winch that pays out or hauls in goes by Bessel functions") {
  for (const double rate : {1.0, -1.0}) {
    CAPTURE(rate);
    const Winch exact(rate, 1000.0, 1e6, 10.0);
    ElasticRope rope(winch_drive(rate), kTight);
    for (const double t : {0.5, 2.0, 5.0}) {
      CAPTURE(t);
      rope.advance_to(t);
      CHECK(close(rope.length(0), exact.position(t), {.rel = kExact}));
      CHECK(close(rope.end_speed(1), exact.speed(t), {.rel = kExact}));
      CHECK(close(rope.force(0), exact.force(t), {.rel = kExact}));
      CHECK(close(rope.paid_out(0), rate * t, {.rel = 1e-13}));
    }
  }
}

// The same closed form in 30-digit arithmetic, computed independently.
TEST_CASE("elastic rope: the weight on the winch that pays out is where it is in thirty digits") {
  ElasticRope rope(winch_drive(1.0), kTight);
  rope.advance_to(5.0);
  CHECK(close(rope.length(0), 15.05519740533458, {.rel = kExact}));
  CHECK(close(rope.end_speed(1), 0.489703318363757, {.rel = kExact}));
  CHECK(close(rope.force(0), 3679.827022305633, {.rel = kExact}));
}

// A weight thrown up from its equilibrium at v oscillates with ω = √(k/m) until the rope is slack at δ = g/ω² above it,
// flies for 2 w/g, w² = v² − ω²δ², falls back into the rope and rises again: the period is (π + 2 asin(ωδ/v))/ω + 2
// w/g.
TEST_CASE("elastic rope: a weight that is thrown up falls back into its slack rope") {
  constexpr double kMass = 50.0, kStiffness = 2e4, kNatural = 8.0, kSpeed = 6.0;
  ElasticRopeDrive drive;
  drive.axial_stiffness = kStiffness;
  drive.ends[1] = weight(kMass, -kSpeed);
  drive.force = {kMass * kGravity};
  drive.goes_slack = true;
  drive.length = {kNatural * (1.0 + kMass * kGravity / kStiffness)};
  const double omega = std::sqrt(kStiffness / kNatural / kMass);
  const double leaves = std::sqrt(kSpeed * kSpeed - kGravity * kGravity / (omega * omega));
  const double rises = std::asin(kGravity / (omega * kSpeed)) / omega;
  const double period = kHalfTurn / omega + 2.0 * rises + 2.0 * leaves / kGravity;
  ElasticRope rope(drive, kTight);
  rope.advance_to(rises + leaves / kGravity);
  CHECK(rope.is_slack());
  CHECK(rope.force(0) == 0.0);
  CHECK(std::abs(rope.end_speed(1)) < 1e-8);
  CHECK(close(rope.natural_length(), kNatural, {.rel = 1e-14}));
  rope.advance_to(3.0 * period);
  CHECK_FALSE(rope.is_slack());
  CHECK(std::abs(rope.displacement(1)) < 1e-8);
  CHECK(close(rope.end_speed(1), -kSpeed, {.rel = 1e-8}));
}

// With decreasing force it slips over a sheave at rest while both forces go to 0.
TEST_CASE("elastic rope: a rope that goes slack on a sheave ends the run, and the state stays") {
  ElasticRopeDrive drive;
  drive.axial_stiffness = 1e6;
  drive.ends[1] = pull(1000.0);
  drive.ends[1].force = [](double t) { return 1000.0 * (1.0 - t); };
  drive.ends[1].force_rate = [](double) { return -1000.0; };
  drive.sheaves = {driver(0.3, 0.2, [](double) { return 0.0; })};
  drive.length = {5.0, 5.0};
  drive.force = {1000.0, 1000.0};
  ElasticRope rope(drive, kTight);
  rope.advance_to(0.4);
  CHECK(rope.force(0) == 1000.0);
  CHECK_THROWS_WITH_AS(rope.advance_to(3.0), doctest::Contains("at t = 0.999999 s span 2 of the rope goes slack"),
                       SolverError);
  CHECK(rope.time() == 0.4);
  CHECK(rope.force(0) == 1000.0);
  rope.advance_to(0.9);
  CHECK(rope.arc(0).is_whole);
  CHECK(close(rope.force(0), 100.0 * std::exp(0.2 * kHalfTurn), {.rel = kExact}));
}

// Forwards, rope comes in with λ₂. Backwards, it goes out with λ₂ up to the slip arc α, and then with λ₁.
TEST_CASE("elastic rope: a sheave that turns to and fro moves rope by the memory of its arc") {
  constexpr double kAngle = 10.0;
  ElasticRope rope(traction(kAngle), kTight);
  const double arc = std::log(1500.0 / 1200.0) / 0.1;
  const auto per_stretch = [](double mass) { return 1.0 / (1.0 + mass * kGravity / 2e6); };
  const double drift = 0.3 * (kAngle - kHalfTurn + arc) * (per_stretch(1200.0) - per_stretch(1500.0));
  CHECK(close(drift, 0.0039600941269723, {.rel = 1e-12}));
  double moved = 0.0;
  for (int cycle = 1; cycle <= 3; ++cycle) {
    rope.advance_to(10.0 * cycle);
    CHECK(close(rope.natural_in(0, 0) - moved, drift, {.rel = kExact}));
    moved = rope.natural_in(0, 0);
  }
  CHECK(close(rope.slip_arc(0, 0), arc, {.rel = kExact}));
  CHECK(rope.slip_arc(0, 1) < kExact);
}

// The digits given are known; the error is half of the last one.
TEST_CASE("elastic rope: the car of an elevator that slows down") {
  ElasticRope rope(elevator(1e7, quintic), kTight);
  rope.advance_to(1.0);
  CHECK(close(rope.force(1), 16154.973303, {.rel = kExact}));
  CHECK(close(rope.force(0), 10554.120913, {.rel = kExact}));
  CHECK(close(rope.length(1), 21.8475807064, {.rel = kExact}));
  CHECK(close(rope.length(0), 58.1490714944, {.rel = kExact}));
  CHECK(close(rope.end_speed(1), 1.5019478805, {.rel = kExact}));
  CHECK(close(rope.slip_arc(0, 1), 2.8090663526, {.rel = kExact}));
  rope.advance_to(2.0);
  CHECK(close(rope.force(1), 14646.158598, {.rel = kExact}));
  CHECK(close(rope.force(0), 11793.362522, {.rel = kExact}));
  CHECK(close(rope.length(1), 23.0008924287, {.rel = kExact}));
  CHECK(close(rope.length(0), 56.9999421444, {.rel = kExact}));
  CHECK(close(rope.end_speed(1), 1.0002824759, {.rel = kExact}));
  CHECK(close(rope.slip_arc(0, 1), 1.7643387281, {.rel = kExact}));
}

TEST_CASE("elastic rope: errors fall with the tolerance") {
  const auto force = [](double tolerance) {
    ElasticRope rope(elevator(1e7, quintic), tolerance);
    rope.advance_to(2.0);
    return rope.force(1);
  };
  const double exact = force(1e-13);
  for (const double tolerance : {1e-6, 1e-8, 1e-10}) {
    CAPTURE(tolerance);
    // Some hundred steps, each with an error of up to the tolerance times the largest force.
    CHECK(std::abs(force(tolerance) - exact) < 100.0 * tolerance * exact);
  }
}

TEST_CASE("elastic rope: energy and natural length are balanced while sheaves turn back") {
  ElasticRope rope(to_and_fro(), kTight);
  const double natural = rope.natural_length();
  const RopeEnergy start = rope.energy();
  double turned_back = 0.0;
  for (int i = 1; i <= 40; ++i) {
    rope.advance_to(0.1 * i);
    CAPTURE(rope.time());
    CHECK(close(rope.natural_length(), natural + rope.paid_out(0) + rope.paid_out(1), {.rel = kExact}));
    const RopeEnergy now = rope.energy();
    CHECK(std::abs(missing_energy(now, start)) < kExact * (now.kinetic + now.elastic + now.lost_in_slip));
    turned_back = std::max(turned_back, rope.slip_arc(0, 0));
  }
  CHECK(rope.lost_in_slip(0) > 0.0);
  CHECK(rope.lost_in_slip(1) > 0.0);
  CHECK(turned_back > 0.1);
  CHECK(rope.statistics().status_changes > 20);
}

// Up to the first second only rounding differs. After it modes change simultaneously, in another order from the other
// end, each within the 1e-9 by which margins may be negative.
TEST_CASE("elastic rope: the ends of a rope are alike") {
  ElasticRope rope(to_and_fro(), kTight);
  ElasticRope mirror_image(mirrored(to_and_fro()), kTight);
  for (const double t : {0.5, 1.0, 3.0}) {
    CAPTURE(t);
    const double same = t > 1.0 ? 1e-8 : 1e-11;
    rope.advance_to(t);
    mirror_image.advance_to(t);
    for (std::size_t j = 0; j < 3; ++j) CHECK(close(rope.force(j), mirror_image.force(2 - j), {.rel = same}));
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(close(rope.angular_velocity(k), -mirror_image.angular_velocity(1 - k), {.rel = same, .abs = same}));
      for (std::size_t side = 0; side < 2; ++side) {
        CHECK(close(rope.slip_arc(k, side), mirror_image.slip_arc(1 - k, 1 - side), {.abs = 10.0 * same}));
      }
    }
    CHECK(close(rope.displacement(0), mirror_image.displacement(1), {.abs = same}));
    CHECK(rope.statistics().status_changes == mirror_image.statistics().status_changes);
  }
}

TEST_CASE("elastic rope: what is saved goes on to the same bits") {
  ElasticRope rope(to_and_fro(), 1e-9);
  rope.advance_to(1.0);
  StateWriter writer;
  rope.save(writer);
  const std::vector<std::uint8_t> bytes = writer.to_cbor();
  ElasticRope resumed(to_and_fro(), 1e-9);
  StateReader reader(bytes);
  resumed.restore(reader);
  rope.advance_to(2.0);
  resumed.advance_to(2.0);
  for (std::size_t j = 0; j < 3; ++j) CHECK(rope.force(j) == resumed.force(j));
  CHECK(rope.natural_length() == resumed.natural_length());
  StateWriter again, once_more;
  rope.save(again);
  resumed.save(once_more);
  CHECK(again.to_cbor() == once_more.to_cbor());
}

TEST_CASE("elastic rope: outputs do not change a run, and two live side by side") {
  ElasticRope rope(to_and_fro(), 1e-9);
  ElasticRope looked_at(to_and_fro(), 1e-9);
  for (int i = 1; i < 100; ++i) looked_at.advance_to(0.01 * i);
  const ElasticRope copy = looked_at;
  rope.advance_to(1.0);
  looked_at.advance_to(1.0);
  CHECK(rope.force(1) == looked_at.force(1));
  CHECK(copy.time() == 0.99);
}

// Without slip the speeds are those of the sheave; forces, state and natural length are continuous from span to arc.
TEST_CASE("elastic rope: points of a rope go on from spans to sheaves") {
  ElasticRope rope(to_and_fro(), kTight);
  rope.advance_to(1.3);
  const double length = rope.path_length();
  std::vector<double> sigma;
  for (int i = 0; i <= 4000; ++i) sigma.push_back(length * i / 4000.0);
  const std::vector<StringPoint> points = rope.points(sigma);
  REQUIRE(points.size() == sigma.size());
  CHECK(points.front().force == rope.force(0));
  CHECK(points.back().force == rope.force(2));
  CHECK(close(points.back().material, rope.natural_length(), {.rel = 1e-12}));
  const double step = length / 4000.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    // No steeper than slip.
    const double larger = std::max(points[i].force, points[i - 1].force);
    CHECK(std::abs(points[i].force - points[i - 1].force) <= 0.2 * larger * step / 0.2);
    const double natural = points[i].material - points[i - 1].material;
    const double between = 0.5 * step * (1.0 / points[i].stretch + 1.0 / points[i - 1].stretch);
    CHECK(close(natural, between, {.rel = 1e-4}));
  }
  // A sticking point has the speed of the surface; otherwise slip has the direction of the state.
  const double arc_begin = rope.length(0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (sigma[i] <= arc_begin || sigma[i] >= arc_begin + 0.25 * 2.5) continue;
    const double slip = points[i].speed - 0.25 * rope.angular_velocity(0);
    if (points[i].state == contact::ContactState::stick) CHECK(slip == 0.0);
    if (points[i].state == contact::ContactState::slip_forward) CHECK(slip >= 0.0);
    if (points[i].state == contact::ContactState::slip_backward) CHECK(slip <= 0.0);
  }
}

TEST_CASE("elastic rope: forces that friction cannot bear are refused at the start") {
  ElasticRopeDrive drive = traction(1.0);
  drive.sheaves[0].friction = 0.07;
  CHECK_THROWS_WITH_AS(ElasticRope(drive, kTight), doctest::Contains("sheave 1 has 11772 and 14715 N"), SolverError);
}

TEST_CASE("elastic rope: what slips between two forces everywhere is not determined") {
  ElasticRopeDrive drive = traction(1.0);
  drive.ends[1].force = [](double t) { return 1500.0 * kGravity * (1.0 + t); };
  drive.ends[1].force_rate = [](double) { return 1500.0 * kGravity; };
  ElasticRope rope(drive, kTight);
  CHECK_THROWS_WITH_AS(rope.advance_to(1.0), doctest::Contains("not determined"), SolverError);
}

TEST_CASE("elastic rope: a weight that comes to the sheave ends the run") {
  ElasticRope rope(elevator(1e7, [](double) { return 2.0; }), 1e-9);
  CHECK_THROWS_WITH_AS(rope.advance_to(60.0), doctest::Contains("no length left"), SolverError);
}

}  // namespace beltdyn::elastic_rope_test
