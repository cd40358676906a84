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

// Where slip begins on a pulley: the particle there sticks until now.
struct SlipFrontState {
  double zeta{};     // [rad]
  double force{};    // [N]
  double stretch{};  // [-]
};

// A massless string on rigid pulleys that move, with Coulomb friction and rigid stick, in time: what LinearString has
// linearised. Unknown are the forces N_k of the spans, angular velocities of pulleys and coordinates of mounts. On a
// pulley the belt slips up to the exit and, maybe, from the entry on, and sticks between. With λ_f and λ_e the stretch
// of the particles at the fronts of these slip arcs, the turn dψ_k/dt of the span behind pulley k and its length ℓ_k,
//
//     B_k dN_k/dt = R_k (ω_k − w_k dψ_k/dt)/λ_f − R_{k+1} (ω_{k+1} − w_{k+1} dψ_k/dt)/λ_e − (dℓ_k/dt)/λ_k,        (1)
//     B_k = ± R_k g_k′ (1/λ_k − 1/λ_f) ∓ R_{k+1} g_{k+1}′ (1/λ_k − 1/λ_e) − ℓ_k/(EA λ_k²) < 0,   g = ln(N)/μ,
//
// is the balance of the natural length between the front at the exit of pulley k and that at the entry of the next one;
// λ_e = λ_k where what comes in sticks. Each sign is that of its own arc, the upper one where the force rises along the
// belt. In a slip arc g(N) goes with the angle from its end of the pulley; a front is where this line meets what sticks
// (StuckBelt): the force with which particles entered, dN/dt of which is known from the history, slip that froze, or
// belt that was at rest.
//
// At any place on the surface the force of a slip arc changes as fast as everywhere in it, which makes the belt slip
// from the front on. So all of a slip arc slips, as long as ± dg(N_k)/dt + ω_k − w_k dψ_k/dt > 0 at the exit, and as
// ∓ dg(N_{k−1})/dt − (ω_k − w_k dψ_{k−1}/dt) > 0 at the entry. Where that ends the whole arc sticks, as frozen slip. At
// the exit slip the other way begins; where its arc has shrunk to nothing the direction changes as well. At the entry
// belt comes in and sticks, until its force changes by more per angle than friction bears, and slip begins there. A
// front that meets the end of its piece of stuck belt continues in the next one, or at once behind it if that is a line
// of its own direction. Where the two fronts meet, slip arcs of opposite directions go on from each other.
//
// Where the front comes to the entry, or to that of slip in the same direction, the belt slips on the whole pulley of
// the wrap α_k. Then g(N_k) = g(N_{k−1}) ± α_k, and what comes in is what makes this so: it goes between (1) of the
// pulley before and, with the belt on the pulley,
//
//     ± R_k (g′(N_k) (dN_k/dt)/λ_k − g′(N_{k−1}) (dN_{k−1}/dt)/λ_{k−1}) − ℓ_k (dN_k/dt)/(EA λ_k²) + (dℓ_k/dt)/λ_k
//         = G_k − G_{k+1},                                                                                        (2)
//
// G the natural length that enters a pulley per time. The belt sticks again at the entry when it is no faster there,
// in the direction of slip, than the pulley; where it is no faster at the exit first, slip the other way begins there
// and meets the former, which is now slip from the entry on.
//
// Delay equations with modes: solved by an explicit method of order 8 with error control; changes of modes and kinks of
// the time functions end steps. Where a kink comes out of a pulley again it ends steps that are rejected, and so does a
// panel that is not right between its ends. The history goes back to the oldest particle that sticks. Where a particle
// slips in the step in which it came in, the step is repeated until its history is its own.
class StringDynamics {
 public:
  // From a steady motion or from rest on, at t = 0. Relative bound of the error of a step, and the longest step [s].
  StringDynamics(StringDynamicsDrive drive, double tolerance, double longest_step = HUGE_VAL);

  // Moves on to a time. Throws SolverError if the belt slips on all of all pulleys, goes slack, turns back where it
  // sticks, or if there is no path; the state is then what it was.
  void advance_to(double end);

  double time() const { return time_; }
  const StringDynamicsDrive& drive() const { return drive_; }
  SolverStatistics statistics() const { return head_.statistics; }

  double force(std::size_t k) const { return state_[k]; }
  double angular_velocity(std::size_t k) const { return motions_[k].speed; }  // along the belt [rad/s]
  double angle(std::size_t k) const;                                          // likewise [rad]
  double slip_arc(std::size_t k) const;                                       // up to the exit [rad]
  double entry_slip_arc(std::size_t k) const;                                 // from the entry on [rad]
  const ArcMemory& arc(std::size_t k) const { return arcs()[k]; }
  std::vector<double> mounts() const;  // u of all pulleys
  BeltPath path() const;
  double passed() const { return state_[natural_at(0)]; }  // natural length that entered pulley 0 since the start [m]
  // The belt at distances along the path from the entry of pulley 0 on, ascending [m].
  std::vector<StringPoint> points(std::span<const double> sigma) const;

