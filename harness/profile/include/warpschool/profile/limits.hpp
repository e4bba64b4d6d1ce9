// What limits a kernel: in one sentence with the number that shows it, what to try, and how close
// each unit of the GPU is to its limit.
#pragma once

#include "warpschool/profile/run_report.hpp"

#include <string>
#include <vector>

namespace warpschool::profile {

struct Limit {
  std::string shown;  ///< "limited by DRAM: ..."
  std::string tried;  ///< what to try, or why there is nothing; one sentence or more
};

Limit limit_of(const Kernel& kernel);

/// The time of a launch without what it takes to start it: as the model adds its terms up.
double run_time(const Numbers& terms);

/// How much of what a unit can do the kernel used, as Nsight Compute's section "Speed Of Light".
struct SpeedOfLight {
  std::string unit;  ///< "DRAM Throughput"
  double share = 0;  ///< 0 to 1
  bool is_limiter = false;
};
/// Of the longest launch. The first two sum up: "Compute (SM) Throughput", "Memory Throughput".
std::vector<SpeedOfLight> speed_of_light(const Kernel& kernel);

/// What a line's share is a share of: of the resource that limits the kernel.
struct HeatScale {
  std::string words;           ///< "of the sectors that it asks for"
  std::vector<double> shares;  ///< by line of Kernel::lines, 0 to 1
};
HeatScale heat_of(const Kernel& kernel);

/// "50 %: 8 of 16 blocks; shared memory: 24 KiB a block leave room for 9" - why no more fit.
std::string occupancy_text(const Kernel& kernel);

/// The requests to show: of the dearest line of global and of shared memory. Those that cost more
/// than they must come first.
std::vector<const Access*> accesses_to_show(const Kernel& kernel, std::size_t most);

/// One sentence on what an access touches.
std::string access_text(const Access& access);

/// "a.cu:12".
std::string place_text(const std::string& file, int line);

}  // namespace warpschool::profile
