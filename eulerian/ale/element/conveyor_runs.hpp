// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/contact/elastoplastic_coulomb.hpp"
#include "core/drive/any_drive.hpp"
#include "core/drive/belt/span_load.hpp"
#include "eulerian/ale/element/ale_kernel.hpp"

namespace beltdyn::eulerian::ale {

class AleEquations;
struct ElementState;

// What acts on the belt along runs (SpanLoad), of which the kernel knows nothing. A run holds the belt on its path:
// idlers bear its weight across, and stiff springs at the nodes within hold w and φ. Along the path, of the direction
// T, it has the speed v = T·r_t + c |r_σ| and feels, per length of the path,
//
//     F = m_L (g·T − dv/dt − φ v²) + R − m_R (∂v/∂t)_x.                                                            (1)
//
// Load and idlers are densities in space: the load takes part in the acceleration of the particles, dv/dt, the idlers
// only turn faster or slower where they are. The feed enters over the length ℓ of the first element, φ = 1/ℓ there; of
// a belt that runs backwards it enters over the last one, φ = −1/ℓ, and φ = 0 in all others. R is the resistance, which
// Coulomb's law limits to w; it sticks on elastic bristles of the idlers, which stay where they are, so that their
// memory stays at its point of the mesh. They take up the force over √(EA/K), some part of an element (kRunStick).
//
// In statics there is no friction that could hold a load on a slope: the idlers are as deflected as holds it, as far as
// they can, and the belt rests as if there were no run. In steady motion R = −w sign(v).
class ConveyorRuns {
 public:
  ConveyorRuns(const BeltDrive& drive, const AleMesh& mesh);

  // Of load and resistance only a part counts, for a steady motion that is approached by parts of its load.
  void set_share(double share) { share_ = share; }
  bool is_there() const { return !elements_.empty(); }
  // Adds to minus the residual in the arrays, and to the matrix of the kernel if asked.
  void assemble(AleEquations& equations, const AleStep& step, bool with_tangent);
  // What the last assembly did to the belt in an element, empty outside of runs: ∫ F dx [N], and its power [W].
  struct Work {
    double force{};
    double power{};
  };
  std::optional<Work> work(int element) const;
  // The belt that the last assembly moved stands still under the same forces.
  void stop();
  // What all runs take from the belt [W].
  double taken_power() const;
  // Of run i of the drive: its first element, and the first one behind it.
  struct Range {
    int begin{};
    int end{};
  };
  Range range(std::size_t i) const { return runs_[i].elements; }

  // The memory of the last assembly becomes that of the last step, whose particles are where they are now.
  void commit(const AleEquations& equations);
  // For the next commit(), the memory in the motion of the direction ±1 that other runs on the same elements were
  // assembled in last.
  void begin_as(const ConveyorRuns& steady, const AleEquations& equations, double direction);
  // The memory of the last step, and the one for the next commit(), 2 numbers for each point.
  std::vector<double> memory() const;
  void set_memory(std::span<const double> memory);
  std::size_t memory_size() const;

 private:
  using Memory = contact::ElastoplasticCoulomb::History;
  struct Run {
    SpanLoad load;
    Range elements;
    double stick{};  // K [N/m²]
  };
  // An inertia point.
  struct Point {
    Memory memory{};
    Memory trial{};
    double material{};     // s at the end of the last step [m]
    Vec2<double> place{};  // r
  };
  struct Element {
    std::size_t run{};
    int element{};
    bool is_held{};         // its first node?
    double feed_forward{};  // φ ℓ of a belt that runs forwards, and backwards
    double feed_backward{};
    std::vector<Point> points;
    Work work{};
  };

  // The belt at a point, see (1).
  template <class T>
  struct Motion {
    T jacobian{};      // |r_σ| [-]
    T g{};             // s_σ [-]
    T speed{};         // v [m/s]
    T acceleration{};  // dv/dt of the particle [m/s²]
    T at_place{};      // (∂v/∂t)_x [m/s²]
    T slip{};          // over the idlers in the step [m]
  };
  template <class T>
  Motion<T> motion_at(const PointReader<T, double>& at, const ElementState& state, const Point& point) const;
  template <class T>
  T resistance(const Element& element, Point& point, const Motion<T>& motion, double limit, const AleStep& step) const;

  SpanForces forces_on(const Element& element, const ElementState& state) const;
  template <class T>
  void assemble_element(Element& element, AleEquations& equations, const AleStep& step);
  void hold(const Element& element, AleEquations& equations, bool with_tangent) const;

  double share_ = 1.0;
  double stretch_{};  // of the belt at rest: bristles are deflected by this times the reference length that has passed
  double axial_stiffness_{};
  double mass_per_length_{};
  Eigen::Vector2d gravity_;
  std::vector<Run> runs_;
  std::vector<Element> elements_;
};

}  // namespace beltdyn::eulerian::ale
