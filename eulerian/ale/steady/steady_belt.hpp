// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eulerian/ale/steady/steady_search.hpp"
#include "eulerian/ale/steady/steady_system.hpp"

namespace beltdyn::eulerian::ale {

// Does the friction force have a limit, however fast the belt slips, that separates stick from slip? Not if the law has
// no stick or is viscous, nor without friction.
bool has_slip_limit(const PulleyContact& contact);

// How to search for a steady motion: `everywhere`; `onwards`, from the last motion if there is one; or `nearby`, only
// next to the last motion and only for one that grips, as when a limit is approached.
enum class SteadySearch { everywhere, onwards, nearby };

// The belt in steady motion, computed directly without time steps. The mesh is fixed, r_t = 0, and all particles pass
// with the same flux G of reference length, s(σ, t) = S(σ) − G t. Unknowns are w, φ, s, s' of the nodes, the memory of
// friction at the contact points, G, and the angular velocities of the pulleys whose motion is not prescribed.
//
// A particle enters without memory and travels from one contact point to the next in the time h = Δs/G exactly. So
// along the stream any friction law is evaluated for the step
//
//     slip Δ = r (θ_k − θ_{k−1} − ω Δs/G),   velocity v_k = r (c (e·r_σ)/ϱ − ω) with c = G/s',   1/h = G/Δs
//
// from the memory at the contact point before. Laws without memory depend on the velocity at the point alone.
//
// Newton's method finds no path to stick from a belt that slips everywhere, whose G is not determined. Therefore the
// search starts with soft friction laws, which stay within the friction limit, and stiffens them in steps. Several
// steady motions may exist. Where friction falls with the slip velocity, this path leads to the motion of least slip.
// Where a load drives, the belt may also run away with it, so fast that centrifugal force leaves just the grip that the
// load takes up. A motion in which a whole arc slips is accepted only if none is found on the path that leads from the
// motion without load through growing shares of the load.
class SteadyBelt {
 public:
  // Throws SolverError if there is no static equilibrium to start from.
  SteadyBelt(const BeltDrive& drive, const AleParameters& parameters);

  // Finds the steady motion for the values of the time functions of the pulleys at a time, starting from the motion of
  // the last call if there was one. If all prescribed pulleys are at rest, the drive is at rest without friction. If
  // then moments act on the other pulleys, or resistance or load along runs, the forces are the limit of slow running
  // in the direction of the loop, and all speeds are 0. Throws SolverError if no motion is found; the state is then the
  // one of the last success.
  void solve(double time, SteadySearch search = SteadySearch::everywhere);

  // Bounds the duration of solve(), over all calls from now on, so that a search without result ends in seconds, and
  // sooner if the belt can be laid on other meshes.
  void limit_search(double time, bool can_try_others);
  // Do the torques exceed what a string transmits at this time?
  bool asks_too_much(double time) const;

  // Lets the first solve(), at t = 0, start from the present motion of another belt, if that has one and the same mesh.
  void begin_near(const SteadyBelt& other);
  // Are all pulleys of prescribed motion at rest at this time?
  bool stands_still(double time) const;
  // Do they stand still, and does nothing load the belt?
  bool is_at_rest(double time) const { return surface_speed(loads_at(time)) == 0.0; }
  // As begin_near(), from a belt on a coarser mesh at this time, with pulleys at the same places.
  void begin_on_finer_mesh(const SteadyBelt& coarse, double time);
  // Does the belt have a solution in motion, or at standstill with moments?
  bool has_motion() const { return direction_ != 0; }
  // Factorises the Jacobian of the present motion, with which lead() brings other belts along; false if it is singular.
  bool begin_leading();
  // Moves the belt of a similar drive on the same mesh to its own motion, from this motion. Newton's method uses the
  // Jacobian of this belt, so that an iteration costs a back-substitution; where it does not converge quickly, the
  // other belt's own Jacobian. Returns false if the meshes differ. Throws SolverError.
  bool lead(SteadyBelt& other);
  // Places the axes of the pulleys and the mesh, for the next solve().
  void place(const AleEquations::Placement& placement);
  const AleEquations::Placement& placement() const { return placement_; }
  // The placement of the drive at rest.
  const AleEquations::Placement& placement_at_rest() const { return placement_at_rest_; }
  // Force of the belt on a pulley in the steady motion [N].
  Eigen::Vector2d force_on(std::size_t pulley) const;

