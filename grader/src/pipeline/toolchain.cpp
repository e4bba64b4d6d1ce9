// Environment and paths of compilers and judges, their troubles, and a probe whether compilers
// work.
#include "pipeline/toolchain.hpp"

#include "pipeline/job.hpp"
#include "pipeline/job_folder.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fmt/format.h>
#include <sstream>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> chosen_clang() {
  const char* clang = std::getenv("WARPSCHOOL_CLANG");
  if (clang == nullptr || !fs::path(clang).is_absolute()) {
    return {};
  }
  std::error_code failure;
  return {fs::canonical(clang, failure).parent_path().parent_path(), fs::path(clang).parent_path()};
}

}  // namespace

const std::vector<std::string>& kept_variables() {
  static const std::vector<std::string> kNames{"WARPSCHOOL_CLANG",  "WARPSCHOOL_DEVICE",
                                               kHostThreads,        "CUDA_VISIBLE_DEVICES",
                                               "CUDA_DEVICE_ORDER", "LD_LIBRARY_PATH"};
  return kNames;
}

std::vector<fs::path> tool_paths(const Backend& backend) {
  std::vector<fs::path> paths = backend.read_only_paths;
  const std::vector<fs::path> clang = chosen_clang();
  paths.insert(paths.end(), clang.begin(), clang.end());
  return paths;
}

std::string trouble_said_by_tool(const std::string& output) {
  static constexpr std::array kTools{"/usr/bin/ld", "ld:",   "ld.lld:", "collect2:",  "clang",
                                     "c++:",        "g++:",  "as:",     "LLVM ERROR", "simcc:",
                                     "nvcc",        "ptxas", "cudafe",  "fatbinary"};
  static constexpr std::array kTroubles{"No space left on device",
                                        "Disk quota exceeded",
                                        "Cannot allocate memory",
                                        "Read-only file system",
                                        "Input/output error",
                                        "Resource temporarily unavailable",
                                        "Too many open files",
                                        "Bus error",
                                        "signal 7",
                                        "signal 9",
                                        "Stale file handle"};
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    const bool by_tool = std::any_of(kTools.begin(), kTools.end(),
                                     [&](const char* tool) { return line.rfind(tool, 0) == 0; });
    for (const char* trouble : kTroubles) {
      if (by_tool && line.find(trouble) != std::string::npos) {
        return cut(to_utf8(line), 200);
      }
    }
  }
  return {};
}

std::string check_compilers(const Workshop& workshop) {
  const JobFolder folder(workshop.scratch);
  write_file(folder.path() / "probe.cu", "extern \"C\" void probe() {}\n");
  for (const Backend& backend : workshop.manifest->backends) {
    Command command;
    command.argv = backend.compiler;
    command.argv.insert(command.argv.end(), backend.shared_flags.begin(),
                        backend.shared_flags.end());
    command.argv.insert(command.argv.end(), {"-o", "probe.so", "probe.cu"});
    command.environment = job_environment(kept_variables());
    command.folder = folder.path();
    command.limits.wall_ms = 120'000;
    const Box box{tool_paths(backend), folder.path(), backend.is_gpu()};
    const Outcome outcome = run(workshop.sandbox->enclose(command, box));
    if (!outcome.succeeded()) {
      return fmt::format("the compiler of backend {} does not work{}: it {}\n{}\n  {}",
                         backend.name, workshop.sandbox->is_active() ? " in the sandbox" : "",
                         describe(outcome), outcome.output, shell_line(command.argv));
    }
  }
  return {};
}

}  // namespace warpschool::grader
