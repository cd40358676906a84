// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "analytic/belt/dynamics/arc_memory.hpp"
#include "analytic/belt/dynamics/dense_history.hpp"
#include "analytic/belt/dynamics/dense_step.hpp"
#include "analytic/belt/dynamics/own_history.hpp"
#include "analytic/belt/dynamics/string_dynamics_drive.hpp"
#include "analytic/belt/dynamics/string_geometry.hpp"
#include "analytic/belt/dynamics/string_point.hpp"
#include "core/run/simulation.hpp"
#include "core/run/state_archive.hpp"

namespace beltdyn::analytic {

// The particle at the front where slip begins on a pulley; it has stuck until now.
struct SlipFrontState {
  double zeta{};     // [rad]
  double force{};    // [N]
  double stretch{};  // [-]
};

// A massless string on rigid moving pulleys, with Coulomb friction and rigid stick, integrated in time; LinearString is
// its linearisation. Unknowns are the forces N_k of the spans, angular velocities of pulleys and coordinates of mounts.
// On a pulley the belt slips up to the exit and possibly from the entry on, and sticks in between. With the stretch λ_f
// and λ_e of the particles at the fronts of these slip arcs, the turn rate dψ_k/dt of the span behind pulley k and its
// length ℓ_k,
//
//     B_k dN_k/dt = R_k (ω_k − w_k dψ_k/dt)/λ_f − R_{k+1} (ω_{k+1} − w_{k+1} dψ_k/dt)/λ_e − (dℓ_k/dt)/λ_k,        (1)
//     B_k = ± R_k g_k′ (1/λ_k − 1/λ_f) ∓ R_{k+1} g_{k+1}′ (1/λ_k − 1/λ_e) − ℓ_k/(EA λ_k²) < 0,   g = ln(N)/μ,
//
// is the balance of natural length between the front at the exit of pulley k and the front at the entry of the next
// pulley; λ_e = λ_k where belt that comes in sticks. Each sign belongs to its own arc; the upper one holds where the
// force rises along the belt. In a slip arc g(N) changes with the angle from its end of the pulley. A front is where
// this line meets stuck belt (StuckBelt): the force with which particles entered, whose rate dN/dt is known from the
// history, or frozen slip, or belt that was at rest.
//
// At a fixed place of the surface the force of a slip arc changes at the same rate everywhere in the arc, so that the
// belt slips from the front on. All of a slip arc slips while ± dg(N_k)/dt + ω_k − w_k dψ_k/dt > 0 at the exit, or ∓
// dg(N_{k−1})/dt − (ω_k − w_k dψ_{k−1}/dt) > 0 at the entry. When this ends the whole arc sticks, as frozen slip. At
// the exit slip of the other direction begins then; the direction also changes when the arc has shrunk to nothing. At
// the entry belt comes in and sticks, until its force changes by more per angle than friction transmits, and slip
// begins there. A front that meets the end of its piece of stuck belt continues in the next piece, or directly behind
// that piece if it is a line of its own direction. If two fronts meet, slip arcs of opposite directions adjoin.
//
// If the front comes to the entry, or to a slip arc of the same direction there, the belt slips on the whole pulley
// with the wrap α_k. Then g(N_k) = g(N_{k−1}) ± α_k, and the flow of belt onto the pulley adapts to this condition.
// This flow connects (1) for the pulley before with the balance of the belt on the pulley and the span behind,
//
//     ± R_k (g′(N_k) (dN_k/dt)/λ_k − g′(N_{k−1}) (dN_{k−1}/dt)/λ_{k−1}) − ℓ_k (dN_k/dt)/(EA λ_k²) + (dℓ_k/dt)/λ_k
//         = G_k − G_{k+1},                                                                                        (2)
//
// with the natural length G that enters a pulley per time. The belt sticks again at the entry when it is no faster
// there, in the direction of slip, than the pulley. If it is no faster at the exit first, slip of the other direction
// begins there and meets the former slip, which is now slip from the entry on.
//
// These are delay equations with modes. They are solved by an explicit method of order 8 with error control; steps end
// at changes of modes and at kinks of the time functions. A kink that leaves a pulley again ends a step if the step is
// rejected, and so does a panel that is inaccurate between its ends. The history reaches back to the oldest particle
// that sticks. If a particle slips in the step in which it came in, the step is repeated until its history agrees with
// its result.
class StringDynamics {
 public:
  // Starts at t = 0 from a steady motion or from rest. `tolerance`: relative error of a step; `longest_step` [s].
  StringDynamics(StringDynamicsDrive drive, double tolerance, double longest_step = HUGE_VAL);

