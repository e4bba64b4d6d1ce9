// Finds copies of 16 bytes in LLVM's intermediate code, and makes them accesses of vectors.
#include "simcc/repairs/vector_copies.hpp"

#include "simcc/repairs/pointer_bases.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

namespace warpschool::simcc {
namespace {

constexpr std::string_view kCopy = "call void @llvm.memcpy.", kMove = "call void @llvm.memmove.";
constexpr unsigned kVector = 16, kMostVectors = 8;  // behind 128 bytes clang makes a loop

/// The arguments of a call: what stands between its brackets, by commas that no bracket holds.
std::vector<std::string> arguments_in(const std::string& line, std::size_t open) {
  std::vector<std::string> found(1);
  int depth = 0;
  for (std::size_t i = open; i < line.size(); ++i) {
    const char c = line[i];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (depth == 0) {
      return found;
    }
    if (depth == 1 && c == ',') {
      found.emplace_back();
      ++i;  // the blank
    } else if (i != open) {
      found.back() += c;
    }
  }
  return {};
}

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

std::string vector_pointer(const Pointer& pointer) {
  constexpr std::string_view kByte = "i8";
  return pointer.type.compare(0, kByte.size(), kByte) == 0
             ? "<4 x i32>" + pointer.type.substr(kByte.size())
             : pointer.type;
}

/// The address of a vector, `offset` bytes behind a pointer. `name` gets it.
std::string vector_address(const Pointer& of, unsigned offset, const std::string& name,
                           const std::string& place) {
  return "  " + name + ".byte = getelementptr i8, " + of.type + " " + of.value + ", i64 " +
         std::to_string(offset) + place + "\n  " + name + " = bitcast " + of.type + " " + name +
         ".byte to " + vector_pointer(of) + place + "\n";
}

/// All is loaded before anything is stored, as memmove asks.
std::string vector_copy(const Pointer& to, const Pointer& from, unsigned bytes, unsigned& number,
                        const std::string& place) {
  std::string loads, stores;
  for (unsigned offset = 0; offset < bytes; offset += kVector) {
    const std::string name = "%warpschool.copy" + std::to_string(number++);
    const std::string source = name + ".from", target = name + ".to";
    const std::string end = ", align 16" + place + "\n";
    loads += vector_address(from, offset, source, place);
    loads.append("  ").append(name).append(" = load <4 x i32>, ");
    loads.append(vector_pointer(from)).append(" ").append(source).append(end);
    stores += vector_address(to, offset, target, place);
    stores.append("  store <4 x i32> ").append(name).append(", ");
    stores.append(vector_pointer(to)).append(" ").append(target).append(end);
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
  unsigned number = 0;           ///< of vectors until now
  std::set<std::string> raised;  ///< variables that are to be aligned to a vector
};

/// A cast to float4* promises the alignment, on both sides of a copy. clang believes it of
/// pointers, and of a variable that it sees what the variable's declaration says.
/// (Were the type one of 4 bytes' alignment, the pointer's side would not say 16.)
/// @return whether `low`, the side with less, leads into such a variable.
bool is_promised(const Pointer& high, const Pointer& low, Rewriting& rewriting) {
  constexpr unsigned kLeast = 4;
  if (high.alignment % kVector != 0 || low.alignment < kLeast ||
      !rewriting.bases.is_from_outside(high.value)) {
    return false;
  }
  const std::string variable = rewriting.bases.array_of(low.value);
  if (!variable.empty()) {
    rewriting.raised.insert(variable);
  }
  return !variable.empty();
}

/// What replaces a line; empty: it stays.
std::string replacement(const std::string& line, Rewriting& rewriting) {
  const std::size_t call = std::min(line.find(kCopy), line.find(kMove));
  const std::size_t open = call == std::string::npos ? call : line.find('(', call);
  if (open == std::string::npos) {
    return {};
  }
  const std::vector<std::string> arguments = arguments_in(line, open);
  constexpr std::string_view kBytes = "i64 ";
  if (arguments.size() != 4 || arguments[2].compare(0, kBytes.size(), kBytes) != 0 ||
      arguments[3] != "i1 false") {
    return {};
  }
  const auto to = pointer_in(arguments[0]), from = pointer_in(arguments[1]);
  const auto bytes = static_cast<unsigned>(std::atol(arguments[2].c_str() + kBytes.size()));
  if (!to || !from || bytes == 0 || bytes % kVector != 0 || bytes > kMostVectors * kVector) {
    return {};
  }
  const bool is_aligned = to->alignment % kVector == 0 && from->alignment % kVector == 0;
  return is_aligned || is_promised(*to, *from, rewriting) || is_promised(*from, *to, rewriting)
             ? vector_copy(*to, *from, bytes, rewriting.number, place_of(line))
             : std::string();
}

/// "@tile = ... align 4" with the alignment of a vector, if it is one of those.
std::string with_alignment(const std::string& line, const std::set<std::string>& raised) {
  constexpr std::string_view kAlign = ", align ";
  const std::size_t sign = line.find(" = "), align = line.rfind(kAlign);
  if (line.empty() || line[0] != '@' || sign == std::string::npos || align == std::string::npos ||
      raised.count(line.substr(0, sign)) == 0) {
    return line;
  }
  const std::size_t begin = align + kAlign.size();
  const std::size_t end = std::min(line.find_first_not_of("0123456789", begin), line.size());
  const auto alignment = static_cast<unsigned>(std::atol(line.c_str() + begin));
  return line.substr(0, begin) + std::to_string(std::max(alignment, kVector)) + line.substr(end);
}

}  // namespace

std::optional<std::string> with_vector_copies(const std::string& code) {
  std::vector<std::string> result;
  Rewriting rewriting;
  std::istringstream lines(code);
  for (std::string line; std::getline(lines, line);) {
    rewriting.bases.read(line);
    const std::string other = replacement(line, rewriting);
    result.push_back(other.empty() ? line + "\n" : other);
  }
  std::string text;
  for (const std::string& line : result) {
    text += with_alignment(line, rewriting.raised);
  }
  return rewriting.number == 0 ? std::nullopt : std::optional(std::move(text));
}

std::string target_features(const std::string& code) {
  constexpr std::string_view kFeatures = "\"target-features\"=\"";
  const std::size_t found = code.find(kFeatures);
  const std::size_t begin = found + kFeatures.size();
  return found == std::string::npos ? "" : code.substr(begin, code.find('"', begin) - begin);
}

}  // namespace warpschool::simcc
