// Makes variables and their types of the entries of DWARF.
#include "debug_info.hpp"
#include "dwarf_entries.hpp"
#include "dwarf_sections.hpp"

#include <optional>
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

}  // namespace

class DwarfReader {
 public:
  DwarfReader(const PtxTables& tables, DebugInfo& info)
      : tables_(tables), info_(info), entries_(read_entries(tables)) {}

  void read() {
    for (const auto& [place, entry] : entries_) {
      add_variable(entry);
    }
  }

 private:
  const DwarfEntry* entry_at(const DwarfValue& place) const {
    const auto found = entries_.find(place.number);
    return place.is_there && found != entries_.end() ? &found->second : nullptr;
  }
  const DwarfEntry& named(const DwarfEntry& entry) const;
  std::size_t type_at(const DwarfValue& place, int depth);
  std::optional<Type> array_of(const DwarfEntry& entry, int depth);
  void describe(const DwarfEntry& entry, std::size_t index, int depth);
  void add_variable(const DwarfEntry& entry);

  const PtxTables& tables_;
  DebugInfo& info_;
  const DwarfEntries entries_;
  std::map<std::uint64_t, std::size_t> type_index_;  ///< by place
};

/// The entry that has the name and type of this one: an inlined variable's stand elsewhere.
const DwarfEntry& DwarfReader::named(const DwarfEntry& entry) const {
  const DwarfEntry* found = &entry;
  for (int i = 0; i < 4 && !found->value(kName).is_there; ++i) {
    const DwarfEntry* next = entry_at(found->value(kAbstractOrigin));
    next = next != nullptr ? next : entry_at(found->value(kSpecification));
    if (next == nullptr) {
      break;
    }
    found = next;
  }
  return *found;
}

std::size_t DwarfReader::type_at(const DwarfValue& place, int depth) {
  constexpr int kDeepest = 32;
  const DwarfEntry* const entry = entry_at(place);
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

/// Rows of rows, the last of which the types get; nothing where it says no range.
std::optional<Type> DwarfReader::array_of(const DwarfEntry& entry, int depth) {
  std::vector<std::uint64_t> counts;
  for (const std::size_t child : entry.children) {
    const DwarfEntry& range = entries_.at(child);
    if (range.tag == kSubrange) {
      const DwarfValue& upper = range.value(kUpperBound);
      counts.push_back(upper.is_there ? upper.number + 1 : range.value(kCount).number);
    }
  }
  std::size_t element = type_at(entry.value(kTypeOf), depth + 1);
  std::optional<Type> whole;
  for (std::size_t n = counts.size(); n-- > 0;) {
    Type row;
    row.kind = Type::Kind::kArray;
    row.element = element;
    row.count = counts[n];
    row.bytes = row.count * info_.type(element).bytes;
    if (n == 0) {
      whole = row;
    } else {
      element = info_.types_.size();
      info_.types_.push_back(row);
    }
  }
  return whole;
}

void DwarfReader::describe(const DwarfEntry& entry, std::size_t index, int depth) {
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
        const DwarfEntry& member = entries_.at(child);
        if (member.tag == kMemberEntry && member.value(kMemberLocation).is_there) {
          type.members.push_back({member.value(kName).text, member.value(kMemberLocation).number,
                                  type_at(member.value(kTypeOf), depth + 1)});
        }
      }
      break;
    case kArrayType:
      type = array_of(entry, depth).value_or(type);
      break;
    default:
      break;
  }
  info_.types_[index] = std::move(type);
}

void DwarfReader::add_variable(const DwarfEntry& entry) {
  const DwarfValue& where = entry.value(kLocation);
  if ((entry.tag != kVariableEntry && entry.tag != kFormalParameter) || !where.is_there ||
      where.text.empty()) {
    return;
  }
  const DwarfEntry& words = named(entry);
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
