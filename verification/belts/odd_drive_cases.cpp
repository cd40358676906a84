// SPDX-License-Identifier: MIT
// Unusual drives, each with a property that programs of this kind often fail on: belts so slow that delays span many
// periods, belts and weights with an arbitrary rest position, spans that are nearly slack.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "verification/belt_support.hpp"
#include "verification/cases.hpp"
#include "verification/embedded.hpp"
#include "verification/largest.hpp"
#include "verification/linear/small_motions.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using std::numbers::pi;

std::string_view text_of(const char* name) { return embedded::odd_drives(fmt::format("{}.json", name)); }

// The distance of a root from the nearest of some roots, relative to its magnitude [-].
double distance_to(Complex root, const std::vector<Complex>& roots) {
  double nearest = INFINITY;
  for (const Complex other : roots) nearest = std::min(nearest, std::abs(other - root));
  return nearest / std::abs(root);
}

std::vector<Complex> roots_up_to(const char* drive, double frequency) {
  return SmallMotions(text_of(drive), {fmt::format("/runs/0/linear/modes/highest_frequency={}", frequency)}, 1.0)
      .roots();
}

// The reference values come from an independent search in another window, with few modes at a time.
void string_modes(Record& record) {
  const std::vector<Complex> two = SmallMotions(text_of("two-near-modes"), {}, 1.0).roots();
  record.at_most("two modes 1 Hz apart: distance of the first one, relative",
                 distance_to(Complex(-0.7800, 2.0 * pi * 49.0592), two), 1e-6, Rank::headline);
  record.at_most("the second one", distance_to(Complex(-0.7196, 2.0 * pi * 50.0275), two), 1e-6);
  const std::vector<Complex> one = SmallMotions(text_of("one-mode"), {}, 1.0).roots();
  record.at_most("the only mode below 400 Hz at 9 m/s: distance, relative",
                 distance_to(Complex(-38.314, 2.0 * pi * 229.974), one), 1e-5, Rank::headline);
  // The modes must not depend on the frequency window of the search.
  const std::vector<Complex> all = roots_up_to("long-delays", 60.0);
  for (const double frequency : {7.0, 23.0, 41.0}) {
    const std::vector<Complex> fewer = roots_up_to("long-delays", frequency);
    const auto within = std::ranges::count_if(all, [&](Complex s) { return s.imag() <= 2.0 * pi * frequency; });
    record.absolute(fmt::format("modes below {} Hz less those of the larger window", frequency),
                    static_cast<double>(fewer.size()) - static_cast<double>(within), 0.0, 0.0);
    double largest = 0.0;
    for (const Complex root : fewer) largest = larger(largest, distance_to(root, all));
    record.at_most(fmt::format("their distance from those of the larger window, relative, {} Hz", frequency), largest,
                   1e-9);
  }
}

// A light belt at rest. Its pulleys are too heavy to move, so each span is a string of length ℓ between fixed ends with
// the frequencies f = k c/(2 ℓ), and each frequency occurs twice. c² = N/m, where m is the mass per reference length.
void slow_belt(Record& record) {
  const SmallMotions motions(text_of("slow-belt"), {}, 1.0);
  const Belt& belt = motions.simulation().drive().belt;
  const double c = std::sqrt(motions.steady("span_force_1") / belt.mass_per_length);
  constexpr double kSpan = 0.15;
  std::vector<double> found;
  for (const Complex root : motions.roots()) found.push_back(root.imag() / (2.0 * pi));
  std::ranges::sort(found);
  record.absolute("modes below 250 Hz", static_cast<double>(found.size()), 4.0, 0.0, Rank::headline);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double exact = (1.0 + static_cast<double>(i / 2)) * c / (2.0 * kSpan);
    record.relative(fmt::format("frequency {} [Hz]", i + 1), found[i], exact, 1e-3,
                    i == 0 ? Rank::headline : Rank::detail);
  }
}

