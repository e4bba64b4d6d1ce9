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

Floats read_back(Student& student, const Floats& image, Named<"rows"> rows, Named<"cols"> cols) {
  auto texels = host_array<float>(image.size());
  Texture* texture = CALL_UNTIMED(student, texture_create)(image.data(), rows, cols, false);
  CALL(student, texture_read)(texture, texels.data(), rows, cols);
  CALL_UNTIMED(student, texture_destroy)(texture);
  return texels;
}

Output<float> sampled(Student& student, const Floats& image, Named<"cols"> cols,
                      Named<"wrap", bool> wrap, const Input<float>& u, const Input<float>& v) {
  auto u_on_device = to_device(u);
  auto v_on_device = to_device(v);
  auto out = device_array<float>(u.size());
  Texture* texture =
      CALL_UNTIMED(student, texture_create)(image.data(), image.size() / cols, cols, wrap);
  CALL(student, texture_sample)(texture, u_on_device, v_on_device, out, u.size());
  CALL_UNTIMED(student, texture_destroy)(texture);
  return to_judge(out);
}

Output<float> rotated(Student& student, const Floats& image, Named<"cols"> cols,
                      Named<"wrap", bool> wrap, Named<"angle", float> angle) {
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
      : Sampler(std::move(image), cols, wrap, wrap) {}
  Sampler(Floats image, std::size_t cols, bool wrap_cols, bool wrap_rows)
      : image_(std::move(image)),
        rows_(static_cast<long>(image_.size() / cols)),
        cols_(static_cast<long>(cols)),
        wrap_cols_(wrap_cols),
        wrap_rows_(wrap_rows) {}

  double at(double x, double y) const {
    const double left = std::floor(x - 0.5), top = std::floor(y - 0.5);
    const double across = x - 0.5 - left, down = y - 0.5 - top;
    const auto col = static_cast<long>(left), row = static_cast<long>(top);
    return (1 - down) * ((1 - across) * texel(row, col) + across * texel(row, col + 1)) +
           down * ((1 - across) * texel(row + 1, col) + across * texel(row + 1, col + 1));
  }
  double nearest(double x, double y) const {
    return texel(static_cast<long>(std::floor(y)), static_cast<long>(std::floor(x)));
  }
  long rows() const { return rows_; }
  long cols() const { return cols_; }
  double height() const { return static_cast<double>(rows_); }
  double width() const { return static_cast<double>(cols_); }

 private:
  static long inside(long index, long size, bool wrap) {
    return wrap ? (index % size + size) % size : std::clamp(index, 0L, size - 1);
  }
  double texel(long row, long col) const {
    return static_cast<double>(image_[static_cast<std::size_t>(
        inside(row, rows_, wrap_rows_) * cols_ + inside(col, cols_, wrap_cols_))]);
  }
  Floats image_;
  long rows_, cols_;
  bool wrap_cols_, wrap_rows_;
};

// `fetch(u, v)` for each pair.
template <class Fetch>
Doubles fetched(const Floats& u, const Floats& v, Fetch fetch) {
  Doubles out(u.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    out[k] = fetch(static_cast<double>(u[k]), static_cast<double>(v[k]));
  }
  return out;
}

Doubles sampled_on_host(const Sampler& sampler, const Floats& u, const Floats& v) {
  return fetched(u, v, [&](double x, double y) {
    return sampler.at(x * sampler.width(), y * sampler.height());
  });
}

auto is_sampled(const Floats& image, std::size_t cols, bool wrap, const Floats& u,
                const Floats& v) {
  const Sampler sampler(image, cols, wrap);
  return IsCloseTo(sampled_on_host(sampler, u, v), within_absolute(kBound))
      .mistaken(
          [=] {
            return fetched(u, v, [&](double x, double y) {
              return sampler.nearest(x * sampler.width(), y * sampler.height());
            });
          },
          "These are texels, none between them: filterMode is cudaFilterModePoint, which is 0, "
          "until it is set.",
          kBound)
      .mistaken(
          [=] {
            const Sampler clamped(image, cols, false);
            return fetched(u, v, [&](double x, double y) { return clamped.at(x, y); });
          },
          "These are the texels at (u, v), counted in texels: coordinates are normalised only if "
          "normalizedCoords says so.",
          kBound)
      .mistaken([=] { return sampled_on_host(Sampler(image, cols, !wrap), u, v); },
                wrap ? "The image ends with its border, where it must begin anew: that is "
                       "cudaAddressModeWrap, for both dimensions, addressMode[0] and [1]."
                     : "The image begins anew beyond its border, where its last texels must go on: "
                       "that is cudaAddressModeClamp, for both dimensions, addressMode[0] and [1]. "
                       "Until they are set both are 0, which is cudaAddressModeWrap.",
                kBound)
      .mistaken([=] { return sampled_on_host(Sampler(image, cols, wrap, !wrap), u, v); },
                "Across columns it is right, and down the rows it is not: addressMode[1] is that "
                "of the second dimension. Until it is set it is 0, cudaAddressModeWrap.",
                kBound)
      .mistaken([=] { return sampled_on_host(Sampler(image, cols, !wrap, wrap), u, v); },
                "Down the rows it is right, and across columns it is not: addressMode[0] is that "
                "of the first dimension.",
                kBound);
}

