// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/numerics/solve/damped_newton.hpp"
#include "core/numerics/solve/sparse_system.hpp"
#include "eulerian/ale/element/ale_equations.hpp"
#include "eulerian/ale/modes/linear_contact.hpp"

namespace beltdyn::eulerian::ale {

// The equations of the steady motion; see SteadyBelt. Unknown are, in this order,
//   for each element e   w, φ, s, s' of its first node, and what friction remembers at its contact points: as many
//                        values as the law of its pulley has, at some laws none
//   G, and ω of each pulley whose motion is not prescribed
// What friction remembers follows from the others point by point along the stream, and does so in every evaluation; it
// stands among the unknowns to keep the Jacobian sparse. So a front between stick and slip may move any way in an
// iteration.
class SteadySystem final : public numerics::NonlinearSystem {
 public:
  // `direction`: +1 if the belt runs towards increasing σ, −1 against it.
  SteadySystem(AleEquations& equations, int direction);

  // What the homotopy changes, and the time functions of the pulleys at an instant.
  struct Loads {
    contact::LawTable<FrictionLaw> friction;  // per reference length, with the memory of those of the model
    double time{};                            // at which the torques are taken [s]
    std::vector<double> speeds;               // ω of all pulleys, of which those not prescribed are unknown [rad/s]
    double share = 1.0;   // of the moments on pulleys whose motion is not prescribed, and of what acts along runs
    bool crawls = false;  // do the speeds stand for those of a drive at standstill?
  };
  void set_loads(Loads loads) {
    loads_ = std::move(loads);
    equations_.runs().set_share(loads_.share);
  }

  const Loads& loads() const { return loads_; }
  const AleEquations& equations() const { return equations_; }

  // What is given at an end of an open belt, where its mesh ends in space: the force on it along the path there, or the
  // flux that passes.
  struct GivenEnd {
    double force{};              // [N]
    std::optional<double> flux;  // in place of the force [m/s]
  };
  // Without, an open belt has no steady motion; equations of small motions have other ends (LinearBelt).
  void set_given_ends(const std::array<GivenEnd, 2>& ends) { given_ends_ = ends; }

  // x of a flux, the ω of the loads, and what the arrays hold; and back.
  Eigen::VectorXd pack(double flux) const;
  // x with G and the ω of the unknown speeds times `factor`.
  Eigen::VectorXd faster(Eigen::VectorXd x, double factor) const;
  // The lengths of the elements along the path [m].
  std::vector<double> spreads() const;
  // Puts particles at the nodes so that elements are stretched as they were on a mesh of these lengths along the path:
  // short ones would be stretched by as much as they grow otherwise.
  void keep_stretch(const std::vector<double>& spreads_before, Eigen::VectorXd& x) const;
  double flux(const Eigen::VectorXd& x) const { return x[flux_at()]; }
  // ω of all pulleys
  std::vector<double> speeds(const Eigen::VectorXd& x) const;
  // Writes positions, rates and the results of contact points into the arrays.
  void write(const Eigen::VectorXd& x);
  // Moments of the belt on the pulleys in the last evaluation [N m].
  const std::vector<double>& moments() const { return moments_; }
  // Its forces on them [N].
  const std::vector<Vec2<double>>& forces() const { return forces_; }
  // Where the circles of the pulleys are, as the equations have it now, with patches that stiffen no more than this.
  void take_circles(double most_stiffening = INFINITY);

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override;
  // A Jacobian that is singular since a pulley slips is made regular, with which Newton's method is slower.
  bool factorise(const Eigen::VectorXd& x) override;
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { matrix_.solve(rhs, d); }
  // Pivots of earlier instants would depend on where a run was resumed.
  void forget_pivots() {
    if (matrix_.has_pattern()) matrix_.forget_pivots();
  }
  // The derivatives of the residual of the belt, without friction, by the coordinate of a mount and by its velocity;
  // shape (4 n_nodes).
  struct MountColumn {
    double by_place{};
    double by_velocity{};
  };
  std::vector<MountColumn> mount_columns(const Eigen::VectorXd& x, std::size_t pulley);
  // What friction does to small motions about the steady motion x, at each contact point where there is contact; and
  // about a belt at rest, which sticks as it lies.
  std::vector<LinearContact> linear_contacts(const Eigen::VectorXd& x);
  std::vector<LinearContact> resting_contacts(const Eigen::VectorXd& x);
  // The derivatives of the residual of the belt, without friction, about the steady motion x by the unknowns of its
  // nodes, whose rates follow at the rates given: visit(row, column, value) with numbers 4 node + component, in an
  // order that never changes.
  template <class Visit>
  void for_each_belt_entry(const Eigen::VectorXd& x, const StepRates& rates, const Visit& visit);

  // Places in radii, G and ω as parts of themselves.
  double size(const Eigen::VectorXd& correction) const override;

