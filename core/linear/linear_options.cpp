// SPDX-License-Identifier: MIT
#include "core/linear/linear_options.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "core/drive/belt/belt_drive.hpp"
#include "core/drive/pulley/pulley_doubts.hpp"
#include "core/drive/pulley/pulley_list.hpp"
#include "core/linear/order_terms.hpp"

namespace beltdyn {
namespace {

using config::FieldVisitor;
using config::Presence;

constexpr int kMostFrequencies = 1'000'000;
constexpr int kMostModes = 10'000;
constexpr int kMostSpeeds = 10'000;
constexpr double kHighestFrequency = 1e9;  // [Hz]
constexpr config::Range kFrequency{.low = 0.0, .high = kHighestFrequency, .low_exclusive = true};

}  // namespace

std::optional<std::size_t> pulley_index(const BeltDrive& drive, int pulley, const std::string& name) {
  return pulley_index(drive.pulleys, pulley, name);
}

std::string_view LinearExcitation::unit(const BeltDrive& drive) const {
  if (quantity == LinearQuantity::speed) return "rad/s";
  if (quantity != LinearQuantity::force) return "N m";
  return std::holds_alternative<SliderMount>(drive.pulleys[pulley].mount) ? "N" : "N m";
}

std::optional<LinearExcitation> LinearInput::excitation(const BeltDrive& drive) const {
  const std::optional<std::size_t> at =
      is_of_mount() ? pulley_index(drive, mount, mount_name) : pulley_index(drive, pulley, name);
  if (!at) return std::nullopt;
  return LinearExcitation{.pulley = *at, .quantity = quantity};
}

std::string LinearInput::objection(const BeltDrive& drive) const {
  const std::optional<LinearExcitation> found = excitation(drive);
  if (!found) {
    const int number = is_of_mount() ? mount : pulley;
    const std::string& named = is_of_mount() ? mount_name : name;
    return fmt::format("linear.input refers to {} {}: {}", is_of_mount() ? "the mount of pulley" : "pulley",
                       given_pulley(number, named), missing_pulley(drive.pulleys, number, named));
  }
  const Pulley& at = drive.pulleys[found->pulley];
  if (is_of_mount()) {
    if (suspension_of(at.mount) != nullptr) return {};
    return fmt::format(
        "linear.input varies a force on the mount of pulley {}, but its motion is fixed or prescribed, so the force "
        "has no effect; use a pulley on an arm or a slider",
        drive.pulley_label(found->pulley));
  }
  if (quantity == LinearQuantity::speed && !at.is_prescribed()) {
    return fmt::format(
        "linear.input varies the speed of pulley {}, which is not prescribed; use \"quantity\": \"torque\", or a "
        "pulley of prescribed motion",
        drive.pulley_label(found->pulley));
  }
  if (quantity == LinearQuantity::torque && at.is_prescribed()) {
    return fmt::format(
        "linear.input varies a torque on pulley {}, but its motion is prescribed, so the torque has no effect; use "
        "\"quantity\": \"speed\", or a pulley that is moved by torques",
        drive.pulley_label(found->pulley));
  }
  return {};
}

void LinearInput::visit(FieldVisitor& v) {
  v.entry({"pulley", "-", "the name of the pulley, or its number counted from 1"}, pulley, name, Presence::optional);
  v.entry({"mount", "-",
           "instead of \"pulley\": the name, or the number counted from 1, of a pulley on an arm or a slider"},
          mount, mount_name, Presence::optional);
  config::visit_choice(
      v,
      {"quantity", "-",
       "the quantity that varies about its steady value (speed: the angular velocity of a pulley of prescribed motion; "
       "torque: a torque on any other pulley; force: a force on a slider, or a moment on an arm)"},
      quantity, kLinearQuantityNames);
  const auto has_pulley = [this] { return pulley != 0 || !name.empty(); };
  v.check(
      "", [this, has_pulley] { return has_pulley() != is_of_mount(); },
      [has_pulley] {
        return std::string(has_pulley() ? "has a pulley and a mount; give one of the two"
                                        : "has neither a pulley nor a mount; give \"pulley\" or \"mount\"");
      });
  v.check(
      "quantity",
      [this, has_pulley] {
        return has_pulley() == is_of_mount() || is_of_mount() == (quantity == LinearQuantity::force);
      },
      [this] {
        return is_of_mount() ? std::string("does not apply to a mount; use force")
                             : std::string("applies to mounts only; use speed or torque, or give \"mount\"");
      });
}

std::vector<double> FrequencyRange::values() const {
  std::vector<double> values;
  for (int i = 0; i < count; ++i) {
    const double part = static_cast<double>(i) / (count - 1);
    values.push_back(spacing == Spacing::linear ? from + part * (to - from) : from * std::pow(to / from, part));
  }
  values.back() = to;
  return values;
}

void FrequencyRange::visit(FieldVisitor& v) {
  v.number({"from", "Hz", "the lowest frequency"}, from, kFrequency);
  v.number({"to", "Hz", "the highest frequency"}, to, kFrequency);
  v.integer({"count", "-", "the number of frequencies"}, count, {.low = 2, .high = kMostFrequencies});
  config::visit_choice(v, {"spacing", "-", "the spacing: equal differences (linear) or equal ratios (logarithmic)"},
                       spacing, kSpacingNames, Presence::optional);
  v.check(
      "to", [this] { return to > from; },
      [this] { return fmt::format("is not above \"from\", {:.6g} Hz; give the range in increasing order", from); });
}

double ModeSearch::highest_angular_frequency() const { return 2.0 * std::numbers::pi * highest_frequency; }

double ModeSearch::bound_of_rate(double longest_stay) const {
  constexpr double kUsualPart = 0.2;
  constexpr double kMostDecay = 5.0;  // particles decay by e⁻⁵ during their stay on a pulley
  if (highest_rate > 0.0) return highest_rate;
  const double usual = kUsualPart * highest_angular_frequency();
  return longest_stay > 0.0 ? std::min(usual, kMostDecay / longest_stay) : usual;
}

double ModeSearch::bound_of_growth() const { return std::max(highest_rate, highest_angular_frequency()); }

void ModeSearch::visit(FieldVisitor& v) {
  v.number({"highest_frequency", "Hz", "the highest frequency of the modes to find"}, highest_frequency, kFrequency);
  v.number(
      {"highest_rate", "1/s",
       "the largest decay rate of the modes to find; modes that decay faster are left out. 0: a fifth of 2 pi "
       "highest_frequency, but at most 5 divided by the time that the belt stays on a pulley, and 0.9 of the stiffness "
       "of the belt divided by its damping. Growing modes are found up to a growth rate of 2 pi highest_frequency"},
      highest_rate, config::kNonNegative, Presence::optional);
  v.integer({"number", "-", "the number of modes reported, those of the lowest frequencies; 0: all"}, number,
            {.low = 0, .high = kMostModes}, Presence::optional);
}

namespace {

// Visits the speeds of a pulley in CampbellOptions or OrderOptions.
template <class Options>
void visit_speeds(FieldVisitor& v, Options& speeds) {
  v.entry({"pulley", "-", "the name of the pulley of prescribed motion, or its number counted from 1"}, speeds.pulley,
          speeds.name);
  v.number({"from", "rad/s", "the first angular velocity; its sign does not matter, the pulley keeps its sense"},
           speeds.from, {});
  v.number({"to", "rad/s", "the last angular velocity"}, speeds.to, {});
  v.integer({"count", "-", "the number of speeds"}, speeds.count, {.low = 2, .high = kMostSpeeds});
  v.check(
      "to", [&speeds] { return speeds.from * speeds.to > 0.0 && speeds.from != speeds.to; },
      [&speeds] {
        return fmt::format("must differ from \"from\", {:.6g} rad/s, and have the same sign; give two such speeds",
                           speeds.from);
      });
}

}  // namespace

std::vector<double> CampbellOptions::speeds() const {
  std::vector<double> speeds;
  speeds.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) speeds.push_back(std::abs(from + (to - from) * i / (count - 1)));
  speeds.back() = std::abs(to);
  return speeds;
}

