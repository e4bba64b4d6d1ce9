// Where a program was compiled and where it runs: reports name and quote its files all the same.
// Where the compiler is.
#include "simcc/process/child_process.hpp"
#include "warpschool/harness/catch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace warpschool::simcc {
namespace {

namespace fs = std::filesystem;

TEST_CASE("a report quotes the host's line where the program runs in another folder", "[simcc]") {
  std::string folder = (fs::temp_directory_path() / "simcc-places-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  fs::create_directory(fs::path(folder) / "src");
  const std::string source = folder + "/src/moved.cu";
  std::ofstream(source) << "int main() {\n  float* p;\n  cudaMalloc(&p, 64);\n"
                           "  cudaFree(p + 1);\n  return cudaFree(p) != cudaSuccess;\n}\n";
  // The table of lines leaves out the folder in which the compiler runs.
  const ProcessOutcome compiled = run_process(
      {"sh", "-c", "cd " + folder + " && " WARPSCHOOL_TEST_SIMCC " -O2 -o program " + source});
  REQUIRE(compiled.status == 0);
  const ProcessOutcome run = run_process({"sh", "-c", "cd / && " + folder + "/program"});
  CHECK(run.errors.find("--> " + source + ":4") != std::string::npos);
  CHECK(run.errors.find("  cudaFree(p + 1);\n") != std::string::npos);
  CHECK(run.status == 86);  // the error was dropped: the quoted line says so
  fs::remove_all(folder);
}

TEST_CASE("a launch with attributes that is refused is told of on its line", "[simcc]") {
  std::string folder = (fs::temp_directory_path() / "simcc-places-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const std::string source = folder + "/cluster.cu";
  std::ofstream(source)
      << "__global__ void k(int) {}\nint main() {\n"
         "  cudaLaunchAttribute pair;\n"
         "  pair.id = cudaLaunchAttributeClusterDimension;\n"
         "  pair.val.clusterDim = {2, 1, 1};\n"
         "  cudaLaunchConfig_t config = {};\n  config.gridDim = 2;\n"
         "  config.blockDim = 32;\n  config.attrs = &pair;\n"
         "  config.numAttrs = 1;\n"
         "  return cudaLaunchKernelEx(&config, k, 3) == cudaErrorNotSupported;\n}\n";
  for (const char* level : {"-O0", "-O2"}) {
    const ProcessOutcome compiled =
        run_process({WARPSCHOOL_TEST_SIMCC, level, "-o", folder + "/program", source});
    REQUIRE(compiled.status == 0);
    const ProcessOutcome run = run_process({folder + "/program"});
    CHECK(run.status == 1);
    CHECK(run.errors.find("at cluster.cu:11 failed") != std::string::npos);
  }
  fs::remove_all(folder);
}

TEST_CASE("a missing clang is said with the package to install", "[simcc]") {
  ::setenv("WARPSCHOOL_CLANG", "/nonexistent/clang", 1);
  const ProcessOutcome outcome = run_process({WARPSCHOOL_TEST_SIMCC, "x.cu"});
  ::unsetenv("WARPSCHOOL_CLANG");
  CHECK(outcome.status == 2);
  CHECK(outcome.errors.find("apt-get install clang") != std::string::npos);
}

}  // namespace
}  // namespace warpschool::simcc
