// Tries the checks of an exercise's files and texts.
#include "lint/lint.hpp"

#include "course_files/outline.hpp"
#include "good_exercise.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

constexpr const char* kLongAnswer =
    "int a;\n// TODO(1): say it (about 1 line)\n#pragma unroll\nfor (;;) {\n  // why\n  f(1);\n  "
    "f(2);\n"
    "  f(3);\n  f(4);\n  f(5);\n  f(6);\n  f(7);\n}\n// END TODO(1)\nint b;\n";

TEST_CASE("a complete exercise has no findings, with and without solutions", "[grader][lint]") {
  const GoodExercise good;
  CHECK(good.lint().empty());
  std::filesystem::remove_all(good.folder.path() / "solutions");
  CHECK(good.lint().empty());
}

TEST_CASE("a task has at most 8 lines that say something, and about as many as announced",
          "[grader][lint]") {
  const std::string answer = kLongAnswer;
  const std::string stub =
      "int a;\n// TODO(1): say it\n// in a loop (about 9 lines)\n// END TODO(1)\n";
  CHECK(lint_task_sizes("x.cu", stub, answer).empty());

  std::string longer = answer;
  longer.insert(longer.find("  f(7)"), "  f(8);\n");
  CHECK(mentions(lint_task_sizes("x.cu", stub, longer),
                 "x.cu:2:1: task 1 takes 9 lines, braces not counted; 8 are the most"));

  CHECK(mentions(lint_task_sizes("x.cu", kStubOfOneTask, answer),
                 "x.cu:2:1: TODO(1) of the stub says about 1, and the model answer has 10"));
  CHECK(mentions(
      lint_task_sizes("x.cu", "// TODO(1): say it\n// END TODO(1)\n// (about 9 lines)\n", answer),
      "gives no number of lines"));

  GoodExercise good;
  good.folder.add("solutions/1_m/x/x.cu", answer);
  CHECK(mentions(good.lint(), "solutions/1_m/x/x.cu:2:1: TODO(1) of the stub says about 1"));
}

TEST_CASE("every missing file is named", "[grader][lint]") {
  for (const char* file :
       {"exercises/1_m/x/README.md", "exercises/1_m/x/hints.md", "exercises/1_m/x/x.cu",
        "exercises/1_m/x/x.hpp", "exercises/1_m/x/harness.cpp", "exercises/1_m/x/reference.cu",
        "solutions/1_m/x/x.cu", "solutions/1_m/x/why.md"}) {
    const GoodExercise good;
    std::filesystem::remove(good.folder.path() / file);
    INFO(file);
    CHECK(mentions(good.lint(), std::string(file) + ": is missing"));
  }
}

TEST_CASE("texts are complete, short and written", "[grader][lint]") {
  const GoodExercise good;
  good.folder.add("exercises/1_m/x/hints.md", "## Task 1\n\n1. one\n2. two\n");
  std::string words = "# x\n## You will learn\n## Before\n## Run\n## Done when\nwrite me\n";
  for (int i = 0; i < 250; ++i) {
    words += "word ";
  }
  good.folder.add("exercises/1_m/x/README.md", words);
  const Diagnostics findings = good.lint();
  CHECK(mentions(findings, "task 1 has 2 hints instead of 3"));
  CHECK(mentions(findings, "has no heading \"## Tasks\""));
  CHECK(mentions(findings, "has no heading \"## Predict\""));
  CHECK(mentions(findings, "README.md:6:1: still says \"write me\""));
  CHECK(mentions(findings, "at most 250"));
  CHECK(mentions(findings, "has no link to the page of its module"));
  CHECK(mentions(findings, "has no picture"));
}

TEST_CASE("a command is no picture of an exercise, an image is one", "[grader][lint]") {
  const std::string before = "## You will learn\n## Before\n[page](../README.md)\n";
  const std::string behind = "## Predict\n## Tasks\n## Run\n\n    ctest -R x\n\n## Done when\n";
  CHECK(mentions(lint_readme("README.md", before + behind), "has no picture"));
  CHECK(lint_readme("README.md", before + "![threads](threads.svg)\n" + behind).empty());
}

TEST_CASE("a model answer that changes what is outside the regions is found", "[grader][lint]") {
  const GoodExercise good;
  good.folder.add("solutions/1_m/x/x.cu",
                  "int a;\n// TODO(1): say it (about 1 line)\nint said;\n// END TODO(1)\nint c;\n");
  CHECK(mentions(good.lint(), "differs from the stub outside the TODO regions: \"int c;\""));
}

