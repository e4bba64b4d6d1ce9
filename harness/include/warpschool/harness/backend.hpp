// What a harness may ask of the backend that judges.
#pragma once

namespace warpschool::harness {

/// Are kernels simulated? Then they take thousands of times as long, and what is measured is exact:
/// where a GPU needs much work to be measured at all, less is enough.
bool simulated();

}  // namespace warpschool::harness
