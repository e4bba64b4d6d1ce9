// Programs of several files, and of libraries, linked by simcc or by the host's compiler.
#include "compiled_programs.hpp"

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace warpschool::simcc {
namespace {

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
  std::vector<const char*> clangs = {"clang"};
  if (is_nightly()) {
    clangs = {"clang", "clang-14", "clang-16", "clang-19"};
  }
  std::erase_if(clangs, [](const char* clang) { return find_in_path(clang).empty(); });
  if (clangs.empty()) {
    WARPSCHOOL_SKIP("no program is called clang");
  }
  for (const char* clang : clangs) {
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
    WARPSCHOOL_SKIP("clang's OpenMP is not installed");
  }
  CAPTURE(made.errors);
  CHECK(run_in_shell(scratch, scratch.file("program")).out == "0 wrong\n");
  const std::string object = scratch.file("object.o");
  REQUIRE(simcc({"-Xcompiler", "-fopenmp", "-c", "-o", object, program}).status == 0);
  CHECK(simcc({"-o", scratch.file("linked"), object}).errors.find("-Xcompiler -fopenmp") !=
        std::string::npos);
}

}  // namespace
}  // namespace warpschool::simcc
