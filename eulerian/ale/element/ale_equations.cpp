// SPDX-License-Identifier: MIT
#include "eulerian/ale/element/ale_equations.hpp"

#include <algorithm>
#include <cmath>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/friction_laws.hpp"
#include "core/drive/pulley/mount_rest.hpp"
#include "core/dynamics/laid_rope.hpp"
#include "eulerian/ale/contact/rigid_contact.hpp"

namespace beltdyn::eulerian::ale {
namespace {

using numerics::kBlock;

// Stiffness of the spring that holds the belt in statics, relative to an element [-]; its force is close to 0.
constexpr double kHoldStiffness = 1e3;

AleModel model_on(const BeltDrive& drive, AleMesh mesh, double reference_length) {
  const Belt& belt = drive.belt;
  const ContactLaws laws = ContactLaws::of(drive, belt.width);
  numerics::Quadrature contact_points = numerics::gauss_rule(static_cast<int>(kContactPoints));
  std::sort(contact_points.begin(), contact_points.end(), [](const auto& a, const auto& b) { return a.xi < b.xi; });
  return {.section = {.axial_stiffness = belt.axial_stiffness,
                      .bending_stiffness = belt.bending_stiffness,
                      .mass_per_length = belt.mass_per_length,
                      .natural_stretch = 1.0 + drive.reference_strain(),
                      .axial_damping = belt.axial_damping,
                      .bending_damping = belt.bending_damping,
                      .gravity = {drive.gravity.x(), drive.gravity.y()}},
          .mesh = std::move(mesh),
          .reference_length = reference_length,
          .rules = ElementRules(),
          .contact_rule = rule_of(contact_points),
          .laws = laws,
          .laws_at_rest = laws.undamped(),
          .fields = ContactFields(contact::memory_size(laws.friction))};
}

}  // namespace

AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh) {
  return make_ale_model(drive, mesh, path_at_rest(drive));
}

AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& mesh, const BeltPath& path) {
  return model_on(drive, make_mesh(path, mesh), drive.reference_length());
}

// Behind the last node the particles continue with the mesh.
AleModel make_ale_model(const BeltDrive& drive, const MeshParameters& parameters, const LaidRope& rope) {
  AleMesh mesh = make_mesh(rope.path, parameters);
  const double behind = mesh.lengths.back() / rope.rope.at_path(rope.path.length()).stretch;
  return model_on(drive, std::move(mesh), rope.rope.natural_length() + behind);
}

std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive) {
  return make_pulley_entries(drive, drive.path().arcs());
}

std::vector<PulleyEntry> make_pulley_entries(const BeltDrive& drive, std::span<const PathArc> arcs) {
  std::vector<PulleyEntry> entries;
  const PulleyUnknowns unknowns = pulley_unknowns(drive.pulleys);
  for (std::size_t p = 0; p < drive.pulleys.size(); ++p) {
    const Pulley& pulley = drive.pulleys[p];
    const Eigen::Vector2d center = pulley.circle_center(0.0);
    const double turn = arcs[p].turn;
    entries.push_back({.circle = {.center = {center.x(), center.y()},
                                  .arm = {center.x() - pulley.center.x(), center.y() - pulley.center.y()},
                                  .radius = pulley.radius,
                                  .line_radius = pulley.radius + drive.belt.contact_offset,
                                  .contact_radius = pulley.radius + drive.belt.contact_height(),
                                  .lever = turn * drive.belt.contact_lever(),
                                  .stiffening = drive.configured_contact(p).patch().stiffening(),
                                  .turn = 0.0,
                                  .angular_velocity = 0.0},
                       .unknown = unknowns.angle[p],
                       .mount = unknowns.mount[p],
                       .is_mounted = moves(pulley.mount)});
  }
  return entries;
}

AleEquations::AleEquations(const BeltDrive& drive, const AleParameters& parameters)
    : AleEquations(drive, parameters, path_at_rest(drive)) {}

