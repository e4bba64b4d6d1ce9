// Gathers the notes of a result.
#include "notes.hpp"

#include "warpschool/course/worth.hpp"
#include "warpschool/screen/sentences.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>
#include <vector>

namespace warpschool::screen {
namespace {

/// The note without what two judges of one exercise may tell differently: threads and values, but
/// not the line.
std::string without_figures(const std::string& note) {
  constexpr std::string_view kLine = "line ";
  std::string text;
  for (std::size_t at = 0; at < note.size(); ++at) {
    const bool is_digit = std::isdigit(static_cast<unsigned char>(note[at])) != 0;
    const std::size_t begin = note.find_last_not_of("0123456789", at) + 1;
    const bool is_of_line =
        begin >= kLine.size() && note.compare(begin - kLine.size(), kLine.size(), kLine) == 0;
    text += is_digit && !is_of_line ? "" : std::string(1, note[at]);
  }
  return text;
}

}  // namespace

std::string notes(const JudgeResult& result, const Context& context, const Look& look) {
  std::vector<std::string> told;
  std::string text;
  const auto tell = [&](const std::string& note) {
    const std::string bare = without_figures(note);
    if (!note.empty() && std::find(told.begin(), told.end(), bare) == told.end()) {
      told.push_back(bare);
      text += wrapped("Note: " + note, "  ", look.width);
    }
  };
  tell(context.news);
  for (const Check& check : result.checks) {
    std::for_each(check.notes.begin(), check.notes.end(), tell);
  }
  std::set<int> withheld;
  for (const Check& check : result.checks) {
    if (check.withheld) {
      withheld.insert(check.task);
    }
  }
  tell(course::withheld_text(withheld));
  return text;
}

}  // namespace warpschool::screen
