// Tries the profiles of devices: plausible numbers, each with its source.
#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/profile.hpp"

#include <set>
#include <string>
#include <string_view>

namespace warpschool::sim {
namespace {

TEST_CASE("profiles are found by their id and the first is the H200", "[sim][model]") {
  CHECK(device_profiles().front().id == "h200");
  for (const char* id : {"h200", "h100", "a100", "t4", "rtx3080", "l4"}) {
    REQUIRE(find_profile(id) != nullptr);
    CHECK(find_profile(id)->id == id);
  }
  CHECK(find_profile("h") == nullptr);
}

TEST_CASE("every profile is plausible and says that it is simulated", "[sim][model]") {
  std::set<std::string> ids;
  for (const DeviceProfile& profile : device_profiles()) {
    CAPTURE(profile.id);
    CHECK(ids.insert(profile.id).second);
    CHECK(profile.name.find("(simulated)") != std::string::npos);
    CHECK(profile.memory_bytes > 1ull << 30);
    CHECK(profile.l2_bytes > 1ull << 20);
    CHECK(profile.dram_gb_per_s > 0);
    CHECK(profile.l2_gb_per_s > profile.dram_gb_per_s);
    CHECK(profile.shared_bytes_per_block_optin >= profile.shared_bytes_per_block);
    CHECK(profile.shared_bytes_per_sm >= profile.shared_bytes_per_block_optin);
    CHECK(profile.l1_and_shared_bytes > profile.shared_bytes_per_sm);
    CHECK(profile.pcie_gb_per_s > profile.pageable_gb_per_s);
    CHECK(profile.l2_slices > 0);
    CHECK(profile.l2_total_bytes >= profile.l2_bytes);
    CHECK(profile.l2_persisting_bytes < profile.l2_total_bytes);
    CHECK((profile.l2_persisting_bytes != 0) == (profile.compute_major >= 8));
    // What a clock moves, at two words a clock, is more than what benchmarks reach of it.
    CHECK(profile.memory_clock_khz * 2e-6 * profile.memory_bus_bits / 8 > profile.dram_gb_per_s);
  }
}

TEST_CASE("each number of a profile says where it is from, once", "[sim][model]") {
  for (const DeviceProfile& profile : device_profiles()) {
    std::set<std::string_view> names;
    for (const ProfileSource& row : profile_sources(profile.id)) {
      CAPTURE(profile.id, std::string(row.name));
      CHECK(names.insert(row.name).second);
      CHECK(row.source.size() > 5);
    }
    CHECK(names.size() == 55);  // of all that a profile has but its id and its name
    CHECK(names.count("dram_gb_per_s") == 1);
    CHECK(names.count("l2_persisting_bytes") == 1);
  }
  CHECK(profile_sources("h").empty());
}

}  // namespace
}  // namespace warpschool::sim
