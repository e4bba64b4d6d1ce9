// Files and tests that an exercise's page names: a page copied from another exercise still has
// those of the other.
#include "course_files/links.hpp"
#include "lint/lint.hpp"
#include "support/files.hpp"
#include "support/lines.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// The words of a line that stand in `ticks`.
std::vector<std::string> ticked_words(std::string_view line) {
  std::vector<std::string> words;
  for (std::size_t open = line.find('`'); open != std::string_view::npos;) {
    const std::size_t close = line.find('`', open + 1);
    if (close == std::string_view::npos) {
      break;
    }
    words.emplace_back(line.substr(open + 1, close - open - 1));
    open = line.find('`', close + 1);
  }
  return words;
}

/// "other.cu" and no path, pattern or command.
bool is_source_name(const std::string& word) {
  return word.ends_with(".cu") && word.find_first_of(" /*<>{}$") == std::string::npos &&
         word.size() > 3;
}

/// The test behind `ctest ... -R`, or nothing: "^one.check" -> "one".
std::string test_in(std::string_view line) {
  const std::size_t option = line.find("-R ");
  if (line.find("ctest") == std::string_view::npos || option == std::string_view::npos) {
    return {};
  }
  std::string_view word = line.substr(option + 3);
  word.remove_prefix(std::min(word.find_first_not_of(" \"'^"), word.size()));
  const std::size_t end = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_");
  return std::string(word.substr(0, end));
}

}  // namespace

Diagnostics lint_pictures(const std::string& name, const fs::path& folder,
                          const std::string& text) {
  Diagnostics findings;
  for (const LocalLink& link : local_links(text)) {
    std::error_code failure;
    if (link.is_picture && !fs::is_regular_file(folder / link.target, failure)) {
      findings.push_back({name, link.line, 1,
                          fmt::format("shows the picture {}, which is not there", link.target),
                          fmt::format("add {}, or mend the link",
                                      (fs::path(name).parent_path() / link.target).string())});
    }
  }
  return findings;
}

Diagnostics lint_page_names(const ExerciseFolders& folders, const course::Exercise& exercise,
                            const std::string& text) {
  const fs::path file = folders.exercise / "README.md";
  const std::string name = file.lexically_relative(folders.root).generic_string();
  Diagnostics findings = lint_pictures(name, folders.exercise, text);
  int number = 0;
  for_each_line(text, [&](std::string_view line) {
    ++number;
    for (const std::string& word : ticked_words(line)) {
      const bool is_own = std::count(exercise.files.begin(), exercise.files.end(), word) > 0;
      std::error_code failure;
      if (is_source_name(word) && !is_own &&
          !fs::is_regular_file(folders.exercise / word, failure)) {
        findings.push_back({name, number, 1,
                            fmt::format("names {}, which is no file of this exercise", word),
                            fmt::format("students write in {}", fmt::join(exercise.files, ", "))});
      }
    }
    if (const std::string test = test_in(line); !test.empty() && test != exercise.id) {
      findings.push_back({name, number, 1,
                          fmt::format("runs the tests of {} instead of this exercise's", test),
                          fmt::format("write ctest --preset sim -R {}", exercise.id)});
    }
  });
  return findings;
}

}  // namespace warpschool::grader
