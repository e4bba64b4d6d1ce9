// Counters by instruction, which become counters by source line when the launch has ended.
#pragma once

#include "exec/access/access.hpp"
#include "exec/launch/host_worker.hpp"
#include "warpschool/sim/recording.hpp"

#include <cstdint>
#include <vector>

namespace warpschool::sim {

class LineCounts {
 public:
  explicit LineCounts(const Grid& grid);

  void access(const Warp& warp, const AccessRequest& request, const MemorySite& site,
              std::uint32_t sectors);
  void diverged(std::uint32_t pc) { ++counts_[pc].divergent_branches; }
  std::vector<double>& clocks() { return clocks_; }
  LineRecord take(const RunChanges& changes) const;

 private:
  void keep_dearest(const Warp& warp, const AccessRequest& request, const MemorySite& site,
                    std::uint32_t cost, std::uint32_t ideal);

  const Grid& grid_;
  std::vector<LineCounters> counts_;      ///< by instruction, without its place
  std::vector<double> clocks_;            ///< by instruction
  std::vector<std::uint32_t> access_of_;  ///< by instruction: 1 + an index; 0: none
  std::vector<RecordedAccess> accesses_;
};

}  // namespace warpschool::sim
