// Tries the patch of course.yaml that calibration proposes.
#include "lint/course_patch.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

const std::string kYaml =
    "title: t # a comment\n"
    "a\nb\nc\nd\n"
    "  - {task: 2, gpu: {n: 4, full_at: 2.0}, sim: {n: 1, full_at: 1.5}} # gpu: to be measured\n"
    "e\nf\ng\nh\ni\nj\nk\n"
    "  full_at: 40 # keep\n";

std::size_t column_of(const std::string& what) {
  const std::size_t at = kYaml.find(what);
  return at - kYaml.rfind('\n', at);
}

}  // namespace

TEST_CASE("only the numbers change, and the reminder goes", "[grader][calibrate]") {
  const int column = static_cast<int>(column_of("2.0"));
  const int second = static_cast<int>(column_of("1.5"));
  const std::string edited = with_thresholds(kYaml, {{{6, column}, 12.5, "gpu"},
                                                     {{6, second}, 3, "sim"},
                                                     {{14, 12}, 49, "sim"},
                                                     {{99, 1}, 1, "gpu"},
                                                     {{1, 1}, 7, "gpu"}});
  CHECK(edited ==
        "title: t # a comment\na\nb\nc\nd\n"
        "  - {task: 2, gpu: {n: 4, full_at: 12.5}, sim: {n: 1, full_at: 3}}\n"
        "e\nf\ng\nh\ni\nj\nk\n  full_at: 49 # keep\n");
}

TEST_CASE("a reminder stays until its own backend is measured", "[grader][calibrate]") {
  const int second = static_cast<int>(column_of("1.5"));
  CHECK(with_thresholds(kYaml, {{{6, second}, 3, "sim"}})
            .find("full_at: 3}} # gpu: to be measured") != std::string::npos);
  CHECK(with_thresholds(kYaml, {{{6, second}, 0, "gpu"}}).find("full_at: 1.5}}\n") !=
        std::string::npos);
}

TEST_CASE("the difference is a patch", "[grader][calibrate]") {
  const std::string after = with_thresholds(kYaml, {{{14, 12}, 49, "sim"}});
  CHECK(
      unified_diff("course.yaml", kYaml, after) ==
      "--- a/course.yaml\n+++ b/course.yaml\n@@ -11,4 +11,4 @@\n i\n j\n k\n-  full_at: 40 # keep\n"
      "+  full_at: 49 # keep\n");
  CHECK(unified_diff("course.yaml", kYaml, kYaml).empty());
  CHECK(unified_diff("f", "a", "b") ==
        "--- a/f\n+++ b/f\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at "
        "end "
        "of file\n");
}

TEST_CASE("changes that lie close share a hunk, and others do not", "[grader][calibrate]") {
  const std::string before = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n";
  std::string near = before, far = before;
  near.replace(near.find("2\n"), 1, "x").replace(near.find("6\n"), 1, "y");
  far.replace(far.find("2\n"), 1, "x").replace(far.find("14"), 2, "yy");
  const auto hunks = [&](const std::string& after) {
    const std::string diff = unified_diff("f", before, after);
    std::size_t count = 0;
    for (std::size_t at = 0; (at = diff.find("@@ -", at)) != std::string::npos; ++at) {
      ++count;
    }
    return count;
  };
  CHECK(hunks(near) == 1);
  CHECK(hunks(far) == 2);
}

}  // namespace warpschool::grader
