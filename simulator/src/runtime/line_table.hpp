// From an address in the running program to a line of its source, by the line table that compilers
// leave in the file (DWARF 5, section 6.2; simcc asks for one always).
#pragma once

#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace warpschool::sim::runtime {

/// The sections of one ELF file that line numbers need.
struct LineSections {
  std::span<const std::byte> line, line_strings, strings;
};

/// The line that `address` (as linked) belongs to; line 0 if no table knows it. Tables older than
/// DWARF 5 are passed over; damaged ones too.
SourceLocation find_line(const LineSections& sections, std::uint64_t address);

/// The same for an address of this process, wherever its file was loaded.
SourceLocation host_location(const void* pc);

}  // namespace warpschool::sim::runtime
