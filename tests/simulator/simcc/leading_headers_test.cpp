// Which #include lines count as the beginning of a source.
#include "simcc/driver/leading_headers.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::simcc {
namespace {

using Names = std::vector<std::string>;

Names read(const std::string& source, const std::string& quoted_text = {}) {
  return leading_headers(source, [&](const std::string&) { return quoted_text; });
}

TEST_CASE("a source begins with its #include lines, up to its first code", "[simcc]") {
  CHECK(
      read(
          "// a comment\n#include <a>\n\n/* two\nlines */ # include <b>\nint x;\n#include <c>\n") ==
      Names{"a", "b"});
  CHECK(read("").empty());
  CHECK(read("// #include <a>\n/* #include <b>\n*/\n").empty());
}

TEST_CASE("a directive that could change headers ends the beginning", "[simcc]") {
  CHECK(read("#include <a>\n#define X 1\n#include <b>\n") == Names{"a"});
  CHECK(read("#include <a>\n#ifdef X\n#include <b>\n#endif\n") == Names{"a"});
  CHECK(read("#include <a>\n#pragma pack(1)\n#include <b>\n") == Names{"a"});
  CHECK(read("#include <a>\n#include NAME\n#include <b>\n") == Names{"a"});
}

TEST_CASE("a file in quotes counts, unless it could change what follows", "[simcc]") {
  const std::string source = "#include \"q.hpp\"\n#include <b>\n";
  CHECK(read(source, "#pragma once\n#include <a>\nint f();\n") == Names{"a", "b"});
  CHECK(read(source, "#include <a>\nint f();\n#define b c\n") == Names{"a"});
  CHECK(read(source).empty());          // a file that is not known
  CHECK(read(source, source).empty());  // a file that includes itself
}

}  // namespace
}  // namespace warpschool::simcc
