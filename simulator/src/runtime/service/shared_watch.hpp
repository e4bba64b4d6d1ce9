// How much the device writes into memory that it shares with a program: what host code can read
// there without a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace warpschool::sim::runtime::service {

/// Compares the shared pages with what they held when somebody last looked. Not thread-safe.
class SharedWatch {
 public:
  /// A shared range of addresses, as the device sees it.
  struct Range {
    const std::byte* begin = nullptr;
    std::size_t bytes = 0;
  };

  /// What the ranges hold now is known. More than kMost bytes are not watched: so much is not given
  /// to a program whose answers are the device's.
  void look(const std::vector<Range>& ranges);
  /// How many bytes have changed since; they are known from now on. Bytes that were not there count
  /// as far as they are not zero.
  std::uint64_t changed(const std::vector<Range>& ranges);

  static constexpr std::size_t kMost = std::size_t{64} << 10;

 private:
  std::map<const std::byte*, std::vector<std::byte>> seen_;
};

}  // namespace warpschool::sim::runtime::service
