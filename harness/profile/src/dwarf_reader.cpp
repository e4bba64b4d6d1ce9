// Reads entries of DWARF (debugging information format, version 2 to 4) as far as variables and
// their types go.
#include "debug_info.hpp"
#include "dwarf_sections.hpp"

#include <utility>

namespace warpschool::profile {
namespace {

enum Tag : std::uint64_t {
  kArrayType = 0x01,
  kClassType = 0x02,
  kEnumeration = 0x04,
  kFormalParameter = 0x05,
  kMemberEntry = 0x0d,
  kPointerType = 0x0f,
  kReferenceType = 0x10,
  kStructure = 0x13,
  kTypedef = 0x16,
  kSubrange = 0x21,
  kBaseType = 0x24,
  kConstType = 0x26,
  kVariableEntry = 0x34,
  kVolatileType = 0x35,
  kRestrictType = 0x37,
  kRvalueReference = 0x42
};

enum Attribute : std::uint64_t {
  kLocation = 0x02,
  kName = 0x03,
  kByteSize = 0x0b,
  kUpperBound = 0x2f,
  kAbstractOrigin = 0x31,
  kCount = 0x37,
  kMemberLocation = 0x38,
  kEncoding = 0x3e,
  kSpecification = 0x47,
  kTypeOf = 0x49
};

struct Value {
  std::uint64_t number = 0;
  std::string text;  ///< a string; of an address the name
  bool is_there = false;
};

struct Entry {
  std::uint64_t tag = 0;
  std::size_t parent = 0;
  std::map<std::uint64_t, Value> values;
  std::vector<std::size_t> children;

  const Value& value(std::uint64_t attribute) const {
    static const Value kNone;
    const auto found = values.find(attribute);
    return found == values.end() ? kNone : found->second;
  }
};

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

}  // namespace

class DwarfReader {
 public:
  DwarfReader(const PtxTables& tables, DebugInfo& info) : tables_(tables), info_(info) {}

  void read() {
    const auto found = tables_.sections.find(".debug_info");
    const auto abbreviations = tables_.sections.find(".debug_abbrev");
    if (found == tables_.sections.end() || abbreviations == tables_.sections.end()) {
      return;
    }
    abbreviations_ = read_abbreviations(abbreviations->second);
    if (read_unit(found->second)) {
      for (const auto& [place, entry] : entries_) {
        add_variable(entry);
      }
    }
  }

 private:
  bool read_unit(const Section& section);
  Value value_of(ByteReader& reader, std::uint64_t form, unsigned address_bytes);
  Value location_of(ByteReader& reader, std::uint64_t bytes, unsigned address_bytes);
  const Entry* entry_at(const Value& place) const {
    const auto found = entries_.find(place.number);
    return place.is_there && found != entries_.end() ? &found->second : nullptr;
  }
  const Entry& named(const Entry& entry) const;
  std::size_t type_at(const Value& place, int depth);
  void describe(const Entry& entry, std::size_t index, int depth);
  void add_variable(const Entry& entry);

