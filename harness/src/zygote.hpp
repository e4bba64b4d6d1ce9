// The zygote: a pristine fork of the judge that forks workers on demand and reaps them.
//
// Theory of operation. main() calls start_zygote() before it does anything else, so the zygote's
// memory holds no option, seed, input or expected value, and neither does that of a worker, which
// is a fork of the zygote. (A worker forked from the judge would carry copies of all of them.) The
// judge talks to the zygote over one socket: Spawn passes the worker's end of a second socket and
// the file that collects its prints; Bury ends a worker, whatever it is doing, together with
// everything it started, and returns how it ended. The zygote never runs a submission's code. It
// lives as long as the judge's end of the socket: Ctrl-C or a killed judge ends it and all workers.
#pragma once

#include "ipc.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>

namespace warpschool::harness {

/// How a worker ended.
struct Death {
  int wait_status = 0;
  bool killed_by_us = false;  ///< it was still alive when it was to be reaped
};

/// What a worker is born with.
struct WorkerSpec {
  std::string module;              ///< path of the shared object to load
  std::uint64_t memory_bytes = 0;  ///< 0: no limit
  std::uint64_t output_bytes = 0;  ///< most that it may write to any file, its prints included
  std::uint64_t stall_limit = 0;   ///< WARPSCHOOL_STALL_LIMIT of the simulator; 0: its own
  bool confined = false;           ///< the module is a submission: see confine.hpp
  int module_file = -1;            ///< the module, open: its path may name another file by now
  int lanes = -1;                  ///< to its device, where that is another process
  int shared = -1;
};

/// The zygote does not answer: nobody can start workers any more.
class WorkersLost : public std::runtime_error {
 public:
  WorkersLost() : std::runtime_error("the process that starts workers does not answer") {}
};

/// The judge's handle on the zygote. Every call throws WorkersLost when the zygote does not answer
/// in time, and from then on at once.
class Zygote {
 public:
  Zygote(UniqueFd channel, int pid) : channel_(std::move(channel)), pid_(pid) {}

  /// @return the worker's process id
  int spawn(const WorkerSpec& spec, const UniqueFd& worker_channel, const UniqueFd& output);
  /// A device process for the worker that comes next; `spec` is that worker's.
  int spawn_device(const WorkerSpec& spec, const UniqueFd& control, const UniqueFd& output);
  /// Waits up to `grace_ms` for the worker to end by itself, then kills it and all its descendants.
  Death reap(int pid, int grace_ms);
  /// Ends the zygote and with it every worker; returns when they are gone.
  void end();
  int pid() const { return pid_; }

 private:
  UniqueFd channel_;
  int pid_;
};

/// Forks the zygote. Call it first in main; `argc` and `argv` are wiped in the zygote.
Zygote start_zygote(int argc, char** argv);

/// Overwrites the command line, so that /proc shows neither the seed nor paths to the workers of
/// this very judge.
void wipe_arguments(int argc, char** argv);

/// Denies other processes of the same user a look into this one.
void hide_process();

}  // namespace warpschool::harness
