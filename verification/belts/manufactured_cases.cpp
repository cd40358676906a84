// SPDX-License-Identifier: MIT
// Manufactured solutions of belts: errors fall with the order of theory in elements and steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/numerics/observed_order.hpp"
#include "eulerian/ale/transient/ale_belt.hpp"
#include "lagrangian/ancf/transient/ancf_belt.hpp"
#include "verification/belts/manufactured_motions.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

namespace ale_belt = eulerian::ale;
namespace ancf_belt = lagrangian::ancf;

constexpr double kWithin = 0.1;     // tolerance of the order of theory [-]
constexpr double kResidual = 1e-8;  // of Newton's method, for forces of some 10 N; far below the errors [N]

// Root mean square errors over the nodes.
struct NodeErrors {
  double position{};  // [m]
  double slope{};     // [-]
  double velocity{};  // [m/s]
};

// `components` lists the indices within a node: first the two of its position, then the two of its slope.
NodeErrors errors_of(const BeltStepper::Nodes& nodes, const BeltStepper::Nodes& exact,
                     const std::array<std::size_t, 4>& components) {
  const std::size_t n = nodes.q.size() / components.size();
  const auto of = [&](const std::vector<double>& values, const std::vector<double>& right, std::size_t first) {
    double sum = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t c = first; c < first + 2; ++c) {
        const std::size_t at = components.size() * i + components[c];
        sum += (values[at] - right[at]) * (values[at] - right[at]);
      }
    }
    return std::sqrt(sum / static_cast<double>(n));
  };
  return {.position = of(nodes.q, exact.q, 0), .slope = of(nodes.q, exact.q, 2), .velocity = of(nodes.v, exact.v, 0)};
}
constexpr std::array<std::size_t, 4> kMaterialComponents{0, 1, 2, 3};  // r, r'
constexpr std::array<std::size_t, 4> kMeshComponents{0, 2, 1, 3};      // w, s, φ, s'

// The nodes at `end` after equal steps from the exact nodes at t = 0.
template <class Belt>
BeltStepper::Nodes run_of(Belt& belt, const BeltStepper::Nodes& start, double end, int steps) {
  belt.start_from(start);
  for (int i = 0; i < steps; ++i) belt.advance(end / steps);
  return belt.nodes();
}

// The nodes at the end and the angular velocity of pulley 1.
struct MaterialRun {
  BeltStepper::Nodes nodes;
  double speed{};  // [rad/s]
};

// `drive` is the drive of the exact motion; only the motions of the pulleys may differ.
MaterialRun material_run_of(const ManufacturedBelt& exact, const BeltDrive& drive, ancf_belt::AncfParameters parameters,
                            double end, int steps) {
  parameters.time_step = end / steps;
  parameters.newton_tolerance = kResidual;
  ancf_belt::AncfBelt belt(drive, parameters);
  // Each Newton iteration of a step asks for the loads of the same particles.
  std::unordered_map<double, Eigen::Vector2d> known;
  double known_at = -1.0;
  belt.set_load([&](double particle, double time) {
    if (time != known_at) known.clear();
    known_at = time;
    const auto [load, is_new] = known.try_emplace(particle);
    if (is_new) load->second = exact.load(particle, time);
    return load->second;
  });
  const BeltStepper::Nodes nodes = run_of(belt, exact.material_nodes(parameters.elements, 0.0), end, steps);
  return {.nodes = nodes, .speed = belt.equations().angles()[0].v};
}

BeltStepper::Nodes material_run(const ManufacturedBelt& exact, const ancf_belt::AncfParameters& parameters, double end,
                                int steps) {
  return material_run_of(exact, exact.drive(), parameters, end, steps).nodes;
}

struct MeshRun {
  BeltStepper::Nodes nodes;
  ale_belt::AleMesh mesh;
};

