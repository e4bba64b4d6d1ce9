// Reads little numbers and strings out of bytes that may be damaged: past the end everything is 0
// and good() is false.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace warpschool::sim::runtime {

class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : bytes_(bytes) {}

  bool good() const { return good_; }
  bool at_end() const { return next_ >= bytes_.size(); }
  void fail() { good_ = false; }

  /// A little-endian number of `width` bytes (at most 8).
  std::uint64_t fixed(std::size_t width) {
    std::uint64_t value = 0;
    if (has(width)) {
      std::memcpy(&value, bytes_.data() + next_, width);
      next_ += width;
    }
    return value;
  }
  /// Numbers in groups of 7 bits (DWARF 5, section 7.6).
  std::uint64_t unsigned_leb() { return leb(false); }
  std::int64_t signed_leb() { return static_cast<std::int64_t>(leb(true)); }
  void skip(std::uint64_t count) {
    if (has(count)) {
      next_ += count;
    }
  }
  std::string_view string() {
    const std::string_view text = string_at(next_);
    next_ = std::min(next_ + text.size() + 1, bytes_.size());
    return text;
  }
  std::string_view string_at(std::uint64_t offset) {
    if (offset >= bytes_.size()) {
      good_ = false;
      return {};
    }
    const auto* begin = reinterpret_cast<const char*>(bytes_.data() + offset);
    return {begin, ::strnlen(begin, bytes_.size() - offset)};
  }
  /// The next `count` bytes on their own; this reader goes on behind them.
  ByteReader take(std::uint64_t count) {
    const ByteReader part(has(count) ? bytes_.subspan(next_, count) : std::span<const std::byte>());
    skip(count);
    return part;
  }
  std::span<const std::byte> part(std::uint64_t offset, std::uint64_t count) {
    if (offset > bytes_.size() || count > bytes_.size() - offset) {
      good_ = false;
      return {};
    }
    return bytes_.subspan(offset, count);
  }
  template <class T>
  T object_at(std::uint64_t offset) {
    T object{};
    const std::span<const std::byte> place = part(offset, sizeof(T));
    if (!place.empty()) {
      std::memcpy(&object, place.data(), sizeof(T));
    }
    return object;
  }

 private:
  bool has(std::uint64_t count) {
    good_ = good_ && count <= bytes_.size() - next_;
    return good_;
  }
  std::uint64_t leb(bool is_signed) {
    std::uint64_t value = 0;
    unsigned shift = 0;
    for (;;) {
      const std::uint64_t group = fixed(1);
      value |= shift < 64 ? (group & 0x7fU) << shift : 0;
      shift += 7;
      if ((group & 0x80U) == 0) {
        const bool negative = is_signed && shift < 64 && (group & 0x40U) != 0;
        return negative ? value | (~std::uint64_t{0} << shift) : value;
      }
    }
  }

  std::span<const std::byte> bytes_;
  std::size_t next_ = 0;
  bool good_ = true;
};

}  // namespace warpschool::sim::runtime
