// Whole programs, compiled by simcc as a process and run: what they print is beside them in
// tests/programs.
#include "compiled_programs.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::simcc {
namespace {

/// Compiles and runs tests/programs/NAME.cu; the program's output must be NAME.out.
void check_program(const std::string& name, const std::string& level) {
  const Scratch scratch;
  const ProcessOutcome compiled =
      simcc({"-Wall", level, "-o", scratch.file(name), (kPrograms / (name + ".cu")).string()});
  CAPTURE(name, level);
  CHECK(compiled.errors == "");
  REQUIRE(compiled.status == 0);
  const Run run = run_in_shell(scratch, scratch.file(name));
  CAPTURE(run.errors);
  CHECK(run.out == read(kPrograms / (name + ".out")));
  CHECK(run.status == (name == "errors" ? kFaultExitStatus : 0));
}

const std::vector<std::string> kNames = {
    "hello",  "vector_add", "broadcast", "warp",  "atomics", "maths",    "memory",
    "device", "groups",     "texture",   "clock", "volumes", "sampling", "texture_types"};

/// The program of mistakes, which ordinary_programs_test.cpp leaves out; it has the others with
/// simcc's own clang, and scripts/nightly.sh all with all, at every level.
void check_all_programs(const char* clang) {
  if (find_in_path(clang).empty()) {
    WARPSCHOOL_SKIP(std::string(clang) + " is not installed");
  }
  ::setenv("WARPSCHOOL_CLANG", clang, 1);
  check_program("errors", "-O2");
  if (is_nightly()) {
    for (const std::string& name : kNames) {
      check_program(name, "-O2");
    }
    for (const char* level : {"-O0", "-O1", "-O3"}) {
      check_program("broadcast", level);
      check_program("warp", level);
    }
  }
  ::unsetenv("WARPSCHOOL_CLANG");
}

TEST_CASE("four floats that a cast copies at once are one request", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write("tile.cu", R"(
#define VECTOR(x) (reinterpret_cast<float4*>(&(x))[0])
__global__ void through_a_tile(float* in, float* out) {
  __shared__ float tile[32][36];
  const int row = threadIdx.x / 8, column = threadIdx.x % 8 * 4;
  VECTOR(tile[row][column]) = VECTOR(in[4 * threadIdx.x]);
  __syncthreads();
  VECTOR(out[4 * threadIdx.x]) = VECTOR(tile[row][column]);
}
int main() {
  float *in, *out;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(in, 0, 4096);
  through_a_tile<<<1, 256>>>(in, out);
  cudaFree(in);
  return cudaFree(out);
}
)");
  with_each_clang([&] {
    REQUIRE(simcc({"-O2", "-o", scratch.file("tile"), source}).status == 0);
    const Run run = run_in_shell(
        scratch, "WARPSCHOOL_REPORT_FILE=" + scratch.file("report") + " " + scratch.file("tile"));
    REQUIRE(run.status == 0);
    const std::string report = read(scratch.file("report"));
    for (const char* kind : {"global_load", "global_store", "shared_load", "shared_store"}) {
      CHECK(report.find("\"" + std::string(kind) + "_requests\":8,") != std::string::npos);
    }
  });
}

// What nvcc 13 makes of each of these: one load and one store of a whole vector (its machine code).
TEST_CASE("a vector is one request, however much of it is used or changed", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write("whole.cu", R"(
struct alignas(16) Mixed { int i; float f, g; int j; };
__device__ float area(float2 sides) { return sides.x * sides.y; }
__device__ float sum(float4 all) { return all.x + all.y + all.z; }
__global__ void by_value(float2* p) {
  const float a = area(p[threadIdx.x]);
  p[threadIdx.x] = make_float2(a, -a);
}
__global__ void by_value_in_part(float4* p) {
  const float s = sum(p[threadIdx.x]);
  p[threadIdx.x] = make_float4(s, s, 0, 1);
}
__global__ void changed_in_part(float4* p) {
  float4 v = p[threadIdx.x];
  v.x *= 2;
  v.w += v.x;
  p[threadIdx.x] = v;
}
__global__ void bytes(uchar4* p) {
  uchar4 v = p[threadIdx.x];
  v.x = 255 - v.x;
  v.z /= 2;
  p[threadIdx.x] = v;
}
__global__ void integers_and_floats(Mixed* p) {
  Mixed v = p[threadIdx.x];
  v.i += 1;
  v.f *= 2;
  p[threadIdx.x] = v;
}
__global__ void reversed_in_a_tile(float* p) {
  __shared__ float tile[1024];
  *(float4*)&tile[4 * threadIdx.x] = *(float4*)&p[4 * threadIdx.x];
  __syncthreads();
  float4 v = reinterpret_cast<float4*>(tile)[255 - threadIdx.x];
  v.x += 1;
  reinterpret_cast<float4*>(p)[threadIdx.x] = v;
}
int main() {
  void* p;
  cudaMalloc(&p, 4096);
  cudaMemset(p, 0, 4096);
  by_value<<<1, 256>>>((float2*)p);
  by_value_in_part<<<1, 256>>>((float4*)p);
  changed_in_part<<<1, 256>>>((float4*)p);
  bytes<<<1, 256>>>((uchar4*)p);
  integers_and_floats<<<1, 256>>>((Mixed*)p);
  reversed_in_a_tile<<<1, 256>>>((float*)p);
  return cudaFree(p);
}
)");
  with_each_clang([&] {
    REQUIRE(simcc({"-O2", "-o", scratch.file("whole"), source}).status == 0);
    const Run run = run_in_shell(
        scratch, "WARPSCHOOL_REPORT_FILE=" + scratch.file("report") + " " + scratch.file("whole"));
    REQUIRE(run.status == 0);
    const std::string report = read(scratch.file("report"));
    const auto times = [&](const std::string& word) {
      int found = 0;
      for (std::size_t at = report.find(word); at != std::string::npos;
           at = report.find(word, at + 1)) {
        ++found;
      }
      return found;
    };
    CHECK(times("\"global_load_requests\":8,") == 6);
    CHECK(times("\"global_store_requests\":8,") == 6);
    CHECK(times("\"shared_load_requests\":8,") == 1);
    CHECK(times("\"shared_store_requests\":8,") == 1);
  });
}

TEST_CASE("programs print the same with clang 14", "[simcc]") {
  check_all_programs("clang++-14");
}
TEST_CASE("programs print the same with clang 16", "[simcc]") {
  check_all_programs("clang++-16");
}
TEST_CASE("programs print the same with clang 18", "[simcc]") {
  check_all_programs("clang++-18");
}
TEST_CASE("programs print the same with clang 19", "[simcc]") {
  check_all_programs("clang++-19");
}

TEST_CASE("a student may define a capital letter before any header", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write("x.cu", R"(
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/variant>
#include <cuda_fp16.h>
#include <curand_kernel.h>
#include <mma.h>
int main() { return A + B + C + D + F + G + I + K + L + N + R + S + U + V == 14 ? 0 : 1; }
)");
  std::vector<std::string> line = {"-std=c++20", "-o", scratch.file("x"), source};
  for (const char* letter :
       {"A", "B", "C", "D", "F", "G", "I", "K", "L", "N", "R", "S", "U", "V"}) {
    line.push_back("-D" + std::string(letter) + "=1");
  }
  const ProcessOutcome compiled = simcc(line);
  CHECK(compiled.errors == "");
  REQUIRE(compiled.status == 0);
  CHECK(run_in_shell(scratch, scratch.file("x")).status == 0);
}

TEST_CASE("a call that the runtime does not have fails with its name", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "int main() {\n  return cudaGraphicsUnregisterResource(nullptr);\n}\n");
  const ProcessOutcome outcome = simcc({"-o", scratch.file("x"), source});
  CHECK(outcome.status == 1);
  CHECK(outcome.errors.find("cudaGraphicsUnregisterResource") != std::string::npos);
}

