// Advises on CUDA arrays whose width was given in bytes.
#include "runtime/advice/array_widths.hpp"

#include "runtime/advice/source_calls.hpp"
#include "runtime/advice/source_sizes.hpp"
#include "runtime/advice/source_words.hpp"
#include "runtime/copies/arrays.hpp"

#include <fmt/format.h>
#include <iterator>
#include <string>
#include <utility>
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

void ArrayWidths::made(const cudaArray& array) {
  const std::size_t texel_bytes = texels_of(array.format).bytes();
  if (texel_bytes < 2 || array.extent.width % texel_bytes != 0) {
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
          "channel description says: it is {} times as wide as what is copied to it. Leave sizeof "
          "out here. (The widths and pitches of cudaMemcpy2DToArray count bytes.)",
          api, text, texel_bytes);
      wide_[array.data] = {array.row_bytes, times(array.slice_bytes(), array.slices), texel_bytes,
                           std::move(note)};
      return;
    }
  }
}

void ArrayWidths::copied(Runtime& runtime, const Copy& copy) {
  const auto behind = wide_.upper_bound(address_of(copy.to.pointer));
  if (behind == wide_.begin()) {
    return;
  }
  const auto found = std::prev(behind);
  Wide& array = found->second;
  if (address_of(copy.to.pointer) - found->first >= array.bytes) {
    return;
  }
  if (copy.width * array.texel_bytes == array.row_bytes ||
      copy.bytes() * array.texel_bytes == array.bytes) {
    runtime.recorder().note(std::move(array.note));
  }
  wide_.erase(found);
}

}  // namespace warpschool::sim::runtime
