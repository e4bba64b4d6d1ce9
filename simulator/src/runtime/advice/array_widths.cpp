// Advises on CUDA arrays whose width was given in bytes.
#include "runtime/advice/array_widths.hpp"

#include "runtime/advice/source_sizes.hpp"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

constexpr std::size_t kWidth = 2;  ///< the argument of both functions that has the width

/// sizeof(a) / sizeof(a[0]) counts elements.
bool is_in_bytes(const std::string& text) {
  return text.find("sizeof") != std::string::npos && text.find('*') != std::string::npos &&
         text.find('/') == std::string::npos;
}

/// The text itself, or what the variable of that name was set to.
std::string resolved(const std::string& text, const SourceBefore& source) {
  const std::string value = is_name(text) ? source.value_of(text) : std::string();
  return value.empty() ? text : value;
}

std::string width_of(const std::string& argument, const SourceBefore& source) {
  const std::string text = resolved(argument, source);
  const std::vector<std::string> extent = arguments_of(text, 0, "make_cudaExtent");
  return extent.empty() ? text : resolved(extent.front(), source);
}

}  // namespace

void note_width_in_bytes(Runtime& runtime, std::size_t width, std::size_t texel_bytes) {
  if (texel_bytes < 2 || width % texel_bytes != 0) {
    return;
  }
  const SourceLocation where = current_call().where_in_program();
  const std::string api = current_call().api;
  for (const std::vector<std::string>& arguments : calls_in_line(where, api)) {
    const std::string text =
        arguments.size() > kWidth ? width_of(arguments[kWidth], SourceBefore(where)) : "";
    if (is_in_bytes(text)) {
      Fault note;
      note.kind = FaultKind::kInvalidCopy;
      note.where = where;
      note.thread_count = 0;
      note.detail = fmt::format(
          "{}: {} counts bytes, but the width of an array is meant in elements, whose size the "
          "channel description says: it is {} times as wide as it was to be. Leave sizeof out "
          "here. "
          "(The widths and pitches of cudaMemcpy2DToArray count bytes.)",
          api, text, texel_bytes);
      runtime.recorder().note(std::move(note));
      return;
    }
  }
}

}  // namespace warpschool::sim::runtime
