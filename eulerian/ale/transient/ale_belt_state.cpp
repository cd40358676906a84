// SPDX-License-Identifier: MIT
// The contact history of an AleBelt at a new start and in a checkpoint, and the state of a SteadyBelt in a checkpoint.
// Values are in the order of the nodes, so that a run may resume with another number of lanes.
#include <array>
#include <limits>

#include "eulerian/ale/steady/steady_belt.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// The contact fields of an accepted state, behind the fields of the departure point: their number at a point, and their
// positions.
std::size_t n_lasting(const AleArrays& arrays) { return arrays.fields.last_lasting() - ContactFields::first_lasting(); }
template <class Visit>
void visit_contacts(const AleArrays& arrays, const Visit& visit) {
  const auto stride = static_cast<std::size_t>(arrays.layout.lanes());
  const std::size_t n = n_lasting(arrays);
  for (int e = 0; e < arrays.layout.n_nodes(); ++e) {
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      std::size_t at = arrays.contact_at(e, p, ContactFields::first_lasting());
      for (std::size_t field = 0; field < n; ++field, at += stride) visit(at);
    }
  }
}
std::size_t n_contacts(const AleArrays& arrays) {
  return static_cast<std::size_t>(arrays.layout.n_nodes()) * kContactPoints * n_lasting(arrays);
}

}  // namespace

void AleBelt::begin_history() {
  AleArrays& a = equations_.arrays();
  visit_contacts(a, [&](std::size_t at) { a.contacts[at] = 0.0; });
  a.close_positions();
  equations_.angles().begin_step();
  equations_.evaluate(kStatics, false);
  commit_history();
  keep_history();
}

void AleBelt::save_history(StateWriter& writer) const {
  const AleArrays& a = equations_.arrays();
  std::vector<double> contacts;
  contacts.reserve(n_contacts(a));
  visit_contacts(a, [&](std::size_t at) { contacts.push_back(a.contacts[at]); });
  writer.numbers("contacts", contacts);
  if (equations_.runs().is_there()) writer.numbers("runs", equations_.runs().memory());
  if (equations_.ends()) writer.numbers("rope_ends", equations_.ends()->memory());
  if (equations_.bodies().is_there()) writer.numbers("bodies", equations_.bodies().memory());
  if (mesh_) mesh_->save(writer);
}

void AleBelt::restore_history(StateReader& reader) {
  if (mesh_) mesh_->restore(reader);
  try {
    put_mesh();
  } catch (const PathError&) {
    require_sound_checkpoint(false);
  }
  AleArrays& a = equations_.arrays();
  const double* from = reader.numbers("contacts", n_contacts(a)).data();
  visit_contacts(a, [&](std::size_t at) { a.contacts[at] = *from++; });
  if (equations_.runs().is_there()) {
    equations_.runs().set_memory(reader.numbers("runs", equations_.runs().memory_size()));
  }
  if (equations_.ends()) require_sound_checkpoint(equations_.ends()->set_memory(reader.numbers("rope_ends")));
  if (equations_.bodies().is_there()) {
    equations_.bodies().set_memory(reader.numbers("bodies", equations_.bodies().memory_size()));
  }
  commit_history();
}

void SteadyBelt::save(StateWriter& writer) const {
  writer.numbers("unknowns", std::vector<double>(x_.data(), x_.data() + x_.size()));
  const Eigen::VectorXd before = before_last_ ? before_last_->x : Eigen::VectorXd();
  writer.numbers("unknowns_before", std::vector<double>(before.data(), before.data() + before.size()));
  writer.number("time_before", before_last_ ? before_last_->time : last_time_);
  writer.numbers("speeds", speeds_);
  writer.numbers("steady", std::array{flux_, last_time_});
  writer.integers("steady_state", std::array{std::int64_t{direction_}, std::int64_t{newton_iterations_}});
}

void SteadyBelt::restore(StateReader& reader) {
  const std::vector<double>& unknowns = reader.numbers("unknowns");
  const auto& state = reader.integers("steady_state", 2, {.least = -1, .most = std::numeric_limits<int>::max()});
  require_sound_checkpoint(state[0] <= 1 && state[1] >= 0);
  speeds_ = reader.numbers("speeds", speeds_.size());
  last_time_ = reader.numbers("steady", 2)[1];
  newton_iterations_ = static_cast<int>(state[1]);
  direction_ = static_cast<int>(state[0]);
  const auto vector = [](const std::vector<double>& numbers) {
    return Eigen::VectorXd(
        Eigen::Map<const Eigen::VectorXd>(numbers.data(), static_cast<Eigen::Index>(numbers.size())));
  };
  x_ = vector(unknowns);
  before_last_.reset();
  const std::vector<double>& before = reader.numbers("unknowns_before");
  if (!before.empty()) before_last_ = {.x = vector(before), .time = reader.number("time_before")};
  if (direction_ == 0) return rest();
  system_.emplace(equations_, direction_);
  system_->set_loads(loads_at(last_time_));
  const Eigen::Index n = system_->pack(0.0).size();
  require_sound_checkpoint(x_.size() == n && (!before_last_ || before_last_->x.size() == n));
  show();
}

}  // namespace beltdyn::eulerian::ale
