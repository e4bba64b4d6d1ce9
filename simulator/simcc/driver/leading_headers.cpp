// Reads the #include lines at the beginning of a source.
#include "simcc/driver/leading_headers.hpp"

#include <sstream>

namespace warpschool::simcc {
namespace {

using QuotedText = std::function<std::string(const std::string&)>;

constexpr int kMostDepth = 8;  // of files that include each other in quotes

/// The text without comments; line ends stay.
std::string without_comments(std::string_view text) {
  std::string rest;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view two = text.substr(at, 2);
    if (two == "//") {
      at = std::min(text.find('\n', at), text.size()) - 1;
    } else if (two == "/*") {
      const std::size_t end = text.find("*/", at + 2);
      at = end == std::string_view::npos ? text.size() : end + 1;
    } else {
      rest += text[at];
    }
  }
  return rest;
}

struct Line {
  enum class Kind { kEmpty, kCode, kAngled, kQuoted, kOnce, kOther } kind = Kind::kEmpty;
  std::string name;  ///< of what is included
};

Line read_line(const std::string& text) {
  std::istringstream words(text);
  std::string word, next;
  words >> word >> next;
  if (word == "#") {  // "# include"
    word += next;
    words >> next;
  }
  if (word.empty() || word[0] != '#') {
    return {word.empty() ? Line::Kind::kEmpty : Line::Kind::kCode, ""};
  }
  if (word == "#pragma" && next == "once") {
    return {Line::Kind::kOnce, ""};
  }
  const bool has_name = word == "#include" && next.size() > 2;
  const char first = has_name ? next.front() : ' ', last = has_name ? next.back() : ' ';
  const std::string name = has_name ? next.substr(1, next.size() - 2) : "";
  if (first == '<' && last == '>') {
    return {Line::Kind::kAngled, name};
  }
  return first == '"' && last == '"' ? Line{Line::Kind::kQuoted, name}
                                     : Line{Line::Kind::kOther, ""};
}

/// Adds what `text` begins with. Returns whether whoever includes it still is at its beginning.
bool read(std::string_view text, const QuotedText& quoted, int depth,
          std::vector<std::string>& headers) {
  bool is_beginning = true;
  std::istringstream lines(without_comments(text));
  for (std::string raw; std::getline(lines, raw);) {
    const Line line = read_line(raw);
    if (line.kind == Line::Kind::kOther) {
      return false;
    }
    is_beginning = is_beginning && line.kind != Line::Kind::kCode;
    if (!is_beginning) {
      continue;
    }
    if (line.kind == Line::Kind::kAngled) {
      headers.push_back(line.name);
    } else if (line.kind == Line::Kind::kQuoted) {
      const std::string inner = depth < kMostDepth ? quoted(line.name) : "";
      is_beginning = !inner.empty() && read(inner, quoted, depth + 1, headers);
      if (!is_beginning) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

std::vector<std::string> leading_headers(std::string_view source, const QuotedText& quoted) {
  std::vector<std::string> headers;
  read(source, quoted, 0, headers);
  return headers;
}

}  // namespace warpschool::simcc
