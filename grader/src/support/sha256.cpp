// SHA-256 of texts and fields, computed by nettle.
#include "support/sha256.hpp"

#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace warpschool::grader {

Sha256::Sha256() {
  sha256_init(&context_);
}

void Sha256::update(std::string_view bytes) {
  sha256_update(&context_, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
}

void Sha256::update_field(std::string_view field) {
  update(std::to_string(field.size()) + ":");
  update(field);
}

std::string Sha256::finish() {
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
  sha256_digest(&context_, digest.size(), digest.data());
  return fmt::format("{:02x}", fmt::join(digest, ""));
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.finish();
}

}  // namespace warpschool::grader
