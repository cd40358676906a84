// SPDX-License-Identifier: MIT
#include <cmath>
#include <numbers>

#include <benchmark/benchmark.h>

#include "lagrangian/rope/rope_analysis.hpp"

namespace {

using namespace beltdyn;
namespace rope = beltdyn::lagrangian::rope;
using std::numbers::pi;

RopeOnSurface drive(CourseConfig course, double friction) {
  RopeOnSurface drive;
  drive.course = std::move(course);
  drive.rope_radius = 0.01;
  drive.young_modulus = 2.1e11;
  drive.tension = TimeFunction(10.0);
  drive.friction = TimeFunction(friction);
  return drive;
}

CourseConfig helix(double pitch) { return HelixCourse{1.0, TimeFunction(pitch), pi}; }

enum class Kind { bars, cables, beams, hermite_beams };

rope::RopeParameters parameters(Kind kind, int elements) {
  rope::RopeParameters p;
  p.elements = elements;
  if (kind == Kind::bars) {
    p.element = rope::BarChoice{};
    p.contact.quadrature = rope::ContactQuadrature::lobatto;
    p.contact.points = 2;
  } else if (kind != Kind::cables) {
    rope::SolidBeamChoice beam;
    beam.mid_line = kind == Kind::beams ? rope::MidLine::linear : rope::MidLine::hermite;
    beam.axial_points = kind == Kind::beams ? 1 : 3;
    p.element = beam;
    p.contact.points = 2;
    p.start = rope::RopeStart::laid;
  }
  return p;
}

// One benchmark point of [Konyukhov 2021]: the rope is laid, loaded and pulled until all of it slides. Argument: the
// number of elements.
void point(benchmark::State& state, const RopeOnSurface& drive, Kind kind) {
  const rope::RopeParameters p = parameters(kind, static_cast<int>(state.range(0)));
  SolverStatistics statistics;
  for (auto _ : state) {
    rope::RopeAnalysis analysis(drive, p, 0.0, drive.tension.value(0.0));
    benchmark::DoNotOptimize(analysis.run(statistics).force_ratio);
  }
  state.counters["Newton"] =
      benchmark::Counter(static_cast<double>(statistics.newton_iterations), benchmark::Counter::kAvgIterations);
}

BENCHMARK_CAPTURE(point, helix_bars, drive(helix(1.0), 0.7), Kind::bars)
    ->Arg(32)
    ->Arg(128)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(point, helix_cables, drive(helix(1.0), 0.7), Kind::cables)
    ->Arg(32)
    ->Arg(128)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(point, helix_beams_locked, drive(helix(1.0), 0.1), Kind::beams)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(point, helix_hermite_beams, drive(helix(1.0), 0.1), Kind::hermite_beams)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(point, cone_cables, drive(ConeCircleCourse{std::atan(0.1), 1.0, pi}, 0.7), Kind::cables)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(point, sphere_cables, drive(SphereCircleCourse{1.0, pi / 18.0, pi}, 0.7), Kind::cables)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(point, ellipse_cables, drive(EllipseCourse{{2.0, 1.0}, 0.0, 0.5 * pi}, 0.7), Kind::cables)
    ->Arg(32)
    ->Unit(benchmark::kMillisecond);

}  // namespace
