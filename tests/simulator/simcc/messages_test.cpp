// What simcc says of a source, as a process: errors and warnings, each once and on its line.
#include "compiled_programs.hpp"

#include <string>

namespace warpschool::simcc {
namespace {

TEST_CASE("a mistake is reported once, on the student's line", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "__global__ void k(int* p) {\n  p[0] = nope;\n}\n");
  const ProcessOutcome outcome = simcc({"-c", "-o", scratch.file("x.o"), source});
  CHECK(outcome.status == 1);
  CHECK(outcome.errors.find(source + ":2:10: error: use of undeclared identifier 'nope'") == 0);
  CHECK(outcome.errors.find("error", outcome.errors.find("error") + 1) ==
        outcome.errors.find("error generated"));
}

TEST_CASE("arrays of run-time size are told of where their values cannot be set", "[simcc]") {
  const Scratch scratch;
  const auto errors = [&](const std::string& statement) {
    const std::string source = scratch.write(
        "x.cu", "#include <string>\nint main(int n, char**) {\n  " + statement + "\n}\n");
    return simcc({"-c", "-o", scratch.file("x.o"), source}).errors;
  };
  CHECK(errors("int a[n] = {1}; return a[0];").empty());
  for (const char* statement : {"const int a[n] = {1};", "std::string a[n] = {\"one\"};"}) {
    const std::string said = errors(statement);
    CHECK(says(said, "error: variable-sized object may not be initialized"));
    CHECK_FALSE(says(said, "warpschool_"));
  }
  const std::string other = errors("int a[n] = {1};\n  return a[0] + nope;");
  CHECK(says(other, "x.cu:4:17: error: use of undeclared identifier 'nope'"));
  CHECK_FALSE(says(other, "variable-sized"));
}

TEST_CASE("a header with code for nvcc and for clang is read as clang's where nvcc's fails",
          "[simcc]") {
  const Scratch scratch;
  // nvcc does not look into host functions while it compiles for the device.
  scratch.write("number.h",
                "struct Number { float value; };\n"
                "#if defined(__CUDA_ARCH__) && (defined(__NVCC__) || !defined(__clang__))\n"
                "#define SIDE __device__\n#else\n#define SIDE __host__ __device__\n#endif\n"
                "SIDE inline Number operator+(Number a, Number b) { return {a.value + b.value}; }\n"
                "inline Number twice(Number a) { return a + a; }\n");
  const std::string source = scratch.write(
      "x.cu",
      "#include \"number.h\"\n__global__ void k(Number* n) { *n = *n + *n; }\n"
      "int main() {\n  Number* n;\n  cudaMallocManaged(&n, sizeof *n);\n  *n = twice({2});\n"
      "  k<<<1, 1>>>(n);\n  cudaDeviceSynchronize();\n  const int is = int(n->value);\n"
      "  cudaFree(n);\n  return is;\n}\n");
  const ProcessOutcome outcome = simcc({"-o", scratch.file("x"), source});
  CHECK(outcome.status == 0);
  CHECK(outcome.errors.empty());
  CHECK(run_process({scratch.file("x")}).status == 8);
}

/// `statement` stands in main, `device` before it.
ProcessOutcome compile_main(const Scratch& scratch, const std::string& device,
                            const std::string& statement) {
  const std::string source = scratch.write(
      "x.cu", device + "\nint main() {\n  float* d;\n  int n = 8;\n  " + statement + "\n}\n");
  return simcc({"-Wall", "-o", scratch.file("x"), source});
}

TEST_CASE("what beginners forget is told in words of CUDA", "[simcc]") {
  const Scratch scratch;
  const std::string kernel = "__global__ void k(float* d) { d[threadIdx.x] = 1; }";
  const std::string launch = "(void)n; k<<<1, 32>>>(d);";
  const auto errors = [&](const std::string& device, const std::string& statement) {
    const ProcessOutcome outcome = compile_main(scratch, device, statement);
    CHECK(outcome.status == 1);
    return outcome.errors;
  };
  const std::string brackets = "name<<<blocks, threads>>>(arguments)";
  CHECK(says(errors(kernel, "k<<1, 32>>(d);"), "three brackets on each side: " + brackets));
  CHECK(says(errors(kernel, "k(d);"), "the numbers of blocks and of threads a block: " + brackets));
  CHECK(says(errors("void k(float* d) { d[0] = 1; }", launch), "write __global__ in front"));
  CHECK(says(errors("__device__ void k(float* d) { d[0] = 1; }", launch),
             "write __global__ in front"));
  CHECK(says(errors(kernel, "cudaMalloc(d, n);"), "cudaMalloc(&pointer, count * sizeof(float))"));
  CHECK(says(errors(kernel, "cudaMemcpy(d, d, cudaMemcpyHostToDevice);"), "wants four arguments"));
  CHECK(says(errors("__global__ void k(float* d) { *d += __shfl_down_sync(*d, 8); }", launch),
             "a shuffle begins with the mask"));
  CHECK(says(errors("__global__ int k() { return 1; }", "k<<<1, 1>>>();"),
             "gives its results back through a pointer"));
}

TEST_CASE("an index on the host is told once, by its name", "[simcc]") {
  const Scratch scratch;
  const std::string errors =
      compile_main(scratch, "", "n += threadIdx.x;\n  n += blockIdx.y;\n  (void)d;").errors;
  CHECK(says(errors,
             ":5:18: error: '.x' of threadIdx, blockIdx, blockDim or gridDim in a "
             "__host__ function\n"));
  CHECK(says(errors, ":6:"));
  CHECK_FALSE(says(errors, "getter"));
  CHECK(says(errors, "\n2 errors generated.\n"));
  CHECK(says(errors, "the host launches all threads at once and has no index of its own"));
}

TEST_CASE("candidates outside the student's files are for -v", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "void f(int);\nint main() {\n  cudaMalloc(1);\n  f(\"\", 2);\n}\n");
  const std::string errors = simcc({"-c", "-o", scratch.file("x.o"), source}).errors;
  CHECK(says(errors, "no matching function for call to 'cudaMalloc'"));
  CHECK_FALSE(says(errors, "cuda_runtime"));
  CHECK(says(errors, "x.cu:1:6: note: "));
  CHECK(says(simcc({"-v", "-c", "-o", scratch.file("x.o"), source}).errors,
             "note: candidate function"));
}

