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

// A drive displaced by a mode, as lines [m].
struct ModePicture {
  std::vector<Eigen::Vector2d> belt;                  // a closed belt repeats its first point
  std::vector<std::vector<Eigen::Vector2d>> pulleys;  // a spoke and the rim of each
};

// The drive displaced by the real part of a shape times `factor` [-], along the path and across it.
ModePicture displaced(const ModePlaces& places, const ModeShape& shape, std::complex<double> factor);

// A period of a mode for ParaView: FOLDER/mode_NN.pvd with its instants mode_NN/KK.vtp, from 0. `size`: largest
// displacement [m]; growth or decay is left out. Point data `along` and `across`: displacements [m], 0 on pulleys. Cell
// data `part`: 0 for the belt, k for pulley k.
std::vector<TextFile> mode_series(const ModeTable& table, std::size_t mode, double size, const std::string& folder);

}  // namespace beltdyn::plots