  // Advances to a time. Throws SolverError if the belt slips throughout on all pulleys, goes slack, reverses where it
  // sticks, or has no path; the state is then unchanged.
  void advance_to(double end);

  double time() const { return time_; }
  const StringDynamicsDrive& drive() const { return drive_; }
  SolverStatistics statistics() const { return head_.statistics; }

  double force(std::size_t k) const { return state_[k]; }
  double angular_velocity(std::size_t k) const { return motions_[k].speed; }  // along the belt [rad/s]
  double angle(std::size_t k) const;                                          // likewise [rad]
  double slip_arc(std::size_t k) const;                                       // slip arc up to the exit [rad]
  double entry_slip_arc(std::size_t k) const;                                 // slip arc from the entry on [rad]
  const ArcMemory& arc(std::size_t k) const { return arcs()[k]; }
  std::vector<double> mounts() const;  // u of all pulleys
  BeltPath path() const;
  double passed() const { return state_[natural_at(0)]; }  // natural length that entered pulley 0 since the start [m]
  // The belt at ascending distances along the path from the entry of pulley 0 [m].
  std::vector<StringPoint> points(std::span<const double> sigma) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);
  // Places on a pulley where the contact state changes, as distances from its entry [m].
  std::vector<double> state_changes(std::size_t k) const;

 private:
  // Results of an evaluation of the rates for a pulley.
  struct PulleyMotion {
    double speed{};     // ω [rad/s]
    double entering{};  // of its surface past the entry [rad/s]
    double leaving{};   // and past the exit [rad/s]
    SlipFrontState front{};
    double entered{};       // time at which the particle at the front came in; used if there is no frozen slip [s]
    double entered_rate{};  // d entered/dt
    double entered_bend{};  // approximate mean of its rate since the head of the integration [1/s]
    double head_rate{};     // d entered/dt at the head [-]
    double inflow{};  // natural length per time that passes the front, or enters the pulley if all of it slips [m/s]
    SlipFrontState entry_front{};  // of the slip arc at the entry, if there is one
    double met{};                  // time at which the particle at that front came in, if it stuck at once [s]
    double force_rate{};           // dN_k/dt [N/s]
  };
  // Margins of a pulley: > 0 while its modes hold.
  struct Margins {
    double slip = 1.0;   // slip continues at the exit
    double hold = 1.0;   // slip continues at the entry
    double steep = 1.0;  // belt that comes in sticks
    double arc = 1.0;    // the slip arc at the exit has a positive length
    double entry = 1.0;  // fronts are behind the entry; in whole slip: slip continues at the entry
    double piece = 1.0;  // the front at the exit is within its piece of stuck belt
    double inner = 1.0;  // the front at the entry is within its piece

    double of_rates() const { return std::min({slip, hold, steep}); }
    double least() const { return std::min({slip, hold, steep, arc, entry, piece, inner}); }
  };
  // A kink of a time function, or a reversal of slip, makes the second derivative of forces jump.
  static constexpr int kFirstKink = 2;
  // Slip that takes over a whole pulley makes the first derivative jump; so does the start if speeds jump there.
  static constexpr int kJumpOfRates = 1;
  static constexpr double kAtEvent = 1e-9;     // size of margins at a located event [-]
  static constexpr int kFrontIterations = 60;  // of Newton's method
  static constexpr std::size_t kAllSpans = SIZE_MAX;
  struct Kink {
    double time{};                 // [s]
    int order{};                   // order of the derivative that jumps
    std::size_t span = kAllSpans;  // span whose force has the jump
  };
  // The state of the integration at the end of the last panel, to which advance_to() may have to return.
  struct Head {
    double time{};  // [s]
    double step{};  // [s]
    std::vector<double> state;
    std::vector<ArcMemory> arcs;
    std::vector<Kink> kinks;
    bool has_event{};           // do modes change there?
    double error_before = 1.0;  // error of the step before, in units of the tolerance
    double event_time = 0.0;    // of the last event, [s]
    int n_events = 0;           // number of events at the same time
    double patience = 0.0;      // negative margins up to this size are tolerated [-]
    SolverStatistics statistics;
  };

