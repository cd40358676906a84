// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

#include "core/numerics/lanes/lane_math.hpp"
#include "core/numerics/solve/cyclic_block_tridiagonal.hpp"

namespace beltdyn::numerics {

template <class Real>
using Block = std::array<Real, kBlockEntries>;
template <class Real>
using BlockVector = std::array<Real, kBlock>;

template <class Real, std::size_t n>
inline std::array<Real, n> load_array(const double* from) {
  std::array<Real, n> values{};
  for (std::size_t i = 0; i < n; ++i) values[i] = load<Real>(from + i * kLanes<Real>);
  return values;
}
template <class Real, std::size_t n>
inline void store_array(const std::array<Real, n>& values, double* to) {
  for (std::size_t i = 0; i < n; ++i) store(values[i], to + i * kLanes<Real>);
}

// −a b + c
template <class Real>
inline Real subtract_product(const Real& a, const Real& b, const Real& c) {
  if constexpr (kIsBatch<Real>) {
    return xsimd::fnma(a, b, c);
  } else {
    return Real(c - a * b);
  }
}

// C − A B
template <class Real>
inline Block<Real> subtract_product(const Block<Real>& A, const Block<Real>& B, Block<Real> C) {
  for (std::size_t i = 0; i < kBlock; ++i) {
    for (std::size_t k = 0; k < kBlock; ++k) {
      for (std::size_t j = 0; j < kBlock; ++j) {
        C[i * kBlock + j] = subtract_product(A[i * kBlock + k], B[k * kBlock + j], C[i * kBlock + j]);
      }
    }
  }
  return C;
}
// c − A b
template <class Real>
inline BlockVector<Real> subtract_product(const Block<Real>& A, const BlockVector<Real>& b, BlockVector<Real> c) {
  for (std::size_t i = 0; i < kBlock; ++i) {
    for (std::size_t k = 0; k < kBlock; ++k) c[i] = subtract_product(A[i * kBlock + k], b[k], c[i]);
  }
  return c;
}

// L U without row exchanges; the diagonal holds the inverse pivots. The pivots of a chain of elements with inertia or
// tension are far from 0; where one is not, the next residual of Newton's method shows it.
template <class Real>
inline Block<Real> lu(Block<Real> A) {
  for (std::size_t k = 0; k < kBlock; ++k) {
    A[k * kBlock + k] = Real(1.0) / A[k * kBlock + k];
    for (std::size_t i = k + 1; i < kBlock; ++i) {
      A[i * kBlock + k] = A[i * kBlock + k] * A[k * kBlock + k];
      for (std::size_t j = k + 1; j < kBlock; ++j) {
        A[i * kBlock + j] = subtract_product(A[i * kBlock + k], A[k * kBlock + j], A[i * kBlock + j]);
      }
    }
  }
  return A;
}

// A⁻¹ b; the columns of b are adjacent.
template <class Real, std::size_t n>
inline std::array<Real, n> lu_solve(const Block<Real>& LU, std::array<Real, n> b) {
  constexpr std::size_t columns = n / kBlock;
  for (std::size_t i = 1; i < kBlock; ++i) {
    for (std::size_t k = 0; k < i; ++k) {
      for (std::size_t j = 0; j < columns; ++j) {
        b[i * columns + j] = subtract_product(LU[i * kBlock + k], b[k * columns + j], b[i * columns + j]);
      }
    }
  }
  for (std::size_t i = kBlock; i-- > 0;) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t k = i + 1; k < kBlock; ++k) {
        b[i * columns + j] = subtract_product(LU[i * kBlock + k], b[k * columns + j], b[i * columns + j]);
      }
      b[i * columns + j] = b[i * columns + j] * LU[i * kBlock + i];
    }
  }
  return b;
}

