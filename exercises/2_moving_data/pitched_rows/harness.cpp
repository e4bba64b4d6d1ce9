// The tests of exercise pitched_rows. `column`, `uploaded`, `downloaded` and `run` are executed by
// the worker, next to the student's code; the TEST_CASEs by the judge.
#include "pitched_rows.hpp"

#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;

constexpr std::size_t kAlignment = 128;  // bytes, of each row's begin

// `padded` has `pitch` bytes a row.
Output<float> column(Student& student, const Input<float>& padded, Named<"pitch"> pitch,
                     Named<"rows"> rows, Named<"col"> col) {
  auto image = to_device_in_place(padded);
  auto out = device_array<float>(rows);
  CALL(student, copy_column)(image, pitch, rows, col, out);
  return to_judge(out);
}

// The pitch, and what lies on the device: the elements of the rows without the gaps between them.
std::pair<std::size_t, Floats> uploaded(Student& student, const Floats& image, Named<"rows"> rows,
                                        Named<"cols"> cols) {
  std::size_t pitch = 0;
  float* device = CALL(student, upload_rows)(image.data(), rows, cols, &pitch);
  const std::size_t stride = pitch / sizeof(float);
  if (stride < cols || pitch % kAlignment != 0) {
    return {pitch, take_from_device(device, 0)};
  }
  const Floats padded = take_from_device(device, (rows - 1) * stride + cols);
  Floats found(rows * cols);
  for (std::size_t i = 0; i < found.size(); ++i) {
    found[i] = padded[i / cols * stride + i % cols];
  }
  return {pitch, found};
}

Floats uploaded_floats(Student& student, const Floats& image, Named<"rows"> rows,
                       Named<"cols"> cols) {
  return uploaded(student, image, rows, cols).second;
}

Floats downloaded(Student& student, const Input<float>& padded, Named<"pitch"> pitch,
                  Named<"rows"> rows, Named<"cols"> cols) {
  auto image = to_device(padded);
  auto host = host_array<float>(rows * cols);
  CALL(student, download_rows)(image, pitch, host.data(), rows, cols);
  return host;
}

Floats run(Student& student, Floats image, const Floats& gain, Named<"cols"> cols) {
  CALL(student, scale_rows)(image.data(), gain.data(), gain.size(), cols);
  return image;
}

// One rounding, the same on every device: compared exactly.
Floats scaled(const Floats& image, const Floats& gain, std::size_t cols) {
  Floats out(image.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = image[i] * gain[i / cols];
  }
  return out;
}

// The first `cols` elements of every row of `stride`.
Floats without_gaps(const Floats& padded, std::size_t stride, std::size_t rows, std::size_t cols) {
  Floats out(rows * cols);
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = padded[i / cols * stride + i % cols];
  }
  return out;
}

Holds has_pitch(std::size_t pitch, std::size_t cols) {
  const std::size_t bytes = cols * sizeof(float);
  return {pitch >= bytes && pitch % kAlignment == 0,
          "The pitch is " + std::to_string(pitch) + " bytes, for rows of " + std::to_string(cols) +
              " floats, " + std::to_string(bytes) + " bytes.",
          "Each row is to begin at a multiple of " + std::to_string(kAlignment) +
              " bytes: cudaMallocPitch chooses such a pitch, and *pitch is what it says."};
}

}  // namespace

TEST_CASE("a row is found by the pitch", "[task 1][correctness]") {
  const auto [rows, stride] = GENERATE(edge_shapes(300, 130));
  const auto padded = random_floats(rows * stride);
  const std::size_t col = stride - 1;
  Floats expected(rows);
  for (std::size_t row = 0; row < rows; ++row) {
    expected[row] = padded[row * stride + col];
  }
  CHECK_THAT(ask(column, padded, stride * sizeof(float), rows, col), EqualsExactly(expected));
}

TEST_CASE("rows of any width are uploaded", "[task 2][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, 1000));
  const auto image = random_floats(rows * cols);
  const auto answer = ask(uploaded, image, rows, cols);
  REQUIRE_THAT(answer, has_pitch(answer.value().first, cols));
  CHECK_THAT(part<1>(answer), EqualsExactly(image).as_matrix(rows, cols));
}

TEST_CASE("rows of any width and pitch come back", "[task 3][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, 1000));
  const auto stride = cols + GENERATE(std::size_t{0}, std::size_t{1}, std::size_t{37});
  const auto padded = random_floats(rows * stride);
  CHECK_THAT(ask(downloaded, padded, stride * sizeof(float), rows, cols),
             EqualsExactly(without_gaps(padded, stride, rows, cols)).as_matrix(rows, cols));
}

TEST_CASE("every row is multiplied by its gain", "[task 4][correctness]") {
  // In the last one there are more rows than a grid has rows of blocks.
  const auto [rows, cols] = GENERATE(edge_shapes(100, 600), values<Shape>({{65'600, 2}}));
  // An old answer is none to a new image: large ones, but for that last one, are asked for twice.
  const int times = rows * cols > 10'000 && rows < 10'000 ? 2 : 1;
  for (int time = 0; time < times; ++time) {
    const auto image = random_floats(rows * cols);
    const auto gain = random_floats(rows);
    CHECK_THAT(ask(run, image, gain, cols),
               EqualsExactly(scaled(image, gain, cols)).as_matrix(rows, cols));
  }
  CHECK_THAT(ask(run, Floats{}, Floats{}, cols), EqualsExactly(Floats{}));
}

TEST_CASE("all rows in one copy", "[task 2][counters]") {
  constexpr std::size_t kRows = 200, kCols = 1001;
  const auto image = random_floats(kRows * kCols);
  CHECK_THAT(count(uploaded_floats, image, kRows, kCols),
             MeetsLimits(EqualsExactly(image).as_matrix(kRows, kCols)));
}

TEST_CASE("whole sectors, and nothing is left", "[task 4][counters]") {
  constexpr std::size_t kRows = 200, kCols = 1001;
  constexpr std::size_t kSize = kRows * kCols;
  const auto image = random_floats(kSize);
  const auto gain = random_floats(kRows);
  auto counted = count(run, image, gain, kCols);
  CHECK_THAT(counted.per("store_sectors_per_element", "global_store_sectors", kSize)
                 .per("stores_per_element", "global_store_threads", kSize)
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(EqualsExactly(scaled(image, gain, kCols))));
}
