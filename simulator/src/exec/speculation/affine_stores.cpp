// Finds stores whose addresses are sums of indices.
#include "exec/speculation/affine_stores.hpp"

#include "exec/speculation/word_ownership.hpp"

#include <algorithm>
#include <vector>

namespace warpschool::sim {
namespace {

/// How many values an index takes, and by how much bytes move when it grows by one.
struct Digit {
  std::uint64_t count = 1, weight = 0;
};

/// Are the numbers that these digits make at least `extent` apart, each from all others? As in a
/// number system, if the weight of a digit is no less than what all lower ones come to.
bool are_apart(std::vector<Digit> digits, std::uint64_t extent) {
  std::sort(digits.begin(), digits.end(),
            [](const Digit& a, const Digit& b) { return a.weight < b.weight; });
  std::uint64_t lower = extent;
  for (const Digit& digit : digits) {
    std::uint64_t more = 0;
    if (digit.weight < lower || __builtin_mul_overflow(digit.weight, digit.count - 1, &more) ||
        __builtin_add_overflow(lower, more, &lower)) {
      return false;
    }
  }
  return true;
}

/// Threads of one block may meet: an index of theirs that does not count is left out.
std::vector<Digit> digits_of(const IndexSum& sum, const LaunchConfig& config) {
  const Dim3& block = config.block;
  const Dim3& grid = config.grid;
  const std::uint64_t counts[kIndices] = {block.x, block.y, block.z, grid.x, grid.y, grid.z};
  std::vector<Digit> digits;
  for (std::size_t i = 0; i < kIndices; ++i) {
    const auto weight = static_cast<std::uint64_t>(sum.weights[i]);
    const bool is_of_block = i >= kIndices / 2;
    if (counts[i] > 1 && (weight != 0 || is_of_block)) {
      digits.push_back({counts[i], sum.weights[i] < 0 ? 0 - weight : weight});
    }
  }
  return digits;
}

}  // namespace

bool are_apart(std::span<const Store> stores, const LaunchConfig& config) {
  return std::all_of(stores.begin(), stores.end(), [&](const Store& store) {
    ByteSpan span{~DeviceAddress{0}, 0};
    for (const Store& other : stores) {
      if (other.allocation != store.allocation) {
        continue;
      }
      if (!other.first || !store.first || other.first->weights != store.first->weights) {
        return false;
      }
      const auto origin = static_cast<DeviceAddress>(other.first->origin);
      span = {std::min(span.begin, origin), std::max(span.end, origin + other.bytes)};
    }
    return are_apart(digits_of(*store.first, config), span.end - span.begin);
  });
}

}  // namespace warpschool::sim