TEST_CASE("an empty loop that waits for a flag is no warning", "[simcc]") {
  const Scratch scratch;
  CHECK(compile_main(scratch,
                     "__global__ void k(volatile int* flag) {\n  while (*flag == 0);\n"
                     "  *flag = 2;\n}",
                     "(void)d, (void)n;")
            .errors == "");
}

TEST_CASE("a warning is reported once", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu", "__global__ void k() {\n  int unused;\n}\nint main() {}\n");
  const ProcessOutcome outcome = simcc({"-Wall", "-c", "-o", scratch.file("x.o"), source});
  CHECK(outcome.status == 0);
  const std::size_t first = outcome.errors.find("unused variable");
  REQUIRE(first != std::string::npos);
  CHECK(outcome.errors.find("unused variable", first + 1) == std::string::npos);
}

TEST_CASE("device code that sets a __constant__ variable makes no program", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "struct Filter { float taps[4]; int width; };\n"
      "__constant__ float table[8];\n__constant__ Filter filter;\n__device__ int count;\n"
      "__global__ void right(float* out) {\n"
      "  const float* row = table;\n  float tap = filter.taps[1];\n  tap += table[0];\n"
      "  count = filter.width;\n  out[0] = tap * row[2];\n}\n"
      "#ifdef WRONG\n"
      "template <class T> __device__ void keep(T value) { table[1] += value; }\n"
      "__global__ void wrong(float step) {\n"
      "  filter.width++;\n  keep(step);\n  const int unused = 5;\n}\n"
      "#endif\nint main() {}\n");
  with_each_clang([&] {
    const ProcessOutcome right = simcc({"-Wall", "-c", "-o", scratch.file("x.o"), source});
    CHECK(right.status == 0);
    CHECK(right.errors.empty());
    const ProcessOutcome wrong =
        simcc({"-Wall", "-DWRONG", "-c", "-o", scratch.file("x.o"), source});
    CHECK(wrong.status == 1);
    CHECK(says(wrong.errors, source + ":15:3: error: device code sets the __constant__ variable"));
    CHECK(says(wrong.errors, source + ":13:52: error: device code sets the __constant__ variable"));
    CHECK(says(wrong.errors, "cudaMemcpyToSymbol(filter, ...)"));
    CHECK(says(wrong.errors, "  filter.width++;\n"));
    CHECK_FALSE(says(wrong.errors, "warning"));
    CHECK_FALSE(says(wrong.errors, "thread-safety"));
  });
}

