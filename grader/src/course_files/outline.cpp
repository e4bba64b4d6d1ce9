// Splits a stub into its TODO regions and the code around them.
#include "course_files/outline.hpp"

#include "support/lines.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace warpschool::grader {
namespace {

/// The n of `mark` n `)` in this line: `// TODO(3)`.
std::optional<int> number_after(std::string_view line, std::string_view mark) {
  const std::size_t at = line.find(mark);
  int number = 0;
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  const char* begin = line.data() + at + mark.size();
  const auto [end, error] = std::from_chars(begin, line.data() + line.size(), number);
  const bool closed = error == std::errc() && end != line.data() + line.size() && *end == ')';
  return closed ? std::optional(number) : std::nullopt;
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
}

/// Takes `word` off the beginning, in capitals or not.
bool take_word(std::string_view& text, std::string_view word) {
  const bool same = text.size() >= word.size() &&
                    std::equal(word.begin(), word.end(), text.begin(), [](char want, char is) {
                      return want == std::toupper(static_cast<unsigned char>(is));
                    });
  text.remove_prefix(same ? word.size() : 0);
  return same;
}

struct RegionMark {
  bool is_end = false;
  int number = 0;
  bool exact = true;  ///< false: only meant as one, as "//TODO(1)", and not read as one by others
};

/// A comment that begins with what looks like a mark.
std::optional<RegionMark> meant_mark(std::string_view line) {
  const std::size_t comment = line.find("//");
  if (comment == std::string_view::npos) {
    return std::nullopt;
  }
  line.remove_prefix(std::min(line.find_first_not_of('/', comment), line.size()));
  skip_blanks(line);
  RegionMark mark;
  mark.exact = false;
  mark.is_end = take_word(line, "END");
  skip_blanks(line);
  if (!take_word(line, "TODO")) {
    return std::nullopt;
  }
  skip_blanks(line);
  if (!take_word(line, "(")) {
    return std::nullopt;
  }
  skip_blanks(line);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), mark.number);
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  skip_blanks(line);
  return error == std::errc() && take_word(line, ")") ? std::optional(mark) : std::nullopt;
}

std::optional<RegionMark> mark_in(std::string_view line) {
  if (const auto end = number_after(line, "END TODO(")) {
    return RegionMark{true, *end, true};
  }
  if (const auto begin = number_after(line, "// TODO(")) {
    return RegionMark{false, *begin, true};
  }
  return meant_mark(line);
}

/// Reads a text line by line.
class OutlineReader {
 public:
  explicit OutlineReader(const std::string& file) : file_(file) {}

  void read(std::string_view line) {
    ++line_;
    const std::optional<RegionMark> mark = mark_in(line);
    const bool inside = open_ && !mark;
    (inside ? outline_.bodies[*open_] : outline_.outside).append(line).append("\n");
    if (!mark) {
      return;
    }
    if (!mark->exact) {
      const char* end = mark->is_end ? "END " : "";
      find(fmt::format("\"{}\" is no mark, though it looks like one", trimmed(line)),
           fmt::format("write \"// {}TODO({}){}\", with just these blanks", end, mark->number,
                       mark->is_end ? "" : ": ..."));
    }
    mark->is_end ? close(mark->number) : begin(mark->number);
  }

  Result<Outline> take_outline() {
    if (open_) {
      find(fmt::format("TODO({}) does not end", *open_), "add // END TODO(n)");
    }
    if (!problems_.empty()) {
      return problems_;
    }
    return std::move(outline_);
  }

 private:
  static std::string_view trimmed(std::string_view line) {
    skip_blanks(line);
    return line.substr(0, line.find_last_not_of(" \t\r") + 1);
  }
  void find(std::string message, std::string help = {}) {
    problems_.push_back({file_, line_, 1, std::move(message), std::move(help)});
  }

  void begin(int number) {
    const auto earlier = std::find(outline_.tasks.begin(), outline_.tasks.end(), number);
    if (earlier != outline_.tasks.end()) {
      const auto which = static_cast<std::size_t>(earlier - outline_.tasks.begin());
      find(fmt::format("there is a second TODO({}); the first begins in line {}", number,
                       outline_.task_lines[which]),
           "give each region a number of its own: 1, 2, ...");
    }
    if (open_) {
      find(fmt::format("TODO({}) begins inside TODO({})", number, *open_),
           fmt::format("add // END TODO({}) before it", *open_));
    }
    outline_.tasks.push_back(number);
    outline_.task_lines.push_back(line_);
    outline_.bodies[number];
    open_ = number;
  }

  void close(int number) {
    if (open_ == number) {
      outline_.end_lines.push_back(line_);
    } else {
      find(fmt::format("END TODO({}) ends no region that is open", number),
           open_ ? fmt::format("TODO({}) is open", *open_)
                 : fmt::format("where it begins there must be \"// TODO({}): ...\"", number));
    }
    open_.reset();
  }

  std::string file_;
  Outline outline_;
  Diagnostics problems_;
  std::optional<int> open_;
  int line_ = 0;
};

}  // namespace

Result<Outline> outline_of(std::string_view text, const std::string& file) {
  OutlineReader reader(file);
  for (const std::string_view line : lines_in(text)) {
    reader.read(line);
  }
  return reader.take_outline();
}

std::string splice(std::string_view text, const std::map<int, std::string>& bodies) {
  std::string spliced;
  bool replaced = false;  // inside a region whose body was replaced
  for (const std::string_view line : lines_in(text)) {
    const bool ends = number_after(line, "END TODO(").has_value();
    const auto begin = ends ? std::nullopt : number_after(line, "// TODO(");
    replaced = replaced && !ends;
    if (!replaced) {
      spliced.append(line).append("\n");
    }
    if (const auto body = bodies.find(begin.value_or(-1)); body != bodies.end()) {
      spliced.append(body->second);
      replaced = true;
    }
  }
  return spliced;
}

int first_difference(std::string_view left, std::string_view right) {
  const auto left_lines = lines_in(left), right_lines = lines_in(right);
  const std::size_t common = std::min(left_lines.size(), right_lines.size());
  for (std::size_t i = 0; i < common; ++i) {
    if (left_lines[i] != right_lines[i]) {
      return static_cast<int>(i) + 1;
    }
  }
  return left_lines.size() == right_lines.size() ? 0 : static_cast<int>(common) + 1;
}

}  // namespace warpschool::grader
