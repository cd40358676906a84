// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// Places to be recorded. Pulleys and spans are counted from 1; span k leads from pulley k to the next.
struct PulleyProbe {
  int pulley{};        // found from the name if that is given, 0 if no pulley has it
  std::string name{};  // of the pulley, empty if its number is given
};
struct SpanProbe {
  int span{};  // its middle
};
struct PointProbe {
  double sigma{};  // a fixed point of the path [m]
};
struct ParticleProbe {
  double sigma{};  // where on the path the particle of the belt is at the start [m]
};

struct Probe {
  std::string name;
  std::variant<PulleyProbe, SpanProbe, PointProbe, ParticleProbe> place;

  void visit(config::FieldVisitor& visitor);
};

struct BeltDrive;
// That each probe has a name of its own and a place on the belt.
void check_probes(config::FieldVisitor& visitor, const BeltDrive& drive);

}  // namespace beltdyn
