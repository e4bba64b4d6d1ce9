// How platforms lay out what they export, and who handed in what in it.
#pragma once

#include "intake/file_tree.hpp"
#include "intake/wanted.hpp"
#include "result/class_result.hpp"
#include "result/identity.hpp"
#include "warpschool/support/result.hpp"

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warpschool::grader::intake {

enum class Layout { kFolders, kCanvas, kMoodle, kGradescope, kGithub };

/// "a Moodle download", for people.
const char* describe(Layout layout);

/// As the command line calls it: "moodle".
const char* name_of(Layout layout);

/// A file of somebody's, under the name that they gave it.
struct Piece {
  const Entry* entry = nullptr;
  std::string name;
  std::size_t depth = 0;      ///< folders between it and the top of what its owner handed in
  std::uint64_t version = 0;  ///< of two files of one name and depth the higher one is later
  std::optional<std::chrono::sys_seconds> changed_at;  ///< where the export knows it for each file
};

/// What one person handed in, in one download.
struct Handin {
  Identity who;
  std::string id;     ///< for the report, where no roster says better
  std::string label;  ///< what the download calls it
  std::vector<Piece> pieces;
  std::optional<std::chrono::sys_seconds> submitted_at;
  std::vector<std::string> notes;        ///< sentences for every submission in it
  std::vector<std::string> asides = {};  ///< sentences on what holds no file
  /// Canvas counts attachments through all assignments: the highest one in it. 0: nothing says.
  std::uint64_t last_attachment = 0;
  /// Of those whom the platform puts in no group: Moodle's "Default group".
  bool is_of_the_rest = false;
};

struct Reading {
  Layout layout = Layout::kFolders;
  std::string below;  ///< the folder of the tree in which the students were found; often empty
  std::vector<Handin> handins;
  std::vector<UnmatchedFile> unmatched;
};

/// What helps to tell a student's folder from others.
struct Hints {
  const WantedNames& wanted;
  std::optional<Layout> layout;  ///< the user says so
  /// Is somebody of the roster called so? Empty without a roster.
  std::function<bool(const std::string& name)> knows;
  /// The same of somebody whose name on GitHub this is.
  std::function<bool(const std::string& name)> knows_user;
  /// The same of those who hand in together.
  std::function<bool(const std::string& name)> knows_group;
};

/// Says of text or a link that was typed on the platform that it is no file: to its owner, once,
/// and to the TA.
void set_aside_typed(const Entry& entry, Handin& handin, Reading& reading);

/// Recognises the layout and reads it. `tree` must outlive the result.
Result<Reading> read_layout(const Tree& tree, const Hints& hints);

/// The direct children of a folder of the tree.
struct Level {
  std::string base;                  ///< "" or a folder
  std::vector<std::string> folders;  ///< names; archives are folders, too
  std::vector<const Entry*> files;
};

Level level_of(const Tree& tree, const std::string& base);
std::string join(const std::string& base, const std::string& name);

/// Everything below a folder, or the entry itself where it has trouble.
std::vector<Piece> pieces_below(const Tree& tree, const std::string& folder);

/// "2024-02-03 04:05:06.789 -07:00", "2024-02-03T04:05:06Z", "... UTC".
std::optional<std::chrono::sys_seconds> parse_time(std::string_view text);

// One pair a platform: does a level look like it, and what is in it? `some` asks for one sign of it
// rather than for most names.
bool looks_like_canvas(const Level& level, bool some);
bool looks_like_moodle(const Level& level, bool some);
bool looks_like_gradescope(const Level& level);
bool looks_like_github(const Tree& tree, const Level& level, const Hints& hints, bool some);
void read_canvas(const Tree& tree, const Level& level, const Hints& hints, Reading& reading);
void read_moodle(const Tree& tree, const Level& level, const Hints& hints, Reading& reading);
std::optional<Diagnostic> read_gradescope(const Tree& tree, const Level& level, Reading& reading);
void read_github(const Tree& tree, const Level& level, const Hints& hints, Reading& reading);
void read_folders(const Tree& tree, const Level& level, Reading& reading);

/// When each file of a clone was last changed by a commit; empty without git, or where the clone
/// cannot be read.
std::map<std::string, std::chrono::sys_seconds> commit_times(const std::filesystem::path& clone);

}  // namespace warpschool::grader::intake
