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

// What excites a drive: the speed of a pulley of prescribed motion, a torque on one that is not prescribed beside
// those that it has, or a force on the coordinate of a mount that the belt moves, of an arm a moment. Speed and torque
// are positive counter-clockwise, a force along the coordinate. An accessory has a torque, too.
enum class LinearQuantity { speed, torque, force, accessory_torque };
inline constexpr std::array<std::string_view, 3> kLinearQuantityNames{"speed", "torque", "force"};

// A unit of what acts on a pulley, its mount or its accessory.
struct LinearExcitation {
  std::size_t pulley{};
  LinearQuantity quantity = LinearQuantity::speed;

  // Of its values: "rad/s", "N m" or "N".
  std::string_view unit(const BeltDrive& drive) const;
};

struct LinearInput {
  int pulley{};              // from 1, 0 if the name is given, or a mount
  std::string name{};        // of the pulley, empty if its number is given
  int mount{};               // that of the pulley with this number from 1
  std::string mount_name{};  // likewise
  LinearQuantity quantity = LinearQuantity::speed;

  // None if the drive has no such pulley.
  std::optional<LinearExcitation> excitation(const BeltDrive& drive) const;
  // The reason why the drive has no such input; empty if it has.
  std::string objection(const BeltDrive& drive) const;

  void visit(config::FieldVisitor& visitor);

 private:
  bool is_of_mount() const { return mount != 0 || !mount_name.empty(); }
};

// Frequencies from the first to the last one, each as far from the next, or in the same ratio.
struct FrequencyRange {
  enum class Spacing { linear, logarithmic };
  static constexpr std::array<std::string_view, 2> kSpacingNames{"linear", "logarithmic"};

  double from{};  // > 0 [Hz]
  double to{};    // > from [Hz]
  int count{};    // ≥ 2
  Spacing spacing = Spacing::logarithmic;

  std::vector<double> values() const;  // [Hz]

  void visit(config::FieldVisitor& visitor);
};

// The modes to find: roots s = −δ ± iω of the small motions with ω up to the highest frequency and |δ| up to a
// rate.
struct ModeSearch {
  double highest_frequency{};  // > 0 [Hz]
  double highest_rate = 0.0;   // of decay or growth, 0: bound_of_rate() [1/s]
  int number = 0;              // the lowest ones, 0: all

  double highest_angular_frequency() const;  // [rad/s]
  // highest_rate, or a fifth of 2π highest_frequency, but where particles stay on a pulley for a time at most 5 over
  // that: modes that decay faster are those of what the belt carries along, whose number has no end [1/s].
  double bound_of_rate(double longest_stay = 0.0) const;

  void visit(config::FieldVisitor& visitor);
};

// The index of a pulley by its name, or by its number from 1 if that is empty; none if the drive has no such pulley.
std::optional<std::size_t> pulley_index(const BeltDrive& drive, int pulley, const std::string& name);

// Speeds of a pulley of prescribed motion over which the modes are computed; all prescribed speeds change in the same
// ratio.
struct CampbellOptions {
  int pulley{};        // from 1, 0 if the name is given
  std::string name{};  // of the pulley, empty if its number is given
  double from{};       // ω [rad/s]
  double to{};
  int count{};                   // ≥ 2
  std::vector<double> orders{};  // lines in the figure: frequencies that are so many times ω/2π [-]

  std::vector<double> speeds() const;  // without sign [rad/s]

  void visit(config::FieldVisitor& visitor);
};

// Speeds of a pulley of prescribed motion over which the response to the orders in the time functions of the drive is
// computed; all prescribed speeds change in the same ratio, amplitudes stay.
struct OrderOptions {
  int pulley{};        // from 1, 0 if the name is given
  std::string name{};  // of the pulley, empty if its number is given
  double from{};       // ω [rad/s]
  double to{};
  int count{};  // ≥ 2

  std::vector<double> speeds() const;  // without sign [rad/s]

  void visit(config::FieldVisitor& visitor);
};

// The key "linear" of a run: which small motions about a steady one are computed.
struct LinearOptions {
  std::optional<LinearInput> input{};
  std::vector<double> frequencies{};  // > 0 [Hz]
  std::optional<FrequencyRange> frequency_range{};
  std::optional<ModeSearch> modes{};
  std::optional<CampbellOptions> campbell{};
  std::optional<OrderOptions> order_response{};

  // Those of the list, or of the range [Hz]
  std::vector<double> all_frequencies() const;
  // Error messages for what the drive does not have.
  std::vector<std::string> objections(const BeltDrive& drive) const;
  // The same of a drive without pulleys, in the words of a formulation.
  std::vector<std::string> objections_without_pulleys(std::string_view who) const;
  // Those of a formulation that finds the modes of ropes, and nothing else.
  std::vector<std::string> objections_for_ropes(std::string_view who) const;

  void visit(config::FieldVisitor& visitor);

 private:
  // Those that are given and refer to pulleys.
  std::vector<const char*> keys_of_inputs() const;
};

// Visits the key "linear" of a run, which belongs to its "analysis": "linear" alone.
void visit_linear(config::FieldVisitor& visitor, const std::function<bool()>& is_linear,
                  std::optional<LinearOptions>& options);
// Adds sentences about mounts with dry friction, which `who` does not support.
void add_mount_friction_objections(std::vector<std::string>& sentences, const BeltDrive& drive, std::string_view who);

}  // namespace beltdyn
