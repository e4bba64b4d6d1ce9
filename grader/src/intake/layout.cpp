// Recognises how a download is laid out, or says what it looks like instead.
#include "intake/layout.hpp"

#include "intake/archive.hpp"
#include "intake/foreign_names.hpp"
#include "intake/wrong_level.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace warpschool::grader::intake {
namespace {

constexpr const char* kExpected =
    "pass the folder that holds one folder a student, or the archive that Canvas, Moodle or "
    "Gradescope exports";

/// The levels where students may be: the top, and below it as long as there is one folder alone.
std::vector<Level> levels_of(const Tree& tree) {
  std::vector<Level> levels{level_of(tree, "")};
  while (levels.back().folders.size() == 1 && levels.back().files.empty() && levels.size() < 5) {
    levels.push_back(level_of(tree, join(levels.back().base, levels.back().folders[0])));
  }
  return levels;
}

bool looks_like(Layout layout, const Tree& tree, const Level& level, const Hints& hints) {
  const bool some = hints.layout.has_value();
  switch (layout) {
    case Layout::kCanvas:
      return looks_like_canvas(level, some);
    case Layout::kMoodle:
      return looks_like_moodle(level, some);
    case Layout::kGradescope:
      return looks_like_gradescope(level);
    case Layout::kGithub:
      return looks_like_github(tree, level, hints, some);
    case Layout::kFolders:
      return false;
  }
  return false;
}

bool holds_wanted(const Level& level, const WantedNames& wanted) {
  return std::any_of(level.files.begin(), level.files.end(), [&](const Entry* file) {
    return wanted.has(file->name()) || wanted.meant_by(file->name());
  });
}

/// Is the one folder of a level the class ("submissions/ada/...") rather than a student?
bool wraps_a_class(const Tree& tree, const Level& outer, const Level& inner, const Hints& hints) {
  const std::string& name = outer.folders[0];
  if (inner.folders.empty() || holds_wanted(inner, hints.wanted)) {
    return false;
  }
  if (hints.knows && !hints.knows(without_archive_suffix(name)) &&
      std::any_of(inner.folders.begin(), inner.folders.end(), [&](const std::string& folder) {
        return hints.knows(without_archive_suffix(folder));
      })) {
    return true;
  }
  std::map<std::string, std::size_t> folders_with;  // several of them have the same file
  for (const std::string& folder : inner.folders) {
    std::set<std::string> names;
    for (const Piece& piece : pieces_below(tree, join(inner.base, folder))) {
      names.insert(hints.wanted.meant_by(piece.name).value_or(piece.name));
    }
    for (const std::string& wanted : names) {
      if (hints.wanted.has(wanted) && ++folders_with[wanted] > 1) {
        return true;
      }
    }
  }
  return folded(name) == "submissions" ||
         (tree.on_disk.empty() && name == without_archive_suffix(tree.name));
}

Diagnostic wrong(const Tree& tree, std::string message, std::string help = kExpected) {
  return {tree.name, 0, 0, std::move(message), std::move(help)};
}

/// What a folder looks like that holds no students' folders, or nothing if it does.
std::optional<Diagnostic> no_folders(const Tree& tree, const Level& level, const Hints& hints) {
  if (level.folders.empty() && level.files.empty()) {
    return wrong(tree, "is empty: there is nothing to grade");
  }
  if (level.folders.empty()) {
    const std::string example = level.files[0]->name();
    return holds_wanted(level, hints.wanted)
               ? wrong(tree,
                       fmt::format("looks like the files of one student: {} lies in no student's "
                                   "folder",
                                   example),
                       "pass the folder above it, which holds one folder a student")
               : wrong(tree, fmt::format("holds files alone, and they look like no platform's "
                                         "download: {}",
                                         example));
  }
  if (std::all_of(level.folders.begin(), level.folders.end(), [&](const std::string& folder) {
        return hints.wanted.is_part_of_course(folder);
      })) {
    return wrong(tree, fmt::format("looks like one folder an exercise: {}", level.folders[0]));
  }
  return std::nullopt;
}

Level level_of_students(const Tree& tree, const std::vector<Level>& levels, const Hints& hints) {
  std::size_t at = 0;
  while (at + 1 < levels.size() && wraps_a_class(tree, levels[at], levels[at + 1], hints)) {
    ++at;
  }
  // Folders around an empty one, or around one student's files, are told by what is in them.
  return levels[at];
}

Result<Reading> read_as(Layout layout, const Tree& tree, const Level& level, const Hints& hints) {
  Reading reading;
  reading.layout = layout;
  reading.below = level.base;
  switch (layout) {
    case Layout::kCanvas:
      read_canvas(tree, level, hints, reading);
      break;
    case Layout::kMoodle:
      read_moodle(tree, level, hints, reading);
      break;
    case Layout::kGradescope:
      if (auto problem = read_gradescope(tree, level, reading)) {
        return *problem;
      }
      break;
    case Layout::kGithub:
      read_github(tree, level, hints, reading);
      break;
    case Layout::kFolders:
      read_folders(tree, level, reading);
      break;
  }
  return reading;
}

}  // namespace

const char* describe(Layout layout) {
  switch (layout) {
    case Layout::kCanvas:
      return "a Canvas download";
    case Layout::kMoodle:
      return "a Moodle download";
    case Layout::kGradescope:
      return "a Gradescope export";
    case Layout::kGithub:
      return "clones of GitHub Classroom";
    case Layout::kFolders:
      return "one folder a student";
  }
  return "";
}

