// SPDX-License-Identifier: MIT
#include "core/drive/belt/rigid_penalty.hpp"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "core/drive/belt/test/test_belt_drives.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::rigid_penalty_test {
namespace {

BeltDrive rigid_drive() {
  nlohmann::json drive = nlohmann::json::parse(test::kNtarladimaDrive);
  drive["contact"] = {{"friction", {{"type", "coulomb"}, {"coefficient", 0.5}}}};
  return test::read_drive(drive.dump());
}

ParticleMesh mesh_of(const BeltDrive& drive) {
  return {.element = 0.005, .contact_spacing = 0.00125, .force = force_at_rest(drive), .stick_length = 0.01};
}

}  // namespace

TEST_CASE("Rigid penalty: a belt at rest lies on the pulley, its chords inside of the circle by their depth") {
  const ParticleMesh mesh = mesh_of(rigid_drive());
  const BeltDrive drive = with_mesh_penalty(rigid_drive(), mesh);
  const double area = drive.belt.width * mesh.contact_spacing;
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const double R = drive.pulleys[p].radius + drive.belt.contact_height();
    const contact::RigidSurface surface = surface_of(drive, p, mesh, chord_depth_of(drive, p, mesh));
    // The force of a contact point under the pressure F/R presses it in to the rolling radius.
    const NormalLaw law = normal_law_of(drive, p, mesh, area);
    const contact::GapState at_rest{.gap = surface.rolling - surface.radius, .gap_rate = 0.0};
    const double force = std::visit([&](const auto& l) { return l.respond(at_rest).normal_force; }, law);
    CHECK(close(force, drive.initial_force() / R * mesh.contact_spacing, {.rel = 1e-9}));
    CHECK(surface.rolling < R);
    CHECK(close(R - surface.rolling, std::pow(mesh.contact_spacing, 2) / (8.0 * R), {.rel = 1e-3}));
  }
}

TEST_CASE("Rigid penalty: contacts with a stiffness of their own stay as they are") {
  const BeltDrive given = test::read_drive(test::kNtarladimaDrive);
  const ParticleMesh mesh = mesh_of(given);
  const BeltDrive drive = with_mesh_penalty(given, mesh);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const contact::RigidSurface surface = surface_of(drive, p, mesh, chord_depth_of(drive, p, mesh));
    CHECK(surface.radius == given.pulleys[p].radius + given.belt.contact_height());
    CHECK(surface.rolling == 0.0);
    CHECK(normal_law_of(drive, p, mesh, 1.0) == given.contact_of(p).normal_law(1.0));
  }
}

}  // namespace beltdyn::rigid_penalty_test
