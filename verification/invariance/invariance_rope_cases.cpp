// SPDX-License-Identifier: MIT
// Results of a rope on a surface do not depend on the place and orientation of both, on reflection, and on the end from
// which they are described.
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "analytic/rope/eytelwein.hpp"
#include "core/base/error.hpp"
#include "lagrangian/rope/rope_model.hpp"
#include "verification/belts/seen_runs.hpp"
#include "verification/cases.hpp"
#include "verification/largest.hpp"

namespace beltdyn::verification {
namespace {

using Rank = Record::Rank;
using lagrangian::rope::RopeElements;
using lagrangian::rope::RopeModel;
using surface::CurvePoint;
using surface::RopeCourse;
using surface::Surface;
using surface::Vector;

// A rigid motion or reflection of rope and surface, x → Q x + c with orthogonal Q.
struct RopeView {
  surface::Matrix turn = surface::Matrix::Identity();
  Vector shift = Vector::Zero();  // [m]

  bool mirrors() const { return turn.determinant() < 0.0; }
};

// A surface seen in a RopeView: a plain surface after the rigid motion or reflection of the view.
class SeenSurface final : public Surface {
 public:
  SeenSurface(std::shared_ptr<const Surface> plain, RopeView view) : plain_(std::move(plain)), view_(std::move(view)) {}

  surface::Proximity proximity(const Vector& x) const override {
    surface::Proximity at = plain_->proximity(view_.turn.transpose() * (x - view_.shift));
    at.normal = (view_.turn * at.normal).eval();
    at.hessian = (view_.turn * at.hessian * view_.turn.transpose()).eval();
    return at;
  }
  surface::Sides sides() const override { return plain_->sides(); }

