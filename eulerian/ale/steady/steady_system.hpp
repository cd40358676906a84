// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
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

// The equations of steady motion; see SteadyBelt. The unknowns are, in this order,
//
//   for each element e   w, φ, s, s' of its first node, and the memory of friction at its contact points, which has as
//                        many variables as the law of its pulley, for some laws none
//   G, and ω of each pulley whose motion is not prescribed
//
// The memory of friction follows from the other unknowns point by point along the stream, and each evaluation computes
// it so. It is among the unknowns to keep the Jacobian sparse. A front between stick and slip may thus move any
// distance in an iteration.
class SteadySystem final : public numerics::NonlinearSystem {
 public:
  // `direction`: +1 if the belt runs towards increasing σ, −1 against it.
  SteadySystem(AleEquations& equations, int direction);

  // The parameters that a homotopy changes, and the values of the time functions of the pulleys at an instant.
  struct Loads {
    contact::LawTable<FrictionLaw> friction;  // per reference length, with the memory size of the model's laws
    double time{};                            // of the torques [s]
    std::vector<double> speeds;               // ω of all pulleys; unknown unless prescribed [rad/s]
    double share = 1.0;   // of moments on pulleys whose motion is not prescribed, and of loads along runs [-]
    bool crawls = false;  // is the drive at standstill, represented by slow speeds?
  };
  void set_loads(Loads loads) {
    loads_ = std::move(loads);
    equations_.runs().set_share(loads_.share);
  }

  const Loads& loads() const { return loads_; }
  const AleEquations& equations() const { return equations_; }

  // The condition at an end of an open belt, where its mesh ends in space: the force on it along the path, or the flux.
  struct GivenEnd {
    double force{};              // [N]
    std::optional<double> flux;  // in place of the force [m/s]
  };
  // An open belt has no steady motion without these conditions. Equations of small motions have other ends
  // (LinearBelt).
  void set_given_ends(const std::array<GivenEnd, 2>& ends) { given_ends_ = ends; }

  // pack(): x from a flux, ω of the loads and the state of the arrays. The next functions go the other way.
  Eigen::VectorXd pack(double flux) const;
  // x with G and the ω of the unknown speeds times `factor`.
  Eigen::VectorXd faster(Eigen::VectorXd x, double factor) const;
  // The lengths of the elements along the path [m].
  std::vector<double> spreads() const;
  // Moves the particles at the nodes so that elements keep the stretch that they had on a mesh with other lengths along
  // the path. Otherwise short elements would be stretched by the whole change of their length.
  void keep_stretch(const std::vector<double>& spreads_before, Eigen::VectorXd& x) const;
  double flux(const Eigen::VectorXd& x) const { return x[flux_at()]; }
  // ω of all pulleys
  std::vector<double> speeds(const Eigen::VectorXd& x) const;
  // Writes positions, rates and the results of contact points into the arrays.
  void write(const Eigen::VectorXd& x);
  // Moments of the belt on the pulleys in the last evaluation [N m].
  const std::vector<double>& moments() const { return moments_; }
  // Forces of the belt on the pulleys in the last evaluation [N].
  const std::vector<Vec2<double>>& forces() const { return forces_; }
  // Takes over the circles of the pulleys from the equations; patches stiffen by at most `most_stiffening`.
  void take_circles(double most_stiffening = INFINITY);

