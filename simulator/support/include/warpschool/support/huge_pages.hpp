// Memory in the host's large pages, where it has any. Scattered accesses to tables of megabytes
// would otherwise spend most of their time on address translation, and twice as much in a virtual
// machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <utility>
#if defined(__linux__)
#  include <sys/mman.h>
#endif

namespace warpschool {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// @param alignment a power of two, at least that of pointers. Returns nullptr when there is no
/// room; std::free() takes it back. Less than a large page, and the end that fills none, lies in
/// small ones: nothing is spent on rounding.
inline void* allocate_huge(std::size_t bytes, std::size_t alignment) noexcept {
  const bool is_large = bytes >= kHugePageBytes;
  const std::size_t unit = is_large ? std::max(alignment, kHugePageBytes) : alignment;
  void* memory = nullptr;
  if (posix_memalign(&memory, unit, std::max(bytes, alignment)) != 0) {
    return nullptr;
  }
#if defined(__linux__)
  if (is_large) {
    // Refused: it is only slower.
    static_cast<void>(madvise(memory, bytes / kHugePageBytes * kHugePageBytes, MADV_HUGEPAGE));
  }
#endif
  return memory;
}

/// For containers of the standard library.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class Other>
  explicit(false) HugePageAllocator(const HugePageAllocator<Other>&) {}

  T* allocate(std::size_t count) {
    void* memory = allocate_huge(count * sizeof(T), std::max(alignof(T), sizeof(void*)));
    if (memory == nullptr) {
      throw std::bad_alloc();
    }
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t) noexcept { std::free(memory); }
  template <class Other>
  bool operator==(const HugePageAllocator<Other>&) const {
    return true;
  }
};

/// Bytes that grow at the end, where nobody fills them before they are asked for.
class HugePageBytes {
 public:
  std::size_t size() const { return size_; }
  const std::byte* data() const { return bytes_.get(); }
  void clear() { size_ = 0; }
  /// `count` bytes more, of any value. Throws std::bad_alloc, and nothing has changed then. What
  /// data() gave before is no longer valid.
  std::byte* extend(std::size_t count) {
    if (count > room_ - size_) {
      grow(size_ + count);
    }
    return bytes_.get() + std::exchange(size_, size_ + count);
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const { std::free(memory); }
  };

  void grow(std::size_t least) {
    const std::size_t room = std::max(least, 2 * room_);
    std::unique_ptr<std::byte, Free> more(
        static_cast<std::byte*>(allocate_huge(room, alignof(std::max_align_t))));
    if (more == nullptr) {
      throw std::bad_alloc();
    }
    if (size_ > 0) {
      std::memcpy(more.get(), bytes_.get(), size_);
    }
    bytes_ = std::move(more);
    room_ = room;
  }

  std::unique_ptr<std::byte, Free> bytes_;
  std::size_t size_ = 0, room_ = 0;
};

}  // namespace warpschool
