// The tests of exercise texture_sample. `read_back`, `sampled` and `rotated` are executed by the
// worker, next to the student's code; the TEST_CASEs by the judge.
#include "texture_sample.hpp"

#include <algorithm>
#include <cmath>
#include <warpschool/harness.hpp>

using namespace warpschool::harness;

namespace {

using Floats = std::vector<float>;
using Doubles = std::vector<double>;

// Filter weights are fixed-point numbers with 8 bits behind the point: for texels of 0 to 1 that is
// an error of up to 1/256.
constexpr double kBound = 1.0 / 128;

Floats read_back(Student& student, const Floats& image, std::size_t rows, std::size_t cols) {
  auto texels = host_array<float>(image.size());
  Texture* texture = CALL_UNTIMED(student, texture_create)(image.data(), rows, cols, false);
  CALL(student, texture_read)(texture, texels.data(), rows, cols);
  CALL_UNTIMED(student, texture_destroy)(texture);
  return texels;
}

Output<float> sampled(Student& student, const Floats& image, std::size_t cols, bool wrap,
                      const Input<float>& u, const Input<float>& v) {
  auto u_on_device = to_device(u);
  auto v_on_device = to_device(v);
  auto out = device_array<float>(u.size());
  Texture* texture =
      CALL_UNTIMED(student, texture_create)(image.data(), image.size() / cols, cols, wrap);
  CALL(student, texture_sample)(texture, u_on_device, v_on_device, out, u.size());
  CALL_UNTIMED(student, texture_destroy)(texture);
  return to_judge(out);
}

Output<float> rotated(Student& student, const Floats& image, std::size_t cols, bool wrap,
                      float angle) {
  auto out = device_array<float>(image.size());
  const std::size_t rows = image.size() / cols;
  Texture* texture = CALL_UNTIMED(student, texture_create)(image.data(), rows, cols, wrap);
  CALL(student, texture_rotate)(texture, angle, out, rows, cols);
  CALL_UNTIMED(student, texture_destroy)(texture);
  return to_judge(out);
}

// The sampler of the host, in double precision; x and y in texels.
class Sampler {
 public:
  Sampler(Floats image, std::size_t cols, bool wrap)
      : image_(std::move(image)),
        rows_(static_cast<long>(image_.size() / cols)),
        cols_(static_cast<long>(cols)),
        wrap_(wrap) {}

  double at(double x, double y) const {
    const double left = std::floor(x - 0.5), top = std::floor(y - 0.5);
    const double across = x - 0.5 - left, down = y - 0.5 - top;
    const auto col = static_cast<long>(left), row = static_cast<long>(top);
    return (1 - down) * ((1 - across) * texel(row, col) + across * texel(row, col + 1)) +
           down * ((1 - across) * texel(row + 1, col) + across * texel(row + 1, col + 1));
  }
  long rows() const { return rows_; }
  long cols() const { return cols_; }
  double height() const { return static_cast<double>(rows_); }
  double width() const { return static_cast<double>(cols_); }

 private:
  long inside(long index, long size) const {
    return wrap_ ? (index % size + size) % size : std::clamp(index, 0L, size - 1);
  }
  double texel(long row, long col) const {
    return static_cast<double>(
        image_[static_cast<std::size_t>(inside(row, rows_) * cols_ + inside(col, cols_))]);
  }
  Floats image_;
  long rows_, cols_;
  bool wrap_;
};

Doubles sampled_on_host(const Sampler& sampler, const Floats& u, const Floats& v) {
  Doubles out(u.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = sampler.at(static_cast<double>(u[k]) * sampler.width(),
                        static_cast<double>(v[k]) * sampler.height());
  }
  return out;
}

Doubles rotated_on_host(const Sampler& sampler, float angle) {
  const double cosine = std::cos(static_cast<double>(angle));
  const double sine = std::sin(static_cast<double>(angle));
  const double middle_x = sampler.width() / 2, middle_y = sampler.height() / 2;
  Doubles out;
  for (long row = 0; row < sampler.rows(); ++row) {
    for (long col = 0; col < sampler.cols(); ++col) {
      const double dx = static_cast<double>(col) + 0.5 - middle_x;
      const double dy = static_cast<double>(row) + 0.5 - middle_y;
      out.push_back(
          sampler.at(middle_x + cosine * dx + sine * dy, middle_y + cosine * dy - sine * dx));
    }
  }
  return out;
}

}  // namespace

TEST_CASE("the array has the image's texels", "[task 1][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, 300));
  const auto image = random_floats(rows * cols, 0, 1);
  CHECK_THAT(ask(read_back, image, rows, cols), EqualsExactly(image).as_matrix(rows, cols));
}

TEST_CASE("the texture is filtered, and clamped or repeated", "[task 2][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(40, 70));
  const bool wrap = GENERATE(false, true);
  const auto image = random_floats(rows * cols, 0, 1);
  const auto u = random_floats(500, -1, 2);
  const auto v = random_floats(500, -1, 2);
  CHECK_THAT(ask(sampled, image, cols, wrap, u, v),
             IsCloseTo(sampled_on_host(Sampler(image, cols, wrap), u, v), within_absolute(kBound)));
}

TEST_CASE("an image of any shape is rotated", "[task 3][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, 140));
  const bool wrap = GENERATE(false, true);
  const auto angle = random_floats(1, -3, 3).front();
  const auto image = random_floats(rows * cols, 0, 1);
  CHECK_THAT(ask(rotated, image, cols, wrap, angle),
             IsCloseTo(rotated_on_host(Sampler(image, cols, wrap), angle), within_absolute(kBound))
                 .as_matrix(rows, cols)
                 .block(32, 8));
}

TEST_CASE("no angle changes nothing", "[task 3][correctness]") {
  constexpr std::size_t kRows = 37, kCols = 70;
  const auto image = random_floats(kRows * kCols, 0, 1);
  CHECK_THAT(ask(rotated, image, kCols, false, 0.0F),
             IsCloseTo(Doubles(image.begin(), image.end()), within_absolute(kBound))
                 .as_matrix(kRows, kCols)
                 .block(32, 8));
}

TEST_CASE("a thread an element, and nothing is left", "[task 4][counters]") {
  constexpr std::size_t kRows = 65, kCols = 129;
  const auto image = random_floats(kRows * kCols, 0, 1);
  auto counted = count(rotated, image, kCols, true, 0.5F);
  CHECK_THAT(counted.per("threads_per_output", "threads", kRows * kCols)
                 .per("store_requests_of_those_needed", "global_store_requests", kRows * kCols / 32)
                 .with("modelled_us", counted.answer().elapsed_us()),
             MeetsLimits(IsCloseTo(rotated_on_host(Sampler(image, kCols, true), 0.5F),
                                   within_absolute(kBound))));
}
