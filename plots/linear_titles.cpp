// SPDX-License-Identifier: MIT
#include "plots/linear_titles.hpp"

#include <charconv>
#include <system_error>

#include <fmt/format.h>

#include "core/drive/drive.hpp"
#include "plots/gnuplot_text.hpp"

namespace beltdyn::plots {

std::string pulley_title(const Drive& drive, std::size_t number) {
  const auto* belt = std::get_if<BeltDrive>(&drive);
  if (belt == nullptr || number == 0 || number > belt->pulleys.size()) return fmt::format("{}", number);
  return belt->pulley_label(number - 1);
}

std::string linear_quantity_title(std::string_view quantity, const Drive& drive) {
  const std::size_t end = quantity.rfind('_');
  const auto* belt = std::get_if<BeltDrive>(&drive);
  std::string plain = readable(std::string(quantity));
  if (belt == nullptr || end == std::string_view::npos) return plain;
  std::size_t number = 0;
  const auto [rest, error] = std::from_chars(quantity.data() + end + 1, quantity.data() + quantity.size(), number);
  const std::size_t n = belt->pulleys.size();
  if (error != std::errc() || rest != quantity.data() + quantity.size() || number == 0 || number > n) return plain;
  const std::string& name = belt->pulleys[number - 1].name;
  if (!quantity.starts_with("span_")) {
    return fmt::format("{} {}", readable(std::string(quantity.substr(0, end))), pulley_title(drive, number));
  }
  const std::string& next = belt->pulleys[number % n].name;
  return name.empty() || next.empty() ? plain : fmt::format("{} ({} to {})", plain, name, next);
}

std::string operating_lines(const Run& run) {
  const OperatingRange range = run.operating.value_or(OperatingRange{});
  const std::string what = range.low == range.high ? "operating speed" : "operating range";
  return fmt::format("pulley = {}\nhas_operating = {}\noperating_low = {}\noperating_high = {}\noperating_title = {}\n",
                     gnuplot_string(range.pulley), run.operating ? 1 : 0, gnuplot_number(range.low),
                     gnuplot_number(range.high), gnuplot_string(what));
}

}  // namespace beltdyn::plots
