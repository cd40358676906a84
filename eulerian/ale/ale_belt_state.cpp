// SPDX-License-Identifier: MIT
// The state of an AleBelt and of a SteadyBelt in a checkpoint. Values are in the order of the nodes, so that a run may
// go on with another number of lanes.
#include <array>

#include "core/error.hpp"
#include "eulerian/ale/ale_belt.hpp"
#include "eulerian/ale/steady_belt.hpp"

namespace beltdyn::eulerian::ale {
namespace {

// The contact fields that belong to an accepted state, behind those of the departure point.
template <class Visit>
void visit_contacts(const AleArrays& arrays, const Visit& visit) {
  for (int e = 0; e < arrays.layout.n_nodes(); ++e) {
    for (std::size_t p = 0; p < kContactPoints; ++p) {
      for (std::size_t field = ContactFields::first_lasting(); field < arrays.fields.last_lasting(); ++field) {
        visit(arrays.contact_at(e, p, field));
      }
    }
  }
}

}  // namespace

// The tangent that later steps may use again is part of the state. It lies in memory as the lanes do; with another
// number of lanes it is not taken over.
void AleEquations::save(StateWriter& writer) const {
  const AleArrays& a = *work_.arrays;
  std::vector<double> contacts;
  visit_contacts(a, [&](std::size_t at) { contacts.push_back(a.contacts[at]); });
  writer.numbers("contacts", contacts);
  std::vector<double> header{tangent_step_, static_cast<double>(a.layout.lanes())};
  for (const PulleyEntry& pulley : pulleys_) header.push_back(pulley.d_moment);
  writer.numbers("tangent", header);
  if (tangent_step_ == 0.0) return;
  writer.numbers("tangent_diagonal", a.matrix.diagonal);
  writer.numbers("tangent_upper", a.matrix.upper);
  writer.numbers("tangent_lower", a.matrix.lower);
  for (std::size_t f = 0; f < a.column.size(); ++f) {
    writer.numbers("tangent_column_" + std::to_string(f), a.column[f]);
    writer.numbers("tangent_row_" + std::to_string(f), a.row[f]);
  }
}

void AleEquations::restore(StateReader& reader) {
  AleArrays& a = arrays();
  const std::vector<double>& contacts = reader.numbers("contacts");
  std::size_t next = 0;
  visit_contacts(a, [&](std::size_t at) { a.contacts[at] = contacts.at(next++); });
  const std::vector<double>& header = reader.numbers("tangent");
  forget_tangent();
  if (header.at(0) == 0.0 || header.at(1) != static_cast<double>(a.layout.lanes())) return;
  for (std::size_t p = 0; p < pulleys_.size(); ++p) pulleys_[p].d_moment = header.at(2 + p);
  const auto read = [&reader](const std::string& name, numerics::AlignedVector& to) {
    const std::vector<double>& values = reader.numbers(name);
    if (values.size() != to.size()) throw IoError("the checkpoint belongs to another belt: " + name);
    to.assign(values.begin(), values.end());
  };
  read("tangent_diagonal", a.matrix.diagonal);
  read("tangent_upper", a.matrix.upper);
  read("tangent_lower", a.matrix.lower);
  for (std::size_t f = 0; f < a.column.size(); ++f) {
    read("tangent_column_" + std::to_string(f), a.column[f]);
    read("tangent_row_" + std::to_string(f), a.row[f]);
  }
  // The columns were saved as solutions.
  work_.kernel->factorise();
  is_factorised_ = true;
  tangent_step_ = header[0];
}

void AleBelt::save(StateWriter& writer) const {
  const AleArrays& arrays = equations_.arrays();
  writer.numbers("q", arrays.gather(arrays.q));
  writer.numbers("v", arrays.gather(arrays.v));
  writer.numbers("acceleration", arrays.gather(arrays.a));
  writer.numbers("auxiliary", arrays.gather(state_.auxiliary));
  std::vector<double> angles;
  for (const numerics::CoordinateState& angle : equations_.angles()) {
    angles.insert(angles.end(), {angle.q, angle.v, angle.acceleration, angle.auxiliary});
  }
  writer.numbers("angles", angles);
  writer.numbers("torques", state_.torques);
  state_.ledger.save(writer);
  equations_.save(writer);
  writer.numbers("stepping", std::array{state_.time, state_.substep});
  writer.integers("statistics", std::array{statistics_.steps, statistics_.newton_iterations, statistics_.factorisations,
                                           statistics_.rejected_steps, static_cast<std::int64_t>(state_.successes)});
}

void AleBelt::restore(StateReader& reader) {
  AleArrays& arrays = equations_.arrays();
  arrays.scatter(reader.numbers("q"), arrays.q);
  arrays.scatter(reader.numbers("v"), arrays.v);
  arrays.scatter(reader.numbers("acceleration"), arrays.a);
  arrays.scatter(reader.numbers("auxiliary"), state_.auxiliary);
  const std::vector<double>& angles = reader.numbers("angles");
  for (std::size_t p = 0; p < equations_.angles().size(); ++p) {
    equations_.angles()[p] = {angles.at(4 * p), angles.at(4 * p + 1), angles.at(4 * p + 2), angles.at(4 * p + 3)};
  }
  equations_.restore(reader);
  equations_.commit();
  const std::vector<double>& stepping = reader.numbers("stepping");
  const auto& s = reader.integers("statistics");
  statistics_.steps = s.at(0);
  statistics_.newton_iterations = s.at(1);
  statistics_.factorisations = s.at(2);
  statistics_.rejected_steps = s.at(3);
  state_ = {.q = arrays.q,
            .v = arrays.v,
            .acceleration = arrays.a,
            .auxiliary = state_.auxiliary,
            .contacts = arrays.contacts,
            .angles = equations_.angles(),
            .torques = reader.numbers("torques"),
            .time = stepping.at(0),
            .substep = stepping.at(1),
            .successes = static_cast<int>(s.at(4)),
            .ledger = {}};
  state_.ledger.restore(reader);
}

void SteadyBelt::save(StateWriter& writer) const {
  writer.numbers("unknowns", std::vector<double>(x_.data(), x_.data() + x_.size()));
  writer.numbers("speeds", speeds_);
  writer.numbers("steady", std::array{flux_, last_time_});
  writer.integers("steady_state", std::array{std::int64_t{direction_}, std::int64_t{newton_iterations_}});
}

void SteadyBelt::restore(StateReader& reader) {
  const std::vector<double>& unknowns = reader.numbers("unknowns");
  const auto& state = reader.integers("steady_state");
  speeds_ = reader.numbers("speeds");
  last_time_ = reader.numbers("steady").at(1);
  newton_iterations_ = static_cast<int>(state.at(1));
  direction_ = static_cast<int>(state.at(0));
  x_ = Eigen::Map<const Eigen::VectorXd>(unknowns.data(), static_cast<Eigen::Index>(unknowns.size()));
  if (direction_ == 0) return rest();
  system_.emplace(equations_, direction_);
  system_->set_loads({.friction = equations_.model().laws.friction, .time = last_time_, .speeds = speeds_});
  show();
}

}  // namespace beltdyn::eulerian::ale
