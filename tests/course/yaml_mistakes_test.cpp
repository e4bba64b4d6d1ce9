// Bad course files, each with what must be said about it. An '@' in the text marks the place that a
// message must name; it is taken out before the text is read. Two messages about one place: "@@".
#include "warpschool/course/course.hpp"

#include <algorithm>
#include <warpschool/harness/catch.hpp>

namespace warpschool::course {
namespace {

struct Mistake {
  const char* what;
  std::string text;
  std::vector<const char*> said;  ///< "message (help)", one per '@'
};

/// A course of one module whose exercises are `entries`, the first in line 5.
std::string with_exercises(const std::string& entries) {
  return "title: t\nmodules:\n- id: 1_m\n  title: m\n  exercises:\n" + entries;
}

/// One exercise in line 6 with these fields besides id and title.
std::string with_fields(const std::string& fields) {
  return with_exercises("  - {id: aa, title: t, " + fields + "}\n");
}

std::vector<std::string> diagnose(const std::string& text) {
  const Result<Course> course = parse(text, "f");
  std::vector<std::string> said;
  if (!course) {
    for (const Diagnostic& diagnostic : course.diagnostics()) {
      said.push_back(to_string(diagnostic).substr(2));
    }
  }
  return said;
}

/// The text without its '@' and "line:column" of each.
std::pair<std::string, std::vector<std::string>> split(const std::string& marked) {
  std::string text;
  std::vector<std::string> places;
  int line = 1;
  int column = 1;
  for (const char c : marked) {
    if (c == '@') {
      places.push_back(std::to_string(line) + ":" + std::to_string(column));
      continue;
    }
    text += c;
    line += c == '\n' ? 1 : 0;
    column = c == '\n' ? 1 : column + 1;
  }
  return {text, places};
}

void check(const std::vector<Mistake>& mistakes) {
  for (const Mistake& mistake : mistakes) {
    const auto [text, places] = split(mistake.text);
    CAPTURE(mistake.what, text);
    REQUIRE(places.size() == mistake.said.size());
    std::vector<std::string> expected;
    for (std::size_t i = 0; i < places.size(); ++i) {
      expected.push_back(places[i] + ": " + mistake.said[i]);
    }
    CHECK(diagnose(text) == expected);
  }
}

}  // namespace

TEST_CASE("mistakes in the shape of the file", "[course][mistakes]") {
  check({
      {"a list", "@- a\n", {"the course must be a mapping (key: value), but is a list"}},
      {"no modules", "@title: t\n", {"the course has no 'modules'"}},
      {"modules that are no list",
       "title: t\nmodules: @x\n",
       {"'modules' must be a list, but is 'x' (write modules: [x])"}},
      {"a mistyped key",
       "@titel: t\ntitle: t\nmodules: []\n",
       {"unknown key 'titel' in the course (did you mean 'title'?)"}},
      {"a key twice",
       "title: t\n@title: u\nmodules: []\n",
       {"key 'title' appears twice in the course (take one of the two out)"}},
      {"a key that is a list",
       "title: t\nmodules: []\n@[a]: b\n",
       {"a key must be a word, but is a list"}},
      {"a title that is a list",
       "title: @[t]\nmodules: []\n",
       {"'title' must be text, but is a list"}},
      {"a title of two lines",
       "title: @\"a\\nb\"\nmodules: []\n",
       {"'title' must be one line of at most 200 characters"}},
      {"an exercise that is text",
       with_exercises("  - @x\n"),
       {"exercise must be a mapping (key: value), but is 'x'"}},
      {"grades",
       "title: t\nmodules: []\ngrading: {@A: 101, @B: x}\n",
       {"grade 'A' must have a percentage from 0 to 100",
        "grade 'B' must have a percentage from 0 to 100"}},
      {"grades out of order",
       "title: t\nmodules: []\ngrading: {A: 90, B: @95, C: @95, D: 60}\n",
       {"grade 'B' begins at 95, not below grade 'A', which begins at 90 (list grades from the "
        "best "
        "down)",
        "grade 'C' begins at 95, not below grade 'B', which begins at 95 (list grades from the "
        "best "
        "down)"}},
  });
}

TEST_CASE("text that is no YAML is one mistake with its place", "[course][mistakes]") {
  const std::vector<std::string> said = diagnose("title: t\nmodules: [a");
  REQUIRE(said.size() == 1);  // the column differs between versions of yaml-cpp
  CHECK(said[0].substr(0, 2) == "2:");
  CHECK(said[0].find("not valid YAML: end of sequence flow not found") != std::string::npos);
}

TEST_CASE("text that is no YAML comes with advice", "[course][mistakes]") {
  const auto advised = [](const char* text, const char* advice) {
    const std::vector<std::string> said = diagnose(text);
    CAPTURE(text, said);
    REQUIRE(said.size() == 1);
    CHECK(said[0].rfind("not valid YAML", 8) != std::string::npos);
    CHECK(said[0].find(advice) != std::string::npos);
  };
  advised("title: t\nmodules: none\n  - id: 1_m\n",
          "(nothing may stand behind the ':' of the line above to which this list belongs)");
  advised("title: t\nmodules:\n\t- id: 1_m\n", "(indent with spaces: a tab is no indentation)");
  advised("title: t: u\n", "(put text that holds ': ' in quotes)");
  advised("title: t\nmodules: [a", "(close every [ and {)");
  advised("modules:\n  - id: 1_m\n title: t\n", "(indent entries of one list or mapping alike)");
  advised("title: t\nmodules: *m\n", "(name it with & before)");
  std::string brackets(5000, '[');
  brackets.insert(0, "title: ");
  advised(brackets.c_str(), "(");
}

TEST_CASE("a quote that nobody closes is told beside what it swallows", "[course][mistakes]") {
  const std::vector<std::string> said =
      diagnose("title: \"t\nmodules:\n  - id: 1_m\n    title: M\n    exercises: []\n");
  CHECK(std::count(said.begin(), said.end(),
                   "1:8: this quote is not closed in its line (close it there)") == 1);
  CHECK(diagnose("title: \"over\n  two lines\"\nmodules: []\n").empty());
}

TEST_CASE("an empty file is one mistake with its place", "[course][mistakes]") {
  const std::vector<std::string> expected{
      "1:1: the course must be a mapping (key: value), but is empty (begin with title: and "
      "modules:)"};
  CHECK(diagnose("") == expected);
  CHECK(diagnose("# nothing yet\n") == expected);
}

TEST_CASE("a second document is no part of the course", "[course][mistakes]") {
  check({{"two documents",
          "title: t\nmodules: []\n@---\ntitle: u\n",
          {"a second document begins, which nobody would read (take out this line)"}}});
}

TEST_CASE("text that belongs to nothing ends with its place, not never", "[course][mistakes]") {
  // YAML::LoadAll never ends on these.
  const std::string said =
      "not valid YAML: what begins here belongs to nothing (take it out, or join it with what it "
      "belongs to)";
  CHECK(diagnose(",") == std::vector<std::string>{"1:1: " + said});
  CHECK(diagnose("# a comment\n, title: t\n") == std::vector<std::string>{"2:1: " + said});
  CHECK(diagnose("[title], t\n") == std::vector<std::string>{"1:8: " + said});
}

TEST_CASE("mistakes in names", "[course][mistakes]") {
  const std::string tail = ", title: t, points: {correctness: 1}";
  check({
      {"capitals",
       with_exercises("  - {id: @Reduce-All" + tail + "}\n"),
       {"id 'Reduce-All' must be lower_case letters, digits and underscores (did you mean "
        "'reduce_all'?)"}},
      {"too long",
       with_exercises("  - {id: @a234567890123456789012345678901234" + tail + "}\n"),
       {"id 'a234567890123456789012345678901234' has 34 characters; at most 32 are allowed"}},
      {"reserved",
       with_exercises("  - {id: @framework" + tail + "}\n"),
       {"id 'framework' is taken by the build itself"}},
      {"words of C++",
       with_exercises("  - {id: @if" + tail + "}\n  - {id: @namespace" + tail +
                      "}\n  - {id: @main" + tail + "}\n  - {id: @xor_eq" + tail + "}\n"),
       {"id 'if' is a word of C++: no function can be called so (add a word, as in 'if_on_gpu')",
        "id 'namespace' is a word of C++: no function can be called so (add a word, as in "
        "'namespace_on_gpu')",
        "id 'main' is a word of C++: no function can be called so (add a word, as in "
        "'main_on_gpu')",
        "id 'xor_eq' is a word of C++: no function can be called so (add a word, as in "
        "'xor_eq_on_gpu')"}},
      {"no id",
       with_exercises("  - @{title: t, points: {correctness: 1}}\n"),
       {"exercise has no 'id'"}},
      {"duplicate",
       with_exercises("  - {id: aa" + tail + "}\n  - {id: @aa" + tail + "}\n"),
       {"exercise 'aa' is already defined in line 6 (ids are unique over the whole course)"}},
      {"a module without a number",
       "title: t\nmodules:\n- {id: @tiles, title: t, exercises: []}\n",
       {"module id 'tiles' must be <number>_<lower_case_name>, such as 5_reductions"}},
      {"modules out of order",
       "title: t\nmodules:\n- {id: 2_a, title: t, exercises: []}\n- {id: @1_b, title: t, "
       "exercises: "
       "[]}\n",
       {"module '1_b' follows module number 2 (number modules in the order of the course)"}},
      {"a module twice",
       "title: t\nmodules:\n- {id: 2_a, title: t, exercises: []}\n- {id: @2_a, title: t, "
       "exercises: "
       "[]}\n",
       {"module '2_a' is already defined in line 3"}},
  });
}

TEST_CASE("mistakes in prerequisites", "[course][mistakes]") {
  const auto entry = [](const std::string& id, const std::string& needs) {
    return "  - {id: " + id + ", title: t, points: {correctness: 1}, needs: " + needs + "}\n";
  };
  check({
      {"unknown",
       with_exercises(entry("vector_add", "[]") + entry("bb", "[@vector_ad]")),
       {"'bb' needs 'vector_ad', which is no exercise of the course (did you mean "
        "'vector_add'?)"}},
      {"later",
       with_exercises(entry("aa", "[@bb]") + entry("bb", "[]")),
       {"'aa' needs 'bb', which comes later (line 7) (a prerequisite must come before what "
        "needs it)"}},
      {"itself", with_exercises(entry("aa", "[@aa]")), {"'aa' needs itself"}},
      {"twice",
       with_exercises(entry("aa", "[]") + entry("bb", "[aa, @aa]")),
       {"'aa' appears twice in 'needs'"}},
      {"no list",
       with_exercises(entry("aa", "@bb")),
       {"'needs' must be a list, but is 'bb' (write needs: [bb])"}},
      {"a list in the list",
       with_exercises(entry("aa", "[@[x]]")),
       {"entries of 'needs' must be text, but one is a list"}},
  });
}

TEST_CASE("mistakes in points", "[course][mistakes]") {
  check({
      {"none",
       with_exercises("  - @{id: aa, title: t, bonus: true}\n"),
       {"exercise 'aa' has no 'points' (write points: {correctness: 10})"}},
      {"a bare number",
       with_fields("points: @10"),
       {"'points' must say which kind of check wins them (write points: {correctness: 10})"}},
      {"all zero",
       with_fields("points: @{correctness: 0}"),
       {"exercise 'aa' has no points to win"}},
      {"thirds",
       with_fields("points: {correctness: @0.3}"),
       {"points are whole or half numbers, but 'correctness' is 0.3"}},
      {"negative",
       with_fields("points: @{correctness: @-1, timing: 0}"),
       {"exercise 'aa' has no points to win",
        "'correctness' must be a number from 0 to 1000, but is '-1'"}},
      {"no rules",
       with_fields("points: @{timing: 1}"),
       {"exercise 'aa' gives points for timing but has no 'timing' rules (add timing: [...] "
        "or take the points away)"}},
      {"rules without points",
       with_fields("points: {correctness: 1}, counters: @[{name: launches, max: 1}]"),
       {"exercise 'aa' has 'counters' rules but no points for them (add points: {counters: "
        "...} or take the rules away)"}},
  });
}

TEST_CASE("mistakes in thresholds", "[course][mistakes]") {
  check({
      {"no backend",
       with_fields("points: {timing: 1}, timing: [@{than: reference}]"),
       {"a timing rule needs a threshold on at least one backend (write sim: {n: 262144, "
        "full_at: 2})"}},
      {"a backend mistyped",
       with_fields(
           "points: {timing: 1}, timing: [{@cpu: {n: 1, full_at: 2}, sim: {n: 1, full_at: 2}}]"),
       {"unknown key 'cpu' in a timing rule (did you mean 'gpu'?)"}},
      {"no size, no threshold",
       with_fields("points: {timing: 1}, timing: [{sim: @@{}}]"),
       {"timing on sim has no 'n'", "timing on sim has no 'full_at'"}},
      {"full below zero",
       with_fields("points: {timing: 1}, timing: [{sim: {n: 1, full_at: @0.9}}]"),
       {"'full_at' must be more than 'zero_at', which is 1 (1 unless given)"}},
      {"a counter without a bound",
       with_fields("points: {counters: 1}, counters: [@{name: launches}]"),
       {"a counter rule needs 'min' or 'max'"}},
      {"bounds crossed",
       with_fields("points: {counters: 1}, counters: [{name: launches, min: @3, max: 2}]"),
       {"'min' 3 is more than 'max' 2"}},
      {"nothing to compare with",
       with_fields("points: {timing: 1}, timing: [{than: @referense, sim: {n: 1, full_at: 2}}]"),
       {"there is nothing to compare with but 'reference', not 'referense' (write than: "
        "reference)"}},
      {"two counter rules of one name",
       with_fields("points: {counters: 1}, counters: [{name: launches, max: 1}, {name: @launches, "
                   "max: 2}, {name: launches, task: 2, max: 3}]"),
       {"exercise 'aa' has two counter rules for 'launches' (write one, with its 'min' "
        "and 'max')"}},
      {"two rules of one task",
       with_fields(
           "points: {timing: 1}, timing: @[{sim: {n: 1, full_at: 2}}, {sim: {n: 1, full_at: 2}}]"),
       {"exercise 'aa' has two timing rules for task 0 (give each its own 'task')"}},
  });
}

TEST_CASE("mistakes in points for grading day", "[course][mistakes]") {
  check({{"more than there are",
          with_fields("points: {correctness: 2}, hidden: @@{correctness: 3}"),
          {"'hidden' has more points for correctness than 'points' (they are a part of them)",
           "all points are hidden, so students would have nothing to check (leave some for "
           "harness.cpp)"}},
         {"no kinds",
          with_fields("points: {correctness: 2}, hidden: @1"),
          {"'hidden' must say how many points of which kind are for grading day (write hidden: "
           "{correctness: 2})"}}});
}

TEST_CASE("mistakes in limits, dates and files", "[course][mistakes]") {
  const std::string points = "points: {correctness: 1}, ";
  check({
      {"a time without a unit",
       with_fields(points + "limits: {build: @60}"),
       {"'build' must be a time, but is '60' (did you mean '60s'?)"}},
      {"a decimal size",
       with_fields(points + "limits: {memory: @2GB}"),
       {"'memory' must be a size, but is '2GB' (write 512MiB or 2GiB)"}},
      {"too long",
       with_fields(points + "limits: {run: @2h}"),
       {"'run' must lie between 100ms and 1h"}},
      {"too little",
       with_fields(points + "limits: {memory: @1MiB}"),
       {"'memory' must lie between 64MiB and 1TiB"}},
      {"a date without a time",
       with_fields(points + "due: @2027-03-01"),
       {"'due' must be a date, time and offset, but is '2027-03-01' (write "
        "2027-03-01T23:59:00+01:00)"}},
      {"another folder",
       with_fields(points + "files: @[../aa.cu, aa.cu]"),
       {"file name '../aa.cu' must be letters, digits, '.', '-' and '_' only"}},
      {"the course's own file",
       with_fields(points + "files: @[aa.cu, harness.cpp]"),
       {"'harness.cpp' belongs to the exercise and cannot be submitted"}},
      {"no source",
       with_fields(points + "files: @[notes.txt]"),
       {"'files' of exercise 'aa' must name at least one .cu file"}},
      {"not a truth",
       with_fields(points + "bonus: @yes"),
       {"'bonus' must be true or false, but is 'yes'"}},
      {"neither a truth nor never",
       with_fields(points + "host_copies: @no"),
       {"'host_copies' must be true, false or never, but is 'no'"}},
      {"not an identifier",
       with_fields(points + "forbidden: [@\"a b\"]"),
       {"forbidden name 'a b' must be an identifier"}},
  });
}

TEST_CASE("text that is no UTF-8 is refused line by line", "[course][mistakes]") {
  check({
      {"Latin 1",
       "title: caf@\xe9\nmodules: []\n",
       {"byte 0xe9 is not UTF-8 (save the file as UTF-8)"}},
      {"an overlong slash",
       "title: @\xc0\xaf\nmodules: []\n",
       {"byte 0xc0 is not UTF-8 (save the file as UTF-8)"}},
      {"half of a pair",
       "# @\xed\xa0\x80\ntitle: t\nmodules: []\n",
       {"byte 0xed is not UTF-8 (save the file as UTF-8)"}},
      {"UTF-16",
       "@\xff\xfe",
       {"is not UTF-8: it holds zero bytes or a mark of UTF-16 (save it as UTF-8)"}},
  });
  CHECK(parse("title: \"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\"\nmodules: []\n", "f"));
}

TEST_CASE("two exercises cannot ask for one file", "[course][mistakes]") {
  const std::string tail = ", title: t, points: {correctness: 1}";
  check({
      {"by name",
       with_exercises("  - {id: aa" + tail + "}\n  - {id: bb" + tail +
                      ", files: @[bb.cu, aa.cu]}\n"),
       {"exercise 'bb' asks for 'aa.cu', which exercise 'aa' asks for already (a submitted file is "
        "told by its name: give it another)"}},
      {"by default",
       with_exercises("  - {id: aa" + tail + ", files: [bb.cu]}\n  - {id: @bb" + tail + "}\n"),
       {"exercise 'bb' asks for 'bb.cu', which exercise 'aa' asks for already (a submitted file is "
        "told by its name: give it another)"}},
  });
}

TEST_CASE("all mistakes are reported at once, in the order of the file", "[course][mistakes]") {
  const std::vector<std::string> said = diagnose(
      "titel: t\ntitle: t\nmodules:\n- id: 1_m\n  title: m\n  exercises:\n"
      "  - {id: A, title: t, points: 3}\n  - {id: bb, points: {corectness: 1}, needs: [cc], due: "
      "never}\n");
  REQUIRE(said.size() == 8);
  CHECK(said[0].substr(0, 4) == "1:1:");
  CHECK(said[1].substr(0, 4) == "7:10");
  CHECK(said.back().substr(0, 2) == "8:");
}

TEST_CASE("a flood of mistakes is cut and says so", "[course][mistakes]") {
  std::string entries;
  for (int i = 0; i < 300; ++i) {
    entries += "  - x\n";
  }
  const std::vector<std::string> said = diagnose(with_exercises(entries));
  REQUIRE(said.size() == 101);
  CHECK(said.back() == " and 200 more");
}

}  // namespace warpschool::course
