// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/drive/belt/belt_body.hpp"
#include "core/dynamics/belt_system.hpp"
#include "core/dynamics/guided_node.hpp"
#include "eulerian/ale/element/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

class AleEquations;

// Bodies on a closed belt whose mesh is at rest. Each body is fixed to a particle s_b, which moves through the mesh
// along its span in the direction T. The displacement x of the body is a coordinate of its own:
//
//     m (ẍ − g·T) − F − F_r − P = 0,   P the force of the belt, at the place ξ_b where s(ξ_b) = s_b.
//
// The axial force of the belt jumps by P there, but in an element it is a parabola that continues smoothly into the
// next element. So a point of the mesh under P is not where the particle is. The difference is the deflection of a
// string of compliance C(ξ_b),
//
//     x = T·r(ξ_b) − C P,   C EA = a b/(a + b) − G.                                                                 (1)
//
// a and b reach from ξ_b to the ends of a patch of elements around it. If these ends are held, a string moves by P a
// b/((a + b) EA), while the elements move by G EA⁻¹ P. Across the guide a stiff spring holds the belt.
class BeltBodies {
 public:
  BeltBodies() = default;
  // The bodies of the drive, on the path of the mesh.
  BeltBodies(const BeltDrive& drive, const BeltPath& path, const AleMesh& mesh, double reference_length);

  bool is_there() const { return !bodies_.empty(); }
  std::vector<GuidedNode> guided() const;
  // Holds all bodies where they are, as statics does too.
  void hold(bool on) { are_held_ = on; }

  // Predicts the trial state of a step from the last accepted state.
  void predict(const numerics::StepScheme& scheme, double h);
  // Adds the bodies to the assembled equations of the belt.
  void enter(AleEquations& equations, const BeltStep& step, bool with_tangent);
  // Accept or discard the last trial state.
  void commit();
  void revert();
  // Stops all bodies where they are.
  void rest();

  BodyState state(std::size_t i) const;
  std::size_t size() const { return bodies_.size(); }
  // A message about a body that has come to a pulley; empty if none has.
  std::string objection() const;

  double energy() const;  // kinetic and of weight, and of the springs that tie the bodies to the belt [J]
  void add_flow(double time, PowerFlow& flow) const;  // of forces, weights and friction

  // The state that is kept from step to step, shape (memory_size()).
  std::vector<double> memory() const;
  std::size_t memory_size() const { return memory().size(); }
  void set_memory(std::span<const double> memory);

 private:
  struct Body {
    GuidedNode guided;
    std::size_t span{};
    int begin{};  // its elements: the first one, and the first one behind them
    int end{};
    double material{};                 // s_b [m]
    Vec2<double> given{};              // position where x = 0 [m]
    numerics::CoordinateState last{};  // x [m]
    numerics::CoordinateState now{};   // in the trial state
    double force{};                    // P [N]
    double across{};                   // force of the belt across the guide [N]
    double compliance{};               // C [m/N]
    double guide{};                    // stiffness across the guide [N/m]
    double least{};                    // smallest x, near the pulley before the span [m]
    double most{};                     // largest x, near the pulley behind the span [m]
    std::optional<DryJoint> joint{};
  };
  struct Place {
    int element{};
    double xi{};
  };

  Place locate(const AleEquations& equations, const Body& body) const;
  double by_displacement(Body& body, double particle, const BeltStep& step) const;
  double find_force(Body& body, double particle, const BeltStep& step) const;
  void enter(Body& body, AleEquations& equations, const BeltStep& step, bool with_tangent);

  double axial_stiffness_{};  // [N]
  Vec2<double> gravity_{};    // [m/s²]
  numerics::StepScheme scheme_{};
  bool is_in_step_ = false;
  bool are_held_ = false;
  std::vector<Body> bodies_;
};

// C EA of (1) in the middle of a patch of at most `around` elements on either side [m]; `lengths` are the lengths of
// the elements, and `rule` integrates their strain.
double point_softness(std::span<const double> lengths, const Rule& rule, std::size_t element, double xi,
                      std::size_t around);

}  // namespace beltdyn::eulerian::ale
