// Tries which checks of wrong answers win nothing, and what races win.
#include "warpschool/course/worth.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::course {

TEST_CASE("where a task's answers are wrong its time and counters win nothing", "[course][worth]") {
  WrongTasks wrong;
  wrong.note(1, "correctness", "passed");
  wrong.note(2, "correctness", "passed");
  CHECK_FALSE(wrong.withhold(2, "timing"));
  wrong.note(2, "correctness", "race");
  CHECK(wrong.withhold(2, "timing"));
  CHECK(wrong.withhold(2, "counters"));
  CHECK_FALSE(wrong.withhold(2, "correctness"));  // each check of answers counts for itself
  CHECK_FALSE(wrong.withhold(1, "timing"));
}

TEST_CASE("wrong answers take nothing from other kinds of tasks", "[course][worth]") {
  WrongTasks wrong;
  wrong.note(1, "timing", "slow");
  wrong.note(1, "counters", "counters");
  CHECK_FALSE(wrong.withhold(1, "timing"));
  CHECK_FALSE(wrong.withhold(1, "counters"));
  wrong.note(0, "correctness", "wrong");  // of an exercise without tasks
  CHECK(wrong.withhold(0, "timing"));
  CHECK_FALSE(wrong.withhold(1, "timing"));
}

TEST_CASE("what nobody could judge is not wrong", "[course][worth]") {
  WrongTasks wrong;
  for (const char* verdict : {"passed", "skipped", "inconclusive", "internal_error"}) {
    wrong.note(1, "correctness", verdict);
  }
  CHECK_FALSE(wrong.withhold(1, "timing"));
  for (const char* verdict : {"suspicious", "timeout", "deadlock", "crash", "memory_fault", "race",
                              "wrong", "slow", "counters"}) {
    WrongTasks other;
    other.note(1, "correctness", verdict);
    CAPTURE(verdict);
    CHECK(other.withhold(1, "timing"));
  }
}

TEST_CASE("it is told of what would have won something", "[course][worth]") {
  WrongTasks wrong;
  wrong.note(3, "correctness", "wrong");
  CHECK(wrong.withhold(3, "timing", "passed"));
  CHECK(wrong.withhold(3, "timing", "slow"));
  CHECK_FALSE(wrong.withhold(3, "timing", "wrong"));
  CHECK_FALSE(wrong.withhold(3, "counters", "counters"));
  CHECK(withheld_text(3) == "Task 3 wins no points for time and counters: its answers are wrong.");
  CHECK(withheld_text(0) == "No points for time and counters: the answers are wrong.");
  CHECK(is_withheld_text(withheld_text(3)));
  CHECK(is_withheld_text(withheld_text(0)));
  CHECK_FALSE(is_withheld_text("A note."));
}

TEST_CASE("points of a race grow linearly between its thresholds", "[course][worth]") {
  const auto share = [](double ratio) { return worth_of({ratio, ratio, ratio}, 3, 1).share; };
  CHECK(share(1) == 0);
  CHECK(share(2) == 0.5);
  CHECK(share(3) == 1);
  CHECK(share(9) == 1);
  CHECK(share(0.1) == 0);
  CHECK(worth_of({2, 2, 2}, 3, 3).share == 0);  // one threshold: all or nothing
  CHECK(worth_of({3, 3, 3}, 3, 3).share == 1);
}

TEST_CASE("a race is won by the low end of its interval and lost by the high end",
          "[course][worth]") {
  CHECK(worth_of({4, 3, 5}, 3, 1).end == RaceEnd::kPassed);
  CHECK(worth_of({4, 2.9, 5}, 3, 1).end == RaceEnd::kOpen);
  CHECK(worth_of({2, 1.5, 3}, 3, 1).end == RaceEnd::kOpen);
  CHECK(worth_of({2, 1.5, 2.9}, 3, 1).end == RaceEnd::kSlow);
  CHECK(worth_of({2, 1.5, 2.9}, 3, 1).share == 0.5);  // by the median
  CHECK(worth_of({2, 1.5, 3}, 3, 1).share == 1);      // by what it may be
  CHECK(worth_of({4, 2.9, 5}, 3, 1).share == 1);
}

}  // namespace warpschool::course
