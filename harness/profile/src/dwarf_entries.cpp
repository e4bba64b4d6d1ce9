// Reads the entries of DWARF as far as variables and their types need them.
#include "dwarf_entries.hpp"

#include <utility>

namespace warpschool::profile {
namespace {

struct Abbreviation {
  std::uint64_t tag = 0;
  bool has_children = false;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> attributes;  ///< and their forms
};

std::map<std::uint64_t, Abbreviation> read_abbreviations(const Section& section) {
  std::map<std::uint64_t, Abbreviation> all;
  ByteReader reader(section);
  for (std::uint64_t code = reader.uleb(); code != 0 && !reader.failed(); code = reader.uleb()) {
    Abbreviation& one = all[code];
    one.tag = reader.uleb();
    one.has_children = reader.number(1) != 0;
    for (;;) {
      const std::uint64_t attribute = reader.uleb(), form = reader.uleb();
      if ((attribute == 0 && form == 0) || reader.failed()) {
        break;
      }
      one.attributes.emplace_back(attribute, form);
    }
  }
  return all;
}

DwarfValue number_value(std::uint64_t number) {
  return {number, {}, true};
}

DwarfValue text_value(std::string text) {
  return {0, std::move(text), true};
}

/// Bytes of a form that is a number, a flag or a reference of one size; 0: it is another one.
unsigned fixed_bytes(std::uint64_t form) {
  switch (form) {
    case 0x0b:
    case 0x0c:
    case 0x11:
      return 1;
    case 0x05:
    case 0x12:
      return 2;
    case 0x06:
    case 0x13:
    case 0x17:
      return 4;
    case 0x07:
    case 0x14:
      return 8;
    default:
      return 0;
  }
}

class UnitReader {
 public:
  UnitReader(const PtxTables& tables, std::map<std::uint64_t, Abbreviation> abbreviations)
      : tables_(tables), abbreviations_(std::move(abbreviations)) {}

  /// False: it is broken, and nothing is to be taken from it.
  bool read_unit(const Section& section);
  DwarfEntries entries() && { return std::move(entries_); }

 private:
  DwarfValue value_of(ByteReader& reader, std::uint64_t form, unsigned address_bytes);
  static DwarfValue location_of(ByteReader& reader, std::uint64_t bytes, unsigned address_bytes);

  const PtxTables& tables_;
  std::map<std::uint64_t, Abbreviation> abbreviations_;
  DwarfEntries entries_;
};

/// "DW_OP_addr NAME DW_OP_plus_uconst n", or the offset of a member.
DwarfValue UnitReader::location_of(ByteReader& reader, std::uint64_t bytes,
                                   unsigned address_bytes) {
  constexpr std::uint64_t kAddress = 0x03, kPlus = 0x23;
  DwarfValue value;
  value.is_there = true;
  const std::size_t end = reader.at() + bytes;
  while (reader.at() < end && !reader.failed()) {
    const std::uint64_t operation = reader.number(1);
    if (operation == kAddress) {
      value.text = reader.symbol();
      reader.number(address_bytes);
    } else if (operation == kPlus) {
      value.number += reader.uleb();
    } else {
      value.text.clear();  // a way to compute places that is not used for variables here
      value.is_there = false;
      reader.skip(end - reader.at());
    }
  }
  return value;
}

DwarfValue UnitReader::value_of(ByteReader& reader, std::uint64_t form, unsigned address_bytes) {
  if (const unsigned bytes = fixed_bytes(form); bytes != 0) {
    return number_value(reader.number(bytes));
  }
  switch (form) {
    case 0x01: {  // address
      const std::string symbol = reader.symbol();
      DwarfValue value = number_value(reader.number(address_bytes));
      value.text = symbol;
      return value;
    }
    case 0x03:  // blocks
      return location_of(reader, reader.number(2), address_bytes);
    case 0x04:
      return location_of(reader, reader.number(4), address_bytes);
    case 0x0a:
      return location_of(reader, reader.number(1), address_bytes);
    case 0x09:
    case 0x18:
      return location_of(reader, reader.uleb(), address_bytes);
    case 0x0d:  // numbers that are as long as they need, and a flag that is there
      return number_value(static_cast<std::uint64_t>(reader.sleb()));
    case 0x0f:
    case 0x15:
      return number_value(reader.uleb());
    case 0x19:
      return number_value(1);
    case 0x08:
      return text_value(reader.text());
    case 0x0e: {  // a place in .debug_str
      const auto strings = tables_.sections.find(".debug_str");
      const std::uint64_t at = reader.number(4);
      return text_value(strings == tables_.sections.end()
                            ? ""
                            : ByteReader(strings->second, static_cast<std::size_t>(at)).text());
    }
    default:
      reader.skip(~std::uint64_t{0});  // not known how long it is: the rest cannot be read
      return {};
  }
}

bool UnitReader::read_unit(const Section& section) {
  ByteReader reader(section);
  const std::uint64_t bytes = reader.number(4);
  const std::uint64_t version = reader.number(2);
  reader.number(4);
  const auto address_bytes = static_cast<unsigned>(reader.number(1));
  if (version < 2 || version > 4 || address_bytes != 8) {
    return false;
  }
  std::vector<std::uint64_t> open;
  while (reader.at() < bytes + 4 && !reader.failed()) {
    const std::uint64_t place = reader.at(), code = reader.uleb();
    if (code == 0) {
      if (!open.empty()) {
        open.pop_back();
      }
      continue;
    }
    const auto abbreviation = abbreviations_.find(code);
    if (abbreviation == abbreviations_.end()) {
      return false;
    }
    DwarfEntry& entry = entries_[place];
    entry.tag = abbreviation->second.tag;
    entry.parent = open.empty() ? 0 : open.back();
    for (const auto& [attribute, form] : abbreviation->second.attributes) {
      entry.values[attribute] = value_of(reader, form, address_bytes);
    }
    if (!open.empty()) {
      entries_[open.back()].children.push_back(place);
    }
    if (abbreviation->second.has_children) {
      open.push_back(place);
    }
  }
  return !reader.failed();
}

}  // namespace

DwarfEntries read_entries(const PtxTables& tables) {
  const auto found = tables.sections.find(".debug_info");
  const auto abbreviations = tables.sections.find(".debug_abbrev");
  if (found == tables.sections.end() || abbreviations == tables.sections.end()) {
    return {};
  }
  UnitReader reader(tables, read_abbreviations(abbreviations->second));
  return reader.read_unit(found->second) ? std::move(reader).entries() : DwarfEntries();
}

}  // namespace warpschool::profile
