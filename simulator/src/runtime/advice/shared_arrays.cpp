// Advises on kernels with several "extern __shared__" arrays.
#include "runtime/advice/shared_arrays.hpp"

#include "runtime/advice/source_sizes.hpp"
#include "runtime/base/symbol_names.hpp"
#include "runtime/base/variable_declarations.hpp"
#include "warpschool/support/word_list.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace warpschool::sim::runtime {
namespace {

/// "'a' (k.cu:3)"
std::string described(const std::string& array, const SourceLocation& near) {
  const std::string name = readable_variable(array);
  const std::string place = place_of_variable(name, near);
  return place.empty() ? fmt::format("'{}'", name)
                       : fmt::format("'{}' ({})", name, place.substr(place.find_last_of('/') + 1));
}

}  // namespace

void note_arrays_at_one_place(Runtime& runtime, const KernelInfo& kernel,
                              const LaunchConfig& config) {
  if (kernel.dynamic_arrays.size() < 2 || config.dynamic_shared_bytes == 0) {
    return;
  }
  // The kernel may step over the elements of the others itself: T* own = array + n.
  const SourceBefore source(kernel.last_line);
  std::vector<std::string> arrays = kernel.dynamic_arrays;
  std::erase_if(arrays, [&](const std::string& array) {
    return source.is_moved_on(readable_variable(array));
  });
  if (arrays.size() < 2) {
    return;
  }
  std::transform(arrays.begin(), arrays.end(), arrays.begin(),
                 [&](const std::string& array) { return described(array, kernel.last_line); });
  const std::string list = support::word_list(arrays);
  runtime.recorder().note_once(
      "extern __shared__ " + list,
      fmt::format("the kernel '{}' uses the extern __shared__ arrays {}: all of them begin at one "
                  "address and are the same memory. If each was to have its own, declare one "
                  "array, let the next begin behind its n elements, T* next = (T*)(first + n), and "
                  "give the launch the sum of their sizes",
                  readable_name(kernel.name), list));
}

}  // namespace warpschool::sim::runtime
