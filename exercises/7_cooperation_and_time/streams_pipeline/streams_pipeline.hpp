// The interface of exercise streams_pipeline.
#pragma once

#include <cstddef>

constexpr std::size_t kStreams = 4;
constexpr std::size_t kChunks = 8;  // pieces that pipeline_run cuts the input into

struct Pipeline;  // host and device buffers, and streams

extern "C" {

/// Returns a new pipeline for up to n floats, n > 0, with kStreams streams.
Pipeline* pipeline_create(std::size_t n);

/// Gives everything back.
void pipeline_destroy(Pipeline* pipeline);

/// The host buffers of n floats, which belong to the pipeline: the caller writes the input, which
/// the pipeline only reads, and reads the output.
float* pipeline_input(Pipeline* pipeline);
const float* pipeline_output(const Pipeline* pipeline);

/// How many streams the pipeline has, the default stream and doubles not counted.
std::size_t pipeline_streams(const Pipeline* pipeline);

/// Asks stream number `stream` for output[i] = input[i] * input[i], begin <= i < begin + count, and
/// returns at once. count > 0. The caller synchronises.
void pipeline_enqueue(Pipeline* pipeline, std::size_t begin, std::size_t count, std::size_t stream);

/// pipeline_enqueue for either half of n > 1 floats, in streams 0 and 1.
void pipeline_halves(Pipeline* pipeline, std::size_t n);

/// output[i] = input[i] * input[i] for every i < n, in at most kChunks pieces on all streams. When
/// the call returns, the output is there. n may be 0.
void pipeline_run(Pipeline* pipeline, std::size_t n);

/// Runs the pipeline, n > 0, and returns the last element of the output, read at once.
float pipeline_last(Pipeline* pipeline, std::size_t n);
}