  void save(StateWriter& writer) const;
  void restore(StateReader& reader);
  // Where on a pulley the contact state changes, from its entry [m].
  std::vector<double> state_changes(std::size_t k) const;

 private:
  // What an evaluation of the rates finds about a pulley.
  struct PulleyMotion {
    double speed{};     // ω [rad/s]
    double entering{};  // of its surface past the entry [rad/s]
    double leaving{};   // and past the exit [rad/s]
    SlipFrontState front{};
    double entered{};       // when the particle there came in, of use if no frozen slip is there [s]
    double entered_rate{};  // d entered/dt
    double entered_bend{};  // and its rate since the head of the integration, about [1/s]
    double head_rate{};     // d entered/dt there
    double inflow{};        // natural length per time, past the front, or into the pulley if all of it slips [m/s]
    SlipFrontState entry_front{};  // of the slip arc at the entry, if there is one
    double met{};                  // when the particle there came in, if it did and stuck at once [s]
    double force_rate{};           // dN_k/dt [N/s]
  };
  // > 0 as long as the modes of a pulley hold.
  struct Margins {
    double slip = 1.0;   // slip goes on at the exit
    double hold = 1.0;   // and at the entry
    double steep = 1.0;  // what comes in sticks
    double arc = 1.0;    // the slip arc at the exit has not gone,
    double entry = 1.0;  // the fronts are behind the entry; or slip goes on there,
    double piece = 1.0;  // the front at the exit is in its piece of stuck belt,
    double inner = 1.0;  // and that at the entry

    double of_rates() const { return std::min({slip, hold, steep}); }
    double least() const { return std::min({slip, hold, steep, arc, entry, piece, inner}); }
  };
  // A time function with a kink, and slip that changes its direction, make the second derivative of forces jump.
  static constexpr int kFirstKink = 2;
  // Slip that takes the whole of a pulley makes the first one jump, and so does the start, if speeds jump there.
  static constexpr int kJumpOfRates = 1;
  static constexpr double kAtEvent = 1e-9;     // of margins, where an event has been located
  static constexpr int kFrontIterations = 60;  // of Newton's method
  static constexpr std::size_t kAllSpans = SIZE_MAX;
  struct Kink {
    double time{};
    int order{};                   // of the derivative that jumps
    std::size_t span = kAllSpans;  // of the force, where it is that of one span
  };
  // What the integration has at the end of the last panel, which advance_to() may have to go back to.
  struct Head {
    double time{};
    double step{};
    std::vector<double> state;
    std::vector<ArcMemory> arcs;
    std::vector<Kink> kinks;
    bool has_event{};           // do modes change there?
    double error_before = 1.0;  // of the step before, in units of the tolerance
    double event_time = 0.0;    // of the last event, [s]
    int n_events = 0;           // of those at the same time
    double patience = 0.0;      // by which margins may be less than none
    SolverStatistics statistics;
  };

  std::vector<ArcMemory>& arcs() { return head_.arcs; }
  const std::vector<ArcMemory>& arcs() const { return head_.arcs; }
  std::size_t n() const { return n_; }
  std::size_t before(std::size_t k) const { return (k == 0 ? n() : k) - 1; }
  std::size_t behind(std::size_t k) const { return k + 1 == n() ? 0 : k + 1; }
  // Components of the state: N_k, the angle of surface that passed the entry, free pulleys, mounts; then what no rate
  // depends on: natural lengths that entered, angles of free pulleys.
  std::size_t turned_at(std::size_t k) const { return n() + k; }
  std::size_t natural_at(std::size_t k) const { return n_coupled_ + k; }

