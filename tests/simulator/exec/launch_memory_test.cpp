// What the simulator itself needs of the host's memory, and what it answers to launches that ask
// for too much.
#include "../memory_use.hpp"
#include "guest.hpp"
#include "warpschool/harness/catch.hpp"

#include <limits>

using namespace warpschool::sim;
using namespace warpschool::tests;

namespace {

/// The most memory that was resident since forget_peak().
std::size_t peak_bytes() {
  return status_bytes("VmHWM");
}

void without_checks(Guest& guest, unsigned host_threads) {
  guest.device.options().checks = {false, false, false};
  guest.device.options().host_threads = host_threads;
}

}  // namespace

TEST_CASE("a launch needs little more memory than its data") {
  if (kInstrumented) {
    return;
  }
  const unsigned threads = GENERATE(1u, 2u);
  constexpr std::size_t n = std::size_t{40} << 20;
  constexpr std::uint64_t data = 2 * n * sizeof(float);
  Guest guest = block_kernels();
  without_checks(guest, threads);
  const DeviceAddress x = guest.allocate<float>(n), y = guest.allocate<float>(n);
  for (const DeviceAddress buffer : {x, y}) {
    std::memset(guest.device.memory().translate(buffer, n * sizeof(float)), 0, n * sizeof(float));
  }
  forget_peak();
  const LaunchOutcome outcome =
      guest.launch("saxpy_in_place", {n / 256, 1, 1}, {256, 1, 1}, x, y, static_cast<int>(n));
  REQUIRE(outcome.faults.empty());
  CHECK((threads == 1 || outcome.concurrent_blocks > n / 512));
  INFO("peak " << peak_bytes() / kMiB << " MiB for " << data / kMiB << " MiB of data");
  CHECK(peak_bytes() > data);
  CHECK(peak_bytes() <= data * 12 / 10 + 150 * kMiB);
}

TEST_CASE("with every check on, a launch needs at most six times its data") {
  if (kInstrumented) {
    return;
  }
  // One word further, and each warp shares sectors with the next: the shadow is kept by words.
  const bool by_words = GENERATE(false, true);
  constexpr std::size_t n = std::size_t{20} << 20;
  constexpr std::uint64_t data = 2 * n * sizeof(float);
  Guest guest = block_kernels();
  guest.device.options().checks = {true, true, true};
  // Of one allocation: readers of another one, which the kernel cannot write, are not remembered.
  const DeviceAddress x = guest.allocate<float>(2 * n), y = x + n * sizeof(float);
  for (const DeviceAddress buffer : {x, y}) {
    // In parts: then it is remembered byte by byte what was written.
    for (const std::size_t half : {std::size_t{0}, n / 2 * sizeof(float)}) {
      std::memset(guest.device.memory().translate(buffer + half, n / 2 * sizeof(float)), 0,
                  n / 2 * sizeof(float));
    }
  }
  forget_peak();
  const DeviceAddress skip = by_words ? sizeof(float) : 0;
  const LaunchOutcome outcome =
      guest.launch("saxpy_in_place", {n / 256, 1, 1}, {256, 1, 1}, x + skip, y + skip,
                   static_cast<int>(n - skip / sizeof(float)));
  REQUIRE(outcome.faults.empty());
  INFO("peak " << peak_bytes() / kMiB << " MiB for " << data / kMiB << " MiB of data");
  CHECK(peak_bytes() > (by_words ? 4 * data : data));
  CHECK(peak_bytes() <= data * (by_words ? 6 : 2) + 300 * kMiB);
}

