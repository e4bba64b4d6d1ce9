// The simulator's counters by name: what a rule may name beside the metrics. The harness's tests
// hold the list against the simulator, which this library must not depend on.
#include "warpschool/harness/metrics.hpp"

namespace warpschool::harness {

const std::vector<std::string>& counter_names() {
  static const std::vector<std::string> kNames{
      "launches",
      "blocks",
      "threads",
      "warps",
      "warp_instructions",
      "thread_instructions",
      "issue_slots",
      "int32_issue_slots",
      "int32_alu_slots",
      "int32_mad_slots",
      "fp32_instructions",
      "fp64_instructions",
      "int32_instructions",
      "sfu_instructions",
      "sfu_slots",
      "branches",
      "divergent_branches",
      "barriers",
      "shuffles",
      "votes",
      "tensor_instructions",
      "global_load_requests",
      "global_load_sectors",
      "global_store_requests",
      "global_store_sectors",
      "global_load_threads",
      "global_store_threads",
      "global_l1_passes",
      "local_l1_passes",
      "local_load_requests",
      "local_store_requests",
      "constant_requests",
      "constant_requests_by_register",
      "constant_passes",
      "shared_load_requests",
      "shared_load_passes",
      "shared_store_requests",
      "shared_store_passes",
      "shared_load_requests_off",
      "shared_store_requests_off",
      "shared_load_ideal_passes",
      "shared_store_ideal_passes",
      "shared_atomic_requests",
      "shared_atomic_passes",
      "most_shared_write_threads",
      "global_atomic_requests",
      "global_atomic_threads",
      "atomic_slice_clk",
      "l1_hit_sectors",
      "l2_sector_slots",
      "l2_read_lines",
      "l2_read_sectors",
      "dram_bytes",
      "busiest_warp_instructions",
      "mean_warp_instructions",
      "block_critical_path_clk",
  };
  return kNames;
}

}  // namespace warpschool::harness