void CampbellOptions::visit(FieldVisitor& v) {
  visit_speeds(v, *this);
  v.numbers({"orders", "-", "order lines in the figure: multiples of the rotation frequency of the pulley"}, orders,
            {.low = 0.0, .low_exclusive = true}, {}, Presence::optional);
}

std::vector<double> OrderOptions::speeds() const {
  return CampbellOptions{.from = from, .to = to, .count = count}.speeds();
}

void OrderOptions::visit(FieldVisitor& v) { visit_speeds(v, *this); }

std::vector<double> LinearOptions::all_frequencies() const {
  return frequency_range ? frequency_range->values() : frequencies;
}

double LinearOptions::highest_frequency() const {
  double highest = modes ? modes->highest_frequency : 0.0;
  for (const double frequency : all_frequencies()) highest = std::max(highest, frequency);
  return highest;
}

std::vector<std::string> LinearOptions::objections(const BeltDrive& drive) const {
  std::vector<std::string> sentences;
  const auto hold_prescribed = [&](const char* key, int number, const std::string& named) {
    const std::optional<std::size_t> at = pulley_index(drive, number, named);
    if (at && drive.pulleys[*at].is_prescribed()) return;
    const std::string given = given_pulley(number, named);
    sentences.push_back(
        at ? fmt::format("linear.{} refers to pulley {}, whose motion is not prescribed; name a pulley of "
                         "prescribed motion",
                         key, given)
           : fmt::format("linear.{} refers to pulley {}: {}", key, given,
                         missing_pulley(drive.pulleys, number, named)));
  };
  if (campbell) hold_prescribed("campbell", campbell->pulley, campbell->name);
  if (order_response) {
    hold_prescribed("order_response", order_response->pulley, order_response->name);
    if (!has_orders(drive)) {
      sentences.emplace_back(
          "linear.order_response computes the response to time functions of type \"orders\", but no speed or torque of "
          "the drive has one; add one, or remove this key");
    }
  }
  if (input) {
    if (std::string objection = input->objection(drive); !objection.empty()) sentences.push_back(std::move(objection));
  }
  return sentences;
}

