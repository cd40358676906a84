// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady/steady_system.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"

namespace beltdyn::eulerian::ale {

using numerics::kBlock;

SteadySystem::SteadySystem(AleEquations& equations, int direction)
    : equations_(equations),
      direction_(direction),
      unknown_of_(equations.pulleys().size(), -1),
      moments_(equations.pulleys().size()),
      forces_(equations.pulleys().size()),
      streamline_steps_(static_cast<std::size_t>(kPoints) * equations.model().mesh.nodes.size()),
      pulleys_(equations.pulleys().begin(), equations.pulleys().end()) {
  const BeltDrive& drive = equations.drive();
  length_scale_ = drive.pulleys.empty() ? 1.0 : drive.pulleys.front().radius;
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    unknown_of_[p] = pulleys_[p].unknown;
    pulleys_[p].unknown = -1;
    pulleys_[p].mount = -1;
    length_scale_ = std::min(length_scale_, drive.pulleys[p].radius);
  }
  element_start_.push_back(0);
  for (int e = 0; e < n(); ++e) {
    element_start_.push_back(element_start_.back() + kBlock + kPoints * memory_size(kPoints * e));
  }
  gauge_ = equations.arrays().q[equations.arrays().layout.at(0, kBlock, 2)];
}

void SteadySystem::take_circles(double most_stiffening) {
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    ContactCircle<double>& circle = pulleys_[p].circle;
    circle = equations_.pulleys()[p].circle;
    circle.stiffening = std::min(circle.stiffening, most_stiffening);
  }
}

int SteadySystem::q_at(int element, std::size_t unknown) const {
  const int node = (element + (unknown < 4 ? 0 : 1)) % n();
  return element_start_[static_cast<std::size_t>(node)] + static_cast<int>(unknown % 4);
}

int SteadySystem::memory_size(int contact_point) const {
  if (pulleys_.empty()) return 0;
  const FrictionLaw& law = equations_.model().laws.friction.of_pulley(pulley_index(contact_point));
  return static_cast<int>(beltdyn::memory_size(law));
}

int SteadySystem::memory_at(int contact_point) const {
  return element_start_[static_cast<std::size_t>(contact_point / kPoints)] + kBlock +
         memory_size(contact_point) * (contact_point % kPoints);
}

int SteadySystem::speed_at(int contact_point) const {
  const int unknown = unknown_of_[pulley_index(contact_point)];
  return unknown < 0 ? -1 : flux_at() + 1 + unknown;
}

std::size_t SteadySystem::pulley_index(int contact_point) const {
  return static_cast<std::size_t>(equations_.model().mesh.owners[static_cast<std::size_t>(contact_point / kPoints)]);
}

double SteadySystem::mesh_weight(int index) const {
  return equations_.model().mesh.lengths[static_cast<std::size_t>(index / kPoints)] *
         equations_.model().contact_rule[static_cast<std::size_t>(index % kPoints)].weight;
}

double SteadySystem::behind_limit(int index, double fraction_of_path) const {
  const AleModel& model = equations_.model();
  // Distance from a contact point to the end of the part of the mesh that it represents, along the stream or against it
  // [m].
  const auto reach = [&](int point, bool along) {
    double end = 0.0;
    const auto i = static_cast<std::size_t>(point % kPoints);
    const bool ascending = along == (direction_ > 0);
    for (std::size_t j = 0; j < i + (ascending ? 1 : 0); ++j) end += model.contact_rule[j].weight;
    return model.mesh.lengths[static_cast<std::size_t>(point / kPoints)] * std::abs(end - model.contact_rule[i].xi);
  };
  const double limit = reach(before(index), true);
  return fraction_of_path * (limit + reach(index, false)) - limit;
}

Eigen::VectorXd SteadySystem::pack(double flux) const {
  const AleArrays& arrays = equations_.arrays();
  const auto unknown = std::count_if(unknown_of_.begin(), unknown_of_.end(), [](int u) { return u >= 0; });
  Eigen::VectorXd x = Eigen::VectorXd::Zero(flux_at() + 1 + unknown);
  for (int e = 0; e < n(); ++e) {
    for (std::size_t c = 0; c < kBlock; ++c) {
      x[q_at(e, c)] = arrays.q[arrays.layout.at(e, kBlock, static_cast<int>(c))];
    }
  }
  x[flux_at()] = flux;
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    if (unknown_of_[p] >= 0) x[flux_at() + 1 + unknown_of_[p]] = loads_.speeds[p];
  }
  return x;
}

