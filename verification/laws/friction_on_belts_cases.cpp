// SPDX-License-Identifier: MIT
// The steady string with every friction law: runs of analytic_string on the drive of [Ntarladima 2023] compared with a
// table and profiles of another program. In the limit of stiff laws they are compared with the closed form for Coulomb
// friction.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "analytic/belt/steady/steady_string_simulation.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/observed_order.hpp"
#include "verification/belt_support.hpp"
#include "verification/belts/belt_outcomes.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/laws/rig_support.hpp"
#include "verification/strings/string_loops.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;

constexpr double kMu = 0.5;
const std::string kReference =
    "an independent program: Runge-Kutta with 8000 steps per arc and located switches, residual below 1e-11";

std::string regularised(const char* form, double velocity) {
  return fmt::format(R"({{"type": "regularised_coulomb", "coefficient": {}, "velocity": {}, "form": "{}"}})", kMu,
                     velocity, form);
}
std::string elastoplastic(double stiffness) {
  return fmt::format(R"({{"type": "elastoplastic_coulomb", "coefficient": {}, "stiffness_per_area": {}}})", kMu,
                     stiffness);
}
std::string dahl(double stiffness) {
  return fmt::format(R"({{"type": "dahl", "coefficient": {}, "stiffness": {}}})", kMu, stiffness);
}
std::string falling() { return stribeck(0.6, 0.45, 0.02); }
std::string lugre(double damping, double viscosity) {
  return fmt::format(R"({{"type": "lugre", "coefficient": {}, "stiffness": 2000, "damping": {}, "viscosity": {}}})",
                     falling(), damping, viscosity);
}
std::string gms(const std::string& coefficient, const std::vector<std::array<double, 2>>& elements, double attraction,
                double viscosity) {
  std::vector<std::string> texts;
  for (const auto& [stiffness, share] : elements) {
    texts.push_back(fmt::format(R"({{"stiffness": {}, "share": {}}})", stiffness, share));
  }
  return fmt::format(R"({{"type": "gms", "coefficient": {}, "elements": [{}], "attraction": {}, "viscosity": {}}})",
                     coefficient, fmt::join(texts, ", "), attraction, viscosity);
}

// A row of the reference table: its name there, and the law as JSON.
struct Row {
  std::string name;
  std::string law;
};
const std::vector<Row>& rows() {
  const std::vector<std::array<double, 2>> three{{1200.0, 1.0 / 3.0}, {1600.0, 1.0 / 3.0}, {2000.0, 1.0 / 3.0}};
  const std::vector<std::array<double, 2>> four{{4000.0, 0.4}, {2000.0, 0.3}, {1000.0, 0.2}, {500.0, 0.1}};
  static const std::vector<Row> all{{"regularised_coulomb trilinear v_r=0.1", regularised("trilinear", 0.1)},
                                    {"regularised_coulomb trilinear v_r=0.02", regularised("trilinear", 0.02)},
                                    {"regularised_coulomb trilinear v_r=0.005", regularised("trilinear", 0.005)},
                                    {"regularised_coulomb threlfall v_r=0.02", regularised("threlfall", 0.02)},
                                    {"regularised_coulomb hyperbolic v_r=0.02", regularised("hyperbolic", 0.02)},
                                    {"elastoplastic_coulomb K=1e7", elastoplastic(1e7)},
                                    {"elastoplastic_coulomb K=5e7", elastoplastic(5e7)},
                                    {"elastoplastic_coulomb K=5e8", elastoplastic(5e8)},
                                    {"dahl sigma=1e3 alpha=1", dahl(1e3)},
                                    {"dahl sigma=5e3 alpha=1", dahl(5e3)},
                                    {"lugre sigma0=2e3", lugre(0.0, 0.0)},
                                    {"lugre sigma0=2e3 sigma1=2 sigma2=1", lugre(2.0, 1.0)},
                                    {"gms 3 constant", gms(constant_coefficient(kMu), three, 0.0, 0.0)},
                                    {"gms 3 stribeck C=5", gms(falling(), three, 5.0, 0.0)},
                                    {"gms 4 stribeck C=20 viscosity=0.5", gms(falling(), four, 20.0, 0.5)}};
  return all;
}

constexpr double kCentreLine = 0.1;  // radius of the centre line on the pulleys [m]

// The steady motion at the end of the time functions: 1.2 m/s, load 25 N m + 2 N m s ω₂, centre line at a radius of
// 0.1 m.
BeltRun loaded(const std::string& law) {
  BeltRun run(
      embedded::ntarladima_2023("drive.json"),
      {fmt::format(R"(/runs=[{{"name": "string", "formulation": "analytic_string", "time_step": {}}}])", kEndTime),
       "/drive/contact/friction=" + law, "/drive/belt/contact_offset=0", "/drive/pulleys/0/radius=0.1",
       "/drive/pulleys/1/radius=0.1"});
  run.advance_to(kEndTime);
  return run;
}

