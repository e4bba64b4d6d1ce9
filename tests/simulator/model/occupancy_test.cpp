// Tries the occupancy of kernels.
#include "model/occupancy.hpp"

#include "warpschool/harness/catch.hpp"
#include "warpschool/sim/device.hpp"

#include <string>

namespace warpschool::sim {
namespace {

const DeviceProfile& profile(const char* id) {
  return *find_profile(id);
}

struct Row {
  const char* device;
  unsigned threads, registers;
  std::uint64_t shared;
  unsigned blocks;
  const char* limiter;
};

TEST_CASE("resident blocks follow the CUDA occupancy rules", "[sim][model]") {
  const Row rows[] = {
      {"h200", 256, 32, 0, 8, "warps"},
      {"h200", 32, 32, 0, 32, "blocks"},
      {"h200", 1024, 32, 0, 2, "warps"},
      {"h200", 1024, 33, 0, 1, "registers"},  // 40 a thread after rounding: 12 warps a quarter
      {"h200", 1024, 65, 0, 0, "registers"},  // does not launch
      {"h200", 256, 255, 0, 1, "registers"},  // 8192 a warp: 8 warps on the SM
      {"h200", 128, 32, 48 << 10, 4, "shared memory"},  // 49 KiB each with what is reserved
      {"h200", 256, 32, 227 << 10, 1, "shared memory"},
      {"h200", 256, 32, 228 << 10, 0, "shared memory"},
      {"a100", 128, 32, 16 << 10, 9, "shared memory"},
      {"t4", 256, 32, 0, 4, "warps"},
      {"t4", 64, 32, 4 << 10, 16, "warps"},
      {"t4", 32, 32, 4 << 10, 16, "blocks"},
      {"t4", 256, 32, 17 << 10, 3, "shared memory"},
      {"rtx3080", 256, 32, 0, 6, "warps"},
      {"rtx3080", 1024, 32, 0, 1, "warps"},
      {"h200", 33, 32, 0, 32, "warps"},  // 33 threads are two warps
  };
  for (const Row& row : rows) {
    CAPTURE(row.device, row.threads, row.registers, row.shared);
    const Occupancy got = occupancy(profile(row.device), row.threads, row.registers, row.shared);
    CHECK(got.blocks_per_sm == row.blocks);
    CHECK(std::string(got.limiter) == row.limiter);
  }
}

TEST_CASE("an estimate of registers leaves a block its place", "[sim][model]") {
  for (const unsigned threads : {32u, 96u, 512u, 768u, 1000u, 1024u}) {
    CAPTURE(threads);
    const unsigned registers = fitting_registers(profile("h200"), threads, 255);
    CHECK(occupancy(profile("h200"), threads, registers, 0).blocks_per_sm >= 1);
    CHECK((registers == 255 ||
           occupancy(profile("h200"), threads, registers + 8, 0).blocks_per_sm == 0));
  }
  CHECK(fitting_registers(profile("h200"), 1024, 65) == 64);
  CHECK(fitting_registers(profile("h200"), 1024, 40) == 40);
}

TEST_CASE("no threads have no occupancy", "[sim][model]") {
  CHECK(occupancy(profile("h200"), 0, 32, 0).blocks_per_sm == 0);
}

TEST_CASE("L1 gets what the smallest fitting carve-out leaves", "[sim][model]") {
  CHECK(l1_bytes(profile("h200"), 8, 0) == 256 << 10);
  CHECK(l1_bytes(profile("h200"), 8, 1024) == (256 - 16) << 10);
  CHECK(l1_bytes(profile("h200"), 1, 227 << 10) == (256 - 228) << 10);
  CHECK(l1_bytes(profile("a100"), 2, 64 << 10) == (192 - 132) << 10);
  CHECK(l1_bytes(profile("t4"), 1, 0) == (96 - 32) << 10);
  CHECK(l1_bytes(profile("t4"), 2, 20 << 10) == (96 - 64) << 10);
}

}  // namespace
}  // namespace warpschool::sim
