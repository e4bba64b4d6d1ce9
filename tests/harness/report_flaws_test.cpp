// Tries which texts pass for the simulator's report.
#include "fate.hpp"
#include "simulator_report.hpp"
#include "warpschool/harness/catch.hpp"

#include <string>

using namespace warpschool::harness;

TEST_CASE("only what the simulator may have written passes for its report", "[harness][report]") {
  CHECK(flaw_of_report(R"({"launches": [], "faults": []})").empty());
  CHECK(flaw_of_report(R"({"launches": [{"counters": {"warps": 1}}], "faults": [{"kind": "race",
      "text": "two", "other": {"place": {"file": "x.cu", "line": 3}}}], "copies": {"bytes": 8},
      "timeline": [{"what": "kernel", "begin_us": 0.5, "end_us": 1}]})")
            .empty());
  const auto text =
      GENERATE(as<std::string>{}, "", "launches: none", "[]", "{\"faults\": [",
               R"({"faults": [{"kind": 7}]})", R"({"faults": [null]})",
               R"({"faults": [{"kind": "race", "text": []}]})", R"({"faults": "none"})",
               R"({"launches": [5]})", R"({"launches": [{"counters": [1]}]})", R"({"copies": 3})",
               R"({"timeline": [{"what": {}}]})", "{\"faults\": \"\xff\"}");
  INFO(text);
  CHECK_FALSE(flaw_of_report(text).empty());
}

TEST_CASE("launches of a long report are counted, if it is whole", "[harness][report]") {
  std::string launches;
  for (int i = 0; i < 12'000; ++i) {
    launches += std::string(i == 0 ? "" : ",") + R"({"counters": {"warps": 1}, "grid": [1, 1, 1]})";
  }
  const std::string whole =
      R"({"launches_dropped": 3, "timeline": [{"what": "kernel"}], "launches": [)" + launches +
      "]}";
  CHECK(launches_of_overlong(whole) == 12'003U);
  CHECK_FALSE(launches_of_overlong(whole.substr(0, whole.size() - 1)));
  CHECK_FALSE(launches_of_overlong(R"({"launches": [{}], "faults": []})"));
  const Finding found = finding_of_too_much_work("sum", 65'512);
  CHECK(found.verdict == Verdict::kTimeout);
  CHECK_THAT(found.message, Catch::Contains("sum launched 65,512 kernels"));
}

TEST_CASE("a report nested a million levels deep is refused, not walked", "[harness][report]") {
  constexpr std::size_t kLevels = 1'000'000;
  const std::string deep = R"({"faults": [{"kind": "race", "x": )" + std::string(kLevels, '[') +
                           std::string(kLevels, ']') + "}]}";
  CHECK_FALSE(flaw_of_report(deep).empty());
}
