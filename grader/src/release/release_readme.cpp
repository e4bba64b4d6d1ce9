// Fills in what differs between releases.
#include "release/readme.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace warpschool::grader {
namespace {

std::string gpu_part(const std::string& cuda) {
  return fmt::format(
      "\n## On a real GPU\n\nWith an NVIDIA GPU and the CUDA Toolkit {}, `cmake --preset gpu` and "
      "`ctest --preset gpu` run the same "
      "tests on it.\n",
      cuda);
}

/// The students' command. Its folder is named twice: for the shell, and for those who do not change
/// PATH.
std::string warp_part(const std::string& folder) {
  return fmt::format(R"(
`warp` gives the same verdicts with fewer words, and knows the way through the course ([docs/WARP.md](docs/WARP.md)):

    export PATH="$PWD/{}:$PATH"
    warp                    # the map: what is done, what is next
    warp check              # checks the next exercise, or that of the folder you stand in
    warp watch              # checks whenever you save
    warp hint               # the next hint for the task that is open, and no other
    warp profile            # what the kernels did and what limits them; leaves a page to open
    warp trace              # what one thread did, line by line, forward and back
)",
                     folder);
}

std::string hidden_part(double points) {
  return points > 0 ? fmt::format(
                          "\nSome checks run on grading day only. They are worth {:g} points "
                          "together; until then `ctest` shows the "
                          "points of the others.\n",
                          points)
                    : std::string();
}

/// As a label of one line: what would be Markdown or HTML in a title stays a title.
std::string one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::string result;
  for (const char c : text) {
    result += c == '<' ? "&lt;" : std::string(1, c);
  }
  return result;
}

/// Blanks up to the column of the comments beside commands.
std::string padding(const std::string& word) {
  constexpr std::size_t kColumn = 19;
  return std::string(word.size() < kColumn ? kColumn - word.size() : 1, ' ');
}

/// What a release has of the course.
struct Extent {
  std::string first_exercise, first_module;
  std::size_t modules = 0;
  double hidden_points = 0;
};

Extent extent_of(const course::Course& course, const ReleaseParts& parts) {
  Extent extent;
  for (const course::Module& part : course.modules) {
    bool any = false;
    for (const course::Exercise& exercise : part.exercises) {
      if (parts.exercises.count(exercise.id) == 0) {
        continue;
      }
      any = true;
      if (extent.first_exercise.empty()) {
        extent.first_exercise = exercise.id;
        extent.first_module = part.id;
      }
      extent.hidden_points += exercise.hidden_points.total();
    }
    extent.modules += any ? 1 : 0;
  }
  return extent;
}

void replace_all(std::string& text, const std::string& mark, const std::string& value) {
  for (std::size_t at = 0; (at = text.find(mark, at)) != std::string::npos; at += value.size()) {
    text.replace(at, mark.size(), value);
  }
}

}  // namespace

std::string readme_for_students(std::string text, const course::Course& course,
                                const ReleaseParts& parts) {
  const auto [first, module, modules, hidden] = extent_of(course, parts);
  const std::vector<std::pair<std::string, std::string>> values{
      {"@TITLE@", one_line(course.title)},
      {"@TERM@", course.term.empty() ? "" : one_line(course.term) + ". "},
      {"@COUNT@",
       fmt::format("{} exercise{} in {} module{}; all files you write in are below `exercises/`.",
                   parts.exercises.size(), parts.exercises.size() == 1 ? "" : "s", modules,
                   modules == 1 ? "" : "s")},
      {"@INSTALL@",
       parts.sources ? "scripts/install-deps.sh"
                     : "sudo apt-get update\n    sudo apt-get install clang cmake ninja-build g++"},
      {"@FIRST_BUILD@",
       parts.sources ? "; the first time it builds the framework, which takes minutes" : ""},
      {"@SIMCC@", parts.sources ? "build/sim/bin/simcc" : "tools/bin/simcc"},
      {"@FIRST@", first},
      {"@PAD@", padding(first)},
      {"@FIRST_MODULE@", module},
      {"@PAD_MODULE@", padding(module)},
      {"@FOLDER@", parts.folder},
      {"@WARP@", parts.sources ? warp_part("build/sim/bin")
                 : parts.warp  ? warp_part("tools/bin")
                               : std::string()},
      {"@HIDDEN@", parts.sources ? std::string() : hidden_part(hidden)},
      {"@SITE@", parts.site ? "\nAll pages stand in `site/` as well: open `site/index.html` in a "
                              "browser; it has a search and needs no network.\n"
                            : ""},
      {"@GPU@", parts.sources ? gpu_part("12 or 13")
                : parts.gpu   ? gpu_part(parts.cuda)
                              : std::string()}};
  for (const auto& [mark, value] : values) {
    replace_all(text, mark, value);
  }
  return text;
}

}  // namespace warpschool::grader
