// SPDX-License-Identifier: MIT
#include "core/linear/campbell.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error.hpp"
#include "core/run/csv_writer.hpp"

namespace beltdyn {
namespace {

using Complex = std::complex<double>;

// Largest distance of a root from its expected place, over the distance to the next expected root.
constexpr double kOffExpected = 0.4;
// Number of searches in addition to the one at the first speed.
constexpr std::size_t kSearches = 2;
// A root of a search continues a mode that is expected within this part of the highest frequency.
constexpr double kSameMode = 0.1;
// Distance to the speed that gives the direction of a new mode, as part of the step to the next speed.
constexpr double kCloseBy = 0.05;
// Growth below this part of |s| is a discretisation error.
constexpr double kGrowth = 1e-4;

// A mode at its last two speeds.
struct Branch {
  int mode{};
  double speed{};
  Complex root{};
  double speed_before{};
  Complex root_before{};
  bool has_before = false;

  Complex expected(double at) const {
    if (!has_before) return root;
    return root + (root - root_before) * ((at - speed) / (speed - speed_before));
  }
  void go_to(double at, Complex s) {
    speed_before = std::exchange(speed, at);
    root_before = std::exchange(root, s);
    has_before = true;
  }
};

double nearest(const std::vector<Complex>& places, std::size_t to) {
  double distance = INFINITY;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i != to) distance = std::min(distance, std::abs(places[i] - places[to]));
  }
  return distance;
}

// Has each root been found near its expected place, closer than to any other?
bool all_follow(const std::vector<Complex>& expected, const std::vector<std::optional<Complex>>& found) {
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (!found[i] || std::abs(*found[i] - expected[i]) > kOffExpected * nearest(expected, i)) return false;
  }
  return true;
}

// Assigns each root of a search to the branch that expects it nearest; the closest pairs first.
void match(const std::vector<Complex>& roots, double speed, double farthest, std::vector<Branch>& branches,
           int& n_modes) {
  std::vector<std::tuple<double, std::size_t, std::size_t>> pairs;
  for (std::size_t b = 0; b < branches.size(); ++b) {
    for (std::size_t r = 0; r < roots.size(); ++r) {
      pairs.emplace_back(std::abs(roots[r] - branches[b].expected(speed)), b, r);
    }
  }
  std::ranges::sort(pairs);
  std::vector<bool> is_given(roots.size(), false);
  std::vector<bool> goes_on(branches.size(), false);
  for (const auto& [distance, b, r] : pairs) {
    if (distance > farthest || is_given[r] || goes_on[b]) continue;
    branches[b].go_to(speed, roots[r]);
    is_given[r] = goes_on[b] = true;
  }
  std::vector<Branch> all;
  for (std::size_t b = 0; b < branches.size(); ++b) {
    if (goes_on[b]) all.push_back(branches[b]);
  }
  for (std::size_t r = 0; r < roots.size(); ++r) {
    if (!is_given[r]) all.push_back({.mode = ++n_modes, .speed = speed, .root = roots[r]});
  }
  branches = std::move(all);
}

// Sets the direction of new branches, from their roots at a nearby speed.
void find_displacements(double close_by, const CampbellFollow& follow, std::vector<Branch>& branches) {
  std::vector<Complex> roots;
  for (const Branch& branch : branches) roots.push_back(branch.root);
  const std::vector<std::optional<Complex>> found = follow(close_by, roots);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    Branch& branch = branches[b];
    if (branch.has_before || !found[b] || std::abs(*found[b] - roots[b]) > kOffExpected * nearest(roots, b)) continue;
    branch.speed_before = close_by;
    branch.root_before = *found[b];
    branch.has_before = true;
  }
}

}  // namespace

std::vector<CampbellPoint> campbell_points(std::span<const double> speeds, const CampbellRange& range,
                                           const CampbellSearch& search, const CampbellFollow& follow) {
  std::vector<CampbellPoint> points;
  std::vector<Branch> branches;
  int n_modes = 0;
  const std::size_t between = std::max<std::size_t>(1, (speeds.size() - 1 + kSearches - 1) / kSearches);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const ModeSearch here = range(speeds[i]);
    const double highest = here.highest_angular_frequency();
    std::vector<Complex> expected;
    for (const Branch& branch : branches) expected.push_back(branch.expected(speeds[i]));
    bool is_followed = false;
    if (i % between != 0 && i + 1 != speeds.size()) {
      const std::vector<std::optional<Complex>> found = follow(speeds[i], expected);
      is_followed = all_follow(expected, found);
      for (std::size_t b = 0; b < branches.size() && is_followed; ++b) branches[b].go_to(speeds[i], *found[b]);
    }
    if (!is_followed) {
      std::optional<std::vector<Complex>> roots = search(speeds[i]);
      if (!roots) continue;
      std::ranges::sort(*roots, {}, [](Complex s) { return std::pair(s.imag(), s.real()); });
      match(*roots, speeds[i], kSameMode * highest, branches, n_modes);
      const bool has_new = std::ranges::any_of(branches, [](const Branch& branch) { return !branch.has_before; });
      if (has_new && i + 1 < speeds.size()) {
        find_displacements(speeds[i] + kCloseBy * (speeds[i + 1] - speeds[i]), follow, branches);
      }
    }
    // Modes that have left the range are dropped.
    std::erase_if(branches, [&](const Branch& branch) {
      return branch.root.imag() > highest || std::abs(branch.root.real()) > here.bound_of_rate();
    });
    for (const Branch& branch : branches) {
      points.push_back({.speed = speeds[i], .mode = branch.mode, .root = branch.root});
    }
  }
  return points;
}

