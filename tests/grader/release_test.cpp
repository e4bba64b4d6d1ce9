// grader release: what is cut out of course.yaml, what is written, what is found.
#include "course_files/course_subset.hpp"
#include "course_files/course_term.hpp"
#include "course_files/exercise_files.hpp"
#include "course_files/links.hpp"
#include "release/before_release.hpp"
#include "release/readme.hpp"
#include "release/release_folder.hpp"
#include "release/secrets.hpp"
#include "release/students_tree.hpp"
#include "test_folder.hpp"
#include "warpschool/harness/catch.hpp"

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* kReleasedCourse = R"(# for instructors: solutions say how
title: "A course # with a sign"
term: 2027 spring
modules:
  - id: 1_first
    title: First
    exercises:
      - id: one
        title: One
        points: {correctness: 6, timing: 2}  # of these, some are hidden
        hidden: {correctness: 2, timing: 2}
        timing:
          - {than: reference, sim: {n: 10, full_at: 2}}
      # a note on the next one
      - id: two
        title: Two
        needs: [one]
        points: {correctness: 4}
  - id: 2_second
    title: Second
    exercises:
      - {id: three, title: Three, needs: [two, one], points: {correctness: 4}}
)";

course::Course subset(const std::set<std::string>& ids) {
  const auto text = course_for_students(kReleasedCourse, ids, "course.yaml");
  REQUIRE(text);
  CHECK(text->find("hidden") == std::string::npos);
  CHECK(text->find("a note") == std::string::npos);
  const auto course = course::parse(*text, "course.yaml");
  REQUIRE(course);
  CHECK(course->title == "A course # with a sign");
  return *course;
}

std::vector<std::string> names(const std::vector<Leak>& leaks) {
  std::vector<std::string> lines;
  lines.reserve(leaks.size());
  for (const Leak& leak : leaks) {
    lines.push_back(leak.line);
  }
  return lines;
}

/// A course's folder with one exercise.
void add_course(const ScratchFolder& folder) {
  folder.add("course.yaml",
             "title: t\nmodules:\n  - id: 1_m\n    title: m\n    exercises:\n"
             "      - {id: one, title: One, points: {correctness: 4}}\n"
             "      - {id: two, title: Two, points: {correctness: 4}}\n");
  for (const char* id : {"one", "two"}) {
    const std::string at = std::string("exercises/1_m/") + id + "/";
    folder.add(at + id + ".cu", "// TODO(1)\n// END TODO(1)\n");
    folder.add(at + id + ".hpp", "void f();\n");
    for (const char* name :
         {"reference.cu", "harness.cpp", "harness_hidden.cpp", "README.md", "hints.md", "a.svg"}) {
      folder.add(at + name, std::string(name) + "\n");
    }
    folder.add(at + "README.md", "![drawn](a.svg)\n");
  }
  folder.add("exercises/1_m/README.md", "theory\n");
  folder.add("exercises/compile_flags.txt", "-isystem\n../simulator/toolkit/include\n");
  folder.add("cmake/Course.cmake", "\n");
  folder.add("cmake/Dist.cmake", "\n");
  for (const char* name : {"API_COVERAGE", "COMPATIBILITY", "FAULTS", "GETTING_STARTED", "MODEL",
                           "REPORT_FORMAT", "TIME_MODEL", "WARP"}) {
    folder.add(std::string("docs/") + name + ".md", "text\n");
  }
}

ReleasedTree tree_of(const ScratchFolder& folder, const ReleaseParts& parts) {
  const auto course = course::load(folder.path() / "course.yaml");
  REQUIRE(course);
  auto tree = students_tree(folder.path(), *course, parts);
  REQUIRE(tree);
  return *tree;
}

ReleasedTree files(const std::map<std::string, std::string>& texts) {
  ReleasedTree tree;
  for (const auto& [path, text] : texts) {
    tree[path] = {text, {}, false};
  }
  return tree;
}

