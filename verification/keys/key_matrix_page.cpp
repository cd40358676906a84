// SPDX-License-Identifier: MIT
#include <algorithm>

#include <fmt/format.h>

#include "verification/keys/key_matrix.hpp"

namespace beltdyn::verification {
namespace {

constexpr std::string_view kHead =
    "<!-- Written by `beltdyn verify --update-keys`; do not edit. -->\n# The keys of a belt drive in every "
    "formulation\n\nA configuration means the same in every formulation, or the formulation reports the keys it does "
    "not support. Each key\nof a `belt_drive` is\n\n- **yes**: supported. The results change with the key, in "
    "agreement with another formulation: `beltdyn verify keys`\n  compares them on a small drive.\n- **neglected**: "
    "the run ignores the key and warns before it starts (terminal, manifest, page).\n- **rejected**: such a drive is "
    "an error with a message that says what to do.\n\nWhere a key has several rows and a formulation supports one of "
    "them only, the others are marked **other row**.\n`quasi_static` reports that it neglects inertia.\nThe numbers "
    "refer to the messages below the table. Where an object has several types, the type is given in brackets.\n\n";

std::string_view text_of(Treatment treatment) {
  switch (treatment) {
    case Treatment::honoured:
      return "yes";
    case Treatment::left_out:
      return "neglected";
    case Treatment::refused:
      return "rejected";
  }
  return "";
}

// Numbers messages in the order of their first occurrence.
class Notes {
 public:
  std::size_t number(const std::string& sentence) {
    const auto found = std::ranges::find(sentences_, sentence);
    if (found != sentences_.end()) return static_cast<std::size_t>(found - sentences_.begin()) + 1;
    sentences_.push_back(sentence);
    return sentences_.size();
  }
  std::string list() const {
    std::string text;
    for (std::size_t i = 0; i < sentences_.size(); ++i) text += fmt::format("{}. {}\n", i + 1, sentences_[i]);
    return text;
  }

 private:
  std::vector<std::string> sentences_;
};

// The message without the list of neglected keys, which is specific to a drive and is replaced by "...".
std::string general(const KeyCell& cell) {
  const std::size_t list = cell.sentence.find(": ", cell.sentence.find("neglected"));
  if (cell.treatment != Treatment::left_out || list == std::string::npos) return cell.sentence;
  const std::size_t end = cell.sentence.find(';', list);
  return cell.sentence.substr(0, list) + ": ..." + (end == std::string::npos ? "" : cell.sentence.substr(end));
}

}  // namespace

std::string key_matrix_page(const KeyMatrix& matrix) {
  std::string text(kHead);
  text += "| key |";
  for (const std::string& column : matrix.columns()) text += fmt::format(" {} |", column);
  text += "\n|---|";
  for (std::size_t i = 0; i < matrix.columns().size(); ++i) text += "---|";
  text += "\n";
  Notes notes;
  for (std::size_t row = 0; row < matrix.rows().size(); ++row) {
    const KeyMatrix::Row& r = matrix.rows()[row];
    text += fmt::format("| `{}`{} |", r.key, r.note.empty() ? "" : ", " + r.note);
    for (std::size_t column = 0; column < matrix.columns().size(); ++column) {
      const KeyCell cell = matrix.cell(row, column);
      const bool is_elsewhere = cell.treatment == Treatment::honoured && !matrix.is_for(row, column);
      text += fmt::format(" {}", is_elsewhere ? "other row" : text_of(cell.treatment));
      if (cell.treatment != Treatment::honoured) text += fmt::format(" ({})", notes.number(general(cell)));
      text += " |";
    }
    text += "\n";
  }
  return text + "\n## Messages of the formulations\n\n" + notes.list();
}

}  // namespace beltdyn::verification
