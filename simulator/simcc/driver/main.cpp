// simcc: compiles CUDA C++ for the simulated GPU, with nvcc's command line.
#include "simcc/driver/clang_commands.hpp"
#include "simcc/driver/driver.hpp"
#include "simcc/driver/precompiled_headers.hpp"
#include "simcc/options/nvcc_options.hpp"
#include "simcc/process/child_process.hpp"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

namespace warpschool::simcc {
namespace {

int complain(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    std::fprintf(stderr, "simcc: %s\n", to_string(diagnostic).c_str());
  }
  return 2;
}

/// Build systems ask "nvcc -v" with an input that does not exist where the toolkit is.
void print_variables(const std::vector<std::string>& words) {
  const Result<Toolchain> tools = find_toolchain();
  if (tools && std::find(words.begin(), words.end(), "-v") != words.end()) {
    std::fputs(nvcc_variables(*tools).c_str(), stderr);
  }
}

constexpr std::string_view kPrecompile = "--precompile-headers";

/// --precompile-headers[=MORE] -o STAMP -MF FILE OPTIONS, for the build: nvcc has no such word.
int precompile(std::vector<std::string> words) {
  const std::string more =
      words.front() == kPrecompile ? "" : words.front().substr(kPrecompile.size() + 1);
  words.front() = "-c";
  words.emplace_back("none.cu");
  const Result<Options> options = parse_options(words);
  const Result<Toolchain> tools = find_toolchain();
  if (options && tools) {
    precompile_headers(*tools, *options, more);
  }
  return options ? 0 : complain(options.diagnostics());
}

int run(const std::vector<std::string>& words) {
  if (!words.empty() && words.front().starts_with(kPrecompile)) {
    return precompile(words);
  }
  const Result<Options> options = parse_options(words);
  if (!options) {
    print_variables(words);
    return complain(options.diagnostics());
  }
  if (options->show_help) {
    std::fputs(help_text(), stdout);
    return 0;
  }
  const Result<Toolchain> tools = find_toolchain();
  if (!tools) {
    return complain(tools.diagnostics());
  }
  if (options->show_version) {
    // CMake takes who has the words in brackets for a compiler that knows where its toolkit is, and
    // who says "clang version" alone for one that needs another's.
    std::printf(
        "simcc: Warpschool's CUDA compiler driver for the simulated GPU\n"
        "(called like nvcc: NVIDIA (R) Cuda compiler driver; none of it is in here)\n"
        "Cuda compilation tools, release 12.0, V12.0.0 (their interface)\n");
    std::fflush(stdout);
    return run_process({tools->clang, "--version"}).status;
  }
  if (options->verbose) {
    std::fputs(nvcc_variables(*tools).c_str(), stderr);
  }
  return drive(*tools, *options);
}

}  // namespace
}  // namespace warpschool::simcc

int main(int argc, char** argv) {
  try {
    return warpschool::simcc::run(
        warpschool::simcc::expand_response_files({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simcc: internal error: %s\n", error.what());
    return 3;
  }
}
