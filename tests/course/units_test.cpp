// Tries the reader of durations, sizes, numbers, dates and names.
#include "units.hpp"

#include "suggest.hpp"
#include "warpschool/support/edit_distance.hpp"
#include "warpschool/support/word_list.hpp"

#include <warpschool/harness/catch.hpp>

namespace warpschool::course {

TEST_CASE("durations need a unit and become milliseconds", "[course][units]") {
  CHECK(parse_duration_ms("500ms") == 500u);
  CHECK(parse_duration_ms("60s") == 60'000u);
  CHECK(parse_duration_ms("1.5 min") == 90'000u);
  CHECK(parse_duration_ms("2h") == 7'200'000u);
  for (const char* bad : {"", "60", "s", "-1s", "1 sec", "1e3s", "1..5s", "60s ", " 60s", "1e",
                          "99999999999999999h"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_duration_ms(bad));
  }
}

TEST_CASE("sizes are binary units", "[course][units]") {
  CHECK(parse_size_bytes("64KiB") == 65'536u);
  CHECK(parse_size_bytes("1.5GiB") == 1'610'612'736u);
  for (const char* bad : {"", "2", "2GB", "2G", "GiB", "-2GiB", "2gib", "1e30TiB"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_size_bytes(bad));
  }
}

TEST_CASE("numbers are decimal, finite and alone", "[course][units]") {
  CHECK(parse_number("4.5") == 4.5);
  CHECK(parse_number("-1e3") == -1000.0);
  CHECK(parse_count("16777216") == 16'777'216u);
  for (const char* bad : {"", "inf", "nan", "0x10", "1 2", "4,5", "1e999"}) {
    CAPTURE(bad);
    CHECK_FALSE(parse_number(bad));
    CHECK_FALSE(parse_count(bad));
  }
  CHECK_FALSE(parse_count("-1"));
  CHECK_FALSE(parse_count("18446744073709551616"));
}

TEST_CASE("due dates are RFC 3339 with days that exist", "[course][units]") {
  for (const char* good :
       {"2027-03-01T23:59:00+01:00", "2028-02-29T00:00:00Z", "2027-01-01T00:00:00.25-05:30"}) {
    CAPTURE(good);
    CHECK(is_rfc3339(good));
  }
  for (const char* bad :
       {"", "2027-03-01", "2027-03-01 23:59:00Z", "2027-02-29T00:00:00Z", "2027-13-01T00:00:00Z",
        "2027-00-01T00:00:00Z", "2027-03-00T00:00:00Z", "2027-03-01T24:00:00Z",
        "2027-03-01T23:60:00Z", "2027-03-01T23:59:00", "2027-03-01T23:59:00+1:00",
        "2027-03-01T23:59:00+24:00", "2027-03-01T23:59:00.Z", "2027-03-01T23:59:00Zx",
        "2100-02-29T00:00:00Z"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_rfc3339(bad));
  }
}

TEST_CASE("names keep to one spelling", "[course][units]") {
  CHECK(is_lower_case_name("reduce_shuffle2"));
  for (const char* bad : {"", "_a", "a_", "a__b", "2a", "aB", "a-b", "a b", "\xc3\xa4"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_lower_case_name(bad));
  }
  for (const char* bad : {"", ".hidden", "-rf", "a/b", "..", "a b", "a;b", "a\nb"}) {
    CAPTURE(bad);
    CHECK_FALSE(is_plain_file_name(bad));
  }
  CHECK(is_plain_file_name("vector_add.cu"));
}

TEST_CASE("the edit distance counts a swap of neighbours as one edit", "[course][suggest]") {
  CHECK(support::edit_distance("", "abc") == 3);
  CHECK(support::edit_distance("abc", "abc") == 0);
  CHECK(support::edit_distance("titel", "title") == 1);
  CHECK(support::edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("a list of words ends with and, or with how many are left out", "[course][words]") {
  CHECK(support::word_list({}) == "");
  CHECK(support::word_list({"a"}) == "a");
  CHECK(support::word_list({"a", "b"}) == "a and b");
  CHECK(support::word_list({"a", "b", "c"}, 3) == "a, b and c");
  CHECK(support::word_list({"a", "b", "c", "d"}, 3) == "a, b, c and 1 more");
  CHECK(support::word_list({"a", "b", "c"}, 1) == "a and 2 more");
  CHECK(support::quoted_list({"a", "b", "c"}) == "'a', 'b' and 'c'");
}

TEST_CASE("a suggestion is made only for a near word", "[course][suggest]") {
  const std::vector<std::string> known = {"correctness", "timing", "counters"};
  CHECK(nearest("timming", known) == "timing");
  CHECK(nearest("corectnes", known) == "correctness");
  CHECK(nearest("speed", known).empty());
  CHECK(nearest(std::string(100'000, 'x'), known).empty());
  CHECK(did_you_mean("speed", known) == "known: correctness, timing, counters");
}

}  // namespace warpschool::course
