// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/drive/any_drive.hpp"

namespace beltdyn {

// The kind of excitation: the speed of a pulley of prescribed motion; an additional torque on a pulley whose motion is
// not prescribed, or on an accessory; or a force (for an arm a moment) on the coordinate of a mount that the belt
// moves. Speed and torque are positive counter-clockwise, a force is positive along the coordinate.
enum class LinearQuantity { speed, torque, force, accessory_torque };
inline constexpr std::array<std::string_view, 3> kLinearQuantityNames{"speed", "torque", "force"};

// A unit excitation of a pulley, its mount or its accessory.
struct LinearExcitation {
  std::size_t pulley{};
  LinearQuantity quantity = LinearQuantity::speed;

  // The unit of its values: "rad/s", "N m" or "N".
  std::string_view unit(const BeltDrive& drive) const;
};

// The key "input": where and how the frequency response is excited.
struct LinearInput {
  int pulley{};              // number from 1; 0 if the name or a mount is given
  std::string name{};        // name of the pulley; empty if its number is given
  int mount{};               // number from 1 of the pulley on this mount; 0 if not given
  std::string mount_name{};  // name of the pulley on this mount; empty if not given
  LinearQuantity quantity = LinearQuantity::speed;

  // None if the drive has no such pulley.
  std::optional<LinearExcitation> excitation(const BeltDrive& drive) const;
  // Why the drive has no such input; empty if it has.
  std::string objection(const BeltDrive& drive) const;

  void visit(config::FieldVisitor& visitor);

 private:
  bool is_of_mount() const { return mount != 0 || !mount_name.empty(); }
};

// Frequencies from `from` to `to`, at equal distances or in equal ratios.
struct FrequencyRange {
  // How the frequencies are spaced.
  enum class Spacing { linear, logarithmic };
  static constexpr std::array<std::string_view, 2> kSpacingNames{"linear", "logarithmic"};

  double from{};  // > 0 [Hz]
  double to{};    // > from [Hz]
  int count{};    // ≥ 2
  Spacing spacing = Spacing::logarithmic;

  std::vector<double> values() const;  // [Hz]

  void visit(config::FieldVisitor& visitor);
};

// The range of modes to find: roots s = −δ ± iω of the small motions, with ω up to the highest frequency and decay
// rates δ up to a bound. Growing motions, δ < 0, are sought up to a higher rate: one of them makes the motion unstable.
struct ModeSearch {
  double highest_frequency{};  // > 0 [Hz]
  double highest_rate = 0.0;   // largest δ, 0: bound_of_rate() [1/s]
  int number = 0;              // of the modes of lowest frequency, 0: all

  double highest_angular_frequency() const;  // [rad/s]
  // highest_rate, or by default a fifth of 2π highest_frequency, but at most 5 over the time that particles stay on a
  // pulley [1/s]. Modes that decay faster belong to the transport by the belt; there are infinitely many. mode_search()
  // also bounds it by the damping of the belt.
  double bound_of_rate(double longest_stay = 0.0) const;
  // The largest growth rate −δ: highest_rate, or 2π highest_frequency if that is more [1/s].
  double bound_of_growth() const;

  void visit(config::FieldVisitor& visitor);
};

// The index of a pulley from its name, or from its number (from 1) if the name is empty; none if it does not exist.
std::optional<std::size_t> pulley_index(const BeltDrive& drive, int pulley, const std::string& name);

// Options of a Campbell diagram: speeds of a pulley of prescribed motion at which modes are computed. All prescribed
// speeds change in the same ratio.
struct CampbellOptions {
  int pulley{};                  // number from 1; 0 if the name is given
  std::string name{};            // name of the pulley; empty if its number is given
  double from{};                 // ω [rad/s]
  double to{};                   // ω [rad/s]
  int count{};                   // ≥ 2
  std::vector<double> orders{};  // order lines of the figure: frequencies n ω/2π with these n [-]

  std::vector<double> speeds() const;  // absolute values [rad/s]

  void visit(config::FieldVisitor& visitor);
};

// Options of the order response: speeds of a pulley of prescribed motion at which the response to the orders in the
// drive's time functions is computed. All prescribed speeds change in the same ratio; amplitudes are constant.
struct OrderOptions {
  int pulley{};        // number from 1; 0 if the name is given
  std::string name{};  // name of the pulley; empty if its number is given
  double from{};       // ω [rad/s]
  double to{};         // ω [rad/s]
  int count{};         // ≥ 2

  std::vector<double> speeds() const;  // absolute values [rad/s]

  void visit(config::FieldVisitor& visitor);
};

// The key "linear" of a run: which small motions about a steady motion are computed.
struct LinearOptions {
  std::optional<LinearInput> input{};
  std::vector<double> frequencies{};  // > 0 [Hz]
  std::optional<FrequencyRange> frequency_range{};
  std::optional<ModeSearch> modes{};
  std::optional<CampbellOptions> campbell{};
  std::optional<OrderOptions> order_response{};

  // The frequencies of the list or of the range [Hz].
  std::vector<double> all_frequencies() const;
  // The highest frequency of modes and responses that are asked for; 0 if there is none [Hz].
  double highest_frequency() const;
  // Error messages for options that the drive does not support.
  std::vector<std::string> objections(const BeltDrive& drive) const;
  // Sentences about speeds of diagrams that are unlikely.
  std::vector<std::string> doubts(const BeltDrive& drive) const;
  // The same as objections() for a drive without pulleys; `who` is the formulation.
  std::vector<std::string> objections_without_pulleys(std::string_view who) const;
  // The same for a formulation that computes the modes of ropes only.
  std::vector<std::string> objections_for_ropes(std::string_view who) const;

  void visit(config::FieldVisitor& visitor);

 private:
  // The given keys that refer to pulleys.
  std::vector<const char*> keys_of_inputs() const;
};

// Visits the key "linear" of a run; it is allowed only with the analysis "linear".
void visit_linear(config::FieldVisitor& visitor, const std::function<bool()>& is_linear,
                  std::optional<LinearOptions>& options);
// Adds sentences about mounts with dry friction, which the formulation `who` does not support.
void add_mount_friction_objections(std::vector<std::string>& sentences, const BeltDrive& drive, std::string_view who);

}  // namespace beltdyn