// The error: the elastic stick that models rigid contact lengthens each span by a part of an element.
void mounted_idler(Record& record) {
  const std::vector<Complex> exact = SmallMotions(text_of("mounted-idler"), {}, 1.0).roots();
  Series series{.title = "modes of a drive with an idler on a slider",
                .parameter = "elements of a pulley",
                .error = "largest distance of a mode of the string from those of eulerian_ale, relative",
                .values = {},
                .errors = {},
                .expected_order = 1.0};
  for (const int elements : {24, 48}) {
    const SmallMotions motions(
        text_of("mounted-idler"),
        {only_run(fmt::format(R"("formulation": "eulerian_ale", "analysis": "linear", "time_step": 1, )"
                              R"("elements_per_pulley": {}, "elements_per_span": 4, )"
                              R"("linear": {{"modes": {{"highest_frequency": 100}}}})",
                              elements))},
        1.0);
    double largest = 0.0;
    for (const Complex root : exact) {
      // A mode near the edge of the window may lie outside of it on the mesh.
      if (root.imag() < 0.9 * 2.0 * pi * 100.0) largest = larger(largest, distance_to(root, motions.roots()));
    }
    series.values.push_back(elements);
    series.errors.push_back(largest);
  }
  record.at_most("24 elements: largest distance of a mode, relative", series.errors[0], 0.05, Rank::headline);
  record.absolute("order in the length of elements", std::log2(series.errors[0] / series.errors[1]), 1.0, 0.4);
  record.series(series);
}

void steady(Record& record) {
  BeltRun light(text_of("light-load"), {});
  light.advance_to(0.06);
  record.relative("torque of the driven pulley, of a belt that uses a tenth of its wrap [N m]", light["torque_2"],
                  1.7743969930698806, 1e-3, Rank::headline);
  record.at_most("part of its wrap that slips", 1.0 - light["slip_margin_2"], 0.5);
  BeltRun slack(text_of("slack-span"), {});
  slack.advance_to(0.6);
  // The reference is the horizontal force of a catenary with the length of the belt.
  record.relative("force of a nearly slack span [N]", slack["span_force_1"], 0.784, 0.02, Rank::headline);
  // Contact at rest is found in stages; between two of them Newton's method fails on these belts of 1.5 and 1.9 km.
  for (const char* name : {"flat-conveyor", "steep-conveyor"}) {
    BeltRun mesh(text_of(name), {});
    BeltRun string(text_of(name), {only_run(R"("formulation": "analytic_string", "time_step": 1)")});
    record.relative(fmt::format("torque of a {} against that of a string [N m]", name), mesh["torque_1"],
                    string["torque_1"], 1e-4);
  }
}

void starts(Record& record) {
  int started = 0;
  int tried = 0;
  for (int elements = 300; elements <= 700; elements += 23) {
    ++tried;
    BeltRun run(text_of("two-weights"), {fmt::format("/runs/0/elements={}", elements)});
    run.advance_to(1e-3);
    if (std::isfinite(run["span_force_1"])) ++started;
  }
  record.absolute("meshes on which two equal weights start", started, tried, 0.0, Rank::headline);
  BeltRun held(text_of("held-by-friction"), {"/end_time=0.5"});
  double lower = 0.0;
  held.advance_to(0.5, [&] { lower = larger(lower, std::abs(held["mount_position_2"])); });
  // The load is 3 kg at 1 m; without friction it would pass through the drive in half a second.
  record.at_most("way of a weight that friction holds [m]", lower, 2e-3, Rank::headline);
}

// A slider of mass m with the force F is released and oscillates on the belt, a uniform string without friction: u = (F
// − 2 N)/k (1 − cos(ω t)), k = 4 EA/L, ω² = k/m, with the initial belt force N = EA ε.
void held(Record& record) {
  constexpr double kForce = 300.0;
  constexpr double kMass = 2.0;
  constexpr double kStiffness = 1e5;
  constexpr double kStrain = 1e-3;
  constexpr double kLength = 1.0 + 0.2 * pi;
  constexpr double k = 4.0 * kStiffness / kLength * (1.0 + kStrain);
  for (const char* name : {"eulerian_ale", "lagrangian_ancf"}) {
    BeltRun run(text_of("held-slider"), {only_run(fmt::format(R"("formulation": "{}", "time_step": 1e-4)", name))});
    record.at_most(fmt::format("{}: place at the start [m]", name), std::abs(run["mount_position_2"]), 0.0);
    run.advance_to(0.01);
    const double exact = (kForce - 2.0 * kStiffness * kStrain) / k * (1.0 - std::cos(std::sqrt(k / kMass) * 0.01));
    record.relative(fmt::format("{}: place of the slider after 10 ms [m]", name), run["mount_position_2"], exact, 5e-3,
                    Rank::detail,
                    "the mass of the belt, 1e-3 of that of the slider, and the polygon of contact points");
  }
}

