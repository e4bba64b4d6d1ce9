// Reads the types of LLVM's intermediate code down to the numbers that they are made of.
#include "simcc/repairs/copied_types.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace warpschool::simcc {
namespace {

constexpr std::size_t kMostNumbers = 128;  // one a byte, in the longest copy that is looked at

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? ""
                                    : text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

/// 0: no number, or one whose size in memory is not that of its bits.
unsigned bytes_of(const std::string& type) {
  static const std::map<std::string, unsigned> kBytes = {{"i8", 1},     {"i16", 2},   {"half", 2},
                                                         {"bfloat", 2}, {"i32", 4},   {"float", 4},
                                                         {"i64", 8},    {"double", 8}};
  const auto found = kBytes.find(type);
  return found == kBytes.end() ? 0 : found->second;
}

}  // namespace

std::vector<std::string> parts_in_brackets(const std::string& text, std::size_t open) {
  std::vector<std::string> found(1);
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    if (depth == 0) {
      std::transform(found.begin(), found.end(), found.begin(), trimmed);
      return found;
    }
    if (depth == 1 && c == ',') {
      found.emplace_back();
    } else if (i != open) {
      found.back() += c;
    }
  }
  return {};
}

bool is_vector_type(const std::string& type) {
  constexpr std::array<std::string_view, 6> kNumbers = {"char", "short",    "int",
                                                        "long", "longlong", "float"};
  constexpr std::string_view kStruct = "%struct.";
  if (type.size() <= kStruct.size() || !type.starts_with(kStruct)) {
    return false;
  }
  const char count = type.back();
  std::string_view name(type);
  name = name.substr(kStruct.size(), type.size() - kStruct.size() - 1);
  const bool is_double = name == "double";
  if (!name.empty() && name.front() == 'u') {
    name.remove_prefix(1);
  }
  return (count == '2' || count == '4') &&
         (is_double || std::find(kNumbers.begin(), kNumbers.end(), name) != kNumbers.end());
}

void CopiedTypes::read(const std::string& line) {
  constexpr std::string_view kType = " = type {";
  const std::size_t sign = line.find(kType);
  if (!line.empty() && line[0] == '%' && sign != std::string::npos) {
    members_[line.substr(0, sign)] = line.substr(sign + kType.size() - 1);
  }
}

/// Adds the numbers of a type; false: it has something else.
bool CopiedTypes::add_leaves(const std::string& type, std::vector<std::string>& leaves) const {
  if (leaves.size() > kMostNumbers || type.empty()) {
    return false;
  }
  if (const auto found = members_.find(type); found != members_.end()) {
    const std::vector<std::string> members = parts_in_brackets(found->second, 0);
    return !members.empty() &&
           std::all_of(members.begin(), members.end(),
                       [&](const std::string& member) { return add_leaves(member, leaves); });
  }
  constexpr std::string_view kTimes = " x ";
  const std::size_t times = type.find(kTimes);
  if (type[0] == '[' && times != std::string::npos) {
    const auto count = static_cast<std::size_t>(std::atol(type.c_str() + 1));
    const std::size_t begin = times + kTimes.size();
    const std::string inner = type.substr(begin, type.size() - 1 - begin);
    bool is_known = count <= kMostNumbers;
    for (std::size_t i = 0; i < count && is_known; ++i) {
      is_known = add_leaves(inner, leaves);
    }
    return is_known;
  }
  leaves.push_back(type);
  return bytes_of(type) != 0;
}

std::optional<Numbers> CopiedTypes::numbers_of(const std::string& type) const {
  std::vector<std::string> leaves;
  if (!add_leaves(type, leaves) || leaves.empty()) {
    return std::nullopt;
  }
  const unsigned bytes = bytes_of(leaves[0]);
  bool is_one_type = true;
  for (const std::string& leaf : leaves) {
    if (bytes_of(leaf) != bytes) {
      return std::nullopt;
    }
    is_one_type &= leaf == leaves[0];
  }
  return Numbers{is_one_type ? leaves[0] : "i" + std::to_string(bytes * 8), bytes,
                 static_cast<unsigned>(leaves.size())};
}

}  // namespace warpschool::simcc
