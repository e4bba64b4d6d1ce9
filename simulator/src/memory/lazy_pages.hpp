// Zeroed host memory for tables that follow an allocation word by word: it costs where it is
// touched, not where it could be.
#pragma once

#include <cstddef>
#include <cstdint>

namespace warpschool::sim {

class LazyPages {
 public:
  /// What a table of megabytes lies in: huge pages spare faults where all of it is used, small ones
  /// spare memory where little is.
  enum class PageSize : std::uint8_t { kSmall, kHuge };

  LazyPages() = default;
  ~LazyPages();
  LazyPages(const LazyPages&) = delete;
  LazyPages& operator=(const LazyPages&) = delete;

  /// False when the host has no room for so many addresses. What it held is gone.
  bool reserve(std::uint64_t bytes, PageSize page_size = PageSize::kHuge);
  void drop();
  void swap(LazyPages& other);
  /// Zeroes it.
  void clear();
  std::byte* data() const { return data_; }

 private:
  bool is_mapped() const;

  std::byte* data_ = nullptr;
  std::uint64_t bytes_ = 0;
};

}  // namespace warpschool::sim