// The motion with the convention of the other program, which refers the stiffness of stick to the deformed area.
struct DeformedString {
  analytic::FrictionLoop loop;
  analytic::FrictionLoopMotion motion;
};

DeformedString on_deformed_area(const BeltRun& run) {
  const BeltDrive& drive = run.simulation().drive();
  DeformedString belt{analytic::friction_loop_of(drive, 0, kEndTime, mounts_at_rest(drive)), {}};
  belt.loop.area = analytic::LawArea::deformed;
  belt.motion = analytic::friction_loop_motion(belt.loop, kDriverSpeed * kCentreLine);
  return belt;
}

// Whether the convention for the area does not matter. It matters only for elastoplastic_coulomb; the forces of all
// other laws grow with the pressure.
bool runs_as_the_reference(const Row& row) { return !row.name.starts_with("elastoplastic_coulomb"); }

// The state at a contour point: from the run where the convention does not matter, otherwise from the deformed string.
ProfilePoint point_at(const Row& row, const BeltRun& run, const DeformedString& belt, double sigma) {
  const std::array<double, 1> place{sigma};
  if (runs_as_the_reference(row)) return run.simulation().profile(place)[0];
  const analytic::StringPoint point = analytic::friction_loop_points(belt.loop, belt.motion, place)[0];
  return {.sigma = sigma,
          .force = point.force,
          .speed = point.speed,
          .pressure = point.pressure,
          .traction = point.traction};
}

// The numbers of each line of an embedded table, by the name at the start of the line.
std::map<std::string, std::vector<std::vector<double>>> reference_table(std::string_view file) {
  std::map<std::string, std::vector<std::vector<double>>> table;
  std::string_view text = embedded::friction_on_belts(file);
  text.remove_prefix(text.find('\n') + 1);
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t comma = line.find(',');
    std::vector<double>& numbers = table[std::string(line.substr(0, comma))].emplace_back();
    for (line.remove_prefix(comma); !line.empty();) {
      line.remove_prefix(1);
      double& number = numbers.emplace_back();
      const auto end = std::from_chars(line.data(), line.data() + line.size(), number).ptr;
      line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    }
  }
  return table;
}

void hold_table(Record& record, const std::string& law) {
  constexpr double kTolerance = 1e-9;
  const auto table = reference_table("table.csv");
  bool is_first = true;
  for (const Row& row : rows()) {
    if (!row.name.starts_with(law)) continue;
    const std::vector<double>& reference = table.at(row.name).at(0);
    const BeltRun run = loaded(row.law);
    const analytic::FrictionLoopMotion motion = on_deformed_area(run).motion;
    const std::string of = row.name + ": ";
    record.relative(of + "driven speed [rad/s]", motion.angular_velocity[1], reference[0], kTolerance,
                    is_first ? Rank::headline : Rank::detail);
    record.relative(of + "tight span force [N]", motion.force[1], reference[1], kTolerance);
    record.relative(of + "slack span force [N]", motion.force[0], reference[2], kTolerance);
    record.relative(of + "torque [N m]", motion.torque[1], reference[3], kTolerance);
    record.relative(of + "flux [m/s]", motion.flux, reference[4], kTolerance);
    if (runs_as_the_reference(row)) {
      const std::string as_run = ", run from a configuration ";
      record.relative(of + "driven speed" + as_run + "[rad/s]", run["angular_velocity_2"], reference[0], kTolerance);
      record.relative(of + "tight span force" + as_run + "[N]", run["span_force_2"], reference[1], kTolerance);
      record.relative(of + "slack span force" + as_run + "[N]", run["span_force_1"], reference[2], kTolerance);
    }
    is_first = false;
  }
}

void profiles(Record& record) {
  const auto table = reference_table("profiles.csv");
  // Angles are printed to 1e-9, and no profile changes by more than 50 times its size per radian.
  constexpr double kTolerance = 1e-7;
  for (const Row& row : rows()) {
    const BeltRun run = loaded(row.law);
    const DeformedString belt = on_deformed_area(run);
    const BeltPath& path = run.simulation().path();
    std::array<double, 3> worst{};
    std::array<double, 3> largest{};
    for (const std::vector<double>& line : table.at(row.name)) {
      const auto k = static_cast<std::size_t>(line[0]) - 1;
      const PathArc& arc = path.arcs()[k];
      // The reference prints the exit slightly behind the end of the arc.
      const double angle = std::min(line[1], arc.wrap * (1.0 - 1e-12));
      const ProfilePoint point = point_at(row, run, belt, arc.start + arc.radius * angle);
      const double surface = arc.radius * belt.motion.angular_velocity[k];
      const std::array<double, 3> found{point.force, point.speed - surface, -point.traction / point.pressure};
      for (std::size_t i = 0; i < 3; ++i) {
        worst[i] = larger(worst[i], std::abs(found[i] - line[2 + i]));
        largest[i] = larger(largest[i], std::abs(line[2 + i]));
      }
    }
    const std::array<std::string, 3> names{"axial force", "slip velocity", "traction over pressure"};
    for (std::size_t i = 0; i < 3; ++i) {
      record.at_most(fmt::format("{}: {}, largest deviation over the largest value [-]", row.name, names[i]),
                     worst[i] / largest[i], kTolerance,
                     i == 2 && &row == &rows().back() ? Rank::headline : Rank::detail);
    }
  }
}