AleEquations::AleEquations(const BeltDrive& drive, const AleParameters& parameters, const BeltPath& path)
    : BeltSystem(rigid_on_mesh(drive, parameters.mesh)),
      mesh_parameters_(parameters.mesh),
      model_(make_ale_model(this->drive(), parameters.mesh, path)),
      pulleys_(make_pulley_entries(this->drive())),
      inertia_(parameters.scheme().inertia),
      work_(
          make_ale_work(model_, n_border_unknowns(), numerics::chosen_instruction_set(parameters.instruction_choice))),
      curvature_damping_(model_),
      runs_(this->drive(), model_.mesh),
      bodies_(this->drive(), path, model_.mesh, model_.reference_length),
      history_(model_, *work_.arrays) {
  lay_on_path();
  commit();
}

AleEquations::AleEquations(const LaidRope& rope, const AleParameters& parameters)
    : BeltSystem(rigid_on_mesh(rope, parameters.mesh), rope.carriers),
      mesh_parameters_(parameters.mesh),
      model_(make_ale_model(this->drive(), parameters.mesh, rope)),
      pulleys_(make_pulley_entries(this->drive(), rope.path.arcs())),
      inertia_(parameters.scheme().inertia),
      work_(
          make_ale_work(model_, n_border_unknowns(), numerics::chosen_instruction_set(parameters.instruction_choice))),
      curvature_damping_(model_),
      runs_(this->drive(), model_.mesh),
      history_(model_, *work_.arrays),
      ends_(std::in_place, rope, model_, *work_.arrays) {
  for (std::size_t p = 0; p < pulleys_.size(); ++p) pulleys_[p].mount = mounts().index(p);
  lay(rope.rope);
  commit();
}

BeltArraysView AleEquations::arrays_view() const {
  BeltArraysView view = view_of(*work_.arrays);
  if (curvature_damping_.is_there()) view.beside_matrix = &work_.arrays->beside_matrix;
  return view;
}

void AleEquations::lay(const StretchedPath& rope) {
  AleArrays& a = arrays();
  const AleMesh& mesh = model_.mesh;
  for (int node = 0; node < mesh.size(); ++node) {
    const StretchedPath::Place place = rope.at_path(mesh.nodes[static_cast<std::size_t>(node)].sigma);
    const auto at = [&](int c) -> double& { return a.q[a.layout.at(node, kBlock, c)]; };
    at(kAcross) = 0.0;
    at(kSlope) = 0.0;
    at(kMaterial) = place.natural;
    at(kMaterialSlope) = 1.0 / place.stretch;
  }
  a.close_positions();
}

namespace {

// A belt on idlers has the force that its weight requires, N + ρA g·r = const, and its stretch deviates from the mean
// accordingly.
void stretch_by_weight(const AleModel& model, double mean_stretch, AleArrays& a) {
  const AleMesh& mesh = model.mesh;
  const auto n = static_cast<std::size_t>(mesh.size());
  const BeltSection& section = model.section;
  std::vector<double> more(n);  // force [N]
  double mean = 0.0;
  double length = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    more[i] = -section.mass_per_length * dot(section.gravity, mesh.nodes[i].place);
    const double of_node = mesh.spread[i].length + mesh.spread[(i + n - 1) % n].length;
    mean += of_node * more[i];
    length += of_node;
  }
  mean /= length;
  std::vector<double> slopes;
  for (const double force : more) slopes.push_back(1.0 / (mean_stretch + (force - mean) / section.axial_stiffness));
  std::vector<double> material{0.0};
  for (std::size_t i = 0; i < n; ++i) {
    material.push_back(material.back() + 0.5 * mesh.spread[i].length * (slopes[i] + slopes[(i + 1) % n]));
  }
  const double factor = model.reference_length / material.back();
  for (int node = 0; node < mesh.size(); ++node) {
    const auto i = static_cast<std::size_t>(node);
    a.q[a.layout.at(node, kBlock, kMaterial)] = factor * material[i];
    a.q[a.layout.at(node, kBlock, kMaterialSlope)] = factor * slopes[i];
  }
}

}  // namespace

