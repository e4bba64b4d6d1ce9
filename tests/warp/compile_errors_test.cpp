// What is shown of a compiler's messages.
#include "compile_errors.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

std::string error_at(int line) {
  return "exercises/m/a/a.cu:" + std::to_string(line) +
         ":3: error: use of 'x'\n  x = 1;\n  ^\nexercises/m/a/a.hpp:1:2: note: declared here\n";
}

}  // namespace

TEST_CASE("an error is shown whole, without the compiler's count", "[warp][errors]") {
  const CompileErrors first = first_errors(error_at(7) + "1 error generated.\n");
  CHECK(first.text == error_at(7));
  CHECK(first.file == "exercises/m/a/a.cu");
  CHECK(first.line == 7);
  CHECK(first.more == 0);
}

TEST_CASE("of many errors the first three are shown", "[warp][errors]") {
  const CompileErrors first = first_errors(error_at(1) + error_at(2) + error_at(3) + error_at(4) +
                                           error_at(5) + "1 warning and 5 errors generated.\n");
  CHECK(first.text == error_at(1) + error_at(2) + error_at(3));
  CHECK(first.line == 1);
  CHECK(first.more == 2);
}

TEST_CASE("warnings before an error stay, and a header that is not there is an error",
          "[warp][errors]") {
  const std::string warning = "a.cu:2:5: warning: unused\n";
  const CompileErrors first =
      first_errors(warning + "a.cu:3:10: fatal error: 'x.h' file not found\n");
  CHECK(first.text == warning + "a.cu:3:10: fatal error: 'x.h' file not found\n");
  CHECK(first.line == 3);
}

TEST_CASE("a header that is missing is the next step, however many errors there are",
          "[warp][errors]") {
  const std::string errors = error_at(1) + error_at(2) + error_at(3) + error_at(4);
  const CompileErrors first = first_errors(
      errors +
      "simcc: std::sort needs #include <algorithm>.\n"
      "simcc: cg needs #include <cooperative_groups.h> and namespace cg = cooperative_groups;\n");
  CHECK(first.mends ==
        std::vector<std::string>{
            "#include <algorithm>  (for std::sort)",
            "#include <cooperative_groups.h> and namespace cg = cooperative_groups;  (for cg)"});
  CHECK(first.text.find("simcc") == std::string::npos);
  CHECK(first.more == 1);
}

TEST_CASE("what names no place is shown as it is", "[warp][errors]") {
  const std::string said = "/usr/bin/ld: undefined reference to 'f'\nerror: no\n";
  const CompileErrors first = first_errors(said);
  CHECK(first.text == said);
  CHECK(first.file.empty());
}

}  // namespace warpschool::warp
