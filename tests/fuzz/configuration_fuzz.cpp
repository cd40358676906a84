// SPDX-License-Identifier: MIT
// Fuzzes configuration files. An accepted configuration is written with every default and read again; the second
// reading must change nothing. Half of the mutations change bytes, half change values, keys and parts of the document.
#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "core/settings/configuration.hpp"
#include "formulations/all_formulations.hpp"
#include "tests/fuzz/expected.hpp"

namespace {

using Json = nlohmann::ordered_json;
using Random = std::minstd_rand;

// The keys and words of the schema, for mutations.
struct Vocabulary {
  std::vector<std::string> keys;
  std::vector<std::string> words;

  static const Vocabulary& of_schema() {
    static const Vocabulary vocabulary;
    return vocabulary;
  }

 private:
  Vocabulary() {
    std::set<std::string> found_keys;
    std::set<std::string> found_words;
    collect(Json::parse(beltdyn::configuration_schema(beltdyn::all_formulations())), found_keys, found_words);
    keys.assign(found_keys.begin(), found_keys.end());
    words.assign(found_words.begin(), found_words.end());
  }
  static void collect(const Json& node, std::set<std::string>& found_keys, std::set<std::string>& found_words) {
    if (node.is_object()) {
      for (const auto& item : node.items()) {
        if (item.key() == "properties") {
          for (const auto& property : item.value().items()) found_keys.insert(property.key());
        }
        collect(item.value(), found_keys, found_words);
      }
    } else if (node.is_array()) {
      for (const Json& item : node) collect(item, found_keys, found_words);
    } else if (node.is_string()) {
      found_words.insert(node.get<std::string>());
    }
  }
};

// All values of a document, the document itself first.
void list_values(Json& node, std::vector<Json*>& values) {
  values.push_back(&node);
  if (!node.is_structured()) return;
  for (Json& child : node) list_values(child, values);
}

template <class List>
const auto& any_of(const List& list, Random& random) {
  return list[random() % list.size()];
}

Json any_scalar(Random& random) {
  static const std::vector<Json> kScalars{0,
                                          1,
                                          2,
                                          -1,
                                          1e-3,
                                          1e3,
                                          -1e3,
                                          1e-300,
                                          1e300,
                                          1e17,
                                          2147483647,
                                          -2147483648LL,
                                          9223372036854775807LL,
                                          true,
                                          false,
                                          nullptr,
                                          "",
                                          Json::array(),
                                          Json::object(),
                                          0.5,
                                          3,
                                          12,
                                          "\x1b[31m",
                                          "../../x"};
  if (random() % 3 == 0) return any_of(Vocabulary::of_schema().words, random);
  return any_of(kScalars, random);
}

void change(Json& document, Random& random) {
  std::vector<Json*> values;
  list_values(document, values);
  Json& target = *any_of(values, random);
  const Json other = *any_of(values, random);
  switch (random() % 6) {
    case 0:
      target = any_scalar(random);
      break;
    case 1:
      target = other;
      break;
    case 2:
      if (target.is_structured() && !target.empty()) {
        target.erase(std::next(target.begin(), static_cast<std::ptrdiff_t>(random() % target.size())));
      }
      break;
    case 3:
      if (target.is_array()) target.push_back(random() % 2 == 0 ? other : any_scalar(random));
      if (target.is_object()) {
        target[any_of(Vocabulary::of_schema().keys, random)] = random() % 2 == 0 ? other : any_scalar(random);
      }
      break;
    default:
      if (target.is_number()) {
        static constexpr std::array kFactors{0.0, -1.0, 0.5, 2.0, 1e-6, 1e6, 1.0 + 1e-12};
        target = target.get<double>() * any_of(kFactors, random);
      } else if (target.is_string()) {
        target = any_of(Vocabulary::of_schema().words, random);
      }
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned int seed) {
  Random random(seed);
  if (random() % 2 == 0) return LLVMFuzzerMutate(data, size, max_size);
  Json document = Json::parse(data, data + size, nullptr, false, true);
  if (document.is_discarded()) return LLVMFuzzerMutate(data, size, max_size);
  const std::size_t changes = 1 + random() % 3;
  for (std::size_t i = 0; i < changes; ++i) change(document, random);
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > max_size) return LLVMFuzzerMutate(data, size, max_size);
  std::ranges::copy(text, data);
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  const auto resolved = [](std::string_view text) {
    const Configuration configuration =
        read_configuration(config::JsonDocument::parse("fuzz.json", text), all_formulations());
    return resolved_configuration(configuration, all_formulations());
  };
  fuzz::expect_one_of<ConfigError>([&] {
    const std::string once = resolved(fuzz::text_of(data, size));
    try {
      fuzz::claim(resolved(once) == once, "a resolved configuration resolves to itself");
    } catch (const ConfigError& error) {
      fuzz::claim(false, error.what());
    }
  });
  return 0;
}