ReleaseOutcome written(const ScratchFolder& folder,
                       const std::map<std::string, std::string>& texts) {
  return write_release(folder.path() / "x", files(texts), "t", {"one"});
}

}  // namespace

TEST_CASE("a release has the dates of its term, wherever course.yaml has others", "[grader]") {
  const auto course = course::parse(kReleasedCourse, "course.yaml");
  REQUIRE(course);
  const auto policy = course::parse_policy(
      "term: 2028 \"fall\"\nlate: {grace: 15min, loss_per_day: 10%, latest: 3d}\n"
      "due: {one: 2028-10-01T12:00:00+02:00, 2_second: 2028-11-01T12:00:00+01:00}\n",
      "term.yaml", *course);
  REQUIRE(policy);
  const auto text = in_term(kReleasedCourse, *policy, "course.yaml");
  REQUIRE(text);
  const auto made = course::parse(*text, "course.yaml");
  REQUIRE(made);
  CHECK(made->term == "2028 \"fall\"");
  CHECK(made->find("one")->due == "2028-10-01T12:00:00+02:00");
  CHECK(made->find("three")->due == "2028-11-01T12:00:00+01:00");
  CHECK(made->find("two")->due == course->find("two")->due);
  REQUIRE(made->late);
  CHECK(made->late->grace_s == 900);
  CHECK(made->late->loss_per_day == 0.1);
  CHECK(made->late->latest_s == 259200);
  const auto again = in_term(*text, *policy, "course.yaml");
  REQUIRE(again);
  CHECK(*again == *text);
}

TEST_CASE("a part of the course keeps what it needs and no more", "[release]") {
  const course::Course rest = subset({"two", "three"});
  REQUIRE(rest.modules.size() == 2);
  CHECK(rest.find("one") == nullptr);
  CHECK(rest.find("two")->needs.empty());
  CHECK(rest.find("three")->needs == std::vector<std::string>{"two"});
  CHECK(subset({"three"}).modules.size() == 1);
  CHECK(subset({"one", "two", "three"}).find("three")->needs.size() == 2);
}

TEST_CASE("students win the points of what they can check, and know what is left", "[release]") {
  const course::Exercise one = *subset({"one"}).find("one");
  CHECK(one.points.correctness == 4);
  CHECK(one.points.timing == 0);
  CHECK(one.timing.empty());
  CHECK(one.hidden_points.total() == 0);
  CHECK(one.on_grading_day == 4);
}

TEST_CASE("a course.yaml that cannot be cut is refused with the remedy", "[release]") {
  const std::string flow =
      "title: t\nmodules: [{id: 1_m, title: m, exercises: [{id: one, title: o, points: "
      "{correctness: 1}}, "
      "{id: two, title: o, points: {correctness: 1}}]}]\n";
  const auto text = course_for_students(flow, {"two"}, "course.yaml");
  REQUIRE_FALSE(text);
  CHECK(text.diagnostics().front().help.find("line of its own") != std::string::npos);
}

TEST_CASE("a secret line is found however it is laid out, in programs as well", "[release]") {
  Secrets secrets;
  secrets.allow("  const int everybody_has = this;\n");
  secrets.add(
      "const int everybody_has = this;\nreturn;\n  sum[i] = a[i] + b[i];\n  if (lane < kLanes) {\n",
      "model.cu");
  CHECK(secrets.size() == 2);
  CHECK(names(secrets.found_in("x\n\tsum[i]=a[i]  +\n b[i];")) ==
        std::vector<std::string>{"sum[i]=a[i]+b[i];"});
  const std::string program = std::string(
                                  "\x7f"
                                  "ELF\0\0",
                                  6) +
                              "if (lane < kLanes) {" + std::string(3, '\0') +
                              "sum[i] = a[i] + b[i];";
  CHECK(names(secrets.found_in(program)) ==
        std::vector<std::string>{"if(lane<kLanes){", "sum[i]=a[i]+b[i];"});
  CHECK(secrets.found_in("sum[i] = a[i] - b[i]; const int everybody_has = this; return;").empty());
  CHECK(secrets.found_in("").empty());
}

