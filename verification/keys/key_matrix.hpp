// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/drive/any_drive.hpp"

// Every key of a belt drive in every formulation of it: each formulation either rejects a drive in which the key
// matters, or reports before the run that it neglects the key, or supports it. What it honours changes its results, and
// as it changes those of another formulation. The rows are data, verification/data/belt-drive-keys/keys.json.
namespace beltdyn::verification {

// The keys of a belt drive in the schema of configurations, without the entries of lists, and with the type of an
// object in brackets where there are several: "pulleys/motion(torque)/torques(applied)/moment(constant)/value". Sorted.
std::vector<std::string> belt_drive_keys();

// Is `key` that of a row, or below it?
bool covers(const std::string& row_key, const std::string& key);

enum class Treatment { honoured, left_out, refused };

// What a formulation makes of a row.
struct KeyCell {
  Treatment treatment = Treatment::honoured;
  std::string sentence{};  // the error message, or the message about neglected keys
};

class KeyMatrix {
 public:
  // From JSON text with comments.
  explicit KeyMatrix(const std::string& text);
  ~KeyMatrix();
  KeyMatrix(const KeyMatrix&) = delete;
  KeyMatrix& operator=(const KeyMatrix&) = delete;
  // That of the data.
  static const KeyMatrix& of_belt_drive();

  struct Row {
    std::string key;
    std::string note;               // distinguishes rows of one key; may be empty
    std::vector<std::string> also;  // further keys that it represents

    std::string title() const { return note.empty() ? key : key + ", " + note; }
  };

  const std::vector<Row>& rows() const { return rows_; }
  // The runs that represent formulations, "lagrangian_ancf, friction paper"
  const std::vector<std::string>& columns() const { return columns_; }
  // What all rows start from.
  BeltDrive drive() const;
  // Do its runs take longer than a few seconds?
  bool is_slow(std::size_t column) const;
  // The name of the formulation of a column.
  std::string formulation(std::size_t column) const;

  // Is the row for this formulation? Another row of the same key is for all.
  bool is_for(std::size_t row, std::size_t column) const;
  // The treatment of a row by a formulation. Nothing is run.
  KeyCell cell(std::size_t row, std::size_t column) const;

  // How far the key of a row changes a result of a formulation that honours it, and of another one that does, or of the
  // closed form.
  struct Change {
    double measured{};
    double reference{};
    double tolerance{};  // relative
    std::string against;
  };
  Change change(std::size_t row, std::size_t column) const;

 private:
  struct Window {
    std::string column;
    double from{};  // [s]
    double to{};    // [s]
  };
  const Json& data(std::size_t row) const { return data_.at("rows").at(row); }
  const Json& options(std::size_t column) const { return data_.at("formulations").at(column); }
  std::size_t index_of(const std::string& column) const;
  // An entry of the row, else of the whole matrix.
  const Json& entry(std::size_t row, const char* name) const;
  // The drive of a row, before or after the edit of its key.
  Json drive(std::size_t row, std::size_t column, bool is_edited) const;
  Json configuration(std::size_t row, std::size_t column, bool is_edited) const;
  std::size_t other_column(std::size_t row, std::size_t column) const;
  Window window(std::size_t row, std::size_t column) const;
  // The change of the mean over a window.
  double change_of(std::size_t row, std::size_t column, const Window& window) const;
  // The same of the force in a belt that is stretched evenly along the path of the pulleys as they turn.
  double change_of_path(std::size_t row, const Window& window) const;

  Json data_;
  std::filesystem::path folder_;  // of the files that rows name
  std::vector<Row> rows_;
  std::vector<std::string> columns_;
};

// The page of the documentation: the table, and the sentences behind its cells.
std::string key_matrix_page(const KeyMatrix& matrix);

}  // namespace beltdyn::verification
