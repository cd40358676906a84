// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "core/config/field_visitor.hpp"
#include "core/drive/belt/belt.hpp"
#include "core/drive/belt/belt_body.hpp"
#include "core/drive/belt/belt_path.hpp"
#include "core/drive/belt/probe.hpp"
#include "core/drive/belt/span_load.hpp"
#include "core/drive/initial_state.hpp"
#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// A closed belt around circular pulleys in the plane, the drive of all plane formulations. Pulleys are in the order
// in which the belt reaches them when it runs in `direction`. The belt path is that of the pulleys as they are drawn,
// σ = 0 where the belt reaches the first one; results of a drive with mounts give σ on the current belt path.
//
// Parts that a drive can do without are optional in the configuration: dampers, eccentricities, runs of a conveyor,
// bodies on the belt, probes.
struct BeltDrive {
  LoopDirection direction = LoopDirection::counterclockwise;
  std::vector<Pulley> pulleys;
  Belt belt;
  std::optional<PulleyContact> contact;               // of all pulleys that have none of their own
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  std::vector<SpanLoad> spans;                        // on idlers; the others hang freely
  std::vector<BeltBody> bodies;                       // fixed to the belt
  std::vector<Probe> probes;
  InitialState initial_state = InitialState::rest;

  // The path with each pulley turned by its angle [rad], shape (n_pulleys). Throws PathError if there is none.
  BeltPath path(std::span<const double> angles) const;
  // The path as drawn, all angles 0.
  BeltPath path() const;
  // The same with the axes of the pulleys elsewhere [m], shape (n_pulleys).
  BeltPath path_around(std::span<const Eigen::Vector2d> axes) const;
  bool starts_running() const { return initial_state == InitialState::running; }
  bool starts_held() const { return initial_state == InitialState::held; }
  // May the axis of any pulley move?
  bool has_mounts() const;
  // Does the belt wedge into grooves of the pulley?
  bool is_grooved(std::size_t pulley) const;
  // The contact with a pulley as the belt feels it: in grooves friction has the force on the flanks, while the laws are
  // handed the one that presses the belt in.
  PulleyContact contact_of(std::size_t pulley) const;
  // Of that contact: PulleyContact::kinetic_coefficient() without the copy.
  double kinetic_coefficient(std::size_t pulley) const;
  // The same as it is configured.
  const PulleyContact& configured_contact(std::size_t pulley) const;
  // What messages call a pulley: its number from 1, and its name if it has one, "2 (fan)".
  std::string pulley_label(std::size_t pulley) const;
  // A sentence for each pulley whose friction law is evaluated after a step instead of within it, for formulations that
  // do not support such laws.
  std::vector<std::string> objections_to_contact(std::string_view formulation) const;
  // A sentence for each pulley with rigid contact, for formulations without.
  std::vector<std::string> objections_to_rigid_contact(std::string_view formulation) const;
  // The drive with the numbers of the method where its contacts are rigid: choose(pulley) for each of them.
  BeltDrive with_rigid(const std::function<RigidStiffness(std::size_t)>& choose) const;

  // Adds a sentence if a pulley has an accessory, for formulations that do not support them.
  void add_accessory_objection(std::vector<std::string>& sentences, std::size_t pulley,
                               std::string_view formulation) const;

  // Adds a sentence if a pulley has a brake, for formulations that do not support them.
  void add_brake_objection(std::vector<std::string>& sentences, std::string_view formulation) const;

  // Adds a sentence if spans have a load, idlers or resistance, for formulations that do not support them.
  void add_span_objection(std::vector<std::string>& sentences, std::string_view formulation) const;

  // Adds a sentence if there are bodies on the belt, for formulations that do not support them.
  void add_body_objection(std::vector<std::string>& sentences, std::string_view formulation) const;

  // Finds the belt, and free angles of arms, of a pretension that is asked for as a force; a drive that is read has
  // done so. Where there is none it remains as if the force were 0.
  void find_belt_length();
  // L_ref [m] and ε_ref [-]
  double reference_length() const;
  double reference_strain() const;
  // ε_ref of a belt that sinks into pulleys but does not bend.
  double unbent_reference_strain() const;
  // ε_ref of a formulation in which belts neither sink into pulleys nor bend: a force that is asked for is the same
  // there.
  double reference_strain_of_string() const;
  // The same with the speeds that prescribed pulleys have at a time, times a factor, at all times.
  BeltDrive at_speeds(double time, double factor) const;
  // λ, the elastic strain λ − 1 − ε_ref, and N = EA (λ − 1 − ε_ref) [N], of a string that lies on the path evenly
  // stretched
  double initial_stretch() const;
  double initial_strain() const;
  double initial_force() const;

  void visit(config::FieldVisitor& visitor);

 private:
  // Finds the pulleys that runs, bodies, probes and the pretension call by their names.
  void resolve_names();
};

}  // namespace beltdyn