std::vector<double> speeds_with(std::vector<double> speeds, double speed) {
  const bool rises = speeds.front() <= speeds.back();
  const auto is_before = [rises](double a, double b) { return rises ? a < b : a > b; };
  const double size = std::abs(speeds[1] - speeds[0]);
  const bool is_first = is_before(speed, speeds.front());
  if (!is_first && !is_before(speeds.back(), speed)) {
    speeds.insert(std::ranges::upper_bound(speeds, speed, is_before), speed);
    return speeds;
  }
  const double from = is_first ? speeds.front() : speeds.back();
  const auto most = static_cast<double>(speeds.size());
  const double n = size > 0.0 ? std::clamp(std::ceil(std::abs(speed - from) / size), 1.0, most) : 1.0;
  for (int i = 1; i <= static_cast<int>(n); ++i) {
    const double next = i < n ? from + (speed - from) * i / n : speed;
    speeds.insert(is_first ? speeds.begin() : speeds.end(), next);
  }
  return speeds;
}

void number_by(std::span<const Complex> roots, double speed, std::vector<CampbellPoint>& points) {
  // Roots that agree to this part of their magnitude are the same one [-].
  constexpr double kSameRoot = 1e-5;
  std::map<int, int> numbers;
  std::vector<bool> is_given(roots.size(), false);
  for (const CampbellPoint& point : points) {
    if (point.speed != speed) continue;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (is_given[i] || std::abs(roots[i] - point.root) > kSameRoot * std::abs(roots[i])) continue;
      is_given[i] = true;
      numbers[point.mode] = static_cast<int>(i + 1);
      break;
    }
  }
  std::set<int> others;
  for (const CampbellPoint& point : points) {
    if (!numbers.contains(point.mode)) others.insert(point.mode);
  }
  int next = static_cast<int>(roots.size());
  for (const int mode : others) numbers[mode] = ++next;
  for (CampbellPoint& point : points) point.mode = numbers[point.mode];
}

std::vector<CampbellPoint> campbell_points(AnalysisAtSpeeds& family, const LinearAnalysis& analysis,
                                           std::span<const NamedMode> modes) {
  const std::vector<double> speeds = analysis.options().campbell->speeds();
  // A speed of the diagram this close to that of the run counts as the same [-]: roots over a shorter way have no
  // slope.
  constexpr double kSameSpeed = 1e-6;
  double present = family.present();
  std::vector<double> followed = speeds;
  const auto same = std::ranges::find_if(
      speeds, [present](double speed) { return std::abs(speed - present) <= kSameSpeed * present; });
  if (same != speeds.end()) {
    present = *same;
  } else if (!modes.empty()) {
    followed = speeds_with(speeds, present);
  }
  const auto search = [&](double speed) -> std::optional<std::vector<Complex>> {
    const LinearAnalysis* there = family.at(speed);
    if (there == nullptr) return std::nullopt;
    std::vector<Complex> roots;
    for (const LinearMode& mode : there->modes(mode_search(*there))) roots.push_back(mode.root);
    return roots;
  };
  const auto follow = [&](double speed, std::span<const Complex> guesses) {
    const LinearAnalysis* there = family.at(speed);
    return there == nullptr ? std::vector<std::optional<Complex>>(guesses.size()) : there->follow(guesses);
  };
  const auto range = [&](double speed) {
    const LinearAnalysis* there = family.at(speed);
    return mode_search(there == nullptr ? analysis : *there);
  };
  std::vector<CampbellPoint> points = campbell_points(followed, range, search, follow);
  std::vector<Complex> roots;
  for (const NamedMode& named : modes) roots.push_back(named.mode.root);
  number_by(roots, present, points);
  std::vector<CampbellPoint> sorted;
  for (const double speed : speeds) {
    const auto first = static_cast<std::ptrdiff_t>(sorted.size());
    std::ranges::copy_if(points, std::back_inserter(sorted),
                         [speed](const CampbellPoint& point) { return point.speed == speed; });
    std::sort(sorted.begin() + first, sorted.end(),
              [](const CampbellPoint& a, const CampbellPoint& b) { return a.mode < b.mode; });
  }
  return sorted;
}

