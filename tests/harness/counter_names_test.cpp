// The harness's list of the simulator's counters against the simulator's own.
#include "warpschool/harness/metrics.hpp"
#include "warpschool/sim/counters.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <warpschool/harness/catch.hpp>

namespace warpschool::harness {

TEST_CASE("every counter of the simulator may be named in a rule, and nothing else",
          "[harness][metrics]") {
  std::vector<std::string> counted;
  const nlohmann::json counters = nlohmann::json::parse(to_json(sim::Counters{}));
  for (const auto& [name, value] : counters.items()) {
    counted.push_back(name);
  }
  std::vector<std::string> listed = counter_names();
  std::sort(counted.begin(), counted.end());
  std::sort(listed.begin(), listed.end());
  CHECK(listed == counted);
}

}  // namespace warpschool::harness