std::vector<double> SteadySystem::spreads() const {
  std::vector<double> lengths;
  for (const ElementSpread& element : equations_.model().mesh.spread) lengths.push_back(element.length);
  return lengths;
}

void SteadySystem::keep_stretch(const std::vector<double>& spreads_before, Eigen::VectorXd& x) const {
  const std::vector<double> now = spreads();
  if (now == spreads_before) return;
  const double loop = equations_.model().reference_length;
  const double first = x[q_at(0, kMaterial)];
  std::vector<double> ends{first};  // particles at the nodes if each element kept its stretch [m]
  for (int e = 0; e < n(); ++e) {
    const auto i = static_cast<std::size_t>(e);
    const double next = x[q_at(e, kElementUnknowns / 2 + kMaterial)] + (e + 1 == n() ? loop : 0.0);
    ends.push_back(ends.back() + now[i] / spreads_before[i] * (next - x[q_at(e, kMaterial)]));
  }
  const double factor = loop / (ends.back() - first);
  for (int e = 1; e < n(); ++e) {
    x[q_at(e, kMaterial)] = first + factor * (ends[static_cast<std::size_t>(e)] - first);
  }
}

Eigen::VectorXd SteadySystem::faster(Eigen::VectorXd x, double factor) const {
  x.tail(x.size() - flux_at()) *= factor;
  return x;
}

std::vector<double> SteadySystem::speeds(const Eigen::VectorXd& x) const {
  std::vector<double> all = loads_.speeds;
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (unknown_of_[p] >= 0) all[p] = x[flux_at() + 1 + unknown_of_[p]];
  }
  return all;
}

bool SteadySystem::load_arrays(const Eigen::VectorXd& x) {
  AleArrays& arrays = equations_.arrays();
  const double flux = x[flux_at()];
  if (!(flux * direction_ > 0.0)) return false;
  std::fill(arrays.v.begin(), arrays.v.end(), 0.0);
  std::fill(arrays.a.begin(), arrays.a.end(), 0.0);
  for (int e = 0; e < n(); ++e) {
    for (std::size_t c = 0; c < kBlock; ++c) {
      arrays.q[arrays.layout.at(e, kBlock, static_cast<int>(c))] = x[q_at(e, c)];
    }
    arrays.v[arrays.layout.at(e, kBlock, 2)] = -flux;
    if (!(x[q_at(e, 3)] > 0.0)) return false;
  }
  arrays.close_positions();
  numerics::copy_first_nodes(arrays.layout, arrays.v);
  return true;
}

SteadySystem::Row SteadySystem::row_of(int node, std::size_t component) const {
  const Row own{.at = q_at(node, component)};
  if (!given_ends_ || (node != 0 && node != n() - 1)) return own;
  const bool is_pulled = !(*given_ends_)[node == 0 ? 0 : 1].flux;
  if (component == kAcross) return {.at = is_pulled ? q_at(node, kMaterial) : own.at, .counts = is_pulled};
  return {.at = own.at, .counts = component != kMaterial};
}

void SteadySystem::add_belt_residual(double sign, Eigen::VectorXd& to) const {
  const AleArrays& a = equations_.arrays();
  for (int node = 0; node < n(); ++node) {
    for (int c = 0; c < kBlock; ++c) {
      const Row row = row_of(node, static_cast<std::size_t>(c));
      if (row.counts) to[row.at] -= sign * a.with_halo(a.residual, node, c);
    }
  }
}

