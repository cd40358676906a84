// SPDX-License-Identifier: MIT
#include "lagrangian/links/implicit_step.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace beltdyn::lagrangian::links {
namespace {

using Layout = LinkLayout;

// Links this far apart share no neighbour.
constexpr std::size_t kApart = 3;
constexpr std::array<Layout::Field, 3> kVelocities{Layout::vx, Layout::vy, Layout::spin};

// By how much variables are varied: gaps in joints are a hundredth of a link and more, so that forces are linear over
// it.
constexpr double kOfPlace = 1e-6;  // of the length of a link
constexpr double kOfAngle = 1e-8;  // [rad]
constexpr double kOfFriction = 1e-6;
// Speeds by what changes places in a step by this part of that.
constexpr double kOfStep = 0.1;

}  // namespace

ImplicitStep::ImplicitStep(const LinkLayout& layout, double link_length, std::span<const double> mount_arms,
                           std::span<const std::size_t> pulleys_with_angle)
    : layout_(layout),
      place_difference_(kOfPlace * link_length),
      n_fields_(Layout::n_fields + layout.n_memory()),
      n_colours_(kApart + layout.n_links() % kApart),
      unknown_(layout.size(), -1),
      rates_(layout.size()),
      varied_(layout.size()),
      varied_rates_(layout.size()),
      slope_(layout.size()),
      contributions_((layout.n_pulleys() + layout.n_mounts()) * layout.n_links()),
      varied_contributions_(contributions_.size()) {
  const auto add = [this](std::size_t place) {
    unknown_[place] = static_cast<int>(place_.size());
    place_.push_back(place);
  };
  for (std::size_t i = 0; i < layout.n_links(); ++i) {
    for (std::size_t f = 0; f < n_fields_; ++f) add(layout.field(f) + i);
  }
  for (std::size_t p = 0; p < layout.n_pulleys(); ++p) {
    add(layout.pulley_angle(p));
    add(layout.pulley_speed(p));
    singles_.push_back({.place = layout.pulley_speed(p), .difference = kOfAngle, .is_speed = true});
  }
  for (const std::size_t p : pulleys_with_angle) {
    singles_.push_back({.place = layout.pulley_angle(p), .difference = kOfAngle});
  }
  const auto add_single = [&](const Single& single) {
    add(single.place);
    singles_.push_back(single);
  };
  const auto of_mount = [&](std::size_t m) { return place_difference_ / mount_arms[m]; };
  for (std::size_t m = 0; m < layout.n_mounts(); ++m) {
    add_single({.place = layout.mount_position(m), .difference = of_mount(m)});
  }
  for (std::size_t m = 0; m < layout.n_mounts(); ++m) {
    add_single({.place = layout.mount_velocity(m), .difference = of_mount(m), .is_speed = true});
  }
  for (std::size_t place = layout.joint_memory(0, 0); place < layout.size(); ++place) {
    add_single({.place = place, .difference = kOfFriction});
  }
  right_.resize(static_cast<Eigen::Index>(place_.size()));
  solution_.resize(right_.size());
  make_pattern();
}

double ImplicitStep::difference_of(std::size_t field, double h) const {
  if (field >= Layout::n_fields) return kOfFriction;
  const bool is_angle = field == Layout::angle || field == Layout::spin;
  const double of_place = is_angle ? kOfAngle : place_difference_;
  return field < Layout::vx ? of_place : kOfStep * of_place / h;
}

// Neighbours in the ring are three apart too if the last links have colours of their own.
std::size_t ImplicitStep::colour_of(std::size_t link) const {
  const std::size_t whole = layout_.n_links() - layout_.n_links() % kApart;
  return link < whole ? link % kApart : kApart + link - whole;
}

void ImplicitStep::add_entry(std::size_t row, std::size_t column) {
  pattern_.emplace_back(unknown_[row], unknown_[column]);
}

