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

// A closed belt around circular pulleys in the plane: the drive of all plane formulations. The pulleys are in the order
// in which the belt reaches them when it runs in `direction`. The belt path is that of the pulleys as drawn, with σ = 0
// where the belt enters the first pulley. Results of a drive with mounts give σ on the current belt path.
//
// Features that a drive need not have are optional in the configuration: dampers, eccentricities, runs of a conveyor,
// bodies on the belt, probes.
struct BeltDrive {
  LoopDirection direction = LoopDirection::counterclockwise;
  std::vector<Pulley> pulleys;
  Belt belt;
  std::optional<PulleyContact> contact;               // of all pulleys without a contact of their own
  Eigen::Vector2d gravity = Eigen::Vector2d::Zero();  // [m/s²]
  std::vector<SpanLoad> spans;                        // spans on idlers; the other spans hang freely
  std::vector<BeltBody> bodies;                       // bodies fixed to the belt
  std::vector<Probe> probes;
  InitialState initial_state = InitialState::rest;

  // The path with each pulley turned by its angle [rad], shape (n_pulleys). Throws PathError if there is no path.
  BeltPath path(std::span<const double> angles) const;
  // The path as drawn, all angles 0.
  BeltPath path() const;
  // The path with the axes of the pulleys at other positions [m], shape (n_pulleys).
  BeltPath path_around(std::span<const Eigen::Vector2d> axes) const;
  bool starts_running() const { return initial_state == InitialState::running; }
  bool starts_held() const { return initial_state == InitialState::held; }
  // Can the axis of any pulley move?
  bool has_mounts() const;
  // Does the belt wedge into grooves of the pulley?
  bool is_grooved(std::size_t pulley) const;
  // The contact with a pulley as it acts on the belt. In grooves, friction acts with the force on the flanks, but
  // friction laws receive the force that presses the belt in; so their parameters are scaled by flank_force_ratio().
  PulleyContact contact_of(std::size_t pulley) const;
  // PulleyContact::kinetic_coefficient() of contact_of(pulley), without a copy of the contact.
  double kinetic_coefficient(std::size_t pulley) const;
  // The contact of a pulley as configured: without the effect of grooves.
  const PulleyContact& configured_contact(std::size_t pulley) const;
  // The pulley's name in messages: its number from 1, followed by its name if it has one, "2 (fan)".
  std::string pulley_label(std::size_t pulley) const;
  // Error messages of formulations that do not support friction laws which are evaluated after a step instead of within
  // it: one sentence for each pulley with such a law.
  std::vector<std::string> objections_to_contact(std::string_view formulation) const;
  // Error messages of formulations without rigid contact: one sentence for each pulley with rigid contact.
  std::vector<std::string> objections_to_rigid_contact(std::string_view formulation) const;
  // The drive with the stiffnesses of the numerical method where contact or stick is rigid: choose(pulley) returns
  // them.
  BeltDrive with_rigid(const std::function<RigidStiffness(std::size_t)>& choose) const;

  // Adds a sentence if the pulley has an accessory, for formulations that do not support accessories.
  void add_accessory_objection(std::vector<std::string>& sentences, std::size_t pulley,
                               std::string_view formulation) const;

  // Adds a sentence if a pulley has a brake, for formulations that do not support brakes.
  void add_brake_objection(std::vector<std::string>& sentences, std::string_view formulation) const;

  // Adds a sentence if spans have a load, idlers or resistance, for formulations that do not support these.
  void add_span_objection(std::vector<std::string>& sentences, std::string_view formulation) const;

  // The run on a span, which is counted from 0; null if it hangs freely.
  const SpanLoad* run_on(std::size_t span) const;
  // The mass per length that moves along a span: of the belt, the load and the idlers [kg/m].
  double moving_mass(std::size_t span) const;

  // Adds a sentence if there are bodies on the belt, for formulations that do not support bodies.
  void add_body_objection(std::vector<std::string>& sentences, std::string_view formulation) const;

  // Finds the belt, and the free angles of arms, for a pretension that is given as a force. Reading a drive calls this.
  // If no such belt exists, the drive remains as if the force were 0.
  void find_belt_length();
  // L_ref [m] and ε_ref [-]
  double reference_length() const;
  double reference_strain() const;
  // ε_ref of a belt that sinks into layers of pulleys but does not bend.
  double unbent_reference_strain() const;
  // ε_ref for formulations in which the belt neither sinks into pulleys nor bends. A pretension given as a force yields
  // this force there too.
  double reference_strain_of_string() const;
  // The drive with constant speeds: each prescribed pulley keeps the speed that it has at `time`, times `factor`.
  BeltDrive at_speeds(double time, double factor) const;
  // λ, the elastic strain λ − 1 − ε_ref [-] and the force N = EA (λ − 1 − ε_ref) [N] of a string that is stretched
  // uniformly along the path as drawn. Here ε_ref is unbent_reference_strain().
  double initial_stretch() const;
  double initial_strain() const;
  double initial_force() const;

  void visit(config::FieldVisitor& visitor);

 private:
  // Resolves the pulley names that runs, bodies, probes and the pretension refer to.
  void resolve_names();
  // Has every pulley a contact, its own or that of the drive?
  bool has_contacts() const;
  // Chooses where friction acts if that depends on the contacts.
  void resolve_friction_place();
};

}  // namespace beltdyn
