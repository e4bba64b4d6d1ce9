// Tries what a judge keeps of its questions for a profile.
#include "profile_book.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::harness {

TEST_CASE("a profile has the question of a task with most work, and its first faults",
          "[harness][profile]") {
  ProfileBook book;
  book.note(1, "short", R"({"launches": [{"kernel": "k", "time_us": 1}], "faults": []})");
  book.note(1, "long", R"({"launches": [{"kernel": "k", "time_us": 9}]})");
  book.note(1, "faulty", R"({"launches": [], "faults": [{"kind": "race", "kernel": "k"}]})");
  book.note(1, "again", R"({"launches": [], "faults": [{"kind": "leak", "kernel": ""}]})");
  book.note(2, "odd", "no report");
  const std::string text = book.json_text();
  CHECK(text.find(R"("check":"long")") != std::string::npos);
  CHECK(text.find(R"("faults":[{"kernel":"k","kind":"race"}])") != std::string::npos);
  CHECK(text.find("leak") == std::string::npos);
  CHECK(text.find(R"("faults":[],"launches":[])") != std::string::npos);
}

TEST_CASE("a profile has the question of most work, not of blocks that take long over little",
          "[harness][profile]") {
  ProfileBook book;
  book.note(1, "large",
            R"({"launches": [{"counters": {"thread_instructions": 900}, "time_us": 2}]})");
  book.note(1, "blocks of one thread",
            R"({"launches": [{"counters": {"thread_instructions": 50}, "time_us": 70}]})");
  CHECK(book.json_text().find(R"("check":"large")") != std::string::npos);
}

}  // namespace warpschool::harness
