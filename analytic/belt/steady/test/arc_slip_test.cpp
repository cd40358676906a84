// SPDX-License-Identifier: MIT
#include "analytic/belt/steady/arc_slip.hpp"

#include <cmath>
#include <optional>

#include <doctest/doctest.h>

#include "analytic/belt/steady/test/named_contacts.hpp"
#include "core/base/test/sanitized.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::arc_slip_test {

using namespace beltdyn::analytic;
using analytic::test::kContacts;
using analytic::test::kWidth;
using analytic::test::NamedContact;

TEST_CASE("arc slip: the slip is found from the change of force, up to the largest one" *
          doctest::skip(beltdyn::test::kIsSanitized)) {
  for (const NamedContact& row : kContacts) {
    for (const double direction : {1.0, -1.0}) {
      CAPTURE(row.name);
      CAPTURE(direction);
      const StringArc arc(row.contact.friction_law(kWidth), 0.1, 2.5, 1.0);
      ArcEntry entry{.flux = 1.16,
                     .slope = 7998.9,
                     .stretch = (400.0 + 7600.0) / 7998.9,
                     .effective_force = 400.0,
                     .direction = direction,
                     .log_slip = 0.0};
      const double largest = largest_log_change(arc, entry);
      for (const double part : {1e-30, 0.1, 0.9}) {
        CAPTURE(part);
        const double asked = largest + std::log(part);
        const std::optional<ArcSlip> slip = find_slip(arc, entry, asked, {});
        REQUIRE(slip.has_value());
        CHECK(std::abs(slip->exit.log_change - asked) < 1e-9);
        // On the side of small slip more slip gives more force.
        entry.log_slip = slip->log_slip + 1e-3 * (1.0 + std::abs(slip->log_slip));
        CHECK(arc.exit(entry).log_change > asked);
        const std::optional<ArcSlip> near = find_slip(arc, entry, asked, slip->log_slip + 0.5);
        REQUIRE(near.has_value());
        CHECK(std::abs(near->exit.log_change - asked) < 1e-9);
      }
      // With viscosity faster slip always gives more force.
      if (!row.is_viscous) CHECK_FALSE(find_slip(arc, entry, largest + 0.1, {}).has_value());
      CHECK(close(small_slip_rate(arc, entry), std::exp(find_slip(arc, entry, -60.0, {})->log_slip + 60.0),
                  {.rel = 1e-6}));
    }
  }
}

}  // namespace beltdyn::arc_slip_test
