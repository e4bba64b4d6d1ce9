// Tries the initial values of PTX variables.
#include "parse_helpers.hpp"

#include <bit>

namespace warpschool::sim::ptx {
namespace {

using Bytes = std::vector<std::uint8_t>;

Variable variable(const std::string& text) {
  return parsed(with_header(text)).variables.at(0);
}

TEST_CASE("scalars and arrays become little-endian bytes", "[sim][ptx]") {
  CHECK(variable(".global .u32 x = 5;").initial == Bytes{5, 0, 0, 0});
  CHECK(variable(".global .s16 x[3] = {1, -1};").initial == Bytes{1, 0, 255, 255});
  CHECK(variable(".global .align 1 .b8 s[3] = {104, 105};").initial == Bytes{104, 105});
  CHECK(variable(".global .align 1 .b8 s[3] = {104, 105};").bytes == 3);
}

TEST_CASE("an empty first dimension is sized by the initialiser", "[sim][ptx]") {
  CHECK(variable(".global .u16 x[] = {1, 2, 3};").bytes == 6);
}

TEST_CASE("nested braces fill rows", "[sim][ptx]") {
  CHECK(variable(".global .b8 x[2][3] = {{1}, {2, 3}};").initial == Bytes{1, 0, 0, 2, 3});
  CHECK(variable(".global .b8 x[2][3] = {1, 2, 3, 4};").initial == Bytes{1, 2, 3, 4});
}

TEST_CASE("floats are converted to the variable's type", "[sim][ptx]") {
  CHECK(variable(".const .f32 x = 0f3F800000;").initial == Bytes{0, 0, 0x80, 0x3F});
  CHECK(variable(".const .f32 x = 1.0;").initial == Bytes{0, 0, 0x80, 0x3F});
  CHECK(variable(".const .f64 x = 0d3FF0000000000000;").initial ==
        Bytes{0, 0, 0, 0, 0, 0, 0xF0, 0x3F});
  CHECK(variable(".const .f32 x = -0f3F800000;").initial == Bytes{0, 0, 0x80, 0xBF});
}

TEST_CASE("addresses become relocations", "[sim][ptx]") {
  const Variable table =
      variable(".global .align 8 .u64 t[4] = {120, generic(counter), fib, generic(a)+8};");
  REQUIRE(table.relocations.size() == 3);
  CHECK(table.relocations[0].offset == 8);
  CHECK(table.relocations[0].generic);
  CHECK(table.relocations[1].symbol == "fib");
  CHECK_FALSE(table.relocations[1].generic);
  CHECK(table.relocations[2].addend == 8);
  CHECK(table.initial.size() == 32);
}

TEST_CASE("masked bytes of one address become one relocation", "[sim][ptx]") {
  const Variable packed = variable(
      ".global .align 1 .b8 t[9] = {7, 0xFF(generic(a)), 0xFF00(generic(a)), 0xFF0000(generic(a)), "
      "0xFF000000(generic(a)), 0xFF00000000(generic(a)), 0xFF0000000000(generic(a)), "
      "0xFF000000000000(generic(a)), 0xFF00000000000000(generic(a))};");
  REQUIRE(packed.relocations.size() == 1);
  CHECK(packed.relocations[0].offset == 1);
  CHECK(packed.relocations[0].width == 8);
}

TEST_CASE("initialisers that do not fit are reported", "[sim][ptx]") {
  CHECK(diagnostics_of(with_header(".global .b8 x[2] = {1, 2, 3};")).find("room") !=
        std::string::npos);
  CHECK(diagnostics_of(with_header(".global .b8 x[2][1] = {{1}, {2}, {3}};")).find("room") !=
        std::string::npos);
  CHECK(diagnostics_of(with_header(".global .b8 x = {1};")).find("braces") != std::string::npos);
  CHECK(diagnostics_of(with_header(".global .b8 x[2] = {0xFF(a), 0xFF00(a)};")).find("cut off") !=
        std::string::npos);
}

}  // namespace
}  // namespace warpschool::sim::ptx
