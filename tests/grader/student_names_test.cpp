// Whom a name on the command line means.
#include "commands/student_names.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::grader {
namespace {

TEST_CASE("a student may be named by id, login, address, number or name", "[grader]") {
  std::map<std::string, Person> people;
  people["jdoe"] = {"Jane Doe", "", {}, {"103", "7001", "jdoe", "jane@uni.edu", "", "jane-gh"}};
  people["zo\xc3\xab"] = {"Zo\xc3\xab M\xc3\xbcller", "", {}, {}};
  people["lee1"] = {"Ann Lee", "", {}, {}};
  people["lee2"] = {"Lee, Ann", "", {}, {}};
  const std::vector<std::string> ids = {"Jane Doe 2", "jdoe", "lee1", "lee2", "zo\xc3\xab"};
  const auto called = [&](const std::string& asked) { return students_called(asked, ids, people); };
  using Ids = std::vector<std::string>;
  for (const char* asked :
       {"jdoe", "JDoe", "jane@uni.edu", "7001", "103", "jane-gh", "doe, jane"}) {
    CAPTURE(asked);
    CHECK(called(asked) == Ids{"jdoe"});
  }
  // macOS writes the accent as a character of its own.
  CHECK(called("zoe\xcc\x88") == Ids{"zo\xc3\xab"});
  CHECK(called("Mu\xcc\x88ller Zoe\xcc\x88") == Ids{"zo\xc3\xab"});
  CHECK(called("Ann Lee") == Ids{"lee1", "lee2"});
  CHECK(called("jane doe 2") == Ids{"Jane Doe 2"});
  CHECK(called("nobody").empty());
  CHECK(called("").empty());
}

}  // namespace
}  // namespace warpschool::grader
