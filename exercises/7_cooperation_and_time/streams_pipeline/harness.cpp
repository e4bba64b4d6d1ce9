// The tests of exercise streams_pipeline. What takes a Student is executed by the worker,
// next to the student's code; the TEST_CASEs by the judge.
#include "streams_pipeline.hpp"

#include <algorithm>
#include <warpschool/harness.hpp>
#include <warpschool/harness/backend.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;

// A pipeline with these values in its input. Making it is not what is timed.
Pipeline* filled_pipeline(Student& student, const Floats& values) {
  const std::size_t n = std::max<std::size_t>(values.size(), 1);
  Pipeline* pipeline = CALL_UNTIMED(student, pipeline_create)(n);
  std::copy(values.begin(), values.end(), CALL_UNTIMED(student, pipeline_input)(pipeline));
  return pipeline;
}

Floats output_of(Student& student, Pipeline* pipeline, std::size_t begin, std::size_t count) {
  const float* output = CALL_UNTIMED(student, pipeline_output)(pipeline) + begin;
  Floats found(output, output + count);
  CALL_UNTIMED(student, pipeline_destroy)(pipeline);
  return found;
}

std::size_t streams(Student& student, Named<"n"> n) {
  Pipeline* pipeline = CALL_UNTIMED(student, pipeline_create)(n);
  const std::size_t count = CALL(student, pipeline_streams)(pipeline);
  CALL_UNTIMED(student, pipeline_destroy)(pipeline);
  return count;
}

Floats one_chunk(Student& student, const Floats& values, Named<"begin"> begin, Named<"count"> count,
                 Named<"stream"> stream) {
  Pipeline* pipeline = filled_pipeline(student, values);
  CALL(student, pipeline_enqueue)(pipeline, begin, count, stream);
  return output_of(student, pipeline, begin, count);
}

// What a chunk leaves in the input.
Floats input_after(Student& student, const Floats& values, Named<"begin"> begin,
                   Named<"count"> count, Named<"stream"> stream) {
  Pipeline* pipeline = filled_pipeline(student, values);
  CALL(student, pipeline_enqueue)(pipeline, begin, count, stream);
  const float* input = CALL_UNTIMED(student, pipeline_input)(pipeline);
  Floats found(input, input + values.size());
  CALL_UNTIMED(student, pipeline_destroy)(pipeline);
  return found;
}

// Half of the values in one stream, half in another.
Floats two_pieces(Student& student, const Floats& values) {
  Pipeline* pipeline = filled_pipeline(student, values);
  CALL(student, pipeline_halves)(pipeline, values.size());
  return output_of(student, pipeline, 0, values.size());
}

Floats run(Student& student, const Floats& values) {
  Pipeline* pipeline = filled_pipeline(student, values);
  CALL(student, pipeline_run)(pipeline, values.size());
  return output_of(student, pipeline, 0, values.size());
}

float last(Student& student, const Floats& values) {
  Pipeline* pipeline = filled_pipeline(student, values);
  const float value = CALL(student, pipeline_last)(pipeline, values.size());
  CALL_UNTIMED(student, pipeline_destroy)(pipeline);
  return value;
}

// One rounding, the same on every device: compared exactly.
Floats squares(const Floats& values) {
  Floats out(values.size());
  std::transform(values.begin(), values.end(), out.begin(), [](float x) { return x * x; });
  return out;
}

// The squares of kChunks pieces of n / kChunks elements; what is left over is as it was. Nothing
// where there is no such rest.
std::vector<double> squares_of_whole_pieces(const Floats& values) {
  const std::size_t whole = values.size() / kChunks * kChunks;
  if (whole == values.size()) {
    return {};
  }
  const Floats all = squares(values);
  std::vector<double> pieces(values.size());
  std::copy_n(all.begin(), whole, pieces.begin());
  return pieces;
}