// In a drive that starts in steady motion, every balance closes from the first row on.
void running_starts(Record& record) {
  for (const char* name : {"running-layer", "running-string", "running-soft-string"}) {
    BeltRun run(text_of(name), {});
    double torque = 0.0;
    double power = 0.0;
    const auto look = [&] {
      for (const char* column : {"balance_torque_1", "balance_torque_2"})
        torque = larger(torque, std::abs(run[column]));
      power = larger(power, std::abs(run["balance_power"]));
    };
    look();
    record.at_most(fmt::format("{}: balances of moments at the start [-]", name), torque, 1e-3, Rank::detail,
                   "the equilibrium is solved for; span forces are taken between nodes");
    run.advance_to(0.01, look);
    record.at_most(fmt::format("{}: balances of moments in 10 ms [-]", name), torque, 0.02);
    record.at_most(fmt::format("{}: balance of energy in 10 ms [-]", name), power, 1e-3);
  }
}

// The idlers are as small as the bending layer of the belt. There the damper must not dissipate in the oscillation of
// cubic elements between the points where strain is evaluated. References for the torque: 0.7592 N m from 400 elements
// of lagrangian_ancf, 0.7618 N m from another program, both with the damper; 0.7611 N m without it. The damper raises
// the torque by the power of slow changes of strain, at most EA (Δε)²/2 per length at each end of an arc: 1e-3 N m.
void damped_idlers(Record& record) {
  Series series{.title = "torque of a driver with damped idlers",
                .parameter = "elements of a pulley",
                .error = "change of the torque with the next mesh [N m]",
                .values = {},
                .errors = {},
                .expected_order = {},
                .orders = {}};
  std::vector<double> torques;
  for (const int elements : {20, 40, 80, 160}) {
    BeltRun run(text_of("damped-idlers"), {fmt::format("/runs/0/elements_per_pulley={}", elements),
                                           fmt::format("/runs/0/elements_per_span={}", elements / 5)});
    run.advance_to(3.0);
    torques.push_back(run["drive_torque_1"]);
    record.absolute(fmt::format("torque of the driver with {} elements on a pulley [N m]", elements), torques.back(),
                    0.7605, 2e-3, elements == 20 ? Rank::headline : Rank::detail);
  }
  for (std::size_t i = 0; i + 1 < torques.size(); ++i) {
    series.values.push_back(20.0 * std::pow(2.0, static_cast<double>(i)));
    series.errors.push_back(std::abs(torques[i + 1] - torques[i]));
  }
  record.at_most("change with the last mesh over that with the one before [-]", series.errors[2] / series.errors[1],
                 0.5, Rank::detail, "convergence of the first order at least");
  record.series(series);
}

// A belt that its tensioner touches on 14 mm, twice its bending layer √(EI/N): contact points come and go with the
// speed.
void short_arc(Record& record) {
  const auto forces_at = [](double speed) {  // [rev/min]
    BeltRun run(text_of("short-arc"), {fmt::format(R"(/drive/pulleys/0/motion/angular_velocity="{} rpm")", -speed)});
    std::vector<double> forces;
    for (int k = 1; k <= 6; ++k) forces.push_back(run[fmt::format("span_force_{}", k)]);
    return forces;
  };
  const std::vector<double> slower = forces_at(3900.0);
  const std::vector<double> between = forces_at(3950.0);
  const std::vector<double> faster = forces_at(4000.0);
  for (std::size_t k = 0; k < between.size(); ++k) {
    record.relative(fmt::format("force of span {} at 3950 rpm over the mean of 3900 and 4000 rpm", k + 1), between[k],
                    0.5 * (slower[k] + faster[k]), 1e-4, k == 0 ? Rank::headline : Rank::detail,
                    "forces grow by 2 N in 50 rpm, with the square of the speed: 0.012 N off the straight line");
  }
}

