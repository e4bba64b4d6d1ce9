// Sets the values of arrays of run-time size behind their declarations.
#include "simcc/repairs/run_time_arrays.hpp"

#include "simcc/repairs/colours.hpp"
#include "simcc/repairs/literals.hpp"
#include "simcc/repairs/scanner.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string_view>

namespace warpschool::simcc {
namespace {

constexpr std::size_t kNowhere = std::string::npos;
constexpr const char* kComplaint = ": error: variable-sized object may not be initialized";
constexpr const char* kOwnName = "warpschool_values";

/// The number that ends in front of `end`, and moves `end` before the colon in front of it.
std::size_t number_before(const std::string& line, std::size_t& end) {
  const std::size_t colon = end == 0 ? kNowhere : line.find_last_of(':', end - 1);
  if (colon == kNowhere) {
    return 0;
  }
  end = colon;
  return std::strtoul(line.c_str() + colon + 1, nullptr, 10);
}

std::size_t offset_of(const std::string& text, const ArrayPlace& place) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < place.line && begin != kNowhere; ++line) {
    begin = text.find('\n', begin);
    begin += begin == kNowhere ? 0 : 1;
  }
  return begin == kNowhere || place.column == 0 ? kNowhere : begin + place.column - 1;
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
  return kNowhere;
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
    if (closing == kNowhere) {
      return std::nullopt;
    }
    ++array.dimensions;
    array.begin = closing + 1;
    at = skip_blanks(text, array.begin);
  }
  Scanner next(text, at);
  next.skip("=");
  const std::size_t opening = skip_blanks(text, next.at());
  const std::size_t closing = opening < text.size() && text[opening] == '{'
                                  ? find_outside(text, opening + 1, '}')
                                  : kNowhere;
  array.semicolon = closing == kNowhere ? kNowhere : find_outside(text, closing + 1, ';');
  if (array.name.empty() || array.semicolon == kNowhere) {
    return std::nullopt;
  }
  array.end = closing + 1;
  array.values = text.substr(opening, array.end - opening);
  return array;
}

/// Nothing but zeros, of whatever type?
bool are_zeros(const std::string& values) {
  return values.find_first_not_of("{}0.,fF \t\r\n") == kNowhere;
}

/// Behind blanks and comments from `at` on.
std::size_t skip_gap(const std::string& text, std::size_t at) {
  while (at < text.size()) {
    const std::size_t next = text[at] == '/' ? skip_literal(text, at) : skip_blanks(text, at);
    if (next == at) {
      return at;
    }
    at = next;
  }
  return at;
}

/// Lines of the source stay where they are.
std::string line_ends(const std::string& text, std::size_t begin, std::size_t end) {
  const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto to = text.begin() + static_cast<std::ptrdiff_t>(end);
  return std::string(static_cast<std::size_t>(std::count(from, to, '\n')), '\n');
}

std::string statements_of(const std::string& name, std::size_t dimensions,
                          const std::string& values);

/// The statements for the rows of `values`, each of which is a list of its own. Empty: they are
/// not.
std::string statements_of_rows(const std::string& name, std::size_t dimensions,
                               const std::string& values) {
  std::string all;
  std::size_t at = 1, told = 0, row = 0;
  for (at = skip_gap(values, at); at < values.size() && values[at] != '}'; ++row) {
    const std::size_t closing = values[at] == '{' ? find_outside(values, at + 1, '}') : kNowhere;
    const std::size_t behind = closing == kNowhere ? kNowhere : skip_gap(values, closing + 1);
    if (behind == kNowhere || (values[behind] != ',' && values[behind] != '}')) {
      return {};
    }
    const std::string index = std::to_string(row);
    all += line_ends(values, told, at);
    all.append(" if (").append(index).append(" < sizeof(").append(name);
    all.append(") / sizeof(").append(name).append("[0])) {");
    std::string row_of_name = name;
    row_of_name.append("[").append(index).append("]");
    all += statements_of(row_of_name, dimensions - 1, values.substr(at, closing + 1 - at));
    all += " }";
    told = closing + 1;
    at = values[behind] == ',' ? skip_gap(values, behind + 1) : behind;
  }
  return all + line_ends(values, told, values.size());
}

/// Sets the first elements of the array `name`, a row of the declared one or all of it. Several
/// sizes may be known at run time only: then there is no type whose values could stand in a list,
/// but for those of the last rows.
std::string statements_of(const std::string& name, std::size_t dimensions,
                          const std::string& values) {
  if (are_zeros(values)) {
    return line_ends(values, 0, values.size());
  }
  std::string rows = dimensions > 1 ? statements_of_rows(name, dimensions, values) : "";
  if (!rows.empty()) {
    return rows;
  }
  const std::string own = kOwnName;
  return " __typeof__(" + name + "[0]) " + own + "[] = " + values + "; __builtin_memcpy(" + name +
         ", " + own + ", sizeof(" + own + ") < sizeof(" + name + ") ? sizeof(" + own +
         ") : sizeof(" + name + "));";
}

/// The bytes are cleared first, as values that are not there are zero.
std::string statement_of(const SetArray& array) {
  std::string element = array.name;
  for (std::size_t i = 0; i < array.dimensions; ++i) {
    element += "[0]";
  }
  return " { static_assert(__is_trivially_copyable(__typeof__(" + element + ")), \"" + kOwnName +
         "\"); __builtin_memset(" + array.name + ", 0, sizeof(" + array.name + "));" +
         statements_of(array.name, array.dimensions, array.values) + " }";
}

}  // namespace

std::vector<ArrayPlace> arrays_without_values(const std::string& messages) {
  std::vector<ArrayPlace> places;
  std::stringstream lines(without_colours(messages));
  for (std::string line; std::getline(lines, line);) {
    std::size_t end = line.find(kComplaint);
    if (end == kNowhere) {
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
    const std::optional<SetArray> array = size == kNowhere ? std::nullopt : read_array(text, size);
    if (array) {
      text.insert(array->semicolon + 1, statement_of(*array));
      text.erase(array->begin, array->end - array->begin);
    }
  }
  return text;
}

bool blames_set_arrays(const std::string& messages) {
  return messages.find(kOwnName) != kNowhere || messages.find(kComplaint) != kNowhere ||
         messages.find("default initialization of an object of const type") != kNowhere;
}

}  // namespace warpschool::simcc
