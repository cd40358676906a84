// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/run/simulation.hpp"
#include "core/surface/rope_course.hpp"
#include "lagrangian/rope/contact_rule.hpp"
#include "lagrangian/rope/rope_contact.hpp"
#include "lagrangian/rope/rope_elements.hpp"

namespace beltdyn::lagrangian::rope {

class ChainMatrix;

// How a rope lies before it is pulled.
//   settled  under its tension, and as deep in the surface as the tension presses it against the penalty
//   laid     without tension, with its nodes on the surface; contact points between the nodes of straight elements are
//            then inside the surface
enum class RopeStart { settled, laid };
inline constexpr std::array<std::string_view, 2> kRopeStartNames{"settled", "laid"};

struct RopeContactOptions {
  ContactQuadrature quadrature = ContactQuadrature::gauss;
  int points = 4;
  int subdomains = 1;
  double normal_stiffness = 0.0;      // ε_N, 0: by RopeContactOptions::for_tension() [N/m²]
  double tangential_stiffness = 0.0;  // ε_T, 0: by for_tension() too [N/m²]
  int augmentations = 0;              // outer iterations of the augmented Lagrangian, 0: penalty
  bool exclude_initial_gap = false;   // is the gap measured from the rope as laid?

  // The options with stiffnesses that are not given set to T k²/δ, k the largest normal curvature of the course. With
  // this the tension T presses the rope by δ/k into the surface, at any scale; δ is far below the errors of meshes.
  // Contact points would be off by such errors, and their pressure would reflect the mesh: therefore the initial gap is
  // excluded if the normal stiffness is not given. A laid rope has its gaps from how it is laid; it keeps them, with
  // softer contact.
  RopeContactOptions for_tension(double tension, const surface::RopeCourse& course, RopeStart start) const;
};

// The forces at the ends, along the tangents of the course there. The begin has the dead load T; the other end has a
// spring whose far end is moved by U, force T + k (U − u).
struct RopeLoad {
  double tension{};           // T [N]
  double spring_stiffness{};  // k [N/m]
  double pull{};              // U [m]
};

// A contact point in the committed state.
struct PointState {
  double pressure{};  // |N| [N/m]
  double traction{};  // of the surface on the rope, along the rope [N/m]
  double depth{};     // [m]
  bool touching = false;
  bool sliding = false;
};

struct ContactSummary {
  int active{};
  int sliding{};
  bool one_direction = true;  // does friction of all sliding points act against the pull?
  double deepest{};           // largest penetration [m]
  double peak_pressure{};     // [N/m]
};

// The discrete rope on a surface: residual, tangent and Newton's method for one set of loads.
class RopeModel {
 public:
  RopeModel(surface::RopeCourse course, std::unique_ptr<RopeElements> elements, int n_elements,
            const RopeContactOptions& contact, RopeStart start, double tension);
  ~RopeModel();
  RopeModel(RopeModel&&) noexcept;
  RopeModel& operator=(RopeModel&&) noexcept;

  void set_friction(double coefficient) { law_.friction = coefficient; }
  // Adds a viscous resistance to the motion from the last committed state, per length and velocity [N s/m²], with the
  // time step [s].
  void set_viscosity(double viscosity, double step) { viscosity_rate_ = viscosity / step; }

  // Newton's method from the present displacements, with augmentation if asked for. Returns false and keeps the
  // displacements if it fails.
  bool solve(const RopeLoad& load, SolverStatistics& statistics);
  // Commits the state: results refer to it from now on, and the stick points of sliding points follow them.
  void commit();

  // A state to return to.
  struct State {
    Eigen::VectorXd u;
    std::vector<ContactMemory> memory;
  };
  State state() const;
  void restore(const State& state);

  // Results of the committed state.
  ContactSummary contact_summary() const;
  double end_displacement() const;         // u of the pulled end along its tangent [m]
  double lateral_displacement() const;     // of the middle of the rope, along g = n × t [m]
  Vector position(double share) const;     // [m]
  double axial_force(double share) const;  // [N]
  double arc_length() const { return length_ * static_cast<double>(n_elements_); }  // [m]

  // The contact point closest to a fraction of the length.
  PointState point_state(double share) const;

  // For tests: the residual and the tangent at displacements u (n_coordinates) under a load.
  struct System {
    Eigen::VectorXd residual;
    Eigen::MatrixXd tangent;
  };
  System system(const RopeLoad& load, const Eigen::VectorXd& u);
  const Eigen::VectorXd& displacements() const { return u_; }

 private:
  struct ContactPoint {
    std::size_t element{};
    double xi{};
    double weight{};            // [m]
    std::vector<double> shape;  // weights of the vectors of the element
    Vector reference;           // [m]
    Vector tangent;             // of the rope, of unit length
    ContactMemory memory;
    PointState state{};
  };

  std::vector<Vector> element_displacements(std::size_t element, const Eigen::VectorXd& u) const;
  Vector place(const ContactPoint& point, const Eigen::VectorXd& u) const;
  void lay(RopeStart start, double tension, const RopeContactOptions& contact);
  void make_contact_points(RopeStart start, double tension, const RopeContactOptions& contact);
  void assemble(const RopeLoad& load);
  void assemble_contact();
  bool newton(const RopeLoad& load, SolverStatistics& statistics);
  void augment();

  surface::RopeCourse course_;
  std::unique_ptr<RopeElements> elements_;
  std::size_t n_elements_;
  Eigen::Index per_node_;  // coordinates of a node
  double length_{};        // of an element along the course [m]
  double size_{};          // scale of the coordinates [m]
  ContactStiffness law_;
  int augmentations_;
  double viscosity_rate_ = 0.0;  // [N/m²]
  std::vector<Vector> reference_;
  std::vector<ContactPoint> points_;
  std::array<Vector, 2> end_tangents_{Vector::Zero(), Vector::Zero()};
  Vector middle_across_ = Vector::Zero();
  Eigen::VectorXd u_;
  Eigen::VectorXd committed_;
  Eigen::VectorXd residual_;
  std::unique_ptr<ChainMatrix> matrix_;
};

}  // namespace beltdyn::lagrangian::rope
