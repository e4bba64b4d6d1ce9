// What simcc adds where a program uses names of CUDA's that a compiler did not know.
#include "simcc/diagnostics/unknown_names.hpp"

#include "warpschool/harness/catch.hpp"

#include <string>
#include <tuple>

namespace warpschool::simcc {
namespace {

std::string undeclared(const std::string& name, const std::string& suggested = "") {
  return "x.cu:1:1: error: use of undeclared identifier '" + name + "'" +
         (suggested.empty() ? "" : "; did you mean '" + suggested + "'?") + "\n";
}

std::string help(const std::string& errors) {
  return unknown_names_help(errors, WARPSCHOOL_TEST_TOOLKIT);
}

const std::string kList = ". docs/API_COVERAGE.md and docs/COMPATIBILITY.md list what it has";

TEST_CASE("a name of CUDA's that is not there is told, with where the list is", "[simcc]") {
  CHECK(help(undeclared("cudaGreenCtxCreate")) ==
        "simcc: the simulator does not have cudaGreenCtxCreate" + kList + " of CUDA.\n");
  CHECK(help("x.cu:1:1: error: unknown type name 'CUtensorMap'\n") != "");
  CHECK(help("x.o: in function `main':\nx.cu:(.text+0x9): undefined reference to "
             "`cudaImportExternalMemory'\n") != "");
  CHECK(help("x.cu:1:1: error: no member named 'this_multi_grid' in namespace "
             "'cooperative_groups'\n")
            .find("cooperative_groups::this_multi_grid" + kList) != std::string::npos);
  CHECK(help("x.cu:1:1: error: no member named 'clusterLaunch' in 'cudaDeviceProp'\n")
            .find("cudaDeviceProp::clusterLaunch" + kList) != std::string::npos);
  CHECK(help("x.cu:1:1: \033[0;1;31merror: \033[0m\033[1muse of undeclared identifier "
             "'cudaGreenCtxCreate'\033[0m\n") != "");
}

TEST_CASE("several are told at once, the first three by name", "[simcc]") {
  std::string errors;
  for (const char* name : {"cudaUserObjectCreate", "cudaGraphicsMapResources", "cudaGreenCtxCreate",
                           "cudaUserObjectCreate", "CU_TENSOR_MAP_SWIZZLE_NONE", "__wgmma_fence"}) {
    errors += undeclared(name);
  }
  CHECK(help(errors).find("does not have cudaUserObjectCreate, cudaGraphicsMapResources, "
                          "cudaGreenCtxCreate and 2 more.") != std::string::npos);
}

TEST_CASE("names that differ in few letters are told with it", "[simcc]") {
  CHECK(help(undeclared("cudaStreamNonBlock")).find("near by name: cudaStreamNonBlocking.") !=
        std::string::npos);
  CHECK(
      help(undeclared("cudaMemAdvise_v2", "cudaMemAdvise")).find("near by name: cudaMemAdvise.") !=
      std::string::npos);
}

TEST_CASE("a name that a header of CUDA's declares is told with the header", "[simcc]") {
  const auto [name, header] = GENERATE(table<std::string, std::string>({
      {"cuInit", "cuda.h"},
      {"__float2half", "cuda_fp16.h"},
      {"half", "cuda_fp16.h"},
      {"curandState", "curand_kernel.h"},
      {"CUDART_PI_F", "math_constants.h"},
      {"nvcuda", "mma.h"},
      {"nvrtcCompileProgram", "nvrtc.h"},
  }));
  CHECK(help(undeclared(name)) == "simcc: " + name + " needs #include <" + header + ">.\n");
  CHECK(help("x.cu:1:1: error: no member named 'reduce' in namespace 'cooperative_groups'\n") ==
        "simcc: cooperative_groups::reduce needs #include <cooperative_groups/reduce.h>.\n");
  CHECK(help(undeclared("cg")).find("namespace cg = cooperative_groups;") != std::string::npos);
  CHECK(help(undeclared("cuComplex", "_Complex")) ==
        "simcc: cuComplex needs #include <cuComplex.h>.\n");
}

TEST_CASE("a name of the standard library is told with its header, each header once", "[simcc]") {
  CHECK(help(undeclared("cooperative_groups")) ==
        "simcc: cooperative_groups needs #include <cooperative_groups.h>.\n");
  CHECK(help(undeclared("assert")) == "simcc: assert needs #include <cassert>.\n");
  CHECK(help("x.cu:1:1: error: unknown type name 'size_t'\n") ==
        "simcc: size_t needs #include <cstddef>.\n");
  CHECK(help("x.cu:1:1: error: no member named 'max' in namespace 'std'; did you mean 'fmax'?\n"
             "x.cu:2:1: error: no member named 'min' in namespace 'std'\n") ==
        "simcc: std::max needs #include <algorithm>.\n");
  CHECK(help("x.cu:1:1: error: no type named 'uint32_t' in namespace 'std'; did you mean simply "
             "'uint32_t'?\n") == "simcc: std::uint32_t needs #include <cstdint>.\n");
}

TEST_CASE("nothing is said of slips that the compiler corrects, nor of a program's own names",
          "[simcc]") {
  CHECK(help(undeclared("cudaMallocc", "cudaMalloc")).empty());
  for (const char* name : {"nope", "current", "cube", "cudamalloc", "CHECK_CUDA", "custom_sum"}) {
    CAPTURE(name);
    CHECK(help(undeclared(name)).empty());
  }
  CHECK(help("x.cu:1:1: error: no member named 'first' in namespace 'std'\n").empty());
  CHECK(help("x.cu:1:1: error: no member named 'cudaCount' in 'Box'\n").empty());
  CHECK(help("x.cu:1:1: error: no member named 'nmae' in 'cudaDeviceProp'; did you mean 'name'?\n")
            .empty());
  CHECK(help("").empty());
}

}  // namespace
}  // namespace warpschool::simcc
