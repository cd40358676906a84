// SPDX-License-Identifier: MIT
#include "core/settings/variant_members.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/json.hpp"
#include "core/config/json_document.hpp"
#include "core/drive/drive.hpp"

namespace beltdyn {
namespace {

constexpr std::string_view kDrive = "/drive";
constexpr double kSamePlace = 1e-12;  // relative to the length of the path [-]

bool is_within_drive(const std::string& pointer) {
  return pointer == kDrive || pointer.starts_with(std::string(kDrive) + '/');
}

// For BeltPath and RopePath.
template <class Path>
bool are_same(const Path& path, const Path& other) {
  const double tolerance = kSamePlace * path.length();
  const auto is_same = [tolerance](const PathArc& x, const PathArc& y) {
    return (x.center - y.center).norm() <= tolerance && std::abs(x.radius - y.radius) <= tolerance &&
           std::abs(x.start - y.start) <= tolerance;
  };
  return std::abs(path.length() - other.length()) <= tolerance &&
         std::ranges::equal(path.arcs(), other.arcs(), is_same);
}

// Figures and the report page draw all runs over the same path, so the paths of all variants must agree.
bool have_same_paths(const Drive& a, const Drive& b) {
  if (a.index() != b.index()) return false;
  if (const auto* belt = std::get_if<BeltDrive>(&a)) return are_same(belt->path(), std::get<BeltDrive>(b).path());
  if (const auto* contour = std::get_if<ContourDrive>(&a)) {
    const auto& other = std::get<ContourDrive>(b);
    return contour->contour_length == other.contour_length && contour->contact_length == other.contact_length;
  }
  if (const auto* rope = std::get_if<RopeDrive>(&a)) return are_same(rope->path(), std::get<RopeDrive>(b).path());
  return true;
}

bool have_same_form(const Json& a, const Json& b) {
  constexpr std::string_view kTag = "type";
  return a.value(kTag, Json()) == b.value(kTag, Json());
}

// Adds the pointers at which b differs from a to `differences`, with the values of b. Objects of different types differ
// as a whole.
void find_differences(const Json& a, const Json& b, const std::string& pointer, Json& differences) {
  if (a == b) return;
  const bool has_members = a.is_object() && b.is_object() && have_same_form(a, b) &&
                           std::ranges::all_of(a.items(), [&b](const auto& item) { return b.contains(item.first); });
  const bool has_entries = a.is_array() && b.is_array() && a.size() == b.size();
  if (has_members) {
    for (const auto& [key, value] : b.items()) {
      const Json* before = a.find(key);
      find_differences(before == nullptr ? Json() : *before, value, append_pointer(pointer, key), differences);
    }
  } else if (has_entries) {
    for (std::size_t i = 0; i < b.size(); ++i) {
      find_differences(a.at(i), b.at(i), append_pointer(pointer, std::to_string(i)), differences);
    }
  } else {
    differences[pointer] = b;
  }
}

// Carries out expand_variants(): checks the variants and makes a run for each of them.
class VariantExpansion {
 public:
  VariantExpansion(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                   const ResolvedText& resolved_text, std::vector<Problem>& problems)
      : configuration_(configuration),
        document_(document),
        read_plain_(read_plain),
        resolved_text_(resolved_text),
        problems_(problems) {}

  void carry_out() {
    const std::size_t before = problems_.size();
    check_names();
    std::vector<Configuration> varied;
    for (std::size_t k = 0; k < configuration_.variants.size(); ++k) {
      if (!check_pointers(k)) continue;
      std::optional<Configuration> member = configuration_of(k);
      if (member && check_path(k, *member)) varied.push_back(std::move(*member));
    }
    if (problems_.size() > before) return;
    resolve(varied);
    put_members(varied);
  }

 private:
  static std::string place(std::size_t k) { return fmt::format("/variants/{}", k); }
  static std::string place(std::size_t k, const std::string& pointer) {
    return append_pointer(place(k) + "/set", pointer);
  }
  void report(const std::string& pointer, std::string value, std::string message) {
    problems_.push_back({.pointer = pointer,
                         .line = document_.line(pointer),
                         .value = std::move(value),
                         .message = std::move(message)});
  }

  void check_names() {
    const std::vector<Variant>& variants = configuration_.variants;
    for (std::size_t k = 0; k < variants.size(); ++k) {
      const auto same = std::ranges::find(variants, variants[k].name, &Variant::name);
      if (same != variants.begin() + static_cast<std::ptrdiff_t>(k)) {
        report(place(k) + "/name", Json(variants[k].name).dump(),
               "another variant has this name; give each variant a unique name");
      }
    }
  }

