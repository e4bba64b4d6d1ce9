// The lock that processes of one machine share.
#include "warpschool/support/machine_lock.hpp"

#include "test_folder.hpp"

#include <chrono>
#include <future>
#include <warpschool/harness/catch.hpp>

using namespace std::chrono_literals;
using warpschool::MachineLock;
using warpschool::name_of_gpu_lock;
using warpschool::grader::ScratchFolder;

namespace {

/// Takes the lock in another thread: each lock has a file of its own, so that threads compete as
/// processes do.
std::future<bool> take(const std::filesystem::path& folder, MachineLock::Kind kind) {
  return std::async(std::launch::async,
                    [=] { return MachineLock("some", kind, folder).is_held(); });
}

}  // namespace

TEST_CASE("who wants a machine lock alone waits for all others", "[grader]") {
  const ScratchFolder scratch;
  std::future<bool> alone;
  {
    const MachineLock first("some", MachineLock::Kind::kShared, scratch.path());
    REQUIRE(first.is_held());
    CHECK(take(scratch.path(), MachineLock::Kind::kShared).get());
    alone = take(scratch.path(), MachineLock::Kind::kAlone);
    CHECK(alone.wait_for(50ms) == std::future_status::timeout);
  }
  CHECK(alone.get());
}

TEST_CASE("a machine lock that has no place is none", "[grader]") {
  const ScratchFolder scratch;
  CHECK_FALSE(MachineLock("some", MachineLock::Kind::kAlone, scratch.path() / "missing").is_held());
}

TEST_CASE("processes on different GPUs have different locks", "[grader]") {
  CHECK(name_of_gpu_lock(nullptr) == "warpschool-gpu");
  CHECK(name_of_gpu_lock("0,1") == "warpschool-gpu-0_1");
  CHECK(name_of_gpu_lock("../x") == "warpschool-gpu-___x");
}
