// Knows archives by their names.
#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"

#include <array>

namespace warpschool::grader::intake {
namespace {

constexpr std::array kSuffixes{".tar.gz", ".tar.bz2", ".tar.zst", ".tar.xz", ".tgz",
                               ".tzst",   ".txz",     ".tbz2",    ".tar",    ".zip"};

/// Length of the suffix that makes `name` an archive; 0: it is none.
std::size_t archive_suffix(std::string_view name) {
  const std::string small = folded(name);
  for (const std::string_view suffix : kSuffixes) {
    if (small.size() > suffix.size() && small.size() == name.size() &&
        std::string_view(small).substr(small.size() - suffix.size()) == suffix) {
      return suffix.size();
    }
  }
  return 0;
}

}  // namespace

bool is_archive_name(std::string_view name) {
  return archive_suffix(name) > 0;
}

bool is_foreign_archive_name(std::string_view name) {
  const std::string small = folded(name);
  const auto ends_with = [&](std::string_view end) {
    return small.size() > end.size() &&
           small.compare(small.size() - end.size(), end.size(), end) == 0;
  };
  return ends_with(".rar") || ends_with(".7z");
}

std::string without_archive_suffix(std::string_view name) {
  const std::size_t suffix =
      is_foreign_archive_name(name) ? name.size() - name.rfind('.') : archive_suffix(name);
  return std::string(name.substr(0, name.size() - suffix));
}
}  // namespace warpschool::grader::intake
