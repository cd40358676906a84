// SPDX-License-Identifier: MIT
#include "eulerian/ale/steady_system.hpp"

#include <algorithm>
#include <cmath>

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

constexpr int kPoints = static_cast<int>(kContactPoints);
// Step of the differences by G: the residual is quadratic in G but for the damping of contacts that open.
constexpr double kFluxDifference = 1e-4;

const AleStep kSteady{.length = INFINITY, .rates = {}, .friction = FrictionUse::none, .inertia = true};

}  // namespace

SteadySystem::SteadySystem(AleEquations& equations, int direction)
    : equations_(equations),
      direction_(direction),
      unknown_of_(equations.pulleys().size(), -1),
      moments_(equations.pulleys().size()),
      deflections_(static_cast<std::size_t>(kPoints) * equations.model().mesh.nodes.size()),
      passages_(static_cast<std::size_t>(kPoints) * equations.model().mesh.nodes.size()),
      pulleys_(equations.pulleys().begin(), equations.pulleys().end()) {
  const BeltDrive& drive = equations.drive();
  length_scale_ = drive.pulleys.front().radius;
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    unknown_of_[p] = pulleys_[p].unknown;
    pulleys_[p].unknown = -1;
    length_scale_ = std::min(length_scale_, drive.pulleys[p].radius);
  }
  gauge_ = equations.arrays().q[equations.arrays().layout.at(0, kBlock, 2)];
}

int SteadySystem::q_at(int element, std::size_t unknown) const {
  const int node = (element + (unknown < 4 ? 0 : 1)) % n();
  return kStride * node + static_cast<int>(unknown % 4);
}

std::size_t SteadySystem::owner(int station) const {
  return static_cast<std::size_t>(equations_.model().mesh.owners[static_cast<std::size_t>(station / kPoints)]);
}

double SteadySystem::mesh_weight(int index) const {
  return equations_.model().mesh.lengths[static_cast<std::size_t>(index / kPoints)] *
         equations_.model().contact_rule[static_cast<std::size_t>(index % kPoints)].weight;
}

Eigen::VectorXd SteadySystem::pack(double flux) const {
  const AleArrays& arrays = equations_.arrays();
  const auto unknown = std::count_if(unknown_of_.begin(), unknown_of_.end(), [](int u) { return u >= 0; });
  Eigen::VectorXd x(flux_at() + 1 + unknown);
  for (int e = 0; e < n(); ++e) {
    for (int c = 0; c < kBlock; ++c) x[kStride * e + c] = arrays.q[arrays.layout.at(e, kBlock, c)];
    for (int p = 0; p < kPoints; ++p) x[kStride * e + 4 + p] = 0.0;
  }
  x[flux_at()] = flux;
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    if (unknown_of_[p] >= 0) x[flux_at() + 1 + unknown_of_[p]] = loads_.speeds[p];
  }
  return x;
}

std::vector<double> SteadySystem::speeds(const Eigen::VectorXd& x) const {
  std::vector<double> all = loads_.speeds;
  for (std::size_t p = 0; p < all.size(); ++p) {
    if (unknown_of_[p] >= 0) all[p] = x[flux_at() + 1 + unknown_of_[p]];
  }
  return all;
}

bool SteadySystem::load_arrays(const Eigen::VectorXd& x) {
  AleArrays& arrays = equations_.arrays();
  const double flux = x[flux_at()];
  if (!(flux * direction_ > 0.0)) return false;
  std::fill(arrays.v.begin(), arrays.v.end(), 0.0);
  std::fill(arrays.a.begin(), arrays.a.end(), 0.0);
  for (int e = 0; e < n(); ++e) {
    for (int c = 0; c < kBlock; ++c) arrays.q[arrays.layout.at(e, kBlock, c)] = x[kStride * e + c];
    arrays.v[arrays.layout.at(e, kBlock, 2)] = -flux;
    if (!(x[kStride * e + 3] > 0.0)) return false;
  }
  arrays.close_positions();
  numerics::copy_first_nodes(arrays.layout, arrays.v);
  return true;
}

