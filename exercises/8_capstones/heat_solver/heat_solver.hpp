// The interface of exercise heat_solver. A plate is a row-major grid of temperatures; its border is
// kept as it is, and every other cell becomes the mean of its four neighbours, step by step.
#pragma once

#include <cstddef>

/// What a solve came to.
struct HeatReport {
  unsigned steps;              ///< that were made
  float residual;              ///< the newest that was looked at
  float milliseconds;          ///< from before the first step to after the last
  float gigabytes_per_second;  ///< 8 bytes a cell and step over that time
};

extern "C" {

/// One step, for cells that are not on the border, in this order of additions:
///
///     to[r][c] = 0.25f * (((from[r - 1][c] + from[r + 1][c]) + from[r][c - 1]) + from[r][c + 1])
///
/// and to[r][c] = from[r][c] for cells on the border. from is device memory of rows * cols floats
/// and only read, to device memory of as many; both are owned by the caller. rows and cols are at
/// least
/// 1. The call launches the work and returns; the caller synchronises.
void heat_step(const float* from, float* to, std::size_t rows, std::size_t cols);

/// maxima[w] = the largest of |values[32 * w]|, ..., |values[32 * w + 31]|; the last group may have
/// fewer values.
///
/// values is device memory of n >= 1 floats and only read, maxima device memory of n / 32 floats,
/// rounded up; both are owned by the caller. The call launches the work and returns; the caller
/// synchronises.
void heat_warp_maxima(const float* values, std::size_t n, float* maxima);

/// *residual = the largest of |to[i] - from[i]| over all n >= 1 cells.
///
/// from and to are device memory of n floats and only read, residual device memory of one float
/// that holds anything before; all are owned by the caller. The call launches the work and returns;
/// the caller synchronises.
void heat_residual(const float* from, const float* to, std::size_t n, float* residual);

/// `steps` steps, back and forth between the two plates. Returns the one that holds the last state;
/// the other holds the state before that.
///
/// first and second are device memory of rows * cols floats, owned by the caller; `first` holds the
/// plate, `second` anything. steps may be 0. The call returns when the work is done.
float* heat_steps(float* first, float* second, std::size_t rows, std::size_t cols, unsigned steps);

/// The residual of two plates as heat_residual has it, brought to the host through each of the two
/// slots; -1 if they do not agree.
float heat_measure(const float* from, const float* to, std::size_t n);

/// Steps in batches of `batch` until a batch ends with a residual of at most `tolerance`: that of
/// its last step. The residual of a batch is looked at when the next batch has been launched; so
/// that one is made too, unless max_steps, a multiple of `batch`, are reached: then the last
/// residual is looked at as well. Returns the plate with the last state, as heat_steps.
///
/// report is host memory. The call returns when the work is done.
float* heat_solve(float* first, float* second, std::size_t rows, std::size_t cols, float tolerance,
                  unsigned batch, unsigned max_steps, HeatReport* report);
}
