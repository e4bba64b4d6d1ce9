// SHA-256 (FIPS 180-4): what files, exercises and tools are told apart by.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace warpschool::grader {

class Sha256 {
 public:
  /// @param may_use_instructions of the processor for SHA, where it has them.
  explicit Sha256(bool may_use_instructions = true) : may_use_instructions_(may_use_instructions) {}

  void update(std::string_view bytes);
  /// Length and content: two different lists of fields never feed the same bytes.
  void update_field(std::string_view field);
  /// 64 hexadecimal digits. The object is spent afterwards.
  std::string finish();

 private:
  void compress(const std::uint8_t* block);
  void compress_anywhere(const std::uint8_t* block);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::uint8_t, 64> block_{};
  std::size_t filled_ = 0;
  std::uint64_t total_ = 0;
  bool may_use_instructions_;
};

/// The digest of one text.
std::string sha256(std::string_view bytes);

}  // namespace warpschool::grader