template <class T>
SteadySystem::Station<T> SteadySystem::station(int element, const RulePoint& place, std::size_t pulley,
                                               double flux) const {
  using std::sqrt;
  const AleModel& model = equations_.model();
  const AleArrays& arrays = equations_.arrays();
  const auto i = static_cast<std::size_t>(element);
  const auto j = static_cast<std::size_t>((element + 1) % n());
  const MeshNode& a = model.mesh.nodes[i];
  const MeshNode& b = model.mesh.nodes[j];
  const ElementGeometry<double> geometry{.length = model.mesh.lengths[i],
                                         .place = {a.place, b.place},
                                         .tangent = {a.tangent, b.tangent},
                                         .normal = {a.normal, b.normal}};
  ElementVector<double> q{};
  for (std::size_t c = 0; c < 4; ++c) {
    q[c] = arrays.q[arrays.layout.at(element, kBlock, static_cast<int>(c))];
    q[4 + c] = arrays.q[arrays.layout.at(static_cast<int>(j), kBlock, static_cast<int>(c))];
  }
  if (j == 0) q[6] += model.reference_length;
  const ElementFields<double> fields = fields_of(geometry, q, {}, {});
  const StepRates rates;
  const PointReader<T, double> at(geometry, place, rates);
  const Vec2<T> r = at.vector(fields.r, 0, 1.0);
  const ContactCircle<double>& circle = pulleys_[pulley].circle;
  const Vec2<T> d{T(r.x - T(circle.center.x)), T(r.y - T(circle.center.y))};
  Station<T> point;
  point.u = at.vector(fields.r, 1, 1.0);
  point.g = at.scalar(fields.s, 1, 1.0);
  point.distance = T(sqrt(dot(d, d)));
  const T one_over = inverse(point.distance);
  point.s = at.scalar(fields.s, 0, 1.0);
  point.radial = one_over * d;
  point.gap = T(point.distance - T(circle.line_radius));
  const T gap_rate = T(flux * (dot(point.radial, point.u) * inverse(point.g)));
  point.pressure = T(T(-(circle.normal_stiffness * point.gap)) - circle.normal_damping * gap_rate);
  // −f per unit of F and its work along the belt, as in touch()
  const Vec2<T> around = numerics::perpendicular(point.radial);
  const T along = T(circle.radius * one_over);
  point.per.r = T(point.g * along) * around;
  point.per.s = T(-(along * dot(around, point.u)));
  point.moment_per = T(circle.radius * point.g);
  return point;
}

template <class T>
std::vector<SteadySystem::Station<T>> SteadySystem::stations(double flux) const {
  std::vector<Station<T>> all;
  all.reserve(static_cast<std::size_t>(kPoints * n()));
  for (int k = 0; k < kPoints * n(); ++k) {
    all.push_back(station<T>(k / kPoints, equations_.model().contact_rule[static_cast<std::size_t>(k % kPoints)],
                             owner(k), flux));
  }
  return all;
}

template <class T>
bool SteadySystem::enters(int index, const std::vector<Station<T>>& stations) const {
  if (!(numerics::value_of(stations[static_cast<std::size_t>(index)].pressure) > 0.0)) return false;
  const int last = before(index);
  return !(numerics::value_of(stations[static_cast<std::size_t>(last)].pressure) > 0.0) || owner(last) != owner(index);
}

