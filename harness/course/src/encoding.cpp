// Finds bytes that are no UTF-8. A YAML parser would replace them in silence.
#include "encoding.hpp"

#include <array>
#include <cstdio>
#include <string_view>

namespace warpschool::course {
namespace {

/// Length of the well-formed character at the front (Unicode, table 3-7), 0 if there is none.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto follows = [&](std::size_t i, unsigned least = 0x80, unsigned most = 0xbf) {
    return i < text.size() && byte(i) >= least && byte(i) <= most;
  };
  const unsigned first = byte(0);
  if (first < 0x80) {
    return 1;
  }
  if (first >= 0xc2 && first <= 0xdf) {
    return follows(1) ? 2 : 0;
  }
  if (first >= 0xe0 && first <= 0xef) {
    const unsigned least = first == 0xe0 ? 0xa0 : 0x80;
    const unsigned most = first == 0xed ? 0x9f : 0xbf;
    return follows(1, least, most) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const unsigned least = first == 0xf0 ? 0x90 : 0x80;
    const unsigned most = first == 0xf4 ? 0x8f : 0xbf;
    return follows(1, least, most) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

std::string named(unsigned char byte) {
  std::array<char, 8> text{};
  std::snprintf(text.data(), text.size(), "0x%02x", byte);
  return text.data();
}

bool is_utf16(std::string_view text) {
  return text.substr(0, 2) == "\xff\xfe" || text.substr(0, 2) == "\xfe\xff" ||
         text.find('\0') != std::string_view::npos;
}

}  // namespace

bool check_encoding(const std::string& text, Complaints& complaints) {
  if (is_utf16(text)) {
    complaints.add(Place{1, 1}, "is not UTF-8: it holds zero bytes or a mark of UTF-16",
                   "save it as UTF-8");
    return false;
  }
  Place place{1, 1};
  bool said = false;  // in this line
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(std::string_view(text).substr(at));
    if (length == 0 && !said) {
      said = true;
      complaints.add(place, "byte " + named(static_cast<unsigned char>(text[at])) + " is not UTF-8",
                     "save the file as UTF-8");
    }
    const bool breaks = text[at] == '\n';
    said = said && !breaks;
    const std::size_t step = length == 0 ? 1 : length;
    place = breaks ? Place{place.line + 1, 1}
                   : Place{place.line, place.column + static_cast<int>(step)};
    at += step;
  }
  return true;
}

}  // namespace warpschool::course
