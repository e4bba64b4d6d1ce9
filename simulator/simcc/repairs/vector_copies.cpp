// Finds copies of vectors in LLVM's intermediate code, and makes them accesses of vectors.
#include "simcc/repairs/vector_copies.hpp"

#include "simcc/repairs/copied_types.hpp"
#include "simcc/repairs/pointer_bases.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace warpschool::simcc {
namespace {

constexpr std::string_view kCopy = "call void @llvm.memcpy.", kMove = "call void @llvm.memmove.";
constexpr unsigned kMostBytes = 128;  // behind them clang makes a loop
constexpr unsigned kMostAtOnce = 16;

struct Pointer {
  std::string type, value;
  unsigned alignment = 1;
};

/// "i8 addrspace(3)* noundef align 16 %7", "ptr align 16 @tile"
std::optional<Pointer> pointer_in(const std::string& argument) {
  Pointer pointer;
  const bool is_typed = argument.compare(0, 2, "i8") == 0;
  std::size_t end = is_typed ? argument.find('*') : std::size_t{2};
  if (end == std::string::npos || (!is_typed && argument.compare(0, 3, "ptr") != 0)) {
    return std::nullopt;
  }
  constexpr std::string_view kSpace = " addrspace(";
  if (!is_typed && argument.compare(3, kSpace.size(), kSpace) == 0) {
    end = argument.find(')');
  }
  pointer.type = argument.substr(0, end + 1);
  constexpr std::string_view kAlign = "align ";
  if (const std::size_t align = argument.find(kAlign, end); align != std::string::npos) {
    pointer.alignment = static_cast<unsigned>(std::atol(argument.c_str() + align + kAlign.size()));
  }
  constexpr std::array<std::string_view, 6> kBegins = {
      " %", " @", " bitcast (", " getelementptr ", " addrspacecast (", " inttoptr ("};
  std::size_t value = std::string::npos;
  for (const std::string_view begin : kBegins) {
    value = std::min(value, argument.find(begin, end));
  }
  if (value == std::string::npos) {
    return std::nullopt;
  }
  pointer.value = argument.substr(value + 1);
  return pointer;
}

/// A copy by accesses of a vector's type.
struct VectorCopy {
  Pointer to, from;  ///< as they may be believed to be aligned
  std::string type;  ///< "<4 x float>"
  unsigned bytes = 0, count = 0;
  std::string place;  ///< ", !dbg !17", where the copy stands in the source
};

std::string vector_pointer(const Pointer& pointer, const std::string& type) {
  constexpr std::string_view kByte = "i8";
  return pointer.type.compare(0, kByte.size(), kByte) == 0
             ? type + pointer.type.substr(kByte.size())
             : pointer.type;
}

/// The address of a vector, `offset` bytes behind a pointer. `name` gets it.
std::string vector_address(const Pointer& of, const VectorCopy& copy, unsigned offset,
                           const std::string& name) {
  return "  " + name + ".byte = getelementptr i8, " + of.type + " " + of.value + ", i64 " +
         std::to_string(offset) + copy.place + "\n  " + name + " = bitcast " + of.type + " " +
         name + ".byte to " + vector_pointer(of, copy.type) + copy.place + "\n";
}

/// ", align 8, !dbg !17" and the end of the line. Behind the first vector only its own size is
/// sure.
std::string end_of_access(const Pointer& of, const VectorCopy& copy) {
  return ", align " + std::to_string(std::min(of.alignment, copy.bytes)) + copy.place + "\n";
}

/// All is loaded before anything is stored, as memmove asks.
std::string code_of(const VectorCopy& copy, unsigned& number) {
  std::string loads, stores;
  for (unsigned i = 0; i < copy.count; ++i) {
    const std::string name = "%warpschool.copy" + std::to_string(number++);
    const std::string source = name + ".from", target = name + ".to";
    loads += vector_address(copy.from, copy, i * copy.bytes, source);
    loads.append("  ").append(name).append(" = load ").append(copy.type).append(", ");
    loads.append(vector_pointer(copy.from, copy.type)).append(" ").append(source);
    loads += end_of_access(copy.from, copy);
    stores += vector_address(copy.to, copy, i * copy.bytes, target);
    stores.append("  store ").append(copy.type).append(" ").append(name).append(", ");
    stores.append(vector_pointer(copy.to, copy.type)).append(" ").append(target);
    stores += end_of_access(copy.to, copy);
  }
  return loads + stores;
}

/// ", !dbg !17", where the copy stands in the source.
std::string place_of(const std::string& line) {
  constexpr std::string_view kPlace = ", !dbg !";
  const std::size_t begin = line.find(kPlace);
  return begin == std::string::npos
             ? ""
             : line.substr(begin,
                           line.find_first_not_of("0123456789", begin + kPlace.size()) - begin);
}

/// The code as it is rewritten line by line.
struct Rewriting {
  PointerBases bases;
  CopiedTypes types;
  unsigned number = 0;                     ///< of vectors until now
  std::map<std::string, unsigned> raised;  ///< variables that are to be aligned to a vector
};

/// The largest piece that such an alignment allows and a whole number of which is so long.
unsigned at_most(unsigned alignment, unsigned bytes) {
  unsigned most = std::min(alignment, kMostAtOnce);
  while (bytes % most != 0) {
    most /= 2;
  }
  return most;
}

/// How the side with less is aligned, where its type promises as much as the other side has.
/// A cast to float4* promises the alignment, on both sides of a copy. clang believes it of
/// pointers, and of a variable that it sees what the variable's declaration says.
/// (Were the type one of 4 bytes' alignment, the pointer's side would not say 16.) A variable of
/// the function needs none: clang lays it out, or keeps it in registers.
void believe_promise(const Pointer& high, Pointer& low, unsigned bytes, bool is_vector,
                     Rewriting& rewriting) {
  constexpr unsigned kLeast = 4;
  const unsigned promised = at_most(high.alignment, bytes);
  const std::string variable = rewriting.bases.array_of(low.value);
  if (low.alignment >= kLeast && low.alignment < promised && !variable.empty() &&
      (is_vector || rewriting.bases.is_from_outside(high.value))) {
    unsigned& raised = rewriting.raised[variable];
    low.alignment = promised;
    raised = std::max(raised, promised);
  }
}

/// How many bytes one access takes: what the alignment of the side that is not in the function
/// allows, and the length of the copy. 0: both are.
unsigned bytes_at_once(const VectorCopy& copy, const Rewriting& rewriting) {
  const bool to_local = rewriting.bases.is_local(copy.to.value);
  const bool from_local = rewriting.bases.is_local(copy.from.value);
  const unsigned alignment = std::min(to_local ? kMostAtOnce : copy.to.alignment,
                                      from_local ? kMostAtOnce : copy.from.alignment);
  return to_local && from_local ? 0 : at_most(alignment, copy.bytes);
}

/// The vector's type for accesses of so many bytes; empty: none is needed, or parts of the copy may
/// be pointers, which a vector of numbers would break.
std::string vector_type(const std::optional<Numbers>& numbers, unsigned at_once, bool is_local) {
  const Numbers words{"i32", 4, 0};
  Numbers of = numbers.value_or(words);
  // More than four numbers are two accesses; as words they are one.
  of = of.bytes * 4 < at_once ? words : of;
  if (of.bytes >= at_once || (!numbers && (is_local || at_once < kMostAtOnce))) {
    return {};
  }
  return "<" + std::to_string(at_once / of.bytes) + " x " + of.type + ">";
}

/// The numbers that the copy is of, by the type that either side says.
std::optional<Numbers> numbers_of(const VectorCopy& copy, unsigned bytes,
                                  const Rewriting& rewriting) {
  for (const Pointer* side : {&copy.to, &copy.from}) {
    auto numbers = rewriting.types.numbers_of(rewriting.bases.type_of(side->value));
    if (numbers && numbers->bytes * numbers->count == bytes) {
      return numbers;
    }
  }
  return std::nullopt;
}

/// The copy that a line calls for, and its bytes; nothing: it does not.
std::optional<VectorCopy> copy_in(const std::string& line) {
  const std::size_t call = std::min(line.find(kCopy), line.find(kMove));
  const std::size_t open = call == std::string::npos ? call : line.find('(', call);
  if (open == std::string::npos) {
    return std::nullopt;
  }
  const std::vector<std::string> arguments = parts_in_brackets(line, open);
  constexpr std::string_view kBytes = "i64 ";
  if (arguments.size() != 4 || arguments[2].compare(0, kBytes.size(), kBytes) != 0 ||
      arguments[3] != "i1 false") {
    return std::nullopt;
  }
  const auto to = pointer_in(arguments[0]), from = pointer_in(arguments[1]);
  const auto bytes = static_cast<unsigned>(std::atol(arguments[2].c_str() + kBytes.size()));
  if (!to || !from || bytes == 0 || bytes > kMostBytes) {
    return std::nullopt;
  }
  return VectorCopy{*to, *from, "", bytes, 1, place_of(line)};
}

/// What replaces a line; empty: it stays.
std::string replacement(const std::string& line, Rewriting& rewriting) {
  std::optional<VectorCopy> copy = copy_in(line);
  if (!copy) {
    return {};
  }
  const PointerBases& bases = rewriting.bases;
  const unsigned bytes = copy->bytes;
  Pointer &to = copy->to, &from = copy->from;
  const bool is_vector =
      is_vector_type(bases.type_of(to.value)) || is_vector_type(bases.type_of(from.value));
  const bool is_to_low = to.alignment < from.alignment;
  believe_promise(is_to_low ? from : to, is_to_low ? to : from, bytes, is_vector, rewriting);
  const bool is_local = bases.is_local(to.value) || bases.is_local(from.value);
  copy->bytes = bytes_at_once(*copy, rewriting);
  if (copy->bytes == 0) {
    return {};
  }
  copy->count = bytes / copy->bytes;
  copy->type = vector_type(numbers_of(*copy, bytes, rewriting), copy->bytes, is_local);
  return copy->type.empty() ? std::string() : code_of(*copy, rewriting.number);
}

/// "@tile = ... align 4" with the alignment of a vector, if it is one of those.
std::string with_alignment(const std::string& line, const std::map<std::string, unsigned>& raised) {
  constexpr std::string_view kAlign = ", align ";
  const std::size_t sign = line.find(" = "), align = line.rfind(kAlign);
  const auto wanted = sign == std::string::npos ? raised.end() : raised.find(line.substr(0, sign));
  if (line[0] != '@' || align == std::string::npos || wanted == raised.end()) {
    return line;
  }
  const std::size_t begin = align + kAlign.size();
  const std::size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
  const auto alignment = static_cast<unsigned>(std::atol(line.c_str() + begin));
  return line.substr(0, begin) + std::to_string(std::max(alignment, wanted->second)) +
         line.substr(end);
}

}  // namespace

