// SPDX-License-Identifier: MIT
#include "lagrangian/links/link_tangent.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/drive/belt/belt_drive.hpp"

namespace beltdyn::lagrangian::links {
namespace {

// Links at this distance share no neighbour.
constexpr std::size_t kApart = 3;

// Differences of places for derivatives; velocities are varied by what moves the places by this. Gaps in joints are at
// least a hundredth of a link, so that forces are linear over it.
constexpr double kOfPlace = 1e-7;  // relative to the length of a link; of angles [rad]

}  // namespace

std::vector<LoneUnknown> lone_unknowns(const BeltDrive& drive, const LinkModel& model, const LinkLayout& layout) {
  std::vector<LoneUnknown> lone;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    if (pulley.is_prescribed()) continue;
    lone.push_back({.place = layout.pulley_speed(p),
                    .position = layout.pulley_angle(p),
                    .arm = pulley.radius,
                    .weight = pulley.inertia / pulley.radius,
                    .row_of_links = p});
  }
  for (std::size_t m = 0; m < layout.n_mounts(); ++m) {
    const Pulley& pulley = drive.pulleys[model.mounts[m].pulley];
    const Suspension* suspension = suspension_of(pulley.mount);
    if (suspension == nullptr) continue;
    const double arm = force_arm(pulley.mount, pulley.center);
    lone.push_back({.place = layout.mount_velocity(m),
                    .position = layout.mount_position(m),
                    .arm = arm,
                    .weight = suspension->inertia / arm,
                    .row_of_links = layout.n_pulleys() + m});
  }
  for (std::size_t j = 0; j < layout.n_joints(); ++j) {
    for (std::size_t k = 0; k < layout.n_joint_memory(); ++k) lone.push_back({.place = layout.joint_memory(j, k)});
  }
  for (std::size_t a = 0; a < model.accessories.size(); ++a) {
    const Pulley& pulley = drive.pulleys[model.accessories[a]];
    lone.push_back({.place = layout.accessory_speed(a),
                    .position = layout.accessory_angle(a),
                    .arm = pulley.radius,
                    .weight = pulley.accessory->inertia / pulley.radius});
  }
  return lone;
}

LinkTangent::LinkTangent(const LinkLayout& layout, double link_length, std::vector<LoneUnknown> lone, bool has_rates)
    : layout_(layout),
      has_rates_(has_rates),
      place_difference_(kOfPlace * link_length),
      n_colours_(kApart + layout.n_links() % kApart),
      lone_(std::move(lone)),
      ring_(numerics::CyclicChainLayout(static_cast<int>(layout.n_links()), 1)),
      solver_(ring_),
      border_(lone_.size() + 1),
      column_(lone_.size() + 1, numerics::AlignedVector(ring_.layout.size_with_halo(numerics::kBlock))),
      row_(column_),
      own_(lone_.size()),
      through_(lone_.size()),
      right_(ring_.layout.size_with_halo(numerics::kBlock)),
      varied_(layout.size()),
      varied_rates_{.rates = numerics::AlignedVector(layout.size()),
                    .contributions = std::vector<double>((layout.n_pulleys() + layout.n_mounts()) * layout.n_links())},
      motion_by_memory_(kMotions * layout.n_memory() * layout.n_links()),
      contribution_by_memory_(layout.n_memory() * varied_rates_.contributions.size()),
      memory_factor_(layout.n_memory() * layout.n_links(), 1.0),
      memory_change_(layout.n_memory()) {}

// Links of equal colour are at least kApart apart, also around the ring, since the last links have colours of their
// own.
std::size_t LinkTangent::colour_of(std::size_t link) const {
  const std::size_t whole = layout_.n_links() - layout_.n_links() % kApart;
  return link < whole ? link % kApart : kApart + link - whole;
}

// Varies all links at once, since internal variables act on their own link.
void LinkTangent::find_memory(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                              const LinkRates& here) {
  const std::size_t n = layout_.n_links();
  const std::size_t n_contributions = here.contributions.size();
  for (std::size_t k = 0; k < layout_.n_memory(); ++k) {
    double* varied = varied_.data() + layout_.memory(k);
    for (std::size_t i = 0; i < n; ++i) varied[i] += kMemoryDifference;
    f(stage, varied_, varied_rates_);
    std::copy_n(state.data() + layout_.memory(k), n, varied);
    const auto by_memory = [&](std::size_t place) {
      return (varied_rates_.rates[place] - here.rates[place]) / kMemoryDifference;
    };
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t m = 0; m < kMotions; ++m) {
        motion_by_memory_[(k * kMotions + m) * n + i] = by_memory(layout_.field(Layout::vx + m) + i);
      }
      memory_factor_[k * n + i] = 1.0 / (1.0 - stage.length * by_memory(layout_.memory(k) + i));
    }
    for (std::size_t j = 0; j < n_contributions; ++j) {
      contribution_by_memory_[k * n_contributions + j] =
          (varied_rates_.contributions[j] - here.contributions[j]) / kMemoryDifference;
    }
  }
}

