// SPDX-License-Identifier: MIT
#include "core/drive/pulley/dry_friction.hpp"

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "core/drive/friction_laws.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::dry_friction_test {
namespace {

Pulley rubbing(const Indirect<FrictionLawConfig>& law) {
  Pulley pulley;
  pulley.motion = FreeMotion{};
  pulley.bearing_friction = JointFriction{.radius = 0.02, .normal_force = 500.0, .law = law};
  return pulley;
}

}  // namespace

TEST_CASE("dry friction: brake and bearing of a pulley that is free bear the sum of their limits") {
  Pulley pulley = rubbing(elastoplastic_coulomb(0.1, 1e6, 0.0));
  CHECK(close(bearing_limit(pulley), 1.0, {.rel = 1e-15}));
  CHECK(close(dry_limit(pulley)(3.0), 1.0, {.rel = 1e-15}));
  pulley.brake = Brake{.capacity = TimeFunction(4.0)};
  CHECK(close(dry_limit(pulley)(3.0), 5.0, {.rel = 1e-15}));
  CHECK(close(bearing_share(bearing_limit(pulley), 5.0), 0.2, {.rel = 1e-15}));
  pulley.bearing_friction.reset();
  CHECK(close(dry_limit(pulley)(3.0), 4.0, {.rel = 1e-15}));
}

TEST_CASE("dry friction: there is none without brake and bearing, and none that moves a prescribed pulley") {
  Pulley pulley;
  pulley.motion = FreeMotion{};
  CHECK(!dry_limit(pulley));
  CHECK(bearing_share(0.0, 0.0) == 0.0);
  pulley = rubbing(elastoplastic_coulomb(0.1, 1e6, 0.0));
  pulley.motion = PrescribedMotion{TimeFunction(1.0)};
  CHECK(!dry_limit(pulley));
}

TEST_CASE("dry friction: a bearing with another law than Coulomb's is named") {
  std::vector<std::string> sentences;
  add_bearing_objection(sentences, rubbing(elastoplastic_coulomb(0.1, 1e6, 0.0)), "1", "a string");
  CHECK(sentences.empty());
  add_bearing_objection(sentences, rubbing(RegularisedCoulombConfig{}), "1 (top)", "a string");
  REQUIRE(sentences.size() == 1);
  CHECK(
      sentences[0].starts_with("the friction of the bearing of pulley 1 (top) is regularised_coulomb, which a string"));
}

}  // namespace beltdyn::dry_friction_test
