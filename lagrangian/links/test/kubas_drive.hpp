// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <numbers>
#include <vector>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "lagrangian/links/link_belt.hpp"

namespace beltdyn::lagrangian::links {

inline constexpr int kLinks = 120;
inline constexpr double kReferenceLink = (2.0 + 0.4 * std::numbers::pi) / kLinks;  // l_e [m]

// The link parameters of the drive of [Kubas 2021], each for one of 120 links.
struct KubasSet {
  double joint_stiffness{};  // [N/m]
  double mass_per_length{};  // [kg/m]
  double inertia{};          // of a pulley [kg m²]
  double contact_stiffness{};
  double contact_damping{};
  double strain{};  // of reference
  double stribeck_velocity{};
};
inline constexpr KubasSet kRobustSet{3e5, 0.08, 0.0222, 3e5, 60.0, -0.014264979658320964, 0.01};
inline constexpr KubasSet kPaperSet{50000.0 / kReferenceLink, 0.1, 0.021, 4e5, 80.0, -0.0019069553403593398, 0.1};

// Load case 1 with a set of parameters.
inline BeltDrive kubas_drive(const KubasSet& set = kRobustSet) {
  BeltDrive drive;
  drive.pulleys.resize(2);
  for (Pulley& pulley : drive.pulleys) {
    pulley.radius = 0.2;
    pulley.inertia = set.inertia;
  }
  drive.pulleys[1].center = {1.0, 0.0};
  const TimeFunction driving(TimeFunction::PiecewiseLinear{{0.0, 0.4, 2.0, 2.4}, {0.0, 20.0, 20.0, 0.0}});
  const TimeFunction resisting(TimeFunction::PiecewiseLinear{{0.0, 0.3}, {0.0, 15.0}});
  drive.pulleys[0].motion = TorqueMotion{.torques = {PulleyTorque{AppliedTorque{driving}}}};
  drive.pulleys[1].motion = TorqueMotion{.torques = {PulleyTorque{ResistingTorque{resisting, 0.05}}}};
  drive.belt = {.axial_stiffness = set.joint_stiffness * kReferenceLink,
                .bending_stiffness = 0.0208 * kReferenceLink,
                .mass_per_length = set.mass_per_length,
                .width = 0.02,
                .axial_damping = 0.5 * kReferenceLink,
                .pretension = ReferenceStrain{set.strain}};
  GmsConfig gms;
  gms.coefficient.form = contact::StribeckCurve::Parameters{
      .static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = set.stribeck_velocity};
  constexpr double kShare = 1.0 / 3.0;
  gms.elements = {{1200.0, kShare}, {1600.0, kShare}, {2000.0, kShare}};
  gms.attraction = 0.03;
  gms.relaxation = contact::GmsRelaxation::by_share;
  const double area = 0.02 * kReferenceLink;
  drive.contact = PulleyContact{.normal = KelvinVoigtContact{.stiffness_per_area = set.contact_stiffness / area,
                                                             .damping_per_area = set.contact_damping / area},
                                .friction = gms};
  drive.gravity = {0.0, -9.81};
  return drive;
}

inline std::vector<FrictionLawConfig> all_friction_laws() {
  const contact::StribeckCurve::Parameters curve{
      .static_coefficient = 1.0, .kinetic_coefficient = 0.9, .velocity = 0.1};
  const SlidingCoefficient constant{ConstantCoefficient{0.95}};
  const SlidingCoefficient falling{curve};
  return {GmsConfig{.coefficient = falling, .elements = {{1600.0, 1.0}}},
          LuGreConfig{.coefficient = falling, .stiffness = 1600.0},
          BristleConfig{.coefficient = constant, .stiffness = 4e7, .damping = 1e3},
          ElastoplasticCoulombConfig{.coefficient = 0.95, .stiffness = 4e7, .damping = 1e3},
          ElastoplasticCoulombConfig{.coefficient = 0.95, .stiffness = 4e7},
          DahlConfig{{.friction_coefficient = 0.95, .stiffness = 1600.0}},
          // Below 0.1 m/s the regularisation is too stiff for the step.
          RegularisedCoulombConfig{
              {.friction_coefficient = 0.95, .velocity = 0.3, .form = contact::Regularisation::hyperbolic}}};
}

inline std::vector<std::uint8_t> bytes_of(const LinkBelt& belt) {
  StateWriter writer;
  belt.save(writer);
  return writer.to_cbor();
}

inline void restore_from(const std::vector<std::uint8_t>& bytes, LinkBelt& belt) {
  StateReader reader(bytes);
  belt.restore(reader);
}

}  // namespace beltdyn::lagrangian::links
