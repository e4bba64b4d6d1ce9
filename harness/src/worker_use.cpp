// Reads from /proc what a worker and its device use.
#include "worker_use.hpp"

#include "processor_time.hpp"

#include <array>
#include <cstdio>
#include <string>
#include <sys/stat.h>

namespace warpschool::harness {
namespace {

WorkerUse use_of(int pid) {
  const std::string path = "/proc/" + std::to_string(pid) + "/status";
  std::FILE* file = std::fopen(path.c_str(), "re");
  WorkerUse use;
  if (file == nullptr) {
    return use;
  }
  std::array<char, 256> line{};
  while (std::fgets(line.data(), static_cast<int>(line.size()), file) != nullptr) {
    unsigned long long value = 0;
    if (std::sscanf(line.data(), "RssAnon: %llu", &value) == 1) {
      use.private_bytes = value * 1024;
    } else if (std::sscanf(line.data(), "Threads: %llu", &value) == 1) {
      use.threads = static_cast<unsigned>(value);
    }
  }
  std::fclose(file);
  return use;
}

}  // namespace

std::uint64_t bytes_held(const UniqueFd& memory) {
  struct stat status {};
  constexpr std::uint64_t kBlock = 512;
  return ::fstat(memory.get(), &status) == 0 ? static_cast<std::uint64_t>(status.st_blocks) * kBlock
                                             : 0;
}

WorkerUse worker_use(const WorkerHandle& worker) {
  WorkerUse use = use_of(worker.pid);
  if (worker.device.pid > 0) {
    use.private_bytes += use_of(worker.device.pid).private_bytes + bytes_held(worker.device.shared);
  }
  return use;
}

std::uint64_t processor_ms_of(const WorkerHandle& worker) {
  return processor_ms(worker.pid) + (worker.device.pid > 0 ? processor_ms(worker.device.pid) : 0);
}

bool wants_processor(const WorkerHandle& worker) {
  return wants_processor(worker.pid) ||
         (worker.device.pid > 0 && wants_processor(worker.device.pid));
}

}  // namespace warpschool::harness
