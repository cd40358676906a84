// SPDX-License-Identifier: MIT
#include "eulerian/ale/transient/ale_belt.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/error.hpp"
#include "core/drive/belt/test/bent_belt_drive.hpp"
#include "core/dynamics/test/started_belt.hpp"
#include "core/numerics/close.hpp"
#include "eulerian/ale/ale_output.hpp"
#include "eulerian/ale/ale_simulation.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::ale_belt_test {
namespace {

constexpr double kStep = 1e-3;  // [s]

AleParameters small_parameters(TimeIntegration method = TimeIntegration::generalised_alpha) {
  return {.mesh = {.elements_per_pulley = 10, .elements_per_span = 3}, .time_integration = method, .time_step = kStep};
}

void advance(AleBelt& belt, int steps, double h = kStep) {
  for (int i = 0; i < steps; ++i) belt.advance(h);
}

bool is_finite(const AleBelt& belt) {
  const auto finite = [](double value) { return std::isfinite(value); };
  const AleArrays& a = belt.equations().arrays();
  return std::all_of(a.q.begin(), a.q.end(), finite) && std::all_of(a.v.begin(), a.v.end(), finite) &&
         std::all_of(belt.torques().begin(), belt.torques().end(), finite);
}

BeltDrive impossible_drive(double time = 0.02) { return beltdyn::test::impossible_drive(small_drive(), time); }

// Upside down and running in the other direction: the mirror image.
BeltDrive mirrored(BeltDrive drive, const TimeFunction& speed, double moment) {
  drive.direction = LoopDirection::clockwise;
  for (Pulley& pulley : drive.pulleys) pulley.center.y() = -pulley.center.y();
  drive.gravity.y() = -drive.gravity.y();
  drive.pulleys[0].motion = PrescribedMotion{speed};
  drive.pulleys[1].motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(moment)}});
  return drive;
}

}  // namespace

TEST_CASE("ALE belt: at rest the forces of the spans differ by the weight between them") {
  const BeltDrive drive = small_drive();
  AleParameters parameters = small_parameters();
  parameters.mesh.touching_refinement = 6;  // resolves the bending layers
  const BeltMap belt = AleSimulation(drive, parameters).belt();
  const BeltPath path = drive.path();
  const auto middle = [&](std::size_t span) { return path.spans()[span].start + 0.5 * path.spans()[span].length; };
  const double first = middle(0);
  const double second = middle(1);
  const double height = belt.position(belt.material(second)).y() - belt.position(belt.material(first)).y();
  // lambda dN = rhoA g dy along a belt that slides without friction; lambda = 0.98 + N/EA is equal in both middles to
  // 2e-4, and the bending energy there is negligible.
  const double stretch = 0.98 + belt.at(first).force / drive.belt.axial_stiffness;
  const double weight = drive.belt.mass_per_length * 9.81 * height / stretch;
  CHECK(std::abs(height) > 0.1);
  CHECK(close(belt.at(second).force - belt.at(first).force, weight, {.rel = 1e-3}));
}

TEST_CASE("ALE belt: a belt with bending rests on a slider with stiff contact where it does with rigid contact") {
  BeltDrive drive = small_drive();
  drive.gravity.setZero();
  drive.belt.bending_stiffness = 1e-3;
  const double stiffness = 4.0 * drive.initial_force();
  drive.pulleys[1].mount =
      SliderMount{.direction = {1.0, 0.2}, .suspension = {.inertia = 1.0, .spring = MountSpring{stiffness, 0.5}}};
  AleParameters parameters = small_parameters();
  parameters.mesh.elements_per_pulley = 40;
  const auto place_with = [&](const BeltNormal& normal) {
    drive.contact->normal = normal;
    return AleBelt(drive, parameters).equations().mounts()[1].q;
  };
  // A belt of force F has the penetration F/(r w K) on half a turn of two pulleys, by which one of them moves.
  const double stiff = 1e11;
  const double pressure = drive.initial_force() / (drive.pulleys[0].radius * drive.belt.width);
  const double sunk = 4.0 * pressure / stiff;
  CHECK(close(place_with(PenaltyContact{.stiffness_per_area = stiff, .damping_per_area = 0.0}),
              place_with(RigidContact{}), {.abs = std::numbers::pi * sunk}));
}