TEST_CASE("students get stubs, and neither references nor tests", "[release]") {
  const ScratchFolder folder;
  add_course(folder);
  ReleaseParts parts;
  parts.exercises = {"one"};
  const ReleasedTree tree = tree_of(folder, parts);
  std::set<std::string> exercises;
  for (const auto& [path, file] : tree) {
    if (path.rfind("exercises/", 0) == 0) {
      exercises.insert(path);
    }
  }
  CHECK(exercises == std::set<std::string>{"exercises/1_m/README.md", "exercises/1_m/one/README.md",
                                           "exercises/1_m/one/a.svg", "exercises/1_m/one/hints.md",
                                           "exercises/1_m/one/one.cu", "exercises/1_m/one/one.hpp",
                                           "exercises/compile_flags.txt"});
  CHECK(tree.count("cmake/Course.cmake") == 1);
  CHECK(tree.count("cmake/Dist.cmake") == 0);
  CHECK(tree.at("exercises/compile_flags.txt").text.find("tools/include/warpschool/toolkit") !=
        std::string::npos);
  CHECK(tree.at("CMakePresets.json").text.find("gpu") == std::string::npos);
  CHECK(tree.at("README.md").text.find('@') == std::string::npos);
}

TEST_CASE("only files that something names are released", "[release]") {
  const ScratchFolder folder;
  add_course(folder);
  const auto course = course::load(folder.path() / "course.yaml");
  REQUIRE(course);
  const std::set<std::string> one{"one"};
  const auto problems = [&] { return problems_before_release(folder.path(), *course, one); };
  const auto left_out = [&] { return left_out_of_release(folder.path(), *course, one); };
  CHECK(problems().empty());
  CHECK(left_out().empty());
  folder.add("exercises/1_m/two/two_old.cu", "not released, so nobody's business\n");
  CHECK(problems().empty());

  const std::string at = "exercises/1_m/one/";
  folder.add(at + "one.cu", "#include \"given.hpp\"\n// TODO(1)\n// END TODO(1)\n");
  folder.add(at + "given.hpp", "#  include \"more.hpp\"\n");
  folder.add(at + "more.hpp", "\n");
  folder.add(at + "harness.cpp", "#include \"inputs.hpp\"\n");
  folder.add(at + "inputs.hpp", "\n");
  CHECK(problems().empty());
  for (const char* name : {"one_solution.cu", "harness_old.cpp", "harness_hidden_old.cpp"}) {
    folder.add(at + name, "int answer;\n");
    const Diagnostics found = problems();
    REQUIRE(found.size() == 1);
    CHECK(found[0].file == at + name);
    fs::remove(folder.path() / at / name);
  }
  folder.add("exercises/1_m/one.cu", "int answer;\n");
  CHECK(problems().size() == 1);
  for (const char* name : {"notes.txt", ".one.cu.swp", "one.cu~", "unlinked.svg", "why.md"}) {
    folder.add(at + name, "int answer;\n");
  }
  CHECK(left_out().size() == 5);
  ReleaseParts parts;
  parts.exercises = one;
  const ReleasedTree tree = tree_of(folder, parts);
  for (const char* name : {"given.hpp", "more.hpp", "a.svg"}) {
    CHECK(tree.count(at + name) == 1);
  }
  for (const char* name : {"notes.txt", "one.cu~", "why.md", "inputs.hpp", "../one.cu"}) {
    CHECK(tree.count((fs::path(at) / name).lexically_normal().generic_string()) == 0);
  }
  for (const UsedFile& file : files_of_exercise(folder.path() / at, *course->find("one"))) {
    const bool is_source = file.use == FileUse::kSources;
    CHECK(is_source == (file.path.filename() == "inputs.hpp" || file.path.stem() == "harness" ||
                        file.path.stem() == "reference"));
  }
}

