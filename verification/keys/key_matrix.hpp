// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/drive/any_drive.hpp"

// The treatment of every key of a belt drive by every formulation. A formulation either rejects a drive in which the
// key matters, or reports before the run that it neglects the key, or honours it. A honoured key must change the
// results, by the same amount as in another formulation. The rows are data,
// verification/data/belt-drive-keys/keys.json.
namespace beltdyn::verification {

// The keys of a belt drive in the schema of configurations, sorted. Indices of lists are omitted. Where an object has
// several types, the type is added in brackets: "pulleys/motion(torque)/torques(applied)/moment(constant)/value".
std::vector<std::string> belt_drive_keys();

// Whether `key` is the key of a row or a key below it.
bool covers(const std::string& row_key, const std::string& key);

enum class Treatment { honoured, left_out, refused };

// The treatment of a row by a formulation.
struct KeyCell {
  Treatment treatment = Treatment::honoured;
  std::string sentence{};  // the error message, or the message about neglected keys
};

// The matrix of keys (rows) and formulations (columns), with the treatment of each key and the change of results by it.
class KeyMatrix {
 public:
  // Reads the matrix from JSON text with comments.
  explicit KeyMatrix(const std::string& text);
  ~KeyMatrix();
  KeyMatrix(const KeyMatrix&) = delete;
  KeyMatrix& operator=(const KeyMatrix&) = delete;
  // The matrix in verification/data/belt-drive-keys/keys.json.
  static const KeyMatrix& of_belt_drive();

  struct Row {
    std::string key;
    std::string note;               // distinguishes rows of one key; may be empty
    std::vector<std::string> also;  // further keys that the row represents

    std::string title() const { return note.empty() ? key : key + ", " + note; }
  };

  const std::vector<Row>& rows() const { return rows_; }
  // The names of the runs that represent formulations, e.g. "lagrangian_ancf, friction paper".
  const std::vector<std::string>& columns() const { return columns_; }
  // The common drive from which all rows start.
  BeltDrive drive() const;
  // Whether the runs of the column take longer than a few seconds.
  bool is_slow(std::size_t column) const;
  // The name of the formulation of a column.
  std::string formulation(std::size_t column) const;

  // Whether the row applies to this column. Some rows apply to named columns only; another row of the same key covers
  // the rest.
  bool is_for(std::size_t row, std::size_t column) const;
  // The treatment of a row by a formulation, from its messages before the run. Executes no run.
  KeyCell cell(std::size_t row, std::size_t column) const;

  // The change of a result caused by the key of a row, in a formulation that honours it (`measured`) and in the
  // reference: another formulation that honours it, or a closed form. Both are in the unit of the result.
  struct Change {
    double measured{};
    double reference{};
    double tolerance{};  // relative [-]
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
  // An entry of the row, or of the whole matrix if the row has none.
  const Json& entry(std::size_t row, const char* name) const;
  // The drive of a row, before or after the edit of its key.
  Json drive(std::size_t row, std::size_t column, bool is_edited) const;
  Json configuration(std::size_t row, std::size_t column, bool is_edited) const;
  std::size_t other_column(std::size_t row, std::size_t column) const;
  Window window(std::size_t row, std::size_t column) const;
  // The change of the mean of the window's column over the window.
  double change_of(std::size_t row, std::size_t column, const Window& window) const;
  // The corresponding change of the force [N] in a belt that is stretched uniformly along its path while the pulleys
  // turn.
  double change_of_path(std::size_t row, const Window& window) const;

  Json data_;
  std::filesystem::path folder_;  // of the files named by rows
  std::vector<Row> rows_;
  std::vector<std::string> columns_;
};

// The page of the documentation: the table, and the messages behind its cells.
std::string key_matrix_page(const KeyMatrix& matrix);

}  // namespace beltdyn::verification
