// Advises on kernels with several "extern __shared__" arrays.
#include "runtime/advice/shared_arrays.hpp"

#include "runtime/base/declarations.hpp"
#include "runtime/base/symbol_names.hpp"

#include <fmt/format.h>

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
  std::string list;
  for (std::size_t i = 0; i < kernel.dynamic_arrays.size(); ++i) {
    const char* const before = i == 0 ? "" : i + 1 == kernel.dynamic_arrays.size() ? " and " : ", ";
    list += before + described(kernel.dynamic_arrays[i], kernel.last_line);
  }
  runtime.recorder().note_once(
      "extern __shared__ " + list,
      fmt::format("the kernel '{}' uses the extern __shared__ arrays {}: all of them begin at one "
                  "address and are the same memory. If each was to have its own, declare one "
                  "array, let the next begin behind its n elements, T* next = (T*)(first + n), and "
                  "give the launch the sum of their sizes",
                  readable_name(kernel.name), list));
}

}  // namespace warpschool::sim::runtime