// Entries in the order in which put_links() and put_single() find them, then the diagonal.
void ImplicitStep::make_pattern() {
  const std::size_t n = layout_.n_links();
  for (std::size_t f = 0; f < n_fields_; ++f) {
    for (std::size_t colour = 0; colour < n_colours_; ++colour) {
      for (std::size_t i = 0; i < n; ++i) {
        if (colour_of(i) != colour) continue;
        const std::size_t column = layout_.field(f) + i;
        for (const std::size_t j : {(i + n - 1) % n, i, (i + 1) % n}) {
          for (const Layout::Field v : kVelocities) add_entry(layout_.field(v) + j, column);
        }
        for (std::size_t g = 0; g < n_fields_; ++g) {
          if (g < Layout::vx || g >= Layout::n_fields) add_entry(layout_.field(g) + i, column);
        }
        for (std::size_t p = 0; p < layout_.n_pulleys(); ++p) add_entry(layout_.pulley_speed(p), column);
        for (std::size_t m = 0; m < layout_.n_mounts(); ++m) add_entry(layout_.mount_velocity(m), column);
      }
    }
  }
  for (const Single& single : singles_) {
    for (const std::size_t row : place_) add_entry(row, single.place);
  }
  jacobian_.resize(pattern_.size());
  for (const std::size_t place : place_) add_entry(place, place);
  system_.set_pattern(static_cast<int>(place_.size()), pattern_);
}

void ImplicitStep::put_links(std::size_t colour, double difference) {
  const std::size_t n = layout_.n_links();
  const auto put = [&](std::size_t row) { jacobian_[next_entry_++] = (varied_rates_[row] - rates_[row]) / difference; };
  for (std::size_t i = 0; i < n; ++i) {
    if (colour_of(i) != colour) continue;
    for (const std::size_t j : {(i + n - 1) % n, i, (i + 1) % n}) {
      for (const Layout::Field v : kVelocities) put(layout_.field(v) + j);
    }
    for (std::size_t g = 0; g < n_fields_; ++g) {
      if (g < Layout::vx || g >= Layout::n_fields) put(layout_.field(g) + i);
    }
    for (std::size_t c = i; c < contributions_.size(); c += n) {
      jacobian_[next_entry_++] = (varied_contributions_[c] - contributions_[c]) / difference;
    }
  }
}

void ImplicitStep::put_single(double difference) {
  for (const std::size_t row : place_) jacobian_[next_entry_++] = (varied_rates_[row] - rates_[row]) / difference;
}

void ImplicitStep::find_jacobian(const LinkContributions& rates, double time, double h,
                                 const numerics::AlignedVector& state) {
  next_entry_ = 0;
  std::copy(state.begin(), state.end(), varied_.begin());
  for (std::size_t f = 0; f < n_fields_; ++f) {
    const double difference = difference_of(f, h);
    for (std::size_t colour = 0; colour < n_colours_; ++colour) {
      const auto vary = [&](double by) {
        for (std::size_t i = 0; i < layout_.n_links(); ++i) {
          const std::size_t place = layout_.field(f) + i;
          if (colour_of(i) == colour) varied_[place] = state[place] + by;
        }
      };
      vary(difference);
      rates(time, varied_, varied_rates_, varied_contributions_);
      put_links(colour, difference);
      vary(0.0);
    }
  }
  for (const auto& [place, of_place, is_speed] : singles_) {
    const double difference = is_speed ? kOfStep * of_place / h : of_place;
    varied_[place] = state[place] + difference;
    rates(time, varied_, varied_rates_, varied_contributions_);
    put_single(difference);
    varied_[place] = state[place];
  }
}

void ImplicitStep::solve(const numerics::AlignedVector& right, numerics::AlignedVector& k) {
  for (std::size_t u = 0; u < place_.size(); ++u) right_[static_cast<Eigen::Index>(u)] = right[place_[u]];
  system_.solve(right_, solution_);
  for (std::size_t u = 0; u < place_.size(); ++u) k[place_[u]] = solution_[static_cast<Eigen::Index>(u)];
}

bool ImplicitStep::step(const LinkContributions& rates, double time, double h, const numerics::AlignedVector& state,
                        numerics::AlignedVector& next) {
  rates(time, state, rates_, contributions_);
  find_jacobian(rates, time, h, state);
  const std::span<double> matrix = system_.values();
  std::transform(jacobian_.begin(), jacobian_.end(), matrix.begin(), [h](double entry) { return -h * entry; });
  std::fill(matrix.begin() + static_cast<std::ptrdiff_t>(jacobian_.size()), matrix.end(), 1.0);
  if (!system_.factorise()) return false;
  solve(rates_, slope_);
  for (std::size_t i = 0; i < state.size(); ++i) next[i] = state[i] + h * slope_[i];
  return true;
}

}  // namespace beltdyn::lagrangian::links
