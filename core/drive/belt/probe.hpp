// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <variant>

#include "core/config/field_visitor.hpp"

namespace beltdyn {

// Places at which results are recorded. Pulleys and spans are counted from 1; span k leads from pulley k to the next
// one.
struct PulleyProbe {
  int pulley{};        // number of the pulley; found from the name if that is given, 0 if no pulley has the name
  std::string name{};  // of the pulley; empty if its number is given
};
struct SpanProbe {
  int span{};  // number of the span, recorded at its middle
};
struct PointProbe {
  double sigma{};  // fixed position on the path [m]
};
struct ParticleProbe {
  double sigma{};  // initial position of the recorded particle on the path [m]
};

// A named place at which results are recorded.
struct Probe {
  std::string name;
  std::variant<PulleyProbe, SpanProbe, PointProbe, ParticleProbe> place;

  void visit(config::FieldVisitor& visitor);
};

struct BeltDrive;
// Checks that each probe has a unique name and a place on the belt.
void check_probes(config::FieldVisitor& visitor, const BeltDrive& drive);

}  // namespace beltdyn
