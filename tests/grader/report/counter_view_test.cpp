// Tries the pictures of a warp's sectors.
#include "report/counter_view.hpp"

#include "written_report.hpp"

#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader::report;
using warpschool::tests::count;

TEST_CASE("a warp's sectors are drawn, those in excess apart", "[grader][report]") {
  const std::string picture = warp_picture("sectors_per_request", 16.5);
  CHECK(count(picture, "class=\"cell\"") == 32);
  CHECK(count(picture, "class=\"needed\"") == 4);
  CHECK(count(picture, "class=\"extra\"") == 13);
  CHECK(count(picture, "width=\"4.50\"") == 1);  // half a cell
  CHECK(count(picture, "16.5 sectors of 32 bytes a request") == 1);
}

TEST_CASE("values beyond a warp fill it and no more", "[grader][report]") {
  CHECK(count(warp_picture("sectors_per_load", 4000), "class=\"extra\"") == 28);
  CHECK(count(warp_picture("sectors_per_load", -1), "class=\"needed\"") == 0);
  CHECK(count(warp_picture("thread_efficiency", 32), "class=\"extra\"") == 0);
}

TEST_CASE("counters that are no part of 32 have no picture", "[grader][report]") {
  CHECK(warp_picture("launches", 4).empty());
  CHECK(warp_picture("<b>", 4).empty());
}
