// Sets the values of arrays of run-time size behind their declarations.
#include "simcc/repairs/run_time_arrays.hpp"

#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/literals.hpp"
#include "simcc/repairs/scanner.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

namespace warpschool::simcc {
namespace {

using support::is_name_letter;

constexpr std::size_t kNone = std::string::npos;
constexpr const char* kComplaint = ": error: variable-sized object may not be initialized";
constexpr const char* kOwnName = "warpschool_values";

/// The number that ends in front of `end`, and moves `end` before the colon in front of it.
std::size_t number_before(const std::string& line, std::size_t& end) {
  const std::size_t colon = end == 0 ? kNone : line.find_last_of(':', end - 1);
  if (colon == kNone) {
    return 0;
  }
  end = colon;
  return std::strtoul(line.c_str() + colon + 1, nullptr, 10);
}

std::size_t offset_of(const std::string& text, const ArrayPlace& place) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < place.line && begin != kNone; ++line) {
    begin = text.find('\n', begin);
    begin += begin == kNone ? 0 : 1;
  }
  return begin == kNone || place.column == 0 ? kNone : begin + place.column - 1;
}

/// Where `letter` stands outside of all brackets, from `at` on, or the bracket that closes around.
std::size_t find_outside(const std::string& text, std::size_t at, char letter) {
  int depth = 0;
  while (at < text.size() && depth >= 0) {
    if (const std::size_t behind = skip_literal(text, at); behind != at) {
      at = behind;
      continue;
    }
    const char c = text[at];
    if (depth == 0 && c == letter) {
      return at;
    }
    depth += c == '(' || c == '[' || c == '{' ? 1 : c == ')' || c == ']' || c == '}' ? -1 : 0;
    ++at;
  }
  return kNone;
}

std::size_t skip_blanks(const std::string& text, std::size_t at) {
  Scanner next(text, at);
  next.skip_blanks();
  return next.at();
}

/// A declared array with its values.
struct SetArray {
  std::string name;
  std::size_t dimensions = 0;
  std::size_t begin = 0, end = 0;  ///< of "= {...}"
  std::string values;              ///< "{...}"
  std::size_t semicolon = 0;       ///< of the declaration
};

/// The name in front of the bracket at `bracket`.
std::string name_before(const std::string& text, std::size_t bracket) {
  std::size_t end = bracket;
  while (end > 0 && is_blank(text[end - 1])) {
    --end;
  }
  std::size_t begin = end;
  while (begin > 0 && is_name_letter(text[begin - 1])) {
    --begin;
  }
  return text.substr(begin, end - begin);
}

/// @param size where the first size begins, behind its bracket.
std::optional<SetArray> read_array(const std::string& text, std::size_t size) {
  std::size_t bracket = size;
  while (bracket > 0 && is_blank(text[bracket - 1])) {
    --bracket;
  }
  if (bracket == 0 || size >= text.size() || text[--bracket] != '[') {
    return std::nullopt;
  }
  SetArray array;
  array.name = name_before(text, bracket);
  std::size_t at = bracket;
  while (at < text.size() && text[at] == '[') {
    const std::size_t closing = find_outside(text, at + 1, ']');
    if (closing == kNone) {
      return std::nullopt;
    }
    ++array.dimensions;
    array.begin = closing + 1;
    at = skip_blanks(text, array.begin);
  }
  Scanner next(text, at);
  next.skip("=");
  const std::size_t opening = skip_blanks(text, next.at());
  const std::size_t closing =
      opening < text.size() && text[opening] == '{' ? find_outside(text, opening + 1, '}') : kNone;
  array.semicolon = closing == kNone ? kNone : find_outside(text, closing + 1, ';');
  if (array.name.empty() || array.semicolon == kNone) {
    return std::nullopt;
  }
  array.end = closing + 1;
  array.values = text.substr(opening, array.end - opening);
  return array;
}

/// Nothing but zeros, of whatever type?
bool are_zeros(const std::string& values) {
  return values.find_first_not_of("{}0.,fF \t\r\n") == kNone;
}

/// The bytes are cleared first, as values that are not there are zero. Several sizes may all be
/// known at run time only: then there is no type whose values could stand in a list.
std::string statement_of(const SetArray& array) {
  std::string element = array.name;
  for (std::size_t i = 0; i < array.dimensions; ++i) {
    element += "[0]";
  }
  std::string text = " { static_assert(__is_trivially_copyable(__typeof__(" + element + ")), \"" +
                     kOwnName + "\"); __builtin_memset(" + array.name + ", 0, sizeof(" +
                     array.name + "));";
  if (!are_zeros(array.values)) {
    text += " __typeof__(" + array.name + "[0]) " + kOwnName + "[] = " + array.values +
            "; __builtin_memcpy(" + array.name + ", " + kOwnName + ", sizeof(" + kOwnName +
            ") < sizeof(" + array.name + ") ? sizeof(" + kOwnName + ") : sizeof(" + array.name +
            "));";
  }
  return text + " }";
}

}  // namespace

std::vector<ArrayPlace> arrays_without_values(const std::string& messages) {
  std::vector<ArrayPlace> places;
  std::stringstream lines(without_colours(messages));
  for (std::string line; std::getline(lines, line);) {
    std::size_t end = line.find(kComplaint);
    if (end == kNone) {
      continue;
    }
    ArrayPlace place;
    place.column = number_before(line, end);
    place.line = number_before(line, end);
    place.file = line.substr(0, end);
    places.push_back(place);
  }
  return places;
}

std::string set_run_time_arrays(const std::string& source, std::vector<ArrayPlace> places) {
  // From the last to the first: what stands before a place stays where it is.
  std::sort(places.begin(), places.end(), [](const ArrayPlace& a, const ArrayPlace& b) {
    return a.line != b.line ? a.line > b.line : a.column > b.column;
  });
  std::string text = source;
  for (const ArrayPlace& place : places) {
    const std::size_t size = offset_of(text, place);
    const std::optional<SetArray> array = size == kNone ? std::nullopt : read_array(text, size);
    if (array) {
      text.insert(array->semicolon + 1, statement_of(*array));
      text.erase(array->begin, array->end - array->begin);
    }
  }
  return text;
}

bool blames_set_arrays(const std::string& messages) {
  return messages.find(kOwnName) != kNone || messages.find(kComplaint) != kNone ||
         messages.find("default initialization of an object of const type") != kNone;
}

}  // namespace warpschool::simcc