  // Does each pointer lead to a value of the file, or to a new member of an object of the file?
  bool check_pointers(std::size_t k) {
    const std::size_t before = problems_.size();
    for (const auto& [pointer, value] : configuration_.variants[k].set.items()) {
      if (!is_within_drive(pointer)) {
        report(place(k, pointer), {},
               "is not a JSON pointer into the drive; use one such as /drive/contact/friction, and separate runs for "
               "other options");
      } else if (!leads_into_file(pointer)) {
        report(place(k, pointer), {}, "does not exist in this file; check the path (list entries are counted from 0)");
      }
    }
    return problems_.size() == before;
  }
  bool leads_into_file(const std::string& text) const {
    try {
      const JsonPointer pointer(text);
      const Json* parent = document_.root().find(pointer.parent_pointer());
      return parent != nullptr && (parent->is_object() || document_.root().find(pointer) != nullptr);
    } catch (const JsonError&) {
      return false;
    }
  }

  // The configuration with the values of variant k. Its errors are reported at these values.
  std::optional<Configuration> configuration_of(std::size_t k) {
    config::JsonDocument document = config::JsonDocument::parse(document_.file(), document_.root().dump());
    const Json& set = configuration_.variants[k].set;
    for (const auto& [pointer, value] : set.items()) document.set(fmt::format("{}={}", pointer, value.dump()));
    try {
      return read_plain_(document);
    } catch (const ConfigError& error) {
      for (const Problem& problem : error.problems()) attribute(k, problem);
      return std::nullopt;
    }
  }
  void attribute(std::size_t k, const Problem& problem) {
    for (const auto& [pointer, value] : configuration_.variants[k].set.items()) {
      const bool is_in_value = problem.pointer == pointer || problem.pointer.starts_with(pointer + '/');
      if (!is_in_value) continue;
      return report(place(k, pointer) + problem.pointer.substr(pointer.size()), problem.value, problem.message);
    }
    // At the run, so that one that is not selected can be left out.
    report(problem.pointer, problem.value,
           fmt::format("with variant {}, {}", Json(configuration_.variants[k].name).dump(), problem.message));
  }

  bool check_path(std::size_t k, const Configuration& member) {
    if (have_same_paths(*configuration_.drive, *member.drive)) return true;
    report(place(k) + "/set", {},
           "changes the type, the pulleys or the path of the drive, and one figure could not show both; use a "
           "configuration for each");
    return false;
  }

  void resolve(const std::vector<Configuration>& varied) {
    const std::string key(kDrive.substr(1));
    const Json drive = Json::parse(resolved_text_(configuration_)).at(key);
    for (std::size_t k = 0; k < varied.size(); ++k) {
      Json& set = configuration_.variants[k].set;
      set = Json::object();
      find_differences(drive, Json::parse(resolved_text_(varied[k])).at(key), std::string(kDrive), set);
    }
  }

  void put_members(std::vector<Configuration>& varied) {
    configuration_.declared_runs = std::move(configuration_.runs);
    configuration_.runs.clear();
    for (std::size_t i = 0; i < configuration_.declared_runs.size(); ++i) {
      for (std::size_t k = 0; k < varied.size(); ++k) {
        RunConfig member = std::move(varied[k].runs[i]);
        member.member_of = member.name;
        member.variant = configuration_.variants[k].name;
        member.name = member_name(member.member_of, member.variant);
        member.own_drive = varied[k].drive;
        if (configuration_.find_run(member.name) != nullptr) {
          report(place(k) + "/name", Json(member.variant).dump(),
                 fmt::format("creates a second run named {}; rename the variant", member.name));
        }
        if (member.name.size() > kLongestRunName) {
          report(place(k) + "/name", Json(member.variant).dump(),
                 fmt::format("creates a run whose name is longer than {} characters; shorten it", kLongestRunName));
        }
        configuration_.runs.push_back(std::move(member));
      }
    }
  }

  Configuration& configuration_;
  const config::JsonDocument& document_;
  const PlainReader& read_plain_;
  const ResolvedText& resolved_text_;
  std::vector<Problem>& problems_;
};

}  // namespace

void Variant::visit(config::FieldVisitor& v) {
  v.name({"name", "-", "the name of the variant, which is added to those of the runs"}, name);
  v.replacements({"set", "-",
                  "the values that the variant replaces, each under its JSON pointer into the drive, e.g. "
                  "{\"/drive/contact/friction\": {...}}; without any it is the drive as given"},
                 set);
}

void expand_variants(Configuration& configuration, const config::JsonDocument& document, const PlainReader& read_plain,
                     const ResolvedText& resolved_text, std::vector<Problem>& problems) {
  VariantExpansion(configuration, document, read_plain, resolved_text, problems).carry_out();
}

}  // namespace beltdyn