TEST_CASE("a stub that holds the answer stops a release", "[release]") {
  const auto filled = [](const std::string& stub, const std::string& answer) {
    const auto region = [](const std::string& body) {
      return "int a;\n// TODO(1): add (about 1 line)\n" + body + "// END TODO(1)\nint b;\n";
    };
    return filled_regions("one.cu", region(stub), "solutions/one.cu", region(answer)).size();
  };
  const std::string answer = "  sum[i] = a[i] + b[i];  // all there is\n";
  CHECK(filled(answer, answer) == 1);
  CHECK(filled("sum[i]=a[i]\n  +b[i];\n", answer) == 1);
  CHECK(filled("const int i = 0;\nsum[i] = a[i] + b[i];\n", answer) == 1);
  CHECK(filled("", answer) == 0);
  CHECK(filled("  sum[i] = 0;\n", answer) == 0);
  CHECK(filled("  // why\n", "  // because\n") == 0);
  CHECK(filled("f();\ng();\n", "f();\n") == 0);  // by chance
  CHECK(filled("f();\n", "f();\n") == 1);

  const ScratchFolder folder;
  add_course(folder);
  const auto course = course::load(folder.path() / "course.yaml");
  const auto problems = [&] { return problems_before_release(folder.path(), *course, {"one"}); };
  folder.add("solutions/1_m/one/one.cu", "// TODO(1)\nint one = 1;\n// END TODO(1)\n");
  folder.add("solutions/1_m/one/variants/other.cu", "// TODO(1)\nint uno{1};\n// END TODO(1)\n");
  CHECK(problems().empty());
  folder.add("exercises/1_m/one/one.cu", "// TODO(1)\nint one = 1;\n// END TODO(1)\n");
  REQUIRE(problems().size() == 1);
  CHECK(to_string(problems()[0])
            .find("exercises/1_m/one/one.cu:1:1: TODO(1) of the stub holds "
                  "the answer of solutions/1_m/one/one.cu") == 0);
  folder.add("exercises/1_m/one/one.cu", "// TODO(1)\nint uno{1};\n// END TODO(1)\n");
  CHECK(problems().size() == 1);
}

TEST_CASE("what is asked for beside the course is there, and only then", "[release]") {
  const ScratchFolder folder;
  add_course(folder);
  ReleaseParts parts;
  parts.exercises = {"one", "two"};
  CHECK(tree_of(folder, parts).count(".vscode/tasks.json") == 0);
  parts.vscode = parts.github_actions = parts.devcontainer = parts.gpu = true;
  const ReleasedTree tree = tree_of(folder, parts);
  CHECK(tree.count(".vscode/tasks.json") == 1);
  CHECK(tree.count(".github/workflows/grade.yml") == 1);
  CHECK(tree.at(".devcontainer/devcontainer.json").text.find("\"name\": \"t\"") !=
        std::string::npos);
  CHECK(tree.at("CMakePresets.json").text.find("WARPSCHOOL_ENABLE_CUDA") != std::string::npos);
}

TEST_CASE("a link to a page that students have not got becomes its words", "[release]") {
  const ReleasedTree tree = files({{"docs/HERE.md", ""}, {"docs/deep/TOO.md", ""}});
  const auto living = [&](const std::string& text) {
    return without_dead_links(text, "docs/PAGE.md",
                              [&](const std::string& page) { return tree.count(page) > 0; });
  };
  CHECK(living("a [b c](GONE.md), [d](GONE.md#e). f") == "a b c, d. f");
  for (const char* text :
       {"[a](HERE.md)", "[a](HERE.md#b)", "[a](deep/TOO.md)", "[a](../docs/HERE.md)", "[a](#b)",
        "[a](https://a.b/GONE.md)", "![a](gone.svg)", "[&](int x) { return [x](y); }", "](x.md)"}) {
    CHECK(living(text) == text);
  }
}