// The stiffer a belt in bending, the later contact begins. For the belts here contact begins both before and behind the
// first node, where s jumps by the length of the belt.
TEST_CASE("ALE belt: contact begins and ends between a contact point that touches and the next one") {
  int before_seam = 0;
  int behind_seam = 0;
  for (double stiffness = 1e-4; stiffness < 0.1; stiffness *= 1.25) {
    CAPTURE(stiffness);
    BeltDrive drive = small_drive();
    drive.belt.bending_stiffness = stiffness;
    const AleBelt belt(drive, small_parameters());
    const BeltLists lists = belt_lists(belt.equations(), drive.path(), std::vector<double>(drive.pulleys.size()));
    const std::size_t n = lists.contacts.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::optional<double> limit = lists.contacts[i].contact_limit;
      if (!limit) continue;
      const double round = i + 1 == n ? drive.reference_length() : 0.0;
      CHECK(*limit >= lists.contacts[i].material);
      CHECK(*limit <= lists.contacts[(i + 1) % n].material + round);
      if (i + 1 == n) ++(*limit < lists.points[0].material + round ? before_seam : behind_seam);
    }
  }
  CHECK(before_seam > 0);
  CHECK(behind_seam > 0);
}

// Between neighbouring points the length of the belt equals the material length times the mean stretch.
TEST_CASE("ALE belt: points of the belt are where their particles are") {
  const BeltDrive drive = small_drive();
  const BeltMap belt = AleSimulation(drive, small_parameters()).belt();
  const auto points = belt.points();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    CAPTURE(i);
    const double chord = (points[i + 1].position - points[i].position).norm();
    const double strain = 0.5 * (points[i].strain + points[i + 1].strain);
    // Half an element turns by 0.16 rad; its chord is shorter by 0.16²/24.
    CHECK(close(chord, (1.0 + strain) * (points[i + 1].material - points[i].material), {.rel = 2e-3}));
  }
}

// The first pulley accelerates the belt, which hardly slips: the mean acceleration along the belt is the rate of the
// mean speed.
TEST_CASE("ALE belt: accelerations of its points are those of their speeds") {
  AleSimulation simulation(small_drive(), small_parameters());
  const auto mean = [&](const auto& of) {
    const BeltMap belt = simulation.belt();
    const auto points = belt.points();
    double sum = 0.0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const BeltPoint& before = points[(i + points.size() - 1) % points.size()];
      const BeltPoint& next = points[(i + 1) % points.size()];
      sum += of(points[i], (next.position - before.position).normalized());
    }
    return sum / static_cast<double>(points.size());
  };
  const auto speed = [&] { return mean([](const BeltPoint& p, const Eigen::Vector2d&) { return p.speed; }); };
  for (int i = 0; i < 49; ++i) simulation.advance(kStep);
  const double speed_before = speed();
  simulation.advance(kStep);
  const double acceleration =
      mean([](const BeltPoint& p, const Eigen::Vector2d& along) { return p.acceleration.dot(along); });
  simulation.advance(kStep);
  // Central differences over 2 ms of oscillations of some 180 rad/s have an error of (0.18)²/6.
  CHECK(acceleration > 1.0);
  CHECK(close(acceleration, (speed() - speed_before) / (2.0 * kStep), {.rel = 0.02}));
}

// On a circle without friction p = N/R, with R of the actual centre line. With a stretch of 1.02 the pressure per
// reference length would be 2 % higher.
TEST_CASE(
    "ALE belt: the pressure is per length of the stretched belt, and slipping belt bears the coefficient times it") {
  BeltDrive drive = small_drive();
  drive.gravity.setZero();
  AleParameters parameters = small_parameters();
  parameters.mesh.elements_per_pulley = 20;
  {
    const BeltMap belt = AleSimulation(drive, parameters).belt();
    const BeltPath path = drive.path();
    const PathArc& arc = path.arcs()[1];
    double difference = 0.0;
    int n = 0;
    for (const beltdyn::ContactPoint& contact : belt.contacts()) {
      const double from_axis = (belt.position(contact.material) - arc.center).norm();
      const ProfilePoint point = belt.at_particle(contact.material);
      // The middle third, several bending layers of 7 mm away from where the belt leaves the pulley.
      if (contact.pulley != 1 || std::abs(point.sigma - arc.start - 0.5 * arc.length()) > arc.length() / 6.0) continue;
      difference += contact.pressure * from_axis / point.force - 1.0;
      ++n;
    }
    REQUIRE(n > 10);
    // Cubics deviate by R Δ⁴/384 = 8e-8 m from the circle, at a depth of 2e-4 m.
    CHECK(std::abs(difference / n) <= 1e-3);
  }
  AleSimulation running(loaded_drive(drive, 8.0, -0.2), parameters);
  for (int i = 0; i < 50; ++i) running.advance(kStep);
  int slipping = 0;
  const BeltMap belt = running.belt();
  for (const beltdyn::ContactPoint& contact : belt.contacts()) {
    if (!contact::is_slipping(contact.state)) continue;
    ++slipping;
    CHECK(close(std::abs(contact.traction), 0.2 * contact.pressure, {.rel = 1e-9}));
  }
  CHECK(slipping > 5);
}

