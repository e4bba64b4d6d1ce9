// Tries the repair of arrays of run-time size that are given values.
#include "simcc/repairs/run_time_arrays.hpp"

#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace warpschool::simcc {
namespace {

/// The text with the arrays repaired whose sizes begin behind a '@', without these.
std::string repaired(std::string text) {
  std::vector<ArrayPlace> places;
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@')) {
    text.erase(at, 1);
    const std::size_t begin = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    places.push_back({"x.cu", static_cast<std::size_t>(line) + 1,
                      begin == std::string::npos ? at + 1 : at - begin});
  }
  return set_run_time_arrays(text, places);
}

bool has(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST_CASE("values of arrays of run-time size are set behind the declaration", "[simcc]") {
  const std::string one = repaired("int n = 2;\n  float a[@n] = {1.5f, f(3)}; g(a);\n");
  CHECK(one.rfind("int n = 2;\n  float a[n]; {", 0) == 0);
  CHECK(has(one, "warpschool_values[] = {1.5f, f(3)};"));
  CHECK(has(one, "} g(a);\n"));

  const std::string zeros = repaired("int a[@n][m] = {{0}}, *p = nullptr, b[ @n + 1 ]{};");
  CHECK(zeros.rfind("int a[n][m], *p = nullptr, b[ n + 1 ]; {", 0) == 0);
  CHECK_FALSE(has(zeros, "warpschool_values[]"));
  CHECK(zeros.find("__builtin_memset(a, 0") < zeros.find("__builtin_memset(b, 0"));

  const std::string rows = repaired("int a[@n][m] = {{1, 2}, // {3}\n {4}, };\nint b;");
  CHECK(has(rows, "__typeof__(a[0][0]) warpschool_values[] = {1, 2};"));
  CHECK(has(rows, "__typeof__(a[1][0]) warpschool_values[] = {4};"));
  CHECK_FALSE(has(rows, "a[2]"));
  CHECK(std::count(rows.begin(), rows.end(), '\n') == 2);
  CHECK(has(rows, "}\nint b;"));
  CHECK(has(repaired("int a[@n][2] = {1, 2, 3};"),
            "__typeof__(a[0]) warpschool_values[] = {1, 2, 3};"));

  const std::string lines = repaired("char a[@n] = {';', // }\n '}'};\nint c;");
  CHECK(std::count(lines.begin(), lines.end(), '\n') == 2);
  CHECK(has(lines, "= {';', // }\n '}'};"));
  CHECK(has(lines, "}\nint c;"));
}

TEST_CASE("what is no declaration with values stays", "[simcc]") {
  for (const char* text : {"int a[@n];", "f(a[@n], {1});", "char a[@n] = \"b\";", "int a[@n] = {1",
                           "@n", "int a = @n;"}) {
    std::string plain = text;
    plain.erase(plain.find('@'), 1);
    CHECK(repaired(text) == plain);
  }
  CHECK(set_run_time_arrays("int a[n] = {1};", {{"x.cu", 7, 3}, {"x.cu", 0, 0}}) ==
        "int a[n] = {1};");
}

TEST_CASE("clang's messages name the arrays", "[simcc]") {
  const std::vector<ArrayPlace> places = arrays_without_values(
      "a b.cu:12:7: error: variable-sized object may not be initialized\n  int a[n] = {1};\n"
      "b.cu:1:2: error: something else\n");
  REQUIRE(places.size() == 1);
  CHECK(places[0].file == "a b.cu");
  CHECK(places[0].line == 12);
  CHECK(places[0].column == 7);
}

}  // namespace
}  // namespace warpschool::simcc
