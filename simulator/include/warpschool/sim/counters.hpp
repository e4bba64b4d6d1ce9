// Counters of one launch. Where Nsight Compute has the same counter it should read the same; its
// name stands beside ours.
#pragma once

#include <cstdint>
#include <string>

namespace warpschool::sim {

/// All values are exact sums over the launch, not samples, unless a comment says otherwise.
/// Requests are warp instructions that reached memory with at least one active lane; sectors are
/// distinct 32-byte sectors a request.
struct Counters {
  std::uint64_t launches = 0;
  std::uint64_t blocks = 0;
  std::uint64_t threads = 0;
  std::uint64_t warps = 0;

  std::uint64_t warp_instructions = 0;    ///< smsp__inst_executed.sum
  std::uint64_t thread_instructions = 0;  ///< smsp__thread_inst_executed.sum
  std::uint64_t issue_slots = 0;  ///< machine instructions that the time model charges for them
  std::uint64_t int32_issue_slots = 0;  ///< of these whole numbers
  std::uint64_t int32_alu_slots = 0;    ///< of those what the ALU pipe alone can do
  std::uint64_t int32_mad_slots = 0;    ///< of those multiplications: the FMA pipe alone
  std::uint64_t fp32_instructions = 0, fp64_instructions = 0, int32_instructions = 0,
                sfu_instructions = 0;    ///< warp level
  std::uint64_t sfu_slots = 0;           ///< what the time model charges to their pipe
  std::uint64_t branches = 0;            ///< warp-level conditional branches executed
  std::uint64_t divergent_branches = 0;  ///< of these, both ways taken inside one warp
  std::uint64_t barriers = 0;            ///< warp-level bar.sync
  std::uint64_t shuffles = 0;            ///< warp-level shfl.sync
  std::uint64_t votes = 0;               ///< vote, match, activemask
  std::uint64_t tensor_instructions =
      0;  ///< warp-level matrix products: smsp__inst_executed_pipe_tensor

  std::uint64_t global_load_requests = 0,
                global_load_sectors = 0;  ///< l1tex__t_requests/sectors_pipe_lsu_mem_global_op_ld
  std::uint64_t global_store_requests = 0, global_store_sectors = 0;  ///< ..._op_st
  std::uint64_t global_load_threads = 0, global_store_threads = 0;    ///< active lanes
  std::uint64_t global_l1_passes = 0;  ///< wavefronts: max(bank passes, lines / tag rate)
  std::uint64_t local_load_requests = 0, local_store_requests = 0;
  std::uint64_t local_l1_passes = 0;  ///< likewise, of arrays of lanes
  std::uint64_t constant_requests = 0, constant_passes = 0;
  /// Those of the requests whose place a lane's register holds: loads (LDC), not operands.
  std::uint64_t constant_requests_by_register = 0;

  std::uint64_t shared_load_requests = 0,
                shared_load_passes = 0;  ///< l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld
  std::uint64_t shared_store_requests = 0, shared_store_passes = 0;
  /// Predicated accesses of warps none of whose lanes takes part: no requests, but
  /// smsp__inst_executed_op_shared_ld and _st count them, too.
  std::uint64_t shared_load_requests_off = 0, shared_store_requests_off = 0;
  std::uint64_t shared_load_ideal_passes = 0,
                shared_store_ideal_passes = 0;  ///< passes if no two lanes conflicted
  std::uint64_t shared_atomic_requests = 0, shared_atomic_passes = 0;
  /// Lanes of stores and atomics of the block that has most of them: no sum, so that other blocks
  /// and launches never change it for the better.
  std::uint64_t most_shared_write_threads = 0;

  std::uint64_t global_atomic_requests = 0;  ///< warp-level atom/red on global memory
  std::uint64_t global_atomic_threads = 0;   ///< lanes that took part
  double atomic_slice_clk = 0;               ///< clocks on the busiest L2 slice

  std::uint64_t l1_hit_sectors = 0;   ///< of global load sectors
  std::uint64_t l2_sector_slots = 0;  ///< read 1, wholly written 1; of a line's sectors that
                                      ///< are written in part one 3, two 5, three 6, four 8
  std::uint64_t l2_read_lines = 0,
                l2_read_sectors = 0;  ///< of loads: sectors of one line and request come together
  /// Of global store sectors: those that a load of the same warp still waits for.
  std::uint64_t overtaken_sectors = 0;
  std::uint64_t dram_bytes = 0;
  /// What the busiest warp of a block executes, and a warp of it on average: means over the blocks,
  /// each counted by its instructions, so that idle blocks hardly change them.
  double busiest_warp_instructions = 0, mean_warp_instructions = 0;
  double block_critical_path_clk = 0;  ///< mean over the blocks that were timed

  Counters& operator+=(const Counters& other);
};

/// One JSON object, keys as the members' names.
std::string to_json(const Counters& counters);

/// Modelled time of one launch and what it is made of (docs/TIME_MODEL.md). Microseconds.
struct ModelledTime {
  double total_us = 0;  ///< what the start costs included
  double start_us = 0;  ///< launch overhead, and what the first accesses to cold memory wait for
  double issue_us = 0, alu_us = 0, lsu_us = 0, l2_us = 0, dram_us = 0, atomic_us = 0,
         latency_us = 0;
  unsigned blocks_per_sm = 0;          ///< theoretical occupancy in blocks
  double occupancy = 0;                ///< resident warps over the SM's maximum, 0 to 1
  const char* occupancy_limiter = "";  ///< "warps", "blocks", "registers", "shared memory"
  const char* limiter = "";            ///< resource with the largest share
};

/// One JSON object, keys as the members' names.
std::string to_json(const ModelledTime& time);

}  // namespace warpschool::sim