// A chunk that was written to the front of the output, and read from `begin` on.
bool is_at_the_front(const Floats& found, const Floats& squares, std::size_t begin) {
  if (begin == 0 || found.size() <= begin) {
    return false;
  }
  const auto end = found.end() - static_cast<std::ptrdiff_t>(begin);
  return std::equal(found.begin(), end, squares.begin() + static_cast<std::ptrdiff_t>(2 * begin));
}

auto counted(Floats (*run)(Student&, const Floats&), const Floats& values) {
  return count(run, values)
      .per("store_sectors_per_element", "global_store_sectors", values.size())
      .advise("store_sectors_per_element", "The kernels square all elements, the host none.")
      .advise("waits",
              "Which call waits? cudaMemcpy does until its bytes are there, synchronisations do, "
              "and cudaMemcpyAsync of memory that is not pinned memory. Of pinned memory, with the "
              "piece's stream, it only asks for the copy.");
}

}  // namespace

TEST_CASE("there are four streams", "[task 1][correctness]") {
  CHECK_THAT(ask(streams, std::size_t{1000}), EqualsExactly(kStreams));
}

TEST_CASE("a stream copies in, squares and copies out", "[task 2][correctness]") {
  const auto values = random_floats(20'000);
  const auto begin = GENERATE(std::size_t{0}, std::size_t{37}, std::size_t{4097});
  const auto count = GENERATE(std::size_t{1}, std::size_t{256}, std::size_t{10'007});
  const Floats chunk(values.begin() + static_cast<std::ptrdiff_t>(begin),
                     values.begin() + static_cast<std::ptrdiff_t>(begin + count));
  const auto answer = ask(one_chunk, values, begin, count, std::size_t{1});
  CHECK_THAT(answer,
             Holds(!is_at_the_front(answer.value(), squares(values), begin),
                   "The results stand " + std::to_string(begin) +
                       " places too early, at the front of the output.",
                   "A chunk has its place, from `begin` on, in the input, on the device and "
                   "in the output."));
  CHECK_THAT(answer, EqualsExactly(squares(chunk)));
  CHECK_THAT(ask(input_after, values, begin, count, std::size_t{1}), EqualsExactly(values));
}

TEST_CASE("any number of values is squared", "[task 3][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(simulated() ? 1 << 16 : 1 << 18)));
  CHECK_THAT(ask(run, values),
             EqualsExactly(squares(values))
                 .mistaken([&] { return squares_of_whole_pieces(values); },
                           "Is what is left over in a piece? A division of integers rounds down, "
                           "and kChunks pieces of n / kChunks elements are not all of n."));
}

TEST_CASE("the output is there when the call returns", "[task 4][correctness]") {
  const auto values = random_floats(GENERATE(edge_sizes(simulated() ? 1 << 17 : 1 << 20, 1)));
  CHECK_THAT(ask(last, values), EqualsExactly(values.back() * values.back()));
}

TEST_CASE("beats one stream", "[task 3][timing]") {
  CHECK_THAT(race(
                 run, [](std::size_t n) { return std::tuple{random_floats(n)}; },
                 [](const Floats& values) { return EqualsExactly(squares(values)); }),
             MeetsThreshold());
}

TEST_CASE("each piece goes to the stream that was named, and nobody waits", "[task 2][counters]") {
  const auto values = random_floats(200'000);
  CHECK_THAT(counted(two_pieces, values)
                 .advise("overlap",
                         "Work overlaps in different streams, none of them the default one, with "
                         "pinned memory and without a wait in between. Of two halves the second "
                         "comes in while the first is squared and goes out: at best four copies in "
                         "the time of three."),
             MeetsLimits(EqualsExactly(squares(values))));
}

TEST_CASE("copies and kernels run side by side", "[task 3][counters]") {
  const auto values = random_floats((simulated() ? 1 << 20 : 1 << 21) + 5);
  CHECK_THAT(counted(run, values), MeetsLimits(EqualsExactly(squares(values))));
}
