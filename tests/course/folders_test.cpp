// course.yaml against the folders beside it.
#include "warpschool/course/course.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <stdlib.h>
#include <system_error>
#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

namespace fs = std::filesystem;

/// A course of one exercise, aa, that is complete.
struct Tree {
  Tree() {
    std::string name = (fs::temp_directory_path() / "warpschool-tree-XXXXXX").string();
    root = ::mkdtemp(name.data());
    add("exercises/1_m/aa/aa.cu", "");
    add("exercises/1_m/aa/reference.cu", "");
    add("exercises/1_m/aa/harness.cpp",
        "TEST_CASE(\"a\", \"[task 1][correctness]\") {}\n"
        "TEST_CASE(\"b\", \"[task 2][timing]\") {}\n"
        "TEST_CASE(\"c\", \"[task 2][counters]\") { count(run).with(\"own_figure\", 1); }\n");
    entry("");
  }
  ~Tree() {
    std::error_code ignored;
    fs::remove_all(root, ignored);
  }
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  void add(const std::string& file, const std::string& text) const {
    fs::create_directories((root / file).parent_path());
    std::ofstream(root / file) << text;
  }
  /// The exercise with these fields more.
  void entry(const std::string& fields,
             const std::string& rules =
                 "timing: [{task: 2, sim: {n: 1, full_at: 2}}], counters: "
                 "[{task: 2, name: launches, max: 1}]") const {
    add("course.yaml",
        "title: t\nmodules:\n- id: 1_m\n  title: m\n  exercises:\n  - {id: aa, title: t, points: "
        "{correctness: 1, timing: 1, counters: 1},\n     " +
            rules + fields + "}\n");
  }
  /// What is said, without the folder's name.
  std::vector<std::string> said() const {
    std::vector<std::string> all;
    const Result<Course> course = load_with_exercises(root / "course.yaml");
    if (!course) {
      for (const Diagnostic& diagnostic : course.diagnostics()) {
        std::string text = to_string(diagnostic);
        const std::string prefix = root.string() + "/";
        all.push_back(text.rfind(prefix, 0) == 0 ? text.substr(prefix.size()) : text);
      }
    }
    return all;
  }

  fs::path root;
};

using Said = std::vector<std::string>;

}  // namespace

TEST_CASE("a complete exercise is accepted, and so is a course without folders",
          "[course][folders]") {
  const Tree tree;
  CHECK(tree.said() == Said{});
  fs::remove_all(tree.root / "exercises");
  CHECK(tree.said() == Said{});
}

TEST_CASE("an exercise without a folder is named at its id", "[course][folders]") {
  const Tree tree;
  fs::remove_all(tree.root / "exercises/1_m/aa");
  CHECK(tree.said() ==
        Said{"course.yaml:6:10: exercise 'aa' has no folder exercises/1_m/aa (grader "
             "new makes one; or take the entry out)"});
}

TEST_CASE("files that are not there are named, with the nearest that is", "[course][folders]") {
  const Tree tree;
  tree.entry(", files: [aa.cu, helper.cuh]");
  tree.add("exercises/1_m/aa/helpers.cuh", "");
  fs::remove(tree.root / "exercises/1_m/aa/reference.cu");
  fs::remove(tree.root / "exercises/1_m/aa/harness.cpp");
  const Said said = tree.said();
  REQUIRE(said.size() == 3);
  CHECK(said[0].find("exercises/1_m/aa has no reference.cu") != std::string::npos);
  CHECK(said[1].find("6:10: exercises/1_m/aa has no harness.cpp") != std::string::npos);
  CHECK(said[2].find("exercises/1_m/aa has no 'helper.cuh' (did you mean 'helpers.cuh'?)") !=
        std::string::npos);
}

TEST_CASE("rules and points without a check are refused", "[course][folders]") {
  const Tree tree;
  tree.entry("",
             "timing: [{task: 3, sim: {n: 1, full_at: 2}}],\n     counters: [{name: launches, max: "
             "1}, {task: 1, name: launches, max: 1}]");
  CHECK(
      tree.said() ==
      Said{"course.yaml:7:22: this rule is for task 3 of exercise 'aa', but its harness.cpp has no "
           "TEST_CASE tagged [task 3][timing] (there are some for task 2)",
           "course.yaml:8:50: this rule is for task 1 of exercise 'aa', but its harness.cpp has no "
           "TEST_CASE tagged [task 1][counters] (there are some for task 2)",
           "exercises/1_m/aa/harness.cpp:2:1: TEST_CASE \"b\" is tagged [task 2][timing], but "
           "course.yaml has no such rule for exercise 'aa' (add one under 'timing')"});
  tree.entry("");
  tree.add("exercises/1_m/aa/harness.cpp", "TEST_CASE(\"a\", \"[task 2][timing]\") {}\n");
  CHECK(
      tree.said() ==
      Said{"course.yaml:6:32: exercise 'aa' gives points for correctness, but its harness.cpp has "
           "no TEST_CASE tagged [correctness] (write one or take the points away)",
           "course.yaml:6:32: exercise 'aa' gives points for counters, but its harness.cpp has no "
           "TEST_CASE tagged [counters] (write one or take the points away)",
           "course.yaml:7:70: this rule is for task 2 of exercise 'aa', but its harness.cpp has no "
           "TEST_CASE tagged [task 2][counters] (write one)"});
}