void AleEquations::lay_on_path() {
  AleArrays& a = arrays();
  const AleMesh& mesh = model_.mesh;
  // Length along the path; it differs from σ once the mesh has followed the path.
  std::vector<double> along{0.0};
  for (const ElementSpread& spread : mesh.spread) along.push_back(along.back() + spread.length);
  const bool has_moved = !mesh.motion.empty();
  const double slope = 1.0 / ((has_moved ? along.back() : mesh.loop) / model_.reference_length);
  for (int node = 0; node < mesh.size(); ++node) {
    const auto i = static_cast<std::size_t>(node);
    const auto at = [&](int c) -> double& { return a.q[a.layout.at(node, kBlock, c)]; };
    at(kAcross) = 0.0;
    at(kSlope) = 0.0;
    at(kMaterial) = slope * (has_moved ? along[i] : mesh.nodes[i].sigma);
    at(kMaterialSlope) = slope;
  }
  if (runs_.is_there()) stretch_by_weight(model_, 1.0 / slope, a);
  a.close_positions();
}

void AleEquations::place(const Placement& placement) {
  mounts().put(placement.mounts);
  AleMesh mesh = make_mesh(path_with_mounts(drive(), placement.mesh), mesh_parameters_);
  // The owners stay: the unknowns of a steady motion are numbered by them, and an element in the middle of a span would
  // change its pulley.
  mesh.owners = std::move(model_.mesh.owners);
  put_mesh(std::move(mesh));
  turn_pulleys();
}

void AleEquations::put_mesh(AleMesh mesh) {
  model_.mesh = std::move(mesh);
  arrays().set_mesh(model_.mesh);
}

void AleEquations::turn_pulleys() {
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    ContactCircle<double>& circle = pulleys_[p].circle;
    circle.turn = angles().turn(p);
    circle.angular_velocity = is_held() ? 0.0 : angles()[p].v;
    if (drive().pulleys[p].eccentricity == 0.0 && !pulleys_[p].is_mounted) continue;
    const CircleMotion motion = circle_motion(p);
    circle.center = numerics::plane(motion.center);
    circle.arm = {motion.by_angle.y(), -motion.by_angle.x()};
    circle.axis_velocity = numerics::plane(motion.axis_velocity);
    circle.by_mount = numerics::plane(motion.by_mount);
    circle.by_mount_twice = numerics::plane(motion.by_mount_twice);
    circle.mount_velocity = motion.mount_velocity;
  }
}

double AleEquations::start_depth(std::size_t pulley, double force) const {
  const PulleyContact& contact = drive().configured_contact(pulley);
  const double pressure = force / (pulleys_[pulley].circle.line_radius * drive().belt.width);
  const auto* rigid = std::get_if<RigidContact>(&contact.normal);
  return rigid == nullptr ? contact.penetration(pressure) : pressure / rigid->point_stiffness_per_area;
}

AleEquations::StartContact AleEquations::stiffest_contact(double force) const {
  StartContact stiffest{.depth = INFINITY};
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    stiffest.depth = std::min(stiffest.depth, start_depth(p, force) / pulleys_[p].circle.line_radius);
    stiffest.stiffening = std::max(stiffest.stiffening, drive().configured_contact(p).patch().stiffening());
  }
  return stiffest;
}

void AleEquations::set_start_contact(const StartContact& start, double force) {
  model_.laws_at_rest = model_.laws.undamped();
  std::vector<NormalLaw> normal;
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    ContactCircle<double>& circle = pulleys_[p].circle;
    const double own = start_depth(p, force);
    const double depth = std::max(own, start.depth * circle.line_radius);
    circle.stiffening = std::min(start.stiffening, drive().configured_contact(p).patch().stiffening());
    circle.contact_radius =
        drive().pulleys[p].radius + drive().belt.contact_height() + start.raised * depth / (1.0 + circle.stiffening);
    normal.push_back(depth > own
                         ? NormalLaw(contact::PenaltyNormal({.stiffness = force / (circle.line_radius * depth)}))
                         : model_.laws_at_rest.normal.of_pulley(p));
  }
  model_.laws_at_rest.normal = contact::LawTable(normal);
}

