// Kernels that the time model is validated on: the course's model answers, and the slow versions
// that they are held against. None of them takes part in the fit.
#include "cases.cuh"

// The answers include these, too; they must not come for the first time inside a namespace.
#include <algorithm>
#include <climits>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstddef>
#include <limits.h>
#include <memory>
#include <stdexcept>

// Kernels and helpers of different answers have the same names.
namespace answer_vector_add {
#include "../../solutions/1_first_kernels/vector_add/vector_add.cu"
}
namespace answer_grid_stride {
#include "../../solutions/1_first_kernels/grid_stride/grid_stride.cu"
}
namespace answer_filter {
#include "../../solutions/2_moving_data/constant_filter/constant_filter.cu"
}
namespace answer_bank_conflicts {
#include "../../solutions/3_access_patterns/bank_conflicts/bank_conflicts.cu"
}
namespace answer_coalescing {
#include "../../solutions/3_access_patterns/coalescing/coalescing.cu"
}
namespace answer_divergence {
#include "../../solutions/3_access_patterns/divergence/divergence.cu"
}
namespace answer_matrix_add {
#include "../../solutions/3_access_patterns/matrix_add/matrix_add.cu"
}
namespace answer_transpose {
#include "../../solutions/3_access_patterns/transpose/transpose.cu"
}
namespace answer_blur {
#include "../../solutions/4_tiles/blur_2d/blur_2d.cu"
}
namespace answer_naive {
#include "../../solutions/4_tiles/matmul_naive/matmul_naive.cu"
}
namespace answer_registers {
#include "../../solutions/4_tiles/matmul_registers/matmul_registers.cu"
}
namespace answer_tiled {
#include "../../solutions/4_tiles/matmul_tiled/matmul_tiled.cu"
}
namespace answer_smooth {
#include "../../solutions/4_tiles/smooth_1d/smooth_1d.cu"
}
namespace answer_dissemination {
#include "../../solutions/5_reductions/dissemination_sum/dissemination_sum.cu"
}
namespace answer_dot {
#include "../../solutions/5_reductions/dot_cooperative/dot_cooperative.cu"
}
namespace answer_reduce_global {
#include "../../solutions/5_reductions/reduce_global/reduce_global.cu"
}
namespace answer_reduce_shared {
#include "../../solutions/5_reductions/reduce_shared/reduce_shared.cu"
}
namespace answer_reduce_shuffle {
#include "../../solutions/5_reductions/reduce_shuffle/reduce_shuffle.cu"
}
namespace answer_by_point {
#include "../../solutions/5_reductions/trapezoid_atomic/trapezoid_atomic.cu"
}
// Two functions of C linkage that other answers have as well.
#define sum_of_block sum_of_block_of_trapezoids
namespace answer_by_block {
#include "../../solutions/5_reductions/trapezoid_block/trapezoid_block.cu"
}
#undef sum_of_block
namespace answer_by_warp {
#include "../../solutions/5_reductions/trapezoid_warp/trapezoid_warp.cu"
}
namespace answer_compact {
#include "../../solutions/6_scan_histogram_compaction/compact_ballot/compact_ballot.cu"
}
namespace answer_histogram {
#include "../../solutions/6_scan_histogram_compaction/histogram_shared/histogram_shared.cu"
}
namespace answer_blelloch {
#include "../../solutions/6_scan_histogram_compaction/scan_blelloch/scan_blelloch.cu"
}
namespace answer_hillis_steele {
#include "../../solutions/6_scan_histogram_compaction/scan_hillis_steele/scan_hillis_steele.cu"
}
namespace answer_scan_large {
#include "../../solutions/6_scan_histogram_compaction/scan_large/scan_large.cu"
}
#define tile_sums tile_sums_of_ints
namespace answer_tiles {
#include "../../solutions/7_cooperation_and_time/cooperative_tiles/cooperative_tiles.cu"
}
#undef tile_sums
namespace answer_votes {
#include "../../solutions/7_cooperation_and_time/warp_votes/warp_votes.cu"
}
namespace answer_heat {
#include "../../solutions/8_capstones/heat_solver/heat_step.cu"
}
namespace answer_assign {
#include "../../solutions/8_capstones/kmeans/kmeans_assign.cu"
}
namespace answer_update {
using answer_assign::kDims;
using answer_assign::kMostClusters;
using answer_assign::kSums;
#include "../../solutions/8_capstones/kmeans/kmeans_update.cu"
}  // namespace answer_update

#include "held_out_plain.cuh"
#include "held_out_streams.cuh"
#include "held_out_sums.cuh"

int main(int argc, char** argv) {
  calibration::Runner runner(calibration::read_options(argc, argv));
  calibration::add_streams(runner);
  calibration::add_layouts(runner);
  calibration::add_tiles(runner);
  calibration::add_sums(runner);
  calibration::add_scans(runner);
  calibration::add_atomic_answers(runner);
  return 0;
}
