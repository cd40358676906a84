// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/contact/contact_state.hpp"
#include "core/contact/coulomb_friction.hpp"
#include "core/run/contour_simulation.hpp"
#include "core/run/step_clock.hpp"
#include "lagrangian/contour/elastic_loop.hpp"

namespace beltdyn::lagrangian {

// How the length of a slip zone is measured.
enum class SlipLength {
  measured,  // the contour length between the ends of the zone
  counted,   // (number of slipping nodes) h, a material length in steps of h, as in [Oborin 2018] Section 3
};
inline constexpr std::array<std::string_view, 2> kSlipLengthNames{"measured", "counted"};

struct LagrangianContourParameters {
  int elements{};      // n
  double time_step{};  // τ [s]
  SlipLength slip_length = SlipLength::measured;
};

// The belt of a contour drive as material points: n linear elements with constant strain and friction lumped at the
// nodes, [Oborin 2018] Section 3. Node i (0-based) is the particle s_i = (i + 1) h, placed at σ_i(0) = s_i; all nodes
// on a pulley stick at first. A step of length τ
//
//   1. moves every sticking node with the surface below it, by ∫V dt;
//   2. finds the equilibrium of the other nodes; a slipping node is loaded by h q = ∓h f (friction per MATERIAL length,
//      so that the scheme converges to StrainModel::finite_material);
//   3. gives each node its state for the next step: free if it now lies in a span, otherwise stick or slip by
//      contact::CoulombFriction, with q = −b ∂ε/∂s if the node stuck or was free, and with its displacement against
//      the surface in this step if it slipped. A node that enters was free, so that q = 0 and it sticks where it is.
//
// Nodes that enter and leave give the strains a saw tooth of amplitude O(h): the scheme is of first order in h, and
// velocities have no limit for τ → 0.
//
// A slip zone is a sequence of neighbouring nodes that slip in the same direction. It extends half-way to a neighbour
// of another state, and to the touching point if the neighbour is free. ε± are the strains of the element around the
// middle of a span; all elements wholly inside a span have equal strains.
class LagrangianContour final : public ContourSimulation {
 public:
  // Nodes needed in the shortest region, a span or a contact, for the rules above to make sense.
  static constexpr int kMinimumElementsPerRegion = 3;

  LagrangianContour(ContourDrive drive, const LagrangianContourParameters& parameters);

  double time() const override { return clock_.time(); }
  double time_step() const override { return parameters_.time_step; }
  void advance(double dt) override;

  ContourState state() const override;
  std::vector<double> natural_profile_points() const override;
  std::vector<SlipZone> slip_zones() const override;
  double landing_length() const override { return loop_.element_length; }
  std::vector<std::string> preflight(double end_time) const override;
  ContourTolerances balance_tolerances() const override;
  // The recommended step moves a node half an element.
  StepScales step_scales(double end_time) const override;
  SolverStatistics statistics() const override { return statistics_; }
  void save(StateWriter& writer) const override;
  void restore(StateReader& reader) override;

  // Number of nodes in slip on a pulley (0 or 1).
  int slipping_nodes(int pulley) const;

 private:
  using ContactState = contact::ContactState;

  static constexpr std::int8_t kNoPulley = -1;

  std::size_t size() const { return displacement_.size(); }
  std::size_t next(std::size_t node) const { return node + 1 == size() ? 0 : node + 1; }
  std::size_t previous(std::size_t node) const { return node == 0 ? size() - 1 : node - 1; }
  double material_coordinate(std::size_t node) const { return static_cast<double>(node + 1) * loop_.element_length; }
  // σ of a node with this displacement, in [−tolerance, L − tolerance).
  double contour_coordinate(std::size_t node, double displacement) const;
  std::int8_t pulley_at(double sigma) const;

  void prescribe(const std::array<double, 2>& travel);
  ContactState next_state(std::size_t node, std::int8_t new_pulley, const std::array<double, 2>& travel) const;
  std::int64_t update_states(const std::array<double, 2>& travel);
  void require_unfolded() const;
  void drop_laps();
  // b (ε₊ − ε₋), the force by which the first pulley drives and the second one brakes [N].
  double pulley_force() const;
  double stored_energy() const override;
  void place_at_rest();

  struct ElementPoint {
    std::size_t element{};
    double weight{};  // 0 at the first node of the element, 1 at the second
  };
  ElementPoint find(double sigma) const;
  ProfilePoint profile_point(double sigma) const override;
  void add_own_columns(History& history) const override;

  LagrangianContourParameters parameters_;
  ElasticLoop loop_;
  std::array<contact::CoulombFriction, 2> friction_;
  double tolerance_;  // a node this close to a touching point is in contact [m]

  // The state; shape of the vectors (n_nodes).
  StepClock clock_;
  std::int64_t laps_ = 0;             // multiples of L taken out of the displacements
  std::vector<double> displacement_;  // u_i = σ_i − s_i − laps L [m]
  std::vector<double> velocity_;      // mean over the last step [m/s]
  std::vector<ContactState> state_;
  std::vector<std::int8_t> pulley_;  // 0 or 1 where the node touches a pulley, else kNoPulley
  SolverStatistics statistics_;

  // Work data of a trial step.
  struct Trial {
    std::vector<double> displacement;
    std::vector<double> traction;
    std::vector<std::uint8_t> prescribed;
    std::vector<ContactState> state;
    std::vector<std::int8_t> pulley;
  };
  Trial trial_;
};

}  // namespace beltdyn::lagrangian
