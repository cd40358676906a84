// SPDX-License-Identifier: MIT
#include "analytic/rope_drive/moving_axes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>

#include <Eigen/Core>
#include <fmt/format.h>

#include "analytic/rope_drive/rope_ends.hpp"
#include "core/drive/belt/path_pieces.hpp"
#include "core/numerics/solve/dense.hpp"

namespace beltdyn::analytic {
namespace {

// Of a matrix: as good as none.
constexpr double kNothing = 1e-12;

// A circle of the path, the ends among them with the radius 0, and what moves it.
struct Place {
  PathArc drawn{};
  std::size_t body = SIZE_MAX;                       // whose way moves it
  Eigen::Vector2d along = Eigen::Vector2d::Zero();   // of an end, the unit vector of its way
  const Pulley* carrier = nullptr;                   // of a pulley
  Eigen::Vector2d by_way = Eigen::Vector2d::Zero();  // now
};

// D and h of (1) and their change with the way of a body.
struct SpanChange {
  double length{};
  double angle{};
};

SpanChange change_of(const PathSpan& span, const Place& from, const Place& to, std::size_t body) {
  Eigen::Vector2d by = Eigen::Vector2d::Zero();
  if (to.body == body) by += to.by_way;
  if (from.body == body) by -= from.by_way;
  const Eigen::Vector2d normal{-span.tangent.y(), span.tangent.x()};
  const double across = to.drawn.turn * to.drawn.radius - from.drawn.turn * from.drawn.radius;
  const double angle = normal.dot(by) / span.length;
  return {.length = span.tangent.dot(by) + across * angle, .angle = angle};
}

std::vector<Place> places_of(const RopeDrive& drive) {
  const RopePath path = drive.path();
  const std::vector<std::size_t> mounted = drive.mounted();
  std::vector<Place> row(drive.pulleys.size() + 2);
  for (std::size_t i = 0; i < drive.ends.size(); ++i) {
    Place& end = i == 0 ? row.front() : row.back();
    end.drawn.center = drive.ends[i].position();
    const auto* body = std::get_if<BodyEnd>(&drive.ends[i].form);
    if (body == nullptr) continue;
    end.body = i;
    end.along = sense_of(*body, away_at(path, i)) * body->unit_direction();
  }
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    Place& place = row[k + 1];
    place.drawn = path.arcs()[k];
    const std::size_t carrier = drive.carrier_of(k);
    const auto found = std::ranges::find(mounted, carrier);
    if (found == mounted.end()) continue;
    place.body = 2 + static_cast<std::size_t>(found - mounted.begin());
    place.carrier = &drive.pulleys[carrier];
  }
  return row;
}

AxisPlace moved_axis(const Pulley& carrier, double way) {
  return carrier.axis_at(drawn_position(carrier.mount, carrier.center) + way);
}

class MovingGeometry {
 public:
  explicit MovingGeometry(const RopeDrive& drive) : row_(places_of(drive)), now_(row_.size()) {
    for (std::size_t i = 0; i < drive.ends.size(); ++i) {
      is_pulled_[i] = std::holds_alternative<ForceEnd>(drive.ends[i].form);
    }
    for (std::size_t i = 0; i < row_.size(); ++i) now_[i] = row_[i].drawn;
  }

  void operator()(std::span<const double> ways, RopeGeometry& geometry) {
    for (std::size_t i = 0; i < row_.size(); ++i) move(i, ways);
    const std::size_t n_spans = row_.size() - 1;
    for (std::size_t j = 0; j < n_spans; ++j) {
      const std::optional<PathSpan> span = common_tangent(now_[j], now_[j + 1]);
      geometry.length[j] = span ? span->length : 0.0;
      if (geometry.length[j] > 0.0) set_span(*span, j, ways.size(), geometry);
    }
    // The end of a rope that is pulled out has gone along its span.
    for (std::size_t i = 0; i < is_pulled_.size(); ++i) {
      const std::size_t j = i * (n_spans - 1);
      if (is_pulled_[i]) geometry.length[j] += ways[i];
      if (is_pulled_[i]) geometry.length_by[i * n_spans + j] = 1.0;
    }
  }

