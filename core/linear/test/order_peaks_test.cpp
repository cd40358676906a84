// SPDX-License-Identifier: MIT
#include "core/linear/order_peaks.hpp"

#include <array>
#include <cmath>
#include <complex>
#include <optional>

#include <doctest/doctest.h>

#include "core/belt/test/small_belt_drive.hpp"
#include "core/linear/order_response.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::order_peaks_test {
namespace {

constexpr double kOrder = 2.0;
constexpr double kNatural = 97.3;  // ω₀ [rad/s]
constexpr std::array<std::size_t, 1> kFirst{0};

// 1/(1 − r² + 2 i ζ r), r = n Ω/ω₀: an oscillator that an order n excites by a force of constant amplitude. Its largest
// amplitude, 1/(2 ζ √(1 − ζ²)), is at r² = 1 − 2 ζ².
std::complex<double> oscillator(double speed, double damping, double natural = kNatural) {
  const double r = kOrder * speed / natural;
  return 1.0 / std::complex<double>(1.0 - r * r, 2.0 * damping * r);
}
double peak_speed(double damping) { return kNatural / kOrder * std::sqrt(1.0 - 2.0 * damping * damping); }
double peak_amplitude(double damping) { return 0.5 / (damping * std::sqrt(1.0 - damping * damping)); }

std::vector<double> grid(int n) {
  std::vector<double> speeds;
  for (int i = 0; i < n; ++i) speeds.push_back(10.0 + 90.0 * i / (n - 1));
  return speeds;
}

OrderPoint point(double speed, std::vector<std::complex<double>> values) {
  return {.speed = speed, .pulley = 0, .order = kOrder, .frequency = 0.0, .values = std::move(values), .speeds = {}};
}

std::vector<AmplitudeAt> curve_of(const std::vector<OrderPoint>& points, std::size_t output = 0) {
  std::vector<AmplitudeAt> curve;
  for (const OrderPoint& p : points) curve.push_back({.speed = p.speed, .amplitude = std::abs(p.values[output])});
  return curve;
}

}  // namespace

// In half widths x from the peak, with the half width ζ ω₀, |H|⁻² is 1 + x² + ζ x³ + ... relative to its minimum. The
// parabola goes through points x₀, x₁, x₂ with |x₀| < 0.063, the highest point being within 0.2 % of the peak, and the
// others up to 1.2. Its error at the peak is ζ x₀ x₁ x₂, half of which is that of the amplitude; its slope there, half
// of which is that of the place, is ζ (x₀ x₁ + x₀ x₂ + x₁ x₂).
TEST_CASE("order peaks: peaks of an oscillator between coarse speeds are those of its closed form") {
  for (const double damping : {0.2, 0.05, 0.01, 1e-3}) {
    CAPTURE(damping);
    for (const int n : {8, 21}) {
      const std::vector<OrderPoint> points = points_with_peaks(
          grid(n), kFirst, [&](double speed) { return std::vector{point(speed, {oscillator(speed, damping)})}; });
      const std::vector<AmplitudePeak> peaks = peaks_of(curve_of(points));
      REQUIRE(peaks.size() == 1);
      CHECK(peaks[0].is_inside);
      CHECK(close(peaks[0].speed, peak_speed(damping), {.rel = damping * damping}));
      CHECK(close(peaks[0].amplitude, peak_amplitude(damping), {.rel = 0.05 * damping}));
      // Straight lines between points at the half widths and beyond show the shape of the peak.
      int near = 0;
      for (const OrderPoint& p : points) near += std::abs(p.speed / peak_speed(damping) - 1.0) < 3.0 * damping ? 1 : 0;
      CHECK(near >= 5);
      CHECK(points.size() < static_cast<std::size_t>(n) + 40);
    }
  }
}

TEST_CASE("order peaks: outputs and orders share the speeds, and speeds without a motion do no harm") {
  const auto at = [](double speed) {
    if (speed > 80.0) return std::vector<OrderPoint>{};
    return std::vector{
        point(speed, {oscillator(speed, 0.01), oscillator(speed, 0.01) * speed, oscillator(speed, 0.02, 60.0)})};
  };
  const std::vector<OrderPoint> points = points_with_peaks(grid(10), std::array<std::size_t, 3>{0, 1, 2}, at);
  // Of speed |H| the peak is at r = 1, with the amplitude ω₀/(2 ζ n) of the velocity.
  const std::vector<AmplitudePeak> velocity = peaks_of(curve_of(points, 1));
  REQUIRE(velocity.size() == 1);
  CHECK(close(velocity[0].speed, 0.5 * kNatural, {.rel = 1e-4}));
  CHECK(close(velocity[0].amplitude, 0.5 * kNatural / 0.02, {.rel = 1e-4}));
  CHECK(close(peaks_of(curve_of(points, 2))[0].speed, 30.0 * std::sqrt(1.0 - 2.0 * 0.02 * 0.02), {.rel = 1e-4}));
  const std::vector<double> speeds = speeds_of(points);
  CHECK(std::ranges::is_sorted(speeds));
  CHECK(speeds.back() == 80.0);
  CHECK(speeds.size() < 60);
}

