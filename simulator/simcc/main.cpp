// simcc: compiles CUDA C++ for the simulated GPU, with nvcc's command line.
#include "driver.hpp"
#include "options.hpp"
#include "process.hpp"
#include "toolchain.hpp"

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace warpschool::simcc {
namespace {

int complain(const Diagnostics& diagnostics) {
  for (const Diagnostic& diagnostic : diagnostics) {
    std::fprintf(stderr, "simcc: %s\n", to_string(diagnostic).c_str());
  }
  return 2;
}

int run(const std::vector<std::string>& words) {
  const Result<Options> options = parse_options(words);
  if (!options) {
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
    std::printf("simcc: Warpschool's CUDA compiler driver for the simulated GPU\n");
    std::fflush(stdout);
    return run_process({tools->clang, "--version"}).status;
  }
  return drive(*tools, *options);
}

}  // namespace
}  // namespace warpschool::simcc

int main(int argc, char** argv) {
  try {
    return warpschool::simcc::run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "simcc: internal error: %s\n", error.what());
    return 3;
  }
}
