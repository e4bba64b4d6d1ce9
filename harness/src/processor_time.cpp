// Reads processor time and states of a process's threads from /proc.
#include "processor_time.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <unistd.h>

namespace warpschool::harness {
namespace {

namespace fs = std::filesystem;

struct Stat {
  char state = 'S';
  std::uint64_t ticks = 0;  ///< user and system
};

/// The name behind the number may hold blanks and brackets.
Stat read_stat(const fs::path& file) {
  std::ifstream in(file);
  std::string text;
  std::getline(in, text);
  const std::size_t close = text.rfind(')');
  Stat stat;
  if (close == std::string::npos) {
    return stat;
  }
  std::istringstream fields(text.substr(close + 1));
  std::string skipped;
  fields >> stat.state;
  constexpr int kBetween = 10;  // from the parent to the page faults
  for (int i = 0; i < kBetween; ++i) {
    fields >> skipped;
  }
  std::uint64_t user = 0, system = 0;
  fields >> user >> system;
  stat.ticks = user + system;
  return stat;
}

}  // namespace

ProcessorUse processor_use(int pid) {
  const fs::path folder = "/proc/" + std::to_string(pid);
  const long per_second = ::sysconf(_SC_CLK_TCK);
  ProcessorUse use;
  use.ms = read_stat(folder / "stat").ticks * 1000 /
           static_cast<std::uint64_t>(per_second > 0 ? per_second : 100);
  std::error_code gone;
  for (fs::directory_iterator task(folder / "task", gone), end; !gone && task != end;
       task.increment(gone)) {
    const char state = read_stat(task->path() / "stat").state;
    use.wants_more = use.wants_more || state == 'R' || state == 'D';
  }
  return use;
}

}  // namespace warpschool::harness
