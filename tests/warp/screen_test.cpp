// A result on one screen.
#include "warpschool/screen/screen.hpp"

#include "warpschool/screen/sentences.hpp"
#include "warpschool/screen/tasks.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::screen {
namespace {

Check check(int task, const std::string& kind, const std::string& verdict, double won = 0) {
  Check made;
  made.name = kind + " of task " + std::to_string(task);
  made.task = task;
  made.kind = kind;
  made.verdict = verdict;
  made.won = won;
  made.possible = 2;
  made.message = verdict == "passed" ? "" : "message of " + made.name;
  return made;
}

JudgeResult result(std::vector<Check> checks) {
  JudgeResult made;
  made.exercise = "aa";
  made.seed = "7";
  made.complete = true;
  made.checks = std::move(checks);
  return made;
}

Context context() {
  Context made;
  made.id = "aa";
  made.title = "Ay";
  made.file = "exercises/1_m/aa/aa.cu";
  made.check_command = "warp check aa";
  made.hint_command = "warp hint aa";
  made.profile_command = "warp profile aa";
  made.after = "bb";
  made.again = "judge_aa --seed 7";
  return made;
}

Check faulty(int task) {
  Check made = check(task, "correctness", "memory_fault");
  Fault fault{"out_of_bounds",
              "Thread 1 read past the end. Put it inside if (i < n). If it is, the "
              "memory is too small.",
              "aa.cu",
              "  sum[i] = a[i];",
              5,
              12};
  made.message = "aa, given 1 float:\n" + fault.text;
  made.faults = {fault};
  return made;
}

bool has(const std::string& text, const std::string& part) {
  CAPTURE(text, part);
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("the cause is shown, not the most severe verdict", "[warp][screen]") {
  Check wrong = check(1, "correctness", "wrong"), crash = check(1, "correctness", "crash");
  const JudgeResult both = result({wrong, crash});
  CHECK(tasks_of(both)[0].shown->verdict == "wrong");  // a crash without a line comes later
  const JudgeResult timed = result({check(1, "timing", "timeout"), faulty(1), wrong});
  CHECK(tasks_of(timed)[0].shown->verdict == "memory_fault");
  const JudgeResult late = result({check(1, "timing", "deadlock"), wrong});
  CHECK(tasks_of(late)[0].shown->verdict == "wrong");
  const JudgeResult odd = result({wrong, check(1, "timing", "suspicious")});
  CHECK(tasks_of(odd)[0].shown->verdict == "suspicious");
}

TEST_CASE("time and counters of wrong answers win nothing, and that is told once",
          "[warp][screen]") {
  JudgeResult judged =
      result({check(1, "correctness", "passed", 2), check(2, "correctness", "wrong"),
              check(2, "timing", "passed", 2), check(2, "counters", "passed", 2)});
  withhold_points(judged);
  CHECK(judged.won() == 2);
  CHECK(judged.checks[2].passed());
  const std::string text = render(judged, context(), {});
  const std::string told = "Task 2 wins no points for time and counters: its answers are wrong.";
  CHECK(has(text, "1 of 2 tasks, 2/8 points"));
  CHECK(has(text, told));
  CHECK(text.find(told) == text.rfind(told));
}

TEST_CASE("answers that another judge found wrong count in what is put together",
          "[warp][screen]") {
  JudgeResult one = result({check(1, "correctness", "passed", 2), check(1, "timing", "passed", 2)});
  JudgeResult other = result({check(1, "correctness", "race")});
  CHECK(merged({one, other}).won() == 0);
  CHECK(merged({one}).won() == 4);
}

TEST_CASE("what does not fit beside the next step stands below it", "[warp][screen]") {
  Context wide = context();
  wide.check_command = "ctest --preset sim -R a_long_name";
  CHECK(next_line("exercises/1_m/aa/aa.cu:5", wide, "warp hint aa") ==
        "Next: exercises/1_m/aa/aa.cu:5, then ctest --preset sim -R a_long_name\n"
        "      (stuck? warp hint aa)\n");
  CHECK(next_line("exercises/1_first_kernels/a_long_name/a_long_name.cu:5", wide, "") ==
        "Next: exercises/1_first_kernels/a_long_name/a_long_name.cu:5,\n"
        "      then ctest --preset sim -R a_long_name\n");
}

TEST_CASE("of several files the step names the one that has the task", "[warp][screen]") {
  Context where = context();
  where.file = "exercises/1_m/aa";
  where.regions = {{1, "bb.cu", 7, 9}};
  const JudgeResult judged = result({faulty(1)});  // in aa.cu, at line 5
  CHECK(has(render(judged, where, {}), "Next: exercises/1_m/aa/bb.cu:7,"));
  where.regions = {{1, "aa.cu", 2, 3}};
  CHECK(has(render(judged, where, {}), "Next: exercises/1_m/aa/aa.cu:5,"));
  where.regions.clear();
  CHECK(has(render(judged, where, {}), "Next: exercises/1_m/aa,"));
}

TEST_CASE("a loop that never ends is no deadlock", "[warp][screen]") {
  Check looping = faulty(1);
  looping.verdict = "deadlock";
  looping.faults.front().kind = "deadlock";
  CHECK(has(render(result({looping}), context(), {}), "task 1     deadlock        0/2"));
  looping.faults.front().cause = "endless_loop";
  CHECK(has(render(result({looping}), context(), {}), "task 1     endless loop    0/2"));
  CHECK(has(one_line(result({looping}), "aa"), "endless loop: task 1"));
}

TEST_CASE("a fault is told once, with its line, one mend and the next step", "[warp][screen]") {
  const JudgeResult judged = result({check(1, "correctness", "passed", 2), faulty(2),
                                     check(2, "counters", "wrong"), check(3, "timing", "slow", 1)});
  CHECK(render(judged, context(), {}) ==
        "aa: Ay\n"
        "\n"
        "  task 1     passed          2/2\n"
        "  task 2     memory fault    0/4\n"
        "  task 3     slow            1/2\n"
        "\n"
        "Task 2: correctness of task 2\n"
        "  aa, given 1 float:\n"
        "  Thread 1 read past the end.\n"
        "\n"
        "  aa.cu:5\n"
        "  5 |   sum[i] = a[i];\n"
        "    |            ^\n"
        "\n"
        "  Try: Put it inside if (i < n).\n"
        "\n"
        "1 of 3 tasks, 3/8 points; then: task 2, counters of task 2.\n"
        "Next: exercises/1_m/aa/aa.cu:5, then warp check aa   (stuck? warp hint aa)\n");
}

TEST_CASE("verbose tells the rest", "[warp][screen]") {
  const JudgeResult judged = result({faulty(1), check(1, "counters", "wrong")});
  const std::string text = render(judged, context(), {false, true});
  CHECK(has(text, "If it is, the memory is too small."));
  CHECK(has(text, "message of counters of task 1"));
  CHECK(has(text, "Seed 7"));
  CHECK(has(text, "judge_aa --seed 7"));
}

TEST_CASE("an untouched TODO is named instead of its values", "[warp][screen]") {
  Context where = context();
  where.empty = {{1, "aa.cu", "add it"}};
  const std::string text = render(result({check(1, "correctness", "wrong")}), where, {});
  CHECK(has(text, "TODO(1) in aa.cu is still empty.\n  It asks for: add it\n"));
  CHECK_FALSE(has(text, "message of"));
  const std::string other = render(result({check(2, "correctness", "wrong")}), where, {});
  CHECK(has(other, "message of correctness of task 2"));
}

TEST_CASE("a task whose TODO is untouched is to do, and is helped by a hint", "[warp][screen]") {
  Context where = context();
  where.empty = {{1, "aa.cu", "add it"}};
  const std::string text = render(
      result({check(1, "counters", "counters"), check(2, "correctness", "wrong")}), where, {});
  CHECK(has(text, "  task 1     to do           0/2\n  task 2     wrong           0/2\n"));
  CHECK(has(text, "(stuck? warp hint aa)\n"));
}

TEST_CASE("a figure that is missed is helped by a hint and by the profile", "[warp][screen]") {
  CHECK(has(render(result({check(1, "timing", "slow")}), context(), {}),
            "(stuck? warp hint aa, or warp profile aa)\n"));
}

TEST_CASE("a counter's name is told in words", "[warp][screen]") {
  Check counted = check(1, "counters", "counters");
  counted.message = "f_of, given 1 float:\nidle_blocks: 3, allowed at most 1";
  CHECK(has(render(result({counted}), context(), {}),
            "  f_of, given 1 float:\n  idle blocks: 3, allowed at most 1\n"));
}

TEST_CASE("a fault in another task's TODO is explained there", "[warp][screen]") {
  Context where = context();
  where.regions = {{1, "aa.cu", 1, 3}, {2, "aa.cu", 4, 6}};
  const JudgeResult judged = result({faulty(1), faulty(2), check(3, "timing", "slow")});
  const std::string text = render(judged, where, {});
  CHECK(has(text, "Task 2: correctness of task 2\n"));
  CHECK(has(text, "(stuck? warp hint aa --task 2)\n"));
  where.empty = {{1, "aa.cu", "add it"}};  // then nothing can be said of what lies behind it
  CHECK(has(render(judged, where, {}), "TODO(1) in aa.cu is still empty."));
  where.empty.clear();
  where.regions = {{7, "aa.cu", 4, 6}};  // no task that failed
  CHECK(has(render(judged, where, {}), "Task 1: correctness of task 1\n"));
}

TEST_CASE("a pass names what is next, and shows what was printed", "[warp][screen]") {
  Check printing = check(1, "correctness", "passed", 2);
  printing.output = "hello\x1b[31m\nagain\n";
  const std::string text = render(result({printing}), context(), {});
  CHECK(has(text, "  Your code printed:\n  | hello [31m\n  | again\n"));
  CHECK(has(text, "1 of 1 task, 2/2 points.\nPassed. Next: bb\n"));
}

TEST_CASE("what was not asked keeps its points, what cannot be judged here has none",
          "[warp][screen]") {
  Check left = check(2, "correctness", "skipped");
  left.message = kNotAsked;
  const JudgeResult hung = result({check(1, "correctness", "timeout"), left});
  CHECK(has(render(hung, context(), {}), "0 of 2 tasks, 0/4 points"));
  const JudgeResult elsewhere =
      result({check(1, "correctness", "passed", 2), check(2, "counters", "skipped")});
  CHECK(has(render(elsewhere, context(), {}), "1 of 2 tasks, 2/2 points"));
}

TEST_CASE("what its device did not judge is neither passed nor failed", "[warp][screen]") {
  Context without_gpu = context();
  without_gpu.unjudged = "There is no GPU.";
  const std::string text =
      render(result({check(1, "correctness", "passed", 2), check(1, "timing", "skipped")}),
             without_gpu, {});
  CHECK(has(text, "Skipped, neither passed nor failed: There is no GPU.\n"));
  CHECK_FALSE(has(text, "Passed."));
  CHECK_FALSE(has(text, "All checks passed"));
  const std::string failed = render(result({check(1, "correctness", "wrong")}), without_gpu, {});
  CHECK(has(failed, "Next: exercises/1_m/aa/aa.cu"));
  CHECK(has(failed, "Note: There is no GPU.\n"));
}

TEST_CASE("an internal error costs nobody anything", "[warp][screen]") {
  const std::string text =
      render(result({check(1, "correctness", "wrong"), check(1, "timing", "internal_error")}),
             context(), {});
  CHECK(has(text, "This is not your mistake"));
}

TEST_CASE("of many elements that differ two are shown", "[warp][screen]") {
  Check wrong = check(1, "correctness", "wrong");
  wrong.message = "f:\n  element 0: a\n  element 1: b\n  element 2: c\n  ...\nthread 0 should";
  wrong.hint = "Look.";
  const std::string text = render(result({wrong}), context(), {});
  CHECK(has(text, "  f:\n    element 0: a\n    element 1: b\n  thread 0 should\n  Try: Look.\n"));
}

TEST_CASE("of two backends the worse verdict and the fewer points count", "[warp][screen]") {
  const JudgeResult both =
      merged({result({check(1, "correctness", "passed", 2), check(2, "counters", "skipped")}),
              result({check(1, "correctness", "race"), check(2, "counters", "passed", 2)})});
  REQUIRE(both.checks.size() == 2);
  CHECK(both.checks[0].verdict == "race");
  CHECK(both.checks[0].won == 0.0);
  CHECK(both.checks[1].passed());
  CHECK(both.won() == 2.0);
}

TEST_CASE("a result file that is none is none", "[warp][screen]") {
  for (const char* damaged : {"", "{", "[]", "{}", R"({"checks": 3})"}) {
    CAPTURE(damaged);
    CHECK_FALSE(read_result(damaged));
  }
  const auto odd = read_result(R"({"checks": [3, {"name": 1, "task": "x", "faults": 1}]})");
  REQUIRE(odd);
  CHECK_FALSE(odd->complete);
  CHECK(rank_of_verdict(odd->checks[0].verdict) == 0);
}

TEST_CASE("sentences end at full stops before capitals", "[warp][screen]") {
  CHECK(sentences_of("It is 1.5 of n. See f(x). Yes? No") ==
        std::vector<std::string>{"It is 1.5 of n.", "See f(x).", "Yes?", "No"});
  CHECK(wrapped("one two three", "  ", 9) == "  one two\n  three\n");
  CHECK(tame_line("ab\tc", 10) == "ab c");
  CHECK(tame_line("\xc3\xa4\xc3\xa4", 3) == "\xc3\xa4 ...");
  CHECK(printed_text("1\n2\n3\n", 2, 10) == "  | 1\n  | 2\n  | ... and 1 line more\n");
}

}  // namespace warpschool::screen
