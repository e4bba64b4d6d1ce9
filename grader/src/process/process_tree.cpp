// Adds up processor time over a process and its descendants, as /proc shows them.
#include "process/process_tree.hpp"

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>

namespace warpschool::grader {
namespace {

struct Entry {
  pid_t parent = 0;
  char state = 'S';
  std::uint64_t ticks = 0;
};

/// Fields of /proc/PID/stat behind the name, which may hold blanks and brackets.
bool read_entry(const std::filesystem::path& folder, Entry& entry) {
  std::ifstream file(folder / "stat");
  std::string text;
  std::getline(file, text);
  const std::size_t close = text.rfind(')');
  if (close == std::string::npos) {
    return false;
  }
  std::istringstream fields(text.substr(close + 1));
  std::string skipped;
  fields >> entry.state >> entry.parent;
  constexpr int kBetween = 9;  // from the process group to the page faults
  for (int i = 0; i < kBetween; ++i) {
    fields >> skipped;
  }
  std::uint64_t user = 0, system = 0, of_children = 0, system_of_children = 0;
  fields >> user >> system >> of_children >> system_of_children;
  entry.ticks = user + system + of_children + system_of_children;
  return !fields.fail();
}

std::map<pid_t, Entry> all_processes() {
  std::map<pid_t, Entry> processes;
  std::error_code failure;
  for (const auto& item : std::filesystem::directory_iterator("/proc", failure)) {
    const std::string name = item.path().filename().string();
    Entry entry;
    if (name.find_first_not_of("0123456789") == std::string::npos &&
        read_entry(item.path(), entry)) {
      processes.emplace(static_cast<pid_t>(std::stol(name)), entry);
    }
  }
  return processes;
}

}  // namespace

TreeUse use_of_tree(pid_t root) {
  const std::map<pid_t, Entry> processes = all_processes();
  std::set<pid_t> tree{root};
  for (bool grown = true; grown;) {
    grown = false;
    for (const auto& [pid, entry] : processes) {
      grown = (tree.count(entry.parent) != 0 && tree.insert(pid).second) || grown;
    }
  }
  TreeUse use;
  std::uint64_t ticks = 0;
  for (const pid_t pid : tree) {
    if (const auto found = processes.find(pid); found != processes.end()) {
      ticks += found->second.ticks;
      use.asleep = use.asleep && found->second.state != 'R' && found->second.state != 'D';
    }
  }
  const long per_second = ::sysconf(_SC_CLK_TCK);
  use.cpu_ms = ticks * 1000 / static_cast<std::uint64_t>(per_second > 0 ? per_second : 100);
  return use;
}

}  // namespace warpschool::grader
