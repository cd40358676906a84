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

// A conservation law and the history column of its error; 0 if it holds exactly.
struct Balance {
  std::string column;  // "balance_NAME [unit]"
  std::string law;     // the two sides of the balance, one sentence
  double tolerance{};  // a larger |value| is worth a warning
  // What to do then.
  std::string remedy = "use a smaller time_step, and if that does not help, a finer mesh";
};

// A column of the history.
struct HistoryColumn {
  std::string name;
  std::string unit;               // "-" of pure numbers
  std::function<double()> value;  // now
  double bin_width = 0.0;         // of the histogram in summary.json; 0: there is none

  std::string header() const { return name + " [" + unit + "]"; }
};

// Does a column hold whole numbers that stand for states, which have no mean?
bool is_state(std::string_view column);

// The list of columns from which both the header of a history and its rows come. It refers to the simulation that made
// it, which has to outlive it and to stay where it is.
class History {
 public:
  // A balance and the index of its column.
  struct BalanceColumn {
    Balance balance;
    std::size_t index{};
  };

  explicit History(std::function<std::vector<SlipZone>()> slip_zones) : slip_zones_(std::move(slip_zones)) {}

  void add(std::string name, std::string unit, std::function<double()> value, double bin_width = 0.0) {
    columns_.push_back(
        {.name = std::move(name), .unit = std::move(unit), .value = std::move(value), .bin_width = bin_width});
  }
  // A column, a pure number, that is the error of a law; Balance::remedy if it is not given.
  void add_balance(const std::string& name, std::string law, double tolerance, std::function<double()> value,
                   std::string remedy = {});
  // What several columns are taken from is found by `look`, once for each row before its values, in the order of these
  // calls.
  void first_search(std::function<void()> look) { looks_.push_back(std::move(look)); }
  // Where the slip zones of a row are found instead; asked after the values.
  void take_slip_zones(std::function<std::vector<SlipZone>()> slip_zones) { slip_zones_ = std::move(slip_zones); }
  // Returns for each pulley the direction in which the belt slips through it, 0 if it does not (gross_slip.hpp);
  // called after the values of a row. `labels` are what messages call the pulleys, their numbers if empty.
  void take_gross_slip(std::function<std::vector<int>()> gross_slip, std::vector<std::string> labels = {}) {
    gross_slip_ = std::move(gross_slip);
    pulley_labels_ = std::move(labels);
  }
  // Returns, at the end, the quantities derived from the columns of the whole run.
  void take_conclusions(std::function<std::vector<Conclusion>(const Summary&)> conclusions) {
    conclusions_ = std::move(conclusions);
  }
  // Puts the columns of another list behind, with what they look at.
  void append(History other);

  const std::vector<HistoryColumn>& columns() const { return columns_; }
  const std::vector<BalanceColumn>& balances() const { return balances_; }
  std::vector<std::string> headers() const;

  // The values now, shape (n_columns).
  void values(std::span<double> row) const;
  // The same, and the slip zones that belong to them.
  std::vector<SlipZone> row(std::span<double> row) const;
  // The gross slip of each pulley in the row taken last; empty for a drive without pulleys.
  std::vector<int> gross_slip() const { return gross_slip_ ? gross_slip_() : std::vector<int>{}; }
  const std::vector<std::string>& pulley_labels() const { return pulley_labels_; }
  std::vector<Conclusion> conclusions(const Summary& summary) const {
    return conclusions_ ? conclusions_(summary) : std::vector<Conclusion>{};
  }
  // One value now, by the name of its column. Throws UsageError if there is none.
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
