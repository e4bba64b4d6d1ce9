// Pinned and managed memory as the runtime hands it out.
#include "runtime/host_blocks.hpp"

#include "warpschool/harness/catch.hpp"

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

constexpr std::uintptr_t kPage = 4096;

std::uintptr_t number(const void* block) {
  return reinterpret_cast<std::uintptr_t>(block);
}

std::size_t pages_of(const std::vector<void*>& blocks, std::size_t bytes) {
  std::set<std::uintptr_t> pages;
  for (const void* block : blocks) {
    pages.insert(number(block) / kPage);
    pages.insert((number(block) + bytes - 1) / kPage);
  }
  return pages.size();
}

}  // namespace

TEST_CASE("blocks of host memory lie apart, each at the begin of a page") {
  HostBlocks blocks;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4096}, std::size_t{5} << 20}) {
    auto* const block = static_cast<unsigned char*>(blocks.allocate(bytes));
    REQUIRE(block != nullptr);
    CHECK(number(block) % kPage == 0);
    CHECK(block[0] == 0);
    CHECK(block[bytes - 1] == 0);
    CHECK(blocks.owns(block));
    blocks.release(block);
    CHECK(!blocks.owns(block));
    CHECK(blocks.was_freed(block + bytes - 1));
  }
}

TEST_CASE("small blocks beyond the first thousand share pages") {
  constexpr std::size_t kBlocks = 20'000, kBytes = 24;
  HostBlocks blocks;
  std::vector<void*> all;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    all.push_back(blocks.allocate(kBytes));
    REQUIRE(all.back() != nullptr);
    std::memset(all.back(), static_cast<int>(i % 251), kBytes);
  }
  for (std::size_t i = 0; i < kBlocks; ++i) {
    const auto* const bytes = static_cast<const unsigned char*>(all[i]);
    REQUIRE(bytes[0] == i % 251);
    REQUIRE(bytes[kBytes - 1] == i % 251);
    REQUIRE(number(all[i]) % 256 == 0);
    // Who is at the begin of a page has it to himself.
    REQUIRE((i < 1024) == (number(all[i]) % kPage == 0));
  }
  CHECK(std::set<void*>(all.begin(), all.end()).size() == kBlocks);
  CHECK(pages_of(all, kBytes) < 1024 + kBlocks / 10);
  void* const large = blocks.allocate(kPage);
  CHECK(number(large) % kPage == 0);
  for (void* block : all) {
    blocks.release(block);
    REQUIRE(!blocks.owns(block));
    REQUIRE(blocks.was_freed(block));
  }
  CHECK(blocks.owns(large));
}

}  // namespace warpschool::sim::runtime
