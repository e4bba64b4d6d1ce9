// Exercise heat_solver, the solver. See README.md for the tasks and heat_solver.hpp for the
// interface.
#include "heat_kernels.hpp"
#include "heat_solver.hpp"

#include <utility>

// The two plates: the newest state, and the one before it, which the next step overwrites.
struct Plates {
  float* newest;
  float* other;
  std::size_t rows, cols;
  std::size_t cells() const { return rows * cols; }
};

// Steps run in one stream, residuals travel in another. Two slots, so that the residual of a batch
// can travel while the next batch makes its own.
struct Solver {
  cudaStream_t steps, copies;
  cudaEvent_t begin, end;  // around all steps
  cudaEvent_t made[2];     // the residual is in on_device[slot]
  cudaEvent_t arrived[2];  // and in *on_host[slot]
  float* on_device;
  float* on_host[2];  // pinned
};

static Solver make_solver() {
  Solver solver;
  for (cudaStream_t* stream : {&solver.steps, &solver.copies}) {
    cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking);
  }
  for (cudaEvent_t* event : {&solver.begin, &solver.end}) {
    cudaEventCreate(event);
  }
  for (unsigned slot = 0; slot < 2; ++slot) {
    cudaEventCreateWithFlags(&solver.made[slot], cudaEventDisableTiming);
    cudaEventCreateWithFlags(&solver.arrived[slot], cudaEventDisableTiming);
    cudaMallocHost(&solver.on_host[slot], sizeof(float));
  }
  cudaMalloc(&solver.on_device, 2 * sizeof(float));
  return solver;
}

static void release(Solver& solver) {
  cudaFreeHost(solver.on_host[0]);
  cudaFreeHost(solver.on_host[1]);
  cudaFree(solver.on_device);
  for (cudaEvent_t event : {solver.begin, solver.end, solver.made[0], solver.made[1],
                            solver.arrived[0], solver.arrived[1]}) {
    cudaEventDestroy(event);
  }
  cudaStreamDestroy(solver.steps);
  cudaStreamDestroy(solver.copies);
}

// Launches `steps` steps. Afterwards `newest` is the last state and `other` the one before.
static void launch_steps(const Solver& solver, Plates& plates, unsigned steps) {
  // TODO(4): step from the newest plate to the other, and exchange them (about 4 lines)
  for (unsigned step = 0; step < steps; ++step) {
    launch_step(plates.newest, plates.other, plates.rows, plates.cols, solver.steps);
    std::swap(plates.newest, plates.other);
  }
  // END TODO(4)
}

// Sends the residual of the two plates on its way to *solver.on_host[slot].
static void send_residual(const Solver& solver, const Plates& plates, unsigned slot) {
  // TODO(5): make it in one stream, copy it in the other, an event after each (about 8 lines)
  float* const made = solver.on_device + slot;
  launch_residual(plates.other, plates.newest, plates.cells(), made, solver.steps);
  cudaEventRecord(solver.made[slot], solver.steps);
  cudaStreamWaitEvent(solver.copies, solver.made[slot], 0);
  cudaMemcpyAsync(solver.on_host[slot], made, sizeof *made, cudaMemcpyDeviceToHost, solver.copies);
  cudaEventRecord(solver.arrived[slot], solver.copies);
  // END TODO(5)
}

// Launches a batch and sends its residual on its way, into the slot of its number.
inline void launch_batch(const Solver& solver, Plates& plates, unsigned number, unsigned steps) {
  launch_steps(solver, plates, steps);
  send_residual(solver, plates, number % 2);
}

// Waits for the residual of a slot.
static float received(const Solver& solver, unsigned slot) {
  cudaEventSynchronize(solver.arrived[slot]);
  return *solver.on_host[slot];
}

// Batches until one has converged, and the next; `most` at most. Returns how many were launched;
// residual becomes the newest that was looked at.
static unsigned launch_batches(const Solver& solver, Plates& plates, float tolerance,
                               unsigned steps, unsigned most, float& residual) {
  unsigned launched = 0;
  residual = 0;
  // TODO(6): launch one batch ahead, look at the one before (about 8 lines)
  bool converged = false;
  for (unsigned looked_at = 0; looked_at < most && !converged; ++looked_at) {
    while (launched < most && launched < looked_at + 2) {
      launch_batch(solver, plates, launched++, steps);
    }
    residual = received(solver, looked_at % 2);
    converged = residual <= tolerance;
  }
  // END TODO(6)
  return launched;
}

// Time and bandwidth of report->steps steps.
static void measure(const Solver& solver, const Plates& plates, HeatReport* report) {
  report->milliseconds = 0;
  report->gigabytes_per_second = 0;
  // TODO(7): the time from begin to end, and 8 bytes a cell and step over it (about 6 lines)
  cudaEventSynchronize(solver.end);
  cudaEventElapsedTime(&report->milliseconds, solver.begin, solver.end);
  const double bytes = 8.0 * static_cast<double>(plates.cells()) * report->steps;
  report->gigabytes_per_second = static_cast<float>(bytes / report->milliseconds / 1e6);
  // END TODO(7)
}

extern "C" float* heat_steps(float* first, float* second, std::size_t rows, std::size_t cols,
                             unsigned steps) {
  Solver solver = make_solver();
  Plates plates{first, second, rows, cols};
  launch_steps(solver, plates, steps);
  cudaStreamSynchronize(solver.steps);
  release(solver);
  return plates.newest;
}

extern "C" float heat_measure(const float* from, const float* to, std::size_t n) {
  Solver solver = make_solver();
  const Plates plates{const_cast<float*>(to), const_cast<float*>(from), 1, n};
  *solver.on_host[0] = *solver.on_host[1] = -1;
  send_residual(solver, plates, 0);  // travels while the next one is made
  send_residual(solver, plates, 1);
  const float first = received(solver, 0), second = received(solver, 1);
  release(solver);
  return first == second ? first : -1;
}

extern "C" float* heat_solve(float* first, float* second, std::size_t rows, std::size_t cols,
                             float tolerance, unsigned batch, unsigned max_steps,
                             HeatReport* report) {
  Solver solver = make_solver();
  Plates plates{first, second, rows, cols};
  cudaEventRecord(solver.begin, solver.steps);
  report->steps =
      batch * launch_batches(solver, plates, tolerance, batch, max_steps / batch, report->residual);
  cudaEventRecord(solver.end, solver.steps);
  measure(solver, plates, report);
  cudaStreamSynchronize(solver.steps);
  release(solver);
  return plates.newest;
}