MeshRun mesh_run(const ManufacturedBelt& exact, const ale_belt::MeshParameters& mesh, double end, int steps,
                 ale_belt::TimeIntegration integration = ale_belt::TimeIntegration::generalised_alpha) {
  ale_belt::AleBelt belt(
      exact.drive(),
      {.mesh = mesh, .time_integration = integration, .time_step = end / steps, .newton_tolerance = kResidual});
  belt.set_load([&exact](double particle, double time) { return exact.load(particle, time); });
  const ale_belt::AleMesh& rails = belt.equations().model().mesh;
  return {.nodes = run_of(belt, exact.mesh_nodes(rails, 0.0, 0.0), end, steps), .mesh = rails};
}

// Records the order between the last two errors, and all errors for a figure.
void record_order(Record& record, const std::string& what, const std::string& parameter,
                  const std::vector<double>& values, const std::vector<double>& errors, double expected,
                  const std::string& reason) {
  const std::vector<double> orders = numerics::observed_orders(values, errors);
  record.absolute(fmt::format("order of {}", what), orders.back(), expected, kWithin, Record::Rank::detail, reason);
  record.series({.title = what,
                 .parameter = parameter,
                 .error = "root mean square error",
                 .values = values,
                 .errors = errors,
                 .expected_order = expected});
}

// Orders of positions and slopes at nodes of lagrangian_ancf under mesh refinement. The motion has no error of time
// steps.
void record_material_elements(Record& record, const std::string& what, const BeltDrive& drive,
                              ancf_belt::IntegrationScheme scheme, double slope_order, const std::string& reason) {
  constexpr double kEnd = 0.5;  // [s]
  const ManufacturedBelt exact = swinging_belt(drive, SwingInTime::polynomial, 0.0);
  std::vector<double> elements;
  std::vector<double> positions;
  std::vector<double> slopes;
  for (const int n : {32, 64, 128}) {
    const NodeErrors errors = errors_of(material_run(exact, {.elements = n, .integration = scheme}, kEnd, 20),
                                        exact.material_nodes(n, kEnd), kMaterialComponents);
    elements.push_back(n);
    positions.push_back(errors.position);
    slopes.push_back(errors.slope);
  }
  const std::string where =
      fmt::format("{}, scheme {}", what, ancf_belt::kIntegrationSchemeNames[static_cast<std::size_t>(scheme)]);
  record_order(record, "the positions of nodes, " + where, "elements", elements, positions, 4.0,
               "cubics; the next term is smaller by h^2, 0.02 of the order on the last pair");
  record_order(record, "the slopes of nodes, " + where, "elements", elements, slopes, slope_order, reason);
}

void run_material_string(Record& record) {
  const BeltDrive drive = swinging_drive();
  record_material_elements(record, "string", drive, ancf_belt::IntegrationScheme::a, 4.0,
                           "five points integrate the axial force of cubics to the order of convergence");
  record_material_elements(record, "string", drive, ancf_belt::IntegrationScheme::c, 2.0,
                           "Simpson's rule and the stretch due to nodal slopes of equal sign differ by h^2 N''/20 EA");
}

void run_material_beam(Record& record) {
  BeltDrive drive = swinging_drive();
  drive.belt.bending_stiffness = 0.1;
  drive.belt.bending_damping = 0.05;
  const std::string reason =
      "r'' of cubics, and thus the effect of bending on the stretch of a slope, has an error of h^2";
  record_material_elements(record, "damped beam", drive, ancf_belt::IntegrationScheme::a, 2.0, reason);
  record_material_elements(record, "damped beam", drive, ancf_belt::IntegrationScheme::c, 2.0, reason);
}

