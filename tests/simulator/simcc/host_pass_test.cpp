// Both passes of a source at once: the result is the same, and nothing is left of a pass that is
// stopped.
#include "compiled_programs.hpp"

namespace warpschool::simcc {
namespace {

constexpr const char* kRight =
    "__global__ void k(int* p) { p[threadIdx.x] = 1; }\n"
    "int main() { int* p; cudaMalloc(&p, 128); k<<<1, 32>>>(p); return cudaFree(p); }\n";

Run in_folder(const Scratch& scratch, const std::string& line) {
  return run_in_shell(scratch, "cd " + scratch.file("") + " && (" + line + ")");
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

}  // namespace

TEST_CASE("both passes at once give the bytes of one after the other", "[simcc][host_pass]") {
  const Scratch scratch;
  scratch.write("a.cu", kRight);
  CHECK(in_folder(scratch, kSimcc + " -o beside a.cu").status == 0);
  // Without a target in the dependencies they would name the temporary result: one after the other.
  CHECK(in_folder(scratch, kSimcc + " -MD -MF a.d -o after a.cu").status == 0);
  CHECK(read(scratch.file("beside")) == read(scratch.file("after")));
  CHECK(in_folder(scratch, "./beside").status == 0);
}

TEST_CASE("a pass that is stopped leaves nothing and says nothing more", "[simcc][host_pass]") {
  const Scratch scratch;
  scratch.write("a.cu", "__global__ void k() { wrong(); }\nint main() { return nor_this; }\n");
  fs::create_directory(scratch.file("temporary"));
  const Run run =
      in_folder(scratch, "TMPDIR=" + scratch.file("temporary") + " " + kSimcc + " -o program a.cu");
  CHECK(run.status == 1);
  CHECK(run.errors.find("wrong") != std::string::npos);
  const std::string twice = "identifier 'nor_this'";  // both passes see it, and one tells
  CHECK(run.errors.find(twice) != std::string::npos);
  CHECK(run.errors.find(twice) == run.errors.rfind(twice));
  CHECK_FALSE(fs::exists(scratch.file("program")));
  CHECK(files_in(scratch.file("temporary")) == 0);
}

TEST_CASE("variables of the device are registered as ever", "[simcc][host_pass]") {
  const Scratch scratch;
  scratch.write("a.cu",
                "__device__ int seven;\n__global__ void k() { seven = 7; }\n"
                "int main() { int h = 0; k<<<1, 1>>>(); cudaMemcpyFromSymbol(&h, seven, sizeof h); "
                "return h; }\n");
  CHECK(in_folder(scratch, kSimcc + " -o program a.cu && ./program").status == 7);
}

TEST_CASE("an old result is replaced, and no file that is not a regular one",
          "[simcc][host_pass]") {
  const Scratch scratch;
  scratch.write("a.cu", kRight);
  scratch.write("program", "old");
  fs::create_symlink(scratch.file("program"), scratch.file("link"));
  CHECK(in_folder(scratch, kSimcc + " -o link a.cu && ./link").status == 0);
  CHECK(in_folder(scratch, kSimcc + " -o program a.cu && ./program").status == 0);
  CHECK(in_folder(scratch, kSimcc + " -o no/such/folder a.cu").status != 0);
}

}  // namespace warpschool::simcc
