// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "eulerian/ale/element/ale_element.hpp"

namespace beltdyn::eulerian::ale {

// The friction at a contact point k in small motions about a steady motion. A particle comes to the point in the time
// h, from the contact point before or from the place where contact begins. In small motions that grow as e^{s t} the
// traction, and each variable of the friction memory, changes by
//
//     (here + s here_rate)·q_k + e^{−s h} ((there + s there_rate)·q_{k−1} + Σ memory m_{k−1})
//         − r (slip (1 − e^{−s h}) + s first_velocity e^{−s h} + s last_velocity) φ
//         + (mount.here + s mount.here_rate + e^{−s h} (mount.there + s mount.there_rate)) u
//
// Here q_k are the unknowns of the element of the point, q_{k−1} the unknowns of the element from which the particle
// comes, m_{k−1} the memory there, φ the angle of the pulley and u the coordinate of its mount. `here` and `there`
// contain the change of the travel time too, (s_k − e^{−s h} s_{k−1})/G with the particles s at both ends of the way.
//
// A particle of a belt at rest stays at the point, h = ∞, and has no memory elsewhere. Then the terms with e^{−s h}
// vanish.
struct LinearContact {
  struct ByMount {
    double here{};
    double here_rate{};
    double there{};
    double there_rate{};
  };
  struct Answer {
    ElementVector<double> here{};
    ElementVector<double> here_rate{};
    ElementVector<double> there{};
    ElementVector<double> there_rate{};
    std::vector<double> memory{};
    double slip{};
    double first_velocity{};
    double last_velocity{};
    ByMount mount{};
  };

  int element{};
  int element_before{};  // element from which the particle comes
  int point{};           // number of the point in its element
  int before = -1;       // contact point whose memory is passed on, −1 where contact begins
  std::size_t pulley{};
  double radius{};               // r [m]
  double time{};                 // h, infinite at rest [s]
  double traction{};             // [N/m]
  ElementSystem<double> work{};  // residual of the element by a unit of traction, with its tangent
  // Weight of the point for the traction of small motions [-], which jumps where stick turns to slip. The quadrature
  // places the jump between two points, at the limit of the parts of the mesh that they represent. This factor corrects
  // the weight of the point for the true place of the jump.
  double counts = 1.0;
  double moment{};                        // moment of a unit of traction on the pulley [m²]
  ElementVector<double> d_moment{};       // its derivative by the unknowns of the element
  ElementVector<double> work_by_mount{};  // derivative of the work of the traction by u
  // The force of the belt on the pulley, along ∂C/∂u (Q) and along the steady hub load: its change at fixed traction,
  // and its change by a unit of traction.
  struct Pull {
    Answer by{};
    double of_traction{};
  };
  Pull pull{};
  Pull hub_load{};
  Answer by{};                      // change of the traction
  std::vector<Answer> memory_by{};  // changes of the friction memory
};

}  // namespace beltdyn::eulerian::ale
