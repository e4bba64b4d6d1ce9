// A compilation begins behind a precompiled cuda_runtime.h where that changes nothing but the time.
#include "compiled_programs.hpp"
#include "simcc/driver/header_words.hpp"

#include <cstddef>
#include <set>

namespace warpschool::simcc {
namespace {

constexpr const char* kProgram =
    "#include <cstdio>\n__global__ void k(int* p) { *p = 42; }\n"
    "int main() { int* p; int h = 0; cudaMalloc(&p, 4); k<<<1, 1>>>(p);\n"
    "  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); cudaFree(p); std::printf(\"%d\\n\", h); }\n";

/// How many of the two sides of a program begin with a precompiled header; it must compile and run.
std::size_t precompiled_sides(const Scratch& scratch, std::vector<std::string> options,
                              const std::string& program = kProgram) {
  options.insert(options.end(),
                 {"-v", "-o", scratch.file("program"), scratch.write("program.cu", program)});
  const ProcessOutcome outcome = simcc(options);
  CAPTURE(outcome.errors);
  CHECK(outcome.status == 0);
  std::size_t count = 0;
  const std::string word = " --driver-mode=g++ -include-pch ";
  for (std::size_t at = outcome.errors.find(word); at != std::string::npos;
       at = outcome.errors.find(word, at + 1)) {
    ++count;
  }
  CHECK(run_in_shell(scratch, scratch.file("program")).out == "42\n");
  return count;
}

TEST_CASE("both sides of a program take precompiled headers", "[simcc]") {
  const Scratch scratch;
  CHECK(precompiled_sides(scratch, {}) == 2);
  CHECK(precompiled_sides(scratch, {"-O3", "-g", "-lineinfo", "-Xcompiler", "-Wall"}) == 2);
  CHECK(precompiled_sides(scratch, {"-DMY_SIZE=3", "-I", scratch.file("")}) == 2);
}

TEST_CASE("so do those of a program with variables of the device", "[simcc]") {
  const Scratch scratch;
  const std::string program = kProgram;
  CHECK(precompiled_sides(scratch, {}, "__constant__ int c[4];\n" + program) == 2);
  CHECK(precompiled_sides(scratch, {}, "__managed__ int m;\n" + program) == 2);
  CHECK(precompiled_sides(scratch, {}, "__device__ int d;\n" + program) == 2);
}

/// The precompiled header of the host side of a source, compiled as the course's are.
std::string header_of(const Scratch& scratch, const std::string& source) {
  const ProcessOutcome outcome =
      simcc({"-v", "-O2", "-std=c++17", "-lineinfo", "-Xcompiler", "-fPIC", "-c", "-o",
             scratch.file("a.o"), scratch.write("a.cu", source)});
  CAPTURE(outcome.errors);
  CHECK(outcome.status == 0);
  const std::string word = "-include-pch ";
  const std::size_t at = outcome.errors.rfind(word);
  return at == std::string::npos
             ? ""
             : outcome.errors.substr(at + word.size(),
                                     outcome.errors.find(' ', at + word.size()) - at - word.size());
}

TEST_CASE("a header with <stdexcept> is for sources that begin with it", "[simcc]") {
  const Scratch scratch;
  const std::string with = "#include <stdexcept>\n", rest = "void f(int* p) { if (!p) throw 1; }\n";
  const std::string plain = header_of(scratch, rest);
  if (plain.empty()) {
    return;  // a build without the course makes none with these options
  }
  const std::string more = header_of(scratch, with + rest);
  CHECK(more != plain);
  CHECK(header_of(scratch, "#include <cstddef>\n" + with + rest) == more);
  CHECK(header_of(scratch, "#define NDEBUG\n" + with + rest) == plain);
  CHECK(header_of(scratch, rest + with) == plain);
}

TEST_CASE("so are those with <algorithm>, and with both", "[simcc]") {
  const Scratch scratch;
  const std::string algorithm = "#include <algorithm>\n", error = "#include <stdexcept>\n";
  const std::string rest = "void f(int* p) { if (!p) throw 1; }\n";
  const std::string plain = header_of(scratch, rest);
  if (plain.empty()) {
    return;  // as above
  }
  const std::string first = header_of(scratch, algorithm + rest);
  const std::string second = header_of(scratch, error + rest);
  const std::string both = header_of(scratch, algorithm + error + rest);
  CHECK(std::set<std::string>{plain, first, second, both}.size() == 4);
  CHECK(header_of(scratch, error + "#include <set>\n" + algorithm + rest) == both);
  CHECK(header_of(scratch, "#include <vector>\n" + rest) == plain);
}

TEST_CASE("what other headers would come of has none precompiled", "[simcc]") {
  const Scratch scratch;
  CHECK(precompiled_sides(scratch, {"-std=c++20"}) == 0);
  CHECK(precompiled_sides(scratch, {"-O0"}) == 0);
  CHECK(precompiled_sides(scratch, {"-DNDEBUG"}) == 0);  // assert.h asks for it
  CHECK(precompiled_sides(scratch, {"-arch=sm_80"}) == 0);
  CHECK(precompiled_sides(scratch, {"-Xcompiler", "-fno-exceptions"}) == 1);
  scratch.write("time.h", "#include_next <time.h>\n");
  CHECK(precompiled_sides(scratch, {"-I", scratch.file("")}) == 0);
}

TEST_CASE("words that matter to headers are told from those that do not", "[simcc]") {
  const HeaderWords words = header_words({"clang++",
                                          "-std=c++17",
                                          "-O3",
                                          "-Wall",
                                          "-I",
                                          "here",
                                          "-D",
                                          "A=1",
                                          "-DB(x)=x",
                                          "-Xclang",
                                          "-fcuda-include-gpubinary",
                                          "-Xclang",
                                          "0.ptx",
                                          "-Xclang",
                                          "-fx",
                                          "-x",
                                          "cuda",
                                          "a.cu",
                                          "-o",
                                          "a",
                                          "-lm",
                                          "-DWARPSCHOOL_C",
                                          "-march=native"});
  CHECK(words.essence ==
        std::vector<std::string>{"-std=c++17", "-O2", "-fx", "-DWARPSCHOOL_C", "-march=native"});
  CHECK(words.macros == std::vector<std::string>{"A", "B"});
  CHECK(words.folders == std::vector<std::string>{"here"});
}

}  // namespace
}  // namespace warpschool::simcc
