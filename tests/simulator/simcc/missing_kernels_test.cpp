// A launched function that is no kernel: where __global__ is missing.
#include "simcc/diagnostics/missing_kernels.hpp"

#include "simcc/process/scratch_folder.hpp"
#include "simcc/repairs/declared_words.hpp"

#include <algorithm>
#include <fstream>
#include <warpschool/harness/catch.hpp>

namespace warpschool::simcc {
namespace {

std::size_t line_of_function(const std::string& text, const std::string& name) {
  const std::size_t at = function_in(text, name);
  return at == std::string::npos
             ? 0
             : 1 + static_cast<std::size_t>(std::count(
                       text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

TEST_CASE("a function is found where it is declared, not where it is called", "[simcc]") {
  CHECK(line_of_function("int main() {\n  add(1);\n}\nvoid add(int n) {}\n", "add") == 4);
  CHECK(line_of_function("// add(1)\n#define ADD add(2)\nstatic\nvoid add(int n);\n", "add") == 3);
  CHECK(line_of_function("namespace a {\nvoid add(int);\n}\n", "add") == 2);
  CHECK(line_of_function("extern \"C\" {\nvoid add(int);\n}\n", "add") == 2);
  CHECK(line_of_function("template <class T,\n  class U = B<T>>\nvoid add(T);\n", "add") == 3);
  CHECK(line_of_function("int add = 3;\nint main() { add(1); }\n", "add") == 0);
}

TEST_CASE("the error stands at the function that is no kernel", "[simcc]") {
  const TemporaryFolder folder;
  const std::string file = folder.file(0, ".cu");
  std::ofstream(file) << "#include <cstdio>\n  void add(int* a) {\n  }\nint main() {\n"
                         "  add<<<1, 1>>>(nullptr);\n}\n";
  const std::string error =
      ":5:6: error: kernel call to non-global function 'add'\n  add<<<1, 1>>>(nullptr);\n     ^\n";
  CHECK(point_at_missing_kernels(file + error + "1 error generated.\n") ==
        file +
            ":2:3: error: 'add' is launched with <<<...>>> at line 5, so it must be a kernel: "
            "write __global__ in front\n  void add(int* a) {\n  ^\n  __global__ \n"
            "1 error generated.\n");
  const std::string elsewhere = "nowhere.cu" + error;
  CHECK(point_at_missing_kernels(elsewhere) == elsewhere);
}

}  // namespace
}  // namespace warpschool::simcc