const char* name_of(Layout layout) {
  switch (layout) {
    case Layout::kCanvas:
      return "canvas";
    case Layout::kMoodle:
      return "moodle";
    case Layout::kGradescope:
      return "gradescope";
    case Layout::kGithub:
      return "github";
    case Layout::kFolders:
      return "folders";
  }
  return "";
}

std::string join(const std::string& base, const std::string& name) {
  return base.empty() ? name : base + "/" + name;
}

Level level_of(const Tree& tree, const std::string& base) {
  Level level{base, {}, {}};
  const std::string prefix = base.empty() ? "" : base + "/";
  const auto is_below = [&](const std::string& path) {
    return path.compare(0, prefix.size(), prefix) == 0;
  };
  const auto is_child = [&](const std::string& path) {
    return path.size() > prefix.size() && path.find('/', prefix.size()) == std::string::npos;
  };
  for (auto folder = tree.folders.lower_bound(prefix);
       folder != tree.folders.end() && is_below(*folder); ++folder) {
    if (is_child(*folder)) {
      level.folders.push_back(folder->substr(prefix.size()));
    }
  }
  auto entry =
      std::lower_bound(tree.entries.begin(), tree.entries.end(), prefix,
                       [](const Entry& left, const std::string& path) { return left.path < path; });
  for (; entry != tree.entries.end() && is_below(entry->path); ++entry) {
    if (is_child(entry->path)) {
      level.files.push_back(&*entry);
    }
  }
  return level;
}

std::vector<Piece> pieces_below(const Tree& tree, const std::string& folder) {
  std::vector<Piece> pieces;
  auto entry =
      std::lower_bound(tree.entries.begin(), tree.entries.end(), folder,
                       [](const Entry& left, const std::string& path) { return left.path < path; });
  // Between "ada" and "ada/..." names such as "ada (2)" may stand: '/' comes after them.
  for (; entry != tree.entries.end() && entry->path.compare(0, folder.size(), folder) == 0;
       ++entry) {
    if (entry->path.size() == folder.size() || entry->path[folder.size()] == '/') {
      const auto inside = entry->path.begin() + static_cast<std::ptrdiff_t>(folder.size());
      const auto slashes = std::count(inside, entry->path.end(), '/');
      pieces.push_back({&*entry,
                        entry->name(),
                        static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, slashes - 1)),
                        0,
                        {}});
    }
  }
  return pieces;
}

void set_aside_typed(const Entry& entry, Handin& handin, Reading& reading) {
  reading.unmatched.push_back({entry.path, "is text or a link, typed on the platform: no file"});
  const std::string aside =
      "Text or a link was typed on the platform: exercises take files, so it counts for nothing.";
  if (std::count(handin.asides.begin(), handin.asides.end(), aside) == 0) {
    handin.asides.push_back(aside);
  }
}

void read_folders(const Tree& tree, const Level& level, Reading& reading) {
  std::map<std::string, Handin> handins;  // "ada" and "ada.zip" are one student
  for (const std::string& folder : level.folders) {
    const std::string name = without_archive_suffix(folder);
    Handin& handin = handins[name];
    handin.id = name;
    handin.label = folder;
    const std::string path = join(level.base, folder);
    const std::vector<Piece> pieces = pieces_below(tree, path);
    handin.pieces.insert(handin.pieces.end(), pieces.begin(), pieces.end());
    if (const auto remark = tree.remarks.find(path); remark != tree.remarks.end()) {
      handin.notes.push_back(remark->second);
    }
  }
  for (const Entry* file : level.files) {
    if (is_foreign_archive_name(file->name())) {  // somebody's, though nobody opens it
      Handin& handin = handins[without_archive_suffix(file->name())];
      handin.id = without_archive_suffix(file->name());
      handin.label = handin.label.empty() ? file->name() : handin.label;
      handin.pieces.push_back({file, file->name(), 0, 0, {}});
    }
  }
  for (auto& [name, handin] : handins) {
    reading.handins.push_back(std::move(handin));
  }
  for (const Entry* file : level.files) {
    const bool is_listed = is_archive_name(file->name()) || is_foreign_archive_name(file->name());
    if (!is_listed) {  // an archive with trouble came with its folder
      reading.unmatched.push_back(
          {file->path, file->trouble.empty() ? "lies in no student's folder" : file->trouble});
    }
  }
}

Result<Reading> read_layout(const Tree& tree, const Hints& hints) {
  const std::vector<Level> levels = levels_of(tree);
  constexpr std::array kPlatforms{Layout::kGradescope, Layout::kMoodle, Layout::kCanvas,
                                  Layout::kGithub};
  for (const Layout layout : kPlatforms) {
    if (hints.layout.value_or(layout) != layout) {
      continue;
    }
    for (const Level& level : levels) {
      if (looks_like(layout, tree, level, hints)) {
        return read_as(layout, tree, level, hints);
      }
    }
  }
  if (hints.layout && *hints.layout != Layout::kFolders) {
    return wrong(tree, fmt::format("does not look like {}", describe(*hints.layout)),
                 "leave --layout out to have the layout recognised");
  }
  const Level level = level_of_students(tree, levels, hints);
  if (const auto problem = no_folders(tree, level, hints)) {
    return *problem;
  }
  if (const auto problem = hints.layout ? std::nullopt : wrong_level(tree, level, hints)) {
    return *problem;
  }
  return read_as(Layout::kFolders, tree, level, hints);
}

}  // namespace warpschool::grader::intake
