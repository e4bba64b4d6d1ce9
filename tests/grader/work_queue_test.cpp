// Tries the queue in which equal files are one piece of work.
#include "commands/work_queue.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

ResultKey key(const std::string& student, const std::string& exercise, const std::string& files) {
  return {student, exercise, files, "r", "e"};
}

TEST_CASE("equal files are one piece of work, in the order of their first submissions",
          "[grader]") {
  WorkQueue queue({key("ada", "alpha", "x"), key("ada", "beta", "x"), key("boris", "alpha", "y"),
                   key("chen", "alpha", "x")});
  CHECK(queue.submissions() == 4);
  CHECK(queue.works() == 3);
  const auto first = queue.next();
  REQUIRE(first);
  REQUIRE(first->size() == 2);
  CHECK((*first)[0].student == "ada");
  CHECK((*first)[1].student == "chen");
  CHECK(queue.next()->front().exercise == "beta");
  CHECK(queue.next()->front().student == "boris");
  CHECK_FALSE(queue.next());
}

TEST_CASE("what cannot be shared comes back as work", "[grader]") {
  WorkQueue queue({key("ada", "alpha", "x"), key("boris", "alpha", "x")});
  EqualSubmissions equals = *queue.next();
  CHECK_FALSE(queue.next());
  equals.erase(equals.begin());
  queue.give_back(equals);
  REQUIRE(queue.next()->front().student == "boris");
  queue.give_back({});
  CHECK_FALSE(queue.next());
}

}  // namespace
}  // namespace warpschool::grader
