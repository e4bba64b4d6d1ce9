// Reads sizes in the program's source, to word advice.
#include "runtime/advice/source_sizes.hpp"

#include "runtime/report/report_text.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace warpschool::sim::runtime {
namespace {

using support::is_name_letter;

/// Without comments behind "//" and without blanks, but for those between two words.
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

/// Where `name` stands as a word of its own, not as a member of something; npos: nowhere.
std::size_t find_word(const std::string& text, const std::string& name, std::size_t from = 0) {
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

/// What stands from `at` to the end of the expression.
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

/// Without parentheses around it all, and casts to size_t before it.
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

}  // namespace

std::string without_factor(const std::string& text, const std::string& factor) {
  if (text.compare(0, factor.size() + 1, factor + "*") == 0) {
    return text.substr(factor.size() + 1);
  }
  const std::string behind = "*" + factor;
  const bool is_last = text.size() > behind.size() &&
                       text.compare(text.size() - behind.size(), behind.size(), behind) == 0;
  return is_last ? text.substr(0, text.size() - behind.size()) : std::string();
}

SourceBefore::SourceBefore(const SourceLocation& where) {
  std::vector<std::string> all;
  std::ifstream file(where.file);
  std::string line;
  for (unsigned number = 0; number < where.line && std::getline(file, line); ++number) {
    all.push_back(line);
  }
  bool is_outside = false;
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    const std::string text = squeeze(*at);
    const bool is_at_margin =
        !text.empty() && std::isspace(static_cast<unsigned char>(at->front())) == 0;
    const bool is_signature = is_at_margin && text.find('(') != std::string::npos &&
                              text.front() != '#' && text.back() != ';';
    if (is_at_margin && !is_outside && is_signature && signature_.empty()) {
      signature_ = text;
    }
    is_outside = is_outside || (is_at_margin && text.front() == '}' && at != all.rbegin());
    if (!is_outside || (is_at_margin && (text.back() == ';' || text.front() == '#'))) {
      lines_.push_back(text);
    }
  }
}

std::string SourceBefore::value_of(const std::string& name) const {
  const std::string macro = "#define " + name + " ", macro_in_parentheses = "#define " + name + "(";
  for (const std::string& line : lines_) {
    if (line == signature_ && find_word(line, name, line.find('(')) != std::string::npos) {
      return {};
    }
    if (line.compare(0, macro.size(), macro) == 0) {
      return line.substr(macro.size());
    }
    if (line.compare(0, macro_in_parentheses.size(), macro_in_parentheses) == 0) {
      return line.substr(macro.size() - 1);
    }
    for (std::size_t at = find_word(line, name); at != std::string::npos;
         at = find_word(line, name, at + 1)) {
      const std::size_t sign = at + name.size();
      if (sign + 1 < line.size() && line[sign] == '=' && line[sign + 1] != '=') {
        return expression_at(line, sign + 1);
      }
    }
  }
  return {};
}

bool SourceBefore::has_elements(const std::string& name, const std::string& count) const {
  static const char* const kBytes[] = {"char", "bool", "byte", "int8", "void"};
  for (const std::string& line : lines_) {
    for (std::size_t at = find_word(line, name); at != std::string::npos;
         at = find_word(line, name, at + 1)) {
      const std::string rest = line.substr(at + name.size());
      // Behind a word (its type) or the end of a template's arguments or a star.
      const bool is_declared = at > 0 && (line[at - 1] == ' ' || line[at - 1] == '>' ||
                                          line[at - 1] == '*' || line[at - 1] == ',');
      const bool is_block = rest.compare(0, 5, "=new ") == 0;
      if (!is_declared && !is_block) {
        continue;
      }
      const std::size_t open = is_block ? rest.find('[') : 0;
      const bool opens = open < rest.size() && (rest[open] == '[' || rest[open] == '(');
      if (opens && bare(expression_at(rest, open + 1)) == bare(count)) {
        return std::none_of(std::begin(kBytes), std::end(kBytes),
                            [&](const char* type) { return line.find(type) != std::string::npos; });
      }
    }
  }
  return false;
}

