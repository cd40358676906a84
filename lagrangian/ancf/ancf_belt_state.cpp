// SPDX-License-Identifier: MIT
// The state of an AncfBelt in a checkpoint. Values are in the order of the nodes, so that a run may go on with another
// number of lanes.
#include <array>

#include "core/error.hpp"
#include "lagrangian/ancf/ancf_belt.hpp"

namespace beltdyn::lagrangian::ancf {
namespace {

std::string slot_name(const char* what, std::size_t slot) { return what + std::to_string(slot); }

// The fields of the segments' memory that are part of the state, in the order of elements and segments.
template <class Visit>
void visit_memory(const BeltArrays& arrays, const Visit& visit) {
  const int n_segments = static_cast<int>(arrays.n_segments);
  const int fields = static_cast<int>(arrays.fields.size());
  for (int element = 0; element < arrays.layout.n_nodes(); ++element) {
    for (int segment = 0; segment < n_segments; ++segment) {
      for (int field = 0; field < static_cast<int>(arrays.fields.n_lasting()); ++field) {
        visit(arrays.layout.at(element, n_segments * fields, segment * fields + field));
      }
    }
  }
}

std::vector<double> lasting_memory(const BeltArrays& arrays, std::size_t slot) {
  std::vector<double> values;
  visit_memory(arrays, [&](std::size_t at) { values.push_back(arrays.memory[slot][at]); });
  return values;
}

void restore_memory(const std::vector<double>& values, std::size_t slot, BeltArrays& arrays) {
  std::size_t next = 0;
  visit_memory(arrays, [&](std::size_t at) { arrays.memory[slot][at] = values.at(next++); });
}

}  // namespace

// The tangent that later steps may use again is part of the state. It lies in memory as the lanes do; with another
// number of lanes it is not taken over.
void BeltEquations::save_tangent(StateWriter& writer) const {
  const BeltArrays& a = *work_.arrays;
  std::vector<double> header{tangent_step_, static_cast<double>(a.layout.lanes())};
  for (const PulleyEntry& pulley : pulleys_) header.push_back(pulley.d_torque);
  writer.numbers("tangent", header);
  if (tangent_step_ == 0.0) return;
  writer.numbers("tangent_diagonal", a.matrix.diagonal);
  writer.numbers("tangent_upper", a.matrix.upper);
  writer.numbers("tangent_lower", a.matrix.lower);
  for (std::size_t f = 0; f < a.column.size(); ++f) {
    writer.numbers(slot_name("tangent_column_", f), a.column[f]);
    writer.numbers(slot_name("tangent_row_", f), a.row[f]);
  }
}

void BeltEquations::restore_tangent(StateReader& reader) {
  BeltArrays& a = *work_.arrays;
  const std::vector<double>& header = reader.numbers("tangent");
  forget_tangent();
  if (header.at(0) == 0.0 || header.at(1) != static_cast<double>(a.layout.lanes())) return;
  for (std::size_t p = 0; p < pulleys_.size(); ++p) pulleys_[p].d_torque = header.at(2 + p);
  const auto read = [&reader](const std::string& name, numerics::AlignedVector& to) {
    const std::vector<double>& values = reader.numbers(name);
    if (values.size() != to.size()) throw IoError("the checkpoint belongs to another belt: " + name);
    to.assign(values.begin(), values.end());
  };
  read("tangent_diagonal", a.matrix.diagonal);
  read("tangent_upper", a.matrix.upper);
  read("tangent_lower", a.matrix.lower);
  for (std::size_t f = 0; f < a.column.size(); ++f) {
    read(slot_name("tangent_column_", f), a.column[f]);
    read(slot_name("tangent_row_", f), a.row[f]);
  }
  if (!factorise()) return;
  is_factorised_ = true;
  tangent_step_ = header[0];
}

void AncfBelt::save(StateWriter& writer) const {
  const BeltArrays& arrays = equations_.arrays();
  writer.numbers("q", arrays.gather(arrays.q, numerics::kBlock));
  writer.numbers("v", arrays.gather(arrays.v, numerics::kBlock));
  writer.numbers("acceleration", arrays.gather(arrays.a, numerics::kBlock));
  writer.numbers("auxiliary", arrays.gather(auxiliary_, numerics::kBlock));
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    writer.numbers(slot_name("owner_", slot), arrays.gather(arrays.owner[slot], 1));
    writer.numbers(slot_name("memory_", slot), lasting_memory(arrays, slot));
  }
  std::vector<double> angles;
  for (const numerics::CoordinateState& angle : equations_.angles()) {
    angles.insert(angles.end(), {angle.q, angle.v, angle.acceleration, angle.auxiliary});
  }
  writer.numbers("angles", angles);
  writer.numbers("torques", torques_);
  ledger_.save(writer);
  equations_.save_tangent(writer);
  writer.numbers("stepping", std::array{time_, substep_});
  writer.integers("statistics",
                  std::array{statistics_.steps, statistics_.newton_iterations, statistics_.factorisations,
                             statistics_.rejected_steps, statistics_.status_changes, statistics_.unsettled_steps,
                             static_cast<std::int64_t>(successes_), static_cast<std::int64_t>(is_crowded_)});
}

void AncfBelt::restore(StateReader& reader) {
  BeltArrays& arrays = equations_.arrays();
  const auto read_nodes = [&](const char* name, numerics::AlignedVector& to) {
    arrays.scatter(reader.numbers(name), numerics::kBlock, to);
    numerics::copy_first_nodes(arrays.layout, to);
  };
  read_nodes("q", arrays.q);
  arrays.close_positions(equations_.model().rule.length);
  read_nodes("v", arrays.v);
  read_nodes("acceleration", arrays.a);
  read_nodes("auxiliary", auxiliary_);
  for (std::size_t slot = 0; slot < kContactSlots; ++slot) {
    arrays.scatter(reader.numbers(slot_name("owner_", slot)), 1, arrays.owner[slot]);
    restore_memory(reader.numbers(slot_name("memory_", slot)), slot, arrays);
  }
  const std::vector<double>& angles = reader.numbers("angles");
  for (std::size_t p = 0; p < equations_.angles().size(); ++p) {
    equations_.angles()[p] = {angles.at(4 * p), angles.at(4 * p + 1), angles.at(4 * p + 2), angles.at(4 * p + 3)};
  }
  torques_ = reader.numbers("torques");
  ledger_.restore(reader);
  equations_.restore_tangent(reader);
  const std::vector<double>& stepping = reader.numbers("stepping");
  time_ = stepping.at(0);
  substep_ = stepping.at(1);
  const auto& s = reader.integers("statistics");
  statistics_ = {.steps = s.at(0),
                 .newton_iterations = s.at(1),
                 .factorisations = s.at(2),
                 .rejected_steps = s.at(3),
                 .status_changes = s.at(4),
                 .unsettled_steps = s.at(5)};
  successes_ = static_cast<int>(s.at(6));
  is_crowded_ = s.at(7) != 0;
}

}  // namespace beltdyn::lagrangian::ancf
