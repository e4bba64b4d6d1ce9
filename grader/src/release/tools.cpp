// Calls CMake for what it has rules for, and copies judges and references, of which a release may
// hold few.
#include "release/tools.hpp"

#include "process/process.hpp"
#include "release/build_for_others.hpp"
#include "release/run_tool.hpp"

#include <fmt/format.h>
#include <system_error>
#include <vector>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// As cmake/Dist.cmake names it.
std::string judge_name(const std::string& id, const Backend& backend) {
  return "judge_" + id + (backend.name == "sim" ? "" : "_" + backend.name);
}

std::vector<std::string> targets(const Manifest& manifest, const std::set<std::string>& exercises) {
  std::vector<std::string> names{"dist"};
  for (const Backend& backend : manifest.backends) {
    for (const std::string& id : exercises) {
      names.push_back("dist_" + judge_name(id, backend));
      names.push_back("dist_reference_" + id + "_" + backend.name);
    }
  }
  return names;
}

void take(const fs::path& from, const fs::path& to) {
  fs::create_directories(to.parent_path());
  fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

}  // namespace

std::string build_tools(const Manifest& manifest, const std::set<std::string>& exercises,
                        bool build) {
  return build_for_others(manifest, targets(manifest, exercises), build);
}

std::string add_tools(ReleasedTree& tree, const Manifest& manifest,
                      const std::set<std::string>& exercises, const fs::path& stage) {
  const fs::path dist = manifest.folder / "dist";
  std::string problem = run_tool({"cmake", "--install", manifest.folder.string(), "--component",
                                  "tools", "--strip", "--prefix", stage.string()});
  if (!problem.empty()) {
    return problem;
  }
  std::vector<std::string> strip{"strip"};
  for (const Backend& backend : manifest.backends) {
    for (const std::string& id : exercises) {
      const std::string judge = judge_name(id, backend);
      take(dist / "bin" / judge, stage / "bin" / judge);
      strip.push_back((stage / "bin" / judge).string());
      const fs::path reference = fs::path("lib/reference") / backend.name / (id + ".so");
      take(dist / reference, stage / reference);
    }
  }
  std::string stripped = run_tool(strip);
  if (stripped.empty()) {
    add_folder(tree, stage, "tools/");
  }
  return stripped;
}

}  // namespace warpschool::grader
