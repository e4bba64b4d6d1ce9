// Reads sizes in the program's source, to word advice.
#include "runtime/advice/source_sizes.hpp"

#include "runtime/advice/source_words.hpp"
#include "warpschool/support/names.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string_view>

namespace warpschool::sim::runtime {
namespace {

using support::is_name_letter;

/// Words with which no declaration begins.
constexpr std::array<std::string_view, 8> kNoTypes = {"return", "else", "delete", "throw",
                                                      "case",   "goto", "new",    "sizeof"};

/// Does a declaration begin with this: a type, then perhaps other variables? @param text from the
/// begin of a statement up to a name
bool is_begin_of_declaration(const std::string& text) {
  const std::size_t end = static_cast<std::size_t>(
      std::find_if_not(text.begin(), text.end(), is_name_letter) - text.begin());
  const bool is_type = end != 0 && end < text.size() &&
                       std::string_view(" *&:<").find(text[end]) != std::string_view::npos;
  return is_type &&
         std::find(kNoTypes.begin(), kNoTypes.end(), text.substr(0, end)) == kNoTypes.end() &&
         text.find('(') == std::string::npos;
}

}  // namespace

/// "typedef unsigned char Pixel;" and "using Pixel=unsigned char;" name a type of bytes.
void SourceBefore::add_byte_type(const std::string& line) {
  const std::string alias = "using ", typedefinition = "typedef ";
  const bool is_alias = line.compare(0, alias.size(), alias) == 0;
  if (line.empty() || line.back() != ';' ||
      (!is_alias && line.compare(0, typedefinition.size(), typedefinition) != 0)) {
    return;
  }
  const std::size_t sign = is_alias ? line.find('=') : line.rfind(' ');
  if (sign == std::string::npos) {
    return;
  }
  const std::string name = is_alias ? line.substr(alias.size(), sign - alias.size())
                                    : line.substr(sign + 1, line.size() - sign - 2);
  const std::string type =
      is_alias ? line.substr(sign + 1, line.size() - sign - 2) : line.substr(0, sign);
  const bool is_of_bytes = std::any_of(byte_types_.begin(), byte_types_.end(),
                                       [&](const std::string& one) { return type.ends_with(one); });
  if (is_of_bytes && is_name(name)) {
    byte_types_.push_back(name);
  }
}

SourceBefore::SourceBefore(const SourceLocation& where) {
  std::vector<std::string> all;
  std::ifstream file(where.file);
  std::string line;
  for (unsigned number = 0; number < where.line && std::getline(file, line); ++number) {
    all.push_back(line);
    all_.push_back(squeeze(line));
    add_byte_type(all_.back());
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
  for (std::size_t at = find_word(line, name); at != std::string::npos;
       at = find_word(line, name, at + 1)) {
    const std::size_t last = line.find_last_not_of(" *&>", at == 0 ? 0 : at - 1);
    const std::string type = line.substr(0, last == std::string::npos ? 0 : last + 1);
    const bool is_one =
        at > 0 && std::any_of(byte_types_.begin(), byte_types_.end(), [&](auto& one) {
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
  const std::string value = is_name(pointer) ? value_of(pointer) : pointer;
  const bool is_cast = std::any_of(byte_types_.begin(), byte_types_.end(), [&](auto& type) {
    return type != "void" && value.find(type + "*") != std::string::npos;
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

SourceBefore::Shape SourceBefore::shape_in(const std::string& line, const std::string& name) {
  for (std::size_t at = find_word(line, name); at != std::string::npos;
       at = find_word(line, name, at + 1)) {
    const std::size_t before = at == 0 ? std::string::npos : line.find_last_of(";{}", at - 1);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    if (!is_begin_of_declaration(line.substr(begin, at - begin))) {
      continue;
    }
    const std::size_t end = at + name.size();
    if (end < line.size() && line[end] == '[') {
      return Shape::kArray;
    }
    return line[at - 1] == '*' ? Shape::kPointer : Shape::kOther;
  }
  return Shape::kUnknown;
}

SourceBefore::Shape SourceBefore::shape_of(const std::string& expression) const {
  const std::size_t member = expression.find_last_of(".>");
  const std::string name = member == std::string::npos ? expression : expression.substr(member + 1);
  const std::vector<std::string>& lines = member == std::string::npos ? lines_ : all_;
  for (const std::string& line : lines) {
    if (const Shape shape = shape_in(line, name); shape != Shape::kUnknown) {
      return shape;
    }
  }
  return Shape::kUnknown;
}

bool SourceBefore::is_moved_on(const std::string& array) const {
  for (const std::string& line : lines_) {
    for (std::size_t at = find_word(line, array); at != std::string::npos;
         at = find_word(line, array, at + 1)) {
      const std::size_t sign = line.rfind('=', at), end = at + array.size();
      const bool is_set = sign != std::string::npos && sign + 1 < line.size() &&
                          line.find_first_of(";[", sign) >= end;
      const bool is_address = at > 0 && line[at - 1] == '&' && line.compare(end, 1, "[") == 0;
      const std::string value = is_set ? expression_at(line, sign + 1) : std::string();
      if ((line.compare(end, 1, "+") == 0 || is_address) && !value.empty() &&
          value.find("threadIdx") == std::string::npos) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace warpschool::sim::runtime
