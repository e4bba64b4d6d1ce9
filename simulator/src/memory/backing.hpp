// Host memory behind device allocations, filled with the poison pattern.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpschool::sim {

/// What memory that nobody has written holds.
inline constexpr std::byte kPoison{0xCD};

/// Makes and frees poisoned memory. Large pieces are copy-on-write views of one poisoned file in
/// memory. They cost host memory only where they are written, so a guest may ask for as much as the
/// simulated device has.
class BackingStore {
 public:
  BackingStore() = default;
  ~BackingStore();
  BackingStore(const BackingStore&) = delete;
  BackingStore& operator=(const BackingStore&) = delete;

  /// nullptr when the host has no room. Aligned for accesses of 16 bytes; never nullptr for 0 bytes
  /// otherwise.
  std::byte* make(std::uint64_t bytes);
  /// `bytes` as given to make().
  static void free(std::byte* memory, std::uint64_t bytes);

 private:
  std::byte* make_large(std::uint64_t bytes);
  /// Its first `bytes`.
  bool poison_file(std::uint64_t bytes);

  int poisoned_file_ = -1;
  std::uint64_t poisoned_bytes_ = 0;
};

}  // namespace warpschool::sim