  // The arrays hold the state: s_t = −G, and pressure, bristle force and state of the contact points.
  const AleEquations& equations() const { return equations_; }
  // Prepares system() and unknowns() for the belt at rest in its present place, with G = 0.
  void look_at_rest(double time);
  // The equations of the steady motion and their unknowns; for a belt at rest call look_at_rest() before.
  SteadySystem& system() { return *system_; }
  const Eigen::VectorXd& unknowns() const { return x_; }
  double flux() const { return flux_; }                            // G [m/s]
  const std::vector<double>& speeds() const { return speeds_; }    // ω of the pulleys [rad/s]
  const std::vector<double>& moments() const { return moments_; }  // of the belt on the pulleys [N m]
  double time() const { return last_time_; }                       // of the time functions [s]
  int newton_iterations() const { return newton_iterations_; }     // of all calls
  // Surface speed of the prescribed pulley that moves [m/s].
  double speed_at(double time) const { return surface_speed(loads_at(time)); }
  // Why there may be no steady motion at a time, with a remedy.
  std::string reason(double time) const;
  // Does the belt move, and stick nowhere on this pulley?
  bool slips_through(std::size_t pulley) const;
  // Does the belt stick somewhere on each pulley whose friction has a slip limit?
  bool grips() const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // The state that a failed search restores.
  struct State {
    Eigen::VectorXd x;
    int direction{};
    SteadySystem::Loads loads;
  };

  struct Instant {
    Eigen::VectorXd x;
    double time{};  // [s]
  };

  // The state closest to a motion under the whole load among those where searches ended without one, or a motion in
  // which more slips than without load.
  struct Nearest {
    Eigen::VectorXd x;
    double time{};        // of the loads [s]
    double correction{};  // its size, as in Newton's method [-]
  };

  void rest();
  // Do the unknowns have the same numbers and meanings?
  bool has_unknowns_of(const SteadyBelt& other) const;
  // Changes the equations to the instant of another belt; false if the unknowns differ.
  bool join(const SteadyBelt& leader);
  // Moves another belt, for which join() was called, from this motion to its own; false if it does not converge
  // quickly.
  bool follow_leader(SteadyBelt& other);
  State state() const;
  void put_back(const State& state);
  SteadySystem::Loads loads_at(double time) const;
  // Surface speed of the fastest prescribed pulley, in the direction of the loop [m/s].
  double surface_speed(const SteadySystem::Loads& loads) const;
  // Is the belt loaded at these speeds: by a moment on a pulley whose motion is not prescribed, or by load or
  // resistance on a run?
  bool is_loaded(double time, const std::vector<double>& speeds) const;
  // Throws SolverError if friction transmits moments only by slip, which does not exist at standstill.
  void require_stick() const;
  // The pulleys with friction on which the belt sticks nowhere.
  std::vector<std::size_t> slipping() const;
  // No other motion in which less slips has been found at this time.
  void accept_slipping();
  // Writes the state of x_ into the arrays and the results.
  void show();
  // Searches from the belt at rest, with a share of the moments. Throws SolverError.
  void start(double time, double speed, double share);
  // Starts anew. Throws SolverError.
  void restart(const SteadySystem::Loads& loads);
  // Searches along a growing share of the load from the motion without load; false if the path does not reach the full
  // load.
  bool load_up(double time, double speed);
  bool try_loads(const SteadySystem::Loads& loads, double tolerance) { return try_loads(loads, tolerance, x_); }
  bool try_loads(const SteadySystem::Loads& loads, double tolerance, Eigen::VectorXd guess);
  // For a belt whose shape does not suit stiff contacts: solves with soft patches first.
  bool press(const SteadySystem::Loads& loads);
  // Searches from the last motion, extrapolated with the change from the motion before it.
  bool follow(const SteadySystem::Loads& loads);
  // Where the mesh has no exact solution: accepts the state closest to one.
  bool take_nearest(const SteadySystem::Loads& loads);
  // Searches for a motion that grips; throws SolverError if there is none.
  void follow_closely(const SteadySystem::Loads& loads);
  // As follow(), through instants in between.
  bool follow_by_steps(double time);
  void ramp(SteadySystem::Loads loads, const std::vector<double>& softest);

  AleEquations equations_;
  AleEquations::Placement placement_at_rest_;
  AleEquations::Placement placement_;
  numerics::AlignedVector static_q_;
  numerics::AlignedVector static_contacts_;
  std::vector<double> static_spreads_;  // lengths of the elements of static_q_ [m]
  std::optional<SteadySystem> system_;
  int direction_ = 0;
  double last_time_ = 0.0;              // at which the time functions were evaluated [s]
  std::optional<Instant> before_last_;  // motion before the last one
  double flux_ = 0.0;                   // G [m/s]
  std::vector<double> speeds_;          // of the pulleys [rad/s]
  std::vector<double> moments_;         // [N m]
  Eigen::VectorXd x_;
  int newton_iterations_ = 0;
  double strain_;      // strain by reference_force() [-]
  double path_scale_;  // of aim_on_path_ [-]
  double aim_on_path_ = kPathTolerance;
  std::optional<Nearest> nearest_;
  bool stalls_ = false;                    // did the last search end close to a motion that the mesh does not have?
  std::vector<std::size_t> slips_anyway_;  // pulleys that slip at this time, as no motion is found in which they stick
  int last_iteration_ = std::numeric_limits<int>::max();  // number of iterations at which searches end
};

}  // namespace beltdyn::eulerian::ale
