// Copies of sizeof(p) bytes, where p is a pointer and not an array.
#pragma once

#include "runtime/advice/partial_copies.hpp"

namespace warpschool::sim::runtime {

/// A suspicion where a copy takes as many bytes as a pointer or a std::vector has itself, and its
/// source line says sizeof of that. Nothing is said of sides that may be arrays of that size. Told
/// are memory of the runtime, and pointers that the source sets to a block of malloc or new.
/// @param copy both its sides were found to be right.
void note_size_of_pointer(Runtime& runtime, const Copy& copy, PartialCopies& partial);

}  // namespace warpschool::sim::runtime
