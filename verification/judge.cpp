// SPDX-License-Identifier: MIT
#include "verification/judge.hpp"

#include <exception>
#include <optional>

#include <fmt/format.h>

namespace beltdyn::verification {

CaseResult judge(const VerificationCase& item, const PublishedData& data) {
  CaseResult result{.item = &item};
  if (const std::optional<std::string> reason = data.lacks(item.published_files)) {
    result.skipped = *reason;
    return result;
  }
  Record record(data);
  try {
    item.run(record);
    if (record.measurements().empty()) result.failure = "the case has no measurements";
  } catch (const std::exception& error) {
    // The error fails this case only: other cases still run, and the measurements so far are kept.
    result.failure = error.what();
  }
  result.measurements = record.measurements();
  for (const Measurement& m : result.measurements) {
    if (!m.reason.empty() || !item.tolerances.empty() || !result.failure.empty()) continue;
    result.failure = fmt::format("the tolerance of \"{}\" has no explanation", m.quantity);
  }
  result.series = record.all_series();
  return result;
}

}  // namespace beltdyn::verification