// The values of the lanes at this distance ahead (negative: back), cyclic.
template <class Real, std::size_t n>
inline std::array<Real, n> from_lane(const std::array<Real, n>& values, std::ptrdiff_t distance) {
  constexpr std::size_t W = kLanes<Real>;
  if constexpr (W == 1) {
    return values;
  } else {
    std::array<Real, n> moved{};
    alignas(64) std::array<double, 2 * W> twice{};
    const std::size_t shift = (W + static_cast<std::size_t>(distance)) % W;
    for (std::size_t i = 0; i < n; ++i) {
      values[i].store_aligned(twice.data());
      values[i].store_aligned(twice.data() + W);
      moved[i] = Real::load_unaligned(twice.data() + shift);
    }
    return moved;
  }
}

// Direct solver in O(n) for a CyclicBlockTridiagonal. In each lane the nodes below the first one are eliminated
// downwards. D is the diagonal block, P the pivot, U and L are the couplings to the next row, F is the coupling to the
// first node of the lane, E that of the first node:
//
//     P ← D − L P⁻¹ U,   F ← −L P⁻¹ F,   E ← −E P⁻¹ U,   D_first ← D_first − E P⁻¹ F
//
// The remaining system couples the first nodes of neighbouring lanes. It is solved by cyclic reduction across the
// lanes: every lane eliminates its neighbours at distance 1, 2, 4, ... until it is its own neighbour.
template <class Real>
class CyclicBlockTridiagonalKernel {
 public:
  explicit CyclicBlockTridiagonalKernel(CyclicBlockTridiagonal& ring)
      : ring_(ring),
        rows_(static_cast<std::size_t>(ring.layout.rows())),
        full_lanes_(static_cast<std::size_t>(ring.layout.full_lanes())) {}

  // Adds blocks to the diagonals of the nodes below the last row, which are the first nodes of the next lanes.
  void add_to_first_nodes(const Block<Real>& blocks);
  void factorise();
  // Replaces a right-hand side of shape (rows + 1) × kBlock × lanes by the solution. The halo of the right-hand side is
  // added to the nodes that it represents; the halo of the solution is a copy.
  void solve(AlignedVector& right_hand_side);

 private:
  static constexpr std::size_t W = kLanes<Real>;
  static constexpr std::size_t kStride = kBlockEntries * W;
  static constexpr std::size_t kVectorStride = kBlock * W;
  static constexpr std::size_t kLevels = W == 1 ? 0 : (W == 2 ? 1 : (W == 4 ? 2 : 3));

  // 1 in the short lanes, 0 in the full lanes.
  Real short_lanes() const {
    alignas(64) std::array<double, W> mask{};
    for (std::size_t lane = full_lanes_; lane < W; ++lane) mask[lane] = 1.0;
    return load<Real>(mask.data());
  }
  template <std::size_t n>
  static std::array<Real, n> choose(const Real& is_short, const std::array<Real, n>& if_short,
                                    const std::array<Real, n>& if_full) {
    std::array<Real, n> chosen{};
    for (std::size_t i = 0; i < n; ++i) chosen[i] = select(is_short > Real(0.5), if_short[i], if_full[i]);
    return chosen;
  }

  void factorise_reduced(Block<Real> back, Block<Real> self, Block<Real> ahead);
  BlockVector<Real> solve_reduced(BlockVector<Real> b) const;

  CyclicBlockTridiagonal& ring_;
  std::size_t rows_;
  std::size_t full_lanes_;
};

template <class Real>
void CyclicBlockTridiagonalKernel<Real>::add_to_first_nodes(const Block<Real>& blocks) {
  const Block<Real> added = from_lane(blocks, -1);
  const Real is_short = short_lanes();
  const auto add = [&](std::size_t row, const Real& share) {
    auto diagonal = load_array<Real, kBlockEntries>(ring_.diagonal.data() + row * kStride);
    for (std::size_t i = 0; i < kBlockEntries; ++i) diagonal[i] = diagonal[i] + share * added[i];
    store_array(diagonal, ring_.diagonal.data() + row * kStride);
  };
  add(0, Real(Real(1.0) - is_short));
  if (full_lanes_ < W) add(1, is_short);
}

