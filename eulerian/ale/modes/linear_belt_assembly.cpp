// SPDX-License-Identifier: MIT
// Assembly of the belt, of its ends and of contacts.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/drive/belt/belt_drive.hpp"
#include "eulerian/ale/modes/linear_belt.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;
using BeltDual = Dual<double, kElementUnknowns>;
constexpr int kPoints = static_cast<int>(kContactPoints);
// Rates of the unknowns that select the parts of the matrix without rates, with velocities and with accelerations.
constexpr StepRates kNoRates{};
constexpr StepRates kVelocity{.velocity = 1.0, .acceleration = 0.0};
constexpr StepRates kAcceleration{.velocity = 0.0, .acceleration = 1.0};

}  // namespace

int LinearBelt::q_of_node(int element, std::size_t unknown) const {
  const int node = (element + (unknown < kBlock ? 0 : 1)) % n_;
  return kBlock * node + static_cast<int>(unknown % kBlock);
}

int LinearBelt::q_at(int element, std::size_t unknown) const {
  if (unknown % kBlock != kSlope || parted_.empty()) return q_of_node(element, unknown);
  const int own = parted_[static_cast<std::size_t>(element)][unknown / kBlock];
  return own >= 0 ? own : q_of_node(element, unknown);
}

bool LinearBelt::is_touched(int element) const {
  const auto first = traction_at_.begin() + static_cast<std::ptrdiff_t>(kPoints * element);
  return std::any_of(first, first + kPoints, [](int at) { return at >= 0; });
}

void LinearBelt::part_slopes(const Base& base) {
  const AleModel& model = base.equations.model();
  if (model.section.bending_stiffness > 0.0 || model.section.bending_damping > 0.0) return;
  // Runs hold slopes.
  if (base.equations.runs().is_there()) return;
  const auto is_span = [&model](int element) {
    return model.mesh.nodes[static_cast<std::size_t>(element)].piece % 2 == 1;
  };
  parted_.assign(static_cast<std::size_t>(n_), {-1, -1});
  for (int e = 0; e < n_; ++e) {
    if (!is_span(e) || is_touched(e)) continue;
    for (const std::size_t end : {0U, 1U}) {
      const int beside = (e + (end == 0 ? n_ - 1 : 1)) % n_;
      if (!is_span(beside) && is_touched(beside)) parted_[static_cast<std::size_t>(e)][end] = size_++;
    }
  }
}

void LinearBelt::lay_out(const Base& base, const std::vector<LinearContact>& contacts) {
  size_ = kBlock * n_;
  traction_at_.assign(static_cast<std::size_t>(kPoints * n_), -1);
  for (const LinearContact& contact : contacts) {
    const auto k = static_cast<std::size_t>(kPoints * contact.element + contact.point);
    traction_at_[k] = size_;
    size_ += 1 + static_cast<int>(contact.memory_by.size());
  }
  part_slopes(base);
  const std::vector<Pulley>& pulleys = base.equations.drive().pulleys;
  for (const Pulley& pulley : pulleys) speed_at_.push_back(pulley.is_prescribed() ? -1 : size_++);
  // Pulleys of one block share a mount.
  const PulleyMounts& mounts = base.equations.mounts();
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    std::size_t first = 0;
    while (mounts.index(first) != mounts.index(p)) ++first;
    mount_at_.push_back(mounts.index(p) < 0 ? -1 : first < p ? mount_at_[first] : size_++);
  }
  for (std::size_t p = 0; p < pulleys.size(); ++p) {
    const std::optional<Accessory>& accessory = pulleys[p].accessory;
    const bool is_driven =
        accessory && accessory->is_driven_steadily(base.time, base.speeds[p], base.equations.drive().pulley_label(p));
    const bool is_sprung = is_driven && accessory->spring;
    accessory_at_.push_back(is_sprung ? size_ : -1);
    if (is_sprung) size_ += 2;
    rigid_.emplace_back();
    if (!is_driven || is_sprung) continue;
    rigid_[p] = {.inertia = accessory->inertia, .resistance = -accessory->moment_derivative(base.time, base.speeds[p])};
  }
  for (int& at : speed_at_) {
    if (at < 0) at = size_ + n_prescribed_++;
  }
}

int LinearBelt::belt_row(int row) const {
  const int node = row / kBlock;
  if (!is_open_ || (node != 0 && node != n_ - 1)) return row;
  const int component = row % kBlock;
  if (component == kMaterial || (component == kAcross && !ends_[node == 0 ? 0 : 1])) return -1;
  return component == kAcross ? row + kMaterial - kAcross : row;
}

