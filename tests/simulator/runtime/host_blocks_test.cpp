// Pinned and managed memory as the runtime hands it out.
#include "runtime/host_memory/host_blocks.hpp"

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

TEST_CASE("small blocks keep the flags that they were allocated with") {
  HostBlocks blocks;
  std::vector<void*> all;
  for (unsigned i = 0; i < 2000; ++i) {
    all.push_back(blocks.allocate(64));
    CHECK(blocks.flags(all.back()) == cudaHostAllocMapped);
    blocks.set_flags(all.back(), i % 8);
  }
  for (unsigned i = 0; i < 2000; ++i) {
    CHECK(blocks.flags(all[i]) == i % 8);
    CHECK(!blocks.owns(static_cast<char*>(all[i]) + 128));
  }
}

TEST_CASE("pages of small blocks cost no memory when no block lies in them any more") {
  constexpr std::size_t kBlocks = 9000, kBytes = 1000, kMost = 1024;
  HostBlocks blocks;
  std::vector<char*> all;
  for (std::size_t i = 0; i < kMost + kBlocks; ++i) {
    all.push_back(static_cast<char*>(blocks.allocate(kBytes)));
    std::memset(all.back(), 1, kBytes);
  }
  // Every hundredth stays, so that no chunk is given back as a whole.
  for (std::size_t i = kMost; i < all.size(); ++i) {
    if (i % 100 != 0) {
      blocks.release(all[i]);
    }
  }
  std::size_t resident = 0;
  for (std::size_t i = kMost; i < all.size(); ++i) {
    const bool stays = i % 100 == 0;
    REQUIRE(blocks.owns(all[i]) == stays);
    REQUIRE((!stays || (all[i][0] == 1 && all[i][kBytes - 1] == 1)));
    resident += !stays && all[i][0] == 1 ? 1u : 0u;  // zero: its page was dropped
  }
  CHECK(resident < kBlocks / 10);
}

}  // namespace warpschool::sim::runtime
