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

// Is there a limit to the friction limit however fast the belt slips, which parts sticking from slipping? Not where
// the law has no stick or is viscous, or where there is no friction.
bool has_slip_limit(const PulleyContact& contact);

// How a steady motion is looked for: everywhere, or only next to the one before and as one that grips, as where a limit
// is closed in on.
enum class SteadySearch { everywhere, nearby };

// The belt in steady motion, found directly: the mesh is fixed, r_t = 0, and all particles pass with the same flux
// G of reference length, s(σ, t) = S(σ) − G t. Unknown are w, φ, s, s' of the nodes, what friction remembers at the
// contact points, G, and the angular velocities of the pulleys whose motion is not prescribed.
//
// A particle that enters without memory goes from one contact point to the next in the time h = Δs/G exactly, so that
// along the stream the law of friction, whichever it is, is asked for a step
//
//     slip Δ = r (θ_k − θ_{k−1} − ω Δs/G),   velocity v_k = r (c (e·r_σ)/ϱ − ω) with c = G/s',   1/h = G/Δs
//
// from what was remembered at the contact point before. Laws without memory answer to the velocity at the point alone.
//
// Newton's method finds no way to stick from a belt that slips everywhere, which has no definite G. It starts with soft
// laws, which stay within the friction limit, and stiffens them in steps. There may be several steady motions: where
// friction falls with the slip velocity this way leads to that of the least slip; where a load drives, the belt may
// also run away with it, so fast that centrifugal force leaves it no more grip than the load takes up. A motion in
// which all of an arc slips is kept only if none is found that is connected to that without load, along a growing share
// of it.
class SteadyBelt {
 public:
  // Throws SolverError if there is no static equilibrium to start from.
  SteadyBelt(const BeltDrive& drive, const AleParameters& parameters);

  // Finds the steady motion for the values that the time functions of the pulleys have at a time, from that of the last
  // call if there was one. A drive whose prescribed pulleys are at rest is at rest, without friction, unless there are
  // moments on the others, or resistance or load along runs: then its forces are the limit of slow running in the
  // direction of the loop, and all speeds are 0. Throws SolverError if there is none to be found; the state is then
  // that of the last success.
  void solve(double time, SteadySearch search = SteadySearch::everywhere);

  // Bounds what solve() takes from now on, however often it is called: a search that finds nothing ends in seconds.
  void limit_search(double time);

  // Lets the first solve(), at t = 0, start from the motion that another belt has now, if it has one and the same mesh.
  void begin_near(const SteadyBelt& other);
  // Are all pulleys of prescribed motion at rest at this time?
  bool stands_still(double time) const;
  // And nothing that loads the belt?
  bool is_at_rest(double time) const { return surface_speed(loads_at(time)) == 0.0; }
  // The same from the motion of a belt on a coarser mesh, at this time, with pulleys at the same places.
  void begin_on_finer_mesh(const SteadyBelt& coarse, double time);
  // Has it been found in motion, or bearing moments at standstill?
  bool has_motion() const { return direction_ != 0; }
  // Factorises the Jacobian of the present motion, with which lead() brings other belts along; false if it is singular.
  bool begin_leading();
  // Brings a belt of a drive that differs from this one by little, on the same mesh, to its motion: from this one by
  // Newton's method with the Jacobian of this one, which takes a back-substitution a step, or with its own where that
  // does not converge quickly. False if the mesh is another one. Throws SolverError.
  bool lead(SteadyBelt& other);
  // Puts the axes of the pulleys and the mesh elsewhere, for the next solve().
  void place(const AleEquations::Placement& placement);
  const AleEquations::Placement& placement() const { return placement_; }
  // Where they are when the drive is at rest.
  const AleEquations::Placement& placement_at_rest() const { return placement_at_rest_; }
  // The force of the belt on a pulley in the steady motion [N]
  Eigen::Vector2d force_on(std::size_t pulley) const;

