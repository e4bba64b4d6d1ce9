// How many processors there are for us.
#pragma once

namespace warpschool::grader {

/// Those that this process may run on, at least 1: `taskset`, Slurm and containers may leave fewer
/// than the machine has.
unsigned usable_cores();

}  // namespace warpschool::grader