TEST_CASE("near misses are at least three and named after their verdict", "[grader][lint]") {
  const GoodExercise good;
  std::filesystem::remove(good.folder.path() / "solutions/1_m/x/near_misses/race_b.cu");
  std::filesystem::rename(good.folder.path() / "solutions/1_m/x/near_misses/wrong_a.cu",
                          good.folder.path() / "solutions/1_m/x/near_misses/oops_a.cu");
  CHECK(mentions(good.lint(), "holds 2 near misses"));
  CHECK(mentions(good.lint(), "oops_a.cu: does not begin with the verdict"));
  CHECK(verdict_of_name("memory_fault_no_guard") == Verdict::kMemoryFault);
  CHECK(verdict_of_name("race") == std::nullopt);
}

TEST_CASE("what is named after no mistake's verdict is no near miss", "[grader][lint]") {
  const GoodExercise good;
  std::filesystem::rename(good.folder.path() / "solutions/1_m/x/near_misses/wrong_a.cu",
                          good.folder.path() / "solutions/1_m/x/near_misses/passed_a.cu");
  CHECK(mentions(good.lint(),
                 "near_misses/passed_a.cu: is named after the verdict passed, so it "
                 "is no mistake (move a right answer to solutions/1_m/x/variants/"));
  CHECK(mentions(good.lint(), "holds 2 near misses; 3 are the least"));
  good.folder.add("solutions/1_m/x/near_misses/missing_d.cu", kModelAnswer);
  CHECK(mentions(good.lint(), "named after the verdict missing, which no code deserves"));
}

TEST_CASE("a near miss is the model answer with bodies of its own", "[grader][lint]") {
  const GoodExercise good;
  good.folder.add("solutions/1_m/x/near_misses/wrong_a.cu",
                  "// Says too little.\n// TODO(1)\nint less;\n// END TODO(1)\n");
  good.folder.add("solutions/1_m/x/near_misses/race_b.cu", "int whole;\n");
  good.folder.add("solutions/1_m/x/variants/other.cu", "// TODO(1)\nint other;\n// END TODO(1)\n");
  CHECK(good.lint().empty());
  std::map<std::string, std::string> texts;
  const course::Exercise exercise = exercise_x();
  for (const Trial& trial : trials_of(folders_of(good.folder.path(), exercise), exercise)) {
    if (trial.role != Trial::Role::kReference) {
      texts[std::filesystem::path(trial.name).stem().string()] = trial.submission.files.at(0).bytes;
    }
  }
  const std::string head = "int a;\n// TODO(1): say it (about 1 line)\n";
  CHECK(texts.at("wrong_a") == head + "int less;\n// END TODO(1)\nint b;\n");
  CHECK(texts.at("other") == head + "int other;\n// END TODO(1)\nint b;\n");
  CHECK(texts.at("race_b") == "int whole;\n");
}

TEST_CASE("a near miss may end otherwise on a GPU, and says so before its code", "[grader][lint]") {
  CHECK(verdict_on_gpu("// Too early.\n// On a GPU: wrong\nint x;\n") == Verdict::kWrong);
  CHECK(verdict_on_gpu("// On a GPU: memory_fault") == Verdict::kMemoryFault);
  CHECK(verdict_on_gpu("// Too early.\nint x;\n// On a GPU: wrong\n") == std::nullopt);
  CHECK(verdict_on_gpu("") == std::nullopt);
  const GoodExercise good;
  const std::string body = "// TODO(1)\nint less;\n// END TODO(1)\n";
  good.folder.add("solutions/1_m/x/near_misses/wrong_a.cu", "// On a GPU: slow\n" + body);
  CHECK(good.lint().empty());
  const course::Exercise exercise = exercise_x();
  for (const Trial& trial : trials_of(folders_of(good.folder.path(), exercise), exercise)) {
    const bool is_that = trial.name.find("wrong_a") != std::string::npos;
    CHECK(trial.expected_on_gpu == (is_that ? std::optional(Verdict::kSlow) : std::nullopt));
  }
  good.folder.add("solutions/1_m/x/near_misses/wrong_a.cu", "// On a GPU: oops\n" + body);
  CHECK(mentions(good.lint(), "says \"On a GPU: oops\", which is no verdict"));
}

TEST_CASE("a near miss may only fill in what the stub leaves open", "[grader][lint]") {
  const GoodExercise good;
  good.folder.add("solutions/1_m/x/near_misses/wrong_a.cu",
                  "// TODO(2)\nint less;\n// END TODO(2)\n");
  CHECK(mentions(good.lint(), "wrong_a.cu:1:1: TODO(2) is no region of the stub"));
}

