// How to mend an access beside an allocation.
#include "faults/bounds_advice.hpp"

#include "faults/fault_sentences.hpp"

#include <fmt/core.h>
#include <limits>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

/// One block too many for as many bytes as there were to be elements: cudaMalloc(&p, n). Only where
/// the pointer's type says that an element has more than a byte.
bool may_count_elements(const Fault& fault) {
  const std::uint64_t threads = fault.grid_dim.count() * fault.block_dim.count();
  const std::uint64_t bytes = fault.allocation->bytes;
  return fault.allocation->element_bytes > 1 && bytes <= threads &&
         threads - bytes < fault.block_dim.count() &&
         !is_cause(fault.cause, BoundsCause::kCountGiven);
}

/// "256 bytes, which is room for 64 elements of 4 bytes"
std::string room(const Fault& fault) {
  const std::uint64_t bytes = fault.allocation->bytes, element = fault.allocation->element_bytes;
  return fmt::format("{}, which is room for {} of {}", count(bytes, "byte"),
                     count(bytes / element, "element"), count(element, "byte"));
}

/// A wide access over the end: float4 (or a half of it) at the end of 1001 floats.
bool leaves_a_rest(const Fault& fault) {
  return fault.access_bytes > 4 && fault.allocation->element_bytes < fault.access_bytes &&
         fault.allocation->bytes % fault.access_bytes != 0 &&
         static_cast<std::uint64_t>(fault.allocation->distance) <
             std::uint64_t{2} * fault.access_bytes;
}

/// blockIdx.x * blockDim.x + threadIdx.x is the element itself.
bool is_own_element(const Fault& fault) {
  const std::optional<std::int64_t> number = element(fault);
  return is_flat(fault) && number &&
         *number == std::int64_t{fault.block.x} * fault.block_dim.x + fault.thread.x;
}

/// cudaMalloc(&p, sizeof(h)) where h is a pointer.
/// Who made it elsewhere (a harness, for the program) asked for no pointer's size.
bool has_size_of_a_pointer(const Fault& fault) {
  return fault.allocation->name.empty() && !fault.allocation->origin.empty() &&
         fault.allocation->bytes == sizeof(void*);
}

/// One thread of a block uses the element, or the member of a struct, that has the block's number.
bool is_blocks_element(const Fault& fault) {
  constexpr std::uint64_t kMostBytes = 64;  // of such an element
  const Dim3 &thread = fault.thread, &block = fault.block, &grid = fault.grid_dim;
  const std::uint64_t number = (std::uint64_t{block.z} * grid.y + block.y) * grid.x + block.x;
  if (number == 0 || fault.thread_count != 1 || (thread.x | thread.y | thread.z) != 0) {
    return false;
  }
  const std::uint64_t place = fault.address - fault.allocation->begin;
  for (std::uint64_t bytes = fault.access_bytes; 0 < bytes && bytes <= kMostBytes; bytes *= 2) {
    if (place / bytes == number) {
      return true;
    }
  }
  return false;
}

/// The first place behind the last one.
bool is_one_past(const Fault& fault) {
  const std::optional<std::int64_t> number = element(fault);
  return number && fault.thread_count == 1 &&
         static_cast<std::uint64_t>(*number) * element_bytes(fault) == fault.allocation->bytes;
}

/// An array of a block. Its guard, if it has one, is asked for elsewhere.
std::string advice_for_shared(const Fault& fault) {
  const std::uint64_t bytes = element_bytes(fault), threads = fault.block_dim.count();
  const std::uint64_t elements = bytes == 0 ? 0 : fault.allocation->bytes / bytes;
  if (threads > elements && elements != 0) {
    return fmt::format(
        "The block has {}, the array room for {} of {}: make it larger, or the block smaller, or "
        "guard the access.",
        count(threads, "thread"), count(elements, "element"), count(bytes, "byte"));
  }
  return is_one_past(fault)
             ? "It is the first place behind the array: is there a 1 too much, <= instead of <, or "
               "one cell too few for a halo?"
             : "What is the largest index that a thread of this block gets, with what is added to "
               "its number (a halo, a row's length with its padding, a stride)? The array must "
               "have one element more than that; or the index is wrong.";
}