template <class Real>
void CyclicBlockTridiagonalKernel<Real>::factorise() {
  const auto diagonal = [&](std::size_t row) {
    return load_array<Real, kBlockEntries>(ring_.diagonal.data() + row * kStride);
  };
  const auto upper = [&](std::size_t row) {
    return load_array<Real, kBlockEntries>(ring_.upper.data() + row * kStride);
  };
  const auto lower = [&](std::size_t row) {
    return load_array<Real, kBlockEntries>(ring_.lower.data() + row * kStride);
  };
  const Real is_short = short_lanes();
  const Block<Real> zero{};
  Block<Real> identity{};
  for (std::size_t i = 0; i < kBlock; ++i) identity[i * (kBlock + 1)] = Real(1.0);

  Block<Real> first = diagonal(0);
  Block<Real> D = diagonal(rows_ > 1 ? 1 : 0);
  Block<Real> F = lower(0);
  Block<Real> E = upper(0);
  Block<Real> from_last{};  // L P⁻¹ U of the last row, for the first node of the next lane
  Block<Real> ahead = E;
  Block<Real> back = F;
  if (rows_ > 1) {
    first = choose(is_short, D, first);
    D = choose(is_short, identity, D);
    F = choose(is_short, zero, F);
    E = choose(is_short, zero, E);
  }
  for (std::size_t row = 1; row < rows_; ++row) {
    Block<Real> U = upper(row);
    const Block<Real> L = lower(row);
    const Block<Real> real_U = U;
    if (row == 1) U = choose(is_short, zero, U);
    const Block<Real> P = lu(D);
    const Block<Real> PU = lu_solve(P, U);
    const Block<Real> PF = lu_solve(P, F);
    store_array(P, ring_.pivot.data() + row * kStride);
    store_array(PU, ring_.to_next.data() + row * kStride);
    store_array(PF, ring_.to_first.data() + row * kStride);
    store_array(E, ring_.from_first.data() + row * kStride);
    first = subtract_product(E, PF, first);
    const Block<Real> next_E = subtract_product(E, PU, row == 1 ? choose(is_short, real_U, zero) : zero);
    const Block<Real> next_F = subtract_product(L, PF, row == 1 ? choose(is_short, L, zero) : zero);
    if (row + 1 < rows_) {
      D = subtract_product(L, PU, diagonal(row + 1));
    } else {
      from_last = subtract_product(L, PU, zero);
    }
    E = next_E;
    F = next_F;
    ahead = E;
    back = F;
  }
  from_last = from_lane(from_last, -1);
  for (std::size_t i = 0; i < kBlockEntries; ++i) first[i] = first[i] + from_last[i];
  factorise_reduced(from_lane(back, -1), first, ahead);
}

// Level l stores −A B⁻¹ of the node 2ˡ lanes back and −C B⁻¹ of the node 2ˡ lanes ahead; the last block is the LU of
// the remaining system.
template <class Real>
void CyclicBlockTridiagonalKernel<Real>::factorise_reduced(Block<Real> A, Block<Real> B, Block<Real> C) {
  double* to = ring_.reduced.data();
  const Block<Real> zero{};
  Block<Real> identity{};
  for (std::size_t i = 0; i < kBlock; ++i) identity[i * (kBlock + 1)] = Real(1.0);
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto d = static_cast<std::ptrdiff_t>(std::size_t{1} << level);
    const Block<Real> inverse = lu_solve(lu(B), identity);
    // subtract_product returns the negative products, as stored.
    const Block<Real> minus_a = subtract_product(A, from_lane(inverse, -d), zero);
    const Block<Real> minus_c = subtract_product(C, from_lane(inverse, d), zero);
    store_array(minus_a, to);
    store_array(minus_c, to + kStride);
    to += 2 * kStride;
    const auto add_product = [](const Block<Real>& X, const Block<Real>& Y, Block<Real> Z) {
      for (std::size_t i = 0; i < kBlock; ++i) {
        for (std::size_t k = 0; k < kBlock; ++k) {
          for (std::size_t j = 0; j < kBlock; ++j) {
            Z[i * kBlock + j] = multiply_add(X[i * kBlock + k], Y[k * kBlock + j], Z[i * kBlock + j]);
          }
        }
      }
      return Z;
    };
    const Block<Real> new_B = add_product(minus_c, from_lane(A, d), add_product(minus_a, from_lane(C, -d), B));
    const Block<Real> new_A = add_product(minus_a, from_lane(A, -d), zero);
    const Block<Real> new_C = add_product(minus_c, from_lane(C, d), zero);
    A = new_A;
    B = new_B;
    C = new_C;
  }
  for (std::size_t i = 0; i < kBlockEntries; ++i) B[i] = B[i] + A[i] + C[i];
  store_array(lu(B), to);
}

