// Copies of float4 and its kin. nvcc loads and stores the 16 bytes at once, as their alignment
// allows. clang's back end copies structs in words of 8 bytes, and the PTX no longer says how they
// were aligned. LLVM's intermediate code does: there such copies become accesses of vectors.
#pragma once

#include <optional>
#include <string>

namespace warpschool::simcc {

/// The intermediate code with accesses of 16 bytes in place of each copy of a few times 16 bytes
/// between places that are aligned to 16, or between one that is and a variable of the module,
/// which is aligned so then: a cast made one type of both. Nothing: there is none.
std::optional<std::string> with_vector_copies(const std::string& code);

/// What it says of its target: "+ptx60", "+sm_70"; empty if it says nothing.
std::string target_features(const std::string& code);

}  // namespace warpschool::simcc
