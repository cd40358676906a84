// SPDX-License-Identifier: MIT
#include "core/simulation/state_archive.hpp"

#include <bit>

#include <nlohmann/json.hpp>

#include "core/error.hpp"

namespace beltdyn {
namespace {

using StateJson = nlohmann::json;

template <class T>
const std::vector<T>& find(const std::map<std::string, std::vector<T>>& arrays, const std::string& name) {
  const auto found = arrays.find(name);
  if (found == arrays.end()) throw IoError("the checkpoint has no entry '" + name + "'; run again with --force");
  return found->second;
}

template <class T>
const T& find_single(const std::map<std::string, std::vector<T>>& arrays, const std::string& name) {
  const std::vector<T>& values = find(arrays, name);
  if (values.size() != 1)
    throw IoError("the checkpoint's entry '" + name + "' is not one number; run again with --force");
  return values.front();
}

}  // namespace

void StateWriter::number(const std::string& name, double value) { numbers_[name] = {value}; }
void StateWriter::integer(const std::string& name, std::int64_t value) { integers_[name] = {value}; }
void StateWriter::numbers(const std::string& name, std::span<const double> values) {
  numbers_[name].assign(values.begin(), values.end());
}
void StateWriter::integers(const std::string& name, std::span<const std::int64_t> values) {
  integers_[name].assign(values.begin(), values.end());
}

std::vector<std::uint8_t> StateWriter::to_cbor() const {
  // Doubles travel as their bits: CBOR libraries may shorten a double to a float that has the same value, which is
  // exact, but not for the payload of NaN and the sign of zero in every version.
  StateJson numbers = StateJson::object();
  for (const auto& [name, values] : numbers_) {
    std::vector<std::uint64_t> bits;
    bits.reserve(values.size());
    for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
    numbers[name] = bits;
  }
  StateJson integers = StateJson::object();
  for (const auto& [name, values] : integers_) integers[name] = values;
  return StateJson::to_cbor(StateJson{{"numbers", numbers}, {"integers", integers}});
}

StateReader::StateReader(std::span<const std::uint8_t> cbor) {
  try {
    const StateJson json = StateJson::from_cbor(cbor.begin(), cbor.end());
    for (const auto& [name, bits] : json.at("numbers").items()) {
      std::vector<double>& values = numbers_[name];
      for (const std::uint64_t word : bits.get<std::vector<std::uint64_t>>()) {
        values.push_back(std::bit_cast<double>(word));
      }
    }
    for (const auto& [name, values] : json.at("integers").items()) {
      integers_[name] = values.get<std::vector<std::int64_t>>();
    }
  } catch (const StateJson::exception&) {
    throw IoError("the checkpoint is damaged; run again with --force");
  }
}

double StateReader::number(const std::string& name) const { return find_single(numbers_, name); }
std::int64_t StateReader::integer(const std::string& name) const { return find_single(integers_, name); }
const std::vector<double>& StateReader::numbers(const std::string& name) const { return find(numbers_, name); }
const std::vector<std::int64_t>& StateReader::integers(const std::string& name) const { return find(integers_, name); }

}  // namespace beltdyn
