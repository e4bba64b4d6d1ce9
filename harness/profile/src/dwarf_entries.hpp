// Entries of DWARF (debugging information format, version 2 to 4), of one unit.
#pragma once

#include "dwarf_sections.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace warpschool::profile {

struct DwarfValue {
  std::uint64_t number = 0;
  std::string text;  ///< a string; of an address the name
  bool is_there = false;
};

struct DwarfEntry {
  std::uint64_t tag = 0;
  std::size_t parent = 0;
  std::map<std::uint64_t, DwarfValue> values;
  std::vector<std::size_t> children;

  const DwarfValue& value(std::uint64_t attribute) const {
    static const DwarfValue kNone;
    const auto found = values.find(attribute);
    return found == values.end() ? kNone : found->second;
  }
};

using DwarfEntries = std::map<std::uint64_t, DwarfEntry>;  ///< by place in the unit

/// None where the tables are broken, or there are none.
DwarfEntries read_entries(const PtxTables& tables);

}  // namespace warpschool::profile