void run_material_steps(Record& record) {
  constexpr double kEnd = 0.4;  // [s]
  BeltDrive drive = swinging_drive();
  drive.belt.bending_stiffness = 0.1;
  drive.belt.bending_damping = 0.05;
  const ManufacturedBelt exact = swinging_belt(drive, SwingInTime::harmonic, 2.0);
  for (const auto integration :
       {ancf_belt::TimeIntegration::trapezoidal, ancf_belt::TimeIntegration::generalised_alpha}) {
    std::vector<double> steps;
    std::vector<double> positions;
    std::vector<double> velocities;
    for (const int n : {10, 20, 40}) {
      const ancf_belt::AncfParameters parameters{
          .elements = 128, .integration = ancf_belt::IntegrationScheme::a, .time_integration = integration};
      const NodeErrors errors = errors_of(material_run(exact, parameters, kEnd, n),
                                          exact.material_nodes(parameters.elements, kEnd), kMaterialComponents);
      steps.push_back(kEnd / n);
      positions.push_back(errors.position);
      velocities.push_back(errors.velocity);
    }
    const std::string reason = "128 elements leave 1e-8 m; the next term is by (4 h)^2 = 2e-3 smaller";
    const std::string name(ancf_belt::kTimeIntegrationNames[static_cast<std::size_t>(integration)]);
    record_order(record, "the positions of nodes, " + name, "time_step [s]", steps, positions, 2.0, reason);
    record_order(record, "the velocities of nodes, " + name, "time_step [s]", steps, velocities, 2.0, reason);
  }
}

// Checks the motion itself: bristles and kinematics are derived independently, so they agree only if both are correct.
void record_friction(Record& record, const ManufacturedBelt& exact, double end) {
  constexpr int kParticles = 200;
  constexpr int kTimes = 10;
  double mismatch = 0.0;
  double used = 0.0;
  for (int i = 0; i < kParticles; ++i) {
    for (int j = 1; j <= kTimes; ++j) {
      const ManufacturedBelt::Friction here =
          exact.friction(exact.drive().reference_length() * i / kParticles, end * j / kTimes);
      mismatch = larger(mismatch, std::abs(here.mismatch));
      used = larger(used, here.used);
    }
  }
  record.at_most("slip velocity less the rate of bristles [m/s]", mismatch, 1e-13, Record::Rank::detail,
                 "rounding of velocities of 3 m/s");
  record.at_most("used fraction of the friction limit [-]", used, 0.9, Record::Rank::detail,
                 "the whole contact sticks");
}

// With this thickness, friction of up to 60 N/m on the face of the belt has moments of up to 3 N.
constexpr double kThickness = 0.05;  // [m]

// A law for pulley 1 that is about as stiff at its deepest point as the penalty law that it replaces.
void set_kelvin_voigt(BeltDrive& drive) {
  drive.contact->normal = KelvinVoigtContact{
      .stiffness_per_area = 1000.0, .quadratic_stiffness_per_area = 12000.0, .damping_per_area = 20.0};
}

const std::string kInclined =
    "a segment inclined to the pulley is pressed at its end, so contact extends half a segment further on either side "
    "of the deepest point; the terms of order 2 are 1/20 of it with 128 elements";

void record_material_contact(Record& record, const BeltDrive& drive) {
  constexpr double kEnd = 0.3;  // [s]
  const ManufacturedBelt exact = rolling_belt(drive);
  record_friction(record, exact, kEnd);
  std::vector<double> elements;
  std::vector<double> positions;
  std::vector<double> velocities;
  for (const int n : {32, 64, 128}) {
    const NodeErrors errors =
        errors_of(material_run(exact, {.elements = n}, kEnd, 40), exact.material_nodes(n, kEnd), kMaterialComponents);
    elements.push_back(n);
    positions.push_back(errors.position);
    velocities.push_back(errors.velocity);
  }
  record_order(record, "the positions of nodes", "elements", elements, positions, 1.0, kInclined);
  record_order(record, "the velocities of nodes", "elements", elements, velocities, 1.0, kInclined);
}

void run_material_contact(Record& record) { record_material_contact(record, rolling_drive(1.0)); }

void run_material_face(Record& record) { record_material_contact(record, rolling_drive(1.0, kThickness)); }

