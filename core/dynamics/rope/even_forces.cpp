// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/even_forces.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <optional>

#include <Eigen/Core>
#include <fmt/format.h>

#include "core/drive/rope/rope_ends.hpp"
#include "core/dynamics/rope/rope_start.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn {
namespace {

// Zero up to rounding, relative to a matrix or to the forces on a body.
constexpr double kNothing = 1e-12;
constexpr double kBalanced = 1e-9;

// A body of the drive; in order: the first end, the second end, the mounts. Mass 0: the body does not move.
struct Body {
  double mass{};
  double force{};  // Q, without the force of the rope [N]
};

class Pieces {
 public:
  Pieces(const RopeDrive& drive, const RopePath& path, double mass_per_length)
      : drive_(drive), path_(path), weight_(mass_per_length * drive.gravity), mounted_(drive.mounted()) {
    find_places();
    find_bodies();
    add_weight_of_rope();
  }

  EvenForces forces() const {
    std::vector<bool> holds;
    for (const Pulley& pulley : drive_.pulleys) holds.push_back(can_hold(pulley));
    for (;;) {
      EvenForces found = forces_between(holds);
      const std::optional<std::size_t> slips = found.spans.empty() ? std::nullopt : worst_slip(found, holds);
      if (!slips) return found;
      holds[*slips] = false;
    }
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;
  // A place along the rope, in order: first end, pulleys, second end. `body` moves it in the direction
  // `by_displacement`.
  struct Place {
    std::size_t body = kNone;
    Eigen::Vector2d by_displacement = Eigen::Vector2d::Zero();
  };

  void find_places() {
    const std::size_t n = drive_.pulleys.size();
    row_.resize(n + 2);
    for (std::size_t i = 0; i < drive_.ends.size(); ++i) {
      Place& end = i == 0 ? row_.front() : row_.back();
      if (!tells_force(drive_.ends[i])) continue;
      if (const auto* body = std::get_if<BodyEnd>(&drive_.ends[i].form)) {
        end = {.body = i, .by_displacement = sense_of(*body, away_at(path_, i)) * body->unit_direction()};
      } else if (std::holds_alternative<WinchEnd>(drive_.ends[i].form)) {
        // A drum that hauls in shortens the path like an end that moves away.
        end = {.body = i, .by_displacement = away_at(path_, i)};
      }
    }
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t carrier = drive_.carrier_of(k);
      const auto found = std::ranges::find(mounted_, carrier);
      if (found == mounted_.end()) continue;
      const Pulley& its = drive_.pulleys[carrier];
      row_[k + 1] = {.body = 2 + static_cast<std::size_t>(found - mounted_.begin()),
                     .by_displacement = its.axis_at(drawn_position(its.mount, its.center)).by_u};
    }
  }

  void find_bodies() {
    bodies_.resize(2 + mounted_.size());
    for (std::size_t i = 0; i < drive_.ends.size(); ++i) {
      if (!tells_force(drive_.ends[i])) continue;
      if (const auto* body = std::get_if<BodyEnd>(&drive_.ends[i].form)) {
        bodies_[i] = {.mass = body->mass, .force = pull_of(*body, drive_.gravity, away_at(path_, i), 0.0)};
      } else if (const auto* winch = std::get_if<WinchEnd>(&drive_.ends[i].form)) {
        const Pulley& drum = winch->drum;
        bodies_[i] = {.mass = drum.inertia / (drum.radius * drum.radius),
                      .force = -drum.moment(0.0, 0.0) / drum.radius};
      }
    }
    for (std::size_t m = 0; m < mounted_.size(); ++m) {
      const Pulley& its = drive_.pulleys[mounted_[m]];
      const Suspension* suspension = suspension_of(its.mount);
      if (suspension == nullptr) continue;
      const double drawn = drawn_position(its.mount, its.center);
      bodies_[2 + m] = {.mass = suspension->inertia,
                        .force = suspension_force(its.mount, drive_.gravity, 0.0, drawn, 0.0).force};
    }
  }

