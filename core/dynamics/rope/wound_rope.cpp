// SPDX-License-Identifier: MIT
#include "core/dynamics/rope/wound_rope.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

#include "core/numerics/hermite.hpp"
#include "core/numerics/root.hpp"

namespace beltdyn {
namespace {

constexpr std::size_t kPieceWidth = 12;

double weighted(const numerics::Shape& shape, const numerics::Shape& values) {
  return std::inner_product(shape.begin(), shape.end(), values.begin(), 0.0);
}

}  // namespace

double WoundRope::Piece::paid_out(double time) const {
  const double h = to.time - from.time;
  return weighted(numerics::position_shape((time - from.time) / h, h),
                  {from.paid_out, from.rate, to.paid_out, to.rate});
}
double WoundRope::Piece::rate(double time) const {
  const double h = to.time - from.time;
  return weighted(numerics::slope_shape((time - from.time) / h, h), {from.paid_out, from.rate, to.paid_out, to.rate});
}
double WoundRope::Piece::stretch(double time) const {
  const double h = to.time - from.time;
  return weighted(numerics::position_shape((time - from.time) / h, h),
                  {from.stretch, from.stretch_rate, to.stretch, to.stretch_rate});
}
double WoundRope::Piece::time_of(double p) const {
  if (p >= paid_out(begin)) return begin;
  if (p <= paid_out(end)) return end;
  return numerics::find_root([&](double time) { return paid_out(time) - p; }, begin, end);
}

// λ dp/dt is of the fifth degree in time.
double WoundRope::Piece::stretched_length(double from_paid_out, double to_paid_out) const {
  const double first = time_of(from_paid_out);
  const double last = time_of(to_paid_out);
  double sum = 0.0;
  for (const numerics::QuadraturePoint& point : numerics::gauss_rule(3)) {
    const double t = first + point.xi * (last - first);
    sum += point.weight * stretch(t) * rate(t);
  }
  return (last - first) * sum;
}

double WoundRope::stretch_at(double paid_out) const {
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
    if (paid_out <= piece->paid_out(piece->begin)) return piece->stretch(piece->time_of(paid_out));
  }
  return at_start_;
}

double WoundRope::stretched_length(double from_paid_out, double to_paid_out) const {
  double sum = 0.0;
  double at = from_paid_out;
  for (auto piece = pieces_.rbegin(); piece != pieces_.rend() && at < to_paid_out; ++piece) {
    const double last = std::min(to_paid_out, piece->paid_out(piece->begin));
    if (last <= at) continue;
    sum += piece->stretched_length(at, last);
    at = last;
  }
  return sum + at_start_ * std::max(0.0, to_paid_out - at);
}

void WoundRope::drop(double paid_out) {
  while (!pieces_.empty() && pieces_.back().paid_out(pieces_.back().begin) <= paid_out) pieces_.pop_back();
  if (!pieces_.empty()) pieces_.back().end = pieces_.back().time_of(paid_out);
}

void WoundRope::go_on(const Mark& from, const Mark& to) {
  if (!(to.time > from.time)) return;
  Piece piece{.from = from, .to = to, .begin = from.time, .end = to.time};
  const bool winds_first = from.rate < 0.0;
  const bool winds_last = to.rate < 0.0;
  if (winds_first != winds_last) {
    const double turn = numerics::find_root([&](double time) { return piece.rate(time); }, from.time, to.time);
    (winds_first ? piece.end : piece.begin) = turn;
  }
  if (!winds_first) drop(piece.paid_out(winds_last ? piece.begin : to.time));
  if (!winds_first && !winds_last) return;
  pieces_.push_back(piece);
  if (!winds_last) drop(to.paid_out);
}

std::vector<double> WoundRope::numbers() const {
  std::vector<double> all;
  for (const Piece& p : pieces_) {
    for (const Mark& m : {p.from, p.to}) {
      all.insert(all.end(), {m.time, m.paid_out, m.rate, m.stretch, m.stretch_rate});
    }
    all.insert(all.end(), {p.begin, p.end});
  }
  return all;
}

bool WoundRope::take(std::span<const double> numbers) {
  pieces_.clear();
  if (numbers.size() % kPieceWidth != 0) return false;
  for (std::size_t i = 0; i < numbers.size(); i += kPieceWidth) {
    const double* n = numbers.data() + i;
    const Piece p{
        .from = {n[0], n[1], n[2], n[3], n[4]}, .to = {n[5], n[6], n[7], n[8], n[9]}, .begin = n[10], .end = n[11]};
    if (!(p.from.time <= p.begin && p.begin <= p.end && p.end <= p.to.time && p.from.time < p.to.time)) return false;
    pieces_.push_back(p);
  }
  return true;
}

}  // namespace beltdyn
