// Tries the environment variables that set up the simulator.
#include "runtime/base/settings.hpp"

#include "warpschool/harness/catch.hpp"

#include <cstdlib>

namespace warpschool::sim::runtime {
namespace {

/// Sets an environment variable for the life of the object.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) { ::setenv(name, value, 1); }
  ~Environment() { ::unsetenv(name_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
};

TEST_CASE("WARPSCHOOL_DEVICE chooses the profile", "[runtime]") {
  CHECK(profile_from_environment().id == device_profiles().front().id);
  const Environment environment("WARPSCHOOL_DEVICE", "t4");
  CHECK(profile_from_environment().id == "t4");
}

TEST_CASE("WARPSCHOOL_ON_FAULT says whether later work runs", "[runtime]") {
  CHECK_FALSE(goes_on_after_faults());
  {
    const Environment environment("WARPSCHOOL_ON_FAULT", "go_on");
    CHECK(goes_on_after_faults());
  }
  const Environment environment("WARPSCHOOL_ON_FAULT", "stop");
  CHECK_FALSE(goes_on_after_faults());
}

TEST_CASE("WARPSCHOOL_CHECKS lists the checks that are on", "[runtime]") {
  CHECK(options_from_environment().checks.races);
  CHECK(options_from_environment().checks.uninitialised);
  {
    const Environment environment("WARPSCHOOL_CHECKS", "none");
    CHECK_FALSE(options_from_environment().checks.races);
    CHECK_FALSE(options_from_environment().checks.barriers);
  }
  const Environment environment("WARPSCHOOL_CHECKS", "uninitialised,barriers");
  CHECK(options_from_environment().checks.uninitialised);
  CHECK(options_from_environment().checks.barriers);
  CHECK_FALSE(options_from_environment().checks.races);
}

TEST_CASE("an option of an unknown name is refused", "[runtime]") {
  DeviceOptions options;
  CHECK(set_option(options, "races", false));
  CHECK_FALSE(options.checks.races);
  CHECK_FALSE(set_option(options, "racse", true));
}

}  // namespace
}  // namespace warpschool::sim::runtime
