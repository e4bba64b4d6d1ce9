// Reads module images given to the driver API.
#include "runtime/driver_api/ptx_images.hpp"

#include <charconv>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>

namespace warpschool::sim::runtime {
namespace {

constexpr std::uint32_t kFatBinary = 0xba55ed50;
constexpr std::string_view kElf = "\177ELF";
/// Before each part: its bytes, a blank, its name.
constexpr std::string_view kPart = "//@warpschool part ";

bool begins_with(const void* image, const void* what, std::size_t bytes) {
  return std::memcmp(image, what, bytes) == 0;
}

}  // namespace

void JitLog::write(const std::string& complaint) const {
  if (text != nullptr && bytes > 0) {
    std::strncpy(text, complaint.c_str(), bytes);
    text[bytes - 1] = '\0';
  }
}

JitLog log_of(unsigned count, const CUjit_option* options, void* const* values) {
  JitLog log;
  for (unsigned i = 0; options != nullptr && values != nullptr && i < count; ++i) {
    if (options[i] == CU_JIT_ERROR_LOG_BUFFER) {
      log.text = static_cast<char*>(values[i]);
    } else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES) {
      log.bytes = reinterpret_cast<std::uintptr_t>(values[i]) & 0xffffffffU;
    }
  }
  return log;
}

std::string why_not_ptx(const void* image) {
  if (begins_with(image, kElf.data(), kElf.size()) ||
      begins_with(image, &kFatBinary, sizeof(kFatBinary))) {
    return "the module is code for a real GPU; load PTX, as simcc --ptx writes it";
  }
  const std::string_view text(static_cast<const char*>(image));
  return text.substr(0, text.find(".version")).find("NVIDIA NVVM") == std::string_view::npos
             ? ""
             : "this PTX was made by nvcc, whose licence does not allow to run it elsewhere; "
               "compile with simcc --ptx";
}

std::string join_image(const std::vector<ImagePart>& parts) {
  std::string image;
  for (const ImagePart& part : parts) {
    image += fmt::format("{}{} {}\n{}\n", kPart, part.text.size(), part.name, part.text);
  }
  return image;
}

std::vector<ImagePart> split_image(std::string_view text) {
  std::vector<ImagePart> parts;
  while (text.substr(0, kPart.size()) == kPart) {
    text.remove_prefix(kPart.size());
    std::size_t bytes = 0;
    const auto number = std::from_chars(text.data(), text.data() + text.size(), bytes);
    const std::size_t name = static_cast<std::size_t>(number.ptr - text.data()) + 1;
    const std::size_t line = text.find('\n');
    if (number.ec != std::errc{} || line == std::string_view::npos || name > line ||
        bytes >= text.size() - line - 1) {
      return {};
    }
    parts.push_back(
        {std::string(text.substr(line + 1, bytes)), std::string(text.substr(name, line - name))});
    text.remove_prefix(line + 1 + bytes + 1);
  }
  return parts;
}

}  // namespace warpschool::sim::runtime