TEST_CASE("a hundred thousand list nodes need little more memory than one array") {
  if (kInstrumented) {
    return;
  }
  const bool checked = GENERATE(false, true);
  constexpr unsigned kNodes = 200'000, kThreads = 256;
  constexpr std::uint64_t kNodeBytes = 64;
  constexpr std::uint64_t data = kNodes * (kNodeBytes + sizeof(DeviceAddress));
  Guest guest(kWriteToNodes, "nodes.ptx");
  guest.device.options().checks = {checked, checked, checked};
  guest.device.options().host_threads = 2;
  forget_peak();
  std::vector<DeviceAddress> nodes(kNodes);
  for (DeviceAddress& node : nodes) {
    node = guest.allocate<std::byte>(kNodeBytes);
    REQUIRE(node % 512 == 0);
  }
  const DeviceAddress list = guest.upload(nodes);
  const unsigned blocks = (kNodes + kThreads - 1) / kThreads;
  const LaunchOutcome outcome =
      guest.launch("write_to_nodes", {blocks, 1, 1}, {kThreads, 1, 1}, list, kNodes);
  REQUIRE(outcome.faults.empty());
  for (const unsigned node : {0u, kNodes / 2, kNodes - 1}) {
    CHECK(guest.download<unsigned>(nodes[node], 1)[0] == node);
  }
  INFO("peak " << peak_bytes() / kMiB << " MiB for " << data / kMiB << " MiB of data");
  CHECK(peak_bytes() > data);
  CHECK(peak_bytes() <= (checked ? 6 * data + 300 * kMiB : data * 12 / 10 + 150 * kMiB));
}

TEST_CASE("many blocks need no more memory than few") {
  if (kInstrumented) {
    return;
  }
  const auto [threads, checked] =
      GENERATE(table<unsigned, bool>({{1, false}, {2, false}, {1, true}}));
  Guest guest = course_kernels();
  without_checks(guest, threads);
  guest.device.options().checks.races = checked;
  guest.device.options().checks.uninitialised = checked;
  const DeviceAddress buffer = guest.upload(std::vector<float>(64, 1.0f));
  std::uint64_t peaks[2] = {};
  for (const unsigned shift : {10u, 22u}) {
    forget_peak();
    const LaunchOutcome outcome =
        guest.launch("vector_add", {1u << shift, 1, 1}, {32, 1, 1}, buffer, buffer, buffer, 64);
    REQUIRE(outcome.faults.empty());
    REQUIRE(outcome.counters.blocks == 1u << shift);
    peaks[shift == 22 ? 1 : 0] = peak_bytes();
  }
  INFO(peaks[0] / kMiB << " and " << peaks[1] / kMiB << " MiB");
  CHECK(peaks[1] <= peaks[0] + 16 * kMiB);
}

TEST_CASE("launches that ask for too much are refused or stopped, not crashed on") {
  Guest guest = course_kernels();
  guest.device.options().host_threads = 2;
  guest.device.options().max_thread_instructions = 1'000'000;
  const DeviceAddress buffer = guest.upload(std::vector<float>(64, 1.0f));
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  const auto kind = [&](Dim3 grid, Dim3 block, std::uint32_t shared) {
    const Parameters values(buffer, buffer, buffer, 64);
    const LaunchOutcome outcome = guest.device.launch(*guest.module, "vector_add",
                                                      {grid, block, shared, false}, values.bytes());
    return outcome.faults.empty() ? "none" : to_string(outcome.faults[0].kind);
  };
  CHECK(kind({most, 1, 1}, {32, 1, 1}, 0) == std::string("invalid_launch"));
  CHECK(kind({most, most, most}, {32, 1, 1}, 0) == std::string("invalid_launch"));
  CHECK(kind({1, 1, 1}, {most, most, most}, 0) == std::string("invalid_launch"));
  CHECK(kind({1, 1, 1}, {65536, 65536, 1}, 0) == std::string("invalid_launch"));
  CHECK(kind({0, 1, 1}, {32, 1, 1}, 0) == std::string("invalid_launch"));
  CHECK(kind({1, 1, 1}, {32, 1, 1}, most) == std::string("invalid_launch"));
  CHECK(kind({0x7fff'ffff, 65535, 65535}, {1, 1, 1}, 0) == std::string("work_limit"));
  CHECK(kind({2, 1, 1}, {32, 1, 1}, 0) == std::string("none"));
}