 private:
  static constexpr int kPoints = static_cast<int>(kContactPoints);  // of an element
  // What derivatives of a contact point are taken by: the unknowns of its element, or their velocities.
  enum class By { places, velocities };
  static constexpr StepRates kRates{.velocity = 1.0, .acceleration = 0.0};
  // What the belt has to know: nothing of friction, which is followed here.
  static AleStep steady_step() {
    return {.length = INFINITY, .rates = {}, .friction = FrictionUse::none, .inertia = true, .is_static = false};
  }
  // Directions of derivatives: the unknowns of an element, and G.
  static constexpr std::size_t kFlux = kElementUnknowns;
  static constexpr std::size_t kDirections = kElementUnknowns + 1;
  using PointDual = Dual<double, kDirections>;
  // And by the coordinate of a mount and its velocity, with the belt as it is.
  static constexpr std::size_t kMountPlace = kElementUnknowns;
  static constexpr std::size_t kMountSpeed = kElementUnknowns + 1;
  using MountDual = Dual<double, kElementUnknowns + 2>;
  template <class T>
  static Follows follows_places(By by) {
    return by == By::places && !std::is_same_v<T, MountDual> ? Follows::unknowns : Follows::nothing;
  }
  using Memory = contact::FrictionMemory<kMostFrictionMemory>;

  // A contact point.
  template <class T>
  struct SteadyContactPoint {
    T s{};
    T pressure{};
    T margin{};         // positive where there is contact, 0 where it begins
    Vec2<T> radial;     // n
    PointForce<T> per;  // of a unit of traction: r, u and s
    T moment_per{};     // and the moment on the pulley
    Vec2<T> along;      // x_σ of the touched place
    T g{};              // s_σ
    T distance{};       // ϱ [m]
    T speed{};          // of the belt along the surface [m/s]
  };
  // By one of the directions of derivatives, the angle of a contact point around its pulley.
  template <class T>
  static double angle_by(const SteadyContactPoint<T>& point, std::size_t direction) {
    return point.radial.x.value * point.radial.y.d[direction] - point.radial.y.value * point.radial.x.d[direction];
  }
  // dθ/dσ of the touched place
  template <class T>
  static double turn_along(const SteadyContactPoint<T>& point) {
    const Vec2<double> around = numerics::perpendicular(Vec2<double>{point.radial.x.value, point.radial.y.value});
    return (around.x * point.along.x.value + around.y * point.along.y.value) / point.distance.value;
  }
  // Where contact begins, and the element that the place is in.
  template <class T>
  struct Entry {
    int element{};
    SteadyContactPoint<T> contact_point;
  };
  // A particle's way between the contact point before and this one.
  struct SlipIncrement {
    double slip{};            // Δ [m]
    double first_velocity{};  // of the slip at its begin and its end [m/s]
    double last_velocity{};
    double rate{};          // 1/h [1/s]
    double normal_force{};  // at its end [N/m]
    double length{};        // Δs [m]
    double omega{};         // of the pulley [rad/s]
  };
  // What friction is after a streamline step.
  struct StreamlineStep {
    double traction{};  // counter-clockwise [N/m]
    double state = contact::mode_of(contact::ContactState::free);
    double slip{};  // Δ [m]
    Memory memory{};
  };
  // The derivatives of one result of a streamline step: by the unknowns of the element of the contact point and G, by
  // those of the element of the point before, by what was remembered there, and by ω; and by slip and velocities of the
  // way.
  struct PassageGradient {
    std::array<double, kDirections> here{};
    std::array<double, kElementUnknowns> there{};
    std::array<double, kMostFrictionMemory> memory{};
    double speed{};
    double slip{};
    double along{};  // and by −Δs at fixed G
    double first_velocity{};
    double last_velocity{};
    double normal_force{};
  };
  // Of the traction, and of each value that is remembered.
  struct StreamlineTangent {
    PassageGradient traction;
    std::array<PassageGradient, kMostFrictionMemory> memory;
  };

  int n() const { return equations_.model().mesh.size(); }
  int flux_at() const { return element_start_.back(); }
  int speed_at(int contact_point) const;  // of ω of its pulley, −1 if that is prescribed
  int q_at(int element, std::size_t unknown) const;
  int memory_at(int contact_point) const;
  int memory_size(int contact_point) const;
  // Is the contact point before in another element?
  bool is_first_of_element(int contact_point) const {
    return before(contact_point) / kPoints != contact_point / kPoints;
  }
  // Is the contact point before one of the same pulley, so that its memory may count?
  bool may_continue(int contact_point) const {
    return pulley_index(before(contact_point)) == pulley_index(contact_point);
  }
  int before(int contact_point) const { return (contact_point - direction_ + kPoints * n()) % (kPoints * n()); }
  std::size_t pulley_index(int contact_point) const;

