// SPDX-License-Identifier: MIT
// Losses by damping in eulerian_ale and lagrangian_ancf: in a belt that bends when it enters and leaves pulleys, and in
// a belt that stretches and shrinks on pulleys.
#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/observed_order.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

// The belt of idle_drive.json.
constexpr double kBendingStiffness = 0.01;  // EI [N m²]
constexpr double kRadius = 0.05;            // R [m]
constexpr double kContactStiffness = 8e8;   // k, 4e10 N/m³ over the width of 0.02 m [N/m²]
constexpr double kMassPerLength = 0.1;      // ρA [kg/m]
constexpr double kAngularVelocity = 100.0;  // ω [rad/s]
constexpr double kSmallDamping = 1e-8;      // negligible [N m² s]
constexpr double kNominalDamping = 1e-6;    // [N m² s]
constexpr double kLargeDamping = 1e-5;      // [N m² s]
constexpr double kTransitions = 4.0;        // on to two pulleys and off them [-]

// ∫ κ'² over the transition from straight to round, for a beam under the force N on a foundation of stiffness k that
// cannot pull. In contact, x > 0, the depth is δ = N/(k R) + 2 Re(A e^(−s x)) with EI s⁴ − N s² + k = 0, and the
// curvature is 1/R + δ''. Before contact the curvature is K₀ e^(x/ℓ) with ℓ = √(EI/N). At x = 0 the depth δ vanishes,
// and curvature and shear force are continuous.
double transition_integral(double force) {
  using Complex = std::complex<double>;
  const double layer = std::sqrt(kBendingStiffness / force);
  const Complex root = std::sqrt(Complex(force * force - 4.0 * kBendingStiffness * kContactStiffness));
  const Complex s = std::sqrt((force + root) / (2.0 * kBendingStiffness));
  const Complex s2 = s * s;
  const Complex s3 = s2 * s;
  const double a = -0.5 * force / (kContactStiffness * kRadius);  // Re A
  // K₀ = 1/R + 2 Re(s² A) = −2 ℓ Re(s³ A)
  const double b =
      (1.0 / kRadius + 2.0 * a * (s2.real() + layer * s3.real())) / (2.0 * (s2.imag() + layer * s3.imag()));  // Im A
  const double K_0 = 1.0 / kRadius + 2.0 * (a * s2.real() - b * s2.imag());
  const Complex B = -s3 * Complex(a, b);  // κ' = 2 Re(B e^(−s x))
  return K_0 * K_0 / (2.0 * layer) + std::norm(B) / s.real() + (B * B / s).real();
}

std::string ancf_members(int elements, double time_step) {
  return fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": {})", elements, time_step);
}

// When to sample a run: means over its last part, while some elements pass a pulley, or the value at its end.
struct Means {
  double end_time{};
  double time{};  // averaging time before the end, 0: the value at the end [s]
  int looks = 1;
};

double mean_of(BeltRun run, const Means& means, const std::function<double(const BeltRun&)>& value) {
  double mean = 0.0;
  run.look(means.end_time - means.time, means.time / means.looks, means.looks,
           [&] { mean += value(run) / means.looks; });
  return mean;
}

// The steady motion at the end, with `elements` on each pulley and on each span.
std::string ale_members(int elements, const Means& at_end) { return steady_ale(elements, elements, at_end.end_time); }

constexpr Means kAtEnd{.end_time = 0.1};
constexpr Means kIdleMeans{.end_time = 0.2, .time = 0.05, .looks = 500};

BeltRun idle_run(const std::string& members, double damping, double axial_damping = 0.0) {
  return {embedded::ale_drives("idle_drive.json"),
          {fmt::format("/drive/belt/bending_damping={}", damping),
           fmt::format("/drive/belt/axial_damping={}", axial_damping), only_run(members)}};
}
double drag(const BeltRun& run) { return run["drive_torque_1"]; }

// Results on meshes from coarse to fine; orders follow from the differences from the finest mesh.
struct Refined {
  std::vector<double> elements;
  std::vector<double> results;

  std::vector<double> errors() const {
    std::vector<double> errors;
    for (std::size_t i = 0; i + 1 < results.size(); ++i) errors.push_back(std::abs(results[i] / results.back() - 1.0));
    return errors;
  }
  std::vector<double> orders() const {
    const std::vector<double> values(elements.begin(), elements.end() - 1);
    return numerics::orders_from_finest(values, errors(), elements.back());
  }
};

Refined refined(const std::vector<int>& elements, const std::function<double(int)>& result) {
  Refined series;
  for (const int n : elements) {
    series.elements.push_back(n);
    series.results.push_back(result(n));
  }
  return series;
}

