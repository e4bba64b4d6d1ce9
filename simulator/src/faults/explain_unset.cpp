// Values that were never set.
#include "faults/explanations.hpp"
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>

namespace warpschool::sim::explanations {
namespace {

using namespace sentences;

std::string unset_register(const Fault& fault) {
  return fmt::format(
      "{} stored a value{} that was never set, or was computed from one: a local variable or an "
      "element of a local array, which start out as rubbish. Give it a value first.",
      who(fault), at(fault));
}

std::string unset_address(const Fault& fault) {
  return fmt::format(
      "{} {} memory{} by an index or a pointer that is made of a local variable which this "
      "thread has not set: it is set on another way through the kernel only, and starts out as "
      "rubbish. If one thread gets the value for all (what atomicAdd returns, a new node), the "
      "others must be given it: within a warp by base = __shfl_sync(mask, base, 0), within a "
      "block by a __shared__ variable and __syncthreads(). Else set it in each thread.",
      who(fault), fault.is_write ? "wrote to" : "read", at(fault));
}

std::string unfilled_fragment(const Fault& fault) {
  return fmt::format(
      "{} multiplied matrices{} with a fragment that nobody has filled: fragments start out as "
      "rubbish, the sums, too. Before the first mma_sync call fill_fragment(sum, 0.0f), or "
      "load_matrix_sync.",
      who(fault), at(fault));
}

std::string unset_constant(const Fault& fault, const std::string& variable) {
  return fmt::format(
      "{} of the __constant__ variable '{}', which nobody has set: it holds zeros. Set it before "
      "the launch, with cudaMemcpyToSymbol({}, values, bytes). If a header declares it, each "
      "file that includes the header has one of its own: set it in the file of the kernel.",
      did(fault), variable, variable);
}

std::string partly_unset_constant(const Fault& fault, const std::string& variable) {
  const std::optional<std::int64_t> number = element(fault);
  return fmt::format(
      "{} of the __constant__ variable '{}'{}, which nobody has set, though others were: it "
      "holds zeros. cudaMemcpyToSymbol counts bytes, n * sizeof(type).",
      did(fault), variable, number ? fmt::format(", element {}", *number) : "");
}

/// Memory of which no byte was written, by its kind.
const char* advice_for(Space space) {
  if (space == Space::kShared) {
    return "Shared memory starts out as rubbish: each element must be written first (a halo and "
           "its corners, too, and something like 0 where a guard keeps threads from loading), with "
           "__syncthreads() in between. If it should have been, compare the index with the one "
           "that was written: rows and columns, the length of a row, padding.";
  }
  if (space == Space::kLocal) {
    return "A variable or array of a thread starts out as rubbish in local memory: give it a value "
           "first.";
  }
  return "Copy the data there with cudaMemcpy first (its size counts bytes), have a kernel write "
         "every element, or clear the memory with cudaMemset.";
}

/// " of the 4000-byte allocation made at line 31, element 5,"
std::string whose(const Fault& fault) {
  const std::optional<std::int64_t> number = element(fault);
  return !fault.allocation ? std::string()
                           : fmt::format(" of {}{}", the_allocation(fault),
                                         number ? fmt::format(", element {},", *number) : "");
}

/// Of memory with a pitch.
std::string rows_apart(const Fault& fault) {
  return fault.allocation && fault.allocation->pitch != 0
             ? fmt::format(
                   " Its rows are {} bytes apart: cudaMemcpy2D copies rows that lie "
                   "closer on the host (each side with its own pitch, the width in "
                   "bytes), cudaMemcpy does not.",
                   fault.allocation->pitch)
             : "";
}

std::string half_written(const Fault& fault) {
  return fmt::format(
      "{}{} of which only a part of the bytes was ever written. Sizes count bytes: give "
      "cudaMemset and cudaMemcpy n * sizeof(type), with the type of the elements there.",
      did(fault), whose(fault));
}

std::string part_written(const Fault& fault) {
  if (fault.allocation && fault.allocation->pitch != 0) {
    return fmt::format(
        "{}{} that nobody has written, though other parts of it were. Between its rows lie bytes "
        "that are nobody's: guard the column, and let row r begin at (char*)pointer + r * pitch.{}",
        did(fault), whose(fault), rows_apart(fault));
  }
  return fmt::format(
      "{}{} that nobody has written, though other parts of it were. Sizes count bytes: cudaMemcpy "
      "and cudaMemset want n * sizeof(type). Else have a kernel write every element: is "
      "its grid large enough, and does no condition leave this one out?",
      did(fault), whose(fault));
}

std::string unset_managed_memory(const Fault& fault) {
  return fmt::format(
      "{}{} which neither the host nor a kernel has written. It is zero here, as it is by chance "
      "on most systems; nothing says that it must be. Fill it before the launch, on the host, "
      "with cudaMemset or in a kernel; or was another array to be filled, or more of this one?",
      did(fault), whose(fault));
}

std::string others_wrote(const Fault& fault) {
  return fmt::format(
      "{} of a variable or an array of its own that it has not written: other threads wrote "
      "theirs. "
      "What a kernel declares each thread has for itself: put __shared__ before it if the threads "
      "of a block are to fill it together (and __syncthreads() between writing and reading), else "
      "give it a value in each thread.",
      did(fault));
}

std::string unwritten_memory(const Fault& fault) {
  return fmt::format("{}{} that nobody has written yet. {}{}", did(fault), whose(fault),
                     advice_for(fault.space), rows_apart(fault));
}

}  // namespace

std::string uninitialised_read(const Fault& fault) {
  const auto* const cause = std::get_if<UninitialisedCause>(&fault.cause);
  if (cause == nullptr) {
    return unwritten_memory(fault);
  }
  switch (cause->what) {
    case UninitialisedCause::What::kRegister:
      return unset_register(fault);
    case UninitialisedCause::What::kAddress:
      return unset_address(fault);
    case UninitialisedCause::What::kFragment:
      return unfilled_fragment(fault);
    case UninitialisedCause::What::kHalfWritten:
      return half_written(fault);
    case UninitialisedCause::What::kPartWritten:
      return part_written(fault);
    case UninitialisedCause::What::kOthersWrote:
      return others_wrote(fault);
    case UninitialisedCause::What::kManaged:
      return unset_managed_memory(fault);
    case UninitialisedCause::What::kConstant:
      return unset_constant(fault, cause->variable);
    case UninitialisedCause::What::kPartOfConstant:
      return partly_unset_constant(fault, cause->variable);
  }
  return {};
}

}  // namespace warpschool::sim::explanations
