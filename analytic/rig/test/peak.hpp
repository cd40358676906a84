// SPDX-License-Identifier: MIT
#pragma once

#include <limits>

#include <boost/math/tools/minima.hpp>

namespace beltdyn::analytic {

struct Peak {
  double value{};
  double time{};  // [s]
};

// The largest value of quantity(state of the rig) in a panel, at its end or inside, where it may have one maximum; the
// time is located to half the digits of a double.
template <class Rig, class Quantity>
Peak peak_in(const Rig& rig, const typename Rig::Panel& panel, const Quantity& quantity) {
  const auto negative = [&](double time) { return -quantity(rig.sample(panel, time)); };
  constexpr int kBits = std::numeric_limits<double>::digits / 2;
  const auto [time, value] = boost::math::tools::brent_find_minima(negative, panel.start(), panel.end(), kBits);
  const double last = -negative(panel.end());
  return last >= -value ? Peak{last, panel.end()} : Peak{-value, time};
}

}  // namespace beltdyn::analytic
