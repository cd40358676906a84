// SPDX-License-Identifier: MIT
#include "api/fmu/exporter.hpp"

#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "api/fmu/content.hpp"
#include "api/fmu/zip_archive.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"

namespace beltdyn::embedded {
std::string_view fmu_licence(std::string_view file_name);
}

namespace beltdyn::fmu {
namespace {

constexpr const char* kPlatform = "linux64";

void write_unit(const ExportRequest& request) {
  const std::vector<std::string> controlled(request.controlled, request.controlled + request.n_controlled);
  const MadeContent made = content_of(request.configuration, controlled);
  const std::string unit_json = made.content.to_json();
  const std::string binary = read_text_file(request.binary);
  if (binary.empty()) throw IoError(fmt::format("{}: cannot be read; install it with BeltDyn", request.binary));
  ZipArchive archive;
  archive.add("modelDescription.xml", model_description(made, guid_of(unit_json)));
  archive.add(fmt::format("binaries/{}/{}.so", kPlatform, kModelIdentifier), binary);
  archive.add("resources/unit.json", unit_json);
  archive.add("documentation/index.html", documentation(made));
  archive.add("documentation/licenses/license.txt", embedded::fmu_licence("LICENSE"));
  archive.add("documentation/licenses/libraries.txt", embedded::fmu_licence("libraries.txt"));
  archive.add("documentation/licenses/LGPL-2.1.txt", embedded::fmu_licence("LGPL-2.1.txt"));
  replace_file(request.output, archive.bytes());
}

}  // namespace
}  // namespace beltdyn::fmu

beltdyn::fmu::ExportStatus beltdyn_export_fmu(const beltdyn::fmu::ExportRequest* request) {
  using namespace beltdyn;
  const auto fails_with = [request](fmu::ExportStatus status, const char* message) {
    request->tell(request->context, message);
    return status;
  };
  try {
    fmu::write_unit(*request);
    return fmu::kExported;
  } catch (const ConfigError& error) {
    for (const Problem& problem : error.problems()) {
      request->tell(request->context, to_string(error.file(), problem).c_str());
    }
    return fmu::kBadRequest;
  } catch (const UsageError& error) {
    return fails_with(fmu::kBadRequest, error.what());
  } catch (const SolverError& error) {
    return fails_with(fmu::kNotSolved, error.what());
  } catch (const IoError& error) {
    return fails_with(fmu::kNotWritten, error.what());
  } catch (const std::exception& error) {
    return fails_with(fmu::kFailed, error.what());
  }
}