void show(Record& record, const std::string& title, const Refined& series) {
  record.series({.title = title,
                 .parameter = "elements",
                 .error = "relative difference from the finest mesh [-]",
                 .values = {series.elements.begin(), series.elements.end() - 1},
                 .errors = series.errors(),
                 .expected_order = std::nullopt,
                 .orders = series.orders()});
}

constexpr const char* kKink =
    "the kink of the pressure where contact begins lies at an arbitrary position in an element; differences from the "
    "finest mesh overestimate the last order";

void hold_order(Record& record, const std::string& quantity, const Refined& series, double order, double tolerance,
                const std::string& reason) {
  const std::vector<double> values(series.elements.begin(), series.elements.end() - 1);
  record.absolute(quantity, numerics::fitted_order(values, series.errors()), order, tolerance, Rank::detail, reason);
}

void idle_drive(Record& record) {
  BeltRun slow = idle_run(ale_members(160, kAtEnd), kSmallDamping);
  slow.advance_to(kAtEnd.end_time);
  // The contacts carry the effective force N − ρA v².
  const double speed = slow["span_speed_1"];
  const double force = slow["span_force_1"] - kMassPerLength * speed * speed;
  const double integral = transition_integral(force);
  const auto expected = [&](double damping) {
    return kTransitions * damping * speed * speed * integral / kAngularVelocity;
  };
  record.relative("drag of eulerian_ale for little damping, 4 d v² ∫κ'²/ω [N m]", slow["drive_torque_1"],
                  expected(kSmallDamping), 2e-2, Rank::headline);
  const Refined ale = refined({40, 80, 160, 320, 640}, [](int n) {
    return mean_of(idle_run(ale_members(n, kAtEnd), kNominalDamping), kAtEnd, drag);
  });
  show(record, "drag of eulerian_ale", ale);
  record.relative("drag of eulerian_ale with 1e-6 N m² s [N m]", ale.results.back(), expected(kNominalDamping), 5e-2,
                  Rank::headline);
  hold_order(record, "order of eulerian_ale in the elements, over four meshes", ale, 2.0, 0.5, kKink);
  BeltRun damped = idle_run(ale_members(160, kAtEnd), kLargeDamping);
  damped.advance_to(kAtEnd.end_time);
  record.relative("driven speed with 1e-5 N m² s over that of the driver", damped["angular_velocity_2"],
                  kAngularVelocity, 1e-3);
}

// A step of 2e-5 s moves the belt by 0.1 mm, a tenth of the length of the finest elements.
void idle_drive_against_ancf(Record& record) {
  // Damps the oscillations left from the start and changes the drag by 2e-5 of its value.
  constexpr double kAxialDamping = 1.0;  // [N s]
  const auto ancf = refined({40, 80, 160, 320, 640}, [](int n) {
    return mean_of(idle_run(ancf_members(n, 2e-5), kNominalDamping, kAxialDamping), kIdleMeans, drag);
  });
  const double ale = mean_of(idle_run(ale_members(320, kAtEnd), kNominalDamping), kAtEnd, drag);
  show(record, "drag of lagrangian_ancf", ancf);
  hold_order(record, "order of lagrangian_ancf in the elements, over four meshes", ancf, 2.0, 0.7,
             "oscillations from elements arriving at a pulley scatter the drag by 3e-3, the error of the finest mesh");
  record.relative("drag of lagrangian_ancf, 640 elements, against eulerian_ale [N m]", ancf.results.back(), ale, 5e-3,
                  Rank::headline);
  record.relative("drag of lagrangian_ancf, 160 elements [N m]", ancf.results[2], ale, 5e-2);
}

double power_of_crank(const BeltRun& run) { return run["drive_torque_1"] * run["angular_velocity_1"]; }

void serpentine(Record& record) {
  constexpr Means kSteady{.end_time = 1.2};
  constexpr Means kTurning{.end_time = 1.2, .time = 0.1, .looks = 100};
  const auto ale = refined({10, 20, 40, 80, 160}, [&](int n) {
    return mean_of({embedded::ale_drives("serpentine.json"), {only_run(ale_members(n, kSteady))}}, kSteady,
                   power_of_crank);
  });
  const auto ancf = refined({90, 180, 360, 720, 1440}, [&](int n) {
    return mean_of({embedded::ale_drives("serpentine.json"), {only_run(ancf_members(n, 2e-4))}}, kTurning,
                   power_of_crank);
  });
  show(record, "power of the crank, eulerian_ale", ale);
  show(record, "power of the crank, lagrangian_ancf", ancf);
  hold_order(record, "order of eulerian_ale in the elements, over four meshes", ale, 2.0, 0.5, kKink);
  record.relative("power of the crank with damped bending: lagrangian_ancf and eulerian_ale [W]", ancf.results.back(),
                  ale.results.back(), 5e-3, Rank::headline);
  record.relative("the same, 360 elements [W]", ancf.results[2], ale.results.back(), 2e-2);
  record.relative("the same, eulerian_ale with 40 elements on each pulley and span [W]", ale.results[2],
                  ale.results.back(), 2e-2);
}