// A tensioner on an arc of 9 mm, where the usual mesh has no motion in which its mount rests. If it is given, the state
// nearest to a motion is taken; if none is given, the program finds a motion on another one.
void nearest_motion(Record& record) {
  // From there on a run says that the balance of losses is open.
  constexpr double kOpen = 0.05;
  BeltRun run(text_of("nearest-motion"), {"/runs/0/elements_per_pulley=24", "/runs/0/elements_per_span=4",
                                          "/runs/0/touching_refinement=0", "/runs/0/span_refinement=5"});
  BeltRun chosen(text_of("nearest-motion"), {});
  BeltRun string(text_of("nearest-motion"), {only_run(R"("formulation": "analytic_string", "time_step": 1)")});
  for (int k = 1; k <= 6; ++k) {
    const std::string column = fmt::format("span_force_{}", k);
    const char* reason = "EI/R^2 of the smallest pulley, 3.8 N of 250 N";
    record.relative(fmt::format("force of span {}, on the string", k), run[column], string[column], 1.5e-2,
                    k == 1 ? Rank::headline : Rank::detail, reason);
    record.relative(fmt::format("force of span {} on the mesh of the program", k), chosen[column], string[column],
                    1.5e-2, Rank::detail, reason);
  }
  record.absolute("1 if the run says that it is not exact", run["balance_losses"] > kOpen ? 1.0 : 0.0, 1.0, 0.0,
                  Rank::detail, "the balance of losses");
  record.at_most("balance of losses on the mesh of the program [-]", chosen["balance_losses"], kOpen);
}

// A belt with a damper on pulleys whose contact damper acts abruptly at first contact.
void damped_onset(Record& record) {
  for (const int refinement : {1, 3}) {
    BeltRun run(text_of("damped-onset"), {fmt::format("/runs/0/touching_refinement={}", refinement)});
    double torque = 0.0;
    run.advance_to(0.1, [&] {
      for (int p = 1; p <= 3; ++p) torque = larger(torque, std::abs(run[fmt::format("balance_torque_{}", p)]));
    });
    record.at_most(fmt::format("balances of moments, touching_refinement {} [-]", refinement), torque, 0.02,
                   refinement == 1 ? Rank::headline : Rank::detail);
  }
}

// Implicit steps that would tear the belt while it comes to rest are halved. On its pulleys a polygon of links is
// longer than the belt, by a part that falls with the square of the link length.
void links(Record& record) {
  constexpr double kEnd = 0.117;
  BeltRun belt(text_of("links"), {only_run(R"("formulation": "eulerian_ale", "time_step": 3.9e-4)")});
  belt.advance_to(kEnd);
  std::vector<double> errors;
  for (const int n : {160, 320}) {
    BeltRun run(text_of("links"), {fmt::format("/runs/0/links={}", n)});
    run.advance_to(kEnd);
    errors.push_back(std::abs(run["span_force_1"] / belt["span_force_1"] - 1.0));
    record.at_most(fmt::format("span force of {} links less that of eulerian_ale, relative [-]", n), errors.back(),
                   0.5 * std::pow(160.0 / n, 1.5));
  }
  record.absolute("order in the length of links [-]", std::log2(errors[0] / errors[1]), 2.0, 0.5, Rank::headline);
}

// An ordinary drive that lagrangian_links simulates with its default options, and the bound of the difference of its
// span forces from lagrangian_ancf.
struct OrdinaryDrive {
  const char* name;
  int elements;
  const char* torque;  // history column of the torque of the driver
  double end;          // [s]
  double force_error;  // relative to the largest force [-]
};

// Means over the last quarter of a run.
std::map<std::string, double> last_means(const OrdinaryDrive& drive, const std::string& members) {
  constexpr int kLooks = 100;
  BeltRun run(text_of(drive.name), {only_run(members)});
  std::map<std::string, double> means;
  run.look(0.75 * drive.end, 0.25 * drive.end / kLooks, kLooks, [&] {
    for (const char* column : {drive.torque, "span_force_1", "span_force_2", "span_force_3"}) {
      means[column] += run[column] / kLooks;
    }
  });
  return means;
}

// Between fixed axes the polygon of links raises the belt force, because it is longer than the belt: by EA (l/R)²/12 on
// the parts on pulleys, up to 9 % of the force with three pulleys and 6 % with an idler. On a slider the belt force is
// given and does not change.
void ordinary_links(Record& record) {
  const std::vector<OrdinaryDrive> drives{{"links-slider", 215, "drive_torque_2", 0.48, 0.02},
                                          {"links-three", 296, "drive_torque_1", 0.466, 0.1},
                                          {"links-idler", 209, "drive_torque_1", 0.34, 0.06}};
  for (const OrdinaryDrive& drive : drives) {
    auto links = last_means(drive, fmt::format(R"("formulation": "lagrangian_links", "links": {})", drive.elements));
    auto ancf = last_means(
        drive, fmt::format(R"("formulation": "lagrangian_ancf", "elements": {}, "time_step": 1e-4)", drive.elements));
    record.relative(fmt::format("{}: mean torque of the driver [N m]", drive.name), links[drive.torque],
                    ancf[drive.torque], 0.01, Rank::headline);
    double most = 0.0;
    double error = 0.0;
    for (const char* span : {"span_force_1", "span_force_2", "span_force_3"}) {
      most = larger(most, ancf[span]);
      error = larger(error, std::abs(links[span] - ancf[span]));
    }
    record.at_most(
        fmt::format("{}: mean forces of spans less those of lagrangian_ancf, over the largest [-]", drive.name),
        error / most, drive.force_error);
  }
}

}  // namespace

