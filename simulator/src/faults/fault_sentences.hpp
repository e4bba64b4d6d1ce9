// The parts that explanations of faults are made of, in the words of a student's first CUDA
// lecture.
#pragma once

#include "warpschool/sim/fault.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace warpschool::sim::sentences {

/// "1 byte", "4 bytes"
std::string count(std::uint64_t number, std::string_view noun);

/// An index with as many parts as the extent it lies in has: "17", "(3, 4)", "(3, 4, 0)".
std::string index(const Dim3& of, const Dim3& extent);

/// Have grid and blocks one dimension?
bool is_flat(const Fault& fault);

/// "thread 17 of block 3"
std::string thread_of_block(const Fault& fault, const Dim3& thread, const Dim3& block);

/// The same of the other party of a race, or "another thread of its warp". It has one.
std::string other_thread(const Fault& fault);

/// "Thread 17 of block 3 (and 31 more of its warp)"
std::string who(const Fault& fault);

/// What AllocationRef::origin or freed_at names, seen from `where`: "line 31", "main.cu:31",
/// "malloc in device code"; or nothing
std::string origin_of(const std::string& origin, const SourceLocation& where);

/// "before", "at line 40": when the fault's allocation was freed or destroyed
std::string when_freed(const Fault& fault);

/// "line 12 of x.cu"
std::string line_of_file(const SourceLocation& where);

/// "'if (x < n)' at line 12", "the condition at line 12 of y.cu", seen from `where`
/// @param text empty: it is not known; one that is too long is left out
std::string condition(const SourceLocation& place, const std::string& text,
                      const SourceLocation& where);

/// " at line 12 of x.cu", or nothing
std::string at_line(const SourceLocation& where);

/// "atomically updated", "wrote", "read"
const char* verb(bool is_write, bool is_atomic);

/// " at line 12 of x.cu", else " in kernel 'k'", else nothing
std::string at(const Fault& fault);

/// "Thread 17 of block 3 read 4 bytes at line 12 of x.cu"
std::string did(const Fault& fault);

/// "shared memory"
std::string memory_name(Space space);

/// "the 4000-byte allocation made at line 31", "the 64-byte variable 'tile' in shared memory"
std::string the_allocation(const Fault& fault);

/// " The array was made at line 31." if the fault's allocation is what was used, else nothing.
std::string was_made(const char* what, const Fault& fault);

/// Bytes of what an index counts there: of a struct of which a member was accessed, where the type
/// of the pointer says so; else of the access.
std::uint64_t element_bytes(const Fault& fault);

/// The index of what was accessed, where the allocation is taken for an array of such elements; may
/// lie outside. Empty without an allocation, or where it does not divide into such elements.
std::optional<std::int64_t> element(const Fault& fault);

/// "element 5 of 'tile'", "element 5 of the 1024-byte allocation made at line 31", "a place in
/// shared memory"
std::string place(const Fault& fault);

}  // namespace warpschool::sim::sentences
