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

// Two tangents with the same mark are the same to the last bit; 0 marks none.
using TangentMark = std::uint64_t;
// One that no other tangent of the process has, in any thread.
TangentMark new_tangent_mark();

// The named arrays that make up the state of a simulation.
struct StateArrays {
  std::map<std::string, std::vector<double>> numbers{};
  std::map<std::string, std::vector<std::int64_t>> integers{};
  TangentMark tangent = 0;  // of the tangent among them; 0 in what comes from bytes
};

// Collects them; doubles keep every bit.
class StateWriter {
 public:
  void number(const std::string& name, double value);
  void integer(const std::string& name, std::int64_t value);
  void numbers(const std::string& name, std::span<const double> values);
  void integers(const std::string& name, std::span<const std::int64_t> values);
  void mark_tangent(TangentMark mark) { arrays_.tangent = mark; }

  std::vector<std::uint8_t> to_cbor() const;
  // Leaves none behind.
  std::shared_ptr<const StateArrays> take() { return std::make_shared<const StateArrays>(std::move(arrays_)); }

 private:
  StateArrays arrays_;
};

// The range of integers, both ends included: by default counts that no run reaches.
struct IntegerRange {
  std::int64_t least = 0;
  std::int64_t most = 1'000'000'000'000'000;
};

// Gives the arrays back. Everything throws IoError if the entry is missing or is not what is expected.
class StateReader {
 public:
  explicit StateReader(std::span<const std::uint8_t> cbor);
  explicit StateReader(std::shared_ptr<const StateArrays> arrays) : arrays_(std::move(arrays)) {}

  const std::shared_ptr<const StateArrays>& arrays() const { return arrays_; }

  double number(const std::string& name) const;  // finite
  std::int64_t integer(const std::string& name) const;
  // A number that is not negative.
  double time(const std::string& name) const;
  // An integer in the range of counts.
  std::int64_t count(const std::string& name) const;

  // Finite, and of any size: who asks checks it.
  const std::vector<double>& numbers(const std::string& name) const;
  const std::vector<std::int64_t>& integers(const std::string& name) const;
  // Of just this size; any_numbers() need not be finite.
  const std::vector<double>& any_numbers(const std::string& name, std::size_t size) const;
  const std::vector<double>& numbers(const std::string& name, std::size_t size) const;
  const std::vector<std::int64_t>& integers(const std::string& name, std::size_t size, IntegerRange range) const;

 private:
  std::shared_ptr<const StateArrays> arrays_;
};

// Throws IoError "the checkpoint is damaged; run again with --force" unless the condition holds.
void require_sound_checkpoint(bool condition);

}  // namespace beltdyn