 private:
  void move(std::size_t i, std::span<const double> ways) {
    Place& place = row_[i];
    if (place.body == SIZE_MAX) return;
    const double way = ways[place.body];
    if (place.carrier == nullptr) {
      now_[i].center = place.drawn.center + way * place.along;
      place.by_way = place.along;
      return;
    }
    const AxisPlace axis = moved_axis(*place.carrier, way);
    now_[i].center = place.drawn.center + axis.place - place.carrier->center;
    place.by_way = axis.by_u;
  }

  void set_span(const PathSpan& span, std::size_t j, std::size_t n_bodies, RopeGeometry& geometry) const {
    const std::size_t n_spans = row_.size() - 1;
    const std::size_t n = n_spans - 1;
    for (std::size_t b = 0; b < n_bodies; ++b) {
      const SpanChange change = change_of(span, row_[j], row_[j + 1], b);
      geometry.length_by[b * n_spans + j] = change.length;
      if (j > 0) geometry.side_by[(b * n + j - 1) * 2 + 1] = row_[j].drawn.turn * change.angle;
      if (j < n) geometry.side_by[(b * n + j) * 2] = row_[j + 1].drawn.turn * change.angle;
    }
  }

  std::vector<Place> row_;
  std::vector<PathArc> now_;
  std::array<bool, 2> is_pulled_{};
};

// Of the bodies of a rope, the two ends and then the mounts: the force on their ways, and what moves with them, 0 if
// nothing does.
struct Puller {
  double force{};
  double mass{};
};

std::vector<Puller> pullers_of(const ElasticRopeDrive& rope) {
  std::vector<Puller> all;
  for (const RopeEnd& end : rope.ends) {
    const bool is_free = end.kind == RopeEnd::Kind::body && end.held_until <= 0.0;
    all.push_back(is_free ? Puller{.force = end.force(0.0), .mass = end.mass} : Puller{});
  }
  for (const RopeBlock& block : rope.blocks) {
    all.push_back({.force = block.force(0.0, 0.0, block.speed), .mass = block.mass});
  }
  return all;
}

// f_bc at t = 0, shape (n_pieces, n_bodies).
Eigen::MatrixXd growth_of(const RopeDrive& drive, std::span<const Eigen::Index> piece, std::size_t n_bodies) {
  const std::size_t n = drive.pulleys.size();
  RopeGeometry geometry;
  geometry.length.assign(n + 1, 0.0);
  geometry.length_by.assign(n_bodies * (n + 1), 0.0);
  geometry.side_by.assign(n_bodies * n * 2, 0.0);
  moving_geometry(drive)(std::vector<double>(n_bodies, 0.0), geometry);
  Eigen::MatrixXd growth = Eigen::MatrixXd::Zero(piece[n] + 1, static_cast<Eigen::Index>(n_bodies));
  for (std::size_t b = 0; b < n_bodies; ++b) {
    for (std::size_t j = 0; j <= n; ++j) {
      double& by = growth(piece[j], static_cast<Eigen::Index>(b));
      by += geometry.length_by[b * (n + 1) + j];
      // The sides of its arcs.
      if (j < n) by -= drive.pulleys[j].radius * geometry.side_by[(b * n + j) * 2];
      if (j > 0) by += drive.pulleys[j - 1].radius * geometry.side_by[(b * n + j - 1) * 2 + 1];
    }
  }
  return growth;
}

// The least x with A x = b, as far as the positive semidefinite A tells it.
Eigen::VectorXd least_solution(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
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
std::vector<double> forces_between(const RopeDrive& drive, const ElasticRopeDrive& rope,
                                   const std::vector<bool>& holds) {
  const std::size_t n = drive.pulleys.size();
  std::vector<Eigen::Index> piece(n + 1, 0);
  for (std::size_t k = 0; k < n; ++k) piece[k + 1] = piece[k] + (holds[k] ? 1 : 0);
  const Eigen::Index n_pieces = piece[n] + 1;
  const std::vector<Puller> pullers = pullers_of(rope);
  const Eigen::MatrixXd growth = growth_of(drive, piece, pullers.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n_pieces, n_pieces);
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(n_pieces);
  for (std::size_t b = 0; b < pullers.size(); ++b) {
    if (!(pullers[b].mass > 0.0)) continue;
    const Eigen::VectorXd by = growth.col(static_cast<Eigen::Index>(b));
    matrix += by * by.transpose() / pullers[b].mass;
    sum += by * (pullers[b].force / pullers[b].mass);
  }
  std::vector<bool> is_told;
  for (Eigen::Index c = 0; c < n_pieces; ++c) is_told.push_back(matrix(c, c) > kNothing * matrix.trace());
  Eigen::VectorXd given = Eigen::VectorXd::Zero(n_pieces);
  for (std::size_t i = 0; i < rope.ends.size(); ++i) {
    if (rope.ends[i].kind != RopeEnd::Kind::force) continue;
    const Eigen::Index c = i == 0 ? 0 : n_pieces - 1;
    is_told[static_cast<std::size_t>(c)] = true;
    given[c] = rope.ends[i].force(0.0);
    sum -= matrix.col(c) * given[c];
    matrix.col(c).setZero();
    matrix.row(c).setZero();
    sum[c] = 0.0;
  }
  const auto first = std::ranges::find(is_told, true);
  if (first == is_told.end()) return {};
  const Eigen::VectorXd even = given + least_solution(matrix, sum);
  std::vector<double> forces;
  Eigen::Index told = first - is_told.begin();
  for (std::size_t j = 0; j <= n; ++j) {
    if (is_told[static_cast<std::size_t>(piece[j])]) told = piece[j];
    forces.push_back(even[told]);
  }
  return forces;
}

// The pulley that holds the rope though friction bears least of what it should.
std::optional<std::size_t> worst_slip(const ElasticRopeDrive& rope, std::span<const double> forces,
                                      const std::vector<bool>& holds) {
  std::optional<std::size_t> worst;
  double most = 0.0;
  for (std::size_t k = 0; k < holds.size(); ++k) {
    if (!holds[k] || !(forces[k] > 0.0 && forces[k + 1] > 0.0)) continue;
    const double missing =
        std::abs(std::log(forces[k + 1] / forces[k])) - rope.sheaves[k].friction * rope.sheaves[k].wrap;
    if (!(missing > most)) continue;
    most = missing;
    worst = k;
  }
  return worst;
}

}  // namespace

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
  return sentences;
}

