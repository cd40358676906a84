// SPDX-License-Identifier: MIT
#include "eulerian/ale/chosen_mesh.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/drive.hpp"
#include "eulerian/ale/ale_output.hpp"
#include "eulerian/ale/test/small_belt.hpp"

namespace beltdyn::eulerian::ale::chosen_mesh_test {

TEST_CASE("chosen mesh: the program does not ask for other halvings than it chose") {
  const auto asks = [](const BeltDrive& drive, const MeshParameters& mesh) {
    const std::vector<std::string> warnings = mesh_warnings(drive, mesh, 1.0);
    return std::ranges::any_of(
        warnings, [](const std::string& warning) { return warning.find("_refinement of") != std::string::npos; });
  };
  int coarse = 0;
  for (const double bending : {0.0, 1e-3, 0.1}) {
    for (const double time : {0.0, 1e-5, 1e-4, 1e-3}) {
      CAPTURE(bending);
      CAPTURE(time);
      BeltDrive drive = loaded_drive(serpentine_drive(), 40.0, -0.1);
      drive.belt.bending_stiffness = bending;
      drive.belt.axial_damping = time * drive.belt.axial_stiffness;
      MeshParameters mesh = mesh_left_out();
      choose_mesh(Drive(drive), 1.0, 0.0, mesh);
      CHECK_FALSE(asks(drive, mesh));
      mesh.span_refinement = 0;
      coarse += asks(drive, mesh) ? 1 : 0;
    }
  }
  // Some of these drives need halvings.
  CHECK(coarse > 0);
}

}  // namespace beltdyn::eulerian::ale::chosen_mesh_test