std::vector<std::string> LinearOptions::doubts(const BeltDrive& drive) const {
  std::vector<std::string> sentences;
  const auto doubt = [&](const auto& diagram) {
    if (!diagram) return;
    const std::optional<std::size_t> at = pulley_index(drive, diagram->pulley, diagram->name);
    if (at)
      doubt_speed(sentences, drive.pulley_label(*at), drive.pulleys[*at].radius, std::ranges::max(diagram->speeds()));
  };
  doubt(campbell);
  doubt(order_response);
  return sentences;
}

std::vector<std::string> LinearOptions::objections_without_pulleys(std::string_view who) const {
  std::vector<std::string> sentences;
  for (const char* key : keys_of_inputs()) {
    sentences.push_back(fmt::format(
        "linear.{} refers to pulleys and is not supported by {}, whose drive is a beam between supports; remove it",
        key, who));
  }
  return sentences;
}

std::vector<std::string> LinearOptions::objections_for_ropes(std::string_view who) const {
  std::vector<std::string> sentences;
  for (const char* key : keys_of_inputs()) {
    sentences.push_back(
        fmt::format("linear.{} is not supported by {} for ropes with ends, of which it finds the modes; remove it, and "
                    "give \"modes\"",
                    key, who));
  }
  return sentences;
}

std::vector<const char*> LinearOptions::keys_of_inputs() const {
  std::vector<const char*> keys;
  if (input) keys.push_back("input");
  if (campbell) keys.push_back("campbell");
  if (order_response) keys.push_back("order_response");
  return keys;
}

void LinearOptions::visit(FieldVisitor& v) {
  config::visit_optional(v, {"input", "-", "the input of the response, which is given per unit of it"}, input);
  v.numbers({"frequencies", "Hz", "the frequencies of the response"}, frequencies, kFrequency, {}, Presence::optional);
  config::visit_optional(v, {"frequency_range", "-", "the frequencies as a range, instead of \"frequencies\""},
                         frequency_range);
  config::visit_optional(v, {"modes", "-", "which modes to find"}, modes);
  config::visit_optional(
      v, {"campbell", "-", "the speeds at which modes are computed in addition to those at end_time"}, campbell);
  config::visit_optional(
      v,
      {"order_response", "-",
       "the speeds at which the response to the orders in the time functions of the drive is computed"},
      order_response);
  v.check(
      "campbell", [this] { return modes || !campbell; }, "needs the range of the modes to find; add \"modes\"");
  v.check(
      "frequencies", [this] { return frequencies.empty() || !frequency_range; },
      "cannot be combined with frequency_range; give one of the two");
  v.check(
      "frequencies",
      [this] { return std::ranges::adjacent_find(frequencies, std::ranges::greater_equal()) == frequencies.end(); },
      "must increase; sort them and give each once");
  const auto has_frequencies = [this] { return !frequencies.empty() || frequency_range.has_value(); };
  v.check(
      "", [this, has_frequencies] { return !input || has_frequencies(); },
      "has an input but no frequencies; add \"frequencies\" or \"frequency_range\"");
  v.check(
      "", [this, has_frequencies] { return input || !has_frequencies(); },
      "has frequencies but no input; add \"input\": {\"pulley\": ..., \"quantity\": ...}");
  v.check(
      "", [this, has_frequencies] { return modes || has_frequencies() || order_response; },
      "requests no results; add \"modes\", or \"input\" and \"frequencies\"");
}

void visit_linear(FieldVisitor& v, const std::function<bool()>& is_linear, std::optional<LinearOptions>& options) {
  config::visit_optional(
      v, {"linear", "-", "the results of the linear analysis: modes, and the frequency response to an input"}, options);
  v.check(
      "linear", [&] { return !is_linear() || options.has_value(); },
      "missing; \"analysis\": \"linear\" needs to know which results to compute: give \"linear\": {\"modes\": "
      "...}, or \"input\" and \"frequencies\" in it");
  v.check(
      "linear", [&] { return is_linear() || !options; },
      "applies to \"analysis\": \"linear\" only; set that, or remove this key");
}

void add_mount_friction_objections(std::vector<std::string>& sentences, const BeltDrive& drive, std::string_view who) {
  for (std::size_t k = 0; k < drive.pulleys.size(); ++k) {
    const Suspension* suspension = suspension_of(drive.pulleys[k].mount);
    if (suspension == nullptr || !suspension->friction) continue;
    sentences.push_back(
        fmt::format("the mount of pulley {} has dry friction, which is not supported by {}; remove the friction, or "
                    "replace the mount by a fixed axis",
                    drive.pulley_label(k), who));
  }
}

}  // namespace beltdyn