void LinearBelt::add_belt(const Base& base) {
  const auto collect = [&](const StepRates& rates) {
    std::vector<double> values;
    base.system.for_each_belt_entry(base.unknowns, rates, [&](int, int, double v) { values.push_back(v); });
    return values;
  };
  const std::vector<double> by_velocities = collect(kVelocity);
  const std::vector<double> by_accelerations = collect(kAcceleration);
  std::size_t i = 0;
  base.system.for_each_belt_entry(base.unknowns, kNoRates, [&](int row, int column, double value) {
    const std::size_t at = i++;
    // The last node of an open belt is not coupled to the first one.
    if (is_open_ && std::abs(row / kBlock - column / kBlock) > 1) return;
    const int to = belt_row(row);
    if (to < 0) return;
    entries_.push_back({.row = to,
                        .column = column,
                        .constant = value,
                        .linear = by_velocities[at] - value,
                        .quadratic = by_accelerations[at] - value});
  });
}

void LinearBelt::add_parted_slopes(const Base& base) {
  const AleModel& model = base.equations.model();
  for (int e = 0; e < n_; ++e) {
    const std::array<int, 2>& own = parted_[static_cast<std::size_t>(e)];
    if (own[0] < 0 && own[1] < 0) continue;
    const auto tangent = [&](const StepRates& rates) {
      const ElementState state = element_state(base.equations, e, rates);
      HermiteForces<double> forces;
      ale::add_belt<BeltDual>(model.section, model.rules, state.geometry, state.fields, true, forces);
      return system_of(state.geometry, state.fields, forces, true).tangent;
    };
    const auto value = tangent(kNoRates);
    const auto by_velocity = tangent(kVelocity);
    const auto by_acceleration = tangent(kAcceleration);
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      for (std::size_t j = 0; j < kElementUnknowns; ++j) {
        const auto add = [&](int row, int column, double sign) {
          if (belt_row(row) < 0) return;
          entries_.push_back({.row = belt_row(row),
                              .column = column,
                              .constant = sign * value[i][j],
                              .linear = sign * (by_velocity[i][j] - value[i][j]),
                              .quadratic = sign * (by_acceleration[i][j] - value[i][j])});
        };
        if (q_at(e, i) == q_of_node(e, i) && q_at(e, j) == q_of_node(e, j)) continue;
        add(q_of_node(e, i), q_of_node(e, j), -1.0);
        add(q_at(e, i), q_at(e, j), 1.0);
      }
    }
  }
}

// The row of w contains the force of the belt on the end, less the momentum that passes. This row becomes the equation
// of the particle's displacement: (m s² + d s + k) x = F.
void LinearBelt::add_ends(const Base& base) {
  const AleArrays& arrays = base.equations.arrays();
  const auto& mesh = base.equations.model().mesh;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    const int node = i == 0 ? 0 : n_ - 1;
    const int across = kBlock * node + kAcross;
    const int material = kBlock * node + kMaterial;
    const double length = mesh.lengths[static_cast<std::size_t>(i == 0 ? 0 : n_ - 2)];
    // Scaled like the neighbouring rows.
    const double held = base.equations.model().section.axial_stiffness / length;
    entries_.push_back({.row = across, .column = across, .constant = held});
    if (!ends_[i]) {
      entries_.push_back({.row = material, .column = material, .constant = held});
      continue;
    }
    const double slope = arrays.q[arrays.layout.at(node, kBlock, kMaterialSlope)];
    const double by_material = -1.0 / slope;
    // The momentum ρ₀ s_t²/s_σ that passes stays in the rope.
    const double passes = (i == 0 ? -1.0 : 1.0) * base.equations.model().section.mass_per_length * base.flux / slope;
    entries_.push_back({.row = material, .column = material, .constant = 0.0, .linear = -2.0 * passes});
    entries_.push_back({.row = material, .column = material + 1, .constant = -passes * base.flux / slope});
    entries_.push_back({.row = material,
                        .column = material,
                        .constant = by_material * ends_[i]->stiffness,
                        .linear = by_material * ends_[i]->damping,
                        .quadratic = by_material * ends_[i]->mass});
  }
}