std::optional<std::string> with_vector_copies(const std::string& code) {
  std::vector<std::string> result;
  Rewriting rewriting;
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    rewriting.bases.read(line);
    rewriting.types.read(line);
    const std::string other = replacement(line, rewriting);
    result.push_back(other.empty() ? line + "\n" : other);
  }
  std::string text;
  for (const std::string& line : result) {
    text += with_alignment(line, rewriting.raised);
  }
  return rewriting.number == 0 ? std::nullopt : std::optional(std::move(text));
}

bool mentions_vectors(const std::string& source) {
  constexpr std::array<std::string_view, 11> kTypes = {"char",      "short",   "int",    "long",
                                                       "float",     "double",  "half",   "bfloat16",
                                                       "__align__", "alignas", "Complex"};
  for (const std::string_view type : kTypes) {
    for (std::size_t at = source.find(type); at != std::string::npos; at = source.find(type, at)) {
      at += type.size();
      const char next = at < source.size() ? source[at] : '\0';
      const bool is_alignment = type == "__align__" || type == "alignas" || type == "Complex";
      if (is_alignment || next == '2' || next == '4') {
        return true;
      }
    }
  }
  return false;
}

std::string target_features(const std::string& code) {
  constexpr std::string_view kFeatures = "\"target-features\"=\"";
  const std::size_t found = code.find(kFeatures);
  const std::size_t begin = found + kFeatures.size();
  return found == std::string::npos ? "" : code.substr(begin, code.find('"', begin) - begin);
}

}  // namespace warpschool::simcc
