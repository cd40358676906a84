// SPDX-License-Identifier: MIT
#include "analytic/contour/stationary.hpp"

#include <cmath>

#include <boost/math/special_functions/log1p.hpp>
#include <fmt/format.h>

#include "analytic/contour/strain_law.hpp"
#include "core/base/error.hpp"

namespace beltdyn::analytic {
namespace {

struct Strains {
  double tight{};
  double slack{};
};

// The root of smaller magnitude of a x² + b x + c = 0, b ≠ 0, without cancellation.
double small_root(double a, double b, double c) {
  return -2.0 * c / (b + std::copysign(std::sqrt(b * b - 4.0 * a * c), b));
}

Strains linear_strains(double kappa, const std::array<double, 2>& h, const std::array<double, 2>& slope) {
  const double a = 0.5 * kappa * std::abs(kappa) * (1.0 / slope[1] - 1.0 / slope[0]);
  const double b = h[0] + (1.0 + kappa) * h[1];
  const double tight = small_root(a, b - 2.0 * a, a - h[1] * kappa);
  return {.tight = tight, .slack = (1.0 + kappa) * tight - kappa};
}

Strains finite_contour_strains(double kappa, const std::array<double, 2>& h, const std::array<double, 2>& slope) {
  const double k = 1.0 + kappa;
  const double difference = -boost::math::log1pmx(kappa);  // κ − ln k
  const double x = std::copysign(1.0, kappa) * ((difference - kappa * kappa / k) / slope[0] + difference / slope[1]);
  const double slack = -(h[0] * kappa / k + x) / (h[0] + h[1] + x);
  return {.tight = k * slack + kappa, .slack = slack};
}

Strains finite_material_strains(double kappa, const std::array<double, 2>& h, const std::array<double, 2>& slope) {
  const double k = 1.0 + kappa;
  const double a = 0.5 * kappa * std::abs(kappa) * (1.0 / (k * slope[0]) - 1.0 / slope[1]);
  const double slack = small_root(a, 2.0 * a - (h[0] + h[1]), a - h[0] * kappa / k);
  return {.tight = k * slack + kappa, .slack = slack};
}

Strains strains(StrainModel model, double kappa, const std::array<double, 2>& h, const std::array<double, 2>& slope) {
  switch (model) {
    case StrainModel::linear:
      return linear_strains(kappa, h, slope);
    case StrainModel::finite_contour:
      return finite_contour_strains(kappa, h, slope);
    case StrainModel::finite_material:
      break;
  }
  return finite_material_strains(kappa, h, slope);
}

}  // namespace

StationaryState stationary_state(const ContourDrive& drive, const std::array<double, 2>& speed, StrainModel model) {
  const double kappa = (speed[0] - speed[1]) / speed[1];
  if (kappa == 0.0) return {};
  std::array<double, 2> h{};
  std::array<double, 2> slope{};
  for (std::size_t k = 0; k < 2; ++k) {
    h[k] = drive.contact_length[k] + drive.span_length();
    slope[k] = drive.friction_force[k] / drive.axial_stiffness;
  }
  const Strains e = strains(model, kappa, h, slope);
  StationaryState result{.strain_tight = e.tight, .strain_slack = e.slack};
  const int forward = kappa > 0.0 ? 1 : -1;
  result.slip_direction = {-forward, forward};
  const StrainLaw law(model);
  const double tight = law.level(e.tight);
  const double slack = law.level(e.slack);
  for (std::size_t k = 0; k < 2; ++k) {
    const double length = std::abs(tight - slack) / slope[k];
    if (!(length < drive.contact_length[k])) {
      throw SolverError(
          fmt::format("no stationary state: the slip zone on pulley {} would need {:.6g} m of a contact of {:.6g} m, "
                      "so the belt slips over all of it; use more friction or a smaller speed difference",
                      k + 1, length, drive.contact_length[k]));
    }
    result.slip_length[k] = length;
    result.material_slip_length[k] = length - law.elongation(tight, slack, length);
  }
  return result;
}

}  // namespace beltdyn::analytic