void LinkTangent::respond(double c, std::size_t link, const LinkRates& here) {
  for (std::size_t k = 0; k < memory_change_.size(); ++k) {
    const std::size_t place = layout_.memory(k) + link;
    memory_change_[k] =
        c * memory_factor_[k * layout_.n_links() + link] * (varied_rates_.rates[place] - here.rates[place]);
  }
}

double LinkTangent::through_memory(std::size_t motion, std::size_t link) const {
  double change = 0.0;
  for (std::size_t k = 0; k < memory_change_.size(); ++k) {
    change += memory_change_[k] * motion_by_memory_[(k * kMotions + motion) * layout_.n_links() + link];
  }
  return change;
}

double LinkTangent::through_memory_of(const LoneUnknown& unknown, std::size_t link) const {
  if (unknown.row_of_links == LoneUnknown::kNone) return 0.0;
  double change = 0.0;
  for (std::size_t k = 0; k < memory_change_.size(); ++k) {
    change += memory_change_[k] * contribution_by_memory_[k * varied_rates_.contributions.size() +
                                                          unknown.row_of_links * layout_.n_links() + link];
  }
  return change;
}

// Writes a column of the chain, and the entries of the rows.
void LinkTangent::put_link(double c, double difference, std::size_t motion, std::size_t link, const LinkRates& here) {
  constexpr std::size_t kSize = numerics::kBlock;
  const std::size_t n = layout_.n_links();
  const std::size_t before = (link + n - 1) % n;
  const std::size_t behind = (link + 1) % n;
  respond(c, link, here);
  const double per_difference = c / difference;
  for (std::size_t m = 0; m < kMotions; ++m) {
    const auto change = [&](std::size_t j) {
      const std::size_t place = layout_.field(Layout::vx + m) + j;
      return varied_rates_.rates[place] - here.rates[place];
    };
    const std::size_t entry = kSize * m + motion;
    ring_.upper[numerics::kBlockEntries * before + entry] = -per_difference * change(before);
    ring_.lower[numerics::kBlockEntries * link + entry] = -per_difference * change(behind);
    ring_.diagonal[numerics::kBlockEntries * link + entry] =
        (m == motion ? 1.0 : 0.0) - per_difference * (change(link) + through_memory(m, link));
  }
  for (std::size_t s = 0; s < lone_.size(); ++s) {
    const std::size_t row = lone_[s].row_of_links;
    if (row == LoneUnknown::kNone) continue;
    const double change = varied_rates_.contributions[row * n + link] - here.contributions[row * n + link];
    row_[s][at(link, motion)] = per_difference * (change + through_memory_of(lone_[s], link));
  }
}

void LinkTangent::vary_links(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                             const LinkRates& here) {
  const double c = stage.length;
  const std::size_t n = layout_.n_links();
  for (std::size_t m = 0; m < kMotions; ++m) {
    const double of_place = m == kMotions - 1 ? kOfPlace : place_difference_;
    const std::size_t position = layout_.field(Layout::x + m);
    const std::size_t velocity = layout_.field(Layout::vx + m);
    for (std::size_t colour = 0; colour < n_colours_; ++colour) {
      const auto vary = [&](double by) {
        for (std::size_t i = 0; i < n; ++i) {
          if (colour_of(i) != colour) continue;
          varied_[position + i] = state[position + i] + by;
          varied_[velocity + i] = state[velocity + i] + by / c;
        }
      };
      vary(of_place);
      f(stage, varied_, varied_rates_);
      for (std::size_t i = 0; i < n; ++i) {
        if (colour_of(i) == colour) put_link(c, of_place / c, m, i, here);
      }
      vary(0.0);
    }
  }
}

