// Reads warpschool-build.json, which CMake writes for the grader.
#include "pipeline/manifest.hpp"

#include "support/files.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kName = "warpschool-build.json";

fs::path absolute_under(const fs::path& base, const std::string& path) {
  return (fs::path(path).is_absolute() ? fs::path(path) : base / path).lexically_normal();
}

std::vector<fs::path> paths(const nlohmann::json& list, const fs::path& base) {
  std::vector<fs::path> result;
  for (const nlohmann::json& entry : list) {
    result.push_back(absolute_under(base, entry.get<std::string>()));
  }
  return result;
}

Backend read_backend(const nlohmann::json& entry, const fs::path& base) {
  Backend backend;
  backend.name = entry.at("name").get<std::string>();
  backend.compiler = entry.at("compiler").get<std::vector<std::string>>();
  if (backend.compiler.at(0).find('/') != std::string::npos) {
    backend.compiler[0] = absolute_under(base, backend.compiler[0]).string();
  }
  backend.shared_flags = entry.at("shared_flags").get<std::vector<std::string>>();
  backend.kinds = entry.at("kinds").get<std::vector<std::string>>();
  backend.read_only_paths = paths(entry.value("read_only_paths", nlohmann::json::array()), base);
  for (const auto& [id, exercise] : entry.at("exercises").items()) {
    backend.exercises[id] = {absolute_under(base, exercise.at("judge").get<std::string>()),
                             absolute_under(base, exercise.at("reference").get<std::string>()),
                             paths(exercise.value("include", nlohmann::json::array()), base)};
  }
  return backend;
}

/// What makes these targets, as a person would type it.
std::string build_advice(const Manifest& manifest, const std::vector<std::string>& targets) {
  std::error_code failure;
  if (!fs::exists(manifest.folder / "CMakeCache.txt", failure)) {
    return "this build cannot be brought up to date: install it again";
  }
  return fmt::format("without --no-build it is built; or: cmake --build {} --target {}",
                     manifest.folder.string(), fmt::join(targets, " "));
}

/// build/sim of this folder or of one above it.
std::optional<fs::path> manifest_above(const std::string& preset) {
  const auto course = find_course_folder();
  if (!course) {
    return std::nullopt;
  }
  return *course / "build" / preset / kName;
}

fs::path candidate(const ManifestQuery& query) {
  std::error_code failure;
  if (query.build) {
    return fs::is_directory(*query.build, failure) ? *query.build / kName : *query.build;
  }
  if (query.preset) {
    return manifest_above(*query.preset).value_or(fs::path("build") / *query.preset / kName);
  }
  if (const char* build = std::getenv("WARPSCHOOL_BUILD")) {
    return fs::path(build) / kName;
  }
  fs::path own = fs::read_symlink("/proc/self/exe", failure).parent_path().parent_path() / kName;
  if (!failure && fs::exists(own, failure)) {
    return own;
  }
  return manifest_above("sim").value_or(fs::path("build/sim") / kName);
}

}  // namespace

bool Backend::judges(const std::string& kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

Result<Manifest> read_manifest(const fs::path& file) {
  try {
    const nlohmann::json document = nlohmann::json::parse(read_file(file));
    if (document.at("schema").get<int>() != 1) {
      return Diagnostic{file.string(), 0, 0, "was written by another version of Warpschool",
                        "configure the build tree again"};
    }
    Manifest manifest;
    manifest.file = fs::absolute(file).lexically_normal();
    manifest.folder = manifest.file.parent_path();
    manifest.preset = document.at("preset").get<std::string>();
    manifest.source_dir =
        absolute_under(manifest.folder, document.at("source_dir").get<std::string>());
    manifest.course = absolute_under(manifest.source_dir, document.at("course").get<std::string>());
    for (const auto& [tool, version] : document.at("toolchain").items()) {
      if (version.is_string()) {
        manifest.toolchain[tool] = version.get<std::string>();
      }
    }
    manifest.portable = document.value("portable", true);
    for (const nlohmann::json& entry : document.at("backends")) {
      manifest.backends.push_back(read_backend(entry, manifest.source_dir));
    }
    return manifest;
  } catch (const std::exception& problem) {
    return Diagnostic{file.string(), 0, 0, fmt::format("is no build manifest: {}", problem.what()),
                      "configure the build tree again"};
  }
}

Result<Manifest> find_manifest(const ManifestQuery& query) {
  const fs::path file = candidate(query);
  std::error_code failure;
  if (!fs::exists(file, failure)) {
    const std::string preset = query.preset.value_or("sim");
    return Diagnostic{
        file.string(), 0, 0, "there is no build to grade with",
        fmt::format(
            "make one in the course's folder: cmake --preset {0} && cmake --build --preset {0}; "
            "or name one with --build",
            preset)};
  }
  return read_manifest(file);
}

std::vector<std::string> build_targets(const Manifest& manifest,
                                       const std::vector<std::string>& exercises) {
  std::vector<std::string> targets;
  for (const std::string& id : exercises) {
    targets.insert(targets.end(), {"judge_" + id, "reference_" + id});
    if (manifest.backends.size() > 1) {  // preset gpu: the simulator's twins
      targets.insert(targets.end(), {"judge_" + id + "_sim", "reference_" + id + "_sim"});
    }
  }
  return targets;
}

Diagnostics missing_tools(const Manifest& manifest, const std::vector<std::string>& exercises) {
  Diagnostics missing;
  for (const Backend& backend : manifest.backends) {
    std::error_code failure;
    const fs::path compiler = backend.compiler.front();
    if (compiler.is_absolute() && !fs::exists(compiler, failure)) {
      missing.push_back({compiler.string(), 0, 0,
                         fmt::format("the compiler of backend {} is not there", backend.name),
                         build_advice(manifest, {"framework"})});
    }
    for (const std::string& id : exercises) {
      const auto built = backend.exercises.find(id);
      if (built == backend.exercises.end()) {
        missing.push_back({manifest.file.string(), 0, 0,
                           fmt::format("knows no exercise '{}' for backend {}", id, backend.name),
                           "course.yaml has changed since: configure the build tree again"});
        continue;
      }
      for (const auto& [what, file] : {std::pair("judge", built->second.judge),
                                       std::pair("reference", built->second.reference)}) {
        if (!fs::is_regular_file(file, failure)) {
          missing.push_back({file.string(), 0, 0,
                             fmt::format("the {} of exercise '{}' for backend {} is not built",
                                         what, id, backend.name),
                             build_advice(manifest, build_targets(manifest, {id}))});
        }
      }
    }
  }
  return missing;
}

std::optional<fs::path> find_course_folder() {
  std::error_code failure;
  for (fs::path folder = fs::current_path(failure); !folder.empty();
       folder = folder.parent_path()) {
    if (fs::exists(folder / "course.yaml", failure)) {
      return folder;
    }
    if (folder == folder.parent_path()) {
      break;
    }
  }
  return std::nullopt;
}

}  // namespace warpschool::grader
