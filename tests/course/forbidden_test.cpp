// Tries the search for forbidden words in code, beside comments and strings.
#include "warpschool/course/forbidden.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

TEST_CASE("comments, strings and characters are blanked and lines stay where they are",
          "[course]") {
  CHECK(without_comments("a // b\nc") == "a     \nc");
  CHECK(without_comments("a /* b\n */ c") == "a     \n    c");
  CHECK(without_comments("f(\"x\\\"y\", 'z')") == "f(      ,    )");
  CHECK(without_comments("int n = 1'000'000; // x") == "int n = 1'000'000;     ");
  CHECK(without_comments("\"open").size() == 5);
}

TEST_CASE("identifiers match as whole words", "[course]") {
  CHECK(find_identifier("  thrust::sort(x)", "thrust") == 2);
  CHECK(find_identifier("my_thrust", "thrust") == std::string_view::npos);
  CHECK(find_identifier("thrusters, thrust", "thrust") == 11);
}

TEST_CASE("a forbidden identifier in code is found where it stands, in a comment it is none",
          "[course]") {
  Exercise exercise;
  exercise.forbidden = {"thrust"};
  const Diagnostics found = forbidden_words(exercise, "x.cu", "// no thrust\n  thrust::sort(x);");
  REQUIRE(found.size() == 1);
  CHECK(to_string(found[0]) == "x.cu:2:3: error: this exercise rules out \"thrust\"");
  CHECK(forbidden_words(exercise, "x.cu", "// no thrust here").empty());
}

}  // namespace
}  // namespace warpschool::course
