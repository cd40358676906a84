// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace beltdyn {

// The named arrays that make up the state of a simulation; doubles keep every bit.
class StateWriter {
 public:
  void number(const std::string& name, double value);
  void integer(const std::string& name, std::int64_t value);
  void numbers(const std::string& name, std::span<const double> values);
  void integers(const std::string& name, std::span<const std::int64_t> values);

  std::vector<std::uint8_t> to_cbor() const;

 private:
  std::map<std::string, std::vector<double>> numbers_;
  std::map<std::string, std::vector<std::int64_t>> integers_;
};

// Gives the arrays back; throws IoError if one is missing or has another size than expected.
class StateReader {
 public:
  explicit StateReader(std::span<const std::uint8_t> cbor);

  double number(const std::string& name) const;
  std::int64_t integer(const std::string& name) const;
  const std::vector<double>& numbers(const std::string& name) const;
  const std::vector<std::int64_t>& integers(const std::string& name) const;

 private:
  std::map<std::string, std::vector<double>> numbers_;
  std::map<std::string, std::vector<std::int64_t>> integers_;
};

}  // namespace beltdyn
