// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verification/published_data.hpp"

namespace beltdyn::verification {

// A number and its reference.
struct Measurement {
  std::string quantity;
  double measured{};
  double reference{};
  double error{};      // |measured − reference|, divided by |reference| for a relative comparison
  double tolerance{};  // the largest error that passes
  bool relative{};
  bool headline{};       // a row of the accuracy table of README.md
  std::string reason{};  // where the tolerance comes from, one sentence; empty: see
                         // VerificationCase::tolerances

  // What is not finite never passes.
  bool passes() const { return std::isfinite(error) && error <= tolerance; }
};

// Errors while a mesh or a step is refined.
struct Series {
  std::string title;                       // what is refined, and what it approaches
  std::string parameter;                   // "elements", "time_step [s]"
  std::string error;                       // what the errors are, with their unit
  std::vector<double> values;              // of the parameter from coarse to fine
  std::vector<double> errors;              // shape as values
  std::optional<double> expected_order{};  // by theory, positive if errors fall
  // Observed between neighbours, shape one less; Record::series finds them unless they are given, as they have to be if
  // the reference is the finest of the series itself.
  std::vector<double> orders{};
};

// Collects the measurements of a case.
class Record {
 public:
  enum class Rank { detail, headline };

  explicit Record(PublishedData data = {}) : data_(std::move(data)) {}

  // Published data that the case has asked for, with at least `columns` columns and two rows; the path is one of
  // VerificationCase::published_files. Throws IoError.
  PublishedTable published(const std::string& file, std::size_t columns) const { return data_.table(file, columns); }

  void relative(std::string quantity, double measured, double reference, double tolerance, Rank rank = Rank::detail,
                std::string reason = {});
  void absolute(std::string quantity, double measured, double reference, double tolerance, Rank rank = Rank::detail,
                std::string reason = {});
  // For a quantity that is itself an error; the reference is 0.
  void at_most(std::string quantity, double measured, double bound, Rank rank = Rank::detail, std::string reason = {});
  // For a figure; asserts nothing of the errors. The title is unique in the case. Throws std::invalid_argument unless
  // each value of the parameter is finer than the one before: all fall, or all grow.
  void series(Series series);

  const std::vector<Measurement>& measurements() const { return measurements_; }
  const std::vector<Series>& all_series() const { return series_; }

 private:
  PublishedData data_;
  std::vector<Measurement> measurements_;
  std::vector<Series> series_;
};

// A claim of BeltDyn compared with an independent reference.
struct VerificationCase {
  std::string id;         // a path, e.g. "oborin-2018/abel"
  std::string claim;      // one sentence
  std::string reference;  // where the reference numbers come from
  bool slow = false;      // longer than a few seconds
  std::function<void(Record&)> run;
  // Data that others have published, as paths below the folder of such data: the case is skipped without them.
  std::vector<std::string> published_files{};
  // The reference numbers are those of BeltDyn itself, or of a prototype of the same formulation: less than a proof,
  // and marked wherever they are shown.
  bool own_reference = false;
  // Where the tolerances come from that no measurement gives a reason for, one sentence: what they are derived from, or
  // that they are observed errors rounded up.
  std::string tolerances{};
};

}  // namespace beltdyn::verification
