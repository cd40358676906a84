// SPDX-License-Identifier: MIT
#include "core/run/state_archive.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/numerics/finite.hpp"

namespace beltdyn {
namespace {

using StateJson = nlohmann::json;

template <class T>
const std::vector<T>& find(const std::map<std::string, std::vector<T>>& arrays, const std::string& name) {
  const auto found = arrays.find(name);
  if (found == arrays.end()) throw IoError("the checkpoint has no entry '" + name + "'; run again with --force");
  return found->second;
}

[[noreturn]] void throw_unfit(const std::string& name, const std::string& what) {
  throw IoError("the checkpoint's entry '" + name + "' " + what + "; run again with --force");
}

template <class T>
const T& find_single(const std::map<std::string, std::vector<T>>& arrays, const std::string& name) {
  const std::vector<T>& values = find(arrays, name);
  if (values.size() != 1) throw_unfit(name, "is not a single number");
  return values.front();
}

}  // namespace

TangentMark new_tangent_mark() {
  static std::atomic<TangentMark> last = 0;
  return ++last;
}

void StateWriter::number(const std::string& name, double value) { arrays_.numbers[name] = {value}; }
void StateWriter::integer(const std::string& name, std::int64_t value) { arrays_.integers[name] = {value}; }
void StateWriter::numbers(const std::string& name, std::span<const double> values) {
  arrays_.numbers[name].assign(values.begin(), values.end());
}
void StateWriter::integers(const std::string& name, std::span<const std::int64_t> values) {
  arrays_.integers[name].assign(values.begin(), values.end());
}

std::vector<std::uint8_t> StateWriter::to_cbor() const {
  // Doubles are stored as their bits: CBOR libraries may shorten a double to a float of the same value, and not every
  // version then keeps the payload of NaN and the sign of zero.
  StateJson numbers = StateJson::object();
  for (const auto& [name, values] : arrays_.numbers) {
    std::vector<std::uint64_t> bits;
    bits.reserve(values.size());
    for (const double value : values) bits.push_back(std::bit_cast<std::uint64_t>(value));
    numbers[name] = bits;
  }
  StateJson integers = StateJson::object();
  for (const auto& [name, values] : arrays_.integers) integers[name] = values;
  return StateJson::to_cbor(StateJson{{"numbers", numbers}, {"integers", integers}});
}

namespace {

// Parses {"numbers": {NAME: [bits, ...], ...}, "integers": {NAME: [...], ...}}. Anything else is rejected immediately,
// whatever its depth or size.
class ArraySax : public nlohmann::json_sax<StateJson> {
 public:
  ArraySax(std::map<std::string, std::vector<double>>& numbers,
           std::map<std::string, std::vector<std::int64_t>>& integers)
      : numbers_(numbers), integers_(integers) {}

  bool null() override { return false; }
  bool boolean(bool) override { return false; }
  bool number_integer(number_integer_t value) override {
    if (integer_array_ == nullptr) return false;
    integer_array_->push_back(value);
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (number_array_ != nullptr) {
      number_array_->push_back(std::bit_cast<double>(std::uint64_t{value}));
      return true;
    }
    return std::in_range<std::int64_t>(value) && number_integer(static_cast<std::int64_t>(value));
  }
  bool number_float(number_float_t, const string_t&) override { return false; }
  bool string(string_t&) override { return false; }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return ++depth_ <= 2; }
  bool end_object() override {
    --depth_;
    return true;
  }
  bool start_array(std::size_t) override {
    if (depth_ != 2) return false;
    if (kind_ == "numbers") number_array_ = &numbers_[name_];
    if (kind_ == "integers") integer_array_ = &integers_[name_];
    depth_ = 3;
    return number_array_ != nullptr || integer_array_ != nullptr;
  }
  bool end_array() override {
    number_array_ = nullptr;
    integer_array_ = nullptr;
    depth_ = 2;
    return true;
  }
  bool key(string_t& name) override {
    (depth_ == 1 ? kind_ : name_) = name;
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override { return false; }

 private:
  std::map<std::string, std::vector<double>>& numbers_;
  std::map<std::string, std::vector<std::int64_t>>& integers_;
  std::vector<double>* number_array_ = nullptr;  // the array that is being read
  std::vector<std::int64_t>* integer_array_ = nullptr;
  int depth_ = 0;
  std::string kind_;
  std::string name_;
};

template <class T>
const std::vector<T>& sized(const std::vector<T>& values, const std::string& name, std::size_t size) {
  if (values.size() == size) return values;
  throw_unfit(name, "has " + std::to_string(values.size()) + " numbers instead of " + std::to_string(size));
}

}  // namespace

StateReader::StateReader(std::span<const std::uint8_t> cbor) {
  const auto arrays = std::make_shared<StateArrays>();
  ArraySax sax(arrays->numbers, arrays->integers);
  require_sound_checkpoint(
      StateJson::sax_parse(cbor.begin(), cbor.end(), &sax, nlohmann::detail::input_format_t::cbor));
  arrays_ = arrays;
}

double StateReader::number(const std::string& name) const { return numbers(name, 1).front(); }
std::int64_t StateReader::integer(const std::string& name) const { return find_single(arrays_->integers, name); }

double StateReader::time(const std::string& name) const {
  const double value = number(name);
  if (value < 0.0) throw_unfit(name, "is not a valid time");
  return value;
}

std::int64_t StateReader::count(const std::string& name) const { return integers(name, 1, {}).front(); }

const std::vector<double>& StateReader::numbers(const std::string& name) const {
  const std::vector<double>& values = find(arrays_->numbers, name);
  if (!numerics::are_finite(values)) throw_unfit(name, "is not a number");
  return values;
}
const std::vector<double>& StateReader::any_numbers(const std::string& name, std::size_t size) const {
  return sized(find(arrays_->numbers, name), name, size);
}
const std::vector<std::int64_t>& StateReader::integers(const std::string& name) const {
  return find(arrays_->integers, name);
}

const std::vector<double>& StateReader::numbers(const std::string& name, std::size_t size) const {
  return sized(numbers(name), name, size);
}

const std::vector<std::int64_t>& StateReader::integers(const std::string& name, std::size_t size,
                                                       IntegerRange range) const {
  const std::vector<std::int64_t>& values = sized(integers(name), name, size);
  for (const std::int64_t value : values) {
    if (value < range.least || value > range.most) throw_unfit(name, "holds " + std::to_string(value));
  }
  return values;
}

void require_sound_checkpoint(bool condition) {
  if (!condition) throw IoError("the checkpoint is corrupt; run again with --force");
}

}  // namespace beltdyn
