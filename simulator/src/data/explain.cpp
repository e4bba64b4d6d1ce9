// Faults in plain words: one sentence says what happened, where and to whom, the next how to mend
// it. Words are those of a student's first CUDA lecture; the caller prints the quoted source line.
#include "warpschool/sim/fault.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <string_view>

namespace warpschool::sim {
namespace {

constexpr DeviceAddress kNullPage = 4096;

std::string count(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

std::string index(const Dim3& of) {
  if (of.z != 0) {
    return fmt::format("({}, {}, {})", of.x, of.y, of.z);
  }
  return of.y != 0 ? fmt::format("({}, {})", of.x, of.y) : fmt::format("{}", of.x);
}

std::string thread_of_block(const Dim3& thread, const Dim3& block) {
  return fmt::format("hread {} of block {}", index(thread), index(block));
}

/// "Thread 17 of block 3 (and 31 more of its warp)"
std::string who(const Fault& fault) {
  std::string text = "T" + thread_of_block(fault.thread, fault.block);
  if (fault.thread_count > 1) {
    text += fmt::format(" (and {} more of its warp)", fault.thread_count - 1);
  }
  return text;
}

std::string line_of_file(const SourceLocation& where) {
  return fmt::format("line {} of {}", where.line, base_name(where.file));
}

/// " at line 12 of x.cu"
std::string at(const Fault& fault) {
  if (fault.where.line != 0) {
    return " at " + line_of_file(fault.where);
  }
  return fault.kernel.empty() ? "" : fmt::format(" in kernel '{}'", fault.kernel);
}

std::string did(const Fault& fault) {
  return fmt::format("{} {} {}{}", who(fault), fault.is_write ? "wrote" : "read",
                     count(fault.access_bytes, "byte"), at(fault));
}

std::string memory_name(Space space) {
  return space == Space::kConst ? "constant memory" : fmt::format("{} memory", to_string(space));
}

/// " made at line 31", " made at main.cu:31" or nothing
std::string made_at(const AllocationRef& allocation, const SourceLocation& where) {
  const std::size_t colon = allocation.origin.find_last_of(':');
  if (allocation.origin.empty() || colon == std::string::npos) {
    return {};
  }
  const std::string file = base_name(allocation.origin.substr(0, colon));
  const std::string line = allocation.origin.substr(colon + 1);
  return file == base_name(where.file) ? " made at line " + line
                                       : fmt::format(" made at {}:{}", file, line);
}

/// "the 4000-byte allocation made at line 31", "the 64-byte array 'tile' in shared memory"
std::string the_allocation(const Fault& fault) {
  const AllocationRef& allocation = *fault.allocation;
  if (allocation.name.empty()) {
    return fmt::format("the {}-byte allocation{}", allocation.bytes,
                       made_at(allocation, fault.where));
  }
  const bool says_space = fault.space == Space::kShared || fault.space == Space::kConst;
  return fmt::format("the {}-byte variable '{}'{}", allocation.bytes, allocation.name,
                     says_space ? " in " + memory_name(fault.space) : "");
}

std::string out_of_bounds(const Fault& fault) {
  if (fault.allocation && fault.allocation->distance > 0) {
    const std::string advice =
        fault.space == Space::kShared
            ? "Compare the index with the size of the array: is the block larger than you thought?"
            : "Check the index against n before you use it.";
    return fmt::format("{}, {} past the end of {}. {}", did(fault),
                       count(static_cast<std::uint64_t>(fault.allocation->distance), "byte"),
                       the_allocation(fault), advice);
  }
  if (fault.allocation && fault.allocation->distance < 0) {
    return fmt::format(
        "{}, {} before the begin of {}. An index is below 0 here: check what is subtracted from "
        "it.",
        did(fault), count(0 - static_cast<std::uint64_t>(fault.allocation->distance), "byte"),
        the_allocation(fault));
  }
  if (fault.space == Space::kShared || fault.space == Space::kLocal) {
    return fmt::format(
        "{}, outside the {} it has. Check the index, and the size in the third launch parameter if "
        "the array is 'extern __shared__'.",
        did(fault), memory_name(fault.space));
  }
  if (fault.address < kNullPage) {
    return fmt::format(
        "{} through a null pointer (address {:#x}). Set the pointer before the launch, and check "
        "what cudaMalloc returned.",
        did(fault), fault.address);
  }
  // No address here: of a wild pointer it may differ from run to run.
  return fmt::format(
      "{} at an address where nothing is allocated. Check the pointer that the kernel was given, "
      "then the index.",
      did(fault));
}

std::string misaligned(const Fault& fault) {
  const std::string place =
      fault.allocation && fault.allocation->distance == 0
          ? fmt::format("at byte {} of {}", fault.address - fault.allocation->begin,
                        the_allocation(fault))
          : "at an address";
  return fmt::format(
      "{} {}, which is not a multiple of {}. An address must be a multiple of the size of what "
      "lies there: look for a cast to a wider type (float* to float4*) or an odd offset.",
      did(fault), place, fault.access_bytes);
}

std::string use_after_free(const Fault& fault) {
  const std::string what = fault.allocation ? " (" + the_allocation(fault) + ")" : "";
  return fmt::format(
      "{} of memory that was freed before{}. Call cudaFree only after the last kernel that uses "
      "it.",
      did(fault), what);
}

std::string host_pointer(const Fault& fault) {
  return fmt::format(
      "{} through a pointer to host memory. A kernel can only use device memory: pass the pointer "
      "from cudaMalloc, and copy the data there with cudaMemcpy.",
      did(fault));
}

std::string uninitialised_read(const Fault& fault) {
  const std::string of = fault.allocation ? " of " + the_allocation(fault) : "";
  const std::string advice =
      fault.space == Space::kShared
          ? "Shared memory starts out as rubbish: each element must be written first, with "
            "__syncthreads() in between."
          : "Write every element first, or clear the memory with cudaMemset.";
  return fmt::format("{}{} that nobody has written yet. {}", did(fault), of, advice);
}

std::string race(const Fault& fault) {
  if (!fault.other) {
    return fmt::format(
        "{} while another thread used the same {}, and nothing orders the two. Put __syncthreads() "
        "between them.",
        did(fault), memory_name(fault.space));
  }
  const RaceParty& other = *fault.other;
  const bool same_block = other.block == fault.block;
  const std::string where = fault.allocation && !fault.allocation->name.empty()
                                ? fmt::format("'{}'", fault.allocation->name)
                                : memory_name(fault.space);
  const std::string advice =
      same_block
          ? "Put __syncthreads() between the two, where every thread of the block reaches it."
          : "Blocks run in any order: use an atomic, or split the work into two kernels.";
  return fmt::format("{} to a place in {} that t{} {}{}, and nothing says which comes first. {}",
                     did(fault), where, thread_of_block(other.thread, other.block),
                     other.is_write ? "also writes" : "reads",
                     other.where.line != 0 ? " at " + line_of_file(other.where) : "", advice);
}

std::string divergent_barrier(const Fault& fault) {
  return fmt::format(
      "{} waits at the barrier{}, but other threads of its block went another way and never come "
      "to it. Every thread of a block must reach the same __syncthreads(): move it out of the if "
      "or the loop.",
      who(fault), at(fault));
}

std::string invalid_lane_mask(const Fault& fault) {
  return fmt::format(
      "{} called a warp function{} with a mask that does not fit the threads there: it leaves out "
      "the thread itself, or names one that has ended or went another way. Give 0xffffffff where "
      "all 32 threads come, else the result of a __ballot_sync from before the branch.",
      who(fault), at(fault));
}

std::string deadlock(const Fault& fault) {
  std::string lines;
  for (const SourceLocation& where : fault.waiting_at) {
    const std::string line = line_of_file(where);
    if (where.line != 0 && lines.find(line + ";") == std::string::npos) {
      lines += line + "; ";
    }
  }
  if (!lines.empty()) {
    lines = " (they wait at " + lines.substr(0, lines.size() - 2) + ")";
  }
  return fmt::format(
      "No thread of block {} can go on{}: each waits for something that another never does. Look "
      "for a __syncthreads() that some threads skip, and for a lock that is taken but not given "
      "back.",
      index(fault.block), lines);
}

std::string work_limit(const Fault& fault) {
  return fmt::format(
      "The kernel{} was stopped: it did far more work than it should need{}. Does every loop end? "
      "Check its condition and its step.",
      fault.kernel.empty() ? "" : " '" + fault.kernel + "'",
      fault.where.line != 0 ? ", and was last seen at " + line_of_file(fault.where) : "");
}

std::string with_detail(std::string text, const Fault& fault) {
  return fault.detail.empty() ? text : fmt::format("{} ({})", text, fault.detail);
}

}  // namespace

std::string explain(const Fault& fault) {
  if (fault.thread_count == 0) {
    return fault.detail;  // a mistake of host code: whoever found it wrote the sentences
  }
  switch (fault.kind) {
    case FaultKind::kOutOfBounds:
      return out_of_bounds(fault);
    case FaultKind::kMisaligned:
      return misaligned(fault);
    case FaultKind::kUseAfterFree:
      return use_after_free(fault);
    case FaultKind::kHostPointer:
      return host_pointer(fault);
    case FaultKind::kUninitialisedRead:
      return uninitialised_read(fault);
    case FaultKind::kRace:
      return race(fault);
    case FaultKind::kDivergentBarrier:
      return with_detail(divergent_barrier(fault), fault);
    case FaultKind::kInvalidLaneMask:
      return with_detail(invalid_lane_mask(fault), fault);
    case FaultKind::kDeadlock:
      return with_detail(deadlock(fault), fault);
    case FaultKind::kWorkLimit:
      return work_limit(fault);
    case FaultKind::kTrap:
      return with_detail(
          fmt::format("{} stopped the kernel with a trap{}. Find out which condition led there.",
                      who(fault), at(fault)),
          fault);
    case FaultKind::kAssert:
      return fmt::format(
          "{} found that an assertion does not hold{}: {}. Print the values in it, or work back "
          "from them.",
          who(fault), at(fault), fault.detail);
    case FaultKind::kStackOverflow:
      return fmt::format(
          "{} ran out of stack{}. Does the recursion end? Use a loop, or smaller local arrays.",
          who(fault), at(fault));
    case FaultKind::kInvalidInstruction:
      return fmt::format(
          "The simulator does not know the instruction '{}'{}. This is no mistake of yours: tell "
          "your instructor, and try to write it another way.",
          fault.detail, at(fault));
    case FaultKind::kInvalidLaunch:
      return fmt::format(
          "The kernel{} could not be launched: {}. Check the numbers between <<< and >>>.",
          fault.kernel.empty() ? "" : " '" + fault.kernel + "'", fault.detail);
    case FaultKind::kHostAccess:
    case FaultKind::kInvalidCopy:
    case FaultKind::kInvalidFree:
    case FaultKind::kUnsynchronisedAccess:
    case FaultKind::kLeak:
      return fault.detail;
  }
  return {};
}

}  // namespace warpschool::sim