 private:
  std::shared_ptr<const Surface> plain_;
  RopeView view_;
};

RopeCourse seen(const RopeCourse& plain, const RopeView& view) {
  RopeCourse course = plain;
  course.surface = std::make_shared<SeenSurface>(plain.surface, view);
  course.curve = [curve = plain.curve, view](double t) {
    const CurvePoint at = curve(t);
    return CurvePoint{.position = view.turn * at.position + view.shift,
                      .first = view.turn * at.first,
                      .second = view.turn * at.second};
  };
  return course;
}

RopeCourse from_the_other_end(const RopeCourse& plain) {
  RopeCourse course = plain;
  course.curve = [curve = plain.curve, sum = plain.begin + plain.end](double t) {
    CurvePoint at = curve(sum - t);
    at.first = -at.first;
    return at;
  };
  return course;
}

constexpr double kTension = 10.0;         // [N]
constexpr double kFriction = 0.3;         // μ, more than any course needs across the rope [-]
constexpr double kRopeRadius = 0.01;      // [m]
constexpr double kYoungModulus = 2.1e11;  // [Pa]
constexpr double kSection = std::numbers::pi * kRopeRadius * kRopeRadius;  // [m²]
constexpr int kElements = 24;

struct Course {
  const char* name;
  RopeCourse course;
};

std::vector<Course> courses() {
  constexpr double kHalfTurn = std::numbers::pi;
  return {{"helix on a cylinder", surface::helix_on_cylinder(1.0, 1.0, kHalfTurn, kRopeRadius)},
          {"circle on a cone", surface::circle_on_cone(0.1, 1.0, kHalfTurn, kRopeRadius)},
          {"geodesic on a cone",
           surface::geodesic_on_cone({.half_angle = 0.5, .start_height = 2.6, .end_height = 4.1, .angle = kHalfTurn},
                                     kRopeRadius)},
          {"circle on a sphere", surface::circle_on_sphere(1.0, 0.17, kHalfTurn, kRopeRadius)}};
}

struct Elements {
  const char* name;
  std::unique_ptr<RopeElements> (*make)();
  lagrangian::rope::ContactQuadrature quadrature = lagrangian::rope::ContactQuadrature::gauss;
  int points = 4;
};
constexpr std::array<Elements, 3> kElementTypes{{
    {"bars",
     [] { return lagrangian::rope::make_bars({.axial_stiffness = kYoungModulus * kSection, .pretension = kTension}); }},
    {"cables",
     [] {
       constexpr double kBending = 1e-3 * kYoungModulus * kSection * kRopeRadius * kRopeRadius / 4.0;
       return lagrangian::rope::make_cables(
           {.axial_stiffness = kYoungModulus * kSection, .bending_stiffness = kBending, .pretension = kTension});
     }},
    {"solid beams",
     [] {
       return lagrangian::rope::make_solid_beams({.radius = kRopeRadius,
                                                  .young_modulus = kYoungModulus,
                                                  .poisson_ratio = 0.3,
                                                  .shear_factor = 1e-5,
                                                  .axial_points = 1,
                                                  .pretension = kTension});
     }},
}};

// Quantities that do not depend on the place of the rope, while it is pulled from rest until most of it slides.
std::vector<double> pulled(const RopeCourse& course, const Elements& elements) {
  constexpr int kSteps = 8;
  constexpr int kPlaces = 5;
  const double spring = kYoungModulus * kSection / (20.0 * course.length());  // default softness of a rope [N/m]
  RopeModel model(course, elements.make(), kElements,
                  lagrangian::rope::RopeContactOptions{.quadrature = elements.quadrature,
                                                       .points = elements.points,
                                                       .normal_stiffness = 2.1e6,
                                                       .tangential_stiffness = 2.1e6},
                  lagrangian::rope::RopeStart::settled, kTension);
  model.set_friction(kFriction);
  SolverStatistics statistics;
  std::vector<double> numbers;
  for (int step = 0; step <= kSteps; ++step) {
    const double pull = 0.25 * step * kTension / spring;
    if (!model.solve({.tension = kTension, .spring_stiffness = spring, .pull = pull}, statistics)) {
      throw SolverError(fmt::format("the rope of {} finds no equilibrium in step {}", elements.name, step));
    }
    model.commit();
    numbers.push_back(model.end_displacement() * spring);
    numbers.push_back(model.lateral_displacement() * spring);
    for (int i = 1; i < kPlaces; ++i) {
      const double share = static_cast<double>(i) / kPlaces;
      numbers.push_back(model.axial_force(share));
      numbers.push_back(model.point_state(share).pressure);
      numbers.push_back(model.point_state(share).traction);
    }
  }
  return numbers;
}

constexpr std::size_t kNumbers = 14;  // numbers per step
constexpr std::size_t kLateral = 1;   // index of the lateral displacement among them

// The largest difference, relative to the tension. The numbers are forces [N] and forces per length [N/m].
double difference(const std::vector<double>& plain, const std::vector<double>& seen, bool mirrored) {
  double worst = 0.0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const double sign = mirrored && i % kNumbers == kLateral ? -1.0 : 1.0;
    worst = larger(worst, std::abs(sign * seen[i] - plain[i]) / kTension);
  }
  return worst;
}

// Gaps of 5e-6 m are differences of positions of metres with rounding errors of 1e-16 m.
constexpr double kRounding = 1e-8;

void compare_exponents(Record& record, const Course& course, const RopeCourse& other) {
  const auto exponent = [](const RopeCourse& of) {
    return analytic::rope::exponent(of, analytic::rope::Friction::isotropic(kFriction));
  };
  record.at_most(fmt::format("{}: difference of the exponent [-]", course.name),
                 std::abs(exponent(other) - exponent(course.course)), 1e-12, Rank::detail, "rounding");
}

void compare_courses(Record& record, const RopeView& view) {
  for (const Course& course : courses()) {
    const RopeCourse other = seen(course.course, view);
    compare_exponents(record, course, other);
    for (const Elements& elements : kElementTypes) {
      record.at_most(
          fmt::format("{}, {}: largest difference of forces while it is pulled [-]", course.name, elements.name),
          difference(pulled(course.course, elements), pulled(other, elements), view.mirrors()), kRounding, Rank::detail,
          "rounding of gaps, amplified by points that slide a step earlier");
    }
  }
}

void shifted_ropes(Record& record) { compare_courses(record, {.shift = {3.0, -1.0, 2.0}}); }
void rotated_ropes(Record& record) {
  const Vector axis = Vector(1.0, 2.0, -0.5).normalized();
  compare_courses(record, {.turn = Eigen::AngleAxisd(1.0, axis).toRotationMatrix()});
}
// The mirror plane is not a symmetry plane of any course.
void mirrored_ropes(Record& record) {
  const Vector normal = Vector(1.0, 2.0, -0.5).normalized();
  compare_courses(record, {.turn = surface::Matrix::Identity() - 2.0 * normal * normal.transpose()});
}

// The ratio of the end forces does not depend on which end is pulled.
void reversed_ropes(Record& record) {
  for (const Course& course : courses()) {
    compare_exponents(record, course, from_the_other_end(course.course));
  }
}

}  // namespace

void add_rope_invariance_cases(std::vector<VerificationCase>& cases) {
  add_invariances(
      cases, "invariance/rope/", "the same rope as originally described",
      {{"shifted", "a rope translated together with its surface has the same forces and displacements", shifted_ropes},
       {"rotated", "a rope rotated in space together with its surface has the same forces and displacements",
        rotated_ropes},
       {"mirrored", "a mirrored rope has the same forces, and the opposite displacement across its path",
        mirrored_ropes},
       {"reversed", "the ratio of the forces of a sliding rope does not depend on the end that is pulled",
        reversed_ropes}});
}

}  // namespace beltdyn::verification
