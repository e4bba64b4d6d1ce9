// Finds triangular loops in LLVM's intermediate code, and marks the outer ones.
#include "simcc/repairs/triangular_loops.hpp"

#include "simcc/repairs/counted_loops.hpp"
#include "simcc/repairs/scanner.hpp"

#include <algorithm>
#include <cctype>
#include <deque>
#include <sstream>
#include <string_view>
#include <vector>

namespace warpschool::simcc {
namespace {

constexpr std::int64_t kMostTurns = 16, kMostTurnsOfArrays = 64;

bool is_inside(const CountedLoop& inner, const CountedLoop& outer) {
  return inner.head > outer.head && inner.back < outer.back;
}

/// Loops in each other, `loop` and those in it.
int depth_of(const CountedLoop& loop, const std::vector<CountedLoop>& all) {
  int most = 0;
  for (const CountedLoop& other : all) {
    most = is_inside(other, loop) ? std::max(most, depth_of(other, all)) : most;
  }
  return most + 1;
}

bool is_to_stay(const CountedLoop& outer, const std::vector<CountedLoop>& all,
                const CodeOfFunction& function) {
  const std::int64_t turns = turns_of(outer);
  const bool is_triangle = std::any_of(all.begin(), all.end(), [&](const CountedLoop& inner) {
    return is_inside(inner, outer) && (function.depends(inner.end, outer.counter) ||
                                       function.depends(inner.begin, outer.counter));
  });
  if (turns == 0 || !is_triangle) {
    return false;
  }
  std::int64_t all_turns = 1;
  for (int level = depth_of(outer, all); level > 0; --level) {
    all_turns *= std::min<std::int64_t>(turns, kMostTurnsOfArrays + 1);
  }
  return all_turns > (function.has_own_array(outer) ? kMostTurnsOfArrays : kMostTurns);
}

void add_marks(const std::vector<std::string>& lines, std::vector<std::string>& marks) {
  const CodeOfFunction function(lines);
  const std::vector<CountedLoop> loops = function.loops();
  for (const CountedLoop& loop : loops) {
    if (is_to_stay(loop, loops, function)) {
      marks.push_back(loop.mark);
    }
  }
}

/// "!48 = distinct !{!48, !17, !46}" with one more property, if it is one of those and has none.
std::string marked(const std::string& line, const std::vector<std::string>& marks) {
  const std::string mark = word_at(line, 0);
  const bool is_meant = !line.empty() && line[0] == '!' && line.back() == '}' &&
                        std::find(marks.begin(), marks.end(), mark) != marks.end();
  return is_meant ? line.substr(0, line.size() - 1) + ", !{!\"llvm.loop.unroll.disable\"}}" : line;
}

/// The loops of which the source says how they are to be unrolled: properties of their own.
bool is_told(const std::string& mark, const std::string& code) {
  const std::size_t begin = code.find("\n" + mark + " = distinct !{");
  const std::string line = begin == std::string::npos
                               ? ""
                               : code.substr(begin + 1, code.find('\n', begin + 1) - begin - 1);
  for (std::size_t at = line.find('!', line.find("!{") + 2); at != std::string::npos;
       at = line.find('!', at + 1)) {
    std::string name = word_at(line, at);
    name.erase(std::remove(name.begin(), name.end(), '}'), name.end());
    if (code.find("\n" + name + " = !{!\"llvm.loop.unroll") != std::string::npos) {
      return true;
    }
  }
  return false;
}

/// What stands in the brackets behind a "for"; empty: there are none, as in a comment.
std::string head_of_loop(std::string_view source, std::size_t behind) {
  Scanner scanner(source, behind);
  scanner.skip_blanks();
  const std::size_t begin = scanner.at();
  if (!scanner.skip("(")) {
    return "";
  }
  int depth = 1;
  scanner.skip_while([&](char c) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    return depth != 0;
  });
  return std::string(source.substr(begin + 1, scanner.at() - begin - 1));
}

/// "int i = 0", "int i = kRows - 1", "int i = ROWS": others have as many turns as the program is
/// run with.
bool begins_with_constant(std::string_view head) {
  Scanner scanner(head, head.find('=') + 1);
  scanner.skip_blanks();
  const std::string_view value = head.substr(std::min(scanner.at(), head.size()));
  const auto is_upper = [&](std::size_t i) {
    return i < value.size() && std::isupper(static_cast<unsigned char>(value[i])) != 0;
  };
  return Scanner(value).skip_digits() || is_upper(0) || (value.substr(0, 1) == "k" && is_upper(1));
}

}  // namespace

std::optional<std::string> with_outer_loops_kept(const std::string& code) {
  std::vector<std::string> all, function, marks;
  std::istringstream lines(code);
  bool is_inside_one = false;
  for (std::string line; std::getline(lines, line);) {
    all.push_back(line);
    is_inside_one |= line.compare(0, 7, "define ") == 0;
    if (is_inside_one) {
      function.push_back(line);
    }
    if (line == "}") {
      add_marks(function, marks);
      function.clear();
      is_inside_one = false;
    }
  }
  std::erase_if(marks, [&](const std::string& mark) { return is_told(mark, code); });
  if (marks.empty()) {
    return std::nullopt;
  }
  std::string text;
  for (const std::string& line : all) {
    text += marked(line, marks) + "\n";
  }
  return text;
}

bool mentions_triangular_loops(const std::string& source) {
  constexpr std::size_t kMostBefore = 4;
  std::deque<std::string> counters;
  return any_name(source, "for", [&](std::size_t, std::size_t behind) {
    const std::string head = head_of_loop(source, behind);
    const std::size_t sign = head.find('=');
    const std::string counter = sign == std::string::npos ? "" : name_before(head, sign);
    if (counter.empty()) {
      return false;
    }
    const bool is_found =
        std::any_of(counters.begin(), counters.end(), [&](const std::string& other) {
          return other != counter &&
                 any_name(head, other, [](std::size_t, std::size_t) { return true; });
        });
    if (begins_with_constant(head)) {
      counters.push_back(counter);
    }
    if (counters.size() > kMostBefore) {
      counters.pop_front();
    }
    return is_found;
  });
}

}  // namespace warpschool::simcc