void AleEquations::commit() {
  arrays().close_positions();
  angles().begin_step();
  turn_pulleys();
  history_.commit(arrays(), pulleys_);
  runs_.commit(*this);
}

void AleEquations::hold(bool on) {
  set_held(on);
  held_at_ = arrays().q[arrays().layout.at(0, kBlock, kMaterial)];
}

double AleEquations::belt_residual_norm() const {
  const AleArrays& a = *work_.arrays;
  const auto W = static_cast<std::size_t>(a.layout.lanes());
  const std::size_t halo = a.layout.index(a.layout.rows(), 0, kBlock, 0);
  double norm = 0.0;
  bool finite = true;
  for (int lane = 0; lane < a.layout.lanes(); ++lane) {
    const auto before = static_cast<std::size_t>((lane + a.layout.lanes() - 1) % a.layout.lanes());
    for (int row = a.layout.first_row(lane); row < a.layout.rows(); ++row) {
      const std::size_t start = a.layout.index(row, lane, kBlock, 0);
      const double one_over = 1.0 / a.length[a.layout.index(row, lane, 1, 0)];
      for (std::size_t c = 0; c < kBlock; ++c) {
        double value = a.residual[start + c * W];
        if (row == a.layout.first_row(lane)) value += a.residual[halo + c * W + before];
        finite = finite && std::isfinite(value);
        norm = std::max(norm, std::abs(c % 2 == 0 ? value : value * one_over));
      }
    }
  }
  return finite ? norm : INFINITY;
}

void AleEquations::assemble_belt(const AleStep& step, bool with_tangent, std::span<PulleyEntry> pulleys) {
  work_.kernel->assemble(step, with_tangent, pulleys);
  if (curvature_damping_.is_there()) curvature_damping_.assemble(arrays(), step.rates, with_tangent);
  if (runs_.is_there()) runs_.assemble(*this, step, with_tangent);
}

bool AleEquations::assemble(const BeltStep& step, bool with_tangent) {
  const bool is_static = step.is_static();
  turn_pulleys();
  if (ends_ && step.rates.acceleration != 0.0) ends_->turn_drums(step.rates);
  if (!is_static && !history_.find_departures(work_, pulleys_)) return false;
  assemble_belt({.length = step.length,
                 .rates = step.rates,
                 .friction = is_static ? FrictionUse::none : FrictionUse::full,
                 .inertia = step.rates.acceleration != 0.0,
                 .is_static = is_static},
                with_tangent, pulleys_);
  for (std::size_t p = 0; p < pulleys_.size(); ++p) {
    angles().set_torque(p, pulleys_[p].moment);
    if (!with_tangent) {
      mounts().set_belt_force(p, pulleys_[p].on_mount);
      continue;
    }
    angles().set_torque_derivative(p, pulleys_[p].d_moment);
    mounts().set_belt(p, {.force = pulleys_[p].on_mount,
                          .by_mount = pulleys_[p].d_on_mount,
                          .by_angle = pulleys_[p].on_mount_by_angle,
                          .torque_by_mount = pulleys_[p].moment_by_mount});
  }
  if (given_acceleration_ != 0.0 && step.rates.acceleration == 0.0) add_inertia_of_given();
  if (ends_) ends_->enter(step, with_tangent);
  if (bodies_.is_there()) bodies_.enter(*this, step, with_tangent);
  if (is_held() && !ends_ && !bodies_.is_there()) {
    AleArrays& a = arrays();
    const double k = kHoldStiffness * model_.section.axial_stiffness / a.length[a.layout.at(0, 1, 0)];
    const std::size_t at = a.layout.at(0, kBlock, kMaterial);
    a.residual[at] -= k * (a.q[at] - held_at_);
    if (with_tangent) {
      a.matrix.diagonal[a.layout.at(0, numerics::kBlockEntries, kMaterial * kBlock + kMaterial)] += k;
    }
  }
  return true;
}

