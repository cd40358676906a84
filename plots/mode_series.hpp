// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <cstddef>
#include <string>
#include <vector>

#include <Eigen/Core>

#include "core/linear/mode_shapes.hpp"
#include "plots/figures.hpp"

namespace beltdyn::plots {

// The pulleys whose mounts carry a point of the belt with them: the pulley on which it lies, or those at the ends of
// its span, and how near it is to the second one, from 0 to 1. −1: none, at the end of a rope.
struct Carriers {
  int before = -1;
  int behind = -1;
  double part{};
};
// The carriers of all points.
std::vector<Carriers> carriers_of(const ModePlaces& places);

// A drive displaced by a mode, as lines [m].
struct ModePicture {
  std::vector<Eigen::Vector2d> belt;                  // a closed belt repeats its first point
  std::vector<std::vector<Eigen::Vector2d>> pulleys;  // a spoke and the rim of each
};

// The drive displaced by the real part of a shape times `factor` [-]: with the mounts, and relative to them along the
// path and across it.
ModePicture displaced(const ModePlaces& places, const ModeShape& shape, std::complex<double> factor);

// A period of a mode for ParaView: FOLDER/mode_NN.pvd with its instants mode_NN/KK.vtp, from 0. `size`: largest
// displacement [m]; growth or decay is left out. Point data `along` and `across`: displacements [m], 0 on pulleys. Cell
// data `part`: 0 for the belt, k for pulley k.
std::vector<TextFile> mode_series(const ModeTable& table, std::size_t mode, double size, const std::string& folder);

}  // namespace beltdyn::plots