void LinearBelt::add_answer(int unknown, const LinearContact& contact, const LinearContact::Answer& answer,
                            std::size_t delayed) {
  entries_.push_back({.row = unknown, .column = unknown, .constant = 1.0});
  for (std::size_t j = 0; j < kElementUnknowns; ++j) {
    entries_.push_back({.row = unknown,
                        .column = q_at(contact.element, j),
                        .constant = -answer.here[j],
                        .linear = -answer.here_rate[j]});
    if (rests_) continue;
    entries_.push_back({.row = unknown,
                        .column = q_at(contact.element_before, j),
                        .constant = -answer.there[j],
                        .linear = -answer.there_rate[j],
                        .factor = delayed});
  }
  if (contact.before >= 0) {
    const int memory = traction_at_[static_cast<std::size_t>(contact.before)] + 1;
    for (std::size_t m = 0; m < answer.memory.size(); ++m) {
      entries_.push_back(
          {.row = unknown, .column = memory + static_cast<int>(m), .constant = -answer.memory[m], .factor = delayed});
    }
  }
  if (const int mount = mount_at_[contact.pulley]; mount >= 0) {
    const LinearContact::ByMount& by = answer.mount;
    entries_.push_back({.row = unknown, .column = mount, .constant = -by.here, .linear = -by.here_rate});
    if (!rests_) {
      entries_.push_back(
          {.row = unknown, .column = mount, .constant = -by.there, .linear = -by.there_rate, .factor = delayed});
    }
  }
  const int speed = speed_at_[contact.pulley];
  std::vector<Entry>& to = speed < size_ ? entries_ : others_;
  to.push_back(by_speed({.row = unknown, .column = speed, .constant = contact.radius * answer.last_velocity}));
  if (rests_) {
    to.push_back({.row = unknown, .column = speed, .constant = contact.radius * answer.slip});
    return;
  }
  to.push_back({.row = unknown, .column = speed, .constant = contact.radius * answer.slip, .factor = delayed + 1});
  to.push_back(
      {.row = unknown, .column = speed, .constant = contact.radius * answer.first_velocity, .factor = delayed});
}

void LinearBelt::add_contact(const LinearContact& contact) {
  const auto k = static_cast<std::size_t>(kPoints * contact.element + contact.point);
  const std::size_t delayed = 1 + 2 * delays_.size();
  if (!rests_) {
    delays_.push_back(contact.time);
    stays_[contact.pulley] += contact.time;
  }
  const auto remembers = [](const LinearContact::Answer& a) {
    return std::ranges::any_of(a.memory, [](double m) { return m != 0.0; });
  };
  if (contact.before >= 0 && (remembers(contact.by) || std::ranges::any_of(contact.memory_by, remembers))) {
    remembered_[contact.pulley] += contact.time;
  }
  const int traction = traction_at_[k];
  add_answer(traction, contact, contact.by, delayed);
  for (std::size_t m = 0; m < contact.memory_by.size(); ++m) {
    add_answer(traction + 1 + static_cast<int>(m), contact, contact.memory_by[m], delayed);
  }
  for (std::size_t i = 0; i < kElementUnknowns; ++i) {
    const int row = belt_row(q_at(contact.element, i));
    if (row < 0) continue;
    entries_.push_back({.row = row, .column = traction, .constant = contact.counts * contact.work.residual[i]});
    for (std::size_t j = 0; j < kElementUnknowns; ++j) {
      entries_.push_back(
          {.row = row, .column = q_at(contact.element, j), .constant = contact.traction * contact.work.tangent[i][j]});
    }
  }
  if (const int mount = mount_at_[contact.pulley]; mount >= 0) {
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      const int row = belt_row(q_at(contact.element, i));
      if (row >= 0) entries_.push_back({.row = row, .column = mount, .constant = contact.work_by_mount[i]});
    }
    add_pull(entries_, mount, -1.0, contact, contact.pull);
    add_pull(others_, size_ + static_cast<int>(speed_at_.size() + contact.pulley), 1.0, contact, contact.pull);
  }
  add_pull(others_, size_ + static_cast<int>(2 * speed_at_.size() + contact.pulley), 1.0, contact, contact.hub_load);
  // Adds the moment on the pulley to a row.
  const auto add_moment = [&](std::vector<Entry>& to, int row, double sign) {
    to.push_back({.row = row, .column = traction, .constant = sign * contact.counts * contact.moment});
    for (std::size_t j = 0; j < kElementUnknowns; ++j) {
      to.push_back(
          {.row = row, .column = q_at(contact.element, j), .constant = sign * contact.traction * contact.d_moment[j]});
    }
  };
  add_moment(others_, size_ + static_cast<int>(contact.pulley), 1.0);
  if (speed_at_[contact.pulley] < size_) add_moment(entries_, speed_at_[contact.pulley], -1.0);
}

void LinearBelt::add_pull(std::vector<Entry>& to, int row, double sign, const LinearContact& contact,
                          const LinearContact::Pull& pull) const {
  const auto k = static_cast<std::size_t>(kPoints * contact.element + contact.point);
  to.push_back({.row = row, .column = traction_at_[k], .constant = sign * contact.counts * pull.of_traction});
  for (std::size_t j = 0; j < kElementUnknowns; ++j) {
    to.push_back({.row = row,
                  .column = q_at(contact.element, j),
                  .constant = sign * pull.by.here[j],
                  .linear = sign * pull.by.here_rate[j]});
  }
  if (const int mount = mount_at_[contact.pulley]; mount >= 0) {
    to.push_back(
        {.row = row, .column = mount, .constant = sign * pull.by.mount.here, .linear = sign * pull.by.mount.here_rate});
  }
}

}  // namespace beltdyn::eulerian::ale