  // The force at σ in excess of the force of its piece, due to weight [N].
  double by_weight(double sigma) const { return -weight_.dot(path_.point(sigma).position - path_.point(0.0).position); }

  void add_weight_of_rope() {
    for (std::size_t j = 0; j + 1 < row_.size(); ++j) {
      const PathSpan& span = path_.spans()[j];
      add(row_[j], by_weight(span.start) * span.tangent);
      add(row_[j + 1], -by_weight(span.start + span.length) * span.tangent);
    }
    for (std::size_t k = 0; k < path_.arcs().size(); ++k) add(row_[k + 1], path_.arcs()[k].length() * weight_);
  }
  void add(const Place& place, const Eigen::Vector2d& force) {
    if (place.body != kNone) bodies_[place.body].force += force.dot(place.by_displacement);
  }

  // f_bc, shape (n_pieces, n_bodies)
  Eigen::MatrixXd growth(std::span<const Eigen::Index> piece) const {
    Eigen::MatrixXd by = Eigen::MatrixXd::Zero(piece.back() + 1, static_cast<Eigen::Index>(bodies_.size()));
    for (std::size_t j = 0; j + 1 < row_.size(); ++j) {
      const Eigen::Vector2d& tangent = path_.spans()[j].tangent;
      for (const std::size_t i : {j, j + 1}) {
        if (row_[i].body == kNone) continue;
        const double sense = i == j ? -1.0 : 1.0;
        by(piece[j], static_cast<Eigen::Index>(row_[i].body)) += sense * tangent.dot(row_[i].by_displacement);
      }
    }
    return by;
  }

  // The smallest x with A x = b, in the subspace in which the positive semidefinite A determines it.
  static Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
    const numerics::Eigenpairs pairs = numerics::hermitian_eigenpairs(A.cast<std::complex<double>>());
    const double least = kNothing * pairs.values.real().maxCoeff();
    Eigen::VectorXd x = Eigen::VectorXd::Zero(b.size());
    for (Eigen::Index i = 0; i < b.size(); ++i) {
      const Eigen::VectorXd direction = pairs.vectors.col(i).real();
      if (pairs.values[i].real() > least) x += direction * (direction.dot(b) / pairs.values[i].real());
    }
    return x;
  }