TEST_CASE("ALE belt: a step solved twice gives the same bytes, beside another simulation too") {
  for (const TimeIntegration method : {TimeIntegration::generalised_alpha, TimeIntegration::quasi_static}) {
    CAPTURE(static_cast<int>(method));
    AleBelt belt(small_drive(), small_parameters(method));
    AleBelt beside(small_drive(), small_parameters(method));
    for (int i = 0; i < 37; ++i) {
      advance(belt, 1);
      advance(beside, 1);
    }
    CHECK(bytes_of(belt) == bytes_of(beside));
    const auto before = bytes_of(belt);
    advance(belt, 1);
    const auto after = bytes_of(belt);
    restore_from(before, belt);
    CHECK(bytes_of(belt) == before);
    StateWriter writer;
    belt.save(writer);
    StateReader in_memory(writer.take());
    // With the tangent still stored, and with the tangent of a step of another length.
    for (const double between : {0.0, 0.0, 0.7 * kStep}) {
      if (between > 0.0) advance(belt, 1, between);
      belt.restore(in_memory);
      advance(belt, 1);
      CHECK(bytes_of(belt) == after);
    }
    CHECK(after != before);
  }
}

TEST_CASE(
    "ALE belt: a run that was saved resumes with bit-identical output in another object, also within a cut step") {
  // With four iterations a long step does not converge, and is divided.
  for (const double h : {kStep, 0.06}) {
    CAPTURE(h);
    AleParameters parameters = small_parameters();
    if (h > kStep) parameters.newton_iterations = 4;
    AleBelt whole(small_drive(), parameters);
    advance(whole, h > kStep ? 3 : 20, h);
    CHECK((whole.statistics().rejected_steps > 0) == (h > kStep));
    AleBelt other(small_drive(), parameters);
    advance(other, 1, 0.3 * h);  // must have no influence
    restore_from(bytes_of(whole), other);
    advance(whole, 5, h);
    advance(other, 5, h);
    CHECK(bytes_of(other) == bytes_of(whole));
    CHECK(other.statistics().rejected_steps == whole.statistics().rejected_steps);
  }
}

TEST_CASE("ALE belt: with damped bending a restored run resumes with bit-identical output, and lanes change nothing") {
  BeltDrive drive = small_drive();
  drive.belt.bending_damping = 1e-4;
  AleParameters parameters = small_parameters();
  AleBelt whole(drive, parameters);
  advance(whole, 20);
  AleBelt other(drive, parameters);
  advance(other, 1, 0.3 * kStep);  // must have no influence
  restore_from(bytes_of(whole), other);
  advance(whole, 5);
  advance(other, 5);
  CHECK(bytes_of(other) == bytes_of(whole));
  AleBelt undamped(small_drive(), parameters);
  advance(undamped, 25);
  const auto places = [](const AleBelt& belt) {
    const AleArrays& arrays = belt.equations().arrays();
    return arrays.gather(arrays.q);
  };
  const std::vector<double> damped = places(whole);
  double difference = 0.0;
  for (std::size_t i = 0; i < damped.size(); ++i) {
    difference = std::max(difference, std::abs(damped[i] - places(undamped)[i]));
  }
  CHECK(difference > 1e-6);
  parameters.instruction_choice = 1;  // baseline
  AleBelt scalar(drive, parameters);
  advance(scalar, 25);
  const std::vector<double> plain = places(scalar);
  // In each step Newton's method stops at 5e-6 N, over the bending stiffness of an element, 12 EI/h³ = 5e3 N/m.
  for (std::size_t i = 0; i < damped.size(); ++i) CHECK(close(plain[i], damped[i], {.abs = 25.0 * 1e-9}));
}

