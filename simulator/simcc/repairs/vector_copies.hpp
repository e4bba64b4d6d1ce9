// Copies of float4 and its kin. nvcc loads and stores as many bytes at once as their alignment
// allows, up to 16, and does so where the program uses or changes only a part of them. clang's
// front end copies structs byte by byte as far as the optimiser can see, and that one keeps the
// words which are used. So the copies become accesses of vectors before anything is optimised: LLVM
// never takes those apart.
#pragma once

#include <optional>
#include <string>

namespace warpschool::simcc {

/// The intermediate code, as the front end makes it, with accesses of vectors in place of each copy
/// of at most 128 bytes of numbers that are aligned to more than one of them: on both sides, or on
/// one where the other is a variable (one of the module is aligned so then: a cast made one type of
/// both). Nothing: there is none.
std::optional<std::string> with_vector_copies(const std::string& code);

/// Does a source name a type of two or four numbers, or say how a type is aligned?
bool mentions_vectors(const std::string& source);

/// What it says of its target: "+ptx60", "+sm_70"; empty if it says nothing.
std::string target_features(const std::string& code);

}  // namespace warpschool::simcc
