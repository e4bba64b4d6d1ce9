#include "options.hpp"

#include "driver.hpp"
#include "process.hpp"
#include "warpschool/harness/catch.hpp"

#include <initializer_list>

namespace warpschool::simcc {
namespace {

using Words = std::vector<std::string>;

Options parsed(const Words& words) {
  const Result<Options> options = parse_options(words);
  if (!options) {
    FAIL(to_string(options.diagnostics().front()));
  }
  return *options;
}

Diagnostics refused(const Words& words) {
  const Result<Options> options = parse_options(words);
  REQUIRE_FALSE(options);
  return options.diagnostics();
}

TEST_CASE("a program is what nvcc makes by default", "[simcc]") {
  const Options options = parsed({"x.cu"});
  CHECK(options.product == Product::kProgram);
  CHECK(options.output_for(options.inputs.front()) == "a.out");
  CHECK(options.standard == "-std=c++17");
}

TEST_CASE("a value may follow, be glued on, or follow an equals sign", "[simcc]") {
  CHECK(parsed({"-o", "p", "x.cu"}).output == "p");
  CHECK(parsed({"-op", "x.cu"}).output == "p");
  CHECK(parsed({"--output-file=p", "x.cu"}).output == "p");
  CHECK(parsed({"-std=c++20", "x.cu"}).standard == "-std=c++20");
  CHECK(parsed({"-Iinclude", "x.cu"}).preprocessor == Words{"-I", "include"});
  CHECK(parsed({"-I", "include", "x.cu"}).preprocessor == Words{"-I", "include"});
  CHECK(parsed({"-DN=3", "x.cu"}).preprocessor == Words{"-D", "N=3"});
}

TEST_CASE("the command line of a loadable module is understood", "[simcc]") {
  const Options options = parsed({"-O2", "-shared", "-Xcompiler", "-fPIC,-Wall", "-I", "d", "-MD",
                                  "-MF", "x.d", "-MT", "student.so", "-o", "student.so", "x.cu"});
  CHECK(options.product == Product::kSharedLibrary);
  CHECK(options.host_compiler == Words{"-fPIC", "-Wall"});
  CHECK(options.dependency_file == "x.d");
  CHECK(options.dependency == Words{"-MD", "-MT", "student.so"});
  CHECK(options.optimisation == "-O2");
}

TEST_CASE("choices of a real GPU's code are accepted without effect", "[simcc]") {
  const Options options =
      parsed({"-arch=sm_90", "-gencode", "arch=compute_80,code=sm_80", "-lineinfo", "-Xptxas", "-v",
              "--maxrregcount=32", "-cudart", "shared", "--extended-lambda", "x.cu"});
  CHECK(options.inputs.size() == 1);
}

TEST_CASE("names of products follow the input", "[simcc]") {
  const Options object = parsed({"-c", "dir/x.cu"});
  CHECK(object.output_for(object.inputs.front()) == "x.o");
  const Options ptx = parsed({"--ptx", "dir/x.cu"});
  CHECK(ptx.output_for(ptx.inputs.front()) == "x.ptx");
}

TEST_CASE("all mistakes of a command line are reported at once", "[simcc]") {
  CHECK(refused({"-fo", "-Z", "--nope", "x.txt"}).size() == 3);
  CHECK(refused({}).front().message == "no input files");
  CHECK(refused({"x.cu", "-o"}).front().message == "option '-o' needs a value");
}

TEST_CASE("code that nvcc made is refused with the reason", "[simcc]") {
  for (const char* file : {"k.ptx", "k.cubin", "k.fatbin"}) {
    CHECK(refused({file}).front().help.find(".cu") != std::string::npos);
  }
  CHECK(refused({"-rdc=true", "x.cu"}).front().message.find("relocatable") != std::string::npos);
}

TEST_CASE("option -x cu reads any input as CUDA", "[simcc]") {
  CHECK(parsed({"-x", "cu", "x.cpp"}).inputs.front().kind == InputKind::kCuda);
  CHECK(parsed({"x.cpp"}).inputs.front().kind == InputKind::kCxx);
  CHECK(parsed({"x.cu", "y.o", "libz.so.1"}).inputs[2].kind == InputKind::kLinkable);
}

TEST_CASE("messages do not speak of the two sides of a compilation", "[simcc]") {
  CHECK(tidy_messages("x.cu:1:1: error: no\n1 error generated when compiling for sm_70.\n") ==
        "x.cu:1:1: error: no\n1 error generated.\n");
  CHECK(tidy_messages("") == "");
}

TEST_CASE("a printed command can be pasted into a shell", "[simcc]") {
  CHECK(shell_line({"clang++", "-DX=a b", "it's"}) == R"(clang++ '-DX=a b' 'it'\''s')");
}

TEST_CASE("a program that cannot be started is an outcome, not an exception", "[simcc]") {
  CHECK(run_process({"/nonexistent/compiler"}).status == 127);
  CHECK(run_process({"sh", "-c", "echo why >&2; exit 3"}).status == 3);
  CHECK(run_process({"sh", "-c", "echo why >&2; exit 3"}).errors == "why\n");
}

}  // namespace
}  // namespace warpschool::simcc
