// SPDX-License-Identifier: MIT
// Fuzzes assignments of --set to a configuration, one per line.
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/config/json_document.hpp"
#include "tests/fuzz/expected.hpp"

namespace {

// Contains each kind of value and of parent, and no more, because every input parses it anew.
constexpr const char* kConfiguration =
    R"({"name": "fuzz", "end_time": 1, "drive": {"friction": {}}, "runs": [{"time_step": 0.01}]})";

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace beltdyn;
  fuzz::expect_one_of<UsageError>([&] {
    config::JsonDocument document = config::JsonDocument::parse("fuzz.json", kConfiguration);
    std::string_view rest = fuzz::text_of(data, size);
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      document.set(rest.substr(0, end));
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    fuzz::claim(document.root().is_object(), "a configuration stays an object");
  });
  return 0;
}
