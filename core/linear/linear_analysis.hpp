// SPDX-License-Identifier: MIT
#pragma once

#include <complex>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/drive/any_drive.hpp"
#include "core/linear/linear_options.hpp"
#include "core/linear/mode_shapes.hpp"

namespace beltdyn {

struct Pulley;

// A quantity whose small changes are reported, under the name and the unit of its history column.
struct LinearOutput {
  std::string name;
  std::string unit;
};

// The small motions of a drive about a steady one: all that varies is the real part of x exp(s t), with the same s.
class LinearAnalysis {
 public:
  // Long computations throw Interrupted when the program is asked to stop.
  virtual ~LinearAnalysis() = default;

  virtual const LinearOptions& options() const = 0;
  // As it is configured; null if there is no belt drive.
  virtual const BeltDrive* drive() const { return nullptr; }
  // Of its pulleys in the steady motion [rad/s], shape (n_pulleys)
  virtual std::vector<double> steady_speeds() const { return {}; }
  // The longest time for which particles are on a pulley, 0 without one or at rest [s].
  virtual double longest_stay() const;
  virtual ModeBodies bodies() const = 0;
  virtual std::vector<LinearOutput> outputs() const { return {}; }
  // x of the outputs for an input of x = 1 at each s [1/s], iω of a response over frequency; values in the shape
  // (n_s)(n_outputs). Asked for if options() has an input, or asks for orders.
  virtual void respond(const LinearExcitation&, std::span<const std::complex<double>>,
                       std::span<std::complex<double>>) const {}
  // Where modes are reported.
  virtual ModePlaces places() const = 0;
  // The motions without an input whose s are in the upper half plane and on its edge, whose conjugates are modes as
  // well, each as often as its multiplicity; shapes of any size, in any order.
  virtual std::vector<LinearMode> modes(const ModeSearch& search) const = 0;
  // The s of modes near guesses by Newton's method, none where it finds none. std::bad_optional_access if the options
  // ask for no modes.
  virtual std::vector<std::optional<std::complex<double>>> follow(
      std::span<const std::complex<double>> guesses) const = 0;
};

// The outputs of a belt drive: of each pulley angular_velocity_k, torque_k, drive_torque_k if its motion is prescribed,
// mount_position_k and mount_force_k if the belt moves its mount, accessory_angular_velocity_k and accessory_torque_k
// if it has an accessory; then span_force_k of each span.
std::vector<LinearOutput> linear_outputs(const BeltDrive& drive);
// Small changes of the torque that drives a pulley of prescribed motion, from those of its speed and of the torque of
// the belt on it.
std::complex<double> drive_torque(const Pulley& pulley, std::complex<double> s, std::complex<double> angular_velocity,
                                  std::complex<double> torque);

// What the options ask for, with the rate that ModeSearch has by itself. Without modes std::bad_optional_access.
ModeSearch mode_search(const LinearAnalysis& analysis);
// The modes that the options ask for, by rising frequency, with names and shapes of the size of normalise(). `finer` is
// the analysis on a mesh twice as fine, which tells their errors; null if there is no mesh.
ModeTable mode_table(const LinearAnalysis& analysis, const LinearAnalysis* finer = nullptr);

// Writes what the options ask for into a folder:
//   frequency_response.csv   frequency [Hz], and of each output k  k_magnitude [unit/(unit of the input)] and k_phase
//                            [rad] in (−π, π]
//   modes.csv                number [-], real [1/s] and imaginary [rad/s] part of s, frequency [Hz], which is the
//                            imaginary part over 2π, and damping_ratio [-], which is −real/|s|; by rising frequency;
//                            error [1/s] by which s may be off, if there is a mesh; then the parts of ModeEnergy:
//                            pulley_energy_k [-], mount_energy_k [-] of mounts that the belt moves, accessory_energy_k
//                            [-], span_energy_k [-], wrap_energy [-], along_energy [-], and of ropes end_energy_k [-]
//   modes.json               the same with names and shapes, see ModeTable
// Returns the modes. Throws IoError, SolverError.
std::vector<NamedMode> write_linear_analysis(const LinearAnalysis& analysis, const std::filesystem::path& folder,
                                             const LinearAnalysis* finer = nullptr);

inline constexpr const char* kFrequencyResponseFile = "frequency_response.csv";

}  // namespace beltdyn