void LinkTangent::vary_lone(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                            const LinkRates& here) {
  const double c = stage.length;
  const std::size_t n = layout_.n_links();
  for (std::size_t g = 0; g < lone_.size(); ++g) {
    const LoneUnknown& unknown = lone_[g];
    const bool moves = unknown.position != LoneUnknown::kNone;
    const double of_place = moves ? place_difference_ / unknown.arm : kMemoryDifference;
    const double difference = moves ? of_place / c : kMemoryDifference;
    varied_[unknown.place] = state[unknown.place] + difference;
    if (moves) varied_[unknown.position] = state[unknown.position] + of_place;
    f(stage, varied_, varied_rates_);
    const double per_difference = c / difference;
    std::fill(through_.begin(), through_.end(), 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      respond(c, i, here);
      for (std::size_t m = 0; m < kMotions; ++m) {
        const std::size_t place = layout_.field(Layout::vx + m) + i;
        column_[g][at(i, m)] = per_difference * (varied_rates_.rates[place] - here.rates[place] + through_memory(m, i));
      }
      for (std::size_t s = 0; s < lone_.size(); ++s) through_[s] += through_memory_of(lone_[s], i);
    }
    for (std::size_t s = 0; s < lone_.size(); ++s) {
      const std::size_t place = lone_[s].place;
      const double change = per_difference * (varied_rates_.rates[place] - here.rates[place] + through_[s]);
      if (s == g) own_[g] = 1.0 - change;
      if (s != g) border_.couple(s, g, -change);
    }
    varied_[unknown.place] = state[unknown.place];
    if (moves) varied_[unknown.position] = state[unknown.position];
  }
}

void LinkTangent::put_hold(const numerics::AlignedVector& state) {
  for (std::size_t i = 0; i < layout_.n_links(); ++i) {
    const double angle = state[layout_.field(Layout::angle) + i];
    column_.back()[at(i, 0)] = row_.back()[at(i, 0)] = std::cos(angle);
    column_.back()[at(i, 1)] = row_.back()[at(i, 1)] = std::sin(angle);
  }
}

void LinkTangent::find(const LinkContributions& f, const LinkStage& stage, const numerics::AlignedVector& state,
                       const LinkRates& here) {
  std::copy(state.begin(), state.end(), varied_.begin());
  for (auto* blocks : {&ring_.diagonal, &ring_.upper, &ring_.lower}) std::fill(blocks->begin(), blocks->end(), 0.0);
  for (auto* vectors : {&column_, &row_}) {
    for (numerics::AlignedVector& vector : *vectors) std::fill(vector.begin(), vector.end(), 0.0);
  }
  // The fourth unknown of a block is unused.
  for (std::size_t i = 0; i < layout_.n_links(); ++i) ring_.diagonal[numerics::kBlockEntries * (i + 1) - 1] = 1.0;
  if (has_rates_) find_memory(f, stage, state, here);
  vary_links(f, stage, state, here);
  vary_lone(f, stage, state, here);
  if (is_held_) put_hold(state);
  solver_.factorise();
  for (numerics::AlignedVector& column : column_) solver_.solve(column);
  border_.multiply(row_, column_);
}

bool LinkTangent::solve(const numerics::AlignedVector& residual, numerics::AlignedVector& change) {
  std::fill(right_.begin(), right_.end(), 0.0);
  for (std::size_t m = 0; m < kMotions; ++m) {
    const double* of_field = residual.data() + layout_.field(Layout::vx + m);
    for (std::size_t i = 0; i < layout_.n_links(); ++i) right_[at(i, m)] = -of_field[i];
  }
  solver_.solve(right_);
  for (std::size_t s = 0; s < lone_.size(); ++s) border_.set(s, own_[s], -residual[lone_[s].place]);
  border_.set(lone_.size(), is_held_ ? 0.0 : 1.0, 0.0);
  border_.solve(row_, column_, right_);
  std::fill(change.begin(), change.end(), 0.0);
  bool is_finite = border_.is_finite();
  for (std::size_t m = 0; m < kMotions; ++m) {
    double* of_field = change.data() + layout_.field(Layout::vx + m);
    for (std::size_t i = 0; i < layout_.n_links(); ++i) {
      of_field[i] = right_[at(i, m)];
      is_finite = is_finite && std::isfinite(of_field[i]);
    }
  }
  for (std::size_t s = 0; s < lone_.size(); ++s) change[lone_[s].place] = border_.correction()[s];
  return is_finite;
}

}  // namespace beltdyn::lagrangian::links
