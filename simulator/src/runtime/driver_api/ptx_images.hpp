// Images of modules as programs hand them to the driver API: PTX, or several PTX texts that were
// linked.
#pragma once

#include <cuda.h>

#include <string>
#include <string_view>
#include <vector>

namespace warpschool::sim::runtime {

/// Where the program wants to read what is wrong; `text` may be null.
struct JitLog {
  char* text = nullptr;
  std::size_t bytes = 0;

  void write(const std::string& complaint) const;
};

/// The buffer that the options name (CUDA Driver API reference, CUjit_option).
JitLog log_of(unsigned count, const CUjit_option* options, void* const* values);

/// Why the image, of at least four bytes, is not for us; empty: it may be PTX.
std::string why_not_ptx(const void* image);

struct ImagePart {
  std::string text, name;
};

/// What cuLinkComplete gives: text that only split_image() reads.
std::string join_image(const std::vector<ImagePart>& parts);
/// The parts of such a text; empty: it is none.
std::vector<ImagePart> split_image(std::string_view text);

}  // namespace warpschool::sim::runtime