  double stretch(double force) const { return drive_.unstressed_stretch + force * compliance_; }
  void start_history();
  std::vector<Eigen::Vector2d> axes_at(const std::vector<double>& positions) const;
  // Of a pulley that moves.
  MountMotion mount_motion(std::size_t k, double t, std::span<const double> x) const;
  void update_geometry(double t, std::span<const double> x);
  // dx/dt, and what there is to know about the pulleys.
  void evaluate(double t, std::span<const double> x, std::span<double> rate);
  void find_front(std::size_t k, double t, std::span<const double> x);
  void find_front_in_history(std::size_t k, double t, std::span<const double> x);
  // Where the line of slip meets a piece that did not come in, or the slip arc at the other end.
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
  // Searches for fronts begin where they were at the head of the integration, in any case or before steps from there.
  void reset_searches();
  void search_from_head();
  void evaluate_head();
  void pass_kinks();
  // How long it takes until a front comes to a kink of this order or a lower one in what entered, about.
  double way_to_kink(int order) const;
  // All as it is at a time in the last panel.
  void look(double time);
  double time_of_entry(std::size_t k, const StuckBelt& piece, double zeta, double time) const;
  // What came in on a pulley at a time: the force behind it, and the angle of surface that had passed the entry.
  DensePair entering(std::size_t k, double time) const {
    DensePair found;
    history_.look(before(k), turned_at(k), time, panel_near_[k], found);
    return found;
  }
  // Of the last evaluation, which was of this state.
  Margins margins(std::size_t k, std::span<const double> x) const;
  double advance_left(std::size_t k) const;
  double tension_left(std::size_t k, std::span<const double> x) const;
  double least_margin(std::span<const double> x);
  double margin_at(double time);  // in the last panel
  struct Sign {
    double time{};
    double margin{};
  };
  double first_event(Sign low, Sign high);
  // Between the places of a step that its method looks at, by the last panel alone: an earlier time at which slip does
  // not go on becomes `first`; returned is when belt that comes in begins not to stick, so that what is recorded of it
  // always can stick. HUGE_VAL if there is none.
  double look_within_step(Sign& first);
  double steepness(std::size_t k, const DensePair& in) const;
  bool may_end_slip(std::size_t k, const DensePair& in, const DensePair& out) const;
  double first_steep(std::size_t k, double low, double high) const;
  // The longest step that no kink of a time function is in.
  double step_without_kink(double length);
  void go_to(double end);
  void take_step();
  double attempt(double length, Sign& first);
  void extend(const TriedStep& step, double end, Sign& first);
  void accept(double length, Sign first);
  void restore_step(const Head& before, std::size_t n_panels);
  // Of the history what has come out of all pulleys.
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
  // A front has come to the end of its piece.
  int pass_piece_at_exit(std::size_t k);
  int pass_piece_at_entry(std::size_t k);
  // The two slip arcs have met.
  int join_slip(std::size_t k);
  void choose_signs();
  void add_kink(int order, std::size_t span = kAllSpans);
  bool meets(std::size_t k, const Kink& kink) const;
  void require_sound() const;
  // `entered` is where the search for the time begins at which the particle came in, and becomes that time.
  StringPoint point_on_arc(std::size_t k, std::span<const StuckBelt> pieces, double zeta, double& entered) const;
  double material_on_arc(std::size_t k, std::span<const StuckBelt> pieces, double zeta, double& entered) const;
  double material_of_line(std::size_t k, const StuckBelt& line, double begin, double end) const;
  std::vector<StuckBelt> belt_on_arc(std::size_t k) const;
  void restore_arcs(StateReader& reader);
  StringPoint slip_point(std::size_t k, double zeta, bool is_at_exit) const;

  StringDynamicsDrive drive_;
  std::size_t n_;  // of pulleys
  double tolerance_;
  double longest_step_;
  double compliance_;         // 1/EA [1/N]
  std::vector<double> pace_;  // of the pulleys, by which their speeds are large or small [rad/s]
  // After a correction of the place of a particle, with its term of the second order, by less than this the next one,
  // which goes with its cube, is none [rad].
  double last_correction_;
  std::size_t n_coupled_{};
  std::vector<std::size_t> speed_at_, angle_at_, mount_at_;  // of pulleys, in the state
  std::vector<double> scale_;                                // of errors, with the tolerance
  Head head_;
  DenseHistory history_;
  DenseStep stepper_;
  double clear_until_ = 0.0;  // no time function has a kink before,
  bool has_kink_ = false;     // and one has one then

  // Of the last evaluation: outside of advance_to() that of the state now.
  double time_ = 0.0;
  std::vector<double> state_, rate_;
  StringGeometry geometry_;
  std::vector<PulleyMotion> motions_;
  double searched_at_ = 0.0;     // the time of the fronts in motions_
  bool overlaps_ = false;        // did a particle come in after the head and slip?
  bool is_within_step_ = false;  // is the evaluation one between the ends of a step?
  StringGeometry end_geometry_;  // at the end of the last step
  std::vector<PulleyMotion> end_motions_;
  double calm_ = 1.0;     // least margin of rates in the step
  bool has_end_ = false;  // are they, and the rates there, those of the head?
  // Room for what is evaluated on the way.
  std::vector<double> trial_, trial_rate_, step_end_;
  // By pulley, where the history was looked at last; of use to the search alone.
  mutable std::vector<std::size_t> panel_near_;
  std::vector<DensePair> looked_;  // room for what comes in on all pulleys at a time
};

}  // namespace beltdyn::analytic
