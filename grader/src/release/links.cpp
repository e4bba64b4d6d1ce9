// Finds links to pages that are not there.
#include "release/links.hpp"

#include <filesystem>

namespace warpschool::grader {
namespace {

/// A link as it stands in a page: [begin, end), its words and where it leads.
struct Link {
  std::size_t begin = 0, end = 0;
  std::string words, target;
};

/// The link whose "](" is at `middle`; an empty target if there is none.
Link link_at(const std::string& text, std::size_t middle) {
  const std::size_t begin = text.rfind('[', middle);
  const std::size_t end = text.find(')', middle);
  if (begin == std::string::npos || end == std::string::npos) {
    return {};
  }
  return {begin, end + 1, text.substr(begin + 1, middle - begin - 1),
          text.substr(middle + 2, end - middle - 2)};
}

bool leads_to_a_page(const std::string& target) {
  const std::string page = target.substr(0, target.find('#'));
  const bool has_blank = page.find_first_of(" \n\t") != std::string::npos;
  return page.ends_with(".md") && !has_blank && page.find("://") == std::string::npos;
}

}  // namespace

std::string without_dead_links(const std::string& text, const std::string& path,
                               const ReleasedTree& tree) {
  std::string kept;
  std::size_t done = 0;
  for (std::size_t middle = text.find("]("); middle != std::string::npos;
       middle = text.find("](", middle + 2)) {
    const Link link = link_at(text, middle);
    if (link.begin < done || !leads_to_a_page(link.target)) {
      continue;
    }
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const std::string page = link.target.substr(0, link.target.find('#'));
    if (tree.count((folder / page).lexically_normal().generic_string()) == 0) {
      kept += text.substr(done, link.begin - done) + link.words;
      done = link.end;
    }
  }
  return kept + text.substr(done);
}

}  // namespace warpschool::grader