bool SteadySystem::evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) {
  if (!load_arrays(x)) return false;
  equations_.assemble_belt(steady_step(), false, pulleys_);
  residual.setZero(x.size());
  add_belt_residual(1.0, residual);
  std::fill(moments_.begin(), moments_.end(), 0.0);
  for (std::size_t p = 0; p < forces_.size(); ++p) forces_[p] = pulleys_[p].force;
  const double flux = x[flux_at()];
  const std::vector<SteadyContactPoint<double>> all = contact_points<double>(flux);
  // Along the stream, from a point without contact, so that the memory of the point before is always known.
  int first = 0;
  while (first < kPoints * n() && all[static_cast<std::size_t>(first)].pressure > 0.0) ++first;
  for (int turn = 0; turn < kPoints * n(); ++turn) {
    const int k = ((first + direction_ * turn) + kPoints * n()) % (kPoints * n());
    const auto index = static_cast<std::size_t>(k);
    const SteadyContactPoint<double>& here = all[index];
    const bool is_first = enters(k, all);
    const auto last = static_cast<std::size_t>(before(k));
    StreamlineStep& at = streamline_steps_[index];
    at = streamline_step(k, slip_increment(k, here, is_first ? entry<double>(k, flux).contact_point : all[last], x),
                         is_first ? Memory{} : streamline_steps_[last].memory);
    if (at.traction == 0.0) continue;
    const double weight = mesh_weight(k) * at.traction;
    const ElementVector<double> work = work_of_traction(k, here).residual;
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      const Row row = row_of((k / kPoints + (i < kBlock ? 0 : 1)) % n(), i % kBlock);
      if (row.counts) residual[row.at] += at.traction * work[i];
    }
    moments_[pulley_index(k)] += weight * here.moment_per;
    forces_[pulley_index(k)] = forces_[pulley_index(k)] + weight * here.per.r;
  }
  for (std::size_t i = 0; given_ends_ && i < given_ends_->size(); ++i) {
    const GivenEnd& end = (*given_ends_)[i];
    residual[q_at(end_node(i), kAcross)] = end_scale() * x[q_at(end_node(i), kAcross)];
    if (end.flux) {
      residual[q_at(end_node(i), kMaterial)] = end_scale() * (flux - *end.flux);
    } else {
      // The row of w has the force of the rope less the momentum ρ₀ G²/s_σ that passes, which stays in the rope.
      const double passes =
          equations_.model().section.mass_per_length * flux * flux / x[q_at(end_node(i), kMaterialSlope)];
      residual[q_at(end_node(i), kMaterial)] += (i == 0 ? -1.0 : 1.0) * passes - end.force;
    }
  }
  residual[flux_at()] = x[q_at(0, 2)] - gauge_;
  const BeltDrive& drive = equations_.drive();
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    if (unknown_of_[p] < 0) continue;
    const double omega = x[flux_at() + 1 + unknown_of_[p]];
    residual[flux_at() + 1 + unknown_of_[p]] =
        loads_.share * drive.pulleys[p].steady_moment(loads_.time, omega) + moments_[p];
  }
  return residual.allFinite();
}

double SteadySystem::size(const Eigen::VectorXd& correction) const {
  double largest = 0.0;
  const auto take = [&largest](double value) {
    largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : INFINITY;
  };
  for (int e = 0; e < n() && std::isfinite(largest); ++e) {
    take(correction[q_at(e, 0)] / length_scale_);
    take(correction[q_at(e, 1)]);
    take(correction[q_at(e, 2)] / length_scale_);
    take(correction[q_at(e, 3)]);
  }
  take(correction[flux_at()] / flux_scale_);
  for (const int unknown : unknown_of_) {
    if (unknown >= 0) take(correction[flux_at() + 1 + unknown] * length_scale_ / flux_scale_);
  }
  return largest;
}

void SteadySystem::write(const Eigen::VectorXd& x) {
  Eigen::VectorXd residual;
  evaluate(x, residual);
  AleArrays& arrays = equations_.arrays();
  for (int k = 0; k < kPoints * n(); ++k) {
    const StreamlineStep& at = streamline_steps_[static_cast<std::size_t>(k)];
    const auto put = [&](std::size_t field, double value) {
      arrays.contacts[arrays.contact_at(k / kPoints, static_cast<std::size_t>(k % kPoints), field)] = value;
    };
    put(ContactFields::at(ContactField::traction), at.traction);
    put(ContactFields::at(ContactField::state), at.state);
    put(ContactFields::at(ContactField::slip), at.slip);
    for (std::size_t m = 0; m < arrays.fields.n(); ++m) {
      put(arrays.fields.value(m), at.memory.value[m]);
      put(arrays.fields.mode(m), at.memory.mode[m]);
    }
  }
}

}  // namespace beltdyn::eulerian::ale