// The work of f ds on the particles, which move by δr − (r_σ/s_σ) δs: ∫ f·(s_σ δr − r_σ δs) dσ.
template <class Force>
void AleEquations::add_distributed(const Force& load) {
  AleArrays& a = arrays();
  const auto stride = static_cast<std::size_t>(a.layout.lanes());
  const Rule rule = rule_of(numerics::gauss_rule(kLoadPoints));
  const auto n = static_cast<std::size_t>(model_.mesh.size());
  constexpr std::size_t kNode = kBlock;
  for (std::size_t e = 0; e < static_cast<std::size_t>(model_.mesh.n_elements()); ++e) {
    const auto [geometry, fields] = element_state(*this, static_cast<int>(e));
    HermiteForces<double> forces;
    for (const RulePoint& point : rule) {
      const PointReader<double, double> at(geometry, fields, point);
      const Vec2<double> force = load(at, fields);
      add_force<double>({.r = at.scalar(fields.s, 1, Follows::nothing) * force,
                         .s = -dot(force, at.vector(fields.r, 1, Follows::nothing))},
                        {.r = true, .s = true, .u = false, .g = false}, at, forces);
    }
    const ElementVector<double> work = on_unknowns(geometry, fields, forces.value);
    for (std::size_t i = 0; i < kElementUnknowns; ++i) {
      a.residual[a.node_start[(e + i / kNode) % n] + i % kNode * stride] += work[i];
    }
  }
}

void AleEquations::add_load(const BeltLoad& load, double time) {
  add_distributed([&](const PointReader<double, double>& at, const ElementFields<double>& fields) {
    const Eigen::Vector2d f = load(at.scalar(fields.s, 0, Follows::nothing), time);
    return Vec2<double>{f.x(), f.y()};
  });
}

// f = −ρA a r_σ/|r_σ|
void AleEquations::add_inertia_of_given() {
  add_distributed([this](const PointReader<double, double>& at, const ElementFields<double>& fields) {
    const Vec2<double> along = at.vector(fields.r, 1, Follows::nothing);
    return -model_.section.mass_per_length * given_acceleration_ / std::sqrt(dot(along, along)) * along;
  });
}

void AleEquations::set_given_acceleration(double acceleration) {
  given_acceleration_ = acceleration;
  ends_->set_given_acceleration(acceleration);
}

bool AleEquations::factorise() {
  if (!curvature_damping_.is_there()) {
    work_.kernel->factorise();
    return true;
  }
  const auto index = [](int node, int component) { return node * kBlock + component; };
  if (!sparse_.has_pattern()) {
    std::vector<std::pair<int, int>> places;
    for_each_entry([&](int i, int r, int j, int c, double) { places.emplace_back(index(i, r), index(j, c)); });
    sparse_.set_pattern(kBlock * model_.mesh.size(), places);
  }
  // Forget the pivots of earlier matrices, which depend on where a run was resumed.
  sparse_.forget_pivots();
  double* value = sparse_.values().data();
  for_each_entry([&value](int, int, int, int, double entry) { *value++ = entry; });
  return sparse_.factorise();
}

void AleEquations::solve(numerics::AlignedVector& rhs) {
  if (!curvature_damping_.is_there()) {
    work_.kernel->solve(rhs);
    return;
  }
  const AleArrays& a = arrays();
  Eigen::VectorXd b(kBlock * model_.mesh.size());
  for (int node = 0; node < model_.mesh.size(); ++node) {
    for (int c = 0; c < kBlock; ++c) b[node * kBlock + c] = a.with_halo(rhs, node, c);
  }
  Eigen::VectorXd x;
  sparse_.solve(b, x);
  a.scatter({x.data(), static_cast<std::size_t>(x.size())}, rhs);
}

}  // namespace beltdyn::eulerian::ale