TEST_CASE("checks for grading day need their points, and points their checks",
          "[course][folders]") {
  const Tree tree;
  tree.entry(", hidden: {correctness: 0.5}");
  CHECK(tree.said() == Said{"course.yaml:7:107: exercise 'aa' has hidden points, but there is no "
                            "exercises/1_m/aa/harness_hidden.cpp (write the checks for grading day "
                            "there, or take 'hidden' away)"});
  tree.add("exercises/1_m/aa/harness_hidden.cpp",
           "TEST_CASE(\"d\", \"[task 1][correctness]\") {}\n");
  CHECK(tree.said() == Said{});
  tree.entry("");
  REQUIRE(tree.said().size() == 1);
  CHECK(tree.said()[0].find(
            "has no hidden points for the TEST_CASEs in exercises/1_m/aa/harness_hidden.cpp") !=
        std::string::npos);
  tree.entry(", hidden: {correctness: 0.5}");
  tree.add("exercises/1_m/aa/harness_hidden.cpp",
           "TEST_CASE(\"a\", \"[task 1][correctness]\") {}\nTEST_CASE(\"e\", \"[task 5]\") {}\n");
  const Said said = tree.said();
  REQUIRE(said.size() == 2);
  CHECK(said[0].find(
            "exercises/1_m/aa/harness_hidden.cpp:1:1: TEST_CASE \"a\" is in harness.cpp, too") !=
        std::string::npos);
  CHECK(said[1].find("harness_hidden.cpp:2:1: TEST_CASE \"e\" needs exactly one of the tags") !=
        std::string::npos);
}

TEST_CASE("a kind that is hidden as a whole is in the hidden file alone", "[course][folders]") {
  const Tree tree;
  tree.entry(", hidden: {timing: 1}");
  tree.add("exercises/1_m/aa/harness_hidden.cpp", "TEST_CASE(\"d\", \"[task 2][timing]\") {}\n");
  REQUIRE(tree.said().size() == 1);
  CHECK(tree.said()[0].find(
            "hides all points for timing, but its harness.cpp has a TEST_CASE tagged [timing]") !=
        std::string::npos);
  tree.add("exercises/1_m/aa/harness.cpp",
           "TEST_CASE(\"a\", \"[task 1][correctness]\") {}\nTEST_CASE(\"c\", \"[task "
           "2][counters]\") {}\n");
  CHECK(tree.said() == Said{});
}

TEST_CASE("a students' tree has references and tests as programs only", "[course][folders]") {
  const Tree tree;
  fs::remove(tree.root / "exercises/1_m/aa/reference.cu");
  fs::remove(tree.root / "exercises/1_m/aa/harness.cpp");
  CHECK(tree.said().size() == 2);
  tree.add(kReleaseMark, "{}");
  CHECK(tree.said() == Said{});
  fs::remove(tree.root / "exercises/1_m/aa/aa.cu");
  CHECK(tree.said().size() == 1);
}

TEST_CASE("a rule names a metric, a counter or a figure of the harness", "[course][folders]") {
  const Tree tree;
  const std::string timing = "timing: [{task: 2, sim: {n: 1, full_at: 2}}],\n     counters: ";
  for (const char* name : {"sectors_per_request", "dram_bytes", "own_figure"}) {
    INFO(name);
    tree.entry("", timing + "[{task: 2, name: " + name + ", max: 1}]");
    CHECK(tree.said() == Said{});
  }
  tree.entry("", timing + "[{name: sector_per_request, max: 1}, {name: zzzzzzzz, max: 1}]");
  CHECK(
      tree.said() ==
      Said{"course.yaml:8:24: there is no metric 'sector_per_request', and the harness.cpp of "
           "exercise 'aa' books no figure of that name (did you mean 'sectors_per_request'?)",
           "course.yaml:8:60: there is no metric 'zzzzzzzz', and the harness.cpp of exercise 'aa' "
           "books no figure of that name (docs/HARNESS.md lists them; .with(\"zzzzzzzz\", ...) "
           "books one)"});
}

TEST_CASE("a TEST_CASE that does not say what it is stops the course", "[course][folders]") {
  const Tree tree;
  tree.add("exercises/1_m/aa/harness.cpp",
           "TEST_CASE(\"a\", \"[task 1][correctness]\") {}\nTEST_CASE(\"b\", \"[task "
           "2][timing]\") {}\n"
           "TEST_CASE(\"c\", \"[task 2][counters]\") {}\n TEST_CASE(\"d\", \"[task 3]\") {}\n");
  REQUIRE(tree.said().size() == 1);
  CHECK(tree.said()[0].rfind("exercises/1_m/aa/harness.cpp:4:2: TEST_CASE \"d\" needs", 0) == 0);
}

TEST_CASE("mistakes of the file and of the folders are told together", "[course][folders]") {
  const Tree tree;
  tree.entry(", bonus: perhaps");
  fs::remove(tree.root / "exercises/1_m/aa/aa.cu");
  CHECK(tree.said().size() == 2);
}

}  // namespace warpschool::course