TEST_CASE("every TODO has a check and every check a TODO", "[grader][lint]") {
  const GoodExercise good;
  good.folder.add("exercises/1_m/x/harness.cpp",
                  "TEST_CASE(\"a\", \"[task 2][correctness]\") {}\n");
  CHECK(
      mentions(good.lint(), "harness.cpp: no TEST_CASE is tagged [task 1]: TODO(1) has no check"));
  CHECK(mentions(good.lint(),
                 "harness.cpp:1:1: \"a\" is tagged [task 2], but the stub has no TODO(2)"));
}

TEST_CASE("checks for grading day are checks of tasks, too", "[grader][lint]") {
  const GoodExercise good;
  const std::string hidden = "exercises/1_m/x/harness_hidden.cpp";
  good.folder.add("exercises/1_m/x/harness.cpp", "TEST_CASE(\"a\", \"[correctness]\") {}\n");
  CHECK(mentions(good.lint(), "TODO(1) has no check"));
  good.folder.add(hidden, "TEST_CASE(\"b\", \"[task 1][correctness]\") {}\n");
  CHECK(good.lint().empty());
  good.folder.add(hidden, "\nTEST_CASE(\"b\", \"[task 9][correctness]\") {}\n");
  CHECK(mentions(good.lint(), hidden + ":2:1: \"b\" is tagged [task 9], but the stub has no"));
}

TEST_CASE("files and folders that nothing names are found", "[grader][lint]") {
  const GoodExercise good;
  const std::string exercise = "exercises/1_m/x/", solution = "solutions/1_m/x/";
  good.folder.add(exercise + "x_solution.cu", "int a;\n");
  good.folder.add(exercise + "notes.txt", "a\n");
  good.folder.add(exercise + "old/x.cu", "int a;\n");
  good.folder.add(solution + "variant/x.cu", "int a;\n");
  good.folder.add(solution + "x_2.cu", "int a;\n");
  good.folder.add(solution + "wy.md", "a\n");
  const Diagnostics findings = good.lint();
  CHECK(findings.size() == 6);
  CHECK(
      mentions(findings, exercise + "x_solution.cu: is code that nothing names, maybe an answer"));
  CHECK(
      mentions(findings, exercise + "notes.txt: is a file that nothing names: no release has it"));
  CHECK(mentions(findings, exercise + "old: is a folder"));
  CHECK(mentions(findings, solution + "variant: is no folder that an exercise's solution has, and "
                                      "is not looked at (rename it to variants)"));
  CHECK(mentions(findings, solution + "x_2.cu: is no file that"));
  good.folder.add("exercises/1_m/x_solution.cu", "int a;\n");
  const course::Module module{"1_m", "M", {exercise_x()}};
  CHECK(mentions(lint_stray(good.folder.path(), module), "exercises/1_m/x_solution.cu: is code"));
  good.folder.add(solution + "variants/x.cu", kModelAnswer);
  CHECK(mentions(good.lint(), "(move its files to variants/)"));
  good.folder.add(exercise + "README.md",
                  read_file(good.folder.path() / exercise / "README.md") + "[notes](notes.txt)\n");
  CHECK(good.lint().size() == 5);
}

TEST_CASE("a page names its own files and tests, and pictures that are there", "[grader][lint]") {
  const GoodExercise good;
  const std::string page = "exercises/1_m/x/README.md";
  const std::string whole = read_file(good.folder.path() / page);
  good.folder.add(page, whole +
                            "All in `x.cu`, as `f<<<1, 1>>>()` in `reference.cu` or `*.cu`.\n"
                            "    ctest --preset sim -R x\n    ctest -R '^x.check'\n");
  CHECK(good.lint().empty());
  good.folder.add(page,
                  whole + "All in `y.cu`.\n    ctest --preset sim -R y\n![votes](votes.svg)\n");
  const Diagnostics findings = good.lint();
  CHECK(findings.size() == 3);
  CHECK(mentions(findings, "README.md:12:1: names y.cu, which is no file of this exercise"));
  CHECK(mentions(findings, "README.md:13:1: runs the tests of y instead of this exercise's"));
  CHECK(mentions(findings, "README.md:14:1: shows the picture votes.svg, which is not there"));
  good.folder.add("exercises/1_m/x/votes.svg", "<svg/>\n");
  CHECK(good.lint().size() == 2);
}

