// Separate compilation: device code of several files, libraries of it, and build systems that ask
// for it.
#include "compiled_programs.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::simcc {
namespace {

/// Three files with device code: a library of it, a user of it, and what they share.
struct SeveralFiles {
  explicit SeveralFiles(const Scratch& scratch)
      : functions(scratch.write(
            "library.cu",
            "#include \"shared.h\"\n__device__ int calls = 5;\n__constant__ float weights[2];\n"
            "static __device__ int own = 100;\n"
            "__device__ float weigh(float x) { atomicAdd(&calls, 1); return x * weights[1] + own; "
            "}\n"
            "namespace { __global__ void fill(int* p) { *p = 1; } }\n"
            "void set_up(int* p) { const float w[2] = {1, 2}; cudaMemcpyToSymbol(weights, w, "
            "sizeof w);"
            " fill<<<1, 1>>>(p); }\n")),
        user(scratch.write(
            "user.cu",
            "#include <cstdio>\n#include \"shared.h\"\nstatic __device__ int own = 1000;\n"
            "namespace { __global__ void fill(int* p) { *p += 40; } }\n"
            "__global__ void work(float* out) { out[threadIdx.x] = weigh(threadIdx.x) + own; }\n"
            "int main() {\n  float* out;\n  int *p, n;\n  cudaMallocManaged(&out, 8);\n"
            "  cudaMallocManaged(&p, 4);\n  set_up(p);\n  fill<<<1, 1>>>(p);\n"
            "  work<<<1, 2>>>(out);\n  cudaDeviceSynchronize();\n"
            "  cudaMemcpyFromSymbol(&n, calls, 4);\n"
            "  std::printf(\"%g %g %d %d\\n\", out[0], out[1], n, *p);\n"
            "  cudaFree(out);\n  cudaFree(p);\n}\n")) {
    scratch.write("shared.h",
                  "extern __device__ int calls;\nextern __constant__ float weights[2];\n"
                  "__device__ float weigh(float x);\nvoid set_up(int* p);\n");
  }
  std::string functions, user;
};
constexpr const char* kSeveralFilesPrint = "1100 1102 7 41\n";

/// Makes the CMake project of the folder with `words` for its configuration; its log is cmake.log.
ProcessOutcome build_with_cmake(const Scratch& scratch, const std::string& words) {
  return run_process({"sh", "-c",
                      "cd " + scratch.file("") + " && { cmake -S . -B build -G 'Unix Makefiles' " +
                          words + " && cmake --build build; } > cmake.log 2>&1"});
}

bool has_cmake() {
  return !find_in_path("cmake").empty() && !find_in_path("make").empty();
}

TEST_CASE("device code of several files is linked", "[simcc]") {
  const Scratch scratch;
  const SeveralFiles files(scratch);
  with_each_clang([&] {
    const ProcessOutcome outcome =
        simcc({"-rdc=true", "-o", scratch.file("at_once"), files.user, files.functions});
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    CHECK(run_in_shell(scratch, scratch.file("at_once")).out == kSeveralFilesPrint);
  });
}

TEST_CASE("device code is compiled, linked and kept in a library step by step", "[simcc]") {
  const Scratch scratch;
  const SeveralFiles files(scratch);
  const std::string user = scratch.file("user.o"), library = scratch.file("library.o");
  REQUIRE(simcc({"-dc", "-o", user, files.user}).status == 0);
  REQUIRE(simcc({"--device-c", files.functions, "-o", library}).status == 0);
  REQUIRE(simcc({"-dlink", "-o", scratch.file("device.o"), user, library}).status == 0);
  REQUIRE(simcc({"-o", scratch.file("steps"), user, library, scratch.file("device.o")}).status ==
          0);
  CHECK(run_in_shell(scratch, scratch.file("steps")).out == kSeveralFilesPrint);
  REQUIRE(simcc({"-lib", "-o", scratch.file("libown.a"), library}).status == 0);
  REQUIRE(simcc({"-o", scratch.file("archived"), user, "-L" + fs::path(user).parent_path().string(),
                 "-lown"})
              .status == 0);
  CHECK(run_in_shell(scratch, scratch.file("archived")).out == kSeveralFilesPrint);
}

TEST_CASE("managed variables of linked files are set by the host before the first launch",
          "[simcc]") {
  const Scratch scratch;
  const std::string kernels = scratch.write(
      "kernels.cu",
      "__managed__ int count = 4;\nstatic __managed__ int own = 2;\n__device__ int weigh(int x);\n"
      "__global__ void work() { count = weigh(count) + own++; }\n"
      "int owned() { return own; }\n");
  const std::string user =
      scratch.write("user.cu",
                    "#include <cstdio>\nextern __managed__ int count;\n__global__ void work();\n"
                    "static __managed__ int own = 30;\nstatic __constant__ int more;\n"
                    "__global__ void mine() { own += count + more; }\n"
                    "int owned();\nint main() {\n  std::printf(\"%d \", count);\n  count = 20;\n"
                    "  const int most = 100;\n  cudaMemcpyToSymbol(more, &most, 4);\n"
                    "  work<<<1, 1>>>();\n  mine<<<1, 1>>>();\n  cudaDeviceSynchronize();\n"
                    "  std::printf(\"%d %d %d\\n\", count, owned(), own);\n}\n");
  const std::string functions =
      scratch.write("functions.cu", "__device__ int weigh(int x) { return x * 2; }\n");
  for (const auto& order : {std::vector<std::string>{kernels, user, functions},
                            std::vector<std::string>{functions, user, kernels}}) {
    std::vector<std::string> words{"-rdc=true", "-o", scratch.file("managed")};
    words.insert(words.end(), order.begin(), order.end());
    const ProcessOutcome outcome = simcc(words);
    CAPTURE(outcome.errors);
    REQUIRE(outcome.status == 0);
    CHECK(run_in_shell(scratch, scratch.file("managed")).out == "4 42 3 172\n");
  }
}

TEST_CASE("a device function of another file is told how to be reached", "[simcc]") {
  const Scratch scratch;
  const SeveralFiles files(scratch);
  const ProcessOutcome whole = simcc({"-o", scratch.file("x"), files.user, files.functions});
  CHECK(whole.status == 1);
  CHECK(whole.errors.find("weigh(float)") != std::string::npos);
  CHECK(whole.errors.find("-rdc=true") != std::string::npos);
}

TEST_CASE("a CMake project with CUDA as a language takes simcc as its compiler", "[simcc]") {
  if (!has_cmake()) {
    WARPSCHOOL_SKIP("no cmake or no make");
  }
  const Scratch scratch;
  const SeveralFiles files(scratch);
  scratch.write("CMakeLists.txt",
                "cmake_minimum_required(VERSION 3.18)\nproject(demo LANGUAGES CXX CUDA)\n"
                "set(CMAKE_CUDA_STANDARD 17)\nfind_package(CUDAToolkit REQUIRED)\n"
                "message(STATUS \"in ${CUDAToolkit_BIN_DIR}\")\n"
                "add_library(parts STATIC library.cu)\nadd_executable(program user.cu)\n"
                "target_link_libraries(program PRIVATE parts CUDA::cudart)\n"
                "add_executable(mixed user.cu part.cpp)\ntarget_link_libraries(mixed parts)\n"
                "set_target_properties(mixed PROPERTIES CUDA_RUNTIME_LIBRARY Shared)\n"
                "set_target_properties(parts program mixed PROPERTIES "
                "CUDA_SEPARABLE_COMPILATION ON CUDA_ARCHITECTURES 75)\n");
  scratch.write("part.cpp", "int of_cxx;\n");  // the C++ compiler links
  const fs::path toolkit = fs::path(kSimcc).parent_path().parent_path() / "cuda";
  const std::string way = GENERATE("TOOLCHAIN_FILE=", "CUDA_COMPILER=");
  const fs::path what = toolkit / (way == "TOOLCHAIN_FILE=" ? "simcc.cmake" : "bin/nvcc");
  const ProcessOutcome made = build_with_cmake(scratch, "-DCMAKE_" + way + what.string());
  CAPTURE(read(scratch.file("cmake.log")));
  REQUIRE(made.status == 0);
  CHECK(read(scratch.file("cmake.log")).find("in " + toolkit.string()) != std::string::npos);
  CHECK(run_in_shell(scratch, scratch.file("build/program")).out == kSeveralFilesPrint);
  if (way == "TOOLCHAIN_FILE=") {  // which sets the path that the C++ compiler does not know
    CHECK(run_in_shell(scratch, scratch.file("build/mixed")).out == kSeveralFilesPrint);
  }
}

TEST_CASE("a static library gives what only kernels need of it", "[simcc]") {
  const Scratch scratch;
  const std::string functions = scratch.write("f.cu",
                                              "__device__ int f(int x) { return x * 2; }\n"
                                              "extern \"C\" __device__ void unused() {}\n");
  const std::string table = scratch.write("t.cu", "__device__ int table[2] = {20, 21};\n");
  const std::string user = scratch.write(
      "k.cu",
      "__device__ int f(int x);\nextern __device__ int table[2];\n"
      "__global__ void k(int* p) { *p = f(table[1]); }\nint main() {\n  int *p, v;\n"
      "  cudaMalloc(&p, 4);\n  k<<<1, 1>>>(p);\n"
      "  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  cudaFree(p);\n  return v;\n}\n");
  const std::string library = scratch.file("libf.a"), object = scratch.file("k.o");
  REQUIRE(simcc({"-rdc=true", "-lib", "-o", library, functions, table}).status == 0);
  REQUIRE(simcc({"-dc", "-o", object, user}).status == 0);
  REQUIRE(simcc({"-o", scratch.file("k"), object, library}).status == 0);
  CHECK(run_in_shell(scratch, scratch.file("k")).status == 42);
  // Without the library the program is made all the same; the runtime tells what is missing.
  REQUIRE(simcc({"-o", scratch.file("alone"), object}).status == 0);
  CHECK(run_in_shell(scratch, scratch.file("alone")).errors.find("f(int)") != std::string::npos);
}

TEST_CASE("an old CMake project finds the compiler by find_package(CUDA)", "[simcc]") {
  if (!has_cmake()) {
    WARPSCHOOL_SKIP("no cmake or no make");
  }
  const Scratch scratch;
  const SeveralFiles files(scratch);
  scratch.write("CMakeLists.txt",
                "cmake_minimum_required(VERSION 3.5)\nproject(demo CXX)\n"
                "find_package(CUDA REQUIRED)\nset(CUDA_SEPARABLE_COMPILATION ON)\n"
                "list(APPEND CUDA_NVCC_FLAGS -O3 -gencode arch=compute_61,code=sm_61)\n"
                "cuda_add_executable(program user.cu library.cu)\n");
  const fs::path toolkit = fs::path(kSimcc).parent_path().parent_path() / "cuda";
  const ProcessOutcome made =
      build_with_cmake(scratch, "-DCMAKE_TOOLCHAIN_FILE=" + (toolkit / "simcc.cmake").string() +
                                    " -DCMAKE_CXX_FLAGS='-g -Wall'");
  CAPTURE(read(scratch.file("cmake.log")));
  REQUIRE(made.status == 0);
  CHECK(run_in_shell(scratch, scratch.file("build/program")).out == kSeveralFilesPrint);
}

TEST_CASE("a C++ compiler links with the library of the folder like a toolkit's", "[simcc]") {
  const Scratch scratch;
  const SeveralFiles files(scratch);
  const std::string object = scratch.file("user.o"), other = scratch.file("library.o");
  const std::string device = scratch.file("device.o"), program = scratch.file("program");
  const std::string lib64 = fs::path(kSimcc).parent_path().parent_path() / "cuda/lib64";
  REQUIRE(simcc({"-dc", "-o", object, files.user}).status == 0);
  REQUIRE(simcc({"-dc", "-o", other, files.functions}).status == 0);
  REQUIRE(simcc({"-dlink", "-o", device, object, other}).status == 0);
  const ProcessOutcome linked = run_process({"c++", object, other, device, "-o", program,
                                             "-L" + lib64, "-Wl,-rpath," + lib64, "-lcudart"});
  CAPTURE(linked.errors);
  REQUIRE(linked.status == 0);
  CHECK(run_in_shell(scratch, program).out == kSeveralFilesPrint);
}

}  // namespace
}  // namespace warpschool::simcc