  // The arrays hold the state: s_t = −G, and pressure, bristle force and state of the contact points.
  const AleEquations& equations() const { return equations_; }
  // Makes system() and unknowns() those of the belt at rest, where it is, with G = 0.
  void look_at_rest(double time);
  // The equations of the steady motion and their unknowns; of a belt at rest after look_at_rest().
  SteadySystem& system() { return *system_; }
  const Eigen::VectorXd& unknowns() const { return x_; }
  double flux() const { return flux_; }                            // G [m/s]
  const std::vector<double>& speeds() const { return speeds_; }    // ω of the pulleys [rad/s]
  const std::vector<double>& moments() const { return moments_; }  // of the belt on the pulleys [N m]
  double time() const { return last_time_; }                       // of the time functions [s]
  int newton_iterations() const { return newton_iterations_; }     // of all calls
  // Of the surface of the prescribed pulley that moves [m/s].
  double speed_at(double time) const { return surface_speed(loads_at(time)); }
  // Why there may be no steady motion at a time, and what to do.
  std::string reason(double time) const;
  // Does the belt move and stick nowhere on a pulley?
  bool slips_through(std::size_t pulley) const;
  // Does it stick somewhere on each pulley where all that slips could bear no more?
  bool grips() const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);

 private:
  // What a failure leaves as it was.
  struct State {
    Eigen::VectorXd x;
    int direction{};
    SteadySystem::Loads loads;
  };

  struct Instant {
    Eigen::VectorXd x;
    double time{};  // [s]
  };

  void rest();
  // Are they the same numbers of the same things?
  bool has_unknowns_of(const SteadyBelt& other) const;
  // Makes the equations those of the instant at which another belt is; false if their unknowns are others.
  bool join(const SteadyBelt& leader);
  // Moves another belt, which has joined, from this motion to its own; false if that does not converge quickly.
  bool follow_leader(SteadyBelt& other);
  State state() const;
  void put_back(const State& state);
  SteadySystem::Loads loads_at(double time) const;
  // Of the surface of the prescribed pulley that moves fastest, in the direction of the loop [m/s]
  double surface_speed(const SteadySystem::Loads& loads) const;
  // Is there a moment on a pulley whose motion is not prescribed, at these speeds, or a load or resistance on a run?
  bool is_loaded(double time, const std::vector<double>& speeds) const;
  // Throws SolverError where friction bears moments only as it slips, which a belt at standstill does not.
  void require_stick() const;
  // The pulleys with friction on which the belt sticks nowhere.
  std::vector<std::size_t> slipping() const;
  // Brings the state of x_ into the arrays and the results.
  void show();
  // From the belt at rest, with a share of the moments. Throws SolverError.
  void start(double time, double speed, double share);
  // `continues`: runs the belt as before?
  void restart(const SteadySystem::Loads& loads, bool continues);
  // The motion that is connected to that without load, if it leads to the whole of it.
  bool load_up(double time, double speed);
  bool try_loads(const SteadySystem::Loads& loads, double tolerance) { return try_loads(loads, tolerance, x_); }
  bool try_loads(const SteadySystem::Loads& loads, double tolerance, Eigen::VectorXd guess);
  // From a belt that does not lie as stiff contacts ask for: with soft patches first.
  bool press(const SteadySystem::Loads& loads);
  // From the motion at the last instant, first carried on as it went from the one before.
  bool follow(const SteadySystem::Loads& loads);
  // To the nearest to a motion, where the mesh has none.
  bool follow_nearest(const SteadySystem::Loads& loads);
  // To a motion that grips; throws SolverError otherwise.
  void follow_closely(const SteadySystem::Loads& loads);
  // The same as follow() through instants between.
  bool follow_by_steps(double time);
  void ramp(SteadySystem::Loads loads, const std::vector<double>& softest);

  AleEquations equations_;
  AleEquations::Placement placement_at_rest_;
  AleEquations::Placement placement_;
  numerics::AlignedVector static_q_;
  numerics::AlignedVector static_contacts_;
  std::vector<double> static_spreads_;  // of the mesh that static_q_ is for [m]
  std::optional<SteadySystem> system_;
  int direction_ = 0;
  double last_time_ = 0.0;              // of the time functions [s]
  std::optional<Instant> before_last_;  // that the last motion follows from
  double flux_ = 0.0;
  std::vector<double> speeds_;
  std::vector<double> moments_;
  Eigen::VectorXd x_;
  int newton_iterations_ = 0;
  double strain_;  // of reference_force()
  double aim_on_path_ = kPathTolerance;
  bool takes_nearest_ = false;
  int last_iteration_ = std::numeric_limits<int>::max();  // where searches end
};

}  // namespace beltdyn::eulerian::ale