// How an element of a rotated image is fetched; what it should be, and what it is by mistake.
struct Turn {
  double to_centre = 0.5;  // from an element's number
  double shift = 0;        // of the place where it is fetched
  double direction = 1;
  bool normalised_first = false;
  bool divided = true;  // at the end, by columns and rows
};

Doubles rotated_on_host(const Sampler& sampler, float angle, Turn turn = {}) {
  const double cosine = std::cos(static_cast<double>(angle));
  const double sine = turn.direction * std::sin(static_cast<double>(angle));
  const double middle_x = sampler.width() / 2, middle_y = sampler.height() / 2;
  const double x_unit = turn.normalised_first ? sampler.width() : 1;
  const double y_unit = turn.normalised_first ? sampler.height() : 1;
  Doubles out;
  for (long row = 0; row < sampler.rows(); ++row) {
    for (long col = 0; col < sampler.cols(); ++col) {
      const double dx = (static_cast<double>(col) + turn.to_centre - middle_x) / x_unit;
      const double dy = (static_cast<double>(row) + turn.to_centre - middle_y) / y_unit;
      const double x = middle_x + x_unit * (cosine * dx + sine * dy) + turn.shift;
      const double y = middle_y + y_unit * (cosine * dy - sine * dx) + turn.shift;
      out.push_back(turn.divided ? sampler.at(x, y)
                                 : sampler.at(x * sampler.width(), y * sampler.height()));
    }
  }
  return out;
}

auto is_rotated(const Floats& image, std::size_t cols, bool wrap, float angle) {
  const Sampler sampler(image, cols, wrap);
  const auto by = [=](Turn turn) { return [=] { return rotated_on_host(sampler, angle, turn); }; };
  return IsCloseTo(rotated_on_host(sampler, angle), within_absolute(kBound))
      .as_matrix(image.size() / cols, cols)
      .block(32, 8)
      .mistaken(by({0, 0, 1, false}),
                "The rotation is that of the elements' corners: the centre of element (row, col) "
                "lies half a texel further, at col + 0.5 and row + 0.5.",
                kBound)
      .mistaken(by({0.5, 0.5, 1, false}),
                "Each fetch is half a texel off: the place that was rotated is that of a centre "
                "already.",
                kBound)
      .mistaken(by({0, 0.5, 1, false}),
                "Half a texel is added behind the rotation: it must be turned, too, so it is added "
                "before, to row and col.",
                kBound)
      .mistaken(by({0.5, 0, 1, false, false}),
                "The places are fetched as they are, in texels: the texture's coordinates are "
                "normalised, so divide by columns and rows.",
                kBound)
      .mistaken(by({0.5, 0, -1, false}), "The image is turned the other way: is the sine negated?",
                kBound)
      .mistaken(by({0.5, 0, 1, true}),
                "The image is squeezed: what is rotated are normalised coordinates, whose units "
                "differ in x and y. Rotate in texels, then divide.",
                kBound);
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
  CHECK_THAT(ask(sampled, image, cols, wrap, u, v), is_sampled(image, cols, wrap, u, v));
}

TEST_CASE("an image of any shape is rotated", "[task 3][correctness]") {
  const auto [rows, cols] = GENERATE(edge_shapes(70, 140));
  const bool wrap = GENERATE(false, true);
  const auto angle = random_floats(1, -3, 3).front();
  const auto image = random_floats(rows * cols, 0, 1);
  CHECK_THAT(ask(rotated, image, cols, wrap, angle), is_rotated(image, cols, wrap, angle));
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