TEST_CASE("ALE belt: a failed call states the reason and leaves the state unchanged, at once or after some steps") {
  for (const double start : {0.0, 0.01, 0.018}) {
    CAPTURE(start);
    AleBelt belt(impossible_drive(), small_parameters());
    while (belt.time() < start - 0.5 * kStep) belt.advance(kStep);
    const auto before = bytes_of(belt);
    std::string reason;
    try {
      belt.advance(0.021 - belt.time());
    } catch (const SolverError& error) {
      reason = error.what();
    }
    CAPTURE(reason);
    CHECK(reason.find("succeeds, down to") != std::string::npos);
    AleBelt again(impossible_drive(), small_parameters());
    restore_from(before, again);
    CHECK(belt.time() == again.time());
    CHECK(belt.equations().arrays().q == again.equations().arrays().q);
    CHECK(belt.equations().arrays().v == again.equations().arrays().v);
    CHECK(belt.equations().arrays().a == again.equations().arrays().a);
    CHECK(belt.torques() == again.torques());
    // With the bristles as before it continues as if there had been no attempt. Counts are kept, and
    // no tangent is kept: corrections end elsewhere within the tolerance, 5e-6 N over the stiffness of an element
    // against bending, 12 EI/h³ = 5e3 N/m.
    belt.advance(kStep);
    again.advance(kStep);
    for (std::size_t i = 0; i < belt.equations().arrays().q.size(); ++i) {
      CHECK(close(belt.equations().arrays().q[i], again.equations().arrays().q[i], {.abs = 1e-8}));
    }
  }
}

TEST_CASE("ALE belt: a call that fails after some cut steps restores the initial state") {
  AleParameters parameters = small_parameters();
  parameters.newton_iterations = 3;
  constexpr double kLong = 0.06;
  AleBelt belt(impossible_drive(1.5 * kLong), parameters);
  belt.advance(kLong);
  // The length of the next trial step.
  const StateReader reader(bytes_of(belt));
  REQUIRE(reader.numbers("stepping").at(1) < 0.5 * kLong);
  AleBelt again(impossible_drive(1.5 * kLong), parameters);
  restore_from(bytes_of(belt), again);
  const std::int64_t steps = belt.statistics().steps;
  CHECK_THROWS_AS(belt.advance(kLong), SolverError);
  CHECK(belt.statistics().steps > steps);
  CHECK(belt.time() == again.time());
  CHECK(belt.equations().arrays().q == again.equations().arrays().q);
  CHECK(belt.torques() == again.torques());
}

TEST_CASE("ALE belt: a saved state of another size or without finite numbers is refused") {
  AleBelt belt(small_drive(), small_parameters());
  belt.advance(kStep);
  AleBelt again(small_drive(), small_parameters());
  const auto restore = [&](const std::function<void(StateWriter&)>& change) {
    StateWriter writer;
    belt.save(writer);
    change(writer);
    restore_from(writer.to_cbor(), again);
  };
  const StateReader sound(bytes_of(belt));
  CHECK_NOTHROW(restore([](StateWriter&) {}));
  for (const char* name : {"q", "v", "acceleration", "auxiliary", "angles", "torques", "energy_ledger", "contacts",
                           "tangent", "stepping"}) {
    CAPTURE(name);
    // The bound of the next step may be infinite.
    std::vector<double> longer = name == std::string("stepping") ? sound.any_numbers(name, 3) : sound.numbers(name);
    longer.push_back(0.0);
    CHECK_THROWS_WITH_AS(restore([&](StateWriter& writer) { writer.numbers(name, longer); }),
                         doctest::Contains("; run again with --force"), IoError);
    CHECK_THROWS_AS(restore([&](StateWriter& writer) { writer.numbers(name, {}); }), IoError);
  }
  std::vector<double> endless = sound.numbers("v");
  endless.back() = std::numeric_limits<double>::infinity();
  CHECK_THROWS_WITH_AS(restore([&](StateWriter& writer) { writer.numbers("v", endless); }),
                       doctest::Contains("'v' is not a number"), IoError);
  std::vector<std::int64_t> counts = sound.integers("statistics");
  counts[0] = -1;
  CHECK_THROWS_AS(restore([&](StateWriter& writer) { writer.integers("statistics", counts); }), IoError);
}