  const PtxTables& tables_;
  DebugInfo& info_;
  std::map<std::uint64_t, Abbreviation> abbreviations_;
  std::map<std::uint64_t, Entry> entries_;           ///< by place in the unit
  std::map<std::uint64_t, std::size_t> type_index_;  ///< by place
};

/// "DW_OP_addr NAME DW_OP_plus_uconst n", or the offset of a member.
Value DwarfReader::location_of(ByteReader& reader, std::uint64_t bytes, unsigned address_bytes) {
  constexpr std::uint64_t kAddress = 0x03, kPlus = 0x23;
  Value value;
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

Value DwarfReader::value_of(ByteReader& reader, std::uint64_t form, unsigned address_bytes) {
  Value value;
  value.is_there = true;
  switch (form) {
    case 0x01:  // address
      value.text = reader.symbol();
      value.number = reader.number(address_bytes);
      return value;
    case 0x03:  // blocks
      return location_of(reader, reader.number(2), address_bytes);
    case 0x04:
      return location_of(reader, reader.number(4), address_bytes);
    case 0x0a:
      return location_of(reader, reader.number(1), address_bytes);
    case 0x09:
    case 0x18:
      return location_of(reader, reader.uleb(), address_bytes);
    case 0x0b:  // numbers, flags and references
    case 0x0c:
    case 0x11:
      value.number = reader.number(1);
      return value;
    case 0x05:
    case 0x12:
      value.number = reader.number(2);
      return value;
    case 0x06:
    case 0x13:
    case 0x17:
      value.number = reader.number(4);
      return value;
    case 0x07:
    case 0x14:
      value.number = reader.number(8);
      return value;
    case 0x0d:
      value.number = static_cast<std::uint64_t>(reader.sleb());
      return value;
    case 0x0f:
    case 0x15:
      value.number = reader.uleb();
      return value;
    case 0x19:
      value.number = 1;
      return value;
    case 0x08:
      value.text = reader.text();
      return value;
    case 0x0e: {  // a place in .debug_str
      const auto strings = tables_.sections.find(".debug_str");
      const std::uint64_t at = reader.number(4);
      value.text = strings == tables_.sections.end()
                       ? ""
                       : ByteReader(strings->second, static_cast<std::size_t>(at)).text();
      return value;
    }
    default:
      reader.skip(~std::uint64_t{0});  // not known how long it is: the rest cannot be read
      return {};
  }
}

/// False: it is broken, and nothing is taken from it.
bool DwarfReader::read_unit(const Section& section) {
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
    Entry& entry = entries_[place];
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

/// The entry that has the name and type of this one: an inlined variable's stand elsewhere.
const Entry& DwarfReader::named(const Entry& entry) const {
  const Entry* found = &entry;
  for (int i = 0; i < 4 && !found->value(kName).is_there; ++i) {
    const Entry* next = entry_at(found->value(kAbstractOrigin));
    next = next != nullptr ? next : entry_at(found->value(kSpecification));
    if (next == nullptr) {
      break;
    }
    found = next;
  }
  return *found;
}

std::size_t DwarfReader::type_at(const Value& place, int depth) {
  constexpr int kDeepest = 32;
  const Entry* const entry = entry_at(place);
  if (entry == nullptr || depth > kDeepest) {
    return 0;
  }
  const auto known = type_index_.find(place.number);
  if (known != type_index_.end()) {
    return known->second;
  }
  const bool is_other_name = entry->tag == kTypedef || entry->tag == kConstType ||
                             entry->tag == kVolatileType || entry->tag == kRestrictType;
  if (is_other_name) {
    return type_at(entry->value(kTypeOf), depth + 1);
  }
  const std::size_t index = info_.types_.size();
  type_index_[place.number] = index;
  info_.types_.emplace_back();
  describe(*entry, index, depth);
  return index;
}

Type::Kind kind_of(std::uint64_t encoding) {
  switch (encoding) {
    case 0x02:
      return Type::Kind::kBool;
    case 0x04:
      return Type::Kind::kFloat;
    case 0x05:
      return Type::Kind::kSigned;
    case 0x06:
      return Type::Kind::kChar;
    case 0x07:
    case 0x08:
      return Type::Kind::kUnsigned;
    default:
      return Type::Kind::kUnknown;
  }
}

void DwarfReader::describe(const Entry& entry, std::size_t index, int depth) {
  Type type;
  type.name = entry.value(kName).text;
  type.bytes = entry.value(kByteSize).number;
  switch (entry.tag) {
    case kBaseType:
      type.kind = kind_of(entry.value(kEncoding).number);
      break;
    case kEnumeration:
      type.kind = Type::Kind::kSigned;
      break;
    case kPointerType:
    case kReferenceType:
    case kRvalueReference:
      type.kind = Type::Kind::kPointer;
      type.bytes = 8;
      type.element = type_at(entry.value(kTypeOf), depth + 1);
      break;
    case kStructure:
    case kClassType:
      type.kind = Type::Kind::kStruct;
      for (const std::size_t child : entry.children) {
        const Entry& member = entries_.at(child);
        if (member.tag == kMemberEntry && member.value(kMemberLocation).is_there) {
          type.members.push_back({member.value(kName).text, member.value(kMemberLocation).number,
                                  type_at(member.value(kTypeOf), depth + 1)});
        }
      }
      break;
    case kArrayType: {
      std::vector<std::uint64_t> counts;
      for (const std::size_t child : entry.children) {
        const Entry& range = entries_.at(child);
        if (range.tag == kSubrange) {
          const Value& upper = range.value(kUpperBound);
          counts.push_back(upper.is_there ? upper.number + 1 : range.value(kCount).number);
        }
      }
      std::size_t element = type_at(entry.value(kTypeOf), depth + 1);
      for (std::size_t n = counts.size(); n-- > 0;) {
        Type row;
        row.kind = Type::Kind::kArray;
        row.element = element;
        row.count = counts[n];
        row.bytes = row.count * info_.type(element).bytes;
        if (n == 0) {
          type = row;
        } else {
          element = info_.types_.size();
          info_.types_.push_back(row);
        }
      }
      break;
    }
    default:
      break;
  }
  info_.types_[index] = std::move(type);
}

void DwarfReader::add_variable(const Entry& entry) {
  const Value& where = entry.value(kLocation);
  if ((entry.tag != kVariableEntry && entry.tag != kFormalParameter) || !where.is_there ||
      where.text.empty()) {
    return;
  }
  const Entry& words = named(entry);
  Variable variable{words.value(kName).text, where.number, type_at(words.value(kTypeOf), 0)};
  if (variable.name.empty()) {
    return;
  }
  const auto function = tables_.function_of.find(where.text);
  if (function != tables_.function_of.end()) {
    info_.locals_[function->second].push_back(std::move(variable));
  } else {
    info_.shared_.emplace(variable.name, std::move(variable));
  }
}

DebugInfo DebugInfo::read(std::string_view ptx) {
  DebugInfo info;
  const PtxTables tables = read_tables(ptx);
  DwarfReader(tables, info).read();
  return info;
}

}  // namespace warpschool::profile