  // The forces if these pulleys hold the rope.
  EvenForces forces_between(const std::vector<bool>& holds) const {
    const std::size_t n = drive_.pulleys.size();
    std::vector<Eigen::Index> piece(n + 1, 0);
    for (std::size_t k = 0; k < n; ++k) piece[k + 1] = piece[k] + (holds[k] ? 1 : 0);
    const Eigen::Index n_pieces = piece[n] + 1;
    const Eigen::MatrixXd growth = this->growth(piece);
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n_pieces, n_pieces);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(n_pieces);
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (!(bodies_[b].mass > 0.0)) continue;
      const Eigen::VectorXd by = growth.col(static_cast<Eigen::Index>(b));
      matrix += by * by.transpose() / bodies_[b].mass;
      sum += by * (bodies_[b].force / bodies_[b].mass);
    }
    std::vector<bool> is_told;
    for (Eigen::Index c = 0; c < n_pieces; ++c) is_told.push_back(matrix(c, c) > kNothing * matrix.trace());
    Eigen::VectorXd given = Eigen::VectorXd::Zero(n_pieces);
    for (std::size_t i = 0; i < drive_.ends.size(); ++i) {
      const auto* pulled = std::get_if<ForceEnd>(&drive_.ends[i].form);
      if (pulled == nullptr) continue;
      const Eigen::Index c = i == 0 ? 0 : n_pieces - 1;
      is_told[static_cast<std::size_t>(c)] = true;
      given[c] = pulled->force.value(0.0) - by_weight(i == 0 ? 0.0 : path_.length());
      sum -= matrix.col(c) * given[c];
      matrix.col(c).setZero();
      matrix.row(c).setZero();
      sum[c] = 0.0;
    }
    if (std::ranges::find(is_told, true) == is_told.end()) return {};
    return along_path(piece, is_told, given + least_solution(matrix, sum), growth);
  }

  EvenForces along_path(std::span<const Eigen::Index> piece, const std::vector<bool>& is_told,
                        const Eigen::VectorXd& even, const Eigen::MatrixXd& growth) const {
    EvenForces found;
    Eigen::VectorXd known = even;
    Eigen::Index told = std::ranges::find(is_told, true) - is_told.begin();
    for (std::size_t j = 0; j < path_.spans().size(); ++j) {
      if (is_told[static_cast<std::size_t>(piece[j])]) told = piece[j];
      known[piece[j]] = even[told];
      const PathSpan& span = path_.spans()[j];
      found.spans.push_back({even[told] + by_weight(span.start), even[told] + by_weight(span.start + span.length)});
    }
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      if (!(bodies_[b].mass > 0.0)) continue;
      const Eigen::VectorXd pulls = growth.col(static_cast<Eigen::Index>(b)).cwiseProduct(known);
      const double size = std::abs(bodies_[b].force) + pulls.cwiseAbs().sum();
      found.is_balanced = found.is_balanced && std::abs(bodies_[b].force - pulls.sum()) <= kBalanced * size;
    }
    return found;
  }

  // The holding pulley whose friction falls short most; none if friction suffices everywhere.
  std::optional<std::size_t> worst_slip(const EvenForces& found, const std::vector<bool>& holds) const {
    std::optional<std::size_t> worst;
    double most = 0.0;
    for (std::size_t k = 0; k < holds.size(); ++k) {
      const double entry = found.spans[k][1];
      const double exit = found.spans[k + 1][0];
      if (!holds[k] || !(entry > 0.0 && exit > 0.0)) continue;
      const double bears = drive_.contact_of(k).kinetic_coefficient() * path_.arcs()[k].wrap;
      const double missing = std::abs(std::log(exit / entry)) - bears;
      if (!(missing > most)) continue;
      most = missing;
      worst = k;
    }
    return worst;
  }

  const RopeDrive& drive_;
  const RopePath& path_;
  Eigen::Vector2d weight_;  // of the rope per length [N/m]
  std::vector<std::size_t> mounted_;
  std::vector<Place> row_;
  std::vector<Body> bodies_;
};

}  // namespace

EvenForces even_forces(const RopeDrive& drive, const RopePath& path, double mass_per_length) {
  return Pieces(drive, path, mass_per_length).forces();
}

std::vector<std::string> mount_objections(const RopeDrive& drive, std::string_view name) {
  std::vector<std::string> sentences;
  for (const std::size_t k : drive.mounted()) {
    const Suspension* suspension = suspension_of(drive.pulleys[k].mount);
    const std::string label = drive.pulley_label(k);
    if (suspension == nullptr) {
      sentences.push_back(fmt::format(
          "{} moves the axes of pulleys by the rope alone, but the motion of the mount of pulley {} is prescribed; let "
          "it move freely, or keep the axis fixed",
          name, label));
    } else if (suspension->friction) {
      sentences.push_back(fmt::format(
          "the mount of pulley {} has dry friction, which {} does not support for ropes; remove it", label, name));
    } else if (is_held(*suspension)) {
      sentences.push_back(fmt::format(
          "nothing tells {} where the spring of the mount of pulley {} is free; give its free position", name, label));
    }
  }
  if (drive.starts_running() && !drive.mounted().empty()) {
    sentences.push_back(fmt::format(
        "{} starts a rope whose axes move from rest; remove \"initial_state\", and let pulleys begin to turn", name));
  }
  return sentences;
}

}  // namespace beltdyn
