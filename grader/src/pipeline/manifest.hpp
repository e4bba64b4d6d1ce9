// warpschool-build.json: what CMake built and how it builds student code. The grader knows nothing
// else about the build.
#pragma once

#include "warpschool/support/result.hpp"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader {

/// What a backend has for one exercise.
struct BackendExercise {
  std::filesystem::path judge;
  std::filesystem::path reference;
  std::vector<std::filesystem::path> include;  ///< folders whose headers student code may include
};

struct Backend {
  std::string name;                       ///< "sim" or "gpu"
  std::vector<std::string> compiler;      ///< program and its fixed flags
  std::vector<std::string> shared_flags;  ///< what makes the output a loadable module
  std::vector<std::string> kinds;         ///< kinds of checks whose verdict counts here
  std::vector<std::filesystem::path>
      read_only_paths;  ///< absolute: what compiler and judge need to see
  std::map<std::string, BackendExercise> exercises;

  bool judges(const std::string& kind) const;
  bool is_gpu() const { return name == "gpu"; }
};

struct Manifest {
  std::filesystem::path file;    ///< where it was read from
  std::filesystem::path folder;  ///< the build tree
  std::string preset;
  std::filesystem::path source_dir;
  std::filesystem::path course;
  std::map<std::string, std::string> toolchain;
  bool portable = true;  ///< the simulator runs on older processors than the builder's, too
  std::vector<Backend> backends;
};

/// Where to look for it, the first that is given: a build folder, a preset's name, nothing.
struct ManifestQuery {
  std::optional<std::filesystem::path> build;
  std::optional<std::string> preset;
};

/// Reads the manifest. Without a query: $WARPSCHOOL_BUILD, then the tree that this program was
/// built in, then build/sim of the folder we are in or one above it. The diagnostic says how to
/// make a build where there is none.
Result<Manifest> find_manifest(const ManifestQuery& query);

/// Reads one file.
Result<Manifest> read_manifest(const std::filesystem::path& file);

/// CMake's targets that make what judges these exercises.
std::vector<std::string> build_targets(const Manifest& manifest,
                                       const std::vector<std::string>& exercises);

/// Compilers, and judges and references of these exercises, that are not there, each with what
/// builds it.
Diagnostics missing_tools(const Manifest& manifest, const std::vector<std::string>& exercises);

/// The folder with course.yaml: the one we are in or one above it.
std::optional<std::filesystem::path> find_course_folder();

}  // namespace warpschool::grader
