// Wrong addresses: beside an allocation, nowhere near one, misaligned.
#include "faults/bounds_advice.hpp"
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

constexpr DeviceAddress kNullPage = 4096;

/// " (as 4-byte elements: index 1000, and the last is 999)"
std::string as_elements(const Fault& fault) {
  const std::optional<std::int64_t> number = element(fault);
  const std::uint64_t bytes = element_bytes(fault);
  const std::uint64_t elements = bytes == 0 ? 0 : fault.allocation->bytes / bytes;
  if (!number || elements == 0) {
    return {};
  }
  return fmt::format(" (as {}-byte elements: index {}, and the {} is {})", bytes, *number,
                     *number < 0 ? "first" : "last", *number < 0 ? 0 : elements - 1);
}

/// The element that an access through a null pointer meant; " (index 5 of 4-byte elements)"
std::string index_from_null(const Fault& fault) {
  const auto offset = static_cast<std::int64_t>(fault.address);
  const auto bytes = static_cast<std::int64_t>(fault.access_bytes);
  return bytes == 0 || offset % bytes != 0
             ? ""
             : fmt::format(" (index {} of {}-byte elements)", offset / bytes, bytes);
}

/// An address that is far from all that was ever allocated.
std::string nowhere(const Fault& fault) {
  constexpr DeviceAddress kNearNull = DeviceAddress{1} << 32;
  constexpr DeviceAddress kNeverWritten = 0xcdcdcdcd;  // what fresh memory is filled with
  if (fault.address < kNullPage && is_cause(fault.cause, BoundsCause::kInLibrary)) {
    return fmt::format(
        "{} through a null pointer (address {:#x}). A vector without elements has no memory: give "
        "one that takes results its size first (resize). Of a pointer check what cudaMalloc "
        "returned.",
        did(fault), fault.address);
  }
  if (fault.address < kNullPage) {
    return fmt::format(
        "{} through a null pointer (address {:#x}). Set the pointer before the launch, and check "
        "what cudaMalloc returned (of 0 bytes it gives null, and no error; malloc and new in a "
        "kernel give null where its heap is full). A function that allocates for its caller needs "
        "the address of the caller's pointer.",
        did(fault), fault.address);
  }
  if (fault.address < kNearNull || 0 - fault.address < kNearNull) {
    return fmt::format(
        "{} at address {:#x}: this looks like a null pointer and an index{}. Set the pointer "
        "before the launch, and check what cudaMalloc returned.",
        did(fault), fault.address, index_from_null(fault));
  }
  if (fault.address >> 32 == kNeverWritten) {
    return fmt::format(
        "{} at address {:#x}: such bytes (cd) are in memory that nobody has written yet. Set the "
        "pointer before it is used, and copy it to the device if it lies in a struct or an array.",
        did(fault), fault.address);
  }
  return fmt::format(
      "{} at address {:#x}, where nothing is allocated. Check the pointer that the kernel was "
      "given, then the index: a product of ints may be too large for an int (size_t holds it), and "
      "an unsigned number that goes below 0 is a huge one.",
      did(fault), fault.address);
}

/// The detail says which coordinate is wrong and why.
std::string of_surface(const Fault& fault) {
  return fmt::format("{} {} a surface{}, but {}{}", who(fault),
                     fault.is_write ? "wrote to" : "read", at(fault), fault.detail,
                     was_made("The array", fault));
}

/// A cause that says all by itself; else empty.
std::string of_cause(const Fault& fault) {
  const auto* const cause = std::get_if<BoundsCause>(&fault.cause);
  if (cause == nullptr) {
    return {};
  }
  switch (*cause) {
    case BoundsCause::kNoFunction:
      return called_no_function(fault);
    case BoundsCause::kConstantIndex:
      return fmt::format(
          "{} used an element that its array does not have{}. Compare the index with the size of "
          "the array.",
          who(fault), at(fault));
    case BoundsCause::kMatrixNotShared:
      return fmt::format(
          "{} called ldmatrix{}, but its address is not one of shared memory, which is all that it "
          "reads. Copy the tile into a __shared__ array first.",
          who(fault), at(fault));
    case BoundsCause::kInLibrary:
    case BoundsCause::kSizeInElements:
    case BoundsCause::kCountGiven:
      break;
  }
  return {};
}

}  // namespace

std::string out_of_bounds(const Fault& fault) {
  if (std::string text = of_cause(fault); !text.empty()) {
    return text;
  }
  if (fault.space == Space::kTexture) {
    return of_surface(fault);
  }
  if (fault.is_write && fault.allocation && fault.allocation->distance == 0 &&
      fault.allocation->qualifier == "__constant__") {
    return fmt::format(
        "{} in {}: kernels can only read constant memory. Let the host set it with "
        "cudaMemcpyToSymbol before the launch, or declare it __device__.",
        did(fault), the_allocation(fault));
  }
  if (fault.allocation && fault.allocation->distance > 0) {
    const std::string far =
        wrapped_index(fault)
            ? "far"
            : count(static_cast<std::uint64_t>(fault.allocation->distance), "byte");
    return fmt::format("{}, {} past the end of {}{}. {}", did(fault), far, the_allocation(fault),
                       as_elements(fault), advice_past_the_end(fault));
  }
  if (fault.allocation && fault.allocation->distance < 0) {
    return fmt::format("{}, {} before the beginning of {}{}. {}", did(fault),
                       count(0 - static_cast<std::uint64_t>(fault.allocation->distance), "byte"),
                       the_allocation(fault), as_elements(fault), advice_before_the_begin(fault));
  }
  if (fault.space == Space::kShared) {
    return fmt::format(
        "{}, outside the shared memory it has. Check the index, and if the array is 'extern "
        "__shared__' the third launch parameter: its size in bytes. (A pointer to shared memory is "
        "good only in the block that made it: no other kernel or block can use it.)",
        did(fault));
  }
  if (fault.space == Space::kLocal) {
    return fmt::format(
        "{}, outside its own arrays (local memory). Compare the index with the size of the array.",
        did(fault));
  }
  return nowhere(fault);
}

std::string misaligned(const Fault& fault) {
  if (fault.space == Space::kTexture) {
    return of_surface(fault);
  }
  if (is_cause(fault.cause, AlignmentCause::kMatrix)) {
    return fmt::format("{} {} a matrix of the tensor cores{}, but {}.", who(fault),
                       fault.is_write ? "stored" : "loaded", at(fault), fault.detail);
  }
  const std::string where =
      fault.allocation && fault.address - fault.allocation->begin < fault.allocation->bytes
          ? fmt::format("at byte {} of {}", fault.address - fault.allocation->begin,
                        the_allocation(fault))
          : "at an address";
  return fmt::format(
      "{} {}, which is not a multiple of {}. An address must be a multiple of the size of what "
      "lies there: look for a cast to a wider type (float* to float4*) or an odd offset.",
      did(fault), where, fault.access_bytes);
}

}  // namespace warpschool::sim::explanations