TEST_CASE("memory of all kinds lies at the same addresses in every run", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "#include <cstdio>\n__managed__ int m;\nint main() {\n  void *d, *u, *p, *large;\n"
      "  cudaMalloc(&d, 64);\n  cudaMallocManaged(&u, 64);\n  cudaMallocHost(&p, 64);\n"
      "  cudaMallocManaged(&large, 5 << 20);\n"
      "  std::printf(\"%p %p %p %p\\n\", d, u, p, large);\n"
      "  cudaFree(d);\n  cudaFree(u);\n  cudaFreeHost(p);\n  cudaFree(large);\n}\n");
  REQUIRE(simcc({"-o", scratch.file("x"), source}).status == 0);
  const Run first = run_in_shell(scratch, scratch.file("x"));
  CHECK(first.status == 0);
  CHECK(run_in_shell(scratch, scratch.file("x")).out == first.out);
}

TEST_CASE("a module of PTX that simcc wrote is loaded, and its faults name its lines", "[simcc]") {
  const Scratch scratch;
  const std::string kernel = scratch.write("shift.cu",
                                           "extern \"C\" __global__ void shift(int* x, int n) {\n"
                                           "  x[threadIdx.x + n] = threadIdx.x;\n}\n");
  const std::string source = scratch.write(
      "load.cpp",
      "#include <cstdlib>\n#include <cuda.h>\nint main(int, char** a) {\n"
      "  CUdevice d; CUcontext c; CUmodule m; CUfunction f; CUdeviceptr x;\n"
      "  int n = atoi(a[2]); void* args[] = {&x, &n};\n"
      "  cuInit(0); cuDeviceGet(&d, 0); cuCtxCreate(&c, 0, d);\n"
      "  if (cuModuleLoad(&m, a[1]) || cuModuleGetFunction(&f, m, \"shift\")) return 1;\n"
      "  cuMemAlloc(&x, 256);\n"
      "  if (cuLaunchKernel(f, 1, 1, 1, 64, 1, 1, 0, 0, args, 0)) return 2;\n"
      "  int sync = cuCtxSynchronize();\n  cuMemFree(x);\n  return sync == 700 ? 3 : sync;\n}\n");
  REQUIRE(simcc({"-ptx", "-o", scratch.file("shift.ptx"), kernel}).status == 0);
  REQUIRE(simcc({"-o", scratch.file("load"), source, "-lcuda"}).status == 0);
  const std::string line = scratch.file("load") + " " + scratch.file("shift.ptx");
  CHECK(run_in_shell(scratch, line + " 0").status == 0);
  const Run wrong = run_in_shell(scratch, line + " 1");
  CHECK(wrong.status == 3);
  CHECK(wrong.errors.find("out_of_bounds in kernel shift") != std::string::npos);
  CHECK(wrong.errors.find("shift.cu:2") != std::string::npos);
  CHECK(wrong.errors.find("made at load.cpp:8") != std::string::npos);
}

