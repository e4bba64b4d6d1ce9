#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/profile.hpp"

#include <set>
#include <string>

namespace warpschool::sim {
namespace {

TEST_CASE("profiles are found by their id and the first is the H200", "[sim][model]") {
  CHECK(device_profiles().front().id == "h200");
  for (const char* id : {"h200", "a100", "t4", "rtx3080"}) {
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
  }
}

}  // namespace
}  // namespace warpschool::sim