TEST_CASE("order peaks: a peak at speeds without a motion ends the search") {
  int tries = 0;
  const std::vector<OrderPoint> points = points_with_peaks(grid(10), kFirst, [&tries](double speed) {
    REQUIRE(++tries < 100);
    const bool has_motion = std::abs(speed / peak_speed(0.01) - 1.0) > 0.02;
    return has_motion ? std::vector{point(speed, {oscillator(speed, 0.01)})} : std::vector<OrderPoint>{};
  });
  CHECK(points.size() >= 10);
}

TEST_CASE("order peaks: an undamped resonance ends the search, without a peak there is none to refine") {
  const std::vector<OrderPoint> points = points_with_peaks(
      grid(10), kFirst, [](double speed) { return std::vector{point(speed, {oscillator(speed, 0.0)})}; });
  CHECK(points.size() < 70);
  CHECK(close(peaks_of(curve_of(points))[0].speed, 0.5 * kNatural, {.rel = 1e-8}));
  const std::vector<AmplitudeAt> grows{{1.0, 1.0}, {2.0, 2.0}, {3.0, 2.9}};
  CHECK(speeds_around_peaks(grows).empty());
  REQUIRE(peaks_of(grows).size() == 1);
  CHECK(peaks_of(grows)[0].speed == 3.0);
  CHECK_FALSE(peaks_of(grows)[0].is_inside);
  CHECK(peaks_of({}).empty());
  CHECK(peaks_of(std::vector<AmplitudeAt>{{1.0, 1.0}, {2.0, 1.01}, {3.0, 1.02}}).empty());
  // 4 % above the valleys beside it is no peak, nor is 1 % of the largest.
  CHECK(speeds_around_peaks(std::vector<AmplitudeAt>{{1.0, 1.0}, {2.0, 1.04}, {3.0, 1.0}, {4.0, 2.0}}).empty());
  CHECK(speeds_around_peaks(std::vector<AmplitudeAt>{{1.0, 0.001}, {2.0, 0.01}, {3.0, 0.001}, {4.0, 2.0}}).empty());
}

TEST_CASE("order peaks: the table has a curve for each order, and the summary its highest peak") {
  const CsvTable table = CsvTable::parse(
      "order_response.csv",
      "angular_velocity [rad/s],pulley [-],order [-],frequency [Hz],torque_1_magnitude [N m],"
      "span_force_1_magnitude [N],span_force_1_phase [rad]\n"
      "10,1,2,3.2,1,5,0\n10,1,4,6.4,1,0,0\n20,1,2,6.4,1,6,0\n20,1,4,12.7,1,0,0\n30,1,2,6.4,1,5,0\n30,1,4,6.4,1,0,0\n");
  const std::vector<OrderCurve> curves = order_curves(table, "span_force_");
  REQUIRE(curves.size() == 1);
  CHECK(curves[0].quantity == "span_force_1");
  CHECK(curves[0].unit == "N");
  CHECK(curves[0].order == 2.0);
  CHECK(curves[0].curve[2].amplitude == 5.0);
  const std::vector<Conclusion> conclusions = peak_conclusions(table, test::small_belt_drive(2.0));
  REQUIRE(conclusions.size() == 2);
  CHECK(conclusions[0].name == "peak_span_force_1_order_2_of_1");
  CHECK(conclusions[0].unit == "N");
  CHECK(close(conclusions[0].value, 6.0, {.rel = 1e-12}));
  CHECK(conclusions[0].meaning == "largest amplitude of span_force_1 at order 2 of pulley 1, at 20 rad/s (191 rpm)");
  CHECK(conclusions[1].name == "peak_span_force_1_order_2_of_1_speed");
  CHECK(close(conclusions[1].value, 20.0, {.rel = 1e-12}));
}

}  // namespace beltdyn::order_peaks_test
