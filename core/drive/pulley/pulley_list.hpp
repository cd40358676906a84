// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/config/field_visitor.hpp"
#include "core/drive/pulley/pulley.hpp"

namespace beltdyn {

// What all drives with a list "pulleys" have in common.

// What messages call a pulley: its number from 1, and its name if it has one, "2 (fan)".
std::string pulley_label(std::span<const Pulley> pulleys, std::size_t pulley);
// That names are no numbers and belong to one pulley.
void check_pulley_names(config::FieldVisitor& visitor, std::span<const Pulley> pulleys);
// That a pulley has the number from 1 that `member` gives, or the name if that is not empty; then the number found for
// it is 0 if no pulley has it.
void check_pulley(config::FieldVisitor& visitor, const std::string& member, std::span<const Pulley> pulleys, int number,
                  const std::string& name);
// That each pulley has a contact of its own, unless the drive has one for all.
void check_contacts(config::FieldVisitor& visitor, std::span<const Pulley> pulleys, bool has_default);
// bind_orders(), whose problems are told.
void bind_and_check_orders(config::FieldVisitor& visitor, std::vector<Pulley>& pulleys);

// The functions of time by which a pulley and its mount are driven or braked.
std::vector<const TimeFunction*> time_functions_of(const Pulley& pulley);
std::vector<const TimeFunction*> time_functions_of(std::span<const Pulley> pulleys);

}  // namespace beltdyn