  bool evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) override;
  // If slip on a whole pulley makes the Jacobian singular, it is regularised; Newton's method then converges more
  // slowly.
  bool factorise(const Eigen::VectorXd& x) override;
  void solve(const Eigen::VectorXd& rhs, Eigen::VectorXd& d) override { matrix_.solve(rhs, d); }
  // Forgets pivots of earlier instants, so that results do not depend on where a run was resumed.
  void forget_pivots() {
    if (matrix_.has_pattern()) matrix_.forget_pivots();
  }
  // Derivatives of the residual of the belt, without friction, by the coordinate of a mount and by its rate; shape (4
  // n_nodes).
  struct MountColumn {
    double by_place{};
    double by_velocity{};
  };
  std::vector<MountColumn> mount_columns(const Eigen::VectorXd& x, std::size_t pulley);
  // Friction in small motions, for each contact point in contact: linear_contacts() about the steady motion x,
  // resting_contacts() about a belt at rest, which sticks as it lies.
  std::vector<LinearContact> linear_contacts(const Eigen::VectorXd& x);
  std::vector<LinearContact> resting_contacts(const Eigen::VectorXd& x);
  // Visits the derivatives of the residual of the belt, without friction, by the unknowns of its nodes about the steady
  // motion x; velocities and accelerations follow the unknowns with `rates`. visit(row, column, value) with numbers 4
  // node + component, in an order that never changes.
  template <class Visit>
  void for_each_belt_entry(const Eigen::VectorXd& x, const StepRates& rates, const Visit& visit);

  // The size of a correction: places in radii, G and ω relative to their values [-].
  double size(const Eigen::VectorXd& correction) const override;

 private:
  static constexpr int kPoints = static_cast<int>(kContactPoints);  // of an element
  // By which quantities contact points are differentiated: the unknowns of their elements, or the rates of these.
  enum class By { places, velocities };
  static constexpr StepRates kRates{.velocity = 1.0, .acceleration = 0.0};
  // The step data for the belt. Its friction is off: this class evaluates friction along the stream.
  static AleStep steady_step() {
    return {.length = INFINITY, .rates = {}, .friction = FrictionUse::none, .inertia = true, .is_static = false};
  }
  // Directions of derivatives: the unknowns of an element, and G.
  static constexpr std::size_t kFlux = kElementUnknowns;
  static constexpr std::size_t kDirections = kElementUnknowns + 1;
  using PointDual = Dual<double, kDirections>;
  // Further directions: the coordinate of a mount and its rate, with the belt fixed.
  static constexpr std::size_t kMountPlace = kElementUnknowns;
  static constexpr std::size_t kMountSpeed = kElementUnknowns + 1;
  using MountDual = Dual<double, kElementUnknowns + 2>;
  template <class T>
  static Follows follows_places(By by) {
    return by == By::places && !std::is_same_v<T, MountDual> ? Follows::unknowns : Follows::nothing;
  }
  using Memory = contact::FrictionMemory<kMostFrictionMemory>;

  // The state of a contact point.
  template <class T>
  struct SteadyContactPoint {
    T s{};
    T pressure{};
    T margin{};         // positive where there is contact, 0 where it begins
    Vec2<T> radial;     // n
    PointForce<T> per;  // forces r, u and s of a unit of traction
    T moment_per{};     // moment of a unit of traction on the pulley
    Vec2<T> along;      // x_σ of the touched place
    T g{};              // s_σ
    T distance{};       // ϱ [m]
    T speed{};          // of the belt along the surface [m/s]
  };
  // Derivative of the angle of a contact point around its pulley in one of the directions.
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
  // The place where contact begins, and its element.
  template <class T>
  struct Entry {
    int element{};
    SteadyContactPoint<T> contact_point;
  };
  // The step of a particle from the contact point before to this one.
  struct SlipIncrement {
    double slip{};            // Δ [m]
    double first_velocity{};  // slip velocity at the begin of the step; next line: at its end [m/s]
    double last_velocity{};
    double rate{};          // 1/h [1/s]
    double normal_force{};  // at the end of the step [N/m]
    double length{};        // Δs [m]
    double omega{};         // of the pulley [rad/s]
  };
  // Friction at the end of a streamline step.
  struct StreamlineStep {
    double traction{};  // counter-clockwise [N/m]
    double state = contact::mode_of(contact::ContactState::free);
    double slip{};  // Δ [m]
    Memory memory{};
  };
  // Derivatives of a result of a streamline step: by the unknowns of the element of the contact point and G (`here`),
  // by the unknowns of the element of the point before (`there`), by the memory there and by ω (`speed`); and by the
  // arguments of the friction law.
  struct PassageGradient {
    std::array<double, kDirections> here{};
    std::array<double, kElementUnknowns> there{};
    std::array<double, kMostFrictionMemory> memory{};
    double speed{};
    double slip{};
    double along{};  // by −Δs at fixed G
    double first_velocity{};
    double last_velocity{};
    double normal_force{};
  };
  // The derivatives of the traction, and of each variable of the memory.
  struct StreamlineTangent {
    PassageGradient traction;
    std::array<PassageGradient, kMostFrictionMemory> memory;
  };

  int n() const { return equations_.model().mesh.size(); }
  int flux_at() const { return element_start_.back(); }
  int speed_at(int contact_point) const;  // number of ω of its pulley, −1 if prescribed
  int q_at(int element, std::size_t unknown) const;
  int memory_at(int contact_point) const;
  int memory_size(int contact_point) const;
  // Is the contact point before in another element?
  bool is_first_of_element(int contact_point) const {
    return before(contact_point) / kPoints != contact_point / kPoints;
  }
  // Is the contact point before on the same pulley, so that its memory may be passed on?
  bool may_continue(int contact_point) const {
    return pulley_index(before(contact_point)) == pulley_index(contact_point);
  }
  int before(int contact_point) const { return (contact_point - direction_ + kPoints * n()) % (kPoints * n()); }
  std::size_t pulley_index(int contact_point) const;

  bool load_arrays(const Eigen::VectorXd& x);
  template <class T>
  static Vec2<T> with_mount(const Vec2<double>& value, const Vec2<double>& by_mount, std::size_t direction);
  // `raise`: of the pulley surface at the element.
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
  // `there`: the contact point before, or the entry.
  template <class T>
  SlipIncrement slip_increment(int index, const SteadyContactPoint<T>& here, const SteadyContactPoint<T>& there,
                               const Eigen::VectorXd& x) const;
  // `before`: memory at the begin of the step.
  StreamlineStep streamline_step(int index, const SlipIncrement& slip_increment, const Memory& before) const;
  StreamlineTangent streamline_tangent(int index, const SlipIncrement& slip_increment, const Memory& before,
                                       const SteadyContactPoint<PointDual>& here,
                                       const SteadyContactPoint<PointDual>& there) const;
  // The part that does not depend on the way to the contact point.
  LinearContact bare_contact(int index, const SteadyContactPoint<PointDual>& here, double traction) const;
  // Derivatives of the traction by slip and slip velocity, in small motions about rest under a normal force.
  struct StickTangent {
    double slip{};
    double velocity{};
  };
  StickTangent tangent_at_rest(std::size_t pulley, double normal_force) const;
  double resting_traction(int index) const;
  // The directions of the hub loads of all pulleys, with the traction at each contact point.
  std::vector<Vec2<double>> hub_directions(const std::vector<SteadyContactPoint<PointDual>>& contact_points,
                                           const std::function<double(int index)>& traction) const;
  // The force of the contact point on its pulley along a direction.
  LinearContact::Pull pull_along(const Vec2<double>& direction, const LinearContact& contact,
                                 const SteadyContactPoint<PointDual>& here,
                                 const SteadyContactPoint<PointDual>& by_velocities) const;
  // Adds the effect of the coordinate of a mount on friction and forces of the contact point.
  void add_mount(LinearContact& contact, int index, const StreamlineTangent& tangent, double flux,
                 const Vec2<double>& hub_direction);
  // The fraction of the way to a contact point after which stick turns to slip; none if it does not on this way.
  std::optional<double> front(int index, const SlipIncrement& slip_increment, const Memory& before) const;
  // How far a place, `fraction_of_path` of the way from the contact point before to this one, lies behind the limit
  // between the parts of the mesh that the quadrature assigns to the two points [m].
  double behind_limit(int index, double fraction_of_path) const;
  double mesh_weight(int index) const;
  double slipping_slope(std::size_t pulley, double omega, const std::vector<SteadyContactPoint<PointDual>>& all) const;
  // The residual of an element by a unit of traction, with its tangent if T has derivatives.
  template <class T>
  ElementSystem<double> work_of_traction(int index, const SteadyContactPoint<T>& here) const;
  void add_belt_residual(double sign, Eigen::VectorXd& to) const;
  // The row of an equation of a node. Where conditions at the ends are given, the force on w takes the place of the
  // equation of s.
  struct Row {
    int at{};
    bool counts = true;
  };
  Row row_of(int node, std::size_t component) const;
  int end_node(std::size_t end) const { return end == 0 ? 0 : n() - 1; }
  double end_scale() const { return equations_.model().section.axial_stiffness / length_scale_; }
  // Write entries of the matrix to `values`, and advance it behind them.
  void emit_flux_column(const Eigen::VectorXd& x, double*& values);
  void emit_contact_point(int k, const std::vector<SteadyContactPoint<PointDual>>& all, const Eigen::VectorXd& x,
                          double*& values) const;
  std::vector<int> rows_of(int k) const;
  std::vector<int> columns_of(int k) const;
  void set_pattern();

  AleEquations& equations_;
  int direction_;
  Loads loads_;
  std::vector<int> element_start_;  // index of the first unknown of each element; at the end the index of G
  std::optional<std::array<GivenEnd, 2>> given_ends_;
  std::vector<int> unknown_of_;  // index of ω among the unknowns of each pulley, −1 if prescribed
  std::vector<double> moments_;  // [N m]
  std::vector<Vec2<double>> forces_;
  std::vector<StreamlineStep> streamline_steps_;  // of the last evaluation
  numerics::SparseSystem matrix_;
  double gauge_{};                    // s of the first node [m]
  double length_scale_{};             // [m]
  double flux_scale_{};               // [m/s]
  std::vector<PulleyEntry> pulleys_;  // as the kernel needs them
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