TEST_CASE("links to files beside a page are found", "[release]") {
  const std::vector<LocalLink> links = local_links(
      "[a](./b.md#c)\n![d](e.svg \"f\") <img src=\"g.png\">\n[h](https://i.j/k.svg) [l](../m.md) "
      "[n](#o)\n");
  REQUIRE(links.size() == 3);
  CHECK(links[0].target == "b.md");
  CHECK(links[1].target == "e.svg");
  CHECK(links[1].line == 2);
  CHECK(links[1].is_picture);
  CHECK(links[2].target == "g.png");
  CHECK_FALSE(links[0].is_picture);
}

TEST_CASE("pages of a release have no dead links", "[release]") {
  const ScratchFolder folder;
  add_course(folder);
  folder.add("exercises/1_m/README.md", "[one](one/README.md) [two](two/README.md)\n");
  ReleaseParts parts;
  parts.exercises = {"one"};
  CHECK(tree_of(folder, parts).at("exercises/1_m/README.md").bytes() ==
        "[one](one/README.md) two\n");
}

TEST_CASE("a folder with something in it is refused", "[release]") {
  const ScratchFolder folder;
  CHECK(problem_with_target(folder.path() / "x", false).empty());
  fs::create_directory(folder.path() / "x");
  CHECK(problem_with_target(folder.path() / "x", false).empty());
  folder.add("x/mine.cu", "work");
  CHECK(problem_with_target(folder.path() / "x", false).find("is not empty") != std::string::npos);
  CHECK(problem_with_target(folder.path() / "x", true).empty());
  CHECK(problem_with_target(folder.path() / "x/mine.cu", true).find("is no folder") !=
        std::string::npos);
  folder.add("x/solutions/a.cu", "answer");
  CHECK(problem_with_target(folder.path() / "x", true).find("own sources") != std::string::npos);
}

TEST_CASE("a new release replaces the old one and loses nobody's work", "[release]") {
  const ScratchFolder folder;
  folder.add("x/notes.txt", "mine");
  written(folder, {{"a.cu", "stub"}, {"b.cu", "stub"}, {"old.md", "old"}, {"changed.md", "old"}});
  CHECK(problem_with_target(folder.path() / "x", false).find("holds a release already") !=
        std::string::npos);
  folder.add("x/b.cu", "a student's work");
  folder.add("x/changed.md", "with a note");
  folder.add("x/c.cu", "in the way");
  const ReleaseOutcome outcome =
      written(folder, {{"a.cu", "new stub"}, {"b.cu", "new stub"}, {"c.cu", "stub"}});
  CHECK(outcome.set_aside == std::vector<std::string>{"b.cu.kept-1", "c.cu.kept-1"});
  CHECK(outcome.removed == std::vector<std::string>{"old.md"});
  CHECK(read_file(folder.path() / "x/a.cu") == "new stub");
  CHECK(read_file(folder.path() / "x/b.cu.kept-1") == "a student's work");
  CHECK(read_file(folder.path() / "x/changed.md") == "with a note");
  CHECK(read_file(folder.path() / "x/notes.txt") == "mine");
  folder.add("x/b.cu", "more work");
  CHECK(written(folder, {{"b.cu", "stub"}}).set_aside == std::vector<std::string>{"b.cu.kept-2"});
}

TEST_CASE("equal releases are equal bytes", "[release]") {
  const ScratchFolder one;
  const ScratchFolder two;
  written(one, {{"a.cu", "stub"}});
  written(two, {{"a.cu", "stub"}});
  CHECK(read_file(one.path() / "x" / course::kReleaseMark) ==
        read_file(two.path() / "x" / course::kReleaseMark));
}

}  // namespace warpschool::grader
