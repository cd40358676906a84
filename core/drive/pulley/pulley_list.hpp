// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/config/field_visitor.hpp"
#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// Functions shared by all drives with a list "pulleys".

// The pulley's name in messages: its number from 1, followed by its name if it has one, "2 (fan)".
std::string pulley_label(std::span<const Pulley> pulleys, std::size_t pulley);
// Checks that no two entries of a list "pulleys", "bodies", … have the same name; entries without a name are ignored.
// `what` names an entry in messages, `list` is the key of the list.
template <class Entry>
void check_unique_names(config::FieldVisitor& visitor, std::string_view what, std::string_view list,
                        std::span<const Entry> entries) {
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const std::string& name = entries[k].name;
    if (name.empty()) continue;
    const auto first = static_cast<std::size_t>(std::ranges::find(entries, name, &Entry::name) - entries.begin());
    visitor.check(
        fmt::format("{}/{}/name", list, k), [first, k] { return first == k; },
        [first, what] {
          return fmt::format("{} {} already has this name; give each {} a unique name", what, first + 1, what);
        });
  }
}
// Checks that names are not numbers and that no two pulleys have the same name.
void check_pulley_names(config::FieldVisitor& visitor, std::span<const Pulley> pulleys);
// The number, from 1, of the pulley with this name; 0 if there is none.
int pulley_number(std::span<const Pulley> pulleys, const std::string& name);
// The index of a pulley from its name, or from its number (from 1) if the name is empty; none if it does not exist.
std::optional<std::size_t> pulley_index(std::span<const Pulley> pulleys, int number, const std::string& name);
// A pulley as it is given: its number, or its name in quotes.
std::string given_pulley(int number, const std::string& name);
// What is wrong with a pulley that is given by its number from 1, or by `name` if that is not empty: that there is
// none. Empty if it exists.
std::string missing_pulley(std::span<const Pulley> pulleys, int number, const std::string& name);
// Checks that the pulley given by `member` exists.
void check_pulley(config::FieldVisitor& visitor, const std::string& member, std::span<const Pulley> pulleys, int number,
                  const std::string& name);
// Checks that each pulley has a contact of its own, unless the drive has one for all pulleys.
void check_contacts(config::FieldVisitor& visitor, std::span<const Pulley> pulleys, bool has_default);
// Calls bind_orders() and reports its problems.
void bind_and_check_orders(config::FieldVisitor& visitor, std::vector<Pulley>& pulleys);

// The functions of time that drive or brake a pulley and its mount.
std::vector<const TimeFunction*> time_functions_of(const Pulley& pulley);
std::vector<const TimeFunction*> time_functions_of(std::span<const Pulley> pulleys);

}  // namespace beltdyn
