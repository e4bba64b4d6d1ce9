// What a launch is asked to write down beyond its counters, and what it wrote: counters by source
// line, and all that one thread or warp did. Plain data; nothing of it is kept unless asked for.
#pragma once

#include "warpschool/sim/fault.hpp"
#include "warpschool/sim/types.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace warpschool::sim {

/// The thread, or the warp that it belongs to, whose steps are written down.
struct TraceRequest {
  std::string kernel;  ///< as the program names it, without template arguments; empty: any
  Dim3 block{0, 0, 0}, thread{0, 0, 0};
  bool whole_warp = false;
  std::uint64_t most_steps = 2000;  ///< no more than these are written down
};

struct RecordingOptions {
  bool lines = false;
  bool is_tracing = false;  ///< the program is asked for a trace, of the launch that `trace` says
  bool trace = false;
  TraceRequest traced;
};

/// What the instructions of one line of source did, in all threads of a launch.
struct LineCounters {
  SourceLocation where;  ///< no column
  std::uint64_t warp_instructions = 0, thread_instructions = 0, issue_slots = 0;
  std::uint64_t global_load_requests = 0, global_store_requests = 0, global_sectors = 0;
  std::uint64_t global_ideal_sectors = 0;  ///< if the lanes' bytes lay side by side
  std::uint64_t global_passes = 0;         ///< as Counters::global_l1_passes
  std::uint64_t shared_requests = 0, shared_passes = 0, shared_ideal_passes = 0;
  std::uint64_t local_requests = 0, constant_requests = 0;
  std::uint64_t atomic_requests = 0, atomic_threads = 0;  ///< on global memory
  std::uint64_t shuffles = 0, barriers = 0;
  std::uint64_t branches = 0, divergent_branches = 0;
  double waited_clk = 0;  ///< of the sampled blocks' warps, until the line's instructions issued

  LineCounters& operator+=(const LineCounters& other);
};

/// The dearest request that one instruction made: which lanes touched what.
struct RecordedAccess {
  SourceLocation where;
  std::uint32_t instruction = 0;  ///< of the kernel's program: tells two on one line apart
  Space space = Space::kGlobal;   ///< global or shared
  bool is_write = false, is_atomic = false;
  std::uint32_t bytes = 4;  ///< a lane's
  LaneMask lanes = 0;
  DeviceAddress first = 0;  ///< of the first of them; shared: from the first byte of it
  std::int32_t delta[kWarpSize] = {};
  std::uint32_t cost = 0, ideal = 0;  ///< global: sectors; shared: passes
  std::uint64_t requests = 0;         ///< of the instruction, in the launch
  Dim3 block;
  std::uint32_t warp = 0;
  AllocationRef allocation;
};

struct LineRecord {
  std::vector<LineCounters> lines;       ///< by file and line
  std::vector<RecordedAccess> accesses;  ///< in the order of the program

  /// Another launch of the same kernel.
  void add(const LineRecord& other);
};

/// Something that the traced lanes did in a line.
struct TraceEvent {
  enum class What : std::uint8_t {
    kLoad,
    kStore,
    kAtomic,
    kCompare,  ///< values: of each lane two
    kBranch,   ///< lanes: those that took it, of `among`
    kCall,
    kReturn,
    kBarrier,
    kExit
  };
  What what = What::kLoad;
  LaneMask lanes = 0, among = 0;
  Space space = Space::kGeneric;
  std::uint32_t bytes = 0;               ///< of an element
  const char* type = "";                 ///< of an element, as PTX spells it: "f32"
  std::uint32_t elements = 1;            ///< of a vector
  const char* operation = "";            ///< kCompare: "lt"
  std::uint32_t function = 0;            ///< kCall; local memory: index into Trace::functions
  std::uint32_t allocation = 0;          ///< global memory: index into Trace::allocations
  std::vector<std::uint64_t> addresses;  ///< by lane of `lanes`; local memory: in its function's
  std::vector<std::uint64_t> values;     ///< by lane, and by element
};

/// The lanes came to another line of source.
struct TraceStep {
  SourceLocation where;
  std::uint32_t function = 0;
  std::uint32_t depth = 0;  ///< of calls
  LaneMask lanes = 0;
  std::vector<TraceEvent> events;
};

struct TracedFunction {
  std::string name;  ///< as in PTX
};

struct Trace {
  std::string kernel;  ///< as in PTX
  Dim3 grid, block_dim, block, thread;
  std::uint32_t warp = 0;
  bool whole_warp = false;
  bool is_cut = false;  ///< there were more steps than were asked for
  std::vector<TracedFunction> functions;
  std::vector<AllocationRef> allocations;
  std::vector<TraceStep> steps;
};

/// One JSON object each, keys as the members' names.
std::string to_json(const LineRecord& record);
std::string to_json(const Trace& trace);

}  // namespace warpschool::sim
