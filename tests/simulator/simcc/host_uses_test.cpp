// Host code that uses the value of a device variable: what simcc says of it, and of what it says
// nothing.
#include "simcc/diagnostics/host_uses.hpp"

#include "compiled_programs.hpp"
#include "simcc/repairs/declared_words.hpp"

#include <algorithm>
#include <sstream>
#include <string>

namespace warpschool::simcc {
namespace {

/// What simcc says of `body` in main(), behind variables and a kernel.
std::string said_of(const std::string& body, const std::vector<std::string>& flags = {}) {
  const Scratch scratch;
  const std::string source =
      scratch.write("x.cu",
                    "__device__ int limit, *list;\n__constant__ float table[4];\n"
                    "__device__ __managed__ int shown;\n__managed__ float also_shown;\n"
                    "__constant__ const int kFour = 4;\n"
                    "struct Pair { int a, b; };\n__device__ Pair pair;\n"
                    "template <class F> __global__ void run(F f) { f(3); }\n"
                    "__global__ void k(int* out) {\n"
                    "  auto inner = [=](int i) { out[i] = limit + pair.a; };\n  inner(2);\n"
                    "  out[0] = table[1];\n}\n"
                    "__host__ __device__ int both(int i) { return i + limit; }\n"
                    "int main(int count, char**) {\n" +
                        body + "\n  return count;\n}\n");
  std::vector<std::string> words = {"--extended-lambda", "-c", "-o", scratch.file("x.o"), source};
  words.insert(words.begin(), flags.begin(), flags.end());
  const ProcessOutcome outcome = simcc(words);
  CHECK(outcome.status == 0);
  return outcome.errors;
}

TEST_CASE("host code that uses a device variable's value is told so", "[simcc]") {
  with_each_clang([&] {
    const std::string text = said_of("  count += limit;\n  count += table[count];\n  limit = 5;");
    CHECK(says(text, "x.cu:16:12: warning: host code reads the __device__ variable 'limit'"));
    CHECK(says(text, "cudaMemcpyFromSymbol(&value, limit, sizeof(value))"));
    CHECK(says(text, "x.cu:17:12: warning: host code reads the __constant__ variable 'table'"));
    CHECK(says(text, "x.cu:18:3: warning: host code sets the __device__ variable 'limit'"));
    CHECK(says(text, "cudaMemcpyToSymbol(limit, &value, sizeof(value))"));
    CHECK(says(text, "3 warnings generated."));
  });
  CHECK(says(said_of("  k<<<1, 1>>>(list);"), "Keep the pointer of cudaMalloc in a variable of"));
  CHECK(says(said_of("  auto f = [] { return pair.b; };\n  count = f();"), "variable 'pair'"));
}

TEST_CASE("uses of a device variable that take no value are left in peace", "[simcc]") {
  CHECK(said_of("  int* p = &limit;\n  void* q;\n"
                "  cudaMemcpyToSymbol(limit, &count, sizeof(limit));\n"
                "  cudaMemcpyFromSymbol(&count, pair, sizeof pair.b, sizeof pair.a);\n"
                "  cudaMemcpyToSymbol(table, p, sizeof(table));\n"
                "  cudaMemcpyToSymbol(list, &p, sizeof(list));\n"
                "  cudaGetSymbolAddress(&q, table);\n  cudaGetSymbolAddress(&q, limit);\n"
                "  cudaMalloc(&list, 4);") == "");
  CHECK(said_of("  count += shown + kFour + int(also_shown);") == "");
  CHECK(said_of("  run<<<1, 1>>>([=] __device__(int i) { limit = i; });") == "");
  CHECK(said_of("  count += limit;", {"-w"}) == "");
}

TEST_CASE("a use is counted beside the other warnings, and is no error", "[simcc]") {
  const std::string text =
      said_of("  int unused;\n  count += limit + shown + kFour;", {"-Xcompiler", "-Wall"});
  CHECK(says(text, "unused variable"));
  CHECK(says(text, "'limit'"));
  CHECK_FALSE(says(text, "'shown'"));
  CHECK(says(text, "2 warnings generated."));
  const std::string one = said_of("  int unused;\n  count += shown + kFour;");
  CHECK(says(one, "1 warning generated."));
  said_of("  count += limit + kFour;", {"-Xcompiler", "-Werror"});
}

TEST_CASE("PTX says whether there are device variables", "[simcc]") {
  const auto has = [](const char* ptx) {
    std::stringstream text(ptx);
    return has_device_variables(text);
  };
  CHECK(has(".visible .global .align 4 .u32 limit;"));
  CHECK(has(".visible .const .align 4 .b8 table[16];"));
  CHECK_FALSE(has(".global .align 1 .b8 $str[4] = {37, 100, 10};"));
  CHECK_FALSE(has(".global .align 1 .b8 _$_str_$_1[4] = {37, 100, 10};"));
  CHECK_FALSE(has(".visible .entry k(\n\tld.global.u32 %r1, [%rd1];"));
}

TEST_CASE("the words of a declaration are found in the text", "[simcc]") {
  const std::string text =
      "// __device__ int limit;\n#define X __device__ int limit\n"
      "const int other = 3; __device__ const int kList[2] = {1, 2}, limit = 4;\n"
      "static __constant__ float* pointer;\n__device__ void f(int limit2);\n";
  const auto words = declaration_of(text, "limit");
  CHECK(std::find(words.begin(), words.end(), "const") == words.end());  // behind the braces
  CHECK(declaration_of(text, "kList") == std::vector<std::string>{"__device__", "const", "int"});
  CHECK(declaration_of(text, "pointer").back() == "*");
  CHECK(declaration_of(text, "limit2").empty());
  CHECK(declaration_of(text, "other").empty());
}

TEST_CASE("a macro may stand for the words of a declaration", "[simcc]") {
  const std::string text =
      "#define MANAGED __managed__ // on GPUs that can\n#  define BOTH __device__ \\\n MANAGED\n"
      "#define F(x) __managed__\n#define ON 1\nMANAGED __device__ int shown;\nBOTH int also;\n";
  Macros macros;
  add_macros(text, macros);
  CHECK(macros.size() == 3);
  CHECK(declaration_of(text, "shown", macros) ==
        std::vector<std::string>{"MANAGED", "__managed__", "__device__", "int"});
  CHECK(declaration_of(text, "also", macros) ==
        std::vector<std::string>{"BOTH", "__device__", "MANAGED", "__managed__", "int"});
  CHECK(declaration_of(text, "also").empty());
}

TEST_CASE("managed variables of macros are left in peace", "[simcc]") {
  const Scratch scratch;
  const std::string source = scratch.write(
      "x.cu",
      "#define MANAGED __managed__\n#define BOTH __device__ MANAGED\n#define HERE __device__\n"
      "MANAGED __device__ int one;\nBOTH int two;\nHERE int three;\n"
      "__global__ void k() { three = one + two; }\n"
      "int main() {\n  one = 1;\n  two = 2;\n  three = 3;\n}\n");
  const ProcessOutcome outcome = simcc({"-c", "-o", scratch.file("x.o"), source});
  CHECK(outcome.status == 0);
  CHECK(says(outcome.errors, "host code sets the __device__ variable 'three'"));
  CHECK(says(outcome.errors, "1 warning generated"));
}

TEST_CASE("a place in the text is in device code or not", "[simcc]") {
  const std::string text =
      "__device__ int list[] = {1, 2};\nstruct S {\n  __device__ int get() { return 1; }\n"
      "  int host() { return 2; }\n};\n__global__ void k() {\n  auto f = [] { return 3; };\n}\n"
      "int main() {\n  return '{';\n}\n";
  CHECK(is_in_device_code(text, 3, 35));
  CHECK_FALSE(is_in_device_code(text, 4, 20));
  CHECK(is_in_device_code(text, 7, 20));
  CHECK_FALSE(is_in_device_code(text, 10, 3));
  CHECK_FALSE(is_in_device_code(text, 99, 1));
}

}  // namespace
}  // namespace warpschool::simcc
