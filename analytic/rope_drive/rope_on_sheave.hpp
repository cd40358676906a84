// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "analytic/belt/dynamics/slip_angle.hpp"
#include "analytic/rope_drive/rope_arc.hpp"

namespace beltdyn::analytic {

// An integral over the rope that came in at a side up to a time: natural length [m], or elastic energy [J].
enum class RopeIntegral { natural, elastic };
using LaidUpTo = std::function<double(RopeIntegral integral, int side, double time)>;

// The data of a sheave and its rope that determine the rope on it.
struct SheaveRope {
  SlipAngle slip{};
  double friction{};   // μ
  double radius{};     // [m]
  double stiffness{};  // EA [N]
};

// The rope that lies on a sheave, from side 0 to side 1.
class RopeOnSheave {
 public:
  RopeOnSheave(const SheaveRope& sheave, std::vector<RopePiece> pieces, LaidAt laid, LaidUpTo up_to);

  double integral(RopeIntegral integral) const;
  struct Place {
    double force{};       // [N]
    double level_rate{};  // dg/dζ
    double natural{};     // natural length from side 0 to here [m]
  };
  Place at(double zeta) const;

 private:
  double of_piece(const RopePiece& piece, RopeIntegral integral) const;
  double of_line(const RopePiece& line, RopeIntegral integral) const;
  double time_of_entry(const RopePiece& piece, double zeta) const;

  SheaveRope sheave_;
  std::vector<RopePiece> pieces_;
  LaidAt laid_;
  LaidUpTo up_to_;
};

}  // namespace beltdyn::analytic
