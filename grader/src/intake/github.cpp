// GitHub Classroom: a clone a student, in a folder <assignment>-<user>.
#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"
#include "intake/temporary_folder.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <stdexcept>

namespace warpschool::grader::intake {
namespace {

/// What all names begin with, up to and with a '-'; empty if nothing.
std::string common_prefix(const std::vector<std::string>& names) {
  if (names.size() < 2) {
    return {};
  }
  const auto [low, high] = std::minmax_element(names.begin(), names.end());
  const auto differs = std::mismatch(low->begin(), low->end(), high->begin(), high->end()).first;
  const std::string shared(low->begin(), differs);
  const std::size_t dash = shared.rfind('-');
  return dash == std::string::npos ? "" : shared.substr(0, dash + 1);
}

/// The website's zip of a repository is called after its branch, too: "week1-jdoe-main".
std::string without_branch(const std::string& name) {
  for (const std::string_view branch : {"-main", "-master"}) {
    if (name.size() > branch.size() &&
        name.compare(name.size() - branch.size(), branch.size(), branch) == 0) {
      return name.substr(0, name.size() - branch.size());
    }
  }
  return name;
}

/// Without `.git`, such a name on every folder is the only sign.
bool are_branches(const std::vector<std::string>& folders) {
  return folders.size() > 1 &&
         std::all_of(folders.begin(), folders.end(), [](const std::string& folder) {
           const std::string name = without_archive_suffix(folder);
           return without_branch(name) != name;
         });
}

/// The user in a folder's name: what the roster knows, else what differs between the folders.
std::string user_of(const std::string& folder, const std::string& prefix, const Hints& hints) {
  for (const auto& knows : {hints.knows_user, hints.knows_group}) {
    for (std::size_t dash = folder.find('-'); knows && dash != std::string::npos;
         dash = folder.find('-', dash + 1)) {
      if (knows(folder.substr(dash + 1))) {
        return folder.substr(dash + 1);
      }
    }
  }
  return folder.substr(prefix.size());
}

/// Without both, the roster may know what stands behind a '-' in the names, and not the names.
bool are_users(const std::vector<std::string>& folders, const Hints& hints) {
  if (!hints.knows || !hints.knows_user) {
    return false;
  }
  std::size_t users = 0;
  for (const std::string& folder : folders) {
    const std::string name = without_archive_suffix(folder);
    if (hints.knows(name)) {
      return false;
    }
    const std::string user = user_of(name, "", hints);
    users += user != name && hints.knows_user(user) ? 1U : 0U;
  }
  return users > 1 && 2 * users >= folders.size();
}

/// The names that git gives its files, and no others, may come to lie on our disk.
bool is_git_name(std::string_view path) {
  return path.find("..") == std::string_view::npos && path.find("//") == std::string_view::npos &&
         path.find_first_not_of(
             "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
             "._/-") == std::string_view::npos;
}

/// The same for a clone in an archive: git itself needs the history in files.
std::map<std::string, std::chrono::sys_seconds> archived_times(const Tree& tree,
                                                               const std::string& folder) {
  const TemporaryFolder copy;
  const std::string prefix = folder + "/.git/";
  for (auto file = tree.git_files.lower_bound(prefix);
       file != tree.git_files.end() && file->first.compare(0, prefix.size(), prefix) == 0; ++file) {
    const std::string name = file->first.substr(prefix.size());
    if (!is_git_name(name)) {
      continue;
    }
    try {
      write_file(copy.path() / ".git" / name, file->second);
    } catch (const std::runtime_error&) {  // a file where the archive has a folder, too
      return {};
    }
  }
  return commit_times(copy.path());
}

/// Gives every piece the time of the last commit that changed it.
void add_times(const Tree& tree, const std::string& folder, Handin& handin) {
  const auto times =
      tree.on_disk.empty() ? archived_times(tree, folder) : commit_times(tree.on_disk / folder);
  for (Piece& piece : handin.pieces) {
    const auto time = times.find(piece.entry->path.substr(folder.size() + 1));
    if (time != times.end()) {
      piece.changed_at = time->second;
    }
  }
}

}  // namespace

bool looks_like_github(const Tree& tree, const Level& level, const Hints& hints, bool some) {
  const auto clones =
      std::count_if(level.folders.begin(), level.folders.end(), [&](const std::string& folder) {
        return tree.clones.find(join(level.base, folder)) != tree.clones.end();
      });
  // A common prefix alone is no sign: folders may be called student-01, student-02.
  return (clones > 0 && 2 * static_cast<std::size_t>(clones) >= level.folders.size()) ||
         are_branches(level.folders) || are_users(level.folders, hints) ||
         (some && !level.folders.empty());
}

void read_github(const Tree& tree, const Level& level, const Hints& hints, Reading& reading) {
  std::vector<std::string> names;
  names.reserve(level.folders.size());
  for (const std::string& folder : level.folders) {
    names.push_back(without_branch(without_archive_suffix(folder)));
  }
  const std::string prefix = common_prefix(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string path = join(level.base, level.folders[i]);
    Handin handin;
    handin.who.github = user_of(names[i], prefix, hints);
    handin.id = handin.who.github;
    handin.label = level.folders[i];
    handin.pieces = pieces_below(tree, path);
    if (tree.clones.find(path) != tree.clones.end()) {
      add_times(tree, path, handin);
    }
    reading.handins.push_back(std::move(handin));
  }
  for (const Entry* file : level.files) {
    if (!is_archive_name(file->name())) {
      reading.unmatched.push_back({file->path, "lies in no student's folder"});
    }
  }
}

}  // namespace warpschool::grader::intake
