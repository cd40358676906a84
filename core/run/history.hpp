// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/run/summary.hpp"

namespace beltdyn {

// A connected part of a contact region that slips (slip_zones.csv).
struct SlipZone {
  int pulley{};     // 0-based
  double begin{};   // σ [m]
  double end{};     // σ [m], end > begin
  int direction{};  // +1 forward, −1 backward
};

// A conservation law and the history column of its error, which is 0 if the law holds exactly.
struct Balance {
  std::string column;  // "balance_NAME [unit]"
  std::string law;     // the two sides of the balance, one sentence
  double tolerance{};  // a larger |value| triggers a warning
  // Advice for that case.
  std::string remedy = "use a smaller time_step, and if that does not help, a finer mesh";

  std::string_view name() const;  // "torque_1" of "balance_torque_1 [-]"
};

// A column of the history.
struct HistoryColumn {
  std::string name;
  std::string unit;               // "-" for dimensionless numbers
  std::function<double()> value;  // evaluates the present value
  double bin_width = 0.0;         // of the histogram in summary.json; 0: no histogram

  std::string header() const { return name + " [" + unit + "]"; }
};

// Does a column hold integers that stand for states, or places that jump along the belt, and therefore has no mean?
bool is_state(std::string_view column);
// The name of the column with the path coordinate at which the belt has the value of a column, if there is one.
std::string place_column(std::string_view column);

// The columns of a simulation's history: their headers and the functions that evaluate them. It refers to the
// simulation that made it; the simulation must outlive it and must not move.
class History {
 public:
  // A balance and the index of its column.
  struct BalanceColumn {
    Balance balance;
    std::size_t index{};
    std::function<double()> scale{};  // see DefectRecord [J]; may be empty
  };

  explicit History(std::function<std::vector<SlipZone>()> slip_zones) : slip_zones_(std::move(slip_zones)) {}

  void add(std::string name, std::string unit, std::function<double()> value, double bin_width = 0.0) {
    columns_.push_back(
        {.name = std::move(name), .unit = std::move(unit), .value = std::move(value), .bin_width = bin_width});
  }
  // Adds a column with the dimensionless error of a law. An empty remedy means Balance::remedy. `scale` is the energy
  // exchanged so far to which an error of energy is relative [J].
  void add_balance(const std::string& name, std::string law, double tolerance, std::function<double()> value,
                   std::string remedy = {}, std::function<double()> scale = {});
  // Adds a function that prepares data for several columns. `look` runs once per row before the values, in the order of
  // these calls.
  void first_search(std::function<void()> look) { looks_.push_back(std::move(look)); }
  // Sets the source of a row's slip zones; it is called after the values.
  void take_slip_zones(std::function<std::vector<SlipZone>()> slip_zones) { slip_zones_ = std::move(slip_zones); }
  // Sets the source of gross slip: for each pulley the direction, 0 without gross slip (gross_slip.hpp); it is called
  // after the values of a row. `labels` name the pulleys in messages; empty: their numbers.
  void take_gross_slip(std::function<std::vector<int>()> gross_slip, std::vector<std::string> labels = {}) {
    gross_slip_ = std::move(gross_slip);
    pulley_labels_ = std::move(labels);
  }
  // Sets the function that derives quantities from the columns of the whole run, called at its end.
  void take_conclusions(std::function<std::vector<Conclusion>(const Summary&)> conclusions) {
    conclusions_ = std::move(conclusions);
  }
  // Appends the columns of another list, including the functions that prepare their data.
  void append(History other);

  const std::vector<HistoryColumn>& columns() const { return columns_; }
  const std::vector<BalanceColumn>& balances() const { return balances_; }
  std::vector<std::string> headers() const;

  // Evaluates the present values, shape (n_columns).
  void values(std::span<double> row) const;
  // Evaluates the present values and returns the slip zones at that time.
  std::vector<SlipZone> row(std::span<double> row) const;
  // The gross slip of each pulley in the last evaluated row; empty for a drive without pulleys.
  std::vector<int> gross_slip() const { return gross_slip_ ? gross_slip_() : std::vector<int>{}; }
  const std::vector<std::string>& pulley_labels() const { return pulley_labels_; }
  std::vector<Conclusion> conclusions(const Summary& summary) const {
    return conclusions_ ? conclusions_(summary) : std::vector<Conclusion>{};
  }
  // Evaluates a single column by its name. Throws UsageError if it does not exist.
  double value(std::string_view name) const;

 private:
  void look() const {
    for (const std::function<void()>& find : looks_) find();
  }

  std::vector<HistoryColumn> columns_;
  std::vector<BalanceColumn> balances_;
  std::vector<std::function<void()>> looks_;
  std::function<std::vector<SlipZone>()> slip_zones_;
  std::function<std::vector<int>()> gross_slip_;
  std::vector<std::string> pulley_labels_;
  std::function<std::vector<Conclusion>(const Summary&)> conclusions_;
};

}  // namespace beltdyn
