// SPDX-License-Identifier: MIT
#include "core/drive/belt/probe.hpp"

#include <array>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/pulley_list.hpp"

namespace beltdyn {
namespace {

using config::Alternative;
using config::FieldVisitor;
using config::hold;
using config::kNonNegative;

std::string member_of_probe(std::size_t i, std::string_view member) { return fmt::format("probes/{}/{}", i, member); }

void check_probe_name(FieldVisitor& v, const BeltDrive& drive, std::size_t i) {
  v.check(
      member_of_probe(i, "name"),
      [&drive, i] {
        for (std::size_t j = 0; j < i; ++j) {
          if (drive.probes[j].name == drive.probes[i].name) return false;
        }
        return true;
      },
      "another probe has this name; give each probe a unique name");
}

void check_probe_place(FieldVisitor& v, const BeltDrive& drive, std::size_t i) {
  const auto& place = drive.probes[i].place;
  const auto check_span = [&](int number) {
    v.check(
        member_of_probe(i, "span"),
        [&drive, number] { return static_cast<std::size_t>(number) <= drive.pulleys.size(); },
        [&drive] { return fmt::format("no such span; the drive has spans 1 to {}", drive.pulleys.size()); });
  };
  const auto check_sigma = [&](double sigma) {
    v.check(
        member_of_probe(i, "sigma"), [&drive, sigma] { return sigma < drive.path().length(); },
        [&drive] {
          return fmt::format("lies beyond the end of the belt path, which is {:.6g} m long; give a sigma below that",
                             drive.path().length());
        });
  };
  if (const auto* at = std::get_if<PulleyProbe>(&place)) {
    check_pulley(v, member_of_probe(i, "pulley"), drive.pulleys, at->pulley, at->name);
  }
  if (const auto* at = std::get_if<SpanProbe>(&place)) check_span(at->span);
  if (const auto* at = std::get_if<PointProbe>(&place)) check_sigma(at->sigma);
  if (const auto* at = std::get_if<ParticleProbe>(&place)) check_sigma(at->sigma);
}

}  // namespace

void check_probes(FieldVisitor& v, const BeltDrive& drive) {
  for (std::size_t i = 0; i < drive.probes.size(); ++i) {
    check_probe_name(v, drive, i);
    check_probe_place(v, drive, i);
  }
}

void Probe::visit(FieldVisitor& visitor) {
  visitor.name({"name", "-", "the name of the probe"}, name);
  const std::array<Alternative, 4> places{{
      {"pulley", "a pulley",
       [this](FieldVisitor& v) {
         auto& probe = hold<PulleyProbe>(place);
         v.entry({"pulley", "-", "the name of the pulley, or its number counted from 1"}, probe.pulley, probe.name);
       }},
      {"span", "the midpoint of the span that follows a pulley",
       [this](FieldVisitor& v) {
         v.integer({"span", "-", "the number of the span, counted from 1"}, hold<SpanProbe>(place).span, {.low = 1});
       }},
      {"point", "a fixed point of the belt path",
       [this](FieldVisitor& v) {
         v.number({"sigma", "m", "the path coordinate from the entry of the first pulley"},
                  hold<PointProbe>(place).sigma, kNonNegative);
       }},
      {"particle", "a particle that moves with the belt",
       [this](FieldVisitor& v) {
         v.number({"sigma", "m", "the initial path coordinate of the particle"}, hold<ParticleProbe>(place).sigma,
                  kNonNegative);
       }},
  }};
  visit_tagged(visitor, {"type", "-", "the type of probe"}, places, place);
}

}  // namespace beltdyn