// The drive with pulley 1 driven by a moment instead of a prescribed motion. The moment is I dω/dt of that motion less
// the friction moment. It is interpolated between 300 instants, with a relative error of 1e-5.
BeltDrive turned_by_moment(const ManufacturedBelt& exact, double end) {
  constexpr int kInstants = 300;
  BeltDrive drive = exact.drive();
  Pulley& pulley = drive.pulleys[0];
  const TimeFunction speed = prescribed_speed(pulley);
  TimeFunction::PiecewiseLinear moment;
  for (int i = 0; i <= kInstants; ++i) {
    const double time = end * i / kInstants;
    moment.time.push_back(time);
    moment.value.push_back(pulley.inertia * speed.derivative(time) - exact.friction_moment(time));
  }
  pulley.motion.emplace<TorqueMotion>().torques.push_back({AppliedTorque{TimeFunction(moment)}});
  return drive;
}

void run_material_turned(Record& record) {
  constexpr double kEnd = 0.3;  // [s]
  const ManufacturedBelt exact = rolling_belt(rolling_drive(1.0));
  const BeltDrive drive = turned_by_moment(exact, kEnd);
  const double speed = prescribed_speed(exact.drive().pulleys[0]).value(kEnd);
  std::vector<double> elements;
  std::vector<double> positions;
  std::vector<double> speeds;
  for (const int n : {32, 64, 128}) {
    const MaterialRun run = material_run_of(exact, drive, {.elements = n}, kEnd, 40);
    elements.push_back(n);
    positions.push_back(errors_of(run.nodes, exact.material_nodes(n, kEnd), kMaterialComponents).position);
    speeds.push_back(std::abs(run.speed - speed));
  }
  record_order(record, "the positions of nodes", "elements", elements, positions, 1.0, kInclined);
  record_order(record, "the speed of the pulley", "elements", elements, speeds, 1.0, kInclined);
}

void run_material_kelvin_voigt(Record& record) {
  BeltDrive drive = rolling_drive(1.0);
  set_kelvin_voigt(drive);
  record_material_contact(record, drive);
}

// The reference is a run with many steps on the same mesh, so errors of elements cancel.
template <class Run>
void record_steps(Record& record, const std::string& what, double end, const std::vector<int>& counts, int finest,
                  const std::array<std::size_t, 4>& components, double expected, const std::string& reason,
                  const Run& run) {
  const BeltStepper::Nodes reference = run(finest);
  std::vector<double> steps;
  std::vector<double> errors;
  for (const int n : counts) {
    steps.push_back(end / n);
    errors.push_back(errors_of(run(n), reference, components).position);
  }
  const std::vector<double> orders = numerics::orders_from_finest(steps, errors, end / finest);
  record.absolute("order of " + what, orders.back(), expected, kWithin, Record::Rank::detail, reason);
  record.series({.title = what,
                 .parameter = "time_step [s]",
                 .error = "root mean square difference from the shortest step",
                 .values = steps,
                 .errors = errors,
                 .expected_order = expected,
                 .orders = orders});
}

void run_material_contact_steps(Record& record) {
  constexpr double kEnd = 0.3;  // [s]
  BeltDrive drive = rolling_drive(1.0);
  // Damps the oscillations from the start: the belt of elements starts slightly off its equilibrium.
  drive.belt.axial_damping = 20.0;
  drive.belt.bending_damping = 2.0;
  const ManufacturedBelt exact = rolling_belt(drive);
  for (const auto integration :
       {ancf_belt::TimeIntegration::trapezoidal, ancf_belt::TimeIntegration::generalised_alpha}) {
    const std::string name(ancf_belt::kTimeIntegrationNames[static_cast<std::size_t>(integration)]);
    record_steps(
        record, "the positions of nodes, " + name, kEnd, {5, 10, 20}, 160, kMaterialComponents, 2.0,
        "with shorter steps, initial oscillations are no longer damped and change the order by 0.1 from 40 steps on",
        [&exact, integration](int steps) {
          return material_run(exact, {.elements = 32, .time_integration = integration}, kEnd, steps);
        });
  }
}

// Without inertia the steps are implicit Euler steps. The belt relaxes from the exact nodes to the equilibrium of its
// elements. The time is short: over a longer time, elements that gain or lose contact within a step would disturb the
// order.
const std::string kEuler = "the next term of the implicit Euler method, 0.02 of the order on these steps";

