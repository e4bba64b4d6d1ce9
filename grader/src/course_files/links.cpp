// Finds links to pages that are not there.
#include "course_files/links.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

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

/// The file that a link names, or nothing: "./a.svg#b" -> "a.svg".
std::string local_target(std::string target) {
  target.resize(std::min(target.size(), target.find_first_of(" \t\n#")));
  if (target.rfind("./", 0) == 0) {
    target.erase(0, 2);
  }
  const bool leads_away = target.find(':') != std::string::npos || target.rfind('/', 0) == 0 ||
                          target.find("..") != std::string::npos;
  return leads_away ? std::string() : target;
}

void note_link(const std::string& text, std::size_t at, const std::string& target, bool is_picture,
               std::vector<LocalLink>& links) {
  const auto begin = text.begin();
  const auto line = std::count(begin, begin + static_cast<std::ptrdiff_t>(at), '\n') + 1;
  if (std::string file = local_target(target); !file.empty()) {
    links.push_back({std::move(file), static_cast<int>(line), is_picture});
  }
}

bool leads_to_a_page(const std::string& target) {
  const std::string page = target.substr(0, target.find('#'));
  const bool has_blank = page.find_first_of(" \n\t") != std::string::npos;
  return page.ends_with(".md") && !has_blank && page.find("://") == std::string::npos;
}

}  // namespace

std::vector<LocalLink> local_links(const std::string& text) {
  std::vector<LocalLink> links;
  for (std::size_t at = text.find("]("); at != std::string::npos; at = text.find("](", at + 2)) {
    const Link link = link_at(text, at);
    const bool is_picture = link.begin > 0 && text[link.begin - 1] == '!';
    note_link(text, at, link.target, is_picture, links);
  }
  constexpr std::string_view kSource = "src=\"";
  for (std::size_t at = text.find(kSource); at != std::string::npos;
       at = text.find(kSource, at + 1)) {
    const std::size_t begin = at + kSource.size();
    note_link(text, at, text.substr(begin, text.find('"', begin) - begin), true, links);
  }
  return links;
}

std::string without_dead_links(const std::string& text, const std::string& path,
                               const std::function<bool(const std::string&)>& has_page) {
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
    if (!has_page((folder / page).lexically_normal().generic_string())) {
      kept += text.substr(done, link.begin - done) + link.words;
      done = link.end;
    }
  }
  return kept + text.substr(done);
}

}  // namespace warpschool::grader
