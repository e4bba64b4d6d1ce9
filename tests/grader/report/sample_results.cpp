// Makes up results: checks with their messages, sources and faults.
#include "sample_results.hpp"

#include <fmt/format.h>

namespace warpschool::grader {
namespace {

constexpr const char* kTransposeSource =
    R"(// Transposes a matrix of height x width floats through a shared tile.
#include "transpose.hpp"

constexpr int kTile = 32;

/* Each block moves one tile: rows of `in` become
   columns of `out`. */
__global__ void transpose_kernel(const float* in, float* out, int width, int height) {
  __shared__ float tile[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x;
  const int y = blockIdx.y * kTile + threadIdx.y;
  if (x < width && y < height) {
    tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  }
  // no __syncthreads() here
  const int tx = blockIdx.y * kTile + threadIdx.x;
  const int ty = blockIdx.x * kTile + threadIdx.y;
  if (tx < height && ty < width) {
    out[ty * height + tx] = tile[threadIdx.x][threadIdx.y];
  }
}

extern "C" void transpose(const float* in, float* out, int width, int height) {
  const dim3 block(kTile, kTile);
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
  transpose_kernel<<<grid, block>>>(in, out, width, height);
}
)";

constexpr const char* kAddSource = R"(#include "vector_add.hpp"

__global__ void add(const float* a, const float* b, float* c, std::size_t n) {
  const std::size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  c[i] = a[i] + b[i];
}

extern "C" void vector_add(const float* a, const float* b, float* c, std::size_t n) {
  const unsigned threads = 256;
  add<<<(n + threads - 1) / threads, threads>>>(a, b, c, n);
}
)";

constexpr const char* kBrokenSource = R"(#include "reduce_shared.hpp"

__global__ void reduce(const float* in, std::size_t n, float* sum) {
  extern __shared__ float part[];
  const unsigned t = threadIdx.x;
  part[t] = in[blockIdx.x * blockDim.x + t]
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthread();
  }
}
)";

CheckResult check(const char* name, int task, const char* kind, Verdict verdict, Score points) {
  CheckResult result;
  result.name = name;
  result.task = task;
  result.kind = kind;
  result.verdict = verdict;
  result.backend = "sim";
  result.points = points;
  return result;
}

CheckResult timing_check(double ratio, double points) {
  CheckResult result = check("beats the plain version", 2, "timing",
                             points >= 3 ? Verdict::kPassed : Verdict::kSlow, {points, 3});
  result.ratio = ratio;
  result.ratio_low = ratio * 0.97;
  result.ratio_high = ratio * 1.02;
  result.threshold = 4;
  if (points < 3) {
    result.message = fmt::format(
        "Your transpose is {:.2f} times as fast as the reference; full points start at 4.", ratio);
    result.hint =
        "Look at the counters: which of the two accesses is not coalesced, and does every "
        "lane of a warp hit the same bank of the tile?";
  }
  return result;
}

CheckResult counters_check(bool passed) {
  CheckResult result =
      check("no lane waits for a bank", 2, "counters",
            passed ? Verdict::kPassed : Verdict::kCounters, {passed ? 1.0 : 0.0, 1});
  result.counters = {{"shared_bank_conflicts", passed ? 0.0 : 1015808.0},
                     {"shared_conflict_ratio", passed ? 1.0 : 16.5},
                     {"sectors_per_request", passed ? 4.0 : 18.25},
                     {"launches", 1}};
  if (!passed) {
    result.message = "shared_bank_conflicts is 1015808, the exercise allows at most 0.";
  }
  return result;
}

void fill_race(ExerciseResult& result) {
  CheckResult race = check("any width and height", 1, "correctness", Verdict::kRace, {0, 6});
  race.message =
      "transpose of 33 x 65 floats\n"
      "  1 race between threads of one block\n"
      "  2080 of 2145 elements are right; out[1, 0] is 0.0000, expected 0.7314\n"
      "  block (0, 0, 0), thread (0, 1, 0) computes it";
  race.hint = "A thread reads what another thread of its block writes. What makes it wait?";
  race.output = "tile 0 0 done\ntile 0 1 done\n";
  FaultNote fault;
  fault.kind = "race";
  fault.message =
      "Thread (0, 1, 0) of block (0, 0, 0) reads 4 bytes of `tile` that thread (1, 0, 0) writes in "
      "line 13, with no barrier between them. Put __syncthreads() between the two.";
  fault.file = "transpose.cu";
  fault.line = 19;
  fault.json = R"({"kind":"race","other":{"where":{"file":"transpose.cu","line":13,"column":5}}})";
  race.faults.push_back(fault);
  result.checks = {race, timing_check(3.1, 0), counters_check(false)};
  result.checks[1].verdict = Verdict::kRace;
  result.checks[1].message = "Not measured: the answer is not right yet.";
  result.checks[1].hint.clear();
  result.checks[1].ratio.reset();
  result.source = kTransposeSource;
  result.status = Verdict::kRace;
  result.points = {0, 10};
}