TEST_CASE("ALE belt: impossible loads end in an error or in finite numbers") {
  BeltDrive slack = small_drive();
  slack.belt.pretension = StressFreeLength{1.2 * slack.path().length()};
  CHECK_THROWS_AS(AleBelt(slack, small_parameters()), SolverError);
  // A pulley in gross slip has no quasi-static motion; with inertia it spins away.
  for (const TimeIntegration method : {TimeIntegration::generalised_alpha, TimeIntegration::quasi_static}) {
    CAPTURE(static_cast<int>(method));
    AleBelt belt(loaded_drive(small_drive(), 4.0, -5.0), small_parameters(method));
    bool failed = false;
    try {
      advance(belt, 20);
    } catch (const SolverError&) {
      failed = true;
    }
    CHECK(failed == (method == TimeIntegration::quasi_static));
    CHECK(is_finite(belt));
    if (!failed) CHECK(belt.equations().angles()[1].v < -50.0);
  }
}

TEST_CASE("ALE belt: around three pulleys, one at its back, and in a mirror") {
  const TimeFunction speed(TimeFunction::CosineRamp{.from = 0.0, .to = 8.0, .start_time = 0.0, .end_time = 0.05});
  const TimeFunction back(TimeFunction::CosineRamp{.from = 0.0, .to = -8.0, .start_time = 0.0, .end_time = 0.05});
  BeltDrive drive = loaded_drive(serpentine_drive(), 0.0, -0.05);
  drive.pulleys[2].inertia = 1e-5;
  drive.pulleys[0].motion = PrescribedMotion{speed};
  AleBelt belt(drive, small_parameters());
  AleBelt image(mirrored(drive, back, 0.05), small_parameters());
  advance(belt, 80);
  advance(image, 80);
  // The belt takes its pulleys along, the outside pulley in the other direction; creep and strain are some per cent.
  CHECK(close(belt.equations().angles()[1].v, 8.0, {.rel = 0.1}));
  CHECK(close(belt.equations().angles()[2].v, -8.0 * 0.051 / 0.031, {.rel = 0.1}));
  for (std::size_t p = 0; p < 3; ++p) {
    CAPTURE(p);
    // Corrections end within 2.5e-7 of the pretension.
    CHECK(close(image.equations().angles()[p].v, -belt.equations().angles()[p].v, {.rel = 1e-5}));
    CHECK(close(image.torques()[p], -belt.torques()[p], {.abs = 1e-5}));
  }
}

TEST_CASE("ALE belt: a load of rho g per reference length, beside half of the gravity, is the other half") {
  // Both are polynomials in an element and integrated exactly: the work of the weight by g·r δs_σ, the work of the load
  // by −g·r_σ δs. Newton's tolerance of 5e-6 N moves nodes of 4e-3 kg by 1e-6 m/s in a step.
  CHECK(beltdyn::test::weight_less_load<AleBelt>(small_drive(), small_parameters(), kStep) < 2e-5);
}

TEST_CASE("ALE belt: started from the nodes of its static equilibrium it has the same motion") {
  // Rounding of places of 1 m in each of five steps, and of velocities, 2/h times it.
  constexpr double kRounding = 1e-14;  // [m]
  const beltdyn::test::StartedPair<AleBelt> pair(small_drive(), small_parameters(), kStep);
  CHECK(pair.time_of_start == 0.0);
  CHECK(beltdyn::test::largest_difference(pair.belt.nodes().q, pair.started.nodes().q) <= kRounding);
  CHECK(beltdyn::test::largest_difference(pair.belt.nodes().v, pair.started.nodes().v) <= 2.0 / kStep * kRounding);
}

// √(EI/F) is 0.43 and 0.17 of the radius; without the effect of bending on the length 3716 and 1896 N.
TEST_CASE("ALE belt: a belt that bends has the force at rest that is asked for") {
  for (const double bending : {1.87, 0.3}) {
    CAPTURE(bending);
    AleParameters parameters = small_parameters();
    parameters.mesh = {.elements_per_pulley = 64, .elements_per_span = 16, .span_refinement = 3};
    const AleSimulation simulation(beltdyn::test::bent_belt_drive(bending), parameters);
    CHECK(close(simulation.history().value("span_force_1"), 1560.0, {.rel = 5e-3}));
  }
}

}  // namespace beltdyn::eulerian::ale::ale_belt_test
