// Others' processors may lack what this one has, so what they get is never built for it alone.
#include "release/build_for_others.hpp"

#include "release/run_tool.hpp"

#include <fmt/format.h>

namespace warpschool::grader {

std::string build_for_others(const Manifest& manifest, const std::vector<std::string>& targets,
                             bool build) {
  const std::string folder = manifest.folder.string();
  if (!build) {
    return manifest.portable
               ? ""
               : fmt::format(
                     "{} is built for this processor alone, and others' may be older: leave out "
                     "--no-build, or: cmake -DWARPSCHOOL_PORTABLE=ON {} && cmake --build {} "
                     "--target {}",
                     folder, folder, folder, fmt::join(targets, " "));
  }
  if (!manifest.portable) {
    fmt::print(stderr, "Configuring {} for other processors than this one\n", folder);
    const std::string problem = run_tool({"cmake", "-DWARPSCHOOL_PORTABLE=ON", folder});
    if (!problem.empty()) {
      return problem;
    }
  }
  std::vector<std::string> argv{"cmake", "--build", folder, "--target"};
  argv.insert(argv.end(), targets.begin(), targets.end());
  return run_tool(argv, /*show=*/true);
}

}  // namespace warpschool::grader
