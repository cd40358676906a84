// SPDX-License-Identifier: MIT
// [Konyukhov 2021] Section 2 and Appendix A: the closed forms, with their misprints corrected. They are compared with a
// quadrature of Eq. (9) in 30 digits by another program, and with the quadrature of analytic_rope along its course.
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "analytic/rope/eytelwein.hpp"
#include "verification/cases.hpp"
#include "verification/ropes/rope_support.hpp"

namespace beltdyn::verification {
namespace {

using analytic::rope::Friction;
using std::numbers::pi;

constexpr double kRopeRadius = 0.01;  // [m]
constexpr double kDegree = pi / 180.0;
// References are printed to 14 digits; the exponential on both sides amplifies rounding.
constexpr double kPrinted = 1e-12;
// The quadrature stops at a relative error of 1e-12 of the exponent, which is 2.2 at most.
constexpr double kQuadrature = 1e-11;

// A closed form, evaluated at two friction coefficients.
struct ClosedForm {
  std::string name;
  std::string course;  // as in RopeCase
  double (*exponent)(double friction);
  double frictions[2];
  double ratios[2];  // force ratios by the other program [-]
};

double helix_1(double mu) { return analytic::rope::helix_exponent(mu, 1.0 + kRopeRadius, 1.0, pi); }
double cone_circle(double mu) {
  return analytic::rope::cone_circle_exponent(Friction::isotropic(mu), std::atan(0.1), pi);
}
// The geodesic lies on the parallel cone of the mid-line; heights are measured from the apex of that cone.
double cone_geodesic(double mu) {
  const double half_angle = 30.0 * kDegree;
  const double lift = kRopeRadius / std::sin(half_angle) - kRopeRadius * std::sin(half_angle);
  return analytic::rope::cone_geodesic_exponent(
      mu, {.half_angle = half_angle, .start_height = 2.598 + lift, .end_height = 4.098 + lift, .angle = pi});
}
double sphere_circle(double mu) { return analytic::rope::sphere_circle_exponent(mu, 10.0 * kDegree, pi); }
double torus_latitude(double mu) { return analytic::rope::torus_latitude_exponent(mu, 10.0 * kDegree, pi); }
double tube(double mu) { return analytic::rope::sinusoidal_tube_exponent(mu, 0.25, 1.0); }
double ellipse_quarter(double mu) { return analytic::rope::ellipse_exponent(mu, 2.0, 1.0, 0.0, 0.5 * pi); }
double ellipse_arc(double mu) { return analytic::rope::ellipse_exponent(mu, 2.0, 1.0, 20.0 * kDegree, 70.0 * kDegree); }

std::string ellipse(double begin, double end) {
  return fmt::format(R"("type": "arc_of_ellipse", "semi_axes": [2, 1], "begin": {:.17g}, "end": {:.17g})", begin, end);
}

void closed_forms(Record& record) {
  const ClosedForm forms[]{
      {"helix, Eq. (17)", helix(1.0), helix_1, {0.1, 0.7}, {1.3638750643782, 8.7785366164428}},
      {"circle on a cone, Eq. (25)", kConeCircle, cone_circle, {0.11, 0.7}, {1.1540198698651, 8.721204748337}},
      {"geodesic on a cone, Remark 5", kConeGeodesic, cone_geodesic, {0.1, 0.7}, {1.2700748120866, 5.3309563040602}},
      {"parallel of a sphere, Eq. (35)", kSphereCircle, sphere_circle, {0.18, 0.7}, {1.1184319117176, 8.1325202962685}},
      {"parallel of a torus",
       R"("type": "circle_on_torus", "major_radius": 1, "minor_radius": 0.4, "latitude": 0.17453292519943295,
          "angle": 3.141592653589793)",
       torus_latitude,
       {0.3, 0.5},
       {2.1189402470514, 4.2526736543506}},
      {"tube along a sine, Eq. (45)",
       R"("type": "sinusoidal_tube", "amplitude": 0.25, "period": 1)",
       tube,
       {0.1, 0.5},
       {1.4941446890001, 7.4466900398154}},
      {"quarter of an ellipse, Eq. (A5)",
       ellipse(0.0, 0.5 * pi),
       ellipse_quarter,
       {0.1, 0.3},
       {1.1700887874964, 1.6019776512824}},
      {"arc of an ellipse, Eq. (A5)",
       ellipse(20.0 * kDegree, 70.0 * kDegree),
       ellipse_arc,
       {0.1, 0.3},
       {1.0791296484534, 1.2566689195471}}};
  for (const ClosedForm& form : forms) {
    for (int i = 0; i < 2; ++i) {
      const double mu = form.frictions[i];
      const double ratio = std::exp(form.exponent(mu));
      record.relative(fmt::format("{}, mu={}", form.name, mu), ratio, form.ratios[i], kPrinted);
      const RopeCase rope{.course = form.course, .friction = mu, .tension = 1.0};
      record.relative(fmt::format("{}, mu={}, quadrature", form.name, mu), exact(rope).at("force_ratio"), ratio,
                      kQuadrature);
    }
  }
}

}  // namespace

void add_konyukhov_closed_form_cases(std::vector<VerificationCase>& cases) {
  cases.push_back({.id = "konyukhov-2021/closed-forms",
                   .claim = "The closed forms, with misprints corrected, agree with a quadrature of Eq. (9).",
                   .reference = "quadrature in 30 digits by an independent code; BeltDyn's quadrature",
                   .run = closed_forms,
                   .tolerances = "references have 14 digits and both sides are exponentials; the quadrature stops at "
                                 "1e-12 of the exponent, which is at most 2.2"});
}

}  // namespace beltdyn::verification
