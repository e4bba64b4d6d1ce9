// The pages of modules: theory for people, and the way to the exercises.
#include "lint/lint.hpp"
#include "support/files.hpp"

#include <fmt/format.h>
#include <iterator>
#include <sstream>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kFewestWords = 400;
constexpr std::size_t kMostWords = 700;

/// Words of the text; indented and fenced blocks are pictures and code.
std::size_t count_words(const std::string& text) {
  std::istringstream lines(text);
  std::size_t words = 0;
  bool fenced = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind("```", 0) == 0) {
      fenced = !fenced;
    } else if (!fenced && line.rfind("    ", 0) != 0) {
      std::istringstream stream(line);
      words += static_cast<std::size_t>(std::distance(std::istream_iterator<std::string>(stream),
                                                      std::istream_iterator<std::string>()));
    }
  }
  return words;
}

/// A link to the exercise's folder or to something in it.
bool links_to(const std::string& text, const std::string& id) {
  for (const char* before : {"](", "](./"}) {
    for (const char* behind : {"/", ")"}) {
      if (text.find(before + id + behind) != std::string::npos) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

Diagnostics lint_module_page(const fs::path& root, const course::Module& module) {
  const std::string name = fmt::format("exercises/{}/README.md", module.id);
  std::error_code failure;
  if (!fs::is_regular_file(root / name, failure)) {
    return {{name, 0, 0, "is missing", "the module's theory, with links to its exercises"}};
  }
  const std::string text = read_file(root / name);
  Diagnostics findings;
  const std::size_t words = count_words(text);
  if (words < kFewestWords || words > kMostWords) {
    findings.push_back(
        {name, 0, 0,
         fmt::format("has {} words of theory instead of {} to {}", words, kFewestWords, kMostWords),
         "pictures and code do not count"});
  }
  const Diagnostics pictures = lint_pictures(name, root / "exercises" / module.id, text);
  findings.insert(findings.end(), pictures.begin(), pictures.end());
  for (const course::Exercise& exercise : module.exercises) {
    if (!links_to(text, exercise.id)) {
      findings.push_back({name, 0, 0, fmt::format("has no link to exercise {}", exercise.id),
                          fmt::format("write [{0}]({0}/README.md)", exercise.id)});
    }
  }
  return findings;
}

}  // namespace warpschool::grader