// The effect of an elastic stick zone on the stretch is the area between two curves at the end of the zone: Coulomb's
// law, which rises at once, and the elastic law, which rises exponentially over the length l. The area is proportional
// to the traction times l². For a bristle l² = EA/(K w); for a regularised law l is proportional to v_r.
void coulomb_limit(Record& record) {
  const BeltRun any = loaded(elastoplastic(1e9));
  const auto load = [](double omega) { return 25.0 + 2.0 * omega; };
  const exact::SteadyStringMotion coulomb = exact::steady_string_motion_under_load(
      string_drive_of(any.simulation().drive()), kDriverSpeed * kCentreLine, load);
  const auto hold = [&](const std::string& name, const std::vector<double>& values,
                        const std::function<std::string(double)>& law, double order) {
    std::vector<double> errors;
    for (const double value : values) {
      errors.push_back(std::abs(loaded(law(value))["span_force_2"] / coulomb.force[0] - 1.0));
    }
    record.absolute("order of the tight span force in " + name, numerics::fitted_order(values, errors), order, 0.05,
                    Rank::detail, "the next term is smaller by the ratio of zone length to radius, 0.01");
    record.series({.title = "tight span force in " + name,
                   .parameter = name,
                   .error = "relative difference from Coulomb's law [-]",
                   .values = values,
                   .errors = errors,
                   .expected_order = order});
  };
  hold("the stiffness of stick [N/m^3]", {4e9, 16e9, 64e9}, elastoplastic, 1.0);
  hold(
      "the velocity of regularisation [m/s]", {1e-3, 5e-4, 2.5e-4},
      [](double v) { return regularised("trilinear", v); }, 2.0);
  record.relative("driven speed, K = 5e9 N/m^3 [rad/s]", loaded(elastoplastic(5e9))["angular_velocity_2"],
                  coulomb.angular_velocity[1], 1e-6, Rank::headline);
  for (const char* form : {"trilinear", "threlfall", "hyperbolic"}) {
    record.relative(fmt::format("driven speed, {}, v_r = 1e-4 m/s [rad/s]", form),
                    loaded(regularised(form, 1e-4))["angular_velocity_2"], coulomb.angular_velocity[1], 1e-6);
  }
  // Generalised Maxwell slip with one element is Dahl's law with the exponent 0.
  record.relative(
      "driven speed, one element of gms, and dahl with the exponent 0 [rad/s]",
      loaded(gms(constant_coefficient(kMu), {{5000.0, 1.0}}, 0.0, 0.0))["angular_velocity_2"],
      loaded(R"({"type": "dahl", "coefficient": 0.5, "stiffness": 5000, "exponent": 0})")["angular_velocity_2"], 1e-9);
}

}  // namespace

void add_friction_on_belts_cases(std::vector<VerificationCase>& cases) {
  for (const char* law : {"regularised_coulomb", "elastoplastic_coulomb", "dahl", "lugre", "gms"}) {
    cases.push_back({.id = fmt::format("friction/belts/table/{}", law),
                     .claim = fmt::format("The steady string with {}: creep, span forces, torque and flux.", law),
                     .reference = kReference,
                     .run = [law](Record& record) { hold_table(record, law); },
                     .tolerances = "both programs solve the string equations to 1e-10, and the table has more digits"});
  }
  cases.push_back(
      {.id = "friction/belts/profiles",
       .claim = "Force, slip velocity and traction of the steady string along both pulleys, every law.",
       .reference = kReference,
       .run = profiles,
       .tolerances =
           "angles are printed to 1e-9, and no profile changes by more than 50 times its magnitude per radian"});
  cases.push_back({.id = "friction/belts/coulomb-limit",
                   .claim = "Stiff laws converge to the string with Coulomb friction, with the theoretical order.",
                   .reference = "the closed form of the string with Coulomb's friction; one law against another",
                   .run = coulomb_limit,
                   .tolerances =
                       "the transition at the end of the stick zone, quantified by the orders: 1e-7 of the speed is "
                       "observed for the stiffest laws, rounded up; equivalent laws differ by the integration error"});
}

}  // namespace beltdyn::verification