TEST_CASE("line ends that differ are told as that", "[grader][lint]") {
  const GoodExercise good;
  std::string crlf = kStubOfOneTask;
  for (std::size_t at = 0; (at = crlf.find('\n', at)) != std::string::npos; at += 2) {
    crlf.insert(at, "\r");
  }
  good.folder.add("exercises/1_m/x/x.cu", "\xEF\xBB\xBF" + crlf);
  const Diagnostics findings = good.lint();
  CHECK(findings.size() == 2);
  CHECK(mentions(findings,
                 "exercises/1_m/x/x.cu: has lines that end in CR LF, and "
                 "solutions/1_m/x/x.cu in LF alone (sed -i 's/\\r$//' exercises/"));
  CHECK(mentions(findings, "exercises/1_m/x/x.cu: begins with a byte order mark"));
}

TEST_CASE("a module's page has its length and links to its exercises", "[grader][lint]") {
  const GoodExercise good;
  const course::Module module{"1_m", "M", {exercise_x()}};
  const auto findings = [&] { return lint_module_page(good.folder.path(), module); };
  CHECK(mentions(findings(), "exercises/1_m/README.md: is missing"));
  std::string words;
  for (int i = 0; i < 400; ++i) {
    words += "word\n";
  }
  good.folder.add("exercises/1_m/README.md", words + "[x](x/README.md)\n");
  CHECK(findings().empty());
  good.folder.add("exercises/1_m/README.md",
                  words.substr(0, std::size_t{5} * 300) + "    a picture\n[x](xy/z)\n");
  CHECK(mentions(findings(), "has 301 words of theory instead of 400 to 700"));
  CHECK(mentions(findings(), "has no link to exercise x"));
}

TEST_CASE("folders that course.yaml does not list are found", "[grader][lint]") {
  const GoodExercise good;
  good.folder.add("exercises/1_m/y/README.md", "x");
  course::Course course;
  course.modules = {{"1_m", "M", {exercise_x()}}};
  const Diagnostics findings = lint_unlisted(good.folder.path(), course);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].file == "exercises/1_m/y");
}

TEST_CASE("regions that do not pair up are reported with their line", "[grader][lint]") {
  CHECK(outline_of(kStubOfOneTask, "x")->tasks == std::vector<int>{1});
  CHECK(outline_of(kStubOfOneTask, "x")->outside == outline_of(kModelAnswer, "x")->outside);
  CHECK(mentions(outline_of("// TODO(1): a\n", "x").diagnostics(), "TODO(1) does not end"));
  CHECK(mentions(outline_of("a\n// END TODO(2)\n", "x").diagnostics(),
                 "x:2:1: END TODO(2) ends no region"));
  CHECK(mentions(outline_of("// TODO(1)\n// TODO(2)\n// END TODO(2)\n", "x").diagnostics(),
                 "inside"));
}

TEST_CASE("a mark that is none and one that is there twice are told once", "[grader][lint]") {
  const std::string region = "// TODO(1): a (about 1 line)\n// END TODO(1)\n";
  const Diagnostics twice = outline_of(region + "int a;\n" + region, "x").diagnostics();
  REQUIRE(twice.size() == 1);
  CHECK(mentions(twice, "x:4:1: there is a second TODO(1); the first begins in line 1"));
  for (const char* mark : {"//TODO(1): a", "//  TODO(1)", "// TODO (1)", "/// todo( 1 )"}) {
    INFO(mark);
    const Diagnostics found =
        outline_of(std::string("int a;\n  ") + mark + "\n// END TODO(1)\n", "x").diagnostics();
    REQUIRE(found.size() == 1);
    CHECK(mentions(found, std::string("x:2:1: \"") + mark + "\" is no mark"));
    CHECK(mentions(found, "write \"// TODO(1): ...\""));
  }
  CHECK(mentions(outline_of("// TODO(1)\n// End todo(1)\n", "x").diagnostics(),
                 "write \"// END TODO(1)\""));
  CHECK(outline_of("int a;  // of TODO(1), see todo\n", "x"));

  const GoodExercise good;
  good.folder.add("exercises/1_m/x/x.cu", "int a;\n//TODO(1): say\n// END TODO(1)\nint b;\n");
  CHECK(mentions(good.lint(), "exercises/1_m/x/x.cu:2:1: \"//TODO(1): say\" is no mark"));
  CHECK(good.lint().size() == 1);
}

}  // namespace
}  // namespace warpschool::grader
