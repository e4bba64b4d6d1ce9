// Tries numbers, percentages and hostile characters as the report writes them.
#include "report/words.hpp"

#include "support/moment.hpp"

#include <warpschool/harness/catch.hpp>

using namespace warpschool::grader;
using namespace warpschool::grader::report;

TEST_CASE("numbers of points have no idle decimals", "[grader][report]") {
  CHECK(number(4) == "4");
  CHECK(number(4.5) == "4.5");
  CHECK(number(1.0 / 3) == "0.33");
  CHECK(number(100) == "100");
  CHECK(number(-0.001) == "0");
}

TEST_CASE("counters are grouped by thousands", "[grader][report]") {
  CHECK(figure(999) == "999");
  CHECK(figure(1048576) == "1\u202F048\u202F576");
  CHECK(figure(-1000) == "-1\u202F000");
  CHECK(figure(16.5) == "16.5");
}

TEST_CASE("a percentage of nothing is a dash", "[grader][report]") {
  CHECK(percent(1, 3) == "33 %");
  CHECK(percent(0, 0) == "\u2013");
}

TEST_CASE("clean text is valid UTF-8 whatever came in", "[grader][report]") {
  CHECK(clean("gr\u00FC\u00DFe") == "gr\u00FC\u00DFe");
  CHECK(clean("a\xFF\xC3") == "a\uFFFD\uFFFD");
  CHECK(clean("\xC0\xAF") == "\uFFFD\uFFFD");                      // overlong '/'
  CHECK(clean("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");            // surrogate
  CHECK(clean("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");  // past U+10FFFF
}

TEST_CASE("control characters are seen, terminal colours are not", "[grader][report]") {
  CHECK(clean(std::string_view("a\0b", 3)) == "a\u2400b");
  CHECK(clean("\x1b[1;31mred\x1b[0m\x7f") == "red\u2421");
  CHECK(clean("\x1b[") == "");
  CHECK(clean("one\r\ntwo\rthree\n\tfour") == "one\ntwo\nthree\n\tfour");
}

TEST_CASE("characters that hide or reorder text are spelt out", "[grader][report]") {
  CHECK(clean("/*\u202E } \u2066*/") == "/*[U+202E] } [U+2066]*/");
  CHECK(clean("zero\u200Bwidth") == "zero[U+200B]width");
}

TEST_CASE("a path in a link keeps its folders and loses its meaning as markup",
          "[grader][report]") {
  CHECK(url_path("logs/a b/\"x\".log") == "logs/a%20b/%22x%22.log");
}

TEST_CASE("moments are written for people, what is none stays", "[grader][report]") {
  CHECK(at_clock_of("2027-02-28T23:30:05Z", "2027-03-01T12:00:00+01:00") ==
        "2027-03-01T00:30:05+01:00");
  CHECK(at_clock_of("2027-01-01T02:00:00Z", "2027-01-01T12:00:00-05:30") ==
        "2026-12-31T20:30:00-05:30");
  CHECK(at_clock_of("2027-01-01T02:00:00Z", "2027-01-01T12:00:00Z") == "2027-01-01T02:00:00Z");
  CHECK(at_clock_of("yesterday", "2027-01-01T12:00:00+01:00") == "yesterday");
  CHECK(moment("2027-02-08T23:59:00+01:00") == "8 February 2027, 23:59 (UTC+01:00)");
  CHECK(moment("2027-12-31T00:05:09Z") == "31 December 2027, 00:05 (UTC)");
  for (const char* const other :
       {"", "soon", "2027-13-08T23:59:00Z", "2027-02-08 23:59:00+01:00"}) {
    CHECK(moment(other) == other);
  }
}
