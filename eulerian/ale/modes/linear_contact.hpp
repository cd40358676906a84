// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "eulerian/ale/element/ale_element.hpp"

namespace beltdyn::eulerian::ale {

// What friction at a contact point k of a belt in steady motion does to small motions about it. A particle comes there
// from the contact point before, or from where contact begins, in the time h. With small motions that grow as e^{s t}
// the traction, and each value that friction remembers, changes by
//
//     (here + s here_rate)·q_k + e^{−s h} ((there + s there_rate)·q_{k−1} + Σ memory m_{k−1})
//         − r (slip (1 − e^{−s h}) + s first_velocity e^{−s h} + s last_velocity) φ
//         + (mount.here + s mount.here_rate + e^{−s h} (mount.there + s mount.there_rate)) u
//
// q_k are the unknowns of the element of the point, q_{k−1} those of the element that the particle comes from, m_{k−1}
// what was remembered there, φ the angle of the pulley and u the coordinate of its mount. That the time of the way
// changes too, by (s_k − e^{−s h} s_{k−1})/G with the particles s at its ends, is in `here` and `there`. A particle of
// a belt at rest stays at the point, h = ∞, and is not remembered elsewhere: of the second line the first part is none,
// of the third one the middle.
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
  int element_before{};  // that the particle comes from
  int point{};           // of those of the element
  int before = -1;       // the contact point whose memory counts, −1 where contact begins
  std::size_t pulley{};
  double radius{};               // r [m]
  double time{};                 // h, infinite at rest [s]
  double traction{};             // [N/m]
  ElementSystem<double> work{};  // of a unit of traction in the equations of the element, and its tangent
  // The traction of small motions jumps where stick turns to slip. The quadrature has that jump between two points, at
  // the limit of the parts of the mesh that they count for: this is by how much more or less this point counts with the
  // jump where it is.
  double counts = 1.0;
  double moment{};                        // of a unit of traction on the pulley [m²]
  ElementVector<double> d_moment{};       // its derivative
  ElementVector<double> work_by_mount{};  // the derivative of the work of the traction by u
  // Of the force of the belt on u, Q; at a fixed traction, and of a unit of traction.
  Answer pull{};
  double pull_of_traction{};
  Answer by{};                      // of the traction
  std::vector<Answer> memory_by{};  // of what is remembered
};

}  // namespace beltdyn::eulerian::ale