/// Where the kind of memory says it all; else empty.
std::string advice_for_kind_of_memory(const Fault& fault) {
  const bool is_variable = !fault.allocation->name.empty();
  if (is_cause(fault.cause, BoundsCause::kInLibrary)) {
    return "The function that is called here goes through more elements than that memory has: "
           "compare the lengths of all its ranges (a second input is as long as the first), give a "
           "vector that takes results its size first (resize), and memory of cudaMalloc n * "
           "sizeof(type) bytes.";
  }
  if (fault.allocation->name == kDynamicSharedMemory) {
    return "The third launch parameter is the size of this memory in bytes, n * sizeof(type): make "
           "it larger, or check the index.";
  }
  if (fault.space == Space::kShared) {
    return advice_for_shared(fault);
  }
  if (is_variable) {
    return "Compare the index with the size of the array.";
  }
  if (fault.allocation->pitch != 0) {
    return fmt::format(
        "This memory has rows of {} bytes: row r begins at (char*)pointer + r * pitch, as the "
        "pitch counts bytes, not elements. Cast that to the type of the elements, and guard row "
        "and column.",
        fault.allocation->pitch);
  }
  return {};
}

/// Where a condition on the index stands already; else empty.
std::string advice_for_guard(const Fault& fault) {
  if (!fault.guard) {
    return {};
  }
  const std::uint64_t bytes = element_bytes(fault);
  const char* const either =
      fault.guard->text.find("||") != std::string::npos
          ? ", and is it && that joins its parts (with || one that holds is enough)"
          : "";
  return fmt::format(
      "The access is let through by {}: does that test the index that is used here, with the "
      "bounds "
      "of this memory{}, and with < (<= lets one more in){}? If so, check how the index is "
      "computed{}, and that the memory was asked for with n * sizeof(type) bytes{}.",
      condition(fault.guard->where, fault.guard->text, fault.where),
      bytes == 0
          ? ""
          : fmt::format(", which has room for {} of {}",
                        count(fault.allocation->bytes / bytes, "element"), count(bytes, "byte")),
      either,
      is_flat(fault) ? ", what was added to the pointer (it counts elements, not bytes)"
                     : " (row * (columns of its array) + column)",
      bytes == 0 ? "" : fmt::format(", for a type of {}", count(bytes, "byte")));
}

/// An allocation of whose size something is strange; else empty.
std::string advice_for_size(const Fault& fault) {
  if (leaves_a_rest(fault)) {
    return "The memory holds no whole number of such accesses: the last one takes elements that "
           "are "
           "not there. Take those that are left over one by one.";
  }
  if (has_size_of_a_pointer(fault)) {
    return "8 bytes are the size of a pointer: if sizeof(p) was meant to be that of what p points "
           "to, ask for n * sizeof(*p).";
  }
  if (is_cause(fault.cause, BoundsCause::kSizeInElements)) {
    const std::uint64_t n = fault.allocation->bytes;
    return fmt::format(
        "It was asked for with {}: {} elements, as the kernel is told there are, need {} * "
        "sizeof(type) = {} bytes, as cudaMalloc counts bytes.",
        room(fault), n, n, n * fault.allocation->element_bytes);
  }
  if (may_count_elements(fault)) {
    return fmt::format(
        "It was asked for with {}. If {} elements were meant: cudaMalloc counts bytes, ask for n * "
        "sizeof(type). {}",
        room(fault), fault.allocation->bytes,
        fault.guard ? "Else: " + advice_for_guard(fault)
                    : "Else check how the index is computed, or guard the access with if (i < n).");
  }
  return {};
}