TEST_CASE("dependencies name the header and our toolkit", "[simcc]") {
  const Scratch scratch;
  scratch.write("own.h", "#pragma once\n");
  const std::string source = scratch.write("x.cu", "#include \"own.h\"\n__global__ void k() {}\n");
  REQUIRE(simcc({"-shared", "-Xcompiler", "-fPIC", "-MD", "-MF", scratch.file("x.d"), "-MT",
                 "student.so", "-o", scratch.file("student.so"), source})
              .status == 0);
  const std::string rule = read(scratch.file("x.d"));
  CHECK(rule.find("student.so:") == 0);
  CHECK(rule.find("own.h") != std::string::npos);
  CHECK(rule.find("cuda_runtime.h") != std::string::npos);
}

TEST_CASE("what the environment says wrongly is complained about by name", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "int main() { int* p; cudaMalloc(&p, 4); return cudaFree(p); }\n");
  REQUIRE(simcc({"-o", scratch.file("x"), source}).status == 0);
  const struct {
    std::string setting;
    const char* complaint;
  } rows[] = {
      {"WARPSCHOOL_DEVICE=h900", "WARPSCHOOL_DEVICE=h900 is no device; there are h200, "},
      {"WARPSCHOOL_CHECKS=race", "WARPSCHOOL_CHECKS: 'race' is no check; there are races, "},
      {"WARPSCHOOL_HOST_THREADS=lots", "WARPSCHOOL_HOST_THREADS=lots is no number; it is "},
      {"WARPSCHOOL_HOST_THREADS=-5", "WARPSCHOOL_HOST_THREADS=-5 is no number; it is "},
      {"WARPSCHOOL_HOST_THREADS=99",
       "WARPSCHOOL_HOST_THREADS=99: there may be 1 to 14, and 14 is taken instead"},
      {"WARPSCHOOL_HOST_THREADS=0", "there may be 1 to 14, and 1 is taken instead"},
      {"WARPSCHOOL_HOST_THREADS=14", ""},
      {"WARPSCHOOL_PROFILE=yes", "WARPSCHOOL_PROFILE=yes: the only value is lines"},
      {"WARPSCHOOL_PROFILE=lines", ""},
      {"WARPSCHOOL_ISA=mmx", "WARPSCHOOL_ISA=mmx is neither baseline nor avx2"},
      {"WARPSCHOOL_ISA=avx2", ""},
      {"WARPSCHOOL_WORK_LIMIT=20G", "WARPSCHOOL_WORK_LIMIT=20G is no number; it is the most "},
      {"WARPSCHOOL_WORK_LIMIT=99999999999999999999999", "is no number; it is the most "},
      {"WARPSCHOOL_SIM_REPORT=yaml", "WARPSCHOOL_SIM_REPORT=yaml: the only value is json"},
      {"WARPSCHOOL_REPORT_FILE=/nonexistent/x",
       "cannot write WARPSCHOOL_REPORT_FILE=/nonexistent/x"},
      {"WARPSCHOOL_REPORT_FILE=/dev/full", "cannot write WARPSCHOOL_REPORT_FILE=/dev/full"},
      {"WARPSCHOOL_WORK_LIMIT=0", ""},
  };
  for (const auto& row : rows) {
    const Run run = run_in_shell(scratch, row.setting + " " + scratch.file("x"));
    CAPTURE(row.setting, run.errors);
    CHECK(run.status == 0);
    CHECK(run.errors.find(row.complaint) != std::string::npos);
    CHECK(run.errors.empty() == (*row.complaint == '\0'));
  }
}

