// Writes files one by one; the list of what is written comes first, so that a release that was
// stopped can be done again.
#include "release/release_folder.hpp"

#include "support/files.hpp"
#include "support/sha256.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

namespace warpschool::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

using Hashes = std::map<std::string, std::string>;

/// What the releases before this one wrote: path -> hash. Nothing from a list that cannot be read.
Hashes earlier_files(const fs::path& folder) {
  std::error_code failure;
  const fs::path mark = folder / course::kReleaseMark;
  if (!fs::is_regular_file(mark, failure)) {
    return {};
  }
  const json list = json::parse(read_file(mark), nullptr, /*allow_exceptions=*/false);
  Hashes hashes;
  if (list.is_object() && list.contains("files") && list["files"].is_object()) {
    for (const auto& [path, hash] : list["files"].items()) {
      hashes[path] = hash.is_string() ? hash.get<std::string>() : "";
    }
  }
  return hashes;
}

/// NAME.kept-1, or the first that is free.
fs::path free_name(const fs::path& file) {
  for (int i = 1;; ++i) {
    fs::path name = fmt::format("{}.kept-{}", file.string(), i);
    if (!fs::exists(fs::symlink_status(name))) {
      return name;
    }
  }
}

class Writer {
 public:
  Writer(const fs::path& folder, Hashes earlier) : folder_(folder), earlier_(std::move(earlier)) {}

  void write(const std::string& path, const ReleasedFile& file, const std::string& bytes,
             const std::string& hash) {
    const fs::path to = folder_ / path;
    outcome_.bytes += bytes.size();
    if (fs::exists(fs::symlink_status(to))) {
      const std::string present =
          fs::is_regular_file(fs::symlink_status(to)) ? sha256(read_file(to)) : "";
      const auto known = earlier_.find(path);
      if (present != hash && (known == earlier_.end() || known->second != present)) {
        const fs::path kept = free_name(to);
        fs::rename(to, kept);
        outcome_.set_aside.push_back(kept.lexically_relative(folder_).generic_string());
      }
    }
    write_file(to, bytes);
    const fs::perms run = fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    const fs::perms plain = fs::perms::owner_read | fs::perms::owner_write | fs::perms::group_read |
                            fs::perms::others_read;
    fs::permissions(to, file.executable ? plain | run : plain);
    ++outcome_.written;
  }

  /// What earlier releases wrote, this one has not, and nobody changed.
  void remove_leftovers(const Hashes& now) {
    std::error_code failure;
    for (const auto& [path, hash] : earlier_) {
      const fs::path file = folder_ / path;
      const bool is_inside = path.find("..") == std::string::npos && !fs::path(path).is_absolute();
      if (now.count(path) == 0 && is_inside &&
          fs::is_regular_file(fs::symlink_status(file, failure)) &&
          sha256(read_file(file)) == hash && fs::remove(file, failure)) {
        outcome_.removed.push_back(path);
      }
    }
  }

  ReleaseOutcome take() { return std::move(outcome_); }

 private:
  fs::path folder_;
  Hashes earlier_;
  ReleaseOutcome outcome_;
};

std::string list_of(const Hashes& hashes, const std::string& title,
                    const std::set<std::string>& exercises) {
  return json{{"schema", 1}, {"course", title}, {"exercises", exercises}, {"files", hashes}}.dump(
             1) +
         "\n";
}

}  // namespace

std::string problem_with_target(const fs::path& folder, bool force) {
  std::error_code failure;
  if (!fs::exists(fs::symlink_status(folder, failure))) {
    return {};
  }
  if (!fs::is_directory(folder, failure)) {
    return fmt::format("{} is no folder", folder.string());
  }
  if (fs::is_empty(folder, failure) && !failure) {
    return {};
  }
  if (fs::exists(folder / "solutions", failure) || fs::exists(folder / "grader" / "src", failure)) {
    return fmt::format("{} holds the course's own sources; name another folder", folder.string());
  }
  if (force) {
    return {};
  }
  if (fs::exists(folder / course::kReleaseMark, failure)) {
    return fmt::format(
        "{} holds a release already, maybe with somebody's work in it; name a new folder, or "
        "replace it with --force "
        "(files that were changed since are set aside, not lost)",
        folder.string());
  }
  return fmt::format(
      "{} is not empty; name a new folder, or write into it with --force (files in the way are set "
      "aside, not lost)",
      folder.string());
}

ReleaseOutcome write_release(const fs::path& folder, const ReleasedTree& tree,
                             const std::string& title, const std::set<std::string>& exercises) {
  const Hashes earlier = earlier_files(folder);
  Hashes now;
  for (const auto& [path, file] : tree) {
    now[path] = sha256(file.bytes());
  }
  Hashes both = earlier;
  both.insert(now.begin(), now.end());
  write_file(folder / course::kReleaseMark, list_of(both, title, exercises));
  Writer writer(folder, earlier);
  for (const auto& [path, file] : tree) {
    writer.write(path, file, file.bytes(), now.at(path));
  }
  writer.remove_leftovers(now);
  write_file(folder / course::kReleaseMark, list_of(now, title, exercises));
  return writer.take();
}

}  // namespace warpschool::grader