  std::vector<ArcMemory>& arcs() { return head_.arcs; }
  const std::vector<ArcMemory>& arcs() const { return head_.arcs; }
  std::size_t n() const { return n_; }
  std::size_t before(std::size_t k) const { return (k == 0 ? n() : k) - 1; }
  std::size_t behind(std::size_t k) const { return k + 1 == n() ? 0 : k + 1; }
  // Components of the state: N_k, the angle of surface that passed the entry, free pulleys, mounts; then components on
  // which no rate depends: natural lengths that entered, angles of free pulleys.
  std::size_t turned_at(std::size_t k) const { return n() + k; }
  std::size_t natural_at(std::size_t k) const { return n_coupled_ + k; }

  double stretch(double force) const { return drive_.unstressed_stretch + force * compliance_; }
  void start_history();
  std::vector<Eigen::Vector2d> axes_at(const std::vector<double>& positions) const;
  // Motion of the mount of a pulley that moves.
  MountMotion mount_motion(std::size_t k, double t, std::span<const double> x) const;
  void update_geometry(double t, std::span<const double> x);
  // Computes dx/dt and the motions of the pulleys.
  void evaluate(double t, std::span<const double> x, std::span<double> rate);
  void find_front(std::size_t k, double t, std::span<const double> x);
  void find_front_in_history(std::size_t k, double t, std::span<const double> x);
  // The point where the line of slip meets a piece that did not come in, or the slip arc at the other end.
  SlipFrontState front_on_line(std::size_t k, const StuckBelt& line, const StuckBelt& piece) const;
  StuckBelt exit_slip(std::size_t k, std::span<const double> x) const;
  StuckBelt entry_slip(std::size_t k, std::span<const double> x) const;
  void find_entry_front(std::size_t k, std::span<const double> x);
  bool follow_front(std::size_t k, std::span<const double> x, double entered);
  SlipFrontState meet_history(std::size_t k, const StuckBelt& piece, const StuckBelt& line, double newest,
                              double& entered) const;
  double yield_of_entry(std::size_t k, std::span<const double> x) const;
  double natural_taken(std::size_t k, std::span<const double> x) const;
  void find_force_rates(std::span<const double> x);
  void find_chain(std::size_t first, std::span<const double> x);
  void find_chain_of_slip(std::size_t first, std::span<const double> x);
  void pass_flow(std::size_t first, std::size_t next, double flow, std::span<const double> x);
  double give_of_span(std::size_t k, double lambda) const;
  // Searches for fronts start from their places at the head: reset_searches() always, search_from_head() before steps
  // from the head.
  void reset_searches();
  void search_from_head();
  void evaluate_head();
  void pass_kinks();
  // Approximate time until a front reaches a kink of this order, or a lower one, in the belt that entered [s].
  double way_to_kink(int order) const;
  // Evaluates everything at a time in the last panel.
  void look(double time);
  double time_of_entry(std::size_t k, const StuckBelt& piece, double zeta, double time) const;
  // The particle that came onto a pulley at a time: the force behind it, and the angle of surface that had passed the
  // entry.
  DensePair entering(std::size_t k, double time) const {
    DensePair found;
    history_.look(before(k), turned_at(k), time, panel_near_[k], found);
    return found;
  }
  // Margins for the last evaluation, which was of this state.
  Margins margins(std::size_t k, std::span<const double> x) const;
  double advance_left(std::size_t k) const;
  double tension_left(std::size_t k, std::span<const double> x) const;
  double least_margin(std::span<const double> x);
  double margin_at(double time);  // at a time in the last panel
  struct Sign {
    double time{};  // [s]
    double margin{};
  };
  double first_event(Sign low, Sign high);
  // Checks times within a step, by its panel alone, between the times that the method evaluates. Lowers `first` to an
  // earlier time at which slip does not continue. Returns the time at which belt that comes in begins to slip, so that
  // recorded belt can always stick; HUGE_VAL if there is none.
  double look_within_step(Sign& first);
  double steepness(std::size_t k, const DensePair& in) const;
  bool may_end_slip(std::size_t k, const DensePair& in, const DensePair& out) const;
  double first_steep(std::size_t k, double low, double high) const;
  // The longest step up to `length` without a kink of a time function.
  double step_without_kink(double length);
  void go_to(double end);
  void take_step();
  double attempt(double length, Sign& first);
  void extend(const TriedStep& step, double end, Sign& first);
  void accept(double length, Sign first);
  void restore_step(const Head& before, std::size_t n_panels);
  // Releases the history of belt that has left all pulleys.
  void forget_passed();
  void change_modes(double below, bool is_of_rates);
  void settle_modes();
  void count_events();
  int change_modes_of(std::size_t k, const Margins& m, double below);
  int end_whole_slip(std::size_t k, bool is_at_exit);
  int begin_entry_slip(std::size_t k);
  int freeze_entry_slip(std::size_t k);
  int freeze_exit_slip(std::size_t k);
  int lose_exit_slip(std::size_t k);
  int slip_as_a_whole(std::size_t k, double sign);
  // A front has come to the end of its piece of stuck belt.
  int pass_piece_at_exit(std::size_t k);
  int pass_piece_at_entry(std::size_t k);
  // The two slip arcs have met.
  int join_slip(std::size_t k);
  void choose_signs();
  void add_kink(int order, std::size_t span = kAllSpans);
  bool meets(std::size_t k, const Kink& kink) const;
  void require_sound() const;
  // `entered`: start of the search for the time at which the particle came in; set to that time.
  StringPoint point_on_arc(std::size_t k, std::span<const StuckBelt> pieces, double zeta, double& entered) const;
  double material_on_arc(std::size_t k, std::span<const StuckBelt> pieces, double zeta, double& entered) const;
  double material_of_line(std::size_t k, const StuckBelt& line, double begin, double end) const;
  std::vector<StuckBelt> belt_on_arc(std::size_t k) const;
  void restore_arcs(StateReader& reader);
  StringPoint slip_point(std::size_t k, double zeta, bool is_at_exit) const;

