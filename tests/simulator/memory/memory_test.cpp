// Tries allocations, their addresses, and which of them an address is nearest to.
#include "warpschool/sim/memory.hpp"

#include "warpschool/harness/catch.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace warpschool::sim {
namespace {

constexpr std::uint64_t kGiB = 1ull << 30;

TEST_CASE("an allocation is found by every address inside it and by none outside",
          "[sim][memory]") {
  Memory memory(kGiB);
  const Allocation* a = memory.allocate(100, AllocationKind::kDevice);
  REQUIRE(a != nullptr);
  CHECK(memory.find(a->begin) == a);
  CHECK(memory.find(a->begin + 96, 4) == a);
  CHECK(memory.find(a->begin + 97, 4) == nullptr);
  CHECK(memory.find(a->begin + 100) == nullptr);
  CHECK(memory.find(a->begin - 1) == nullptr);
  CHECK(memory.find(0) == nullptr);
  CHECK(memory.find(~0ull, 1) == nullptr);
  CHECK(memory.find(a->begin, ~0ull) == nullptr);
}

TEST_CASE("device memory begins at multiples of 512 with guards between", "[sim][memory]") {
  Memory memory(kGiB);
  const Allocation* previous = nullptr;
  for (const std::uint64_t bytes : {1u, 511u, 512u, 513u, 4096u}) {
    const Allocation* next = memory.allocate(bytes, AllocationKind::kDevice);
    REQUIRE(next != nullptr);
    CHECK(next->begin % 512 == 0);
    if (previous != nullptr) {
      CHECK(next->begin >= previous->begin + previous->bytes + 512);
    }
    previous = next;
  }
}

TEST_CASE("behind memory lie as many addresses that are nobody's", "[sim][memory]") {
  Memory memory(kGiB);
  for (const std::uint64_t bytes : {4ull, 100'000ull, 48ull << 20}) {
    const Allocation* a = memory.allocate(bytes, AllocationKind::kDevice, {}, "a.cu:1");
    const Allocation* b = memory.allocate(bytes, AllocationKind::kDevice, {}, "b.cu:2");
    REQUIRE(a != nullptr);
    REQUIRE(b != nullptr);
    const std::uint64_t least = 64 << 10;
    CHECK(b->begin - (a->begin + a->bytes) >= std::max(bytes, least));
    const auto near = memory.nearest(a->begin + bytes + bytes / 2, 4);
    REQUIRE(near);
    CHECK(near->origin == "a.cu:1");
    CHECK(near->distance == static_cast<std::int64_t>(bytes / 2 + 4));
  }
}

TEST_CASE("guards shrink when addresses run short", "[sim][memory]") {
  Memory memory(kGiB, std::uint64_t{1} << 20);
  unsigned count = 0;
  while (count < 400 && memory.allocate(1024, AllocationKind::kDevice) != nullptr) {
    ++count;
  }
  CHECK(count == 400);
}

TEST_CASE("fresh device memory is poisoned, large pieces too", "[sim][memory]") {
  Memory memory(kGiB);
  for (const std::uint64_t bytes : {7ull, 4096ull, 48ull << 20}) {
    const Allocation* a = memory.allocate(bytes, AllocationKind::kDevice);
    REQUIRE(a != nullptr);
    CHECK(a->backing[0] == std::byte{0xCD});
    CHECK(a->backing[bytes - 1] == std::byte{0xCD});
    std::memset(a->backing, 1, bytes);
    CHECK(*memory.translate(a->begin + bytes / 2, 1) == std::byte{1});
    CHECK(memory.release(a->begin));
  }
  const Allocation* again = memory.allocate(48ull << 20, AllocationKind::kDevice);
  CHECK(again->backing[123456] == std::byte{0xCD});
}

TEST_CASE("a guest may allocate more than the host has", "[sim][memory]") {
  Memory memory(141 * kGiB);
  const Allocation* a = memory.allocate(100 * kGiB, AllocationKind::kDevice);
  REQUIRE(a != nullptr);
  a->backing[99 * kGiB] = std::byte{1};
  CHECK(memory.allocate(42 * kGiB, AllocationKind::kDevice) == nullptr);
}

TEST_CASE("capacity is counted and given back", "[sim][memory]") {
  Memory memory(1000);
  const Allocation* a = memory.allocate(600, AllocationKind::kDevice);
  CHECK(memory.used_bytes() == 600);
  CHECK(memory.allocate(500, AllocationKind::kDevice) == nullptr);
  CHECK(memory.release(a->begin));
  CHECK(memory.used_bytes() == 0);
  CHECK(memory.allocate(1000, AllocationKind::kDevice) != nullptr);
}

TEST_CASE("zero bytes have an address of their own and hold nothing", "[sim][memory]") {
  Memory memory(kGiB);
  const Allocation* a = memory.allocate(0, AllocationKind::kDevice);
  const Allocation* b = memory.allocate(0, AllocationKind::kDevice);
  REQUIRE(a != nullptr);
  CHECK(a->begin != b->begin);
  CHECK(memory.find(a->begin) == nullptr);
  CHECK(memory.release(a->begin));
}

TEST_CASE("only the begin of a live allocation can be released, and once", "[sim][memory]") {
  Memory memory(kGiB);
  const DeviceAddress begin = memory.allocate(64, AllocationKind::kDevice)->begin;
  CHECK_FALSE(memory.release(begin + 4));
  CHECK_FALSE(memory.release(0));
  CHECK(memory.release(begin));
  CHECK_FALSE(memory.release(begin));
}

TEST_CASE("freed addresses are remembered and not used again soon", "[sim][memory]") {
  Memory memory(kGiB);
  const DeviceAddress begin = memory.allocate(64, AllocationKind::kDevice, {}, "a.cu:3")->begin;
  REQUIRE(memory.release(begin));
  CHECK(memory.find(begin) == nullptr);
  REQUIRE(memory.find_freed(begin + 63) != nullptr);
  CHECK(memory.find_freed(begin + 63)->origin() == "a.cu:3");
  CHECK(memory.find_freed(begin + 64) == nullptr);
  CHECK(memory.allocate(64, AllocationKind::kDevice)->begin != begin);
  const auto near = memory.nearest(begin + 4, 4);
  REQUIRE(near);
  CHECK(near->begin == begin);
  CHECK(near->distance == 0);
}

TEST_CASE("when the window is short, freed addresses are used again", "[sim][memory]") {
  Memory memory(kGiB, 64 << 10);
  std::vector<DeviceAddress> begins;
  for (int i = 0; i < 1000; ++i) {
    const Allocation* a = memory.allocate(8192, AllocationKind::kDevice);
    REQUIRE(a != nullptr);
    begins.push_back(a->begin);
    if (begins.size() > 3) {
      CHECK(memory.release(begins[begins.size() - 4]));
    }
  }
  CHECK(memory.live().size() == 3);
  CHECK(memory.allocate(64 << 10, AllocationKind::kDevice) == nullptr);
}

TEST_CASE("only so many freed allocations are remembered", "[sim][memory]") {
  Memory memory(kGiB);
  DeviceAddress first = 0, last = 0;
  for (int i = 0; i < 70000; ++i) {
    last = memory.allocate(1, AllocationKind::kDevice)->begin;
    first = i == 0 ? last : first;
    REQUIRE(memory.release(last));
  }
  CHECK(memory.find_freed(first) == nullptr);
  CHECK(memory.find_freed(last) != nullptr);
}

TEST_CASE("the nearest allocation says how far past its end or before its begin", "[sim][memory]") {
  Memory memory(kGiB);
  const Allocation* a = memory.allocate(4000, AllocationKind::kDevice, "table");
  memory.allocate(16, AllocationKind::kDevice);
  const auto past = memory.nearest(a->begin + 4000, 4);
  REQUIRE(past);
  CHECK(past->distance == 4);
  CHECK(past->name == "table");
  CHECK(memory.nearest(a->begin + 3998, 4)->distance == 2);
  CHECK(memory.nearest(a->begin - 4, 4)->distance == -4);
  CHECK(memory.nearest(a->begin + 8, 4)->distance == 0);
  CHECK_FALSE(memory.nearest(16, 4));
  CHECK_FALSE(memory.nearest(~0ull - 3, 4));
}

TEST_CASE("an address near freed memory belongs to what is alive behind it", "[sim][memory]") {
  Memory memory(kGiB);
  const DeviceAddress rows = memory.allocate(9728, AllocationKind::kDevice)->begin;
  const DeviceAddress picture = memory.allocate(5580, AllocationKind::kDevice, "picture")->begin;
  REQUIRE(memory.release(rows));
  const DeviceAddress closer_to_rows = rows + 9728 + (picture - rows - 9728) / 4;
  const auto near = memory.nearest(closer_to_rows, 4);
  REQUIRE(near);
  CHECK(near->name == "picture");
  CHECK(near->distance < 0);
  CHECK(memory.nearest(rows + 9728, 4)->begin == rows);
}

TEST_CASE("what nobody has written of a range is counted", "[sim][memory]") {
  const bool wanted = true;
  Memory memory(kGiB);
  memory.follow(&wanted);
  const DeviceAddress a = memory.allocate(4000, AllocationKind::kDevice)->begin;
  UnwrittenPart part = memory.unwritten(a + 100, 3000);
  CHECK((part.bytes == 3000 && part.first == 0 && part.longest == 3000 && part.is_tail));
  memory.mark_written(a, 1003);
  part = memory.unwritten(a, 4000);
  CHECK((part.bytes == 2997 && part.first == 1003 && part.longest == 2997 && part.is_tail));
  memory.mark_written(a + 2000, 500);
  part = memory.unwritten(a + 1, 3999);
  CHECK((part.bytes == 2497 && part.first == 1002 && part.longest == 1500 && !part.is_tail));
  CHECK(memory.unwritten(a + 2000, 500).bytes == 0);
  for (DeviceAddress at = a; at < a + 4000; at += 8) {
    memory.mark_written(at, 8);
  }
  CHECK(memory.unwritten(a, 4000).bytes == 0);
}

TEST_CASE("host memory is adopted at its own address", "[sim][memory]") {
  Memory memory(kGiB);
  std::vector<int> host(100);
  const Allocation* a =
      memory.adopt_host(host.data(), host.size() * sizeof(int), AllocationKind::kPinnedHost);
  REQUIRE(a != nullptr);
  CHECK(memory.translate(a->begin + 4, 4) == reinterpret_cast<std::byte*>(&host[1]));
  CHECK(memory.adopt_host(&host[3], 4, AllocationKind::kManaged) == nullptr);
  CHECK(memory.used_bytes() == 0);
  CHECK(memory.release(a->begin));
  CHECK(memory.find_freed(reinterpret_cast<DeviceAddress>(&host[3])) != nullptr);
  CHECK(memory.adopt_host(&host[3], 4, AllocationKind::kManaged) != nullptr);
  CHECK(memory.find_freed(reinterpret_cast<DeviceAddress>(&host[3])) == nullptr);
}

TEST_CASE("allocations of one line share what is known of it", "[sim][memory]") {
  Memory memory(kGiB);
  const Allocation* a = memory.allocate(8, AllocationKind::kDevice, {}, "a.cu:1");
  const Allocation* b = memory.allocate(8, AllocationKind::kDevice, {}, "a.cu:2");
  const Allocation* c = memory.allocate(8, AllocationKind::kDevice, {}, "a.cu:1");
  CHECK(a->label == c->label);
  CHECK(a->origin() == "a.cu:1");
  CHECK(b->origin() == "a.cu:2");
  CHECK(memory.allocate(8, AllocationKind::kModuleGlobal, "n", "a.cu:1")->name() == "n");
}

TEST_CASE("every change gives a new generation", "[sim][memory]") {
  Memory memory(kGiB);
  const auto before = memory.generation();
  const Allocation* a = memory.allocate(1, AllocationKind::kDevice);
  CHECK(memory.generation() != before);
  const auto between = memory.generation();
  memory.release(a->begin);
  CHECK(memory.generation() != between);
}

TEST_CASE("two devices have windows of their own", "[sim][memory]") {
  Memory one(kGiB), two(kGiB);
  const Allocation* a = one.allocate(8, AllocationKind::kDevice);
  CHECK(one.in_device_window(a->begin));
  CHECK_FALSE(two.in_device_window(a->begin));
  CHECK(two.find(a->begin) == nullptr);
}

TEST_CASE("addresses are the same in every run", "[sim][memory]") {
  DeviceAddress first = 0;
  {
    Memory memory(kGiB);
    first = memory.allocate(8, AllocationKind::kDevice)->begin;
  }
  Memory memory(kGiB);
  CHECK(memory.allocate(8, AllocationKind::kDevice)->begin == first);
}

TEST_CASE("a hundred thousand allocations are found, in whatever order they go", "[sim][memory]") {
  Memory memory(kGiB);
  constexpr std::size_t kCount = 100'000, kStep = 7919;  // coprime: visits all
  std::vector<DeviceAddress> begins;
  for (std::size_t i = 0; i < kCount; ++i) {
    begins.push_back(memory.allocate(64, AllocationKind::kDevice)->begin);
  }
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const DeviceAddress begin = begins[i * kStep % kCount];
    wrong += memory.find(begin + 63) != nullptr && memory.find(begin + 64) == nullptr ? 0U : 1U;
    wrong += memory.release(begin) && !memory.release(begin) ? 0U : 1U;
    wrong += memory.find(begin) == nullptr && memory.find_freed(begin) != nullptr ? 0U : 1U;
  }
  CHECK(wrong == 0);
  CHECK(memory.live().empty());
  CHECK(memory.used_bytes() == 0);
}

// The thread sanitizer keeps these addresses for itself (window.cpp): a write there may succeed.
#ifndef __SANITIZE_THREAD__
void write_to(DeviceAddress address) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): an address of the device is an integer
  *reinterpret_cast<volatile int*>(address) = 1;
}

TEST_CASE("host code that dereferences a device pointer dies at that address", "[sim][memory]") {
  Memory memory(kGiB);
  const DeviceAddress begin = memory.allocate(8, AllocationKind::kDevice)->begin;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    struct sigaction action {};
    action.sa_flags = SA_SIGINFO;
    static DeviceAddress expected = begin;
    action.sa_sigaction = [](int, siginfo_t* info, void*) {
      _exit(reinterpret_cast<DeviceAddress>(info->si_addr) == expected ? 42 : 1);
    };
    sigaction(SIGSEGV, &action, nullptr);
    write_to(begin);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 42);
}
#endif

}  // namespace
}  // namespace warpschool::sim