template <class Real>
BlockVector<Real> CyclicBlockTridiagonalKernel<Real>::solve_reduced(BlockVector<Real> b) const {
  const double* from = ring_.reduced.data();
  for (std::size_t level = 0; level < kLevels; ++level) {
    const auto d = static_cast<std::ptrdiff_t>(std::size_t{1} << level);
    const auto minus_a = load_array<Real, kBlockEntries>(from);
    const auto minus_c = load_array<Real, kBlockEntries>(from + kStride);
    from += 2 * kStride;
    const BlockVector<Real> b_back = from_lane(b, -d);
    const BlockVector<Real> b_ahead = from_lane(b, d);
    for (std::size_t i = 0; i < kBlock; ++i) {
      for (std::size_t k = 0; k < kBlock; ++k) {
        b[i] = multiply_add(minus_a[i * kBlock + k], b_back[k], b[i]);
        b[i] = multiply_add(minus_c[i * kBlock + k], b_ahead[k], b[i]);
      }
    }
  }
  return lu_solve(load_array<Real, kBlockEntries>(from), b);
}

template <class Real>
void CyclicBlockTridiagonalKernel<Real>::solve(AlignedVector& right_hand_side) {
  double* rhs = right_hand_side.data();
  const auto vector = [&](std::size_t row) { return load_array<Real, kBlock>(rhs + row * kVectorStride); };
  const auto block = [](const AlignedVector& blocks, std::size_t row) {
    return load_array<Real, kBlockEntries>(blocks.data() + row * kStride);
  };
  const Real is_short = short_lanes();
  const BlockVector<Real> zero{};
  BlockVector<Real> first = vector(0);
  BlockVector<Real> x{};
  for (std::size_t row = 1; row < rows_; ++row) {
    BlockVector<Real> b = vector(row);
    if (row == 1) {
      first = choose(is_short, b, first);
      b = choose(is_short, zero, b);
    } else {
      b = subtract_product(block(ring_.lower, row - 1), x, b);
    }
    x = lu_solve(block(ring_.pivot, row), b);
    first = subtract_product(block(ring_.from_first, row), x, first);
    store_array(x, rhs + row * kVectorStride);
  }
  BlockVector<Real> to_next_lane = vector(rows_);
  if (rows_ > 1) to_next_lane = subtract_product(block(ring_.lower, rows_ - 1), x, to_next_lane);
  to_next_lane = from_lane(to_next_lane, -1);
  for (std::size_t i = 0; i < kBlock; ++i) first[i] = first[i] + to_next_lane[i];
  first = solve_reduced(first);
  x = from_lane(first, 1);
  store_array(x, rhs + rows_ * kVectorStride);
  for (std::size_t row = rows_ - 1; row > 0; --row) {
    BlockVector<Real> b = vector(row);
    b = subtract_product(block(ring_.to_first, row), first, b);
    x = subtract_product(block(ring_.to_next, row), x, b);
    if (row == 1) x = choose(is_short, first, x);
    store_array(x, rhs + row * kVectorStride);
  }
  store_array(first, rhs);
}

}  // namespace beltdyn::numerics