Eigen::Vector2d axis_moved(const RopeDrive& drive, std::size_t pulley, std::span<const double> mounts) {
  const std::vector<std::size_t> mounted = drive.mounted();
  const std::size_t carrier = drive.carrier_of(pulley);
  const auto found = std::ranges::find(mounted, carrier);
  if (found == mounted.end()) return Eigen::Vector2d::Zero();
  const Pulley& its = drive.pulleys[carrier];
  return moved_axis(its, mounts[static_cast<std::size_t>(found - mounted.begin())]).place - its.center;
}

std::function<void(std::span<const double> ways, RopeGeometry& geometry)> moving_geometry(const RopeDrive& drive) {
  return MovingGeometry(drive);
}

RopeBlock block_of(const RopeDrive& drive, std::size_t pulley) {
  const Pulley& its = drive.pulleys[pulley];
  const double drawn = drawn_position(its.mount, its.center);
  return {.label = drive.pulley_label(pulley),
          .mass = suspension_of(its.mount)->inertia,
          .force = [&its, drawn, gravity = drive.gravity](
                       double t, double way,
                       double speed) { return suspension_force(its.mount, gravity, t, drawn + way, speed).force; },
          .take_up = {}};
}

std::vector<double> even_forces(const RopeDrive& drive, const ElasticRopeDrive& rope) {
  std::vector<bool> holds;
  for (const Pulley& pulley : drive.pulleys) holds.push_back(can_hold(pulley));
  for (;;) {
    const std::vector<double> forces = forces_between(drive, rope, holds);
    const std::optional<std::size_t> slips = forces.empty() ? std::nullopt : worst_slip(rope, forces, holds);
    if (!slips) return forces;
    holds[*slips] = false;
  }
}

}  // namespace beltdyn::analytic