void run_material_quasi_static_steps(Record& record) {
  constexpr double kEnd = 0.03;  // [s]
  BeltDrive drive = rolling_drive(1.0);
  drive.belt.axial_damping = 20.0;
  drive.belt.bending_damping = 2.0;
  const ManufacturedBelt exact = rolling_belt(drive, ManufacturedBelt::Inertia::none);
  record_steps(record, "the positions of nodes, quasi_static", kEnd, {10, 20, 40}, 320, kMaterialComponents, 1.0,
               kEuler, [&exact](int steps) {
                 return material_run(exact,
                                     {.elements = 32, .time_integration = ancf_belt::TimeIntegration::quasi_static},
                                     kEnd, steps);
               });
}

// Theoretical orders of positions and slopes at nodes of eulerian_ale [-]; slopes = 0: the order of slopes is not
// asserted.
struct MeshOrders {
  double positions{};
  double slopes{};
};

void record_mesh_elements(Record& record, const std::string& what, const ManufacturedBelt& exact,
                          const std::vector<int>& counts, double end, int steps, const MeshOrders& expected,
                          const std::string& reason) {
  std::vector<double> elements;
  std::vector<double> positions;
  std::vector<double> slopes;
  for (const int n : counts) {
    const MeshRun run = mesh_run(exact, {.elements_per_pulley = n, .elements_per_span = n}, end, steps);
    // The computed particle at node 0 is the first guess for the exact particle there.
    const NodeErrors errors = errors_of(run.nodes, exact.mesh_nodes(run.mesh, run.nodes.q[2], end), kMeshComponents);
    elements.push_back(n);
    positions.push_back(errors.position);
    slopes.push_back(errors.slope);
  }
  const std::string parameter = "elements on each pulley and span";
  record_order(record, "w and s at nodes" + what, parameter, elements, positions, expected.positions, reason);
  if (expected.slopes > 0.0) {
    record_order(record, "their slopes" + what, parameter, elements, slopes, expected.slopes,
                 "r_ss of cubics and the corresponding slopes have an error of h^2");
  }
}

// With 64 elements on an arc or span, the observed order has reached its limit within 0.05.
const std::vector<int> kMeshCounts{16, 32, 64};
const std::string kCubics = "cubics on the path; steps leave less than 0.05 of the error of the finest mesh";

void run_mesh_string(Record& record) {
  record_mesh_elements(record, "", path_belt(path_drive(0.0)), kMeshCounts, 0.02, 60, {.positions = 4.0}, kCubics);
}

// The ellipse deviates by up to 0.12 m from the arcs of radius 0.45 m and leaves them where their curvature jumps.
void run_mesh_beam(Record& record) {
  constexpr double kEnd = 0.3;  // [s]
  constexpr int kSteps = 20;
  BeltDrive drive = swinging_drive();
  drive.belt.bending_stiffness = 0.1;
  record_mesh_elements(record, ", beam", swinging_belt(drive, SwingInTime::polynomial, 0.0), kMeshCounts, kEnd, kSteps,
                       {.positions = 4.0, .slopes = 2.0}, "cubics; schemes of second order follow this motion");
  drive.belt.bending_damping = 0.05;
  record_mesh_elements(record, ", damped beam", swinging_belt(drive, SwingInTime::polynomial, 0.0), kMeshCounts, kEnd,
                       kSteps, {.positions = 2.0, .slopes = 2.0},
                       "the curvature recovered at nodes, linear between them, has an error of h^2");
}

