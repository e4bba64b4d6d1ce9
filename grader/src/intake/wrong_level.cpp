// Tells a class from a folder of classes (weeks, sections) and from the folder of one student.
#include "intake/wrong_level.hpp"

#include "intake/foreign_names.hpp"
#include "process/process.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace warpschool::grader::intake {
namespace {

/// Names that exercises ask for, of the files below a folder.
std::set<std::string> wanted_below(const Tree& tree, const std::string& folder,
                                   const WantedNames& wanted) {
  std::set<std::string> names;
  for (const Piece& piece : pieces_below(tree, folder)) {
    const std::string name = wanted.meant_by(piece.name).value_or(piece.name);
    if (wanted.has(name)) {
      names.insert(name);
    }
  }
  return names;
}

/// Of these folders, how many hold a file for the same exercise, as folders of students do.
std::size_t most_alike(const Tree& tree, const Level& level, const WantedNames& wanted) {
  std::map<std::string, std::size_t> folders;  // by wanted name
  std::size_t most = 0;
  for (const std::string& folder : level.folders) {
    for (const std::string& name : wanted_below(tree, join(level.base, folder), wanted)) {
      most = std::max(most, ++folders[name]);
    }
  }
  return most;
}

bool knows_one(const Level& level, const Hints& hints) {
  return hints.knows &&
         std::any_of(level.folders.begin(), level.folders.end(), [&](const std::string& folder) {
           return hints.knows(without_archive_suffix(folder));
         });
}

/// How to grade these folders, each for itself.
std::string each_of(const Tree& tree, const Level& level) {
  if (tree.on_disk.empty()) {
    return "unpack it, and name each of its folders: --submissions FOLDER FOLDER ...";
  }
  constexpr std::size_t kShown = 4;
  std::vector<std::string> line{"--submissions"};
  for (std::size_t i = 0; i < std::min(level.folders.size(), kShown); ++i) {
    line.push_back(to_utf8((tree.on_disk / level.base / level.folders[i]).string()));
  }
  return "name each of them: " + shell_line(line) + (level.folders.size() > kShown ? " ..." : "") +
         "; --layout folders if they are students";
}

/// What is in the folders of a level that may be classes.
struct Inner {
  std::size_t filled = 0;   ///< hold something that an exercise asks for
  std::size_t classes = 0;  ///< hold folders of which several have a file for the same exercise
  bool is_large = false;    ///< one of these has three such folders
  bool repeats = false;     ///< two of these have a folder of one name
  bool is_known = false;    ///< the roster knows a name in one of them
  std::string example;
};

Inner look_into(const Tree& tree, const Level& level, const Hints& hints) {
  Inner inner;
  std::set<std::string> names;
  for (const std::string& folder : level.folders) {
    const Level students = level_of(tree, join(level.base, folder));
    const std::size_t alike = most_alike(tree, students, hints.wanted);
    const bool knows = knows_one(students, hints);
    inner.filled += wanted_below(tree, join(level.base, folder), hints.wanted).empty() ? 0U : 1U;
    inner.classes += alike > 1 ? 1U : 0U;
    inner.is_large = inner.is_large || alike > 2;
    inner.is_known = inner.is_known || knows;
    for (const std::string& name : students.folders) {
      inner.repeats = !names.insert(name).second || inner.repeats;
    }
    if (inner.example.empty() && (alike > 1 || knows)) {
      inner.example = join(folder, students.folders.front());
    }
  }
  return inner;
}

/// Folders of classes: the roster knows people in them, and none of them. Without a roster: in each
/// of them several folders hold a file for the same exercise, and either three do or the names come
/// again. (Students may keep an older copy, each under a name of their own.)
std::optional<Diagnostic> folders_of_classes(const Tree& tree, const Level& level,
                                             const Hints& hints) {
  if (knows_one(level, hints)) {
    return std::nullopt;
  }
  const Inner inner = look_into(tree, level, hints);
  const bool is_alike = inner.classes > 1 && inner.classes == inner.filled;
  if (!inner.is_known && !(is_alike && (inner.is_large || inner.repeats))) {
    return std::nullopt;
  }
  return Diagnostic{
      tree.name, 0, 0,
      fmt::format("looks like one folder a week or section, with the students' folders inside: {}",
                  inner.example),
      each_of(tree, level)};
}

/// A student's clone of the course, or what it holds: parts of the course, or other folders beside
/// a .git, and no exercise twice.
std::optional<Diagnostic> one_students(const Tree& tree, const Level& level, const Hints& hints) {
  const auto is_part = [&](const std::string& folder) {
    return folder == "exercises" || hints.wanted.is_part_of_course(folder);
  };
  const auto part = std::find_if(level.folders.begin(), level.folders.end(), is_part);
  const bool is_clone = tree.clones.find(level.base) != tree.clones.end();
  if ((part == level.folders.end() && !is_clone) || knows_one(level, hints) ||
      most_alike(tree, level, hints.wanted) > 1) {
    return std::nullopt;
  }
  for (const std::string& folder : level.folders) {
    const auto names = wanted_below(tree, join(level.base, folder), hints.wanted);
    if (!names.empty()) {
      return Diagnostic{
          tree.name, 0, 0,
          fmt::format("looks like the {} of one student: {} lies in {}, which is no student's "
                      "folder",
                      is_clone ? "clone" : "files", *names.begin(), folder),
          "pass the folder above it, which holds one folder a student; --layout folders if its "
          "folders are students"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Diagnostic> wrong_level(const Tree& tree, const Level& level, const Hints& hints) {
  if (level.folders.empty()) {
    return std::nullopt;
  }
  if (auto problem = one_students(tree, level, hints)) {
    return problem;
  }
  return folders_of_classes(tree, level, hints);
}

}  // namespace warpschool::grader::intake
