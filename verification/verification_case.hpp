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

// A measured value, its reference and the comparison of both.
struct Measurement {
  std::string quantity;
  double measured{};
  double reference{};
  double error{};      // |measured − reference|, divided by |reference| for a relative comparison
  double tolerance{};  // the largest error that passes
  bool relative{};
  bool headline{};       // also a row of the accuracy table of README.md
  std::string reason{};  // reason of the tolerance, one sentence; empty: see VerificationCase::tolerances

  // An error that is not finite never passes.
  bool passes() const { return std::isfinite(error) && error <= tolerance; }
};

// Errors under refinement of a mesh or a step, for a figure.
struct Series {
  std::string title;                       // what is refined, and the limit
  std::string parameter;                   // "elements", "time_step [s]"
  std::string error;                       // the kind of error, with its unit
  std::vector<double> values;              // of the parameter from coarse to fine
  std::vector<double> errors;              // shape as values
  std::optional<double> expected_order{};  // theoretical order, positive if errors fall
  // Observed orders between neighbours, one fewer than values. Record::series computes them if they are empty. They
  // must be given if the reference is the finest member of the series itself.
  std::vector<double> orders{};
};

// Collects the measurements of a case.
class Record {
 public:
  enum class Rank { detail, headline };

  explicit Record(PublishedData data = {}) : data_(std::move(data)) {}

  // Published data requested by the case, with at least `columns` columns and two rows; the path is one of
  // VerificationCase::published_files. Throws IoError.
  PublishedTable published(const std::string& file, std::size_t columns) const { return data_.table(file, columns); }

  void relative(std::string quantity, double measured, double reference, double tolerance, Rank rank = Rank::detail,
                std::string reason = {});
  void absolute(std::string quantity, double measured, double reference, double tolerance, Rank rank = Rank::detail,
                std::string reason = {});
  // Records a quantity that is itself an error; the reference is 0.
  void at_most(std::string quantity, double measured, double bound, Rank rank = Rank::detail, std::string reason = {});
  // Records errors for a figure without any assertion. The title is unique in the case. The values of the parameter
  // must all fall or all grow, from coarse to fine; otherwise throws std::invalid_argument.
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
  std::string reference;  // source of the reference numbers
  bool slow = false;      // longer than a few seconds
  std::function<void(Record&)> run;
  // Data that others have published, as paths below the folder of such data. Without them the case is skipped.
  std::vector<std::string> published_files{};
  // The reference numbers come from BeltDyn itself, or from a prototype of the same formulation. This is weaker than a
  // proof and is marked wherever the numbers are shown.
  bool own_reference = false;
  // The reason of all tolerances that no measurement explains, one sentence: their derivation, or the statement that
  // they are observed errors rounded up.
  std::string tolerances{};
};

}  // namespace beltdyn::verification
