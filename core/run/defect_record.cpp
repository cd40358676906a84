// SPDX-License-Identifier: MIT
#include "core/run/defect_record.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/run/state_archive.hpp"

namespace beltdyn {
namespace {

constexpr std::size_t kNumbers = 2;   // largest, time
constexpr std::size_t kOfErrors = 3;  // exponent, relative, energy

}  // namespace

void DefectRecord::add(double time, double defect, double scale) {
  const double size = std::abs(defect);
  if (size > largest_) {
    largest_ = size;
    time_ = time;
  }
  // Checkpoints from damaged states may have any scale.
  if (!(scale > 0.0 && std::isfinite(scale))) return;
  Errors& errors = errors_[std::ilogb(scale) + 1];
  errors.relative = std::max(errors.relative, size);
  errors.energy = std::max(errors.energy, size * scale);
}

double DefectRecord::largest_for_verdict(double scale) const {
  if (errors_.empty()) return largest_;
  const double least = kLeastPart * scale;
  double largest = 0.0;
  for (const auto& [exponent, errors] : errors_) {
    const bool is_small = std::ldexp(1.0, exponent) <= least;
    largest = std::max(largest, is_small ? errors.energy / least : errors.relative);
  }
  return largest;
}

void DefectRecord::save(StateWriter& writer, const std::string& name) const {
  std::vector<double> numbers{largest_, time_};
  for (const auto& [exponent, errors] : errors_) {
    numbers.insert(numbers.end(), {static_cast<double>(exponent), errors.relative, errors.energy});
  }
  writer.numbers(name, numbers);
}

DefectRecord DefectRecord::read(const StateReader& reader, const std::string& name) {
  const std::vector<double>& numbers = reader.numbers(name);
  require_sound_checkpoint(numbers.size() >= kNumbers && (numbers.size() - kNumbers) % kOfErrors == 0);
  DefectRecord record;
  record.largest_ = numbers[0];
  record.time_ = numbers[1];
  for (std::size_t i = kNumbers; i < numbers.size(); i += kOfErrors) {
    require_sound_checkpoint(std::abs(numbers[i]) <= std::numeric_limits<double>::max_exponent);
    record.errors_[static_cast<int>(numbers[i])] = {.relative = numbers[i + 1], .energy = numbers[i + 2]};
  }
  return record;
}

}  // namespace beltdyn
