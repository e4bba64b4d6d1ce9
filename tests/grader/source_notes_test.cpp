#include "pipeline/source_notes.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

TEST_CASE("comments, strings and characters are blanked and lines stay where they are",
          "[grader]") {
  CHECK(without_comments("a // b\nc") == "a     \nc");
  CHECK(without_comments("a /* b\n */ c") == "a     \n    c");
  CHECK(without_comments("f(\"x\\\"y\", 'z')") == "f(      ,    )");
  CHECK(without_comments("int n = 1'000'000; // x") == "int n = 1'000'000;     ");
  CHECK(without_comments("\"open").size() == 5);
}

TEST_CASE("identifiers match as whole words", "[grader]") {
  CHECK(has_identifier("thrust::sort(x)", "thrust"));
  CHECK_FALSE(has_identifier("my_thrust", "thrust"));
  CHECK_FALSE(has_identifier("thrusters", "thrust"));
}

TEST_CASE("a forbidden identifier in code is a note, in a comment it is none", "[grader]") {
  course::Exercise exercise;
  exercise.forbidden = {"thrust"};
  CHECK(source_notes(exercise, {{{"x.cu", "thrust::sort(x);", ""}}, "", {}, {}}).size() == 1);
  CHECK(source_notes(exercise, {{{"x.cu", "// no thrust here", ""}}, "", {}, {}}).empty());
}

}  // namespace
}  // namespace warpschool::grader
