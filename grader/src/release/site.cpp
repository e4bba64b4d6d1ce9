// Lets Sphinx make a site of a students' tree.
#include "release/site.hpp"

#include "release/run_tool.hpp"
#include "support/files.hpp"

#include <array>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;

/// Pages, and what they show or lead to.
bool belongs_to_pages(const fs::path& file) {
  constexpr std::array kEndings{".md", ".svg", ".png", ".json", ".yaml", ".txt"};
  for (const char* const ending : kEndings) {
    if (file.extension() == ending) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string add_site(ReleasedTree& tree, const fs::path& root, const fs::path& work) {
  const fs::path pages = work / "pages";
  const fs::path site = work / "site";
  fs::remove_all(work);
  for (const auto& [path, file] : tree) {
    if (belongs_to_pages(path)) {
      write_file(pages / path, file.bytes());
    }
  }
  std::string problem =
      run_tool({(root / "scripts" / "docs.sh").string(), "--tree", pages.string(), site.string()});
  if (problem.empty()) {
    add_folder(tree, site, "site/");
  }
  return problem;
}

}  // namespace warpschool::grader