// Particles pass the mesh at up to 3 m/s. The damping of passing particles depends on the gradients of stretch and
// curvature along the belt.
void run_mesh_passing(Record& record) {
  constexpr double kEnd = 0.12;         // [s]
  constexpr double kCirculation = 2.0;  // [rad/s]
  BeltDrive drive = swinging_drive();
  drive.belt.axial_damping = 0.0;
  drive.belt.bending_stiffness = 1.0;
  record_mesh_elements(record, ", beam", swinging_belt(drive, SwingInTime::harmonic, kCirculation), {16, 64}, kEnd, 100,
                       {.positions = 4.0}, "cubics; undamped waves from the start change the order by 0.07");
  const std::string damped = "the dissipation of passing particles has an error of h^2";
  drive = swinging_drive();
  drive.belt.bending_stiffness = 0.1;
  record_mesh_elements(record, ", damped stretch", swinging_belt(drive, SwingInTime::harmonic, kCirculation), {32, 64},
                       kEnd, 100, {.positions = 2.0, .slopes = 2.0}, damped);
  drive.belt.bending_damping = 0.05;
  record_mesh_elements(record, ", damped bending", swinging_belt(drive, SwingInTime::harmonic, kCirculation), {32, 64},
                       kEnd, 20, {.positions = 2.0, .slopes = 2.0}, damped);
}

void record_mesh_rolling(Record& record, double thickness) {
  constexpr double kEnd = 0.04;  // [s]
  BeltDrive drive = rolling_drive(1.0, thickness);
  drive.belt.bending_damping = 0.0;
  const ManufacturedBelt exact = rolling_belt(drive);
  record_friction(record, exact, kEnd);
  record_mesh_elements(record, "", exact, kMeshCounts, kEnd, 60, {.positions = 4.0, .slopes = 2.0}, kCubics);
}

void run_mesh_rolling(Record& record) { record_mesh_rolling(record, 0.0); }

void run_mesh_face(Record& record) { record_mesh_rolling(record, kThickness); }

void run_mesh_kelvin_voigt(Record& record) {
  BeltDrive drive = path_drive(0.0);
  set_kelvin_voigt(drive);
  record_mesh_elements(record, "", path_belt(drive), kMeshCounts, 0.02, 60, {.positions = 4.0}, kCubics);
}

void run_mesh_quasi_static_steps(Record& record) {
  constexpr double kEnd = 0.02;  // [s]
  constexpr int kElements = 24;
  const ManufacturedBelt exact = path_belt(path_drive(1.0), ManufacturedBelt::Inertia::none);
  record_steps(record, "w and s at nodes, quasi_static", kEnd, {10, 20, 40}, 320, kMeshComponents, 1.0, kEuler,
               [&exact](int steps) {
                 return mesh_run(exact, {.elements_per_pulley = kElements, .elements_per_span = kElements}, kEnd, steps,
                                 ale_belt::TimeIntegration::quasi_static)
                     .nodes;
               });
}

// Records the order, expected 2, of node positions in the time step, from runs with 2, 4 and 8 steps to the end [s].
void record_mesh_steps(Record& record, const std::string& belt, const ManufacturedBelt& exact, int elements, double end,
                       const std::string& reason) {
  std::vector<double> steps;
  std::vector<double> positions;
  for (const int n : {2, 4, 8}) {
    const MeshRun run = mesh_run(exact, {.elements_per_pulley = elements, .elements_per_span = elements}, end, n);
    const NodeErrors errors = errors_of(run.nodes, exact.mesh_nodes(run.mesh, run.nodes.q[2], end), kMeshComponents);
    steps.push_back(end / n);
    positions.push_back(errors.position);
  }
  record_order(record, "w and s at nodes" + belt, "time_step [s]", steps, positions, 2.0, reason);
}

void run_mesh_steps(Record& record) {
  constexpr double kEnd = 0.2;  // [s]
  constexpr int kElements = 24;
  for (const double friction : {0.0, 1.0}) {
    const ManufacturedBelt exact = path_belt(path_drive(friction));
    const std::string where = friction > 0.0 ? ", with friction" : "";
    if (friction > 0.0) record_friction(record, exact, kEnd);
    record_mesh_steps(record, where, exact, kElements, kEnd,
                      "128 elements leave 1/20 of the error of the shortest step, the next term is 1/60 of it");
  }
}

