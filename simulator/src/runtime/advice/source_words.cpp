// Reads lines of a program's source as words and expressions.
#include "runtime/advice/source_words.hpp"

#include "warpschool/support/names.hpp"

#include <algorithm>
#include <cctype>

namespace warpschool::sim::runtime {

using support::is_name_letter;

std::string squeeze(const std::string& line) {
  std::string text;
  bool blank = false;
  for (std::size_t at = 0; at < line.size() && line.compare(at, 2, "//") != 0; ++at) {
    const char c = line[at];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      blank = true;
      continue;
    }
    if (blank && !text.empty() && is_name_letter(text.back()) && is_name_letter(c)) {
      text += ' ';
    }
    blank = false;
    text += c;
  }
  return text;
}

std::size_t find_word(const std::string& text, const std::string& name, std::size_t from) {
  for (std::size_t at = text.find(name, from); at != std::string::npos;
       at = text.find(name, at + 1)) {
    const bool begins = at == 0 || (!is_name_letter(text[at - 1]) && text[at - 1] != '.');
    const std::size_t end = at + name.size();
    if (begins && (end == text.size() || !is_name_letter(text[end]))) {
      return at;
    }
  }
  return std::string::npos;
}

std::string expression_at(const std::string& text, std::size_t at) {
  int depth = 0;
  std::size_t end = at;
  for (; end < text.size(); ++end) {
    const char c = text[end];
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
    if (depth < 0 || (depth == 0 && (c == ';' || c == ','))) {
      break;
    }
  }
  return text.substr(at, end - at);
}

std::string bare(std::string text) {
  static const std::string kCasts[] = {
      "(size_t)",    "(std::size_t)",       "size_t",
      "std::size_t", "static_cast<size_t>", "static_cast<std::size_t>"};
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::string& cast : kCasts) {
      const bool is_cast = text.compare(0, cast.size(), cast) == 0 && text.size() > cast.size() &&
                           (cast.back() == ')' || text[cast.size()] == '(');
      if (is_cast) {
        text.erase(0, cast.size());
        changed = true;
      }
    }
    const bool enclosed =
        text.size() > 2 && text.front() == '(' && expression_at(text, 1).size() + 2 == text.size();
    if (enclosed) {
      text = text.substr(1, text.size() - 2);
      changed = true;
    }
  }
  return text;
}

std::string without_factor(const std::string& text, const std::string& factor) {
  if (text.compare(0, factor.size() + 1, factor + "*") == 0) {
    return text.substr(factor.size() + 1);
  }
  const std::string behind = "*" + factor;
  const bool is_last = text.size() > behind.size() &&
                       text.compare(text.size() - behind.size(), behind.size(), behind) == 0;
  return is_last ? text.substr(0, text.size() - behind.size()) : std::string();
}

bool is_size_of(const std::string& bytes, const std::string& count) {
  const std::string text = bare(bytes), wanted = bare(count);
  for (std::size_t at = text.find("sizeof("); at != std::string::npos;
       at = text.find("sizeof(", at + 1)) {
    const std::string size =
        "sizeof(" + expression_at(text, at + std::string("sizeof(").size()) + ")";
    if (bare(without_factor(text, size)) == wanted) {
      return true;
    }
  }
  return false;
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), is_name_letter);
}

}  // namespace warpschool::sim::runtime