  StringDynamicsDrive drive_;
  std::size_t n_;  // number of pulleys
  double tolerance_;
  double longest_step_;       // [s]
  double compliance_;         // 1/EA [1/N]
  std::vector<double> pace_;  // scale of the pulleys' speeds [rad/s]
  // Size of a correction of a particle's place after which the next correction, of third order in it, is negligible
  // [rad].
  double last_correction_;
  std::size_t n_coupled_{};
  std::vector<std::size_t> speed_at_, angle_at_, mount_at_;  // of pulleys, in the state
  std::vector<double> scale_;                                // accepted errors of the components
  Head head_;
  DenseHistory history_;
  DenseStep stepper_;
  double clear_until_ = 0.0;  // time before which no time function has a kink [s]
  bool has_kink_ = false;     // has a time function a kink at that time?

  // Of the last evaluation; outside of advance_to() it is the present state.
  double time_ = 0.0;  // [s]
  std::vector<double> state_, rate_;
  StringGeometry geometry_;
  std::vector<PulleyMotion> motions_;
  double searched_at_ = 0.0;     // time of the fronts in motions_ [s]
  bool overlaps_ = false;        // did a particle come in after the head and slip?
  bool is_within_step_ = false;  // is the evaluation between the ends of a step?
  StringGeometry end_geometry_;  // at the end of the last step
  std::vector<PulleyMotion> end_motions_;
  double calm_ = 1.0;     // smallest margin of rates in the step
  bool has_end_ = false;  // are end_geometry_ and the rates there those of the head?
  // Work arrays.
  std::vector<double> trial_, trial_rate_, step_end_;
  // For each pulley, the panel where the history was read last; only a start for searches.
  mutable std::vector<std::size_t> panel_near_;
  std::vector<DensePair> looked_;  // work array for belt that comes in on all pulleys
};

}  // namespace beltdyn::analytic
