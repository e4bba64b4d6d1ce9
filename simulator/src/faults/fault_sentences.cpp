// Parts of sentences that explanations of faults share.
#include "faults/fault_sentences.hpp"

#include <fmt/core.h>

namespace warpschool::sim::sentences {
namespace {

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);
}

/// " made at line 31", " declared at main.cu:31" or nothing
std::string made_at(const AllocationRef& allocation, const SourceLocation& where) {
  if (allocation.origin.empty()) {
    return {};
  }
  const bool is_place = allocation.origin.find(':') != std::string::npos;
  return fmt::format(" {} {} {}", allocation.name.empty() ? "made" : "declared",
                     is_place ? "at" : "by", origin_of(allocation.origin, where));
}

}  // namespace

std::string when_freed(const Fault& fault) {
  return !fault.allocation || fault.allocation->freed_at.empty()
             ? "before"
             : "at " + origin_of(fault.allocation->freed_at, fault.where);
}

std::string origin_of(const std::string& origin, const SourceLocation& where) {
  const std::size_t colon = origin.find_last_of(':');
  if (colon == std::string::npos) {
    return origin;
  }
  const std::string file = base_name(origin.substr(0, colon));
  const std::string line = origin.substr(colon + 1);
  return file == base_name(where.file) ? "line " + line : fmt::format("{}:{}", file, line);
}

std::string count(std::uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

std::string index(const Dim3& of, const Dim3& extent) {
  if (extent.z > 1 || of.z != 0) {
    return fmt::format("({}, {}, {})", of.x, of.y, of.z);
  }
  return extent.y > 1 || of.y != 0 ? fmt::format("({}, {})", of.x, of.y) : fmt::format("{}", of.x);
}

bool is_flat(const Fault& fault) {
  return fault.block_dim.y * fault.block_dim.z * fault.grid_dim.y * fault.grid_dim.z == 1;
}

std::string thread_of_block(const Fault& fault, const Dim3& thread, const Dim3& block) {
  return fmt::format("thread {} of block {}", index(thread, fault.block_dim),
                     index(block, fault.grid_dim));
}

std::string other_thread(const Fault& fault) {
  const RaceParty& other = *fault.other;
  return other.is_thread_known ? thread_of_block(fault, other.thread, other.block)
                               : "another thread of its warp";
}

std::string who(const Fault& fault) {
  std::string text = thread_of_block(fault, fault.thread, fault.block);
  text[0] = 'T';
  if (fault.thread_count > 1) {
    text += fmt::format(" (and {} more of its warp)", fault.thread_count - 1);
  }
  return text;
}

std::string line_of_file(const SourceLocation& where) {
  // A module of PTX that came as text, without .loc, knows its own lines only.
  return fmt::format("line {} of {}", where.line,
                     where.file.empty() ? "the PTX" : base_name(where.file));
}

std::string condition(const SourceLocation& place, const std::string& text,
                      const SourceLocation& where) {
  constexpr std::size_t kMostLetters = 60;
  const bool is_short = !text.empty() && text.size() <= kMostLetters;
  return fmt::format(
      "{} at {}", is_short ? "'" + text + "'" : "the condition",
      place.file == where.file ? fmt::format("line {}", place.line) : line_of_file(place));
}

std::string at_line(const SourceLocation& where) {
  return where.line == 0 ? "" : " at " + line_of_file(where);
}

const char* verb(bool is_write, bool is_atomic) {
  if (is_atomic) {
    return "atomically updated";
  }
  return is_write ? "wrote" : "read";
}

std::string at(const Fault& fault) {
  if (fault.where.line != 0) {
    return at_line(fault.where);
  }
  return fault.kernel.empty() ? "" : fmt::format(" in kernel '{}'", fault.kernel);
}

std::string did(const Fault& fault) {
  return fmt::format("{} {} {}{}", who(fault), verb(fault.is_write, fault.is_atomic),
                     count(fault.access_bytes, "byte"), at(fault));
}

std::string memory_name(Space space) {
  return space == Space::kConst ? "constant memory" : fmt::format("{} memory", to_string(space));
}

std::string the_allocation(const Fault& fault) {
  const AllocationRef& allocation = *fault.allocation;
  if (allocation.name.empty()) {
    return fmt::format("the {}-byte allocation{}", allocation.bytes,
                       made_at(allocation, fault.where));
  }
  if (allocation.name == kDynamicSharedMemory) {
    return fmt::format("the {} bytes of dynamic shared memory", allocation.bytes);
  }
  return fmt::format("the {}-byte {}{}variable '{}'{}", allocation.bytes, allocation.qualifier,
                     allocation.qualifier.empty() ? "" : " ", allocation.name,
                     made_at(allocation, fault.where));
}

std::string was_made(const char* what, const Fault& fault) {
  return !fault.allocation || fault.allocation->origin.empty() || fault.allocation->distance != 0
             ? ""
             : fmt::format(" {} was made at {}.", what,
                           origin_of(fault.allocation->origin, fault.where));
}

std::uint64_t element_bytes(const Fault& fault) {
  constexpr std::uint32_t kLeastStruct = 8;  // of two members
  const std::uint64_t accessed = fault.access_bytes;
  if (!fault.allocation || fault.allocation->element_bytes < kLeastStruct) {
    return accessed;
  }
  const std::uint64_t typed = fault.allocation->element_bytes;
  return accessed < typed && fault.allocation->bytes % typed == 0 ? typed : accessed;
}

std::optional<std::int64_t> element(const Fault& fault) {
  const auto bytes = static_cast<std::int64_t>(element_bytes(fault));
  if (!fault.allocation || fault.access_bytes == 0 ||
      fault.allocation->bytes % element_bytes(fault) != 0) {
    return {};
  }
  const auto offset = static_cast<std::int64_t>(fault.address - fault.allocation->begin);
  if (offset % fault.access_bytes != 0) {
    return {};
  }
  // Rounded down, below the first one, too.
  return offset / bytes - (offset % bytes < 0 ? 1 : 0);
}

std::string place(const Fault& fault) {
  if (!fault.allocation) {
    return "a place in " + memory_name(fault.space);
  }
  const bool is_variable =
      !fault.allocation->name.empty() && fault.allocation->name != kDynamicSharedMemory;
  std::string of =
      is_variable
          ? fmt::format(
                "'{}' ({}{})", fault.allocation->name,
                fault.allocation->qualifier.empty() ? "a variable" : fault.allocation->qualifier,
                fault.allocation->origin.empty() ? ""
                                                 : "," + made_at(*fault.allocation, fault.where))
          : the_allocation(fault);
  if (fault.allocation->bytes == fault.access_bytes) {
    return of;
  }
  const std::optional<std::int64_t> number = element(fault);
  return number ? fmt::format("element {} of {}", *number, of) : "a place in " + of;
}

}  // namespace warpschool::sim::sentences
