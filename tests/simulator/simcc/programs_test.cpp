// Whole programs, compiled by simcc as a process and run: what they print is beside them in
// tests/programs.
#include "compiled_programs.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <unistd.h>
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
    "hello",  "vector_add", "broadcast", "warp",  "atomics", "maths",    "errors",       "memory",
    "device", "groups",     "texture",   "clock", "volumes", "sampling", "texture_types"};

/// Those that one compiler might treat unlike the others; ordinary_programs_test.cpp has the rest
/// with simcc's own, and scripts/nightly.sh all with all.
const std::vector<std::string> kFewNames = {"errors", "warp", "texture"};

void check_all_programs(const char* clang) {
  if (find_in_path(clang).empty()) {
    WARN(clang << " is not installed: nothing was tried");
    return;
  }
  ::setenv("WARPSCHOOL_CLANG", clang, 1);
  const char* all = std::getenv("WARPSCHOOL_TEST_ALL");
  for (const std::string& name : all != nullptr && *all != '\0' ? kNames : kFewNames) {
    check_program(name, "-O2");
  }
  for (const char* level : {"-O0", "-O1", "-O3"}) {
    check_program("broadcast", level);
    check_program("warp", level);
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

TEST_CASE("a call that the runtime does not have fails with its name", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "int main() {\n  return cudaGraphicsUnregisterResource(nullptr);\n}\n");
  const ProcessOutcome outcome = simcc({"-o", scratch.file("x"), source});
  CHECK(outcome.status == 1);
  CHECK(outcome.errors.find("cudaGraphicsUnregisterResource") != std::string::npos);
}

TEST_CASE("a program that the host's compiler linked finds the library beside libcudart",
          "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "__global__ void k(int* p) { *p = 7; }\nint main() {\n  int *p, v;\n"
      "  cudaMalloc(&p, 4);\n  k<<<1, 1>>>(p);\n"
      "  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  cudaFree(p);\n  return v;\n}\n");
  REQUIRE(simcc({"-O", "1", "-c", "-o", scratch.file("x.o"), source}).status == 0);
  const std::string headers =
      (fs::path(kSimcc).parent_path().parent_path() / "cuda/include").string();
  const std::string plain = scratch.write("y.cpp", "#include <cuda_runtime.h>\n");
  const ProcessOutcome compiled =
      run_process({"c++", "-Wall", "-I" + headers, "-c", "-o", scratch.file("y.o"), plain});
  CHECK(compiled.status == 0);
  CHECK(compiled.errors == "");  // not even a warning
  const std::string libraries =
      (fs::path(kSimcc).parent_path().parent_path() / "cuda" / "lib64").string();
  const ProcessOutcome linked =
      run_process({"c++", "-o", scratch.file("x"), scratch.file("x.o"), "-L" + libraries,
                   "-lcudart", "-Wl,-rpath," + libraries});
  CAPTURE(linked.errors);
  REQUIRE(linked.status == 0);
  CHECK(run_in_shell(scratch, scratch.file("x")).status == 7);
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

TEST_CASE("several sources and objects make one program", "[simcc]") {
  const Scratch scratch;
  const std::string kernels = scratch.write(
      "kernels.cu",
      "__global__ void two(int* p) { *p = 2; }\n"
      "int ask() {\n  int* p;\n  int v;\n  cudaMalloc(&p, 4);\n  two<<<1, 1>>>(p);\n"
      "  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  cudaFree(p);\n  return v;\n}\n");
  const std::string more = scratch.write(
      "more.cu",
      "#include <cstdio>\n#include \"more.h\"\n__global__ void two(int* p) { *p = 3; }\n"
      "int main() {\n  int* p;\n  cudaMallocManaged(&p, 4);\n  two<<<1, 1>>>(p);\n  "
      "cudaDeviceSynchronize();\n"
      "  std::printf(\"%d %d %d\\n\", ask(), *p, plain());\n  cudaFree(p);\n}\n");
  scratch.write("more.h", "#include <cuda_runtime.h>\nint ask();\nint plain();\n");
  const std::string plain = scratch.write("plain.cpp",
                                          "#include \"more.h\"\nint plain() { dim3 d(3); int n; "
                                          "cudaGetDeviceCount(&n); return (int)d.x + n; }\n");
  // The two kernels have one name: each file's own must run, so one goes into a namespace of its
  // own.
  std::string renamed = read(more);
  for (std::size_t at = renamed.find("two"); at != std::string::npos;
       at = renamed.find("two", at + 5)) {
    renamed.replace(at, 3, "three");
  }
  scratch.write("more.cu", renamed);
  REQUIRE(simcc({"-c", "-o", scratch.file("kernels.o"), kernels}).status == 0);
  const ProcessOutcome linked =
      simcc({"-o", scratch.file("all"), "-MD", "-MF", scratch.file("all.d"), more, plain,
             scratch.file("kernels.o")});
  CHECK(linked.errors == "");
  REQUIRE(linked.status == 0);
  CHECK(run_in_shell(scratch, scratch.file("all")).out == "2 3 4\n");
}

TEST_CASE("C++ without kernels uses cuRAND, and its own names for mathematics", "[simcc]") {
  const Scratch scratch;
  const std::string header = GENERATE("curand.h", "curand_kernel.h");
  const std::string source = scratch.write(
      "numbers.cpp",
      "#include <" + header +
          ">\n#include <cstdio>\nstatic double normcdfinv(double x) { return 2 * x; }\n"
          "int main() {\n  curandGenerator_t g;\n  float x[4];\n"
          "  curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL32);\n"
          "  if (curandGenerateNormal(g, x, 4, 5, 0.5f) != CURAND_STATUS_SUCCESS) return 1;\n"
          "  curandDestroyGenerator(g);\n"
          "  std::printf(\"%.3f %.3f %.0f\\n\", x[1], x[2] + x[3], normcdfinv(3));\n}\n");
  const ProcessOutcome compiled = simcc({"-o", scratch.file("numbers"), source});
  CHECK(compiled.errors == "");
  REQUIRE(compiled.status == 0);
  CHECK(run_in_shell(scratch, scratch.file("numbers")).out == "5.000 10.000 6\n");
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

TEST_CASE("two libraries may have kernels of one name, and may be unloaded", "[simcc]") {
  const Scratch scratch;
  const std::string library = scratch.write(
      "library.cu",
      "__device__ int more = V;\n__global__ void same(int* p) { *p = V + more; }\n"
      "extern \"C\" int ask() {\n  int* p;\n  int v = -1;\n  cudaMalloc(&p, 4);\n"
      "  same<<<1, 1>>>(p);\n  cudaMemcpy(&v, p, 4, cudaMemcpyDeviceToHost);\n  cudaFree(p);\n"
      "  return v;\n}\nextern \"C\" const void* kernel() { return (const void*)same; }\n");
  const std::string program = scratch.write(
      "program.cu",
      "#include <cstdio>\n#include <dlfcn.h>\n__global__ void same(int* p) { *p = 100; }\n"
      "int main(int, char** paths) {\n  int* p;\n  int v;\n  cudaMalloc(&p, 4);\n"
      "  for (int i = 0; i < 3; i++) {\n    void* a = dlopen(paths[1], RTLD_NOW);\n"
      "    void* b = dlopen(paths[2], RTLD_NOW);\n"
      "    int (*ask_a)() = (int (*)())dlsym(a, \"ask\"), (*ask_b)() = (int (*)())dlsym(b, "
      "\"ask\");\n"
      "    same<<<1, 1>>>(p);\n    cudaMemcpy(&v, p, 4, cudaMemcpyDefault);\n"
      "    printf(\"%d %d %d\", v, ask_a(), ask_b());\n"
      "    const void* gone = ((const void* (*)())dlsym(a, \"kernel\"))();\n    dlclose(a);\n"
      "    void* arguments[] = {&p};\n"
      "    cudaError_t error = cudaLaunchKernel(gone, dim3(1), dim3(1), arguments, 0, 0);\n"
      "    printf(\" %s %d\\n\", cudaGetErrorName(error), ask_b());\n    dlclose(b);\n  }\n"
      "  cudaFree(p);\n}\n");
  for (const char* which : {"1", "2"}) {
    REQUIRE(simcc({std::string("-DV=") + which, "-shared", "-Xcompiler", "-fPIC", "-o",
                   scratch.file(std::string(which) + ".so"), library})
                .status == 0);
  }
  REQUIRE(simcc({"-o", scratch.file("program"), program, "-ldl"}).status == 0);
  const Run run = run_in_shell(
      scratch, scratch.file("program") + " " + scratch.file("1.so") + " " + scratch.file("2.so"));
  const std::string line = "100 2 4 cudaErrorInvalidDeviceFunction 4\n";
  CHECK(run.out == line + line + line);
  CHECK(run.errors == "");
}

TEST_CASE("a clang that is not named clang++ links C++ programs", "[simcc]") {
  const Scratch scratch;
  const std::string program =
      scratch.write("program.cu",
                    "#include <iostream>\n#include <vector>\n"
                    "__global__ void twice(int* p) { p[threadIdx.x] *= 2; }\n"
                    "int main() {\n  std::vector<int> v = {1, 2, 3};\n  int* p;\n"
                    "  cudaMalloc(&p, 12);\n  cudaMemcpy(p, v.data(), 12, cudaMemcpyDefault);\n"
                    "  twice<<<1, 3>>>(p);\n  cudaMemcpy(v.data(), p, 12, cudaMemcpyDefault);\n"
                    "  cudaFree(p);\n  for (int x : v) std::cout << x << ' ';\n}\n");
  for (const char* clang : {"clang", "clang-14", "clang-16", "clang-19"}) {
    if (find_in_path(clang).empty()) {
      WARN(clang << " is not installed: nothing was tried");
      continue;
    }
    ::setenv("WARPSCHOOL_CLANG", clang, 1);
    const ProcessOutcome at_once = simcc({"-o", scratch.file("at_once"), program});
    const ProcessOutcome object = simcc({"-c", "-o", scratch.file("object.o"), program});
    const ProcessOutcome linked = simcc({"-o", scratch.file("linked"), scratch.file("object.o")});
    ::unsetenv("WARPSCHOOL_CLANG");
    CAPTURE(clang, at_once.errors, object.errors, linked.errors);
    CHECK(run_in_shell(scratch, scratch.file("at_once")).out == "2 4 6 ");
    CHECK(run_in_shell(scratch, scratch.file("linked")).out == "2 4 6 ");
  }
}

TEST_CASE("a program with OpenMP runs with its threads, named -lgomp or not", "[simcc]") {
  const Scratch scratch;
  const std::string program = scratch.write(
      "program.cu",
      "#include <cstdio>\n#include <omp.h>\n"
      "__global__ void add(int* p) { p[threadIdx.x] += 3; }\n"
      "int main() {\n  int a[64] = {};\n  omp_set_num_threads(4);\n"
      "#pragma omp parallel\n  {\n"
      "    int *p, *part = a + 64 / omp_get_num_threads() * omp_get_thread_num();\n"
      "    const int n = 64 / omp_get_num_threads();\n"
      "    cudaMalloc(&p, n * 4);\n    cudaMemcpy(p, part, n * 4, cudaMemcpyDefault);\n"
      "    add<<<1, n>>>(p);\n    cudaMemcpy(part, p, n * 4, cudaMemcpyDefault);\n"
      "    cudaFree(p);\n  }\n  int wrong = 0;\n  for (int x : a) wrong += x != 3;\n"
      "  std::printf(\"%d wrong\\n\", wrong);\n}\n");
  const ProcessOutcome made =
      simcc({"-Xcompiler", "-fopenmp", "-o", scratch.file("program"), program, "-lgomp"});
  if (made.errors.find("libomp-dev") != std::string::npos) {
    WARN("clang's OpenMP is not installed: nothing was tried");
    return;
  }
  CAPTURE(made.errors);
  CHECK(run_in_shell(scratch, scratch.file("program")).out == "0 wrong\n");
  const std::string object = scratch.file("object.o");
  REQUIRE(simcc({"-Xcompiler", "-fopenmp", "-c", "-o", object, program}).status == 0);
  CHECK(simcc({"-o", scratch.file("linked"), object}).errors.find("-Xcompiler -fopenmp") !=
        std::string::npos);
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
