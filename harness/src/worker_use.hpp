// What a worker and its device use at the moment.
#pragma once

#include "judge.hpp"

#include <cstdint>

namespace warpschool::harness {

/// Zeros if the process is gone.
struct WorkerUse {
  std::uint64_t private_bytes = 0;  ///< of the device, too, and what both share
  unsigned threads = 0;             ///< of the worker
};
WorkerUse worker_use(const WorkerHandle& worker);

/// Of both (processor_time.hpp).
std::uint64_t processor_ms_of(const WorkerHandle& worker);
bool wants_processor(const WorkerHandle& worker);

/// Pages of shared memory that somebody has written; holes cost nobody anything.
std::uint64_t bytes_held(const UniqueFd& memory);

}  // namespace warpschool::harness
