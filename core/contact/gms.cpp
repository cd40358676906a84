// SPDX-License-Identifier: MIT
#include "core/contact/gms.hpp"

#include <cmath>

#include <fmt/format.h>

#include "core/contact/parameter_check.hpp"

namespace beltdyn::contact {
Gms::Gms(const Parameters& parameters)
    : stribeck_(parameters.stribeck),
      n_(parameters.stiffness.size()),
      viscosity_(not_negative(parameters.viscosity, "viscosity")) {
  if (n_ < 1 || n_ > kMaxElements || parameters.share.size() != n_) {
    throw UsageError(fmt::format("GMS friction needs 1 to {} elements and one share per stiffness; got {} and {}",
                                 kMaxElements, n_, parameters.share.size()));
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < n_; ++k) {
    stiffness_[k] = positive(parameters.stiffness[k], "stiffness of an element");
    share_[k] = positive(parameters.share[k], "share of an element");
    sum += share_[k];
    rate_[k] = not_negative(parameters.attraction, "attraction") *
               (parameters.relaxation == GmsRelaxation::by_share ? share_[k] : 1.0);
  }
  if (std::abs(sum - 1.0) > kShareTolerance) {
    throw UsageError(fmt::format("the element shares must sum to 1, not {:.9g}", sum));
  }
}

}  // namespace beltdyn::contact
