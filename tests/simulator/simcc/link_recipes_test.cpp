// The linker is called as clang would call it, without clang, and the result is clang's.
#include "simcc/driver/link_recipes.hpp"

#include "compiled_programs.hpp"

#include <fmt/format.h>

namespace warpschool::simcc {
namespace {

constexpr const char* kKernel =
    "__global__ void k(int* p) { *p = 42; }\n"
    "extern \"C\" int answer() { int h = 0; int* p; cudaMalloc(&p, 4); k<<<1, 1>>>(p);\n"
    "  cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost); cudaFree(p); return h; }\n";
constexpr const char* kThrows =
    "#include <stdexcept>\n__global__ void k() {}\n"
    "extern \"C\" int answer() { try { k<<<1, 1>>>(); throw std::runtime_error(\"x\"); }\n"
    "  catch (const std::exception&) { return 42; } }\n";
constexpr const char* kCounts =
    "#include <cstdio>\n__global__ void k() {}\n"
    "extern \"C\" int answer() { char text[8]; k<<<1, 1>>>();\n"
    "  return std::snprintf(text, sizeof text, \"%d\", 7) + 41; }\n";
/// Loads the library that its first argument names.
constexpr const char* kLoader =
    "#include <cstdlib>\n#include <dlfcn.h>\n"
    "int main(int, char** words) { void* library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);\n"
    "  if (library == nullptr) { return 1; }\n"
    "  return reinterpret_cast<int (*)()>(dlsym(library, \"answer\"))(); }\n";

/// With a folder of libraries by these names that nobody could know of beforehand, clang is asked
/// as ever. It lies behind the others, so that nothing in it is linked.
const std::string kByClang =
    "mkdir -p libraries && touch libraries/libwarpschool_cudart.so && LIBRARY_PATH=libraries ";
const std::string kDirectly = "LIBRARY_PATH= ";
const std::string kShared = kSimcc + " -O2 -shared -Xcompiler -fPIC ";

std::string libraries_of(const Scratch& scratch, const std::string& name) {
  return run_in_shell(scratch, "readelf -d " + scratch.file(name)).out;
}

}  // namespace

TEST_CASE("a program linked without clang has the bytes of one linked by it", "[simcc][link]") {
  const Scratch scratch;
  scratch.write("a.cu", std::string(kThrows) + "int main() { return answer(); }\n");
  const std::string there = "cd " + scratch.file("") + " && ";
  CHECK(run_in_shell(scratch, there + kDirectly + kSimcc + " -o directly a.cu && ./directly")
            .status == 42);
  CHECK(run_in_shell(scratch, there + kByClang + kSimcc + " -o clangs a.cu").status == 0);
  CHECK(read(scratch.file("directly")) == read(scratch.file("clangs")));
}

TEST_CASE("a library names what it needs and no more, and loads", "[simcc][link]") {
  const Scratch scratch;
  scratch.write("kernel.cu", kKernel);
  scratch.write("throws.cu", kThrows);
  scratch.write("counts.cu", kCounts);
  scratch.write("loader.cu", kLoader);
  const std::string there = "cd " + scratch.file("") + " && ";
  CHECK(run_in_shell(scratch, there + kSimcc + " -o loader loader.cu").status == 0);
  for (const char* name : {"kernel", "throws", "counts"}) {
    CAPTURE(name);
    const std::string source = std::string(name) + ".cu";
    const std::string directly = fmt::format("{}{}{}-o directly.so {} && ./loader ./directly.so",
                                             there, kDirectly, kShared, source);
    const std::string by_clang =
        fmt::format("{}{}{}-o clangs.so {}", there, kByClang, kShared, source);
    CHECK(run_in_shell(scratch, directly).status == 42);
    CHECK(run_in_shell(scratch, by_clang).status == 0);
    const bool has_libraries =
        libraries_of(scratch, "directly.so").find("libc.so") != std::string::npos;
    CHECK(has_libraries == (std::string(name) == "counts"));
    CHECK((read(scratch.file("directly.so")) == read(scratch.file("clangs.so"))) == has_libraries);
  }
}

TEST_CASE("folders without such libraries leave it at that", "[simcc][link]") {
  const Scratch scratch;
  scratch.write("kernel.cu", kKernel);
  const std::string there = "cd " + scratch.file("") + " && ";
  const auto make = [&](const std::string& environment, const std::string& name) {
    const Run run =
        run_in_shell(scratch, there + environment + kShared + "-o " + name + " kernel.cu");
    CHECK(run.status == 0);
    return read(scratch.file(name));
  };
  const std::string directly = make(kDirectly, "directly.so");
  CHECK(make(kByClang, "clangs.so") != directly);  // clang names more libraries
  CHECK(make("LIBRARY_PATH=/nonexistent:/tmp ", "other.so") == directly);
}

TEST_CASE("what the linker says is told as ever", "[simcc][link]") {
  const Scratch scratch;
  scratch.write("a.cu", "void nobody_has_this();\nint main() { nobody_has_this(); }\n");
  const Run run = run_in_shell(scratch, "cd " + scratch.file("") + " && " + kSimcc + " -o a a.cu");
  CHECK(run.status != 0);
  CHECK(run.errors.find("undefined reference to `nobody_has_this()'") != std::string::npos);
  CHECK_FALSE(fs::exists(scratch.file("a")));
}

TEST_CASE("objects with nothing but kernels and exceptions need no libraries", "[simcc][link]") {
  const Scratch scratch;
  const auto object = [&](const char* text) {
    std::string made = scratch.file("object.o");
    CHECK(simcc({"-O2", "-Xcompiler", "-fPIC", "-c", "-o", made, scratch.write("a.cu", text)})
              .status == 0);
    return made;
  };
  CHECK_FALSE(needs_libraries(object(kKernel)));
  CHECK_FALSE(needs_libraries(object(kThrows)));
  CHECK_FALSE(needs_libraries(object("int* f() { return new int[3]; }\n")));
  CHECK(needs_libraries(object(kCounts)));
  CHECK(needs_libraries(object("#include <cmath>\nfloat f(float x) { return std::sin(x); }\n")));
  CHECK(needs_libraries(object("#include <cstdio>\nvoid f() { std::puts(\"x\"); }\n")));
  CHECK(needs_libraries(scratch.file("not there")));
  CHECK(needs_libraries(scratch.write("text", "no object")));
  const std::string whole = read(object(kKernel));
  for (const std::size_t bytes : {std::size_t{4}, std::size_t{64}, whole.size() / 2}) {
    CHECK(needs_libraries(scratch.write("cut", whole.substr(0, bytes))));
  }
}

}  // namespace warpschool::simcc
