// Links between the pages of a students' tree.
#pragma once

#include "release/students_tree.hpp"

#include <string>
#include <vector>

namespace warpschool::grader {

/// A link of a page to a file beside or below it.
struct LocalLink {
  std::string target;  ///< without "./", "#part" and title
  int line = 0;
  bool is_picture = false;  ///< ![words](target), or src="target"
};

/// Those that lead to no other site and out of no folder.
std::vector<LocalLink> local_links(const std::string& text);

/// A page's text with the words alone of each link `[words](PAGE.md)`, with or without `#part`, to
/// a page that the tree does not have: pages on the framework's inside, exercises that come later.
/// @param path of the page in the tree.
std::string without_dead_links(const std::string& text, const std::string& path,
                               const ReleasedTree& tree);

}  // namespace warpschool::grader