TEST_CASE("a file may have any name and any bytes, and the report stays what it is", "[simcc]") {
  const Scratch scratch;
  const std::string name = "odd \"na\\me\xe9.cu";
  const std::string source =
      scratch.write(name, "__global__ void k(int* p) { p[9] = 1; }  // \xe9\xff \"quoted\" \x01" +
                              std::string(5000, 'x') +
                              "\nint main() { int* p; cudaMalloc(&p, 4); k<<<1, 1>>>(p); return "
                              "cudaDeviceSynchronize() == 0; }\n");
  REQUIRE(simcc({"-o", scratch.file("x"), source}).status == 0);
  const Run run = run_in_shell(
      scratch, "WARPSCHOOL_REPORT_FILE=" + scratch.file("report") + " " + scratch.file("x"));
  CHECK(run.status == kFaultExitStatus);
  CHECK(run.errors.find("--> " + source + ":1\n") != std::string::npos);
  CHECK(run.errors.find("1 | __global__ void k(int* p) { p[9] = 1; }") != std::string::npos);
  CHECK(run.errors.size() < 2000);  // a line that fills screens is not quoted whole
  const std::string report = read(scratch.file("report"));
  CHECK(report.find(R"(odd \"na\\me)") != std::string::npos);
  CHECK(report.find("\\u0001") != std::string::npos);
  CHECK(report.find('\xe9') == std::string::npos);
}

TEST_CASE("what a compiler for nvcc's programs may rely on", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "#if defined(__CUDACC_DEBUG__) && !defined(FOR_HOST)\n#error\n#endif\n"
      "__device__ int size(...) { return 1; }\n"
      "__device__ int size(const int*) { return 4; }\n"
      "__global__ void k(int* p, float* q) { *p = size(p) * 10 + size(q); }\nint main() {\n"
      "  int *p, v;\n  cudaMalloc(&p, 4);\n  k<<<1, 1>>>(p, nullptr);\n"
      "  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  cudaFree(p);\n  return v;\n}\n");
  REQUIRE(simcc({"-O2", "-o", scratch.file("x"), source}).status == 0);
  CHECK(run_in_shell(scratch, scratch.file("x")).status == 41);
  CHECK(simcc({"-G", "-c", "-o", scratch.file("x.o"), source}).status != 0);
  CHECK(simcc({"-G", "-Xcompiler", "-DFOR_HOST", "-c", "-o", scratch.file("x.o"), source}).status ==
        0);
}

TEST_CASE("a program may be run at once, and nothing but it is left", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "#include <cstdio>\nint main(int n, char** words) {\n"
      "  for (int i = 1; i < n; ++i) std::printf(\"[%s]\", words[i]);\n  return n;\n}\n");
  fs::create_directory(scratch.file("temporary"));
  const Run run = run_in_shell(scratch, "TMPDIR=" + scratch.file("temporary") + " " + kSimcc +
                                            " --run --run-args one,\"'two words'\" -run-args 3 " +
                                            source + " -o " + scratch.file("x"));
  CHECK(run.errors == "");
  CHECK(run.out == "[one][two words][3]");
  CHECK(run.status == 4);
  CHECK(fs::exists(scratch.file("x")));
  CHECK(fs::is_empty(scratch.file("temporary")));
}

TEST_CASE("a fault is explained with the student's line", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "__global__ void k(int* p) {\n  p[threadIdx.x + 90] = 1;\n}\nint main() {\n  int* p;\n"
      "  cudaMalloc(&p, 400);\n  k<<<1, 32>>>(p);\n  return cudaDeviceSynchronize() == "
      "cudaErrorIllegalAddress ? 5 : 6;\n}\n");
  REQUIRE(simcc({"-o", scratch.file("x"), source}).status == 0);
  const Run run = run_in_shell(scratch, scratch.file("x"));
  CHECK(run.status == 5);
  CAPTURE(run.errors);
  CHECK(run.errors.find("x.cu:2") != std::string::npos);
  CHECK(run.errors.find("p[threadIdx.x + 90] = 1;") != std::string::npos);
  CHECK(run.errors.find("line 6") != std::string::npos);  // where it was allocated
}

TEST_CASE("a device pointer used on the host is explained", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "int main() {\n  int* p;\n  cudaMalloc(&p, 400);\n  return p[3];\n}\n");
  REQUIRE(simcc({"-o", scratch.file("x"), source}).status == 0);
  const Run run = run_in_shell(scratch, scratch.file("x"));
  CHECK(run.status == 128 + SIGSEGV);
  CHECK(run.errors.find("host code used a pointer to device memory") != std::string::npos);
}

}  // namespace
}  // namespace warpschool::simcc
