// SPDX-License-Identifier: MIT
#include "core/config/unit_database.hpp"

#include <memory>
#include <mutex>
#include <new>

#include <fmt/format.h>
#include <udunits2.h>

#include "core/base/error.hpp"
#include "core/base/memory.hpp"

namespace beltdyn::config {
namespace {

struct SystemDeleter {
  void operator()(ut_system* system) const { ut_free_system(system); }
};
struct UnitDeleter {
  void operator()(ut_unit* unit) const { ut_free(unit); }
};
using UnitHandle = std::unique_ptr<ut_unit, UnitDeleter>;

Unit& unit_of(void* argument) { return *static_cast<Unit*>(argument); }

ut_status visit_basic(const ut_unit* unit, void* argument) {
  ++unit_of(argument).powers[ut_get_symbol(unit, UT_ASCII)];
  return UT_SUCCESS;
}

ut_status visit_product(const ut_unit*, int count, const ut_unit* const* units, const int* powers, void* argument) {
  for (int i = 0; i < count; ++i) unit_of(argument).powers[ut_get_symbol(units[i], UT_ASCII)] += powers[i];
  return UT_SUCCESS;
}

ut_status visit_galilean(const ut_unit*, double scale, const ut_unit* underlying, double offset, void* argument);

ut_status visit_timestamp(const ut_unit*, const ut_unit*, double, void* argument) {
  unit_of(argument).is_linear = false;
  return UT_SUCCESS;
}

ut_status visit_logarithmic(const ut_unit*, double, const ut_unit*, void* argument) {
  unit_of(argument).is_linear = false;
  return UT_SUCCESS;
}

constexpr ut_visitor kAnatomist{visit_basic, visit_product, visit_galilean, visit_timestamp, visit_logarithmic};

ut_status visit_galilean(const ut_unit*, double scale, const ut_unit* underlying, double offset, void* argument) {
  unit_of(argument).factor *= scale;
  if (offset != 0.0) unit_of(argument).is_linear = false;
  return ut_accept_visitor(underlying, &kAnatomist, argument);
}

// Far more memory than UDUNITS-2 needs [bytes]. It is checked because UDUNITS-2 does not always distinguish missing
// memory from an unknown unit.
constexpr std::size_t kMemoryOfDatabase = std::size_t{8} << 20;
constexpr std::size_t kMemoryOfUnit = std::size_t{1} << 20;

// The UDUNITS-2 database. A mutex protects its parser, which serves one thread at a time.
class UnitDatabase {
 public:
  static UnitDatabase& shared() {
    static UnitDatabase database;
    return database;
  }

  // Empty if there is no such unit. Throws std::bad_alloc.
  std::optional<Unit> find(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    { const MemoryReserve is_there(kMemoryOfUnit); }
    const UnitHandle parsed(ut_parse(system_.get(), text.c_str(), UT_UTF8));
    if (!parsed && ut_get_status() == UT_OS) throw std::bad_alloc();
    Unit unit;
    if (!parsed || ut_accept_visitor(parsed.get(), &kAnatomist, &unit) != UT_SUCCESS) return std::nullopt;
    return unit;
  }

 private:
  UnitDatabase() {
    ut_set_error_message_handler(ut_ignore);
    { const MemoryReserve is_there(kMemoryOfDatabase); }
    system_.reset(ut_read_xml(nullptr));
    if (!system_) {
      ut_status status{};
      throw IoError(fmt::format(
          "{}: cannot read the units of UDUNITS-2; install libudunits2-data, or name the file in UDUNITS2_XML_PATH",
          ut_get_path_xml(nullptr, &status)));
    }
    // Units used in engineering that the database lacks.
    add("deg", "degree");
    add("rev", "revolution");
    add("Nm", "N m");
  }

  // Added as a symbol, so that it can have prefixes: kNm.
  void add(const char* symbol, const char* meaning) {
    const UnitHandle unit(ut_parse(system_.get(), meaning, UT_UTF8));
    ut_map_symbol_to_unit(symbol, UT_UTF8, unit.get());
  }

  std::mutex mutex_;
  std::unique_ptr<ut_system, SystemDeleter> system_;
};

}  // namespace

std::optional<Unit> find_unit(const std::string& text) { return UnitDatabase::shared().find(text); }

}  // namespace beltdyn::config
