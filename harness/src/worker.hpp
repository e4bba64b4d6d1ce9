// The worker: the one process that loads a submission and runs it.
#pragma once

#include "zygote.hpp"

namespace warpschool::harness {

/// A worker's own exit status when it can no longer reach the judge.
inline constexpr int kChannelLost = 96;
/// When it or its device could not be confined: see finding_of_unconfined().
inline constexpr int kNotConfined = 95;

/// Becomes the device of the worker that comes next.
[[noreturn]] void run_device(const WorkerSpec& spec, int control, int output, int parent_pid);

/// Shuts the process off from its ancestors and answers questions until the channel closes. Called
/// right after a fork.
[[noreturn]] void run_worker(const WorkerSpec& spec, int channel, int output, int parent_pid);

}  // namespace warpschool::harness
