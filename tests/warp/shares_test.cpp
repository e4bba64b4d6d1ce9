// How the checks of an exercise are dealt to two judges.
#include "shares.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::warp {
namespace {

TEST_CASE("a long check has a judge for itself", "[warp][shares]") {
  CHECK(shares_of({10, 20, 900, 30}, 2) == std::vector<Places>{{3}, {1, 2, 4}});
}

TEST_CASE("shares take about equally long and have all checks once", "[warp][shares]") {
  CHECK(shares_of({300, 100, 200, 200}, 2) == std::vector<Places>{{1, 2}, {3, 4}});
  CHECK(shares_of({0, 0, 0, 0}, 2) == std::vector<Places>{{1, 3}, {2, 4}});
}

TEST_CASE("times are kept as text, and what is cut off is not read", "[warp][shares]") {
  CHECK(read_times(to_text({7, 0, 1200})) == CheckTimes{7, 0, 1200});
  CHECK(read_times("7\n12") == CheckTimes{7});
  CHECK(read_times("").empty());
  CHECK(read_times("seven\n").empty());
}

TEST_CASE("the longest time of each check counts", "[warp][shares]") {
  CHECK(longest({5, 700}, {900, 2}) == CheckTimes{900, 700});
  CHECK(longest({5, 700}, {1, 2, 3}) == CheckTimes{1, 2, 3});
  CheckTimes times{5, 700, 40};
  raise_times(times, {1, 3}, {60, 30});
  CHECK(times == CheckTimes{60, 700, 40});
}

}  // namespace
}  // namespace warpschool::warp