void run_mesh_beam_steps(Record& record) {
  constexpr double kEnd = 0.4;  // [s]
  constexpr int kElements = 64;
  struct Beam {
    std::string name;
    double damping;      // of bending [N m² s]
    double circulation;  // [rad/s]
  };
  for (const Beam& beam : {Beam{"passing beam", 0.0, 2.0}, Beam{"damped beam", 0.05, 0.0}}) {
    BeltDrive drive = swinging_drive();
    drive.belt.bending_stiffness = 0.1;
    drive.belt.bending_damping = beam.damping;
    const ManufacturedBelt exact = swinging_belt(drive, SwingInTime::harmonic, beam.circulation);
    record_mesh_steps(record, ", " + beam.name, exact, kElements, kEnd,
                      "256 elements leave 1/20 of the error of the shortest step, the next term is 1/25 of it");
  }
}

}  // namespace

void add_manufactured_cases(std::vector<VerificationCase>& cases) {
  const std::string reference =
      "a manufactured solution: a prescribed motion with the load from the continuum equations";
  const auto add = [&](const std::string& id, const std::string& claim, bool slow, void (*run)(Record&)) {
    cases.push_back({.id = "manufactured/" + id, .claim = claim, .reference = reference, .slow = slow, .run = run});
  };
  add("ancf/string-elements",
      "Nodes of the Lagrangian string with inertia, axial damping and weight converge with order 4.", false,
      run_material_string);
  add("ancf/beam-elements",
      "Nodes of the Lagrangian beam with damped bending converge with order 4, their slopes with order 2.", false,
      run_material_beam);
  add("ancf/beam-steps", "Steps of the Lagrangian beam have order 2 in both schemes.", false, run_material_steps);
  add("ancf/contact-elements",
      "Nodes of the Lagrangian belt with damped pressure and sticking friction converge with order 1 where belt and "
      "pulley are inclined to each other.",
      false, run_material_contact);
  add("ancf/contact-steps", "Steps of the Lagrangian belt with contact and the memory of friction have order 2.", false,
      run_material_contact_steps);
  add("ancf/face-elements",
      "The same for a thick Lagrangian belt that is bent by pressure and friction on its face and whose bending causes "
      "slip.",
      false, run_material_face);
  add("ancf/turned-pulley", "A pulley driven by friction and a moment follows the prescribed motion of its belt.", true,
      run_material_turned);
  add("ancf/kelvin-voigt-elements", "The same for a Lagrangian belt on a pulley with progressive contact stiffness.",
      false, run_material_kelvin_voigt);
  add("ancf/quasi-static-steps",
      "Steps of the Lagrangian belt without inertia, with damped stretch, bending, pressure and friction, have order "
      "1.",
      false, run_material_quasi_static_steps);
  add("ale/face-elements",
      "The same for a thick Eulerian beam that is bent by pressure and friction on its face: order 4, slopes 2.", true,
      run_mesh_face);
  add("ale/kelvin-voigt-elements",
      "Nodes of the Eulerian string on a pulley with progressive contact stiffness converge with order 4.", true,
      run_mesh_kelvin_voigt);
  add("ale/quasi-static-steps",
      "Steps of the Eulerian string without inertia, with friction whose memory is transported, have order 1.", true,
      run_mesh_quasi_static_steps);
  add("ale/string-elements",
      "Nodes of the Eulerian string with inertia, axial damping, weight and damped pressure converge with order 4.",
      true, run_mesh_string);
  add("ale/beam-elements",
      "Nodes of the Eulerian beam with inertia, axial damping and weight, far off its path, converge with order 4, "
      "with "
      "damped bending with order 2, their slopes with order 2.",
      false, run_mesh_beam);
  add("ale/rolling-elements",
      "The same for an Eulerian beam with pressure, sticking friction and transported memory: order 4, slopes 2.", true,
      run_mesh_rolling);
  add("ale/beam-steps",
      "Steps of the Eulerian beam have order 2 far off its path, with transport and with bending damping.", true,
      run_mesh_beam_steps);
  add("ale/passing-elements",
      "The Eulerian beam with transport far off its path converges with order 4, with axial or bending damping with "
      "order 2.",
      true, run_mesh_passing);
  add("ale/string-steps", "Steps of the Eulerian string have order 2, with friction whose memory is transported too.",
      true, run_mesh_steps);
}

}  // namespace beltdyn::verification
