// What the last kernel was told: by its arguments, by its code, and by the small variables it
// reads.
#pragma once

#include "runtime/base/launches.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace warpschool::sim::runtime {

class LastKernel {
 public:
  void launched(const PreparedLaunch& launch);
  /// Is the number one of its arguments, or in one that is a struct, of 32 or 64 bits?
  bool was_given(std::uint64_t number) const;
  /// Does one of its arguments lead into the allocation?
  bool was_given_memory(const Allocation& held) const;
  /// May its guard say i < number, or i <= number - 1? The number may be an argument, stand in a
  /// comparison, or lie in a __constant__ variable or in a few bytes that an argument leads to.
  bool knows(Runtime& runtime, std::uint64_t number) const;
  /// Does it look at threadIdx.y or blockIdx.y? Who numbers threads or blocks, y * width + x, wants
  /// the width, too, and is right with one row.
  bool uses_rows(Runtime& runtime) const;
  /// It, or perhaps a function that it calls, knows its block.
  bool uses_block_index(Runtime& runtime) const;

 private:
  bool was_given_short(Runtime& runtime, std::uint64_t number) const;
  bool reads_constant(Runtime& runtime, std::uint64_t number) const;
  bool leads_to(Runtime& runtime, std::uint64_t number) const;

  const void* function_ = nullptr;
  std::vector<std::byte> arguments_;
};

}  // namespace warpschool::sim::runtime