// The place where the pressure begins lies in the element of this point or in that of the point before. It moves with
// the unknowns: dσ = −dp/p_σ at fixed σ, and with it the particle and the angle.
template <class T>
SteadySystem::Entry<T> SteadySystem::entry(int index, double flux) const {
  const Rule& rule = equations_.model().contact_rule;
  const std::size_t pulley = owner(index);
  const auto pressure = [&](int element, double xi) {
    return station<double>(element, rule_point(xi, 0.0), pulley, flux).pressure;
  };
  Entry<T> found{.element = index / kPoints, .station = {}};
  double inside = rule[static_cast<std::size_t>(index % kPoints)].xi;
  const int last = before(index);
  const double last_xi = rule[static_cast<std::size_t>(last % kPoints)].xi;
  double outside = last_xi;
  if (last / kPoints != found.element) {
    outside = direction_ > 0 ? 0.0 : 1.0;
    if (pressure(found.element, outside) > 0.0) {
      found.element = last / kPoints;
      inside = 1.0 - outside;
      outside = last_xi;
    }
  }
  constexpr double kPlace = 1e-14;
  if (pressure(found.element, outside) > 0.0) {
    inside = outside;  // no place without pressure: the point before belongs to another pulley
  }
  double p_inside = pressure(found.element, inside);
  double p_outside = pressure(found.element, outside);
  // Regula falsi with the change of Illinois
  while (std::abs(inside - outside) > kPlace && p_outside != 0.0) {
    const double xi = inside - p_inside * (inside - outside) / (p_inside - p_outside);
    const double p = pressure(found.element, xi);
    if (p == 0.0 || xi == inside || xi == outside) {
      inside = xi;
      break;
    }
    if (p > 0.0) {
      inside = xi;
      p_inside = p;
      p_outside *= 0.5;
    } else {
      outside = xi;
      p_outside = p;
      p_inside *= 0.5;
    }
  }
  found.station = station<T>(found.element, rule_point(inside, 0.0), pulley, flux);
  if constexpr (numerics::kIsDual<T>) {
    constexpr double kDifference = 1e-4;
    const double h = equations_.model().mesh.lengths[static_cast<std::size_t>(found.element)];
    const double slope =
        (pressure(found.element, inside + kDifference) - pressure(found.element, inside - kDifference)) /
        (2.0 * kDifference * h);
    Station<T>& at = found.station;
    const Vec2<double> n_here{at.radial.x.value, at.radial.y.value};
    const Vec2<double> around = numerics::perpendicular(n_here);
    const double turn = (around.x * at.u.x.value + around.y * at.u.y.value) / at.distance.value;
    for (std::size_t i = 0; i < kElementUnknowns && slope != 0.0; ++i) {
      const double moved = -at.pressure.d[i] / slope;
      at.radial.x.d[i] += around.x * turn * moved;
      at.radial.y.d[i] += around.y * turn * moved;
      at.s.d[i] += at.g.value * moved;
    }
  }
  return found;
}

// The derivatives by the unknowns of two elements are put together by the caller.
template <class T>
SteadySystem::Passage SteadySystem::passage(int index, const Station<T>& here, const Station<T>& there, bool enters,
                                            const Eigen::VectorXd& x) const {
  using numerics::value_of;
  Passage way;
  const double pressure = value_of(here.pressure);
  if (!(pressure > 0.0)) return way;
  const ContactCircle<double>& circle = pulleys_[owner(index)].circle;
  const double K = loads_.stiffness * circle.bristle_stiffness;
  const double flux = x[flux_at()];
  const int unknown = unknown_of_[owner(index)];
  const double omega = unknown < 0 ? loads_.speeds[owner(index)] : x[flux_at() + 1 + unknown];
  double ds = value_of(here.s) - value_of(there.s);
  const double loop = equations_.model().reference_length;
  if (direction_ > 0 && ds < 0.0) ds += loop;
  if (direction_ < 0 && ds > 0.0) ds -= loop;
  const double D_h = ds == 0.0 ? 0.0 : loads_.stiffness * circle.bristle_damping * flux / ds;
  const double z_before = enters ? 0.0 : deflections_[static_cast<std::size_t>(before(index))];
  const double angle = numerics::angle_between(Vec2<double>{value_of(there.radial.x), value_of(there.radial.y)},
                                               Vec2<double>{value_of(here.radial.x), value_of(here.radial.y)});
  way.slip = circle.radius * (angle - omega * ds / flux);
  const double tried = K * (z_before + way.slip) + D_h * way.slip;
  const auto returned = contact::return_to_limit(tried, circle.friction * pressure);
  way.slips = returned.d_limit;
  way.force = returned.force;
  const double over = 1.0 / (K + D_h);
  way.deflection = (returned.force + D_h * z_before) * over;
  // The equation is z − (F + D_h z_before) over; in stick F* = (K + D_h) Δ + K z_before.
  const double by_slip = -returned.d_tried;
  way.by_before = enters ? 0.0 : -(returned.d_tried * K + D_h) * over;
  way.by_pressure = -returned.d_limit * circle.friction * over;
  way.by_angle = by_slip * circle.radius;
  way.by_way = -by_slip * circle.radius * omega / flux;
  way.by_flux = by_slip * circle.radius * omega * ds / (flux * flux);
  way.by_speed = -by_slip * circle.radius * ds / flux;
  way.force_by_own = K + D_h;
  way.force_by_before = enters ? 0.0 : -D_h;
  return way;
}

