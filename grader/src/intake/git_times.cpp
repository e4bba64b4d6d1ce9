// Asks git when the files of a clone were last committed, without believing anything else in it.
#include "intake/foreign_names.hpp"
#include "intake/layout.hpp"
#include "intake/temporary_folder.hpp"
#include "process/process.hpp"
#include "support/files.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace warpschool::grader::intake {
namespace {

namespace fs = std::filesystem;

bool is_object_name(std::string_view text) {
  return (text.size() == 40 || text.size() == 64) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// The commit that a branch names in packed-refs.
std::string packed_commit(const std::string& packed, const std::string& branch) {
  for (std::size_t at = 0; at < packed.size();) {
    const std::size_t end = std::min(packed.find('\n', at), packed.size());
    const std::string line = packed.substr(at, end - at);
    const std::size_t blank = line.find(' ');
    if (blank != std::string::npos && trimmed(line.substr(blank + 1)) == branch) {
      return line.substr(0, blank);
    }
    at = end + 1;
  }
  return {};
}

/// What HEAD stands for; empty if it cannot be found out. Reads plain files alone.
std::string head_commit(const fs::path& git) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 20;
  const std::string head = trimmed(read_untrusted(git / "HEAD", kMost).value_or(""));
  constexpr std::string_view kRef = "ref: ";
  if (head.rfind(kRef, 0) != 0) {
    return is_object_name(head) ? head : "";
  }
  const std::string branch = trimmed(head.substr(kRef.size()));
  if (branch.rfind("refs/", 0) != 0 || branch.find("..") != std::string::npos) {
    return {};
  }
  std::string commit = trimmed(read_untrusted(git / branch, kMost).value_or(""));
  if (!is_object_name(commit)) {
    commit = packed_commit(read_untrusted(git / "packed-refs", kMost).value_or(""), branch);
  }
  return is_object_name(commit) ? commit : "";
}

/// git's history in a repository of our own that borrows the clone's objects: settings of a clone
/// can start programs, and its owner wrote them.
std::string history(const fs::path& git, const std::string& commit) {
  const TemporaryFolder repository;
  write_file(repository.path() / "HEAD", "ref: refs/heads/none\n");
  fs::create_directories(repository.path() / "objects");
  fs::create_directories(repository.path() / "refs");
  const char* search = std::getenv("PATH");
  Command command;
  command.argv = {
      "git",         "--git-dir", repository.path().string(), "log", "-c", "--no-renames",
      "--name-only", "-z",        "--format=%x01%ct",         commit};
  command.environment = {std::string("PATH=") + (search == nullptr ? "/usr/bin:/bin" : search),
                         "GIT_OBJECT_DIRECTORY=" + fs::absolute(git / "objects").string(),
                         "GIT_CONFIG_NOSYSTEM=1",
                         "GIT_CONFIG_GLOBAL=/dev/null",
                         "GIT_ALLOW_PROTOCOL=none",
                         "GIT_NO_REPLACE_OBJECTS=1",
                         "GIT_TERMINAL_PROMPT=0",
                         "LC_ALL=C",
                         "HOME=/nonexistent"};
  command.folder = repository.path();
  command.limits.wall_ms = 10'000;
  command.output_bytes = std::size_t{4} << 20;
  const Outcome outcome = run(command);
  return outcome.succeeded() && !outcome.output_cut ? outcome.output : "";
}

}  // namespace

std::map<std::string, std::chrono::sys_seconds> commit_times(const fs::path& clone) {
  std::map<std::string, std::chrono::sys_seconds> times;
  const std::string commit = head_commit(clone / ".git");
  if (commit.empty()) {
    return times;
  }
  // A commit is "\1<time>\0", then "\n<path>\0<path>\0...": the newest comes first.
  const std::string text = history(clone / ".git", commit);
  std::optional<std::chrono::sys_seconds> time;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\0', at), text.size());
    std::string word = text.substr(at, end - at);
    at = end + 1;
    word.erase(0, word.find_first_not_of('\n'));
    if (!word.empty() && word.front() == '\1') {
      long long seconds = 0;
      std::from_chars(word.data() + 1, word.data() + word.size(), seconds);
      time = std::chrono::sys_seconds(std::chrono::seconds(seconds));
    } else if (time && !word.empty()) {
      times.emplace(composed(to_utf8(word)), *time);
    }
  }
  return times;
}

}  // namespace warpschool::grader::intake