/// One thread too many, whose index is its number.
std::string advice_for_own_element(const Fault& fault) {
  const std::string guard =
      "There are more threads than elements: put the access inside if (i < n), where n is the "
      "number of elements";
  if (is_cause(fault.cause, BoundsCause::kCountGiven)) {
    return fmt::format("{}, {}, which the kernel is given.", guard,
                       fault.allocation->bytes / fault.allocation->element_bytes);
  }
  return fmt::format(
      "{}. If it is, the memory is too small: n * sizeof(type) bytes, with a type of "
      "{} bytes.",
      guard, element_bytes(fault));
}

/// With an element a thread there is room for all threads.
bool has_room_for_all(const Fault& fault) {
  return fault.access_bytes != 0 && fault.grid_dim.count() * fault.block_dim.count() <=
                                        fault.allocation->bytes / element_bytes(fault);
}

/// No guard, and the threads are no more than the elements: it is the index.
std::string advice_for_index(const Fault& fault) {
  return fmt::format(
      "The grid has {}, and this memory room for {}, enough for one each. Does a thread use more "
      "than one, or a neighbour's (i + 1, i + stride)? Such an index needs a guard of its own. "
      "Else check {}.",
      count(fault.grid_dim.count() * fault.block_dim.count(), "thread"),
      count(fault.allocation->bytes / element_bytes(fault), "element"),
      is_flat(fault)
          ? "how it is computed, what was added to the pointer (it counts elements, not bytes), "
            "and the neighbours of the first and the last element"
          : "that rows and columns are not swapped: an element is row * (columns of its array) + "
            "column, a thread's number in its block x + y * blockDim.x + z * blockDim.x * "
            "blockDim.y");
}

}  // namespace

std::optional<std::int32_t> wrapped_index(const Fault& fault) {
  constexpr std::int32_t kNear = -(1 << 20);
  const std::optional<std::int64_t> number = element(fault);
  if (!number || *number <= std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  const auto as_int = static_cast<std::int32_t>(static_cast<std::uint32_t>(*number));
  return as_int < 0 && as_int >= kNear ? std::optional(as_int) : std::nullopt;
}

const char* advice_before_the_begin(const Fault& fault) {
  const std::optional<std::int64_t> number = element(fault);
  return number && *number >= -128 && *number <= -17
             ? "An index is below 0 here: check what is subtracted from it. (A char from 128 on is "
               "negative, too: an index wants unsigned char.)"
             : "An index is below 0 here: check what is subtracted from it.";
}

std::string advice_past_the_end(const Fault& fault) {
  if (const std::optional<std::int32_t> number = wrapped_index(fault)) {
    return fmt::format(
        "As an int the index is {}: it went below 0, and is a huge number where it is unsigned. "
        "Check what is subtracted from it, and test that before.",
        *number);
  }
  for (const auto advice : {advice_for_kind_of_memory, advice_for_size}) {
    if (std::string text = advice(fault); !text.empty()) {
      return text;
    }
  }
  if (is_blocks_element(fault) && !is_own_element(fault)) {
    return "If each block is to have an element of its own there, the memory must have as many as "
           "the grid has blocks (cudaMalloc counts bytes: n * sizeof(type)). " +
           (fault.guard ? "Else: " + advice_for_guard(fault)
                        : "Else guard the access with if (i < n), and check how the index is "
                          "computed.");
  }
  if (fault.guard) {
    return advice_for_guard(fault);
  }
  if (is_own_element(fault)) {
    return advice_for_own_element(fault);
  }
  if (is_one_past(fault)) {
    return "It is the first place behind the last element: is there a 1 too much, <= instead of <, "
           "or a neighbour that the last thread has not? Guard the access, or mend its bound.";
  }
  if (has_room_for_all(fault)) {
    return advice_for_index(fault);
  }
  return is_flat(fault)
             ? "Guard the access with if (i < n), where n is the number of elements, and check how "
               "the index is computed, and what was added to the pointer (it counts elements, not "
               "bytes)."
             : "Guard the access, if (row < rows && column < columns) or if (i < n), and check "
               "that rows and columns are not swapped: an element is row * (columns of its array) "
               "+ column.";
}

}  // namespace warpschool::sim::explanations