void SteadySystem::add_kernel_residual(double sign, Eigen::VectorXd& to) const {
  const AleArrays& a = equations_.arrays();
  for (int node = 0; node < n(); ++node) {
    const int last = (node + n() - 1) % n();
    const bool is_first = a.layout.row_of(last) + 1 == a.layout.rows();
    for (int c = 0; c < kBlock; ++c) {
      double value = a.residual[a.layout.at(node, kBlock, c)];
      if (is_first) value += a.residual[a.layout.index(a.layout.rows(), a.layout.lane_of(last), kBlock, c)];
      to[kStride * node + c] -= sign * value;
    }
  }
}

bool SteadySystem::evaluate(const Eigen::VectorXd& x, Eigen::VectorXd& residual) {
  if (!load_arrays(x)) return false;
  equations_.kernel().assemble(kSteady, false, pulleys_);
  residual.setZero(x.size());
  add_kernel_residual(1.0, residual);
  std::fill(moments_.begin(), moments_.end(), 0.0);
  const double flux = x[flux_at()];
  const std::vector<Station<double>> all = stations<double>(flux);
  // Along the stream, from a point that touches nothing, so that each bristle finds the one before done.
  int first = 0;
  while (first < kPoints * n() && all[static_cast<std::size_t>(first)].pressure > 0.0) ++first;
  for (int turn = 0; turn < kPoints * n(); ++turn) {
    const int k = ((first + direction_ * turn) + kPoints * n()) % (kPoints * n());
    const auto index = static_cast<std::size_t>(k);
    const Station<double>& here = all[index];
    Passage& way = passages_[index];
    const bool is_first = enters(k, all);
    way = passage(k, here, is_first ? entry<double>(k, flux).station : all[static_cast<std::size_t>(before(k))],
                  is_first, x);
    deflections_[index] = way.deflection;
    if (way.force == 0.0) continue;
    const Rule& rule = equations_.model().contact_rule;
    const auto& mesh = equations_.model().mesh;
    const double weight = mesh_weight(k) * way.force;
    const double h = mesh.lengths[static_cast<std::size_t>(k / kPoints)];
    for (std::size_t i = 0; i < 4; ++i) {
      const double share = weight * rule[static_cast<std::size_t>(k % kPoints)].value[i] * (i % 2 == 0 ? 1.0 : h);
      const auto node = static_cast<std::size_t>((k / kPoints + static_cast<int>(i / 2)) % n());
      residual[q_at(k / kPoints, kPositionUnknowns[i])] += share * dot(mesh.nodes[node].normal, here.per.r);
      residual[q_at(k / kPoints, kMaterialUnknowns[i])] += share * here.per.s;
    }
    moments_[owner(k)] += weight * here.moment_per;
  }
  residual[flux_at()] = x[q_at(0, 2)] - gauge_;
  const BeltDrive& drive = equations_.drive();
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    if (unknown_of_[p] < 0) continue;
    const double omega = x[flux_at() + 1 + unknown_of_[p]];
    residual[flux_at() + 1 + unknown_of_[p]] =
        loads_.torque * drive.pulleys[p].moment(loads_.time, omega) + moments_[p];
  }
  return residual.allFinite();
}