TEST_CASE("a variable that is used before it is set is told at every level", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu",
                    "__global__ void k(const float* in, float* out, int n) {\n"
                    "  float sum, mine;\n"
                    "  for (int i = 0; i < n; ++i) sum += in[i];\n"
                    "  if (threadIdx.x < n) mine = in[threadIdx.x];\n"
                    "  mine *= 2;\n"
                    "  if (threadIdx.x < n) out[threadIdx.x] = mine + sum;\n"
                    "}\nint main() {}\n");
  for (const char* level : {"-O0", "-O1", "-O2", "-O3"}) {
    const ProcessOutcome outcome = simcc({level, "-c", "-o", scratch.file("x.o"), source});
    CHECK(outcome.status == 0);
    CHECK(outcome.errors.find("x.cu:3:31: warning: variable 'sum' is uninitialized") !=
          std::string::npos);
    CHECK(outcome.errors.find("'mine'") == std::string::npos);
  }
  CHECK(simcc({"-w", "-c", "-o", scratch.file("x.o"), source}).errors.empty());
}

TEST_CASE("an error that is kept and never looked at is told when the program is compiled",
          "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "__global__ void k() {}\nint main() {\n  cudaError_t kept;\n  k<<<1, 2048>>>();\n"
      "  kept = cudaGetLastError();\n"
      "  cudaError_t last = cudaDeviceSynchronize();\n"
      "}\nconstexpr int kSize = 4;\n");
  const ProcessOutcome outcome = simcc({"-c", "-o", scratch.file("x.o"), source});
  CHECK(outcome.status == 0);
  CHECK(outcome.errors.find("x.cu:3:15: warning: variable 'kept' set but not used") !=
        std::string::npos);
  CHECK(outcome.errors.find("x.cu:6:15: warning: unused variable 'last'") != std::string::npos);
  CHECK(outcome.errors.find("kSize") == std::string::npos);
  CHECK(simcc({"-w", "-c", "-o", scratch.file("x.o"), source}).errors.empty());
}

TEST_CASE("a fill of numbers with 1 is told, as it fills bytes", "[simcc]") {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu",
                    "void fill(int* ints, float* floats, char* bytes, void* any, int value) {\n"
                    "  cudaMemset(ints, 1, 40);\n"
                    "  cudaMemset(floats, 1.0f, 40);\n"
                    "  cudaMemset(bytes, 1, 40);\n"
                    "  cudaMemset(any, 1, 40);\n"
                    "  cudaMemset(ints, value, 40);\n"
                    "  cudaMemset(ints, 0, 40);\n"
                    "  cudaMemset(ints, -1, 40);\n"
                    "  cudaMemset(floats, 0x7f, 40);\n"
                    "}\n");
  const ProcessOutcome outcome = simcc({"-c", "-o", scratch.file("x.o"), source});
  CHECK(outcome.status == 0);
  CHECK(outcome.errors.find("x.cu:2:25: warning: cudaMemset gives every byte this value") !=
        std::string::npos);
  CHECK(outcome.errors.find("x.cu:3:30: warning: cudaMemset") != std::string::npos);
  CHECK(outcome.errors.find("2 warnings generated") != std::string::npos);
  CHECK(simcc({"-w", "-c", "-o", scratch.file("x.o"), source}).errors.empty());
}

TEST_CASE("arrays of run-time size in host code pass without a word, as with g++", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write("x.cu",
                                           "int main(int count, char**) {\n  char a[count + 1];\n  "
                                           "a[count] = 0;\n  return a[count];\n}\n");
  with_each_clang([&] { CHECK(simcc({"-c", "-o", scratch.file("x.o"), source}).errors.empty()); });
}

TEST_CASE("a comparison of an unsigned number with 0 that says nothing is told", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write("x.cu",
                                           "__global__ void k(float* p, unsigned n) {\n"
                                           "  for (unsigned i = n - 1; i >= 0; --i) p[i] = 1;\n"
                                           "}\n"
                                           "template <class T> __global__ void any(T* p, T n) {\n"
                                           "  if (n >= 0) p[n] = 1;\n"
                                           "}\n"
                                           "int main() { any<unsigned><<<1, 1>>>(nullptr, 0); }\n");
  const ProcessOutcome outcome = simcc({"-c", "-o", scratch.file("x.o"), source});
  CHECK(outcome.status == 0);
  CHECK(outcome.errors.find("x.cu:2:30: warning:") != std::string::npos);
  CHECK(outcome.errors.find("x.cu:5") == std::string::npos);
}

}  // namespace
}  // namespace warpschool::simcc