bool SourceBefore::is_declared_of_bytes(const std::string& line, const std::string& name) const {
  static const std::string kTypes[] = {"char", "bool", "byte", "int8_t", "void"};
  for (std::size_t at = find_word(line, name); at != std::string::npos;
       at = find_word(line, name, at + 1)) {
    const std::size_t last = line.find_last_not_of(" *&>", at == 0 ? 0 : at - 1);
    const std::string type = line.substr(0, last == std::string::npos ? 0 : last + 1);
    const bool is_one = at > 0 && std::any_of(std::begin(kTypes), std::end(kTypes), [&](auto& one) {
                          return type.size() >= one.size() &&
                                 type.compare(type.size() - one.size(), one.size(), one) == 0;
                        });
    if (is_one) {
      return true;
    }
  }
  return false;
}

bool SourceBefore::is_of_bytes(const std::string& pointer) const {
  static const std::string kCasts[] = {"char*", "bool*", "byte*", "int8_t*"};
  const std::string value = is_name(pointer) ? value_of(pointer) : pointer;
  const bool is_cast = std::any_of(std::begin(kCasts), std::end(kCasts), [&](auto& cast) {
    return value.find(cast) != std::string::npos;
  });
  return is_cast ||
         (is_name(pointer) && std::any_of(lines_.begin(), lines_.end(), [&](const auto& line) {
            return is_declared_of_bytes(line, pointer);
          }));
}

bool SourceBefore::is_set_to_a_block(const std::string& name) const {
  const std::string value = value_of(name);
  return value.find("malloc(") != std::string::npos || value.find("calloc(") != std::string::npos ||
         value.compare(0, 4, "new ") == 0;
}

bool SourceBefore::is_a_vector(const std::string& name) const {
  return std::any_of(lines_.begin(), lines_.end(), [&](const std::string& line) {
    const std::size_t at = find_word(line, name), type = line.find("vector<");
    return at != std::string::npos && type < at && line.find_first_of("(;=", type) >= at &&
           (line[at - 1] == '>' || line[at - 1] == '&' || line[at - 1] == ',');
  });
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

std::vector<std::string> arguments_of(const std::string& text, std::size_t column,
                                      const std::string& function) {
  const std::size_t call = text.find(function + "(", column == 0 ? 0 : column - 1);
  std::vector<std::string> arguments(1);
  int depth = 0;
  for (std::size_t at = call == std::string::npos ? text.size() : call + function.size() + 1;
       at < text.size(); ++at) {
    const char c = text[at];
    depth += c == '(' || c == '[' || c == '{' ? 1 : 0;
    depth -= c == ')' || c == ']' || c == '}' ? 1 : 0;
    if (depth < 0) {
      return arguments;
    }
    if (c == ',' && depth == 0) {
      arguments.emplace_back();
    } else if (std::isspace(static_cast<unsigned char>(c)) == 0) {
      arguments.back() += c;
    }
  }
  return {};
}

bool has_call(const std::string& file, const std::string& function,
              const std::function<bool(const std::vector<std::string>&)>& fits) {
  std::ifstream source(file);
  std::string line, text;
  while (std::getline(source, line)) {
    text += squeeze(line) + "\n";
  }
  for (std::size_t at = text.find(function); at != std::string::npos;
       at = text.find(function, at + 1)) {
    const std::size_t open = text.find_first_not_of(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", at);
    if (open != std::string::npos && text[open] == '(' &&
        fits(arguments_of(text, at + 1, text.substr(at, open - at)))) {
      return true;
    }
  }
  return false;
}

std::vector<std::vector<std::string>> calls_in_line(const SourceLocation& where,
                                                    const std::string& function) {
  constexpr unsigned kLines = 3;  // a call may go on in the next ones
  const std::string first = source_line(where);
  std::string text = first;
  SourceLocation next = where;
  for (unsigned i = 1; i < kLines; ++i) {
    ++next.line;
    text += "\n" + source_line(next);
  }
  std::vector<std::vector<std::string>> calls;
  for (std::size_t at = first.find(function + "("); at != std::string::npos;
       at = first.find(function + "(", at + 1)) {
    calls.push_back(arguments_of(text, at + 1, function));
  }
  return calls;
}

}  // namespace warpschool::sim::runtime