void SteadySystem::emit_kernel(std::vector<double>* values, std::vector<std::pair<int, int>>* places) const {
  const AleArrays& a = equations_.arrays();
  const auto add = [&](const numerics::AlignedVector& blocks, int node, int i, int j) {
    for (int r = 0; r < kBlock; ++r) {
      for (int c = 0; c < kBlock; ++c) {
        if (places != nullptr) places->emplace_back(kStride * i + r, kStride * j + c);
        if (values != nullptr) values->push_back(blocks[a.layout.at(node, numerics::kBlockEntries, r * kBlock + c)]);
      }
    }
  };
  for (int node = 0; node < n(); ++node) {
    const int next = (node + 1) % n();
    add(a.matrix.diagonal, node, node, node);
    add(a.matrix.upper, node, node, next);
    add(a.matrix.lower, node, next, node);
  }
}

void SteadySystem::emit_flux_column(const Eigen::VectorXd& x, std::vector<double>& values) {
  Eigen::VectorXd difference = Eigen::VectorXd::Zero(flux_at());
  const double step = kFluxDifference * x[flux_at()];
  for (const double sign : {1.0, -1.0}) {
    Eigen::VectorXd moved = x;
    moved[flux_at()] += sign * step;
    load_arrays(moved);
    equations_.kernel().assemble(kSteady, false, pulleys_);
    add_kernel_residual(sign / (2.0 * step), difference);
  }
  for (int node = 0; node < n(); ++node) {
    for (int c = 0; c < kBlock; ++c) values.push_back(difference[kStride * node + c]);
  }
}

void SteadySystem::set_pattern() {
  std::vector<std::pair<int, int>> places;
  emit_kernel(nullptr, &places);
  for (int node = 0; node < n(); ++node) {
    for (int c = 0; c < kBlock; ++c) places.emplace_back(kStride * node + c, flux_at());
  }
  for (int k = 0; k < kPoints * n(); ++k) {
    const int e = k / kPoints;
    const int speed = unknown_of_[owner(k)] < 0 ? -1 : flux_at() + 1 + unknown_of_[owner(k)];
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      places.emplace_back(q_at(e, i), z_at(k));
      places.emplace_back(q_at(e, i), z_at(before(k)));
      for (std::size_t j = 0; j < kElementUnknowns; ++j) places.emplace_back(q_at(e, i), q_at(e, j));
      places.emplace_back(z_at(k), q_at(e, i));
      places.emplace_back(z_at(k), q_at(before(k) / kPoints, i));
      if (speed >= 0) places.emplace_back(speed, q_at(e, i));
    }
    places.emplace_back(z_at(k), z_at(k));
    places.emplace_back(z_at(k), z_at(before(k)));
    places.emplace_back(z_at(k), flux_at());
    if (speed < 0) continue;
    places.emplace_back(z_at(k), speed);
    places.emplace_back(speed, z_at(k));
    places.emplace_back(speed, z_at(before(k)));
  }
  places.emplace_back(flux_at(), q_at(0, 2));
  int size = flux_at() + 1;
  for (const int unknown : unknown_of_) {
    if (unknown < 0) continue;
    places.emplace_back(flux_at() + 1 + unknown, flux_at() + 1 + unknown);
    ++size;
  }
  matrix_.set_pattern(size, places);
}

