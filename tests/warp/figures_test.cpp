// Numbers as people write them.
#include "warpschool/screen/figures.hpp"

#include <limits>
#include <warpschool/harness/catch.hpp>

namespace warpschool::screen {

TEST_CASE("a count has its thousands set apart", "[warp][figures]") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(999) == "999");
  CHECK(count_text(1000) == "1,000");
  CHECK(count_text(47620) == "47,620");
  CHECK(count_text(1234567890) == "1,234,567,890");
}

TEST_CASE("a figure has no exponent where people can read it in full", "[warp][figures]") {
  CHECK(figure(47620) == "47,620");
  CHECK(figure(4.0625) == "4.062");
  CHECK(figure(1234567.8) == "1,234,568");
  CHECK(figure(-2500) == "-2,500");
  CHECK(figure(999.96) == "1000");
  CHECK(figure(0) == "0");
  CHECK(figure(1e18) == "1e+18");
  CHECK(figure(std::numeric_limits<double>::infinity()) == "inf");
}

TEST_CASE("a time has the unit that fits it", "[warp][figures]") {
  CHECK(time_text(0) == "0 us");
  CHECK(time_text(3.802) == "3.8 us");
  CHECK(time_text(341.6) == "342 us");
  CHECK(time_text(999.7) == "1 ms");
  CHECK(time_text(15234) == "15.2 ms");
  CHECK(time_text(2.5e6) == "2.5 s");
  CHECK(time_text(4.2e9) == "4,200 s");
}

TEST_CASE("what is named by microseconds is a time", "[warp][figures]") {
  CHECK(figure_of("modelled_us", 341.6) == "342 us");
  CHECK(figure_of("launches", 2) == "2");
}

TEST_CASE("a figure just beside its bound does not read like it", "[warp][figures]") {
  using Texts = std::pair<std::string, std::string>;
  CHECK(figures_apart("ratio", 3, 2) == Texts("3", "2"));
  CHECK(figures_apart("ratio", 2.0002, 2) == Texts("2.0002", "2"));
  CHECK(figures_apart("threads", 4096.2, 4096) == Texts("4096.2", "4096"));
  CHECK(figures_apart("modelled_us", 12.43, 12.4) == Texts("12.43 us", "12.4 us"));
  CHECK(figures_apart("ratio", 2 + 1e-15, 2).first != "2");
  CHECK(figures_apart("ratio", 2, 2) == Texts("2", "2"));
}

}  // namespace warpschool::screen