void write_campbell(std::span<const CampbellPoint> points, std::span<const double> orders,
                    const std::filesystem::path& path) {
  std::vector<std::string> columns{"angular_velocity [rad/s]", "mode [-]", "frequency [Hz]", "damping_ratio [-]",
                                   "real [1/s]"};
  for (const double order : orders) columns.push_back(fmt::format("order_{} [Hz]", order));
  CsvWriter writer(path, columns);
  for (const CampbellPoint& point : points) {
    const LinearMode mode{.root = point.root, .shape = {}};
    std::vector<double> row{point.speed, static_cast<double>(point.mode), mode.frequency(), mode.damping_ratio(),
                            point.root.real()};
    for (const double order : orders) row.push_back(order * std::abs(point.speed) / (2.0 * std::numbers::pi));
    writer.row(row);
  }
  writer.flush();
}

bool grows(Complex root) { return root.real() > kGrowth * std::abs(root); }

FinerRoot finer_root_of(const AnalysisAtSpeeds& family) {
  return [&family](double speed, Complex root) -> std::optional<Complex> {
    try {
      const std::unique_ptr<Simulation> finer = family.simulation_at(speed)->on_mesh(OtherMesh::finer);
      return finer ? finer->linear_analysis()->follow({&root, 1})[0] : root;
    } catch (const SolverError&) {
      return std::nullopt;
    }
  };
}

namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;

// Largest relative change of a growth rate on a finer mesh for it to count as similar.
constexpr double kAlike = 0.3;

Finding unstable_now(const LinearMode& mode) {
  const double rate = mode.root.real();
  if (!mode.error || *mode.error < kAlike * rate) {
    return {.verdict = "unstable",
            .remark = fmt::format("unstable mode: {:.4g} Hz with a growth rate of {:.4g} 1/s, so the drive leaves its "
                                  "steady motion; see modes.csv, and change its excitation or damping",
                                  mode.frequency(), rate)};
  }
  return {
      .verdict = "damping not resolved",
      .remark = fmt::format("the mode of {:.4g} Hz grows at {:.4g} 1/s with an error of {:.3g} 1/s, so whether it is "
                            "stable is not resolved; use more elements",
                            mode.frequency(), rate, *mode.error)};
}

Finding unstable_at(const CampbellPoint& point, const FinerRoot& finer) {
  const double rate = point.root.real();
  const std::optional<Complex> fine = finer(point.speed, point.root);
  if (fine && std::abs(fine->real() - rate) < kAlike * rate) {
    return {.verdict = "unstable at some speeds",
            .remark = fmt::format("mode {} of {} is unstable at {}, with a growth rate of {:.4g} 1/s: the "
                                  "drive leaves its steady motion there; avoid speeds with a positive rate",
                                  point.mode, kCampbellFile, speed_text(point.speed), rate)};
  }
  return {.verdict = "damping not resolved",
          .remark = fmt::format("mode {} of {} grows at {} by {:.4g} 1/s and on a mesh twice as fine {}, so "
                                "where it is stable is not resolved; use more elements",
                                point.mode, kCampbellFile, speed_text(point.speed), rate,
                                fine ? fmt::format("by {:.4g} 1/s", fine->real()) : "is not found")};
}

}  // namespace

std::optional<Finding> growth_finding(std::span<const NamedMode> modes, std::span<const CampbellPoint> points,
                                      const FinerRoot& finer) {
  const auto fastest =
      std::ranges::max_element(modes, {}, [](const NamedMode& named) { return named.mode.root.real(); });
  if (fastest != modes.end() && grows(fastest->mode.root)) return unstable_now(fastest->mode);
  const auto first = std::ranges::find_if(points, [](const CampbellPoint& point) { return grows(point.root); });
  if (first == points.end()) return std::nullopt;
  return unstable_at(*first, finer);
}

std::optional<Finding> resolution_finding(std::span<const NamedMode> modes) {
  constexpr double kResolved = 0.05;  // of |s|
  std::vector<std::size_t> coarse;
  double largest = 0.0;
  for (std::size_t i = 0; i < modes.size(); ++i) {
    const LinearMode& mode = modes[i].mode;
    const double part = mode.error.value_or(0.0) / std::abs(mode.root);
    if (part > kResolved) coarse.push_back(i + 1);
    largest = std::max(largest, part);
  }
  if (coarse.empty()) return std::nullopt;
  const bool is_one = coarse.size() == 1;
  return Finding{.verdict = is_one ? "a mode not resolved" : fmt::format("{} modes not resolved", coarse.size()),
                 .remark = fmt::format("the error of {} {} of modes.csv is up to {:.2g} %: use more "
                                       "elements_per_pulley and elements_per_span, or look at "
                                       "lower frequencies",
                                       is_one ? "mode" : "modes", fmt::join(coarse, ", "), 100.0 * largest)};
}

}  // namespace beltdyn
