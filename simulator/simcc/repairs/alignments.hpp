// "__shared__ alignas(16) float tile[64];", as the CUDA C++ Programming Guide writes it: nvcc takes
// it, clang wants a standard attribute ahead of all else. C's _Alignas may stand where it likes.
#pragma once

#include <string>

namespace warpschool::simcc {

/// `source` with _Alignas for each alignas behind __shared__, __device__, __constant__ or
/// __managed__. The blanks between become one fewer where there are two.
std::string free_alignments(const std::string& source);

}  // namespace warpschool::simcc
