// What a screen tells of times and counters.
#include "warpschool/screen/screen.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::screen {
namespace {

Check figured(int task, const std::string& kind) {
  Check made;
  made.name = kind + " " + std::to_string(task);
  made.task = task;
  made.kind = kind;
  made.verdict = "passed";
  made.won = made.possible = 1;
  return made;
}

Check raced(double ratio, const std::string& name) {
  Check made = figured(2, "timing");
  made.name = name;
  made.ratio = ratio;
  made.threshold = 12;
  return made;
}

course::CounterRule rule(int task, const std::string& name, std::optional<double> min,
                         std::optional<double> max) {
  course::CounterRule made;
  made.task = task;
  made.name = name;
  made.min = min;
  made.max = max;
  return made;
}

/// Two checks of a task may count one thing.
JudgeResult counted() {
  Check first = figured(1, "counters"), second = figured(2, "counters"), third = second;
  first.counters = {{"launches", 1}, {"modelled_us", 12.5}};
  second.counters = {{"launches", 2}, {"idle", 1026}};
  third.counters = {{"idle", 3}};
  JudgeResult result;
  result.checks = {first, second, third};
  return result;
}

Context asked() {
  Context context;
  context.id = "aa";
  context.rules = {rule(0, "launches", {}, 2), rule(1, "modelled_us", {}, 100),
                   rule(2, "idle", 1, 1026), rule(2, "not_counted", {}, 1)};
  return context;
}

bool tells(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("of a pass the counters are told that are asked for, with their goals",
          "[warp][screen]") {
  CHECK(tells(render(counted(), asked(), {}),
              "\nMeasured, and what is asked for:\n"
              "  task 1     launches 1 (at most 2)\n"
              "             modelled_us 12.5 us (at most 100 us)\n"
              "  task 2     launches 2 (at most 2)\n"
              "             idle 1,026 (at least 1, at most 1,026)\n\n"));
}

TEST_CASE("where something failed no other task's counters are told", "[warp][screen]") {
  JudgeResult result = counted();
  result.checks.front().verdict = "counters";
  CHECK_FALSE(tells(render(result, asked(), {}), "Measured"));
}

TEST_CASE("of two goals of time both are told", "[warp][screen]") {
  JudgeResult result;
  result.checks = {raced(21.75, "shuffles"), raced(14, "shared memory")};
  const std::string text = render(result, asked(), {});
  CHECK(tells(text,
              "  task 2     21.8 times as fast as the reference; full points at 12 (shuffles)\n"));
  CHECK(tells(text, "             14 times as fast as the reference; full points at 12 (shared\n"));
  result.checks.push_back(figured(3, "correctness"));
  result.checks.back().verdict = "wrong";
  CHECK(tells(render(result, asked(), {}), "21.8 and 14 times as fast, 12 needed\n"));
  CHECK(tells(render(result, asked(), {false, true}),
              "passed, timing: shuffles\n"
              "  21.8 times as fast as the reference; full points at 12\n"));
}

TEST_CASE("verbose tells a counter and a line of source once", "[warp][screen]") {
  JudgeResult result = counted();
  Check& failed = result.checks[1];
  failed.verdict = "counters";
  failed.message = "f, given 1 float:\nidle: 1026, allowed at most 1";
  const Fault fault{"race", "It races.", "aa.cu", "  a = 1;", 5, 3};
  failed.faults = {fault, fault};
  Check other = figured(2, "correctness");
  other.verdict = "race";
  other.message = "It races.";
  other.faults = {fault};
  result.checks.push_back(other);
  const std::string text = render(result, asked(), {false, true});
  CHECK(text.find("aa.cu:5") == text.rfind("aa.cu:5"));
  CHECK(text.find("1026") == text.rfind("1026"));
  CHECK(tells(text, "  launches: 2\n"));
  CHECK(tells(text, "race, correctness: correctness 2 (told above)\n"));
  CHECK_FALSE(tells(text, "\n\n\n"));
}

TEST_CASE("a note of two judges on one line is told once, points that tasks lose as well",
          "[warp][screen]") {
  JudgeResult result = counted();
  result.checks[0].notes = {"At line 12 lane 3 used 0xff."};
  result.checks[1].notes = {"At line 12 lane 17 used 0xff.", "At line 13 lane 17 used 0xff."};
  result.checks.push_back(figured(2, "correctness"));
  result.checks.push_back(figured(1, "correctness"));
  result.checks[3].verdict = result.checks[4].verdict = "wrong";
  withhold_points(result);
  const std::string text = render(result, asked(), {});
  CHECK(tells(text,
              "  Note: At line 12 lane 3 used 0xff.\n  Note: At line 13 lane 17 used 0xff.\n"
              "  Note: Tasks 1 and 2 win no points for time and counters: their answers are\n"
              "  wrong.\n"));
}

TEST_CASE("of a long line the place of the caret is seen", "[warp][screen]") {
  JudgeResult result;
  Check failed = figured(1, "correctness");
  failed.verdict = "race";
  failed.message = "It races.";
  failed.faults = {{"race", "It races.", "aa.cu", std::string(100, 'x') + "HERE" + "yyy", 12, 101}};
  result.checks = {failed};
  const std::string text = render(result, asked(), {});
  const std::size_t line = text.find("  12 | ... xxx"), caret = text.find("\n     |", line) + 1;
  REQUIRE(line != std::string::npos);
  CHECK(text.find("HERE", line) - line == text.find('^', caret) - caret);
  CHECK(text.find('\n', line) - line <= kScreenWidth);
}

}  // namespace warpschool::screen
