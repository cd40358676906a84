// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <complex>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/linear/linear_options.hpp"
#include "core/linear/mode_shapes.hpp"

namespace beltdyn {

struct Pulley;

// The quantities that figures of linear analyses show, each followed by the number of a pulley or span.
inline constexpr std::array<std::string_view, 4> kLinearQuantities{"span_force_", "angular_velocity_",
                                                                   "accessory_torque_", "mount_position_"};
// The quantities whose peaks over the speed are resolved and listed.
inline constexpr std::array<std::string_view, 5> kPeakQuantities{"span_force_", "hub_load_", "angular_velocity_",
                                                                 "accessory_torque_", "mount_position_"};

// A reported quantity, with the name and the unit of its history column.
struct LinearOutput {
  std::string name;
  std::string unit;
};

// The linear analysis of small motions of a drive about a steady motion. Every small quantity is the real part of x
// exp(s t), with the same s. A formulation derives from this class.
class LinearAnalysis {
 public:
  // Long computations throw Interrupted when the program is asked to stop.
  virtual ~LinearAnalysis() = default;

  virtual const LinearOptions& options() const = 0;
  // The configured drive; null if it is no belt drive.
  virtual const BeltDrive* drive() const { return nullptr; }
  // Angular velocities of the pulleys in the steady motion, shape (n_pulleys) [rad/s].
  virtual std::vector<double> steady_speeds() const { return {}; }
  // The longest time that particles stay on a pulley [s]; 0 without pulleys or at rest.
  virtual double longest_stay() const;
  // The decay rate at which the modes of damped elements accumulate [1/s].
  virtual double damped_rate() const { return std::numeric_limits<double>::infinity(); }
  virtual ModeBodies bodies() const = 0;
  virtual std::vector<LinearOutput> outputs() const { return {}; }
  // x of the outputs for an input x = 1 at each s [1/s], for example s = iω for a frequency response; values have the
  // shape (n_s)(n_outputs). Called only if options() has an input or requests orders.
  virtual void respond(const LinearExcitation&, std::span<const std::complex<double>>,
                       std::span<std::complex<double>>) const {}
  // The places where modes are reported.
  virtual ModePlaces places() const = 0;
  // The free motions with s in the closed upper half plane, each as often as its multiplicity, in any order; conjugates
  // of s are modes as well. Shapes may have any magnitude.
  virtual std::vector<LinearMode> modes(const ModeSearch& search) const = 0;
  // The roots s near guesses by Newton's method; none where it does not converge. Throws std::bad_optional_access if
  // the options do not request modes.
  virtual std::vector<std::optional<std::complex<double>>> follow(
      std::span<const std::complex<double>> guesses) const = 0;
};

// The outputs of a belt drive. For each pulley: angular_velocity_k, torque_k, drive_torque_k if its motion is
// prescribed, hub_load_k, mount_position_k and mount_force_k if the belt moves its mount, accessory_angular_velocity_k
// and accessory_torque_k if it has an accessory. For each span: span_force_k.
std::vector<LinearOutput> linear_outputs(const BeltDrive& drive);
// The small change of the torque that drives a pulley of prescribed motion, from those of its speed and of the belt's
// torque on it.
std::complex<double> drive_torque(const Pulley& pulley, std::complex<double> s, std::complex<double> angular_velocity,
                                  std::complex<double> torque);

// The mode search of the options, with the default rate of ModeSearch filled in. Throws std::bad_optional_access
// without modes, SolverError if the rate reaches that at which modes accumulate.
ModeSearch mode_search(const LinearAnalysis& analysis);
// The analysis on other meshes (OtherMesh), from which errors of modes follow; null where there is none.
struct OnOtherMeshes {
  std::shared_ptr<const LinearAnalysis> finer{};
  std::shared_ptr<const LinearAnalysis> coarser_on_pulleys{};
};
// The requested modes in ascending order of frequency, with names and with shapes scaled by normalise().
ModeTable mode_table(const LinearAnalysis& analysis, const OnOtherMeshes& others = {});

// Writes the requested results into a folder:
//   frequency_response.csv   frequency [Hz], and for each output k  k_magnitude [unit/(unit of the input)] and k_phase
//                            [rad] in (−π, π]
//   modes.csv                in ascending order of frequency: number [-], real [1/s] and imaginary [rad/s] part of s,
//                            frequency [Hz] = imaginary/(2π), damping_ratio [-] = −real/|s|;
//                            error [1/s] of s, if there is a mesh; then the parts of ModeEnergy:
//                            pulley_energy_k [-], mount_energy_k [-] of mounts that the belt moves, accessory_energy_k
//                            [-], span_energy_k [-], wrap_energy [-], along_energy [-], and for ropes end_energy_k [-]
//   modes.json               the same with names and shapes, see ModeTable
// Returns the modes. Throws IoError, SolverError.
std::vector<NamedMode> write_linear_analysis(const LinearAnalysis& analysis, const std::filesystem::path& folder,
                                             const OnOtherMeshes& others = {});

inline constexpr const char* kFrequencyResponseFile = "frequency_response.csv";

}  // namespace beltdyn