bool SteadySystem::factorise(const Eigen::VectorXd& x) {
  if (!matrix_.has_pattern()) set_pattern();
  std::vector<double> values;
  values.reserve(matrix_.values().size());
  load_arrays(x);
  equations_.kernel().assemble(kSteady, true, pulleys_);
  emit_kernel(&values, nullptr);
  emit_flux_column(x, values);
  load_arrays(x);
  const double flux = x[flux_at()];
  flux_scale_ = std::abs(flux);
  const std::vector<Station<StationDual>> all = stations<StationDual>(flux);
  const auto& mesh = equations_.model().mesh;
  for (int k = 0; k < kPoints * n(); ++k) {
    const Station<StationDual>& here = all[static_cast<std::size_t>(k)];
    const bool is_first = enters(k, all);
    const Entry<StationDual> from = is_first ? entry<StationDual>(k, flux)
                                             : Entry<StationDual>{.element = before(k) / kPoints,
                                                                  .station = all[static_cast<std::size_t>(before(k))]};
    const Station<StationDual>& there = from.station;
    const Passage way = passage(k, here, there, is_first, x);
    const auto angle_by = [](const Station<StationDual>& point, std::size_t i) {
      return point.radial.x.value * point.radial.y.d[i] - point.radial.y.value * point.radial.x.d[i];
    };
    const RulePoint& rule = equations_.model().contact_rule[static_cast<std::size_t>(k % kPoints)];
    const double weight = mesh_weight(k);
    const double h = mesh.lengths[static_cast<std::size_t>(k / kPoints)];
    const bool is_driven = unknown_of_[owner(k)] >= 0;
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      const std::size_t which = (i / 4) * 2 + i % 2;  // Hermite value of the unknown
      const double count = weight * rule.value[which] * (which % 2 == 0 ? 1.0 : h);
      const bool is_position = i % 4 < 2;
      const auto node = static_cast<std::size_t>((k / kPoints + static_cast<int>(i / 4)) % n());
      const Vec2<double>& normal = mesh.nodes[node].normal;
      const auto work = [&](const auto& part) {
        return is_position ? normal.x * part(here.per.r.x) + normal.y * part(here.per.r.y) : part(here.per.s);
      };
      const double unit = count * work([](const StationDual& d) { return d.value; });
      values.push_back(unit * way.force_by_own);
      values.push_back(unit * way.force_by_before);
      for (std::size_t j = 0; j < kElementUnknowns; ++j) {
        values.push_back(count * way.force * work([j](const StationDual& d) { return d.d[j]; }));
      }
      const double by_here =
          way.by_pressure * here.pressure.d[i] + way.by_angle * angle_by(here, i) + way.by_way * here.s.d[i];
      const double by_there = -way.by_angle * angle_by(there, i) - way.by_way * there.s.d[i];
      const bool is_own = from.element == k / kPoints;
      values.push_back(by_here + (is_own ? by_there : 0.0));
      values.push_back(is_own ? 0.0 : by_there);
      if (is_driven) values.push_back(weight * way.force * here.moment_per.d[i]);
    }
    values.push_back(way.by_own);
    values.push_back(way.by_before);
    values.push_back(way.by_flux);
    if (!is_driven) continue;
    values.push_back(way.by_speed);
    values.push_back(weight * here.moment_per.value * way.force_by_own);
    values.push_back(weight * here.moment_per.value * way.force_by_before);
  }
  values.push_back(1.0);
  const std::vector<double> omega = speeds(x);
  for (std::size_t p = 0; p < unknown_of_.size(); ++p) {
    if (unknown_of_[p] < 0) continue;
    values.push_back(loads_.torque * equations_.drive().pulleys[p].moment_derivative(loads_.time, omega[p]));
  }
  std::copy(values.begin(), values.end(), matrix_.values().begin());
  return matrix_.factorise();
}

double SteadySystem::size(const Eigen::VectorXd& correction) const {
  double largest = 0.0;
  const auto take = [&largest](double value) {
    largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : INFINITY;
  };
  for (int e = 0; e < n() && std::isfinite(largest); ++e) {
    take(correction[kStride * e] / length_scale_);
    take(correction[kStride * e + 1]);
    take(correction[kStride * e + 2] / length_scale_);
    take(correction[kStride * e + 3]);
  }
  take(correction[flux_at()] / flux_scale_);
  for (const int unknown : unknown_of_) {
    if (unknown >= 0) take(correction[flux_at() + 1 + unknown] * length_scale_ / flux_scale_);
  }
  return largest;
}

void SteadySystem::write(const Eigen::VectorXd& x) {
  Eigen::VectorXd residual;
  evaluate(x, residual);
  AleArrays& arrays = equations_.arrays();
  for (int k = 0; k < kPoints * n(); ++k) {
    const Passage& way = passages_[static_cast<std::size_t>(k)];
    const auto put = [&](ContactField field, double value) {
      arrays.contacts[arrays.contact_at(k / kPoints, static_cast<std::size_t>(k % kPoints), field)] = value;
    };
    put(ContactField::bristle, way.force);
    put(ContactField::deflection, way.deflection);
    put(ContactField::slips, way.slips);
    put(ContactField::slip, way.slip);
  }
}

}  // namespace beltdyn::eulerian::ale
