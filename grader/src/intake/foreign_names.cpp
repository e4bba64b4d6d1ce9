// Decodes, composes, folds and compares names.
#include "intake/foreign_names.hpp"

#include "support/files.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iconv.h>
#include <memory>
#include <utf8proc.h>

namespace warpschool::grader::intake {
namespace {

/// `text` through utf8proc; itself where that fails (it cannot for valid UTF-8).
std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* made = nullptr;
  const auto length = utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &made,
                                   static_cast<utf8proc_option_t>(options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  return length < 0
             ? std::string(text)
             : std::string(reinterpret_cast<const char*>(made), static_cast<std::size_t>(length));
}

/// Bytes of a code page as UTF-8; what the page does not define becomes U+FFFD.
std::string converted(std::string_view bytes, CodePage page) {
  const iconv_t converter =
      ::iconv_open("UTF-8", page == CodePage::kDos ? "CP437" : "WINDOWS-1252");
  std::string text;
  if (converter == reinterpret_cast<iconv_t>(-1)) {  // NOLINT: iconv's own way to say no
    return to_utf8(bytes);
  }
  std::string input(bytes);
  char* from = input.data();
  std::size_t left = input.size();
  while (left > 0) {
    std::array<char, 256> buffer{};
    char* to = buffer.data();
    std::size_t room = buffer.size();
    const bool stuck = ::iconv(converter, &from, &left, &to, &room) == static_cast<std::size_t>(-1);
    text.append(buffer.data(), buffer.size() - room);
    if (stuck && room > 8 && left > 0) {  // not for want of room
      text += "\xef\xbf\xbd";
      ++from;
      --left;
    }
  }
  ::iconv_close(converter);
  return text;
}

/// A name on one line: to_utf8 lets line ends and tabs through.
std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n' || c == '\t' || c == '\r') {
      line += "\xef\xbf\xbd";
    } else {
      line += c;
    }
  }
  return line;
}

bool is_letter_or_digit(utf8proc_int32_t code) {
  const utf8proc_category_t category = utf8proc_category(code);
  return (category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO) ||
         category == UTF8PROC_CATEGORY_ND;
}

/// Calls `take(character, letter_or_digit, ascii)` for every character of valid UTF-8.
template <class Take>
void for_each_character(std::string_view text, const Take& take) {
  for (std::size_t at = 0; at < text.size();) {
    utf8proc_int32_t code = 0;
    const auto length =
        utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                         static_cast<utf8proc_ssize_t>(text.size() - at), &code);
    const std::size_t step = length > 0 ? static_cast<std::size_t>(length) : 1;
    take(text.substr(at, step), length > 0 && is_letter_or_digit(code), code < 0x80);
    at += step;
  }
}

/// Is everything beyond ASCII a letter of the Latin alphabet? The wrong code page makes box
/// drawings and Greek of them.
bool is_latin(std::string_view text) {
  constexpr utf8proc_int32_t kBehindLatin = 0x250;
  bool latin = true;
  for_each_character(text, [&](std::string_view character, bool counts, bool ascii) {
    utf8proc_int32_t code = 0;
    utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(character.data()),
                     static_cast<utf8proc_ssize_t>(character.size()), &code);
    latin = latin && (ascii || (counts && code < kBehindLatin));
  });
  return latin;
}

}  // namespace

const char* to_string(CodePage page) {
  return page == CodePage::kDos ? "437" : "1252";
}

std::string from_windows(std::string_view bytes) {
  return converted(bytes, CodePage::kWindows);
}

DecodedName decode_name(std::string_view bytes, CodePage otherwise) {
  const auto is_utf8 = [](std::string_view text) {
    utf8proc_int32_t code = 0;
    for (std::size_t at = 0; at < text.size();) {
      const auto length =
          utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at),
                           static_cast<utf8proc_ssize_t>(text.size() - at), &code);
      if (length <= 0) {
        return false;
      }
      at += static_cast<std::size_t>(length);
    }
    return true;
  };
  const bool valid = is_utf8(bytes);
  const CodePage page = otherwise == CodePage::kDos && !is_latin(converted(bytes, otherwise)) &&
                                is_latin(converted(bytes, CodePage::kWindows))
                            ? CodePage::kWindows
                            : otherwise;
  const std::string text = valid ? std::string(bytes) : converted(bytes, page);
  return {composed(to_utf8(on_one_line(text))), !valid, page};
}

std::string composed(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string folded(std::string_view text) {
  return mapped(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                          UTF8PROC_IGNORE);
}

std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words(1);
  for_each_character(folded(name), [&](std::string_view character, bool counts, bool /*ascii*/) {
    if (counts) {
      words.back() += character;
    } else if (character != "'" && !words.back().empty()) {  // O'Neil is one word
      words.emplace_back();
    }
  });
  if (words.back().empty()) {
    words.pop_back();
  }
  std::sort(words.begin(), words.end());
  return words;
}

std::string name_key(std::string_view name) {
  std::string key;
  for (const std::string& word : name_words(name)) {
    key += key.empty() ? word : " " + word;
  }
  return key;
}

std::string squashed(std::string_view name, bool ascii_only) {
  std::string text = folded(name);
  if (!ascii_only) {
    text = mapped(text, UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_STRIPMARK);
  }
  std::string key;
  for_each_character(text, [&](std::string_view character, bool counts, bool ascii) {
    if (counts && (ascii || !ascii_only)) {
      key += character;
    }
  });
  return key;
}

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

bool is_litter(std::string_view name) {
  return name == "__MACOSX" || name == "Thumbs.db" || name == "desktop.ini" ||
         (!name.empty() && name.front() == '.');
}

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= path.size();) {
    const std::size_t end = std::min(path.find('/', at), path.size());
    if (end > at) {
      parts.emplace_back(path.substr(at, end - at));
    }
    at = end + 1;
  }
  return parts;
}

}  // namespace warpschool::grader::intake
