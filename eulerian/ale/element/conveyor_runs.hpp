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

// The forces on the belt along runs (SpanLoad), in addition to those of the kernel. On a run the belt stays on its
// path: idlers bear its weight across, and stiff springs at the inner nodes hold w and φ. Along the path, in the
// direction T, the belt has the speed v = T·r_t + c |r_σ|, and per length of the path the force
//
//     F = m_L (g·T − dv/dt − φ v²) + R − m_R (∂v/∂t)_x.                                                            (1)
//
// Load and idlers are distributions fixed in space: the load shares the acceleration dv/dt of the particles, the idlers
// only turn faster or slower where they are. The feed enters over the length ℓ of the first element with φ = 1/ℓ; if
// the belt runs backwards it enters over the last element with φ = −1/ℓ; in all other elements φ = 0. R is the
// resistance, which Coulomb's law limits to w. It sticks through elastic bristles of the idlers. Idlers stay where they
// are, so that the memory of a bristle stays at its point of the mesh. A bristle takes up force over the length
// √(EA/K), a part of an element (kRunStick).
//
// In statics no friction could hold a load on a slope: there the idlers are deflected by as much as holds it, up to
// their limit, and the belt rests as if there were no run. In steady motion R = −w sign(v).
class ConveyorRuns {
 public:
  ConveyorRuns(const BeltDrive& drive, const AleMesh& mesh);

  // Multiplies load and resistance by a share, for a steady motion that is approached by load steps.
  void set_share(double share) { share_ = share; }
  bool is_there() const { return !elements_.empty(); }
  // Subtracts the residual of the runs from the right-hand side in the arrays; if asked, adds their tangent to the
  // kernel's matrix.
  void assemble(AleEquations& equations, const AleStep& step, bool with_tangent);
  // Result of the last assembly in an element, empty outside of runs: force on the belt ∫ F dx [N], and its power [W].
  struct Work {
    double force{};
    double power{};
  };
  std::optional<Work> work(int element) const;
  // Sets the power of the last assembly to 0 with unchanged forces, for a belt that stands still under them.
  void stop();
  // The power that all runs take from the belt [W].
  double taken_power() const;
  // The elements of run i of the drive: the first one, and the first one behind it.
  struct Range {
    int begin{};
    int end{};
  };
  Range range(std::size_t i) const { return runs_[i].elements; }

  // Accepts the memory of the last assembly and the present particles as those of the last step.
  void commit(const AleEquations& equations);
  // Prepares the next commit() for a motion in the direction ±1: bristles deflected to the limit in that direction, and
  // the work that `steady`, runs on the same elements, found in its last assembly.
  void begin_as(const ConveyorRuns& steady, const AleEquations& equations, double direction);
  // The memory of the last step: value and mode of each point. set_memory() sets what the next commit() accepts.
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
  // An integration point of inertia.
  struct Point {
    Memory memory{};
    Memory trial{};
    double material{};     // s at the end of the last step [m]
    Vec2<double> place{};  // r
  };
  struct Element {
    std::size_t run{};
    int element{};
    bool is_held{};         // does the run hold its first node?
    double feed_forward{};  // φ ℓ if the belt runs forwards; next line: backwards
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
  double stretch_{};          // at rest; bristles are deflected by it times the reference length that has passed [-]
  double axial_stiffness_{};  // [N]
  double mass_per_length_{};  // [kg/m]
  Eigen::Vector2d gravity_;   // [m/s²]
  std::vector<Run> runs_;
  std::vector<Element> elements_;
};

}  // namespace beltdyn::eulerian::ale