void add_odd_drive_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "odd-drives/string-modes",
                   .claim = "all modes of slow and fast string drives are found, in whatever window",
                   .reference = "modes that searches in narrow windows have found; windows within each other",
                   .run = string_modes,
                   .tolerances = "the digits of the references"});
  cases.push_back({.id = "odd-drives/slow-belt-modes",
                   .claim = "eulerian_ale finds the modes of a belt that hardly moves, twofold ones twice",
                   .reference = "a string at rest",
                   .run = slow_belt,
                   .tolerances = "the speed, 1e-6, and the elements of the spans"});
  cases.push_back({.id = "odd-drives/mounted-idler",
                   .claim = "modes of a drive with a small idler on a slider, with rigid contact",
                   .reference = "the linear analysis of analytic_string",
                   .slow = true,
                   .run = mounted_idler,
                   .tolerances = "stick over 0.3 elements; its order"});
  cases.push_back({.id = "odd-drives/steady",
                   .claim = "steady motions of a drive that friction carries easily, of one with a slack span, and of "
                            "long conveyors",
                   .reference = "the torque that is given; the catenary; the string",
                   .run = steady,
                   .tolerances = "the elements of a span that sags"});
  cases.push_back({.id = "odd-drives/short-arc",
                   .claim = "a belt that a tensioner touches on a short arc has a steady motion at every speed",
                   .reference = "its motions at neighbouring speeds",
                   .run = short_arc,
                   .own_reference = true,
                   .tolerances = "the square of the speed"});
  cases.push_back({.id = "odd-drives/nearest-motion",
                   .claim = "where a given mesh has no steady motion, the state nearest to one is found, and the run "
                            "says so; the program "
                            "itself finds a mesh with a motion",
                   .reference = "the string",
                   .slow = true,
                   .run = nearest_motion,
                   .own_reference = true,
                   .tolerances = "bending on the smallest pulley"});
  cases.push_back({.id = "odd-drives/starts",
                   .claim = "belts that rest anywhere, and weights that friction holds, start",
                   .reference = "rest",
                   .slow = true,
                   .run = starts,
                   .tolerances = "the swing of the weights on the belt that friction holds, 2 N/(EA/l)"});
  cases.push_back({.id = "odd-drives/held",
                   .claim = "a mount that is held where it is drawn swings as it should when it is let go",
                   .reference = "the swing of a mass on a spring",
                   .run = held,
                   .tolerances = "exact"});
  cases.push_back({.id = "odd-drives/running-starts",
                   .claim = "lagrangian_ancf starts in steady motion, with a layer, as a string, and as a soft string",
                   .reference = "the balances of moments and energy",
                   .run = running_starts,
                   .tolerances = "those at which a run says that a balance is open"});
  cases.push_back({.id = "odd-drives/damped-idlers",
                   .claim = "the torque of a drive with small idlers and a damped belt converges with the mesh",
                   .reference = "two Lagrangian programs",
                   .run = damped_idlers,
                   .tolerances = "half the difference of the references, and what the damper may take"});
  cases.push_back({.id = "odd-drives/damped-onset",
                   .claim = "a damped belt runs onto pulleys with Kelvin-Voigt contact on any mesh",
                   .reference = "the balances of moments",
                   .run = damped_onset,
                   .tolerances = "those at which a run says that a balance is open"});
  cases.push_back({.id = "odd-drives/links",
                   .claim = "lagrangian_links with implicit steps holds a drive of five pulleys",
                   .reference = "eulerian_ale",
                   .run = links,
                   .tolerances = "half the force with the coarse polygon, less by the order of links"});
  cases.push_back({.id = "odd-drives/ordinary-links",
                   .claim = "lagrangian_links runs ordinary drives without options other than the number of links",
                   .reference = "lagrangian_ancf with as many elements",
                   .slow = true,
                   .run = ordinary_links,
                   .tolerances = "swings of the drive over a quarter of the run; the polygon of links"});
}

}  // namespace beltdyn::verification