void fill_memory_fault(ExerciseResult& result) {
  CheckResult fault = check("sums of any n", 1, "correctness", Verdict::kMemoryFault, {3, 6});
  fault.message = "vector_add of 997 values\n  the kernel wrote behind the end of c";
  fault.hint = "256 threads a block make 1024 threads for 997 values. What do the last 27 do?";
  for (const char* thread : {"229", "230"}) {
    FaultNote note;
    note.kind = "out_of_bounds";
    note.message = fmt::format(
        "Thread ({}, 0, 0) of block (3, 0, 0) writes 4 bytes just past the end of c (3988 bytes). "
        "Guard the access with if (i < n).",
        thread);
    note.file = "vector_add.cu";
    note.line = 5;
    fault.faults.push_back(note);
  }
  result.checks = {check("n = 0 launches nothing", 1, "correctness", Verdict::kPassed, {3, 3}),
                   fault};
  result.checks[1].points = {0, 3};
  result.source = kAddSource;
  result.status = Verdict::kMemoryFault;
  result.points = {3, 6};
}

void fill_build_error(ExerciseResult& result) {
  result.status = Verdict::kBuildError;
  result.source = kBrokenSource;
  result.build_log =
      "reduce_shared.cu:6:44: error: expected ';' after expression\n"
      "  part[t] = in[blockIdx.x * blockDim.x + t]\n"
      "                                           ^\n"
      "reduce_shared.cu:10:5: error: use of undeclared identifier '__syncthread'; did you mean "
      "'__syncthreads'?\n"
      "reduce_shared.cu:9:14: warning: misleading indentation\n"
      "2 errors generated.\n";
}

void fill_slow(ExerciseResult& result) {
  result.status = Verdict::kSlow;
  result.checks = {check("any width and height", 1, "correctness", Verdict::kPassed, {6, 6}),
                   timing_check(2.31, 1.31), counters_check(true)};
  result.points = {8.31, 10};
  result.source = kTransposeSource;
}

void fill_counters(ExerciseResult& result) {
  result.status = Verdict::kCounters;
  result.checks = {check("any width and height", 1, "correctness", Verdict::kPassed, {6, 6}),
                   timing_check(5.4, 3), counters_check(false)};
  result.points = {9, 10};
  result.source = kTransposeSource;
}

void fill_plain(ExerciseResult& result, Verdict status, double possible) {
  const bool passed = status == Verdict::kPassed;
  result.status = status;
  result.points = {passed ? possible : 0, possible};
  if (status == Verdict::kMissing) {
    return;
  }
  CheckResult only = check("any n", 1, "correctness", status, result.points);
  switch (status) {
    case Verdict::kInternalError:
      only.message = "The judge ended with signal 9 before it had written its result.";
      break;
    case Verdict::kTimeout:
      only.message = "n = 1048579: no answer within 30 s.";
      break;
    case Verdict::kSuspicious:
      only.message = "The kernel claims 0.2 us for 64 MiB: 70 times what the memory can deliver.";
      break;
    case Verdict::kWrong:
      only.message =
          "n = 1000\n  232 of 1000 values differ; the first is c[768]: expected 1.25, got poison "
          "(never written)";
      only.hint = "1000 / 256 is 3, and 3 blocks of 256 threads are 768 threads.";
      break;
    case Verdict::kCrash:
      only.message = "Your code called exit(0) before it had answered.";
      break;
    case Verdict::kDeadlock:
      only.message = "Lanes 0 to 15 wait in line 9 for lanes that have ended.";
      break;
    default:
      break;
  }
  result.checks = {only};
  result.source = kAddSource;
}

}  // namespace

void fill_sample(ExerciseResult& result, Verdict status, double possible) {
  if (status == Verdict::kRace) {
    fill_race(result);
  } else if (status == Verdict::kMemoryFault) {
    fill_memory_fault(result);
  } else if (status == Verdict::kBuildError) {
    fill_build_error(result);
  } else if (status == Verdict::kSlow) {
    fill_slow(result);
  } else if (status == Verdict::kCounters) {
    fill_counters(result);
  } else {
    fill_plain(result, status, possible);
  }
  if (status == Verdict::kBuildError || status == Verdict::kMissing) {
    result.points = {0, possible};
  }
  result.file = status == Verdict::kMissing ? "" : result.exercise + ".cu";
}

}  // namespace warpschool::grader
