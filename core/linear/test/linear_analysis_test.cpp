// SPDX-License-Identifier: MIT
#include "core/linear/linear_analysis.hpp"

#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "core/base/csv_table.hpp"
#include "core/base/error.hpp"
#include "core/base/test/scratch_folder.hpp"
#include "core/config/json_document.hpp"
#include "core/config/reader.hpp"
#include "core/drive/belt/belt_drive.hpp"
#include "core/numerics/close.hpp"

namespace beltdyn::linear_analysis_test {
namespace {

// A mass of 1 kg on a spring of 4 N/m and a damper of 0.4 N s/m; the input is a force on the mass.
class Oscillator final : public LinearAnalysis {
 public:
  explicit Oscillator(LinearOptions options) : options_(std::move(options)) { drive_.pulleys.resize(1); }

  const LinearOptions& options() const override { return options_; }
  std::vector<LinearOutput> outputs() const override { return {{"position", "m"}, {"force", "N m"}}; }
  void respond(const LinearExcitation&, std::span<const std::complex<double>> s,
               std::span<std::complex<double>> values) const override {
    for (std::size_t i = 0; i < s.size(); ++i) {
      values[2 * i] = 1.0 / (s[i] * s[i] + 0.4 * s[i] + 4.0);
      values[2 * i + 1] = is_infinite_ ? std::numeric_limits<double>::infinity() : 1.0;
    }
  }
  const BeltDrive* drive() const override { return &drive_; }
  ModeBodies bodies() const override { return {}; }
  ModePlaces places() const override { return {.pulleys = {}, .points = {}}; }
  double damped_rate() const override { return 10.0; }
  std::vector<LinearMode> modes(const ModeSearch&) const override {
    return {{.root = {-0.2, std::sqrt(4.0 - 0.04)}, .shape = {}},
            {.root = {-3.0, 0.0}, .shape = {}},
            {.root = {-1.0, 0.0}, .shape = {}}};
  }
  std::vector<std::optional<std::complex<double>>> follow(
      std::span<const std::complex<double>> guesses) const override {
    std::vector<std::optional<std::complex<double>>> roots;
    for (const std::complex<double> guess : guesses) {
      roots.push_back(shift_ ? std::optional(guess + *shift_) : std::nullopt);
    }
    return roots;
  }
  // The change of all roots from the guesses [1/s]; none: there are no such roots.
  void shift_roots(std::optional<std::complex<double>> by) { shift_ = by; }
  void become_infinite() { is_infinite_ = true; }

