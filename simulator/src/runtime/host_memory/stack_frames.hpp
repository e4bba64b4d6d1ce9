// Where the functions that have not returned keep their variables, for copies that reach beyond
// them.
#pragma once

#include <cstddef>
#include <optional>

namespace warpschool::sim::runtime {

/// Bytes from `address` to the end of the variables of the function of this thread in whose stack
/// frame it lies: an object that begins there has no more. Nothing where no frame holds it, or
/// where no unwind table leads to the frame.
std::optional<std::size_t> rest_of_frame(const void* address);

}  // namespace warpschool::sim::runtime
