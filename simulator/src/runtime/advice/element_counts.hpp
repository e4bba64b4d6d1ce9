// Copies and fills whose size counts elements, where bytes are meant.
#pragma once

#include "runtime/advice/partial_copies.hpp"

namespace warpschool::sim::runtime {

/// A suspicion where a call gives the number of elements for the number of bytes. It covers an
/// allocation from its begin on, a whole fraction of it (a quarter, of floats). And the source says
/// that the allocation was made with that number times the size of an element, or that the array on
/// the other side has so many. Of rows likewise the width, beside a pitch that is right.
/// @param copy a copy, or a fill (without a source), that was found to be right.
void note_count_of_elements(Runtime& runtime, const Copy& copy, PartialCopies& partial);

}  // namespace warpschool::sim::runtime
