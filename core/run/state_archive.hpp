// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace beltdyn {

// Tangents with the same mark are bit-identical; 0 means no mark.
using TangentMark = std::uint64_t;
// A mark that no other tangent in this process has, in any thread.
TangentMark new_tangent_mark();

// The named arrays that make up the state of a simulation.
struct StateArrays {
  std::map<std::string, std::vector<double>> numbers{};
  std::map<std::string, std::vector<std::int64_t>> integers{};
  TangentMark tangent = 0;  // mark of the tangent among the arrays; 0 if they were read from bytes
};

// Collects the arrays of a state; doubles keep every bit.
class StateWriter {
 public:
  void number(const std::string& name, double value);
  void integer(const std::string& name, std::int64_t value);
  void numbers(const std::string& name, std::span<const double> values);
  void integers(const std::string& name, std::span<const std::int64_t> values);
  void mark_tangent(TangentMark mark) { arrays_.tangent = mark; }

  std::vector<std::uint8_t> to_cbor() const;
  // Moves the arrays out of the writer.
  std::shared_ptr<const StateArrays> take() { return std::make_shared<const StateArrays>(std::move(arrays_)); }

 private:
  StateArrays arrays_;
};

// The range of integers, including both ends; by default that of counts, which no run exceeds.
struct IntegerRange {
  std::int64_t least = 0;
  std::int64_t most = 1'000'000'000'000'000;
};

// Returns the arrays of a state. All functions throw IoError if the entry is missing or not as expected.
class StateReader {
 public:
  explicit StateReader(std::span<const std::uint8_t> cbor);
  explicit StateReader(std::shared_ptr<const StateArrays> arrays) : arrays_(std::move(arrays)) {}

  const std::shared_ptr<const StateArrays>& arrays() const { return arrays_; }

  double number(const std::string& name) const;  // finite
  std::int64_t integer(const std::string& name) const;
  // A finite number ≥ 0.
  double time(const std::string& name) const;
  // An integer in the range of counts.
  std::int64_t count(const std::string& name) const;

  // Finite, of any size; the caller checks it.
  const std::vector<double>& numbers(const std::string& name) const;
  const std::vector<std::int64_t>& integers(const std::string& name) const;
  // Of exactly this size; any_numbers() may contain values that are not finite.
  const std::vector<double>& any_numbers(const std::string& name, std::size_t size) const;
  const std::vector<double>& numbers(const std::string& name, std::size_t size) const;
  const std::vector<std::int64_t>& integers(const std::string& name, std::size_t size, IntegerRange range) const;

 private:
  std::shared_ptr<const StateArrays> arrays_;
};

// Throws IoError "the checkpoint is corrupt; run again with --force" unless the condition holds.
void require_sound_checkpoint(bool condition);

}  // namespace beltdyn
