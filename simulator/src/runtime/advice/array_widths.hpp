// CUDA arrays whose width was given in bytes.
#pragma once

#include "runtime/copies/copy_engine.hpp"

#include <map>
#include <optional>

namespace warpschool::sim::runtime {

/// Arrays whose source says "columns * sizeof(type)" for the width, which counts elements. Told is
/// of those of which the first copy takes as many bytes as they have elements.
class ArrayWidths {
 public:
  /// The call that is being answered makes it.
  void made(const cudaArray& array);
  void copied(Runtime& runtime, const Copy& copy);

 private:
  struct Wide {
    std::size_t row_bytes, bytes, texel_bytes;
    Fault note;
  };

  std::map<DeviceAddress, Wide> wide_;  ///< those that nothing was copied to yet, by their begin
};

}  // namespace warpschool::sim::runtime