  bool load_arrays(const Eigen::VectorXd& x);
  template <class T>
  static Vec2<T> with_mount(const Vec2<double>& value, const Vec2<double>& by_mount, std::size_t direction);
  // `raise` of the surface at the element.
  template <class T>
  SteadyContactPoint<T> contact_point(const ElementState& element, const RulePoint& at, std::size_t pulley, double flux,
                                      const T& raise, By by = By::places) const;
  // The raise of the surface of a pulley at an element; see contact::RigidPatch.
  template <class T>
  T raise_of(const ElementState& element, std::size_t pulley, By by = By::places) const;
  template <class T>
  std::vector<SteadyContactPoint<T>> contact_points(double flux, By by = By::places) const;
  // Does contact begin between the contact point before and this one?
  template <class T>
  bool enters(int index, const std::vector<SteadyContactPoint<T>>& contact_points) const;
  template <class T>
  Entry<T> entry(int index, double flux, By by = By::places) const;
  // `there` is the contact point before, or the entry.
  template <class T>
  SlipIncrement slip_increment(int index, const SteadyContactPoint<T>& here, const SteadyContactPoint<T>& there,
                               const Eigen::VectorXd& x) const;
  // Of what was remembered at the begin of the way.
  StreamlineStep streamline_step(int index, const SlipIncrement& slip_increment, const Memory& before) const;
  StreamlineTangent streamline_tangent(int index, const SlipIncrement& slip_increment, const Memory& before,
                                       const SteadyContactPoint<PointDual>& here,
                                       const SteadyContactPoint<PointDual>& there) const;
  // What does not depend on the way that led to a contact point.
  LinearContact bare_contact(int index, const SteadyContactPoint<PointDual>& here, double traction) const;
  // Of small motions about rest under a normal force: the traction by the slip and by its velocity.
  struct StickTangent {
    double slip{};
    double velocity{};
  };
  StickTangent tangent_at_rest(std::size_t pulley, double normal_force) const;
  double resting_traction(int index) const;
  // Add what the contact point does to the coordinate of a mount, and what that does to it.
  void add_pull(LinearContact& contact, const SteadyContactPoint<PointDual>& here,
                const SteadyContactPoint<PointDual>& by_velocities) const;
  void add_mount(LinearContact& contact, int index, const StreamlineTangent& tangent, double flux);
  // The part of the way at the end of which stick has turned to slip where it does in the streamline step to a contact
  // point.
  std::optional<double> front(int index, const SlipIncrement& slip_increment, const Memory& before) const;
  // How far a place on the way from the contact point before to this one lies behind the limit of the parts of the mesh
  // that the quadrature counts for the two [m].
  double behind_limit(int index, double fraction_of_path) const;
  double mesh_weight(int index) const;
  double slipping_slope(std::size_t pulley, double omega, const std::vector<SteadyContactPoint<PointDual>>& all) const;
  // What a unit of traction does to the equations of the element, with its tangent if T has derivatives.
  template <class T>
  ElementSystem<double> work_of_traction(int index, const SteadyContactPoint<T>& here) const;
  void add_belt_residual(double sign, Eigen::VectorXd& to) const;
  // Which equation one of a node is where ends are given, in which the force of w stands in the place of s.
  struct Row {
    int at{};
    bool counts = true;
  };
  Row row_of(int node, std::size_t component) const;
  int end_node(std::size_t end) const { return end == 0 ? 0 : n() - 1; }
  double end_scale() const { return equations_.model().section.axial_stiffness / length_scale_; }
  // Write entries of the matrix, and move on behind them.
  void emit_flux_column(const Eigen::VectorXd& x, double*& values);
  void emit_contact_point(int k, const std::vector<SteadyContactPoint<PointDual>>& all, const Eigen::VectorXd& x,
                          double*& values) const;
  std::vector<int> rows_of(int k) const;
  std::vector<int> columns_of(int k) const;
  void set_pattern();

  AleEquations& equations_;
  int direction_;
  Loads loads_;
  std::vector<int> element_start_;  // index of the first unknown of an element, and behind them of G
  std::optional<std::array<GivenEnd, 2>> given_ends_;
  std::vector<int> unknown_of_;  // index of ω among the unknowns, −1 if prescribed
  std::vector<double> moments_;
  std::vector<Vec2<double>> forces_;
  std::vector<StreamlineStep> streamline_steps_;  // of the last evaluation
  numerics::SparseSystem matrix_;
  double gauge_{};                    // s of the first node [m]
  double length_scale_{};             // [m]
  double flux_scale_{};               // [m/s]
  std::vector<PulleyEntry> pulleys_;  // what the kernel asks for
};

template <class Visit>
void SteadySystem::for_each_belt_entry(const Eigen::VectorXd& x, const StepRates& rates, const Visit& visit) {
  load_arrays(x);
  AleStep step = steady_step();
  step.rates = rates;
  equations_.assemble_belt(step, true, pulleys_);
  equations_.for_each_entry([&visit](int i, int r, int j, int c, double value) {
    visit(numerics::kBlock * i + r, numerics::kBlock * j + c, value);
  });
}

}  // namespace beltdyn::eulerian::ale