 private:
  LinearOptions options_;
  BeltDrive drive_;
  bool is_infinite_ = false;
  std::optional<std::complex<double>> shift_ = 0.0;
};

LinearOptions options() {
  LinearOptions options;
  options.input = LinearInput{.pulley = 1, .quantity = LinearQuantity::torque};
  options.frequency_range = FrequencyRange{.from = 0.1, .to = 10.0, .count = 3};
  options.modes = ModeSearch{.highest_frequency = 1.0};
  return options;
}

LinearOptions read(const std::string& text) {
  const config::JsonDocument document = config::JsonDocument::parse("case.json", text);
  LinearOptions options;
  config::Reader(document).read([&options](config::FieldVisitor& v) { options.visit(v); });
  return options;
}

std::string mistakes(const std::string& text) {
  try {
    read(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

}  // namespace

TEST_CASE("linear analysis: the response has magnitude and phase, per unit of the input") {
  const test::ScratchFolder folder("linear_response");
  write_linear_analysis(Oscillator(options()), folder.path());
  const CsvTable table = CsvTable::load(folder.path() / kFrequencyResponseFile);
  REQUIRE(table.rows() == 3);
  CHECK(close(table.column("frequency [Hz]")[1], 1.0, {.rel = 1e-15}));
  const double omega = 2.0 * std::numbers::pi;
  const std::complex<double> exact = 1.0 / std::complex<double>(4.0 - omega * omega, 0.4 * omega);
  CHECK(close(table.column("position_magnitude [m/(N m)]")[1], std::abs(exact), {.rel = 1e-14}));
  CHECK(close(table.column("position_phase [rad]")[1], std::arg(exact), {.rel = 1e-14}));
  CHECK(table.column("force_magnitude [-]")[2] == 1.0);
}

TEST_CASE("linear analysis: modes are sorted by frequency, with damping ratio, optionally only the lowest") {
  const test::ScratchFolder folder("linear_modes");
  LinearOptions all = options();
  all.input.reset();
  all.frequency_range.reset();
  write_linear_analysis(Oscillator(all), folder.path());
  CHECK(!std::filesystem::exists(folder.path() / kFrequencyResponseFile));
  const CsvTable table = CsvTable::load(folder.path() / kModesFile);
  REQUIRE(table.rows() == 3);
  CHECK(table.column("real [1/s]")[0] == -1.0);
  CHECK(table.column("damping_ratio [-]")[1] == 1.0);
  CHECK(table.column("number [-]")[2] == 3.0);
  CHECK(close(table.column("frequency [Hz]")[2], std::sqrt(3.96) / (2.0 * std::numbers::pi), {.rel = 1e-15}));
  CHECK(close(table.column("damping_ratio [-]")[2], 0.1, {.rel = 1e-14}));
  all.modes->number = 2;
  write_linear_analysis(Oscillator(all), folder.path());
  CHECK(CsvTable::load(folder.path() / kModesFile).rows() == 2);
}

// Errors of first order: |s| = 2 ± 0.2 changes by 0.1 on a mesh twice as fine and by 0.2 on one twice as coarse.
TEST_CASE("linear analysis: the error of a mode is twice the larger estimate of two other meshes") {
  using namespace std::complex_literals;
  const auto error = [](std::optional<std::complex<double>> finer, std::optional<std::complex<double>> coarser) {
    const auto on_mesh = [](std::optional<std::complex<double>> shift) {
      auto mesh = std::make_shared<Oscillator>(options());
      mesh->shift_roots(shift);
      return mesh;
    };
    const ModeTable table =
        mode_table(Oscillator(options()), {.finer = on_mesh(finer), .coarser_on_pulleys = on_mesh(coarser)});
    return table.modes.back().mode.error.value();
  };
  CHECK(close(error(0.06 + 0.08i, 0.2i), 0.4, {.rel = 1e-14}));
  CHECK(close(error(0.1, 0.0), 0.4, {.rel = 1e-14}));
  CHECK(close(error(1e-6, -0.2), 0.4, {.rel = 1e-14}));  // two meshes agree by chance
  CHECK(close(error(0.1, std::nullopt), 0.4, {.rel = 1e-14}));
  CHECK(close(error(std::nullopt, 0.2), 2.0, {.rel = 1e-14}));
  CHECK(close(error(0.1, 30.0), 2.0, {.rel = 1e-14}));  // no more than |s|
  CHECK_FALSE(mode_table(Oscillator(options())).modes.back().mode.error);
}

TEST_CASE("linear analysis: a response that is not finite is reported with its frequency") {
  const test::ScratchFolder folder("linear_infinite");
  Oscillator oscillator(options());
  oscillator.become_infinite();
  CHECK_THROWS_WITH_AS(write_linear_analysis(oscillator, folder.path()),
                       doctest::Contains("the response of force at 0.1 Hz is not finite"), SolverError);
}

TEST_CASE("mode search: its rate stays below that of the damping") {
  const auto rate = [](const std::string& modes) {
    return mode_search(Oscillator(read(R"({"modes": )" + modes + "}"))).highest_rate;
  };
  CHECK(rate(R"({"highest_frequency": 50})") == 9.0);
  CHECK(close(rate(R"({"highest_frequency": 1})"), 0.4 * std::numbers::pi, {.rel = 1e-15}));
  CHECK(rate(R"({"highest_frequency": 50, "highest_rate": 9.5})") == 9.5);
  CHECK_THROWS_WITH_AS(
      rate(R"({"highest_frequency": 50, "highest_rate": 11})"),
      "highest_rate of 11 1/s reaches the decay rate 10 1/s of the damping in the belt (stiffness over "
      "damping), where modes lie too close to be told apart; leave it out, or use at most 9 1/s",
      SolverError);
}

TEST_CASE("linear options: ranges have their ends, and neighbours the same difference or ratio") {
  const std::vector<double> ratio = FrequencyRange{.from = 1.0, .to = 100.0, .count = 3}.values();
  CHECK(close(ratio[1], 10.0, {.rel = 1e-15}));
  CHECK(ratio[2] == 100.0);
  const std::vector<double> even =
      FrequencyRange{.from = 1.0, .to = 100.0, .count = 4, .spacing = FrequencyRange::Spacing::linear}.values();
  CHECK(close(even[1], 34.0, {.rel = 1e-15}));
}

TEST_CASE("linear options: what is read, and each error with its remedy") {
  const LinearOptions sound = read(
      R"({"input": {"pulley": "crank", "quantity": "speed"}, "frequencies": [0.5, "2 Hz"], "modes": {"highest_frequency": 50}})");
  CHECK(sound.input->name == "crank");
  CHECK(sound.all_frequencies() == std::vector<double>{0.5, 2.0});
  CHECK(close(sound.modes->bound_of_rate(), 20.0 * std::numbers::pi, {.rel = 1e-15}));
  const std::string input = R"("input": {"pulley": 1, "quantity": "torque"})";
  CHECK(mistakes("{}").find("requests no results; add") != std::string::npos);
  CHECK(mistakes("{" + input + "}").find("has an input but no frequencies; add") != std::string::npos);
  CHECK(mistakes(R"({"frequencies": [1]})").find("has frequencies but no input; add") != std::string::npos);
  CHECK(mistakes("{" + input + R"(, "frequencies": [2, 1]})").find("must increase; sort them") != std::string::npos);
  CHECK(mistakes("{" + input + R"(, "frequencies": [1], "frequency_range": {"from": 1, "to": 2, "count": 2}})")
            .find("cannot be combined with frequency_range; give one") != std::string::npos);
  CHECK(mistakes("{" + input + R"(, "frequency_range": {"from": 3, "to": 2, "count": 2}})")
            .find("is not above \"from\", 3 Hz; give the range in increasing order") != std::string::npos);
  const std::string at_one = R"(, "frequencies": [1]})";
  CHECK(mistakes(R"({"input": {"quantity": "force"})" + at_one).find("neither a pulley nor a mount; give") !=
        std::string::npos);
  CHECK(mistakes(R"({"input": {"pulley": 1, "mount": 2, "quantity": "force"})" + at_one)
            .find("has a pulley and a mount; give one") != std::string::npos);
  CHECK(mistakes(R"({"input": {"pulley": 1, "quantity": "force"})" + at_one)
            .find("applies to mounts only; use speed or torque") != std::string::npos);
  CHECK(mistakes(R"({"input": {"mount": "arm", "quantity": "speed"})" + at_one)
            .find("does not apply to a mount; use force") != std::string::npos);
  CHECK(mistakes(R"({"input": {"mount": "arm", "quantity": "force"})" + at_one).empty());
}

TEST_CASE("linear options: a Campbell diagram has a range of modes, and speeds of one direction") {
  const std::string modes = R"("modes": {"highest_frequency": 50})";
  const LinearOptions sound =
      read("{" + modes + R"(, "campbell": {"pulley": 1, "from": "60 rpm", "to": 20, "count": 3, "orders": [0.5, 2]}})");
  const std::vector<double> speeds = sound.campbell->speeds();
  REQUIRE(speeds.size() == 3);
  CHECK(close(speeds[1], 0.5 * (2.0 * std::numbers::pi + 20.0), {.rel = 1e-15}));
  CHECK(speeds[2] == 20.0);
  CHECK(mistakes(R"({"campbell": {"pulley": 1, "from": 1, "to": 2, "count": 2}})")
            .find("the range of the modes to find; add \"modes\"") != std::string::npos);
  CHECK(mistakes("{" + modes + R"(, "campbell": {"pulley": 1, "from": -1, "to": 2, "count": 2}})")
            .find("must differ from \"from\", -1 rad/s, and have the same sign") != std::string::npos);
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(1.0)};
  drive.pulleys[1].motion = FreeMotion{};
  CHECK(sound.objections(drive).empty());
  LinearOptions other = sound;
  other.campbell->pulley = 2;
  REQUIRE(other.objections(drive).size() == 1);
  CHECK(other.objections(drive)[0].find(
            "linear.campbell refers to pulley 2, whose motion is not prescribed; name a pulley of prescribed motion") !=
        std::string::npos);
  drive.pulleys[0].name = "crank";
  other.campbell->name = "crnk";
  CHECK(other.objections(drive)[0] ==
        "linear.campbell refers to pulley \"crnk\": no pulley has this name; did you mean \"crank\"?");
}

TEST_CASE("linear options: an input has to be one of the drive") {
  BeltDrive drive;
  drive.pulleys.resize(2);
  drive.pulleys[0].motion = PrescribedMotion{TimeFunction(1.0)};
  drive.pulleys[1].name = "fan";
  drive.pulleys[1].motion = FreeMotion{};
  const auto objection = [&drive](const LinearInput& input) {
    LinearOptions asked;
    asked.input = input;
    const std::vector<std::string> sentences = asked.objections(drive);
    return sentences.empty() ? std::string() : sentences[0];
  };
  CHECK(objection({.pulley = 1, .quantity = LinearQuantity::speed}).empty());
  CHECK(objection({.name = "fan", .quantity = LinearQuantity::torque}).empty());
  CHECK(objection({.name = "pump"}).find("pulley \"pump\": no pulley has") != std::string::npos);
  CHECK(objection({.pulley = 3}).find("the drive has pulleys 1 to 2") != std::string::npos);
  CHECK(objection({.pulley = 2}).find("pulley 2 (fan), which is not prescribed") != std::string::npos);
  CHECK(objection({.pulley = 1, .quantity = LinearQuantity::torque}).find("but its motion is prescribed") !=
        std::string::npos);
  const LinearInput on_mount{.mount_name = "fan", .quantity = LinearQuantity::force};
  CHECK(objection(on_mount).find("the mount of pulley 2 (fan), but its motion is fixed or prescribed") !=
        std::string::npos);
  drive.pulleys[1].mount = SliderMount{};
  CHECK(objection(on_mount).empty());
  CHECK(on_mount.excitation(drive)->unit(drive) == "N");
  CHECK(objection({.mount = 3, .quantity = LinearQuantity::force}).find("the mount of pulley 3: no such pulley") !=
        std::string::npos);
  LinearOptions with_orders;
  with_orders.order_response = OrderOptions{.pulley = 1, .from = 1.0, .to = 2.0, .count = 2};
  REQUIRE(with_orders.objections(drive).size() == 1);
  CHECK(with_orders.objections(drive)[0].find("but no speed or torque of the drive has one; add one") !=
        std::string::npos);
  const std::vector<std::string> of_span = with_orders.objections_without_pulleys("eulerian_ale_span");
  REQUIRE(of_span.size() == 1);
  CHECK(of_span[0].find("linear.order_response refers to pulleys") == 0);
}

}  // namespace beltdyn::linear_analysis_test
