// Who looks on while the runtime works. The runtime tells its observers what happens and knows none
// of them: what they say of it is theirs (runtime/advice).
#pragma once

#include "warpschool/sim/device.hpp"

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

struct cudaArray;
struct CUevent_st;
struct CUgraph_st;
struct CUgraphExec_st;

namespace warpschool::sim::runtime {

class Runtime;
struct Copy;
struct KernelEntry;
struct PreparedLaunch;

/// Where the sides of a copy were found.
struct CopySides {
  bool from_device = false;
  bool to_device = false;
};

enum class ProgramEnd : std::uint8_t { kSuccess, kFailure, kDeath };

/// Each event comes under the runtime's lock, within the call that causes it (current_call()), and
/// only if that call was found to be right. Observers may add notes; they change nothing.
class RuntimeObserver {
 public:
  RuntimeObserver() = default;
  virtual ~RuntimeObserver() = default;
  RuntimeObserver(const RuntimeObserver&) = delete;
  RuntimeObserver& operator=(const RuntimeObserver&) = delete;

  virtual void before_launch(Runtime& /*runtime*/, const KernelInfo& /*kernel*/,
                             const LaunchConfig& /*config*/) {}
  /// It ran to its end, or to a fault (Runtime::is_stopped).
  virtual void after_launch(Runtime& /*runtime*/, const KernelEntry& /*kernel*/,
                            const PreparedLaunch& /*launch*/) {}
  /// Before the bytes are moved.
  virtual void before_copy(Runtime& /*runtime*/, const Copy& /*copy*/, CopySides /*sides*/) {}
  /// @param shape has no source.
  virtual void before_fill(Runtime& /*runtime*/, const Copy& /*shape*/) {}
  virtual void array_made(Runtime& /*runtime*/, const cudaArray& /*array*/) {}
  /// The call that is being answered returns an error.
  virtual void call_failed(cudaError_t /*error*/) {}
  /// The program asks for the time between two events, whatever the answer will be.
  virtual void time_wanted() {}
  /// And gets it.
  virtual void time_given(Runtime& /*runtime*/, const CUevent_st& /*start*/,
                          const CUevent_st& /*end*/) {}
  /// The program is about to destroy one of its graphs.
  virtual void before_graph_ends(Runtime& /*runtime*/, const CUgraph_st& /*graph*/) {}
  virtual void before_exec_ends(Runtime& /*runtime*/, const CUgraphExec_st& /*exec*/) {}
  /// Somebody takes the report of what happened until now, and the program may go on.
  virtual void before_report(Runtime& /*runtime*/) {}
  virtual void at_exit(Runtime& /*runtime*/, ProgramEnd /*end*/) {}
};

/// Those that are there, in the order in which they came.
const std::vector<RuntimeObserver*>& observers();
/// From now on; it must live until it is removed.
void add_observer(RuntimeObserver& observer);
void remove_observer(RuntimeObserver& observer);

}  // namespace warpschool::sim::runtime