// Stretch that changes on the pulleys: 2000 N s times a strain rate of 0.06 in 0.2 s of slip is as large as the tight
// force.
void axial_damping(Record& record) {
  constexpr double kDamping = 2000.0;  // [N s]
  const auto run_of = [](double damping, const std::string& members) {
    return BeltRun(embedded::ntarladima_2023("drive.json"),
                   {fmt::format("/drive/belt/axial_damping={}", damping), "/drive/gravity=[0, 0]", only_run(members)});
  };
  constexpr Means kLate{.end_time = 4.0};
  constexpr Means kMeans{.end_time = 4.0, .time = 0.2, .looks = 100};
  const auto speed = [](const BeltRun& run) { return run["angular_velocity_2"]; };
  const auto ale = refined({10, 20, 40, 80, 160},
                           [&](int n) { return mean_of(run_of(kDamping, ale_members(n, kLate)), kLate, speed); });
  const auto ancf = refined({60, 120, 240, 480, 960}, [&](int n) {
    // With steps of 1 ms the time-integration error on 960 elements would be 1.5e-5 of the speed.
    const std::string members = ancf_members(n, 5e-4) + R"(, "friction": "consistent")";
    return mean_of(run_of(kDamping, members), kMeans, speed);
  });
  const double undamped = mean_of(run_of(0.0, ale_members(80, kLate)), kLate, speed);
  show(record, "driven speed with axial damping, eulerian_ale", ale);
  show(record, "driven speed with axial damping, lagrangian_ancf", ancf);
  const std::string front = "the position of the stick-slip front within an element differs from mesh to mesh";
  hold_order(record, "order of eulerian_ale in the elements, over four meshes", ale, 1.5, 0.6, front);
  hold_order(record, "order of lagrangian_ancf in the elements, over four meshes", ancf, 1.0, 0.5, front);
  record.relative("driven speed with axial damping: lagrangian_ancf and eulerian_ale [rad/s]", ancf.results.back(),
                  ale.results.back(), 1e-4, Rank::headline);
  // The comparison is significant: the formulations differ by far less than damping changes the speed.
  record.at_most("difference of the formulations over the effect of damping",
                 std::abs(ancf.results.back() - ale.results.back()) / std::abs(ale.results.back() - undamped), 0.1);
}

}  // namespace

void add_belt_damping_cases(std::vector<VerificationCase>& cases) {
  const std::string beam = "exact: ∫κ'² of a beam running onto an elastic foundation, and each other";
  cases.push_back(
      {.id = "ale/bending-damping",
       .claim = "Bending damping of the Eulerian belt dissipates the power given by the rate of curvature.",
       .reference = beam,
       .slow = true,
       .run = idle_drive,
       .tolerances =
           "observed errors, up to 8e-3, rounded up: the reference neglects the effect of damping on the transition"});
  cases.push_back({.id = "cross/damping/idle-drive",
                   .claim = "Bending damping dissipates the same power in the Lagrangian and the Eulerian belt.",
                   .reference = "eulerian_ale, steady",
                   .slow = true,
                   .run = idle_drive_against_ancf,
                   .tolerances = "oscillations from elements arriving at a pulley scatter the drag by 3e-3; a quarter "
                                 "of the elements has sixteen times the second-order error, 5 % as observed"});
  cases.push_back(
      {.id = "cross/damping/serpentine",
       .claim = "The crank of a serpentine drive needs the same power with the Lagrangian and the Eulerian belt.",
       .reference = "eulerian_ale, steady",
       .slow = true,
       .run = serpentine,
       .tolerances = "observed differences rounded up; a quarter of the elements has up to sixteen times the "
                     "second-order error"});
  cases.push_back({.id = "cross/damping/axial",
                   .claim = "A belt with axial damping has the same creep in Lagrangian and Eulerian description.",
                   .reference = "eulerian_ale, steady",
                   .slow = true,
                   .run = axial_damping,
                   .tolerances = "the observed difference rounded up, since stick-slip fronts move from mesh to mesh; "
                                 "less than a tenth of the effect of damping"});
}

}  // namespace beltdyn::verification
